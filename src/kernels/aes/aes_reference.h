/*
 * AES and its modes, slow and plain: written byte by byte from the standards as the oracle of the tests. They share no
 * method and no code with the kernels, run without libc and are no part of the library. They are NOT constant time.
 *
 * Everywhere: key_len is 16, 24 or 32; in == out is allowed; `decrypt` selects the direction. iv, counter and the like
 * are updated so that a second call continues the message, where the mode allows it.
 */
#ifndef AB_KERNELS_AES_REFERENCE_H
#define AB_KERNELS_AES_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/aria/aria_reference.h"
#include "kernels/camellia/camellia_reference.h"
#include "kernels/sm4/sm4_reference.h"

/* The block ciphers that the modes take. */
enum ab_ref_cipher { AB_REF_AES, AB_REF_SM4, AB_REF_ARIA, AB_REF_CAMELLIA };

struct ab_ref_key {
    enum ab_ref_cipher cipher;
    uint8_t round_key[15][16]; /* of AES */
    unsigned rounds;
    uint32_t sm4_key[32];
    struct ab_ref_aria_key aria_key;
    struct ab_ref_camellia_key camellia_key;
};

/* FIPS 197, sections 5.1 to 5.3. */
void ab_ref_expand(struct ab_ref_key *k, const uint8_t *key, size_t key_len);
/* The same for any of the ciphers: every mode below takes the key of each. */
void ab_ref_expand_for(struct ab_ref_key *k, enum ab_ref_cipher cipher, const uint8_t *key, size_t key_len);
void ab_ref_encrypt(const struct ab_ref_key *k, const uint8_t in[16], uint8_t out[16]);
void ab_ref_decrypt(const struct ab_ref_key *k, const uint8_t in[16], uint8_t out[16]);

/* SP 800-38A. Whole blocks in ECB and CBC; any number of bytes in the others, of bits (high bit first) in CFB1. */
void ab_ref_ecb(const struct ab_ref_key *k, int decrypt, const uint8_t *in, uint8_t *out, size_t len);
void ab_ref_cbc(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len);
void ab_ref_cfb(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len);
void ab_ref_cfb8(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len);
void ab_ref_cfb1(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                 size_t num_bits);
void ab_ref_ofb(const struct ab_ref_key *k, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len);
void ab_ref_ctr(const struct ab_ref_key *k, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t len);
/* CBC with ciphertext stealing, the addendum to SP 800-38A: cs 1, 2 or 3; len >= 16. */
void ab_ref_cts(const struct ab_ref_key *k, int decrypt, unsigned cs, const uint8_t iv[16], const uint8_t *in,
                uint8_t *out, size_t len);

/* SP 800-38E and IEEE 1619: data and tweak keys, len >= 16; the tweak is not updated. */
void ab_ref_xts(const struct ab_ref_key *data, const struct ab_ref_key *tweak_key, int decrypt, const uint8_t tweak[16],
                const uint8_t *in, uint8_t *out, size_t len);
/* The same with the tweaks of GB/T 17964-2021. */
void ab_ref_xts_gb(const struct ab_ref_key *data, const struct ab_ref_key *tweak_key, int decrypt,
                   const uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t len);

/* SP 800-38B. */
void ab_ref_cmac(const struct ab_ref_key *k, const uint8_t *in, size_t len, uint8_t mac[16]);

/* Doubling in GF(2^128), big-endian as in CMAC, SIV and OCB. */
void ab_ref_double(uint8_t block[16]);

/* SP 800-38D sec. 6.4: y := (y ^ block) * h for each 16 bytes of in, the last padded with zeros. */
void ab_ref_ghash(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t len);

/*
 * The authenticated modes. They compute the tag and never compare it: on decryption it is the tag that the ciphertext
 * should have had. GCM: SP 800-38D; CCM: SP 800-38C; OCB: RFC 7253; GCM-SIV: RFC 8452 (the key is the key-generating
 * key; in and out may be equal for decryption too). tag_len is 16 where it is not given.
 */
struct ab_ref_aead {
    const uint8_t *key, *nonce, *aad;
    size_t key_len, nonce_len, aad_len, tag_len;
    enum ab_ref_cipher cipher; /* not AES: GCM and CCM only */
};

void ab_ref_gcm(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);
void ab_ref_ccm(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);
void ab_ref_ocb(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);
/* Decryption reads the tag, which is the counter. On return it holds the tag that belongs to the plaintext. */
void ab_ref_gcm_siv(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len,
                    uint8_t tag[16]);

/* SIV, RFC 5297: key_len 32, 48 or 64; num strings of associated data. tag as in GCM-SIV. */
void ab_ref_siv(const uint8_t *key, size_t key_len, const uint8_t *const aad[], const size_t aad_len[], size_t num,
                int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);

/*
 * Key wrap, SP 800-38F: W over n >= 3 semiblocks in place, or its inverse. inverse_cipher exchanges the roles of AES
 * encryption and decryption (OpenSSL's "-INV" names).
 */
void ab_ref_wrap(const struct ab_ref_key *k, int decrypt, int inverse_cipher, uint8_t *semiblocks, size_t n);

#endif

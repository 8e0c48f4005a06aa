/*
 * AES-CBC with HMAC-SHA1 or HMAC-SHA256 in one pass: the records of TLS 1.0 to 1.2 (RFC 5246 sec. 6.2.3.2), where the MAC is
 * taken first, then MAC and padding are encrypted with the data. One record, or many at once.
 *
 * All of it needs a processor with AB_BIT_SHA. Lengths are bytes and public; keys, IVs, data and what a record turns out to be
 * before it is checked are secret. in and out may be equal or wholly apart. No pointer needs any alignment.
 */
#ifndef AFTERBURNER_CBC_HMAC_H
#define AFTERBURNER_CBC_HMAC_H

#include "afterburner/aes.h"
#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_CBC_HMAC_HEADER = 11, /* sequence number, type and version, which the MAC covers before the length of the data */
    AB_CBC_HMAC_MAX_MAC = 32
};

/* Both keys. Secret. Plain memory: a copy is another one. */
struct ab_cbc_hmac {
    struct ab_aes_ecb aes;
    const struct ab_hash *hash;
    _Alignas(16) uint32_t inner[8], outer[8]; /* the hash function after the key's block, FIPS 198-1 */
    uint64_t num_keyed;                       /* bytes in those: a block, 0 before there is a MAC key */
};

/*
 * The key of AES, key_len 16, 24 or 32 bytes; id AB_HASH_SHA1 or AB_HASH_SHA256. Until set_mac_key, the hash function stands in
 * for HMAC without any key. ab_aes_ecb_prepare_decrypt(&c->aes) goes before opening.
 */
AB_API void ab_cbc_hmac_set_key(struct ab_cbc_hmac *c, const struct ab_aes_kernels *kernels, enum ab_hash_id id,
                                const uint8_t *key, size_t key_len);
/* The key of HMAC, any length; a longer one than the hash function's block is hashed. key may be NULL if len is 0. */
AB_API void ab_cbc_hmac_set_mac_key(struct ab_cbc_hmac *c, const uint8_t *key, size_t len);
AB_API void ab_cbc_hmac_wipe(struct ab_cbc_hmac *c);

/* What len bytes of data become: with MAC and 1 to 16 bytes of padding. */
AB_API size_t ab_cbc_hmac_sealed_len(const struct ab_cbc_hmac *c, size_t len);

/*
 * Seals a record: prefix_len + len bytes at in, of which the first prefix_len (0, or 16 for an explicit IV) are encrypted but not
 * authenticated, to prefix_len + sealed_len(len) at out. iv: the previous ciphertext block, read and updated. len < 2^16.
 */
AB_API void ab_cbc_hmac_seal(const struct ab_cbc_hmac *c, uint8_t iv[AB_AES_BLOCK],
                             const uint8_t header[AB_CBC_HMAC_HEADER], const uint8_t *in, uint8_t *out,
                             size_t prefix_len, size_t len);

/*
 * Opens a record of len < 2^16 bytes, without its explicit IV, which is iv; that is updated. 1 and the length of the data, which
 * stands at the beginning of out; 0 if MAC or padding is wrong, or len is no length of a record, and out zeroed. Time and memory
 * addresses do not tell which, nor anything of what is wrong.
 */
AB_API int ab_cbc_hmac_open(const struct ab_cbc_hmac *c, uint8_t iv[AB_AES_BLOCK],
                            const uint8_t header[AB_CBC_HMAC_HEADER], const uint8_t *in, uint8_t *out, size_t len,
                            size_t *data_len);

/* A record of many: what the functions above take, each under a key of its own. The caller's; num_bytes is the answer. */
struct ab_cbc_hmac_job {
    const struct ab_cbc_hmac *key;
    uint8_t iv[AB_AES_BLOCK];
    uint8_t header[AB_CBC_HMAC_HEADER];
    const uint8_t *in;
    uint8_t *out;
    size_t len;
    size_t num_bytes; /* at out: the sealed record, or the data */
    int ok;           /* of opening */
};

/*
 * Seals each of num records, several at once where neighbours are alike: the same hash function and key length of AES, and
 * about the same length. No out overlaps another job's in or out.
 */
AB_API void ab_cbc_hmac_seal_many(struct ab_cbc_hmac_job *jobs, size_t num);
/* Opens each of num records. */
AB_API void ab_cbc_hmac_open_many(struct ab_cbc_hmac_job *jobs, size_t num);

#ifdef __cplusplus
}
#endif
#endif

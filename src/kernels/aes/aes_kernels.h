/*
 * The contract of the AES kernels: one `struct ab_aes_kernels` for each implementation.
 *
 * Common to all: key, IV, counter and data are secret, counts are public. No pointer needs alignment, except that
 * struct ab_aes_key is 16-byte aligned. in == out is allowed, partial overlap is not. Blocks are whole: tails belong
 * to the caller unless a kernel takes `len` bytes, in which case it never reads or writes beyond them. A count of 0 is
 * allowed and touches nothing. State arguments (iv, counter, ...) are read and updated, so that a second call
 * continues the message. Each kernel leaves the upper halves of the vector registers clean.
 */
#ifndef AB_KERNELS_AES_KERNELS_H
#define AB_KERNELS_AES_KERNELS_H

#include "afterburner/aes_batch.h"
#include "afterburner/aes_gcm.h"
#include "afterburner/aes_gcm_siv.h"
#include "cpu/needs.h"

/*
 * CBC and a hash function in one pass, num_steps steps of 64 bytes: encrypt or decrypt four blocks from in to out, and
 * compress one block at `hashed` into `state` (in the layout of src/kernels/sha). A step reads `hashed` before it
 * writes more than its own part of out. In place, this bounds hashed - in:
 *   encryption: at least 0, since the hash reads further on in the message than the cipher;
 *   decryption: at most -64 bytes, since the previous step decrypted what the hash reads. With two steps or more no
 *   load waits for a store.
 */
typedef void ab_woven_encrypt_fn(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                                 uint32_t *state, const uint8_t *hashed, size_t num_steps);
typedef ab_woven_encrypt_fn ab_woven_decrypt_fn;
/*
 * The same for lanes first .. first + AB_WOVEN_LANES - 1 (`first` is a multiple of AB_WOVEN_LANES), with separate
 * states and data. l->rounds is 10 or 14: no cipher suite of TLS has keys of 192 bits.
 */
typedef void ab_woven_encrypt_lanes_fn(struct ab_aes_lanes *l, unsigned first, void *const state[],
                                       const uint8_t *const hashed[], size_t num_steps);

enum { AB_WOVEN_LANES = 4 };

/* What replaces the keystream of a part of a block: the output, the input, or nothing. */
enum ab_keep { AB_KEEP_OUT, AB_KEEP_IN, AB_KEEP_STREAM };

/*
 * XTS: one data unit of len >= 16 bytes, ciphertext stealing included. key encrypts the data, tweak_key (its encryption
 * half) the tweak, which is replaced by the result. tweak_key == NULL: the tweak is encrypted already.
 */
typedef void ab_xts_fn(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                       const uint8_t *in, uint8_t *out, size_t len);

struct ab_aes_kernels {
    struct ab_needs needs;
    unsigned max_lanes; /* lanes of the *_lanes kernels: 8, 16 or 32 */

    /* Fills enc and rounds from key_len = 16, 24 or 32 bytes (FIPS 197 sec. 5.2). */
    void (*expand_encrypt)(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len);
    /* Fills dec from enc (FIPS 197 sec. 5.3.5). */
    void (*expand_decrypt)(struct ab_aes_key *key);

    void (*ecb_encrypt)(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks);
    void (*ecb_decrypt)(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks);

    /* CBC, CFB (s = 128) and OFB over whole blocks. iv: the previous ciphertext block; in OFB the previous output. */
    void (*cbc_encrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks);
    void (*cbc_decrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks);
    void (*cfb_encrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks);
    void (*cfb_decrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks);
    void (*ofb)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t num_blocks);
    /*
     * len = 1..15 bytes of CFB or OFB within a block of which `used` came before, used + len <= 16. Until the block is
     * complete, reg holds what is kept of its first bytes, and the keystream of the others.
     */
    void (*feedback_part)(const struct ab_aes_key *key, uint8_t reg[16], size_t used, const uint8_t *in, uint8_t *out,
                          size_t len, enum ab_keep keep);
    /* CFB with s = 8 over any len. iv: the shift register, the last 16 bytes of ciphertext. */
    void (*cfb8_encrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len);
    /* CFB with s = 1, the highest bit of a byte first. The bits of the last byte beyond num_bits are kept in out. */
    void (*cfb1_encrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                         size_t num_bits);

    /*
     * CTR with a 128-bit big-endian counter. Takes any len. If len is not a multiple of 16, store the whole keystream
     * block of the last, partial block to tail (otherwise tail is not touched) and advance the counter past that
     * block.
     */
    void (*ctr)(const struct ab_aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t len,
                uint8_t tail[16]);

    /* XTS, each of one data unit. */
    ab_xts_fn *xts_encrypt, *xts_decrypt;
    /* The same with the tweaks of GB/T 17964-2021, for SM4; NULL for the other ciphers. */
    ab_xts_fn *xts_gb_encrypt, *xts_gb_decrypt;

    /*
     * OCB: the next len bytes of a run, a multiple of 16 in every call but the last. After a partial block run->offset
     * is Offset_* and run->sum holds the padded block. ocb_hash is HASH of the associated data.
     */
    void (*ocb_encrypt)(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                        const uint8_t *in, uint8_t *out, size_t len);
    void (*ocb_decrypt)(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                        const uint8_t *in, uint8_t *out, size_t len);
    void (*ocb_hash)(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                     const uint8_t *in, size_t len);

    /* CBC-MAC: mac = E(mac ^ block) for each block. */
    void (*cbc_mac)(const struct ab_aes_key *key, uint8_t mac[16], const uint8_t *in, size_t num_blocks);

    /*
     * Process the next num_blocks blocks of lanes 0 .. num_lanes - 1 (1 to max_lanes) like cbc_mac, cbc_encrypt and
     * cfb_encrypt; cbc_mac_lanes does not use out. A message's in and out may be equal; otherwise no out overlaps any
     * in or out.
     */
    void (*cbc_mac_lanes)(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks);
    void (*cbc_encrypt_lanes)(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks);
    void (*cfb_encrypt_lanes)(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks);

    /*
     * CCM: CTR from `counter` (its low 64 bits must not wrap) and CBC-MAC of the plaintext from `mac`, the last partial
     * block padded with zeros. Takes any len and ends the message; the counter is not updated.
     */
    void (*ccm_encrypt)(const struct ab_aes_key *key, uint8_t mac[16], const uint8_t counter[16], const uint8_t *in,
                        uint8_t *out, size_t len);
    void (*ccm_decrypt)(const struct ab_aes_key *key, uint8_t mac[16], const uint8_t counter[16], const uint8_t *in,
                        uint8_t *out, size_t len);

    /*
     * The functions W and W^-1 of SP 800-38F sec. 6.1 over the semiblock a and the n >= 2 semiblocks at r, in place.
     * The designated cipher function is AES encryption if `forward`, else decryption; wrap applies it, unwrap its
     * inverse.
     */
    void (*key_wrap)(const struct ab_aes_key *key, int forward, uint8_t a[8], uint8_t *r, size_t n);
    void (*key_unwrap)(const struct ab_aes_key *key, int forward, uint8_t a[8], uint8_t *r, size_t n);

    /*
     * A hash key, and a run of blocks: sum is read and updated, in the byte order of POLYVAL. ghash makes the powers of
     * the key that it needs and that are missing.
     */
    void (*ghash_init)(struct ab_hash_key *hash, const uint8_t key[16]);
    void (*ghash)(struct ab_hash_key *hash, uint8_t sum[16], const uint8_t *in, size_t num_blocks);

    /*
     * GCM. g->pending is at a block boundary before the first text, and no key stream is made ahead. len is at least 1,
     * and more than the text before lacks to its last block. These advance everything in g but text_len, which on entry
     * says how much text came before.
     */
    void (*gcm_encrypt)(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);
    void (*gcm_decrypt)(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);
    void (*gcm_tag)(struct ab_aes_gcm *g, uint8_t tag[16]);

    /*
     * GCM-SIV. hash_aad: hash whole blocks into g->sum. seal and open: a message of any len, after the contents of
     * g->sum and g->pending, which they leave unchanged. open computes the tag that matches the plaintext; the caller
     * compares.
     */
    void (*gcm_siv_hash_aad)(struct ab_aes_gcm_siv *g, const uint8_t *aad, size_t num_blocks);
    void (*gcm_siv_seal)(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);
    void (*gcm_siv_open)(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len, const uint8_t tag[16],
                         uint8_t right[16]);

    /* Only on a processor with AB_BIT_SHA. */
    ab_woven_encrypt_fn *cbc_sha1_encrypt, *cbc_sha256_encrypt;
    ab_woven_decrypt_fn *cbc_sha1_decrypt, *cbc_sha256_decrypt;
    ab_woven_encrypt_lanes_fn *cbc_sha1_encrypt_lanes, *cbc_sha256_encrypt_lanes;
};

extern const struct ab_aes_kernels ab_aes_kernels_aesni;
extern const struct ab_aes_kernels ab_aes_kernels_vaes256;
extern const struct ab_aes_kernels ab_aes_kernels_vaes512;
extern const struct ab_aes_kernels ab_aes_kernels_portable; /* not on x86-64 */

#endif

/*
 * AES-CBC with HMAC-SHA1 or HMAC-SHA256 in one pass: records of TLS 1.0 to 1.2 (RFC 5246 sec. 6.2.3.2). The MAC is
 * computed first; data, MAC and padding are then encrypted. One record, or many at once.
 *
 * Requires a processor with AB_BIT_SHA. Lengths are in bytes and public. Keys, IVs, data, and the validity of a record
 * before its check are secret. in and out must be equal or must not overlap. Pointers need no alignment.
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

/* Both keys. Secret. Plain memory, which may be copied. */
struct ab_cbc_hmac {
    struct ab_aes_ecb aes;
    const struct ab_hash *hash;
    _Alignas(16) uint32_t inner[8], outer[8]; /* the state of the hash function after the key's block, FIPS 198-1 */
    uint64_t num_keyed;                       /* bytes hashed into these: one block; 0 without a MAC key */
};

/*
 * Set the key of AES, key_len 16, 24 or 32 bytes. id is AB_HASH_SHA1 or AB_HASH_SHA256. Until ab_cbc_hmac_set_mac_key,
 * the MAC is the bare hash function. Call ab_aes_ecb_prepare_decrypt(&c->aes) before opening.
 */
AB_API void ab_cbc_hmac_set_key(struct ab_cbc_hmac *c, const struct ab_aes_kernels *kernels, enum ab_hash_id id,
                                const uint8_t *key, size_t key_len);
/*
 * Set the key of HMAC, of any length; one longer than a block of the hash function is hashed first. key may be NULL if
 * len is 0.
 */
AB_API void ab_cbc_hmac_set_mac_key(struct ab_cbc_hmac *c, const uint8_t *key, size_t len);
AB_API void ab_cbc_hmac_wipe(struct ab_cbc_hmac *c);

/* The length of len bytes of data with MAC and 1 to 16 bytes of padding. */
AB_API size_t ab_cbc_hmac_sealed_len(const struct ab_cbc_hmac *c, size_t len);

/*
 * Seal a record: read prefix_len + len bytes at in and write prefix_len + ab_cbc_hmac_sealed_len(len) bytes to out. The
 * first prefix_len bytes (0, or 16 for an explicit IV) are encrypted but not authenticated. iv is the previous
 * ciphertext block, which is updated. len < 2^16.
 */
AB_API void ab_cbc_hmac_seal(const struct ab_cbc_hmac *c, uint8_t iv[AB_AES_BLOCK],
                             const uint8_t header[AB_CBC_HMAC_HEADER], const uint8_t *in, uint8_t *out,
                             size_t prefix_len, size_t len);

/*
 * Open a record of len < 2^16 bytes without its explicit IV, which is iv and is updated. Returns 1 and the length of
 * the data, which is at the start of out. Returns 0, with out zeroed, if MAC or padding is wrong or len is not the
 * length of a record. Time and memory accesses do not reveal which, nor where an error is.
 */
AB_API int ab_cbc_hmac_open(const struct ab_cbc_hmac *c, uint8_t iv[AB_AES_BLOCK],
                            const uint8_t header[AB_CBC_HMAC_HEADER], const uint8_t *in, uint8_t *out, size_t len,
                            size_t *data_len);

/*
 * One record of many: the arguments of the functions above, with a key of its own. It belongs to the caller; num_bytes
 * is a result.
 */
struct ab_cbc_hmac_job {
    const struct ab_cbc_hmac *key;
    uint8_t iv[AB_AES_BLOCK];
    uint8_t header[AB_CBC_HMAC_HEADER];
    const uint8_t *in;
    uint8_t *out;
    size_t len;
    size_t num_bytes; /* written to out: the sealed record, or the data */
    int ok;           /* result of opening */
};

/*
 * Seal num records. Neighbours with the same hash function, the same AES key length (not 24 bytes) and about the same
 * length are processed in step. No out may overlap another job's in or out.
 */
AB_API void ab_cbc_hmac_seal_many(struct ab_cbc_hmac_job *jobs, size_t num);
/* Open num records. */
AB_API void ab_cbc_hmac_open_many(struct ab_cbc_hmac_job *jobs, size_t num);

#ifdef __cplusplus
}
#endif
#endif

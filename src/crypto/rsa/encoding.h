/*
 * Encoded messages of RFC 8017 and X9.31: k bytes each (those of n), the most significant first, which the bare
 * operations take as a number. What makes one returns AB_RSA_OK or why it cannot; what reads one tells what is wrong
 * with it.
 */
#ifndef AB_CRYPTO_RSA_ENCODING_H
#define AB_CRYPTO_RSA_ENCODING_H

#include "afterburner/rsa.h"

/* ---- digests: digest_info.c ---- */

enum { AB_RSA_MAX_DIGEST_INFO = 19 }; /* bytes before the digest */

/* The DigestInfo of a digest up to its octets (RFC 8017 sec. 9.2 note 1): its length, 0 if the digest has none. */
size_t ab_rsa_digest_info(enum ab_rsa_digest digest, uint8_t prefix[AB_RSA_MAX_DIGEST_INFO]);
/* Bytes of the digest; 0 for AB_RSA_NO_DIGEST: any. */
size_t ab_rsa_digest_len(enum ab_rsa_digest digest);
/* The first byte of the trailer in X9.31; 0 if it has none. */
uint8_t ab_rsa_x931_trailer(enum ab_rsa_digest digest);

/* ---- PKCS#1 v1.5, block type 1: pkcs1_signature.c ---- */

enum { AB_RSA_PKCS1_OVERHEAD = 11 };

enum ab_rsa_result ab_rsa_pkcs1_encode(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                       size_t len);
/* AB_RSA_OK if em is the encoding of this message. */
enum ab_rsa_result ab_rsa_pkcs1_compare(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                        size_t len);
/* The message, or digest, in em: *at is within em. */
enum ab_rsa_result ab_rsa_pkcs1_recover(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t **at,
                                        size_t *len);

/* ---- X9.31: x931.c ---- */

enum ab_rsa_result ab_rsa_x931_encode(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                      size_t len);
enum ab_rsa_result ab_rsa_x931_recover(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t **at,
                                       size_t *len);

/* ---- PSS: pss.c. num_bits: of n. ---- */

enum ab_rsa_result ab_rsa_pss_encode(uint8_t *em, size_t num_bits, const struct ab_random_source *random,
                                     const struct ab_rsa_scheme *scheme, const uint8_t *digest, size_t len);
enum ab_rsa_result ab_rsa_pss_compare(const uint8_t *em, size_t num_bits, const struct ab_rsa_scheme *scheme,
                                      const uint8_t *digest, size_t len);

/* ---- MGF1, RFC 8017 app. B.2.1: mgf1.c ---- */

/* data ^= mask of this seed. */
void ab_rsa_mgf1_xor(const struct ab_hash *hash, uint8_t *data, size_t len, const uint8_t *seed, size_t seed_len);

/* ---- a message of secret length: secret_message.c ---- */

/*
 * Writes the message that begins at block[start], a secret place from min_start on, and reaches to the end of the k
 * bytes, to out if mask is set: up to min(out_size, k - min_start) bytes, of which those beyond the message stay as
 * they were. The block is spoilt. Time depends on k, min_start and out_size.
 */
void ab_rsa_copy_secret(uint8_t *out, size_t out_size, uint8_t *block, size_t k, size_t min_start, uint64_t start,
                        uint64_t mask);

/* ---- implicit rejection: implicit_rejection.c ---- */

/*
 * What stands in for a message in a block of k bytes, and its length, at most k - 11. d: k bytes. ciphertext: up to k
 * bytes.
 */
void ab_rsa_synthetic(const struct ab_hash *sha256, uint8_t *block, uint64_t *len, size_t k, const uint8_t *d,
                      const uint8_t *ciphertext, size_t ciphertext_len);

#endif

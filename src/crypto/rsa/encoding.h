/*
 * Encoded messages of RFC 8017 and X9.31: k bytes each, as many as n has, the most significant first. The bare
 * operations take them as numbers. Functions return AB_RSA_OK, or the reason why a message cannot be encoded or an
 * encoding is wrong. An encoding does not overlap its message; nothing needs alignment. The time of encoding depends
 * on lengths alone; to compare and to recover is for public encodings, those of signatures.
 */
#ifndef AB_CRYPTO_RSA_ENCODING_H
#define AB_CRYPTO_RSA_ENCODING_H

#include "afterburner/rsa.h"

/* ---- digests: digest_info.c ---- */

enum { AB_RSA_MAX_DIGEST_INFO = 19 }; /* bytes before the digest */

/* Write the DigestInfo of a digest up to its octets (RFC 8017 sec. 9.2 note 1). Return its length; 0 if it has none. */
size_t ab_rsa_digest_info(enum ab_rsa_digest digest, uint8_t prefix[AB_RSA_MAX_DIGEST_INFO]);
/* Return the bytes of the digest; 0 (any length) for AB_RSA_NO_DIGEST. */
size_t ab_rsa_digest_len(enum ab_rsa_digest digest);
/* Return the first byte of the trailer in X9.31; 0 if the digest has none. */
uint8_t ab_rsa_x931_trailer(enum ab_rsa_digest digest);

/* ---- PKCS#1 v1.5, block type 1: pkcs1_signature.c ---- */

enum { AB_RSA_PKCS1_OVERHEAD = 11 };

/* Encode a message, or a digest, of this length. */
enum ab_rsa_result ab_rsa_pkcs1_encode(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                       size_t len);
/* Return AB_RSA_OK if em is the encoding of this message. */
enum ab_rsa_result ab_rsa_pkcs1_compare(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                        size_t len);
/* Find the message, or digest, in em: *at points into em. */
enum ab_rsa_result ab_rsa_pkcs1_recover(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t **at,
                                        size_t *len);

/* ---- X9.31: x931.c ---- */

/* The same as for PKCS#1 v1.5. */
enum ab_rsa_result ab_rsa_x931_encode(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                      size_t len);
enum ab_rsa_result ab_rsa_x931_recover(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t **at,
                                       size_t *len);

/* ---- PSS: pss.c. num_bits: of n. ---- */

/* Encode a digest with a salt from random. */
enum ab_rsa_result ab_rsa_pss_encode(uint8_t *em, size_t num_bits, const struct ab_random_source *random,
                                     const struct ab_rsa_scheme *scheme, const uint8_t *digest, size_t len);
/* Return AB_RSA_OK if em is an encoding of this digest. em is overwritten. */
enum ab_rsa_result ab_rsa_pss_compare(const uint8_t *em, size_t num_bits, const struct ab_rsa_scheme *scheme,
                                      const uint8_t *digest, size_t len);

/* ---- a message of secret length: secret_message.c ---- */

/*
 * If mask is set, copy the message from block[start] to the end of the k bytes to out; start is secret and at least
 * min_start. Up to min(out_size, k - min_start) bytes of out are written; those beyond the message keep their values.
 * The block is destroyed. Time depends on k, min_start and out_size only.
 */
void ab_rsa_copy_secret(uint8_t *out, size_t out_size, uint8_t *block, size_t k, size_t min_start, uint64_t start,
                        uint64_t mask);

/* ---- implicit rejection: implicit_rejection.c ---- */

/*
 * Fill a block of k bytes, the last *len of which are the message to return for a wrong padding; *len is at most k -
 * 11. d has k bytes, ciphertext up to k bytes.
 */
void ab_rsa_synthetic(const struct ab_hash *sha256, uint8_t *block, uint64_t *len, size_t k, const uint8_t *d,
                      const uint8_t *ciphertext, size_t ciphertext_len);

#endif

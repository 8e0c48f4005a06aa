/* BLAKE2b-512 and BLAKE2s-256 (RFC 7693): their implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_BLAKE2_H
#define AB_CRYPTO_HASH_BLAKE2_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_blake2b512_list[], ab_blake2s256_list[];

/*
 * Begin a message whose digest has digest_len bytes, from 1 to the algorithm's: another function than the same digest
 * truncated. ab_hash_final writes that many bytes; ab_hash_init begins a message with the algorithm's own length.
 */
void ab_blake2_init(struct ab_hash_ctx *c, const struct ab_hash *hash, size_t digest_len);

/* The length of the digest of the message in progress, in bytes. */
size_t ab_blake2_digest_len(const struct ab_hash_ctx *c);

#endif

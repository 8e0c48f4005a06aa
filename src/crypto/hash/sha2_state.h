/*
 * A SHA-2 message in progress as bytes, in the format of OpenSSL 4.0's default provider, so that it may go on there, or here:
 * magic, then little-endian the digest's length and the bytes waiting (4 bytes each), the chaining value, the message's length
 * in bits (two words), and the block that waits.
 */
#ifndef AB_CRYPTO_HASH_SHA2_STATE_H
#define AB_CRYPTO_HASH_SHA2_STATE_H

#include "afterburner/hash.h"

size_t ab_sha2_saved_len(const struct ab_hash_ctx *c);
void ab_sha2_save(const struct ab_hash_ctx *c, uint8_t *out);

/* 1, or 0 and no change if that is no state of c's hash. c is a message of it, to be replaced. */
int ab_sha2_load(struct ab_hash_ctx *c, const uint8_t *in, size_t len);

#endif

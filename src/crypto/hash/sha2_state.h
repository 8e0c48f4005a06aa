/*
 * A SHA-2 message in progress as bytes, in the format of OpenSSL 4.0's default provider, so that either can continue
 * the other's: magic, then little-endian the digest's length and the number of waiting bytes (4 bytes each), the
 * chaining value, the message's length in bits (two words), and the waiting block.
 */
#ifndef AB_CRYPTO_HASH_SHA2_STATE_H
#define AB_CRYPTO_HASH_SHA2_STATE_H

#include "afterburner/hash.h"

size_t ab_sha2_saved_len(const struct ab_hash_ctx *c);
void ab_sha2_save(const struct ab_hash_ctx *c, uint8_t *out);

/* Return 1; or 0 without a change if the bytes are no state of c's hash. c is a message of it, which is replaced. */
int ab_sha2_load(struct ab_hash_ctx *c, const uint8_t *in, size_t len);

#endif

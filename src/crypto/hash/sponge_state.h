/*
 * A message of a sponge in progress as bytes, in the format of OpenSSL 4.0's default provider, so that it may go on there, or here:
 * magic, then words of 64 bits, little-endian: what function it is, the digest's length, the rate, the bytes in the buffer, the
 * first byte of the padding and how far the message is; the state of the permutation; and the buffer of 168 bytes.
 */
#ifndef AB_CRYPTO_HASH_SPONGE_STATE_H
#define AB_CRYPTO_HASH_SPONGE_STATE_H

#include "afterburner/hash.h"

enum { AB_SPONGE_SAVED_LEN = 8 + 6 * 8 + 200 + 168 };

/* Writes AB_SPONGE_SAVED_LEN bytes. digest_len: SIZE_MAX where it is still to be said. */
void ab_sponge_save(const struct ab_hash_ctx *c, uint64_t digest_len, uint8_t *out);

/*
 * 1, or 0 and no change if that is no state of c's hash with this digest_len. c is a message of it, to be replaced. Says whether
 * the message is over and its output was being given out.
 */
int ab_sponge_load(struct ab_hash_ctx *c, uint64_t digest_len, const uint8_t *in, size_t len, int *is_squeezing);

#endif

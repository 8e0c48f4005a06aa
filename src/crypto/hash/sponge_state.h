/*
 * A sponge message in progress as bytes, in the format of OpenSSL 4.0's default provider, so that either can continue
 * the other's: magic, then little-endian 64-bit words: the function, the digest's length, the rate, the number of
 * bytes in the buffer, the first byte of the padding and the message's progress; the state of the permutation; and the
 * buffer of 168 bytes.
 */
#ifndef AB_CRYPTO_HASH_SPONGE_STATE_H
#define AB_CRYPTO_HASH_SPONGE_STATE_H

#include "afterburner/hash.h"

enum { AB_SPONGE_SAVED_LEN = 8 + 6 * 8 + 200 + 168 };

/* Write AB_SPONGE_SAVED_LEN bytes. digest_len: SIZE_MAX if it is not set yet. */
void ab_sponge_save(const struct ab_hash_ctx *c, uint64_t digest_len, uint8_t *out);

/*
 * Return 1; or 0 without a change if the bytes are no state of c's hash with this digest_len. c is a message of it,
 * which is replaced. Report whether the message is over and its output was being given out.
 */
int ab_sponge_load(struct ab_hash_ctx *c, uint64_t digest_len, const uint8_t *in, size_t len, int *is_squeezing);

#endif

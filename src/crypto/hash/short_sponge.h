/*
 * SHA-3 and SHAKE (FIPS 202) over several messages of one length in step, each in one piece, with digests of at most
 * one block, for algorithms whose kernels include the permutation. Messages may be secret: time depends on lengths and
 * numbers alone. No copy of a message or state stays in memory.
 */
#ifndef AB_CRYPTO_HASH_SHORT_SPONGE_H
#define AB_CRYPTO_HASH_SHORT_SPONGE_H

#include "kernels/keccak/keccak_kernels.h"

enum {
    AB_SHORT_SPONGE_LANES = AB_KECCAK_MAX_LANES_AVX512,
    AB_RATE_256 = 136, /* bytes of a block of SHA3-256 and SHAKE256 */
    AB_RATE_512 = 72,  /* of SHA3-512 */
    AB_SHA3_SUFFIX = 0x06,
    AB_SHAKE_SUFFIX = 0x1f
};

struct ab_short_sponge {
    ab_keccak_absorb_fn *absorb;
    ab_keccak_absorb_lanes_fn *absorb_lanes; /* not used for a single message */
    size_t rate;
    uint8_t suffix; /* the first byte of the padding */
};

/*
 * out[i] := the digest of in[i], len bytes, for i < num; digests of out_len bytes (at most s->rate) are adjacent. num
 * is from 1 to the lanes of absorb_lanes, or 1 without that.
 */
void ab_short_sponge(const struct ab_short_sponge *s, uint8_t *out, size_t out_len, const uint8_t *const in[],
                     size_t len, unsigned num);

#endif

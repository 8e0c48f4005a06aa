/* SHA3-512, SHA3-256 and SHAKE256 (FIPS 202) over messages in one piece, with digests of at most one block. */
#include "crypto/mlkem/mlkem_hash.h"

#include "crypto/hash/short_sponge.h"
#include "kernels/mlkem/mlkem_kernels.h"

static void digest(const struct ab_mlkem_kernels *k, size_t rate, uint8_t suffix, uint8_t *out, size_t out_len,
                   const uint8_t *const in[], size_t len, unsigned num)
{
    const struct ab_short_sponge s = { k->absorb, k->absorb_lanes, rate, suffix };

    ab_short_sponge(&s, out, out_len, in, len, num);
}

void ab_mlkem_g(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_G_LEN], const uint8_t *const in[], size_t len,
                unsigned num)
{
    digest(k, AB_RATE_512, AB_SHA3_SUFFIX, out[0], AB_MLKEM_G_LEN, in, len, num);
}

void ab_mlkem_h(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_H_LEN], const uint8_t *const in[], size_t len,
                unsigned num)
{
    digest(k, AB_RATE_256, AB_SHA3_SUFFIX, out[0], AB_MLKEM_H_LEN, in, len, num);
}

void ab_mlkem_j(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_SECRET_LEN], const uint8_t *const in[],
                size_t len, unsigned num)
{
    digest(k, AB_RATE_256, AB_SHAKE_SUFFIX, out[0], AB_MLKEM_SECRET_LEN, in, len, num);
}

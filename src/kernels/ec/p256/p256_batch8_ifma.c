/* P-256 for eight keys at once with AVX-512 IFMA, one key in each lane: docs/decisions/0025-nist-curves.md. */
#include "kernels/ec/p256/p256_field_batch8.h"

enum { LANES = VEC_LANES };

static void words_invert(uint64_t a[NUM_WORDS])
{
    ab_invert256(a, a, &PRIME_LIMBS);
}

static int check_one(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    return ab_p256_portable.check(u, v, qx, qy, r);
}

#include "kernels/ec/weierstrass/weierstrass_batch8_template.h"

const struct ab_ec_batch_kernels ab_p256_batch8_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 },
    &ab_p256_domain,
    LANES,
    .base = base,
    .multiply = multiply,
    .check = check,
};

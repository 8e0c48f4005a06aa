/*
 * P-256 for eight keys in step with AVX-512 IFMA. Every product is one that is wanted, and none waits for the lanes of another:
 * docs/decisions/0025-nist-curves.md.
 */
#include "kernels/ec/p256/p256_field_batch8.h"

enum { LANES = VEC_LANES };

/* Made by generate/make_ec_batch_table.py: of each digit limbs of X and of 2Y of 1, 3, 5 ... times its
 * place, limb by limb. */
extern const uint64_t ab_p256_batch8_table[BASE_DIGITS][2 * NUM_LIMBS][1 << (BASE_WINDOW - 1)]
    __attribute__((aligned(64)));
#define BATCH_TABLE ab_p256_batch8_table

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
    &ab_p256_domain, { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 }, LANES, .base = base, .multiply = multiply,
    .check = check,
};

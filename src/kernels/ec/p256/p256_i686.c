/* P-256 on 32-bit x86, in C but for the lookups, which are AVX2; and what p256_ifma.c needs of it. */
#include "kernels/ec/p256/p256_field_portable.h"

NOINLINE void mont_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse)
{
    words_mont_mul(r, a, b, n, n_inverse, NUM_WORDS);
}

#define MONT_MUL mont_mul
#include "kernels/ec/p256/p256_template.h"
#include "kernels/ec/weierstrass/weierstrass_template.h"

#include "kernels/ec/p256/p256_sums_template.h"

const struct ab_ec_kernels ab_p256_i686 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    &ab_p256_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};

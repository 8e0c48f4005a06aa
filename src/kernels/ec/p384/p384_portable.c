/* P-384 in C; the oracle of the other implementations in tests. */
#include "kernels/ec/p384/p384_field_portable.h"

NOINLINE void mont_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse)
{
    words_mont_mul(r, a, b, n, n_inverse, NUM_WORDS);
}

#define MONT_MUL mont_mul
#include "kernels/ec/p384/p384_template.h"

const struct ab_ec_kernels ab_p384_portable = {
    { "portable", AB_LEVEL_NONE, 0, 0 },
    &ab_p384_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};

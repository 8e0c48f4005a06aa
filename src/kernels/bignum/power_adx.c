/* Powers by products with MULX and ADX. Factors and results are below R; only the last product reduces below n. */
#include "kernels/bignum/mont_adx.h"

static void window_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse,
                       size_t num_words)
{
    if (num_words % ADX_BLOCK == 0 && num_words > ADX_BLOCK)
        almost_mul_adx(r, a, b, n, n_inverse, num_words);
    else
        ab_bignum_adx.mont_mul(r, a, b, n, n_inverse, num_words);
}

static void window_sqr(uint64_t *r, const uint64_t *a, const uint64_t *n, uint64_t n_inverse, size_t num_words)
{
    if (num_words % ADX_BLOCK == 0 && num_words > ADX_BLOCK)
        almost_sqr_adx(r, a, n, n_inverse, num_words);
    else
        ab_bignum_adx.mont_sqr(r, a, n, n_inverse, num_words);
}

#define MONT ab_bignum_adx
#define WINDOW_MUL window_mul
#define WINDOW_SQR window_sqr
#include "kernels/bignum/power_window_template.h"

/* Short lengths, and those whose squares are cheaper than products. At others AVX2 is faster. */
static int has_fast_size(size_t num_words)
{
    return any_size(num_words) && (num_words <= ADX_BLOCK || num_words % ADX_BLOCK == 0);
}

const struct ab_power_kernels ab_power_adx = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    .has_size = has_fast_size,
    .width = 1,
    .run = run,
};
const struct ab_power_kernels ab_power_adx_any = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    .has_size = any_size,
    .width = 1,
    .run = run,
};

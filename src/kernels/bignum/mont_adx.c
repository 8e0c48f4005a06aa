#include "ct/ct.h"
#include "kernels/bignum/mont_adx.h"

/* r, below 2n, less n where it is not below n; of whole blocks. */
static void subtract_once(uint64_t *r, const uint64_t *n, size_t num_words)
{
    uint64_t less[AB_BIGNUM_MAX_WORDS], keep;
    unsigned char borrow = 0;

    for (size_t i = 0; i < num_words; i += ADX_BLOCK) {
#pragma GCC unroll 8 /* the borrow stays in the carry flag */
        for (size_t j = i; j < i + ADX_BLOCK; j++)
            borrow = __builtin_ia32_sbb_u64(borrow, r[j], n[j], (unsigned long long *)&less[j]);
    }
    keep = ab_ct_barrier(0 - (uint64_t)borrow);
    for (size_t i = 0; i < num_words; i++)
        r[i] = ab_ct_select(keep, r[i], less[i]);
}

/* The functions of one length each; NULL for others. */
static ab_mont_mul_short *short_mul(size_t num_words)
{
    static ab_mont_mul_short *const by_length[] = {
        [2] = ab_mont_mul_2_adx, [3] = ab_mont_mul_3_adx, [4] = ab_mont_mul_4_adx, [5] = ab_mont_mul_5_adx, [6] = ab_mont_mul_6_adx,
        [7] = ab_mont_mul_7_adx, [8] = ab_mont_mul_8_adx,
    };

    return num_words < sizeof(by_length) / sizeof(by_length[0]) ? by_length[num_words] : NULL;
}

static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse, size_t num_words)
{
    if (short_mul(num_words) != NULL) {
        short_mul(num_words)(r, a, b, n, n_inverse);
    } else if (num_words % ADX_BLOCK == 0) {
        almost_mul_adx(r, a, b, n, n_inverse, num_words);
        subtract_once(r, n, num_words);
    } else {
        ab_bignum_portable.mont_mul(r, a, b, n, n_inverse, num_words);
    }
}

static void sqr(uint64_t *r, const uint64_t *a, const uint64_t *n, uint64_t n_inverse, size_t num_words)
{
    if (short_mul(num_words) != NULL) {
        short_mul(num_words)(r, a, a, n, n_inverse);
    } else if (num_words % ADX_BLOCK == 0) {
        almost_sqr_adx(r, a, n, n_inverse, num_words);
        subtract_once(r, n, num_words);
    } else {
        ab_bignum_portable.mont_sqr(r, a, n, n_inverse, num_words);
    }
}

const struct ab_bignum_kernels ab_bignum_adx = {
    .level = "adx", .needs_level = AB_LEVEL_AVX2, .needs_bits = AB_BIT_ADX, .mont_mul = mul, .mont_sqr = sqr,
};

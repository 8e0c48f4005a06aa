/*
 * Montgomery's product and square with MULX and ADX, for every length: by assembly for short lengths, and by blocks of
 * eight words.
 */
#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/mont_adx.h"

/* Subtract n from r < 2n if r >= n; the length is whole blocks. */
static void subtract_once(uint64_t *r, const uint64_t *n, size_t num_words)
{
    uint64_t less[AB_BIGNUM_MAX_WORDS], keep;
    unsigned char borrow = 0;

    for (size_t i = 0; i < num_words; i += ADX_BLOCK) {
#pragma GCC unroll 8 /* the borrow stays in the carry flag */
        for (size_t j = i; j < i + ADX_BLOCK; j++)
            borrow = _subborrow_u64(borrow, r[j], n[j], (unsigned long long *)&less[j]);
    }
    keep = ab_ct_mask((uint64_t)borrow);
    for (size_t i = 0; i < num_words; i++)
        r[i] = ab_ct_select(keep, r[i], less[i]);
}

static void pad(uint64_t *r, const uint64_t *a, size_t num_words, size_t len)
{
    memcpy(r, a, num_words * sizeof(*r));
    memset(r + num_words, 0, (len - num_words) * sizeof(*r));
}

/*
 * For lengths without assembly of their own: pad with zero words to whole blocks. The reduction then divides by more
 * than R, so shift the product up by as many words first; it stays below n times the divisor.
 */
static void padded_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse,
                       size_t num_words)
{
    size_t len = (num_words + ADX_BLOCK - 1) / ADX_BLOCK * ADX_BLOCK, up = len - num_words;
    uint64_t x[AB_BIGNUM_MAX_WORDS], y[AB_BIGNUM_MAX_WORDS], whole_n[AB_BIGNUM_MAX_WORDS],
        t[2 * AB_BIGNUM_MAX_WORDS + ADX_BLOCK];

    pad(x, a, num_words, len);
    pad(y, b, num_words, len);
    pad(whole_n, n, num_words, len);
    memset(t, 0, up * sizeof(*t));
    if (a == b)
        ab_words_sqr_adx(t + up, x, len / ADX_BLOCK);
    else
        ab_words_mul_adx(t + up, x, y, len / ADX_BLOCK);
    ab_mont_reduce_adx(x, t, whole_n, n_inverse, len / ADX_BLOCK);
    subtract_once(x, whole_n, len);
    memcpy(r, x, num_words * sizeof(*r));
    ab_wipe(x, len * sizeof(*x));
    ab_wipe(y, len * sizeof(*y));
    ab_wipe(whole_n, len * sizeof(*whole_n));
    ab_wipe(t, (2 * len + up) * sizeof(*t));
}

/* Return the function for this length; NULL if there is none. */
static ab_mont_mul_short *short_mul(size_t num_words)
{
    static ab_mont_mul_short *const by_length[] = {
        [2] = ab_mont_mul_2_adx,   [3] = ab_mont_mul_3_adx,   [4] = ab_mont_mul_4_adx,   [5] = ab_mont_mul_5_adx,
        [6] = ab_mont_mul_6_adx,   [7] = ab_mont_mul_7_adx,   [8] = ab_mont_mul_8_adx,   [9] = ab_mont_mul_9_adx,
        [10] = ab_mont_mul_10_adx, [11] = ab_mont_mul_11_adx, [12] = ab_mont_mul_12_adx, [13] = ab_mont_mul_13_adx,
        [14] = ab_mont_mul_14_adx, [15] = ab_mont_mul_15_adx, [17] = ab_mont_mul_17_adx, [18] = ab_mont_mul_18_adx,
        [19] = ab_mont_mul_19_adx, [20] = ab_mont_mul_20_adx, [21] = ab_mont_mul_21_adx, [22] = ab_mont_mul_22_adx,
        [23] = ab_mont_mul_23_adx, [25] = ab_mont_mul_25_adx, [26] = ab_mont_mul_26_adx, [27] = ab_mont_mul_27_adx,
        [28] = ab_mont_mul_28_adx, [29] = ab_mont_mul_29_adx, [30] = ab_mont_mul_30_adx, [31] = ab_mont_mul_31_adx,
    };

    return num_words < sizeof(by_length) / sizeof(by_length[0]) ? by_length[num_words] : NULL;
}

static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse,
                size_t num_words)
{
    if (short_mul(num_words) != NULL) {
        short_mul(num_words)(r, a, b, n, n_inverse);
    } else if (num_words % ADX_BLOCK == 0) {
        almost_mul_adx(r, a, b, n, n_inverse, num_words);
        subtract_once(r, n, num_words);
    } else {
        padded_mul(r, a, b, n, n_inverse, num_words);
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
        padded_mul(r, a, a, n, n_inverse, num_words);
    }
}

const struct ab_bignum_kernels ab_bignum_adx = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    .mont_mul = mul,
    .mont_sqr = sqr,
};

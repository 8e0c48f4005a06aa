/*
 * Products and Montgomery's reduction with MULX, ADCX and ADOX: assembly, each in a file of its name. Blocks are of
 * eight words.
 */
#ifndef AB_KERNELS_ADX_WORDS_H
#define AB_KERNELS_ADX_WORDS_H

#include <stddef.h>
#include <stdint.h>

/*
 * t = a b, of 16 num_blocks words, for a and b of 8 num_blocks words. t must overlap neither. Secret: all but the
 * length.
 */
void ab_words_mul_adx(uint64_t *t, const uint64_t *a, const uint64_t *b, size_t num_blocks);
/* t = a^2, likewise. */
void ab_words_sqr_adx(uint64_t *t, const uint64_t *a, size_t num_blocks);
/*
 * r = t / R modulo n, for t < R^2 of 16 num_blocks words and R = 2^(512 num_blocks). r is below R, but not always below
 * n. n_inverse is -1/n modulo 2^64. t is destroyed.
 */
void ab_mont_reduce_adx(uint64_t *r, uint64_t *t, const uint64_t *n, uint64_t n_inverse, size_t num_blocks);

/*
 * r = a b / R modulo n, for numbers of the length in the name, b < n and any a; r < n. r may be a or b. n_inverse is
 * -1/n modulo 2^64. Made by generate/make_mont_adx.py.
 */
typedef void ab_mont_mul_short(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                               uint64_t n_inverse);
ab_mont_mul_short ab_mont_mul_2_adx, ab_mont_mul_3_adx, ab_mont_mul_4_adx, ab_mont_mul_5_adx;
ab_mont_mul_short ab_mont_mul_6_adx, ab_mont_mul_7_adx, ab_mont_mul_8_adx;
ab_mont_mul_short ab_mont_mul_9_adx, ab_mont_mul_10_adx, ab_mont_mul_11_adx, ab_mont_mul_12_adx;
ab_mont_mul_short ab_mont_mul_13_adx, ab_mont_mul_14_adx, ab_mont_mul_15_adx;
ab_mont_mul_short ab_mont_mul_17_adx, ab_mont_mul_18_adx, ab_mont_mul_19_adx, ab_mont_mul_20_adx;
ab_mont_mul_short ab_mont_mul_21_adx, ab_mont_mul_22_adx, ab_mont_mul_23_adx;
ab_mont_mul_short ab_mont_mul_25_adx, ab_mont_mul_26_adx, ab_mont_mul_27_adx, ab_mont_mul_28_adx;
ab_mont_mul_short ab_mont_mul_29_adx, ab_mont_mul_30_adx, ab_mont_mul_31_adx;

#endif

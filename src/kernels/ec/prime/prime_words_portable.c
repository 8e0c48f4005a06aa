/* The arithmetic of prime_words.h: in C for each length, and the assembly of the products. */
#include "kernels/ec/prime/prime_words.h"

#include "kernels/bignum/bignum_kernels.h"
#include "kernels/ec/words.h"

#define MONT_MUL words_mont_mul
#define NUM 2
#include "kernels/ec/prime/prime_words_template.h"
#define NUM 3
#include "kernels/ec/prime/prime_words_template.h"
#define NUM 4
#include "kernels/ec/prime/prime_words_template.h"
#define NUM 5
#include "kernels/ec/prime/prime_words_template.h"
#define NUM 6
#include "kernels/ec/prime/prime_words_template.h"
#define NUM 8
#include "kernels/ec/prime/prime_words_template.h"
#undef MONT_MUL

/* Nine words are those of P-521 alone, after a demotion: the product that is a loop. */
#define MONT_MUL ab_bignum_portable.mont_mul
#define NUM 9
#include "kernels/ec/prime/prime_words_template.h"

const struct ab_prime_words ab_prime_words_portable[] = {
    [2] = { 2, mul_2, add_2, sub_2, half_2 }, [3] = { 3, mul_3, add_3, sub_3, half_3 },
    [4] = { 4, mul_4, add_4, sub_4, half_4 }, [5] = { 5, mul_5, add_5, sub_5, half_5 },
    [6] = { 6, mul_6, add_6, sub_6, half_6 }, [8] = { 8, mul_8, add_8, sub_8, half_8 },
    [9] = { 9, mul_9, add_9, sub_9, half_9 },
};

const struct ab_prime_words ab_prime_words_adx[] = {
    [4] = { 4, ab_mont_mul_4_adx, add_4, sub_4, half_4 },
    [5] = { 5, ab_mont_mul_5_adx, add_5, sub_5, half_5 },
    [6] = { 6, ab_mont_mul_6_adx, add_6, sub_6, half_6 },
    [8] = { 8, ab_mont_mul_8_adx, add_8, sub_8, half_8 },
};

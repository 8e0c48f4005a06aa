/* The arithmetic of prime_words.h in C, for each length. */
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
    [2] = { 2, ab_prime_mul_2, ab_prime_add_2, ab_prime_sub_2, ab_prime_half_2 },
    [3] = { 3, ab_prime_mul_3, ab_prime_add_3, ab_prime_sub_3, ab_prime_half_3 },
    [4] = { 4, ab_prime_mul_4, ab_prime_add_4, ab_prime_sub_4, ab_prime_half_4 },
    [5] = { 5, ab_prime_mul_5, ab_prime_add_5, ab_prime_sub_5, ab_prime_half_5 },
    [6] = { 6, ab_prime_mul_6, ab_prime_add_6, ab_prime_sub_6, ab_prime_half_6 },
    [8] = { 8, ab_prime_mul_8, ab_prime_add_8, ab_prime_sub_8, ab_prime_half_8 },
    [9] = { 9, ab_prime_mul_9, ab_prime_add_9, ab_prime_sub_9, ab_prime_half_9 },
};

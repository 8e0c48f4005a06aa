/* The arithmetic of prime_words.h with the products in assembly. */
#include "kernels/ec/prime/prime_words.h"

const struct ab_prime_words ab_prime_words_adx[] = {
    [4] = { 4, ab_mont_mul_4_adx, ab_prime_add_4, ab_prime_sub_4, ab_prime_half_4 },
    [5] = { 5, ab_mont_mul_5_adx, ab_prime_add_5, ab_prime_sub_5, ab_prime_half_5 },
    [6] = { 6, ab_mont_mul_6_adx, ab_prime_add_6, ab_prime_sub_6, ab_prime_half_6 },
    [8] = { 8, ab_mont_mul_8_adx, ab_prime_add_8, ab_prime_sub_8, ab_prime_half_8 },
};

/* Numbers where carries run through, for the tests of modular arithmetic. */
#ifndef AB_TESTS_BIGNUM_CASES_H
#define AB_TESTS_BIGNUM_CASES_H

#include <stddef.h>
#include <stdint.h>

/* Random words, or words of zeros, ones and single bits, or a run of ones between zeros. */
void t_random_number(uint64_t *r, size_t num_words);
/* Odd, above 1; as often as not with its highest bit set, and sometimes with leading zero words. */
void t_random_modulus(uint64_t *n, size_t num_words);
/* Below n: 0, 1, n - 1 and the like, or a random number. */
void t_random_residue(uint64_t *r, const uint64_t *n, size_t num_words);

#endif

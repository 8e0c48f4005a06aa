/* Numbers with long carry chains, for the tests of modular arithmetic. */
#ifndef AB_TESTS_BIGNUM_CASES_H
#define AB_TESTS_BIGNUM_CASES_H

#include <stddef.h>
#include <stdint.h>

/* Make random words, or words of zeros, ones and single bits, or a run of ones between zeros. */
void t_random_number(uint64_t *r, size_t num_words);
/* Make an odd number above 1; its highest bit is set half the time, and sometimes it has leading zero words. */
void t_random_modulus(uint64_t *n, size_t num_words);
/* Make a number below n: 0, 1, n - 1 and the like, or a random one. */
void t_random_residue(uint64_t *r, const uint64_t *n, size_t num_words);

#endif

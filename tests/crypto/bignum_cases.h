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

/*
 * The same without chance: modulus number i, near a power of two, so that quotients and carries are extreme; and
 * residue number i, from 0 to n - 1. i counts from 0; num_words is 66 at most.
 */
enum { T_NUM_TARGET_MODULI = 16, T_NUM_TARGET_RESIDUES = 8 };
void t_target_modulus(uint64_t *n, size_t num_words, unsigned i);
void t_target_residue(uint64_t *r, const uint64_t *n, size_t num_words, unsigned i);

#endif

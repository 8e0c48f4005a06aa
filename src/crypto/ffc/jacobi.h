/* The Jacobi symbol: H. Cohen, "A course in computational algebraic number theory", 1993, algorithm 1.4.10. */
#ifndef AB_CRYPTO_FFC_JACOBI_H
#define AB_CRYPTO_FFC_JACOBI_H

#include <stddef.h>
#include <stdint.h>

/* (a / n) into *symbol: 1, 0 or -1; n is odd. Both are public: time depends on them. 0 without memory. */
int ab_jacobi_public(int *symbol, const uint64_t *a, const uint64_t *n, size_t num_words);

#endif

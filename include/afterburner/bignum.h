/* The arithmetic of large numbers that RSA, DSA and Diffie-Hellman take as an argument. */
#ifndef AFTERBURNER_BIGNUM_H
#define AFTERBURNER_BIGNUM_H

#include "afterburner/cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ab_bignum;

/*
 * Make the fastest arithmetic that this processor has for each length. It does not change, serves any number of
 * threads, and must outlive the keys that were made with it. NULL without memory.
 */
AB_API struct ab_bignum *ab_bignum_new(const struct ab_cpu *cpu);
/* NULL is allowed. */
AB_API void ab_bignum_free(struct ab_bignum *b);

#ifdef __cplusplus
}
#endif
#endif

/* Inverses modulo odd numbers of up to 521 bits: the contract is in invert.h. */
#include "kernels/bignum/invert.h"

#define INVERT_MODULUS ab_invert521_modulus
enum { INVERT_WORDS = 9, INVERT_LIMBS = AB_INVERT521_LIMBS, INVERT_BATCHES = 23 }; /* 1242 steps */
#include "kernels/bignum/invert_template.h"

void ab_invert521(uint64_t r[9], const uint64_t a[9], const struct ab_invert521_modulus *m)
{
    invert(r, a, m);
}

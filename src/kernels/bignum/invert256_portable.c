/* Inverses modulo odd numbers of up to 256 bits: the contract is in invert.h. */
#include "kernels/bignum/invert.h"

#define INVERT_MODULUS ab_invert256_modulus
enum { INVERT_WORDS = 4, INVERT_LIMBS = AB_INVERT256_LIMBS, INVERT_BATCHES = 11 }; /* 594 steps */
#include "kernels/bignum/invert_template.h"

void ab_invert256(uint64_t r[4], const uint64_t a[4], const struct ab_invert256_modulus *m)
{
    invert(r, a, m);
}

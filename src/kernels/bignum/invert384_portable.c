/* Inverses modulo odd numbers of up to 384 bits: the contract is in invert.h. */
#include "kernels/bignum/invert.h"

#define INVERT_MODULUS ab_invert384_modulus
enum { INVERT_WORDS = 6, INVERT_LIMBS = AB_INVERT384_LIMBS, INVERT_BATCHES = 17 }; /* 918 steps */
#include "kernels/bignum/invert_template.h"

void ab_invert384(uint64_t r[6], const uint64_t a[6], const struct ab_invert384_modulus *m)
{
    invert(r, a, m);
}

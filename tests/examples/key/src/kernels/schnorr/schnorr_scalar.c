/* Powers for the Schnorr signatures with Montgomery products (P. Montgomery, 1985) and R = 2^64. */
#include "kernels/schnorr/schnorr_kernels.h"
#include "kernels/schnorr/schnorr_words.h"

#define MINUS_INVERSE 0x4018cfff9cc0018du /* -1/p mod R */
#define R_SQUARED 0x6a72c990u             /* R^2 mod p */
#define R_MOD_P 0xa514u                   /* R mod p = R - 4 p */

/* Return a b / R mod p for a, b < p. The sum is below 2^126, and its upper half below 2 p. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    uint64_t m = (uint64_t)product * MINUS_INVERSE;

    return ab_schnorr_reduce((uint64_t)((product + (unsigned __int128)m * AB_SCHNORR_P) >> 64), AB_SCHNORR_P);
}

static uint64_t enter(uint64_t a)
{
    return multiply(a, R_SQUARED);
}

static uint64_t leave(uint64_t a)
{
    return multiply(a, 1);
}

#define NAME ab_schnorr_scalar
#define NEEDS { "scalar", AB_LEVEL_NONE, 0, 0 }
#define DOMAIN_ONE R_MOD_P
#include "kernels/schnorr/schnorr_power_template.h"

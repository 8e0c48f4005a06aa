/* Powers for the Schnorr signatures with products by additions: slow, and as plain as the definition. */
#include "kernels/schnorr/schnorr_kernels.h"
#include "kernels/schnorr/schnorr_words.h"

static uint64_t multiply(uint64_t a, uint64_t b)
{
    return ab_schnorr_mul_add(a, b, 0, AB_SCHNORR_P);
}

static uint64_t enter(uint64_t a)
{
    return a;
}

static uint64_t leave(uint64_t a)
{
    return a;
}

#define NAME ab_schnorr_portable
#define NEEDS { "portable", AB_LEVEL_NONE, 0, 1 }
#define DOMAIN_ONE 1
#include "kernels/schnorr/schnorr_power_template.h"

/* Other processors have the portable implementations alone, which were measured on none of them. */
#include "provider/gains.h"

#include "afterburner/rsa.h"

int ab_family_gains(unsigned family, const struct ab_cpu *cpu)
{
    (void)family, (void)cpu;
    return 0;
}

size_t ab_rsa_least_bits(void)
{
    return AB_RSA_MIN_BITS;
}

size_t ab_power_most_bits(void)
{
    return AB_RSA_MAX_BITS;
}

/* Which families are faster than OpenSSL's own where it has other assembly than on x86-64, or ours lacks it. */
#ifndef AB_PROVIDER_GAINS_H
#define AB_PROVIDER_GAINS_H

#include "afterburner/cpu.h"
#include "crypto/families.h"

/*
 * Return 1 if the family is faster than the default provider's on such a processor, or if that is left to is_fallback
 * of its implementations (x86-64); 0 if it is offered only where the configuration names it. Numbers above
 * AB_NUM_FAMILIES are families of names.h.
 */
int ab_family_gains(unsigned family, const struct ab_cpu *cpu);

/* The bits of the shortest RSA keys that are handled here; the default provider is faster with shorter ones. */
size_t ab_rsa_least_bits(void);
/* The bits of the longest modulus of a power that is computed here; the default provider is faster with longer ones. */
size_t ab_power_most_bits(void);

#endif

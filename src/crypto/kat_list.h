/* Every known-answer test, by family: one table for the module's health check and for `afterburner selftest`. */
#ifndef AB_CRYPTO_KAT_LIST_H
#define AB_CRYPTO_KAT_LIST_H

#include "crypto/aes/aes_kat.h"
#include "crypto/families.h"

struct ab_kat {
    const char *name; /* "AES-CTR" */
    ab_aes_kat_fn *run;
    uint32_t needs_bits; /* enum ab_cpu_bit: of the processor, besides the level */
};

extern const struct ab_kat ab_kat_list[AB_NUM_FAMILIES];

#endif

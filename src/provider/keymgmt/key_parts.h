/* The parts of a key of ML-KEM, ML-DSA or SLH-DSA, as files and imports have them. */
#ifndef AB_PROVIDER_KEYMGMT_KEY_PARTS_H
#define AB_PROVIDER_KEYMGMT_KEY_PARTS_H

#include <stdint.h>

/*
 * In the encodings of FIPS 203, 204 or 205, of the lengths of the parameter set. A part that is absent is NULL. Seed
 * and private key are secret.
 */
struct ab_key_parts {
    const uint8_t *seed, *private_key, *public_key;
};

#endif

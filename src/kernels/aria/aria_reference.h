/*
 * ARIA, slow and plain, as the oracle of the tests: aes_reference.h has the modes. No part of the library, and NOT
 * constant time.
 */
#ifndef AB_KERNELS_ARIA_REFERENCE_H
#define AB_KERNELS_ARIA_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* Round keys for encryption; decryption undoes the rounds one by one. RFC 5794 sec. 2. in == out is allowed. */
struct ab_ref_aria_key {
    uint8_t round_key[17][16];
    unsigned rounds;
};

void ab_ref_aria_expand(struct ab_ref_aria_key *k, const uint8_t *key, size_t key_len);
void ab_ref_aria_crypt(const struct ab_ref_aria_key *k, int decrypt, const uint8_t in[16], uint8_t out[16]);

#endif

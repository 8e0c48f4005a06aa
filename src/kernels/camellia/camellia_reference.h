/*
 * Camellia, slow and plain, as the oracle of the tests: aes_reference.h has the modes. No part of the library, and NOT
 * constant time.
 */
#ifndef AB_KERNELS_CAMELLIA_REFERENCE_H
#define AB_KERNELS_CAMELLIA_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* The round keys of encryption, RFC 3713 sec. 2.2; decryption takes them in reverse order. in == out is allowed. */
struct ab_ref_camellia_key {
    uint64_t kw[4], k[24], ke[6];
    unsigned rounds; /* 18 or 24 */
};

void ab_ref_camellia_expand(struct ab_ref_camellia_key *k, const uint8_t *key, size_t key_len);
void ab_ref_camellia_crypt(const struct ab_ref_camellia_key *k, int decrypt, const uint8_t in[16], uint8_t out[16]);

#endif

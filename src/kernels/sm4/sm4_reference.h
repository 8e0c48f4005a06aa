/*
 * SM4, slow and plain, as the oracle of the tests: aes_reference.h has the modes. No part of the library, and NOT
 * constant time.
 */
#ifndef AB_KERNELS_SM4_REFERENCE_H
#define AB_KERNELS_SM4_REFERENCE_H

#include <stdint.h>

/* GB/T 32907-2016, sections 7.1 to 7.3. in == out is allowed. */
void ab_ref_sm4_expand(uint32_t rk[32], const uint8_t key[16]);
void ab_ref_sm4_crypt(const uint32_t rk[32], int decrypt, const uint8_t in[16], uint8_t out[16]);

#endif

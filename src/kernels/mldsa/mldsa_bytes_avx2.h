/* Bytes of ML-DSA with AVX2, for the levels from AVX2 on: members of struct ab_mldsa_kernels. */
#ifndef AB_KERNELS_MLDSA_BYTES_AVX2_H
#define AB_KERNELS_MLDSA_BYTES_AVX2_H

#include "kernels/mldsa/mldsa_kernels.h"

void ab_mldsa_pack_avx2(uint8_t *out, const ab_mldsa_poly a, int32_t top, unsigned bits);
void ab_mldsa_unpack_avx2(ab_mldsa_poly out, const uint8_t *in, int32_t top, unsigned bits);
void ab_mldsa_pack_high_avx2(uint8_t *out, const ab_mldsa_bytes high, unsigned num_high);
void ab_mldsa_sample_challenge_avx2(ab_mldsa_poly out, const uint8_t *in, size_t len, unsigned tau);

#endif

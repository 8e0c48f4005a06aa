/* ML-KEM's encodings with AVX2, under the contracts of mlkem_kernels.h. Wider levels use them too. */
#ifndef AB_KERNELS_MLKEM_BYTES_AVX2_H
#define AB_KERNELS_MLKEM_BYTES_AVX2_H

#include "kernels/mlkem/mlkem_kernels.h"

void ab_mlkem_encode_avx2(uint8_t *out, const ab_mlkem_poly a);
unsigned ab_mlkem_decode_avx2(ab_mlkem_poly out, const uint8_t *in);
void ab_mlkem_compress_avx2(uint8_t *out, const ab_mlkem_poly a, unsigned d);
void ab_mlkem_decompress_avx2(ab_mlkem_poly out, const uint8_t *in, unsigned d);

#endif

/* The AES kernels of VAES and VPCLMULQDQ with AVX-512: 512-bit vectors, four blocks each. */
#include "kernels/aes/vec_vaes512.h"

#define WOVEN(kernel) kernel
#define NEEDS { "vaes512", AB_LEVEL_AVX512, AB_BIT_VAES | AB_BIT_VPCLMUL | AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/aes/kernels_template.h"

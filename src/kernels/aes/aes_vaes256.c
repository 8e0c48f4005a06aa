/* The AES kernels of VAES and VPCLMULQDQ without AVX-512: 256-bit vectors, two blocks each. */
#include "kernels/aes/vec_vaes256.h"

#define WOVEN(kernel) kernel
#define NEEDS { "vaes256", AB_LEVEL_AVX2, AB_BIT_VAES | AB_BIT_VPCLMUL | AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/aes/kernels_template.h"

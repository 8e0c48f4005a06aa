/* The AES kernels of AES-NI and PCLMULQDQ: 128-bit vectors, one block each. */
#include "kernels/aes/vec_aesni.h"

#define WOVEN(kernel) kernel
#define NEEDS { "aesni", AB_LEVEL_SSE41, AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/aes/kernels_template.h"

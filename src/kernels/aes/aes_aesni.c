/* The AES kernels of AES-NI and PCLMULQDQ: 128-bit vectors, one block each. */
#include "kernels/aes/vec_aesni.h"

#define AB_LEVEL AB_LEVEL_AESNI
#include "kernels/aes/kernels_template.h"

/* The AES kernels of level vaes256: 256-bit vectors: two blocks each, no AVX-512. */
#include "kernels/aes/vec_vaes256.h"

#define AB_LEVEL AB_LEVEL_VAES256
#include "kernels/aes/kernels_template.h"

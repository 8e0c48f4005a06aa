/* The AES kernels of VAES and VPCLMULQDQ without AVX-512: 256-bit vectors, two blocks each. */
#include "kernels/aes/vec_vaes256.h"

#define AB_LEVEL AB_LEVEL_VAES256
#include "kernels/aes/kernels_template.h"

/* The AES kernels of VAES and VPCLMULQDQ with AVX-512: 512-bit vectors, four blocks each. */
#include "kernels/aes/vec_vaes512.h"

#define AB_LEVEL AB_LEVEL_VAES512
#include "kernels/aes/kernels_template.h"

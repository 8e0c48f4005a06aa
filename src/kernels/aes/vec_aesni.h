/* One block a vector, by the instructions of SSE4.1, AES and PCLMULQDQ. */
#ifndef AB_VEC_AESNI_H
#define AB_VEC_AESNI_H

#include <immintrin.h>

#define AB_SYMBOL(name) name##_aesni
#define VEC_REGISTER "v"

#include "kernels/aes/vec_block.h"

#endif

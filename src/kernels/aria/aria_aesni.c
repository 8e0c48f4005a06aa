/* The ARIA kernels of AES-NI and PCLMULQDQ: 128-bit vectors. */
#include "kernels/aes/vec_aesni.h"

/* What the modes of AES do not need: the 16-bit words with odd numbers from b, the others from a. */
static inline vec vec_blend_odd16(vec a, vec b)
{
    return _mm_blend_epi16(a, b, 0xaa);
}

#define NEEDS { "aesni", AB_LEVEL_SSE41, AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/aria/aria_rounds_aes_template.h"
#include "kernels/aria/aria_kernels_template.h"

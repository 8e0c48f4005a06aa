/* The ARIA kernels of VAES and VPCLMULQDQ without AVX-512: 256-bit vectors. */
#include "kernels/aes/vec_vaes256.h"

/* What the modes of AES do not need: the 16-bit words with odd numbers from b, the others from a. */
static inline vec vec_blend_odd16(vec a, vec b)
{
    return _mm256_blend_epi16(a, b, 0xaa);
}

#define NEEDS { "vaes256", AB_LEVEL_AVX2, AB_BIT_VAES | AB_BIT_VPCLMUL | AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/aria/aria_rounds_aes_template.h"
#include "kernels/aria/aria_kernels_template.h"

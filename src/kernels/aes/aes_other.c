/* The AES kernels in C, for processors without kernels of their own. */
#include "kernels/aes/m128_other.h"

#define AB_SYMBOL(name) name##_portable
#define VEC_REGISTER "w"
#include "kernels/aes/vec_block.h"

#define WOVEN(kernel) NULL /* they need AB_BIT_SHA */
#define NEEDS { "portable", AB_LEVEL_NONE, 0, 1 }
#include "kernels/aes/kernels_template.h"

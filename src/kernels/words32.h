/* What kernels that compute with words of 32 bits in general registers share. */
#ifndef AB_KERNELS_WORDS32_H
#define AB_KERNELS_WORDS32_H

#include <stdint.h>

#include "kernels/inline.h"

/* n is 0 to 31. */
INLINE uint32_t rotate_left(uint32_t x, unsigned n)
{
    return x << n | x >> (-n & 31);
}

/* Keep the compiler from moving terms of a sum across this point, which would lengthen the path. */
INLINE uint32_t early(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

#endif

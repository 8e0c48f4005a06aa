/* The field of fe25519.h in words, for files with AVX-512 IFMA: with MULX and ADX where they take words of 64 bits. */
#ifndef AB_KERNELS_FE25519_WORDS_H
#define AB_KERNELS_FE25519_WORDS_H

#ifdef __x86_64__
# include "kernels/curve25519/fe25519_adx.h"
#else
# include "kernels/curve25519/fe25519_portable.h"
#endif

#endif

/*
 * The field of p521_field.h for files with AVX-512 IFMA, and WORDS_KERNELS, whose functions serve where no points are
 * multiplied: with MULX and ADX where they take words of 64 bits.
 */
#ifndef AB_KERNELS_EC_P521_FIELD_WORDS_H
#define AB_KERNELS_EC_P521_FIELD_WORDS_H

#ifdef __x86_64__
# include "kernels/ec/p521/p521_field_adx.h"
# define WORDS_KERNELS ab_p521_adx
#else
# include "kernels/ec/p521/p521_field_portable.h"
# define WORDS_KERNELS ab_p521_portable
#endif

#endif

/* Stand-in for the compiler's header: tests/bounds/intrinsics.py gives the functions their meaning. */
#ifndef AB_BOUNDS_IMMINTRIN_H
#define AB_BOUNDS_IMMINTRIN_H

typedef long long __m128i __attribute__((vector_size(16)));
typedef long long __m256i __attribute__((vector_size(32)));
typedef long long __m512i __attribute__((vector_size(64)));
typedef __m256i __m256; /* only the bits are of interest */
typedef __m512i __m512;
typedef unsigned char __mmask8;
typedef unsigned short __mmask16;
typedef unsigned int __mmask32;
typedef unsigned long long __mmask64;
typedef int _MM_PERM_ENUM;

#endif

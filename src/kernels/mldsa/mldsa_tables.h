/* Constants of ML-DSA, made by generate/make_mldsa_tables.py. */
#ifndef AB_KERNELS_MLDSA_TABLES_H
#define AB_KERNELS_MLDSA_TABLES_H

#include <stdint.h>

/*
 * zeta^BitRev8(i) 2^32 mod q with zeta = 1753 (FIPS 204 appendix B), |.| < q / 2: Montgomery's form, so that a
 * reduction by 2^32 leaves the product.
 */
extern _Alignas(64) const int32_t ab_mldsa_zetas[256];

#endif

/* Constants of ML-DSA, made by generate/make_mldsa_tables.py. */
#ifndef AB_KERNELS_MLDSA_TABLES_H
#define AB_KERNELS_MLDSA_TABLES_H

#include <stdint.h>

/*
 * zeta^BitRev8(i) 2^32 mod q with zeta = 1753 (FIPS 204 appendix B), |.| < q / 2: Montgomery's form, so that a
 * reduction by 2^32 leaves the product. ..._over_q: the same times 1 / q mod 2^32, for products in vectors.
 */
extern _Alignas(64) const int32_t ab_mldsa_zetas[256], ab_mldsa_zetas_over_q[32];

/*
 * The same for the levels of the NTT, or of its inverse, whose butterflies lie inside vectors of 8 or 16 words: for
 * each pair of vectors and each length, from the longest on, a vector of powers of zeta and one of them over q, in
 * the order of words that the splits leave (mldsa_ring_template.h).
 */
extern _Alignas(64) const int32_t ab_mldsa_tail_8[16 * 3 * 2 * 8], ab_mldsa_inverse_tail_8[16 * 3 * 2 * 8];
extern _Alignas(64) const int32_t ab_mldsa_tail_16[8 * 4 * 2 * 16], ab_mldsa_inverse_tail_16[8 * 4 * 2 * 16];

/* For each mask of eight words the numbers of those whose bits are set, then zeros. */
extern _Alignas(64) const uint8_t ab_mldsa_compaction[256 * 8];

#endif

/* Constants of ML-KEM, made by generate/make_mlkem_tables.py. */
#ifndef AB_KERNELS_MLKEM_TABLES_H
#define AB_KERNELS_MLKEM_TABLES_H

#include <stdint.h>

/*
 * zeta^BitRev7(i) 2^16 mod q with zeta = 17 (FIPS 203 appendix A), |.| < q / 2: Montgomery's form, so that a reduction
 * by 2^16 leaves the product. ..._over_q: the same times 1 / q mod 2^16, for products in vectors.
 */
extern _Alignas(64) const int16_t ab_mlkem_zetas[128], ab_mlkem_zetas_over_q[128];

/*
 * The same for the levels of the NTT, or of its inverse, whose butterflies lie inside vectors of 16 or 32 words: for
 * each pair of vectors and each length, from the longest on, a vector of powers of zeta and one of them over q, in the
 * order of words that the splits leave (mlkem_ring_template.h).
 */
extern _Alignas(64) const int16_t ab_mlkem_tail_16[8 * 3 * 2 * 16], ab_mlkem_inverse_tail_16[8 * 3 * 2 * 16];
extern _Alignas(64) const int16_t ab_mlkem_tail_32[4 * 4 * 2 * 32], ab_mlkem_inverse_tail_32[4 * 4 * 2 * 32];

/* For each coefficient 2^16, or gamma 2^16 (FIPS 203 sec. 4.3.1) if it is odd, in Montgomery's form; then over q. */
extern _Alignas(64) const int16_t ab_mlkem_factors[2 * 256];

/* For each mask of eight words the offsets, in bytes, of the words whose bits are set, then zeros. */
extern _Alignas(64) const uint8_t ab_mlkem_compaction[256 * 8];

#endif

/*
 * The contract of the permutation Keccak-p[1600, 24] (FIPS 202 sec. 3), and of absorbing blocks by it (sec. 4).
 *
 * A state is the 25 lanes A[x, y] at index x + 5y, as native words: byte i of the string S of sec. 3.1.2 is byte i of
 * the memory. State and message may be secret: time depends on the counts alone. States need the alignment of their
 * words; messages need none. No copy of a state stays in memory elsewhere.
 */
#ifndef AB_KERNELS_KECCAK_KERNELS_H
#define AB_KERNELS_KECCAK_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { AB_KECCAK_LANES = 25, AB_KECCAK_ROUNDS = 24 };

typedef void ab_keccak_permute_fn(uint64_t state[AB_KECCAK_LANES]);

/*
 * Absorb num_blocks (may be 0) blocks of block_len bytes, a multiple of 8 up to 200: add each to the state, then
 * permute.
 */
typedef void ab_keccak_absorb_fn(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len);

ab_keccak_permute_fn ab_keccak_permute_portable, ab_keccak_permute_bmi2, ab_keccak_permute_avx512;
ab_keccak_absorb_fn ab_keccak_absorb_portable; /* C; the oracle of the tests and the last resort */
ab_keccak_absorb_fn ab_keccak_absorb_bmi2;     /* BMI, BMI2 */
ab_keccak_absorb_fn ab_keccak_absorb_avx512;   /* AVX-512VL */

/*
 * Absorb 1 to that many independent messages at once: like absorb, into each state[i] (uint64_t[25]; they do not
 * overlap) from in[i].
 */
typedef void ab_keccak_absorb_lanes_fn(void *const state[], const uint8_t *const in[], size_t num_blocks,
                                       size_t block_len, unsigned num_lanes);

enum { AB_KECCAK_MAX_LANES_AVX2 = 4, AB_KECCAK_MAX_LANES_AVX512 = 8 };
ab_keccak_absorb_lanes_fn ab_keccak_absorb_lanes_avx2, ab_keccak_absorb_lanes_avx512;

/* Permute this many states at once. Lanes of the same place are adjacent; the states are aligned to 64 bytes. */
void ab_keccak_permute_x4_avx2(uint64_t states[AB_KECCAK_LANES][AB_KECCAK_MAX_LANES_AVX2]);
void ab_keccak_permute_x8_avx512(uint64_t states[AB_KECCAK_LANES][AB_KECCAK_MAX_LANES_AVX512]);

/* Write the first five lanes of each permuted state of `in`, which does not overlap; the others are then undefined. */
void ab_keccak_first_row_x4_avx2(uint64_t states[AB_KECCAK_LANES][AB_KECCAK_MAX_LANES_AVX2],
                                 const uint64_t in[AB_KECCAK_LANES][AB_KECCAK_MAX_LANES_AVX2]);
void ab_keccak_first_row_x8_avx512(uint64_t states[AB_KECCAK_LANES][AB_KECCAK_MAX_LANES_AVX512],
                                   const uint64_t in[AB_KECCAK_LANES][AB_KECCAK_MAX_LANES_AVX512]);

/* RC of iota (FIPS 202 sec. 3.2.5). */
extern const uint64_t ab_keccak_rc[AB_KECCAK_ROUNDS];

#endif

/*
 * The contract of the kernels of SLH-DSA: chains of the function F (FIPS 205 sec. 5, 11), many side by side, each in
 * its lane of registers from its first step to its last. PRF is a chain of one step.
 *
 * Values may be secret. Time depends on n, on the number of chains and on their lengths, which are public. Addresses
 * are public, too. Nothing needs alignment; nothing overlaps. No copy of a value stays in memory elsewhere.
 */
#ifndef AB_KERNELS_SLHDSA_KERNELS_H
#define AB_KERNELS_SLHDSA_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { AB_SLHDSA_ADDRESS_LEN = 32 };

/* ADRS of sec. 4.2: words of four bytes, big-endian. */
typedef uint8_t ab_slhdsa_address[AB_SLHDSA_ADDRESS_LEN];

struct ab_slhdsa_chain {
    ab_slhdsa_address address; /* of the first step; each step adds 1 to the last word, whose low byte does not wrap */
    unsigned num_steps;        /* 0 to 16 */
    unsigned kept_step;        /* 0 to num_steps */
    uint8_t *kept;             /* NULL, or where the value after kept_step steps goes as well */
};

/*
 * Algorithm 5: replace each of num values (at least 1), n bytes (16, 24 or 32) each and adjacent, by the end of its
 * chain. seed: with SHA-256 its state after the block of PK.seed, uint32_t[8]; with SHAKE PK.seed itself, n bytes.
 * Chains of the same length are the fastest if they are neighbours.
 */
typedef void ab_slhdsa_chains_fn(const void *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                 unsigned num);

ab_slhdsa_chains_fn ab_slhdsa_sha256_chains_sha;    /* SHA instructions, SSE4.1: four lanes */
ab_slhdsa_chains_fn ab_slhdsa_sha256_chains_avx2;   /* 8 lanes */
ab_slhdsa_chains_fn ab_slhdsa_sha256_chains_avx512; /* 32 lanes, and the SHA instructions */
ab_slhdsa_chains_fn ab_slhdsa_shake_chains_avx2;    /* four lanes */
ab_slhdsa_chains_fn ab_slhdsa_shake_chains_avx512;  /* 8 lanes */

#endif

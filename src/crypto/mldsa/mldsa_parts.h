/* Where the parts of a key are, the lengths of encoded polynomials, and SHAKE256. */
#ifndef AB_CRYPTO_MLDSA_PARTS_H
#define AB_CRYPTO_MLDSA_PARTS_H

#include "afterburner/mldsa.h"
#include "kernels/mldsa/mldsa_kernels.h"

/* Bits of an encoded coefficient. */
enum { AB_MLDSA_T1_BITS = 10, AB_MLDSA_T0_BITS = AB_MLDSA_D };

/* The bytes of a polynomial with this many bits for a coefficient. */
static inline size_t ab_mldsa_poly_len(unsigned bits)
{
    return (size_t)bits * (AB_MLDSA_N / 8);
}

static inline unsigned ab_mldsa_z_bits(const struct ab_mldsa_params *params)
{
    return params->gamma1_bits + 1;
}

/* Bits of a packed coefficient of s1 and s2, which has 2 eta + 1 values. */
static inline unsigned ab_mldsa_s_bits(const struct ab_mldsa_params *params)
{
    return params->eta == 2 ? 3 : 4;
}

/* The bytes of a polynomial of high bits. */
static inline size_t ab_mldsa_high_len(const struct ab_mldsa_params *params)
{
    return params->num_high == AB_MLDSA_HIGH_16 ? AB_MLDSA_N / 2 : AB_MLDSA_N / 4 * 3;
}

enum {
    AB_MLDSA_MAX_HIGH_LEN = AB_MLDSA_MAX_K * AB_MLDSA_N / 2, /* of a vector: more than 4 of 192 bytes */
    AB_MLDSA_MAX_CHALLENGE_LEN = 64
};

/* The greatest coefficient of a signature is below gamma1 - beta, with beta = tau eta. */
static inline int32_t ab_mldsa_z_bound(const struct ab_mldsa_params *params)
{
    return (int32_t)((1u << params->gamma1_bits) - params->tau * params->eta);
}

/* The polynomials of a row, and the indices of its last one, of s1, s2 and t0 among those that mldsa.h lists. */
static inline size_t ab_mldsa_row_len(const struct ab_mldsa_params *params)
{
    return params->l + 1;
}

static inline size_t ab_mldsa_t1_at(const struct ab_mldsa_params *params, unsigned row)
{
    return row * ab_mldsa_row_len(params) + params->l;
}

static inline size_t ab_mldsa_s1_at(const struct ab_mldsa_params *params)
{
    return params->k * ab_mldsa_row_len(params);
}

static inline size_t ab_mldsa_s2_at(const struct ab_mldsa_params *params)
{
    return ab_mldsa_s1_at(params) + params->l;
}

static inline size_t ab_mldsa_t0_at(const struct ab_mldsa_params *params)
{
    return ab_mldsa_s2_at(params) + params->k;
}

/*
 * H of FIPS 204 sec. 3.7, SHAKE256, of a message in parts: start, ab_mldsa_message_update, finish. out_len is at most
 * one block, 136 bytes. finish wipes the state. Message and output may be secret; time depends on lengths alone.
 */
void ab_mldsa_hash_start(struct ab_mldsa_message *m, const struct ab_mldsa_kernels *kernels);
void ab_mldsa_hash_finish(struct ab_mldsa_message *m, uint8_t *out, size_t out_len);

/* mu || encoded high bits, room for all parameter sets. c~ is the hash value (algorithms 7 and 8). */
typedef uint8_t ab_mldsa_commitment[AB_MLDSA_MU_LEN + AB_MLDSA_MAX_HIGH_LEN];

/*
 * c~ of num commitments in step, 1 to the kernels' num_lanes, under keys of one parameter set: params->challenge_len
 * bytes each, adjacent. In signing the commitments are secret; time depends on the parameter set and num alone.
 */
void ab_mldsa_hash_commitments(const struct ab_mldsa_key *key, uint8_t *challenges, const uint8_t *const in[],
                               unsigned num);

#endif

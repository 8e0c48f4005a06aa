/* Verification of signatures: FIPS 204 sec. 5.3 and 6.3. Everything is public. */
#include <string.h>

#include "afterburner/mldsa_batch.h"
#include "crypto/mldsa/mldsa_parts.h"

/* A signature's parts. */
struct parts {
    /* z and c, the factors of a row of the key */
    ab_mldsa_poly vector[AB_MLDSA_MAX_L + 1] __attribute__((aligned(64)));
    ab_mldsa_bytes hints[AB_MLDSA_MAX_K];
};

/*
 * HintBitUnpack, algorithm 21. Return 1 if the places of each polynomial ascend, there are at most omega, and the
 * unused ones are 0.
 */
static int get_hints(const struct ab_mldsa_params *params, ab_mldsa_bytes *hints, const uint8_t *in)
{
    const uint8_t *ends = in + params->omega;
    unsigned num = 0;

    memset(hints, 0, params->k * sizeof(hints[0]));
    for (unsigned i = 0; i < params->k; i++) {
        const unsigned first = num;

        if (ends[i] < num || ends[i] > params->omega)
            return 0;
        for (; num < ends[i]; num++) {
            if (num > first && in[num - 1] >= in[num])
                return 0;
            hints[i][in[num]] = 1;
        }
    }
    for (; num < params->omega; num++)
        if (in[num] != 0)
            return 0;
    return 1;
}

/* sigDecode, algorithm 27. Return 1 if the hints are well-formed and z is small enough. */
static int get_parts(const struct ab_mldsa_key *key, struct parts *p, const uint8_t *in)
{
    const struct ab_mldsa_params *params = key->params;
    const unsigned bits = ab_mldsa_z_bits(params);
    const uint8_t *z = in + params->challenge_len;

    if (!get_hints(params, p->hints, z + params->l * ab_mldsa_poly_len(bits)))
        return 0;
    for (unsigned i = 0; i < params->l; i++) {
        key->kernels->unpack(p->vector[i], z + i * ab_mldsa_poly_len(bits), 1 << params->gamma1_bits, bits);
        if (key->kernels->exceeds(p->vector[i], ab_mldsa_z_bound(params)))
            return 0;
    }
    key->kernels->sample_challenge(p->vector[params->l], in, params->challenge_len, params->tau);
    return 1;
}

/* Write the high bits to which a signature leads. Return 0 if it is malformed. */
static int recover_high(const struct ab_mldsa_key *key, uint8_t *encoded, const uint8_t *signature)
{
    const struct ab_mldsa_kernels *kernels = key->kernels;
    const struct ab_mldsa_params *params = key->params;
    const size_t high_len = ab_mldsa_high_len(params);
    struct parts p;

    if (!get_parts(key, &p, signature))
        return 0;
    for (unsigned i = 0; i <= params->l; i++)
        kernels->ntt(p.vector[i]);
    for (unsigned i = 0; i < params->k; i++) {
        ab_mldsa_poly w __attribute__((aligned(64)));
        ab_mldsa_bytes high __attribute__((aligned(64)));

        kernels->inner_product(w, key->polys + i * ab_mldsa_row_len(params), (const ab_mldsa_poly *)p.vector,
                               params->l + 1);
        kernels->inverse_ntt(w);
        kernels->use_hint(high, w, p.hints[i], params->num_high);
        kernels->pack_high(encoded + i * high_len, high, params->num_high);
    }
    return 1;
}

/* Verify num signatures in step, 1 to the lanes of the kernels. */
static void verify(const struct ab_mldsa_key *const keys[], const uint8_t *const signatures[],
                   const uint8_t (*mus)[AB_MLDSA_MU_LEN], int *valid, unsigned num)
{
    const size_t len = keys[0]->params->challenge_len;
    ab_mldsa_commitment commitments[AB_MLDSA_MAX_LANES];
    uint8_t challenges[AB_MLDSA_MAX_LANES * AB_MLDSA_MAX_CHALLENGE_LEN];
    const uint8_t *in[AB_MLDSA_MAX_LANES] = { NULL };
    unsigned num_in = 0;

    for (unsigned i = 0; i < num; i++) {
        valid[i] = recover_high(keys[i], commitments[num_in] + AB_MLDSA_MU_LEN, signatures[i]);
        if (!valid[i])
            continue;
        memcpy(commitments[num_in], mus[i], AB_MLDSA_MU_LEN);
        in[num_in] = commitments[num_in];
        num_in++;
    }
    if (num_in > 0)
        ab_mldsa_hash_commitments(keys[0], challenges, in, num_in);
    for (unsigned i = 0, at = 0; i < num; i++)
        if (valid[i])
            valid[i] = memcmp(challenges + at++ * len, signatures[i], len) == 0;
}

int ab_mldsa_verify(const struct ab_mldsa_key *key, const uint8_t *signature, size_t len,
                    const uint8_t mu[AB_MLDSA_MU_LEN])
{
    int valid = len == key->params->signature_len;

    if (valid)
        verify(&key, &signature, (const uint8_t (*)[AB_MLDSA_MU_LEN])(const void *)mu, &valid, 1);
    return valid;
}

int ab_mldsa_verify_many(const struct ab_mldsa_key *const keys[], const uint8_t *const signatures[],
                         const uint8_t (*mus)[AB_MLDSA_MU_LEN], int valid[], size_t num)
{
    int all = 1;

    for (size_t done = 0; done < num;) {
        const unsigned lanes = keys[0]->kernels->num_lanes, now = num - done < lanes ? (unsigned)(num - done) : lanes;

        verify(keys + done, signatures + done, mus + done, valid + done, now);
        done += now;
    }
    for (size_t i = 0; i < num; i++)
        all &= valid[i];
    return all;
}

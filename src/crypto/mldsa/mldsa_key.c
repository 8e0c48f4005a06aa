/* Keys of ML-DSA: generation, import and export (FIPS 204 sec. 5.1, 6.1, 7.2). */
#include <string.h>

#include "crypto/mldsa/mldsa_parts.h"
#include "ct/ct.h"

enum { Q = AB_MLDSA_Q, RHO_LEN = 32, SIGNING_SEED_LEN = 32, TR_LEN = 64, SECRET_SEED_LEN = 64 };

size_t ab_mldsa_key_size(const struct ab_mldsa_params *params)
{
    return offsetof(struct ab_mldsa_key, polys) + (ab_mldsa_t0_at(params) + params->k) * sizeof(ab_mldsa_poly);
}

void ab_mldsa_init(struct ab_mldsa_key *key, const struct ab_mldsa_params *params,
                   const struct ab_mldsa_kernels *kernels)
{
    memset(key, 0, ab_mldsa_key_size(params));
    key->params = params;
    key->kernels = kernels;
}

void ab_mldsa_clear(struct ab_mldsa_key *key)
{
    const struct ab_mldsa_params *params = key->params;
    const struct ab_mldsa_kernels *kernels = key->kernels;

    ab_wipe(key, ab_mldsa_key_size(params));
    key->params = params;
    key->kernels = kernels;
}

void ab_mldsa_forget_seed(struct ab_mldsa_key *key)
{
    ab_wipe(key->seed, sizeof(key->seed));
    key->has_seed = 0;
}

/* ---- the public part ---- */

/* tr := H(pk) */
static void hash_public(struct ab_mldsa_key *key, const uint8_t *encoded)
{
    struct ab_mldsa_message m;

    ab_mldsa_hash_start(&m, key->kernels);
    ab_mldsa_message_update(&m, encoded, key->params->public_len);
    ab_mldsa_hash_finish(&m, key->tr, sizeof(key->tr));
}

/* -t1 -> -t1 2^d, in the NTT domain. It is above -q. */
static void transform_t1(const struct ab_mldsa_kernels *kernels, ab_mldsa_poly minus_t1)
{
    for (unsigned i = 0; i < AB_MLDSA_N; i++)
        minus_t1[i] *= 1 << AB_MLDSA_D;
    kernels->ntt(minus_t1);
}

/* out := a out of the NTT domain, centred. A product with 1 takes the 2^32 out that the inverse puts in. */
static void transform_back(const struct ab_mldsa_kernels *kernels, ab_mldsa_poly out, const ab_mldsa_poly a)
{
    ab_mldsa_poly one __attribute__((aligned(64))); /* in the NTT domain */

    for (unsigned i = 0; i < AB_MLDSA_N; i++)
        one[i] = 1;
    kernels->inner_product(out, (const ab_mldsa_poly *)a, (const ab_mldsa_poly *)one, 1);
    kernels->inverse_ntt(out);
}

/* The inverse of transform_t1. */
static void transform_t1_back(const struct ab_mldsa_kernels *kernels, ab_mldsa_poly minus_t1, const ab_mldsa_poly a)
{
    transform_back(kernels, minus_t1, a);
    for (unsigned i = 0; i < AB_MLDSA_N; i++) /* -q < -t1 2^d <= 0 */
        minus_t1[i] = (minus_t1[i] - (Q & -(int32_t)(minus_t1[i] > 0))) >> AB_MLDSA_D;
}

/* pkEncode, algorithm 22. */
void ab_mldsa_get_public(const struct ab_mldsa_key *key, uint8_t *out)
{
    ab_mldsa_poly minus_t1 __attribute__((aligned(64)));

    memcpy(out, key->rho, RHO_LEN);
    out += RHO_LEN;
    for (unsigned i = 0; i < key->params->k; i++, out += ab_mldsa_poly_len(AB_MLDSA_T1_BITS)) {
        transform_t1_back(key->kernels, minus_t1, key->polys[ab_mldsa_t1_at(key->params, i)]);
        key->kernels->pack(out, minus_t1, 0, AB_MLDSA_T1_BITS);
    }
}

static void sample_matrix(struct ab_mldsa_key *key)
{
    const struct ab_mldsa_params *params = key->params;

    key->kernels->sample_matrix(key->polys, ab_mldsa_row_len(params), key->rho, params->k, params->l);
}

int ab_mldsa_set_public(struct ab_mldsa_key *key, const uint8_t *in, size_t len)
{
    const struct ab_mldsa_params *params = key->params;

    ab_mldsa_clear(key);
    if (len != params->public_len)
        return 0;
    memcpy(key->rho, in, RHO_LEN);
    for (unsigned i = 0; i < params->k; i++) {
        int32_t *t1 = key->polys[ab_mldsa_t1_at(params, i)];

        key->kernels->unpack(t1, in + RHO_LEN + i * ab_mldsa_poly_len(AB_MLDSA_T1_BITS), 0, AB_MLDSA_T1_BITS);
        transform_t1(key->kernels, t1);
    }
    sample_matrix(key);
    hash_public(key, in);
    key->has_public = 1;
    return 1;
}

/* ---- the private part ---- */

/*
 * From rho, s1 and s2: A, t1, t0 and tr, algorithm 6, lines 3 to 9. s1 is in the NTT domain afterwards; s2, t1 and t0
 * are not.
 */
static void derive(struct ab_mldsa_key *key)
{
    const struct ab_mldsa_kernels *kernels = key->kernels;
    const struct ab_mldsa_params *params = key->params;
    ab_mldsa_poly *s1 = key->polys + ab_mldsa_s1_at(params), *s2 = key->polys + ab_mldsa_s2_at(params), t;
    uint8_t encoded[AB_MLDSA_MAX_PUBLIC_LEN];

    sample_matrix(key);
    for (unsigned i = 0; i < params->l; i++)
        kernels->ntt(s1[i]);
    memcpy(encoded, key->rho, RHO_LEN);
    for (unsigned i = 0; i < params->k; i++) {
        int32_t *t1 = key->polys[ab_mldsa_t1_at(params, i)];

        kernels->inner_product(t, (const ab_mldsa_poly *)key->polys + i * ab_mldsa_row_len(params),
                               (const ab_mldsa_poly *)s1, params->l);
        kernels->inverse_ntt(t);
        kernels->add(t, s2[i]);
        kernels->power2round(t1, key->polys[ab_mldsa_t0_at(params) + i], t);
        AB_PUBLIC(t1, sizeof(t)); /* the public key */
        kernels->pack(encoded + RHO_LEN + i * ab_mldsa_poly_len(AB_MLDSA_T1_BITS), t1, 0, AB_MLDSA_T1_BITS);
    }
    hash_public(key, encoded);
    ab_wipe(t, sizeof(t));
}

/* Bring what derive leaves to the NTT domain. */
static void finish(struct ab_mldsa_key *key)
{
    const struct ab_mldsa_params *params = key->params;

    for (unsigned i = 0; i < params->k; i++) {
        transform_t1(key->kernels, key->polys[ab_mldsa_t1_at(params, i)]);
        key->kernels->ntt(key->polys[ab_mldsa_s2_at(params) + i]);
        key->kernels->ntt(key->polys[ab_mldsa_t0_at(params) + i]);
    }
    key->has_public = key->has_private = 1;
}

void ab_mldsa_set_seed(struct ab_mldsa_key *key, const uint8_t seed[AB_MLDSA_SEED_LEN])
{
    const struct ab_mldsa_params *params = key->params;
    const uint8_t dimensions[2] = { (uint8_t)params->k, (uint8_t)params->l };
    uint8_t expanded[RHO_LEN + SECRET_SEED_LEN + SIGNING_SEED_LEN];
    struct ab_mldsa_message m;

    memcpy(key->seed, seed, AB_MLDSA_SEED_LEN);
    ab_mldsa_hash_start(&m, key->kernels);
    ab_mldsa_message_update(&m, seed, AB_MLDSA_SEED_LEN);
    ab_mldsa_message_update(&m, dimensions, sizeof(dimensions));
    ab_mldsa_hash_finish(&m, expanded, sizeof(expanded));
    memcpy(key->rho, expanded, RHO_LEN);
    AB_PUBLIC(key->rho, RHO_LEN); /* part of the public key */
    key->kernels->sample_secret(key->polys + ab_mldsa_s1_at(params), expanded + RHO_LEN, params->l + params->k,
                                params->eta);
    memcpy(key->signing_seed, expanded + RHO_LEN + SECRET_SEED_LEN, SIGNING_SEED_LEN);
    derive(key);
    finish(key);
    key->has_seed = 1;
    ab_wipe(expanded, sizeof(expanded));
}

int ab_mldsa_generate(struct ab_mldsa_key *key, const struct ab_random_source *random)
{
    uint8_t seed[AB_MLDSA_SEED_LEN];
    int ok = random->bytes(random->arg, seed, sizeof(seed));

    if (ok)
        ab_mldsa_set_seed(key, seed);
    else
        ab_mldsa_clear(key);
    ab_wipe(seed, sizeof(seed));
    return ok;
}

/* Decode s1 and s2. Return 1 if every coefficient is in range. */
static int get_secrets(struct ab_mldsa_key *key, const uint8_t *in)
{
    const struct ab_mldsa_params *params = key->params;
    const unsigned bits = ab_mldsa_s_bits(params);
    const int32_t eta = (int32_t)params->eta;
    ab_mldsa_poly *s = key->polys + ab_mldsa_s1_at(params);
    unsigned is_wrong = 0;

    for (unsigned i = 0; i < params->l + params->k; i++) {
        key->kernels->unpack(s[i], in + i * ab_mldsa_poly_len(bits), eta, bits);
        is_wrong |= key->kernels->exceeds(s[i], eta + 1);
    }
    AB_PUBLIC(&is_wrong, sizeof(is_wrong)); /* the caller learns whether a key is well-formed */
    return is_wrong == 0;
}

/* Return 1 if the key's t0 is that which is encoded. */
static int has_same_t0(const struct ab_mldsa_key *key, const uint8_t *in)
{
    const ab_mldsa_poly *t0 = (const ab_mldsa_poly *)key->polys + ab_mldsa_t0_at(key->params);
    ab_mldsa_poly encoded;
    int differs = 0;

    for (unsigned i = 0; i < key->params->k; i++, in += ab_mldsa_poly_len(AB_MLDSA_T0_BITS)) {
        key->kernels->unpack(encoded, in, 1 << (AB_MLDSA_D - 1), AB_MLDSA_T0_BITS);
        differs |= ab_ct_memcmp(encoded, t0[i], sizeof(encoded));
    }
    AB_PUBLIC(&differs, sizeof(differs)); /* the caller learns whether a key is well-formed */
    ab_wipe(encoded, sizeof(encoded));
    return differs == 0;
}

/* skDecode, algorithm 25: rho || K || tr || s1 || s2 || t0. */
static int decode_private(struct ab_mldsa_key *key, const uint8_t *in)
{
    const struct ab_mldsa_params *params = key->params;
    const uint8_t *tr = in + RHO_LEN + SIGNING_SEED_LEN, *s = tr + TR_LEN;
    const uint8_t *t0 = s + (params->l + params->k) * ab_mldsa_poly_len(ab_mldsa_s_bits(params));

    memcpy(key->rho, in, RHO_LEN);
    memcpy(key->signing_seed, in + RHO_LEN, SIGNING_SEED_LEN);
    AB_PUBLIC(key->rho, RHO_LEN); /* part of the public key */
    AB_PUBLIC(tr, TR_LEN);        /* its hash */
    if (!get_secrets(key, s))
        return 0;
    derive(key);
    if (!has_same_t0(key, t0) || memcmp(key->tr, tr, TR_LEN) != 0)
        return 0;
    finish(key);
    return 1;
}

int ab_mldsa_set_private(struct ab_mldsa_key *key, const uint8_t *in, size_t len)
{
    ab_mldsa_clear(key);
    if (len == key->params->private_len && decode_private(key, in))
        return 1;
    ab_mldsa_clear(key);
    return 0;
}

/* Encode num polynomials, which are in the NTT domain; return the end. */
static uint8_t *put_vector(const struct ab_mldsa_key *key, uint8_t *out, size_t at, unsigned num, int32_t top,
                           unsigned bits)
{
    ab_mldsa_poly a __attribute__((aligned(64)));

    for (unsigned i = 0; i < num; i++, out += ab_mldsa_poly_len(bits)) {
        transform_back(key->kernels, a, key->polys[at + i]);
        key->kernels->pack(out, a, top, bits);
    }
    ab_wipe(a, sizeof(a));
    return out;
}

/* skEncode, algorithm 24. */
void ab_mldsa_get_private(const struct ab_mldsa_key *key, uint8_t *out)
{
    const struct ab_mldsa_params *params = key->params;

    memcpy(out, key->rho, RHO_LEN);
    memcpy(out + RHO_LEN, key->signing_seed, SIGNING_SEED_LEN);
    memcpy(out + RHO_LEN + SIGNING_SEED_LEN, key->tr, TR_LEN);
    out = put_vector(key, out + RHO_LEN + SIGNING_SEED_LEN + TR_LEN, ab_mldsa_s1_at(params), params->l + params->k,
                     (int32_t)params->eta, ab_mldsa_s_bits(params));
    put_vector(key, out, ab_mldsa_t0_at(params), params->k, 1 << (AB_MLDSA_D - 1), AB_MLDSA_T0_BITS);
}

void ab_mldsa_get_seed(const struct ab_mldsa_key *key, uint8_t out[AB_MLDSA_SEED_LEN])
{
    memcpy(out, key->seed, AB_MLDSA_SEED_LEN);
}

/* Public keys are equal if their hashes are. */
int ab_mldsa_same_public(const struct ab_mldsa_key *a, const struct ab_mldsa_key *b)
{
    return a->has_public && b->has_public && memcmp(a->tr, b->tr, TR_LEN) == 0;
}

int ab_mldsa_same_private(const struct ab_mldsa_key *a, const struct ab_mldsa_key *b)
{
    uint8_t x[AB_MLDSA_MAX_PRIVATE_LEN], y[AB_MLDSA_MAX_PRIVATE_LEN];
    int differs;

    if (!a->has_private || !b->has_private)
        return 0;
    ab_mldsa_get_private(a, x);
    ab_mldsa_get_private(b, y);
    differs = ab_ct_memcmp(x, y, a->params->private_len);
    AB_PUBLIC(&differs, sizeof(differs)); /* the caller learns the answer */
    ab_wipe(x, sizeof(x));
    ab_wipe(y, sizeof(y));
    return differs == 0;
}

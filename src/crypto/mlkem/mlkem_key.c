/* Keys of ML-KEM: generation, import and export (FIPS 203 sec. 5.1, 6.1, 7.1 to 7.3). */
#include <string.h>

#include "afterburner/mlkem_batch.h"
#include "crypto/mlkem/mlkem_hash.h"
#include "crypto/mlkem/mlkem_parts.h"
#include "ct/ct.h"

enum { HALF_SEED = AB_MLKEM_SEED_LEN / 2, MAX_K = AB_MLKEM_MAX_K };

void ab_mlkem_init(struct ab_mlkem_key *key, const struct ab_mlkem_params *params,
                   const struct ab_mlkem_kernels *kernels)
{
    memset(key, 0, sizeof(*key));
    key->params = params;
    key->kernels = kernels;
}

void ab_mlkem_clear(struct ab_mlkem_key *key)
{
    const struct ab_mlkem_params *params = key->params;
    const struct ab_mlkem_kernels *kernels = key->kernels;

    ab_wipe(key, sizeof(*key));
    key->params = params;
    key->kernels = kernels;
}

void ab_mlkem_forget_seed(struct ab_mlkem_key *key)
{
    ab_wipe(key->d, sizeof(key->d));
    key->has_seed = 0;
}

/* ---- the parts of keys ---- */

/* out := the encoded public key, t || rho. */
void ab_mlkem_get_public(const struct ab_mlkem_key *key, uint8_t *out)
{
    const unsigned k = key->params->rank;

    for (unsigned i = 0; i < k; i++)
        key->kernels->encode(out + (size_t)i * AB_MLKEM_POLY_LEN, key->polys[i]);
    memcpy(out + (size_t)k * AB_MLKEM_POLY_LEN, key->rho, AB_MLKEM_RHO_LEN);
}

/* Decode a vector. Return 1 if every coefficient is reduced. */
static int get_vector(const struct ab_mlkem_key *key, int16_t (*out)[AB_MLKEM_N], const uint8_t *in)
{
    unsigned is_wrong = 0;

    for (unsigned i = 0; i < key->params->rank; i++)
        is_wrong |= key->kernels->decode(out[i], in + (size_t)i * AB_MLKEM_POLY_LEN);
    AB_PUBLIC(&is_wrong, sizeof(is_wrong)); /* the caller learns whether a key is well-formed */
    return is_wrong == 0;
}

/* Set the public key that is encoded in `in`, and its hash. */
static int decode_public(struct ab_mlkem_key *key, const uint8_t *in)
{
    const struct ab_mlkem_kernels *kernels = key->kernels;
    const struct ab_mlkem_params *params = key->params;

    if (!get_vector(key, key->polys, in))
        return 0;
    memcpy(key->rho, in + params->public_len - AB_MLKEM_RHO_LEN, AB_MLKEM_RHO_LEN);
    if (kernels->expand != NULL) {
        kernels->expand(key->polys + ab_mlkem_a_at(params), key->public_hash, in, params->public_len, params->rank);
    } else {
        kernels->sample_matrix(key->polys + ab_mlkem_a_at(params), key->rho, params->rank);
        ab_mlkem_h(kernels, &key->public_hash, &in, params->public_len, 1);
    }
    key->has_public = 1;
    return 1;
}

/* ---- generation ---- */

/* t := A s + e in the NTT domain; s becomes the private key. K-PKE.KeyGen, algorithm 13, lines 8 to 18. */
static void make_vectors(struct ab_mlkem_key *key, const uint8_t sigma[HALF_SEED])
{
    const struct ab_mlkem_kernels *kernels = key->kernels;
    const unsigned k = key->params->rank;
    ab_mlkem_poly *t = key->polys, *s = t + ab_mlkem_s_at(key->params), *a = t + ab_mlkem_a_at(key->params);
    struct ab_mlkem_factor factors[MAX_K] __attribute__((aligned(64)));
    ab_mlkem_poly noise[2 * MAX_K] __attribute__((aligned(64)));

    kernels->sample_noise(noise, sigma, 0, 2 * k, key->params->eta1);
    for (unsigned i = 0; i < 2 * k; i++)
        kernels->ntt(noise[i]);
    memcpy(s, noise, k * sizeof(noise[0]));
    for (unsigned i = 0; i < k; i++)
        kernels->prepare(&factors[i], s[i]);
    for (unsigned i = 0; i < k; i++) {
        kernels->inner_product(t[i], a + (size_t)i * k, 1, factors, k);
        kernels->add(t[i], noise[k + i]);
    }
    ab_wipe(factors, sizeof(factors));
    ab_wipe(noise, sizeof(noise));
}

/* Set all of a key that its seed determines, except H(ek). rho_sigma is G(d || k). */
static void set_vectors(struct ab_mlkem_key *key, const uint8_t seed[AB_MLKEM_SEED_LEN],
                        const uint8_t rho_sigma[AB_MLKEM_G_LEN])
{
    memcpy(key->d, seed, HALF_SEED);
    memcpy(key->z, seed + HALF_SEED, HALF_SEED);
    memcpy(key->rho, rho_sigma, AB_MLKEM_RHO_LEN);
    AB_PUBLIC(key->rho, sizeof(key->rho)); /* part of the public key */
    key->kernels->sample_matrix(key->polys + ab_mlkem_a_at(key->params), key->rho, key->params->rank);
    make_vectors(key, rho_sigma + AB_MLKEM_RHO_LEN);
    AB_PUBLIC(key->polys, key->params->rank * sizeof(ab_mlkem_poly)); /* the public key */
    key->has_public = key->has_private = key->has_seed = 1;
}

/* Set up to max_lanes keys from their seeds, H(ek) included. */
static void set_seeds(struct ab_mlkem_key *const keys[], const uint8_t (*seeds)[AB_MLKEM_SEED_LEN], unsigned num)
{
    const struct ab_mlkem_kernels *kernels = keys[0]->kernels;
    const struct ab_mlkem_params *params = keys[0]->params;
    uint8_t in[AB_MLKEM_MAX_LANES][HALF_SEED + 1], rho_sigma[AB_MLKEM_MAX_LANES][AB_MLKEM_G_LEN];
    uint8_t encoded[AB_MLKEM_MAX_LANES][AB_MLKEM_MAX_PUBLIC_LEN], hash[AB_MLKEM_MAX_LANES][AB_MLKEM_H_LEN];
    const uint8_t *in_of[AB_MLKEM_MAX_LANES] = { NULL }, *encoded_of[AB_MLKEM_MAX_LANES] = { NULL };

    for (unsigned i = 0; i < num; i++) {
        memcpy(in[i], seeds[i], HALF_SEED);
        in[i][HALF_SEED] = (uint8_t)params->rank;
        in_of[i] = in[i];
        encoded_of[i] = encoded[i];
    }
    ab_mlkem_g(kernels, rho_sigma, in_of, sizeof(in[0]), num);
    for (unsigned i = 0; i < num; i++) {
        set_vectors(keys[i], seeds[i], rho_sigma[i]);
        ab_mlkem_get_public(keys[i], encoded[i]);
    }
    ab_mlkem_h(kernels, hash, encoded_of, params->public_len, num);
    for (unsigned i = 0; i < num; i++)
        memcpy(keys[i]->public_hash, hash[i], sizeof(hash[i]));
    ab_wipe(in, num * sizeof(in[0]));
    ab_wipe(rho_sigma, num * sizeof(rho_sigma[0]));
}

void ab_mlkem_set_seed(struct ab_mlkem_key *key, const uint8_t seed[AB_MLKEM_SEED_LEN])
{
    set_seeds(&key, (const uint8_t (*)[AB_MLKEM_SEED_LEN])(const void *)seed, 1);
}

void ab_mlkem_set_seeds(struct ab_mlkem_key *const keys[], const uint8_t (*seeds)[AB_MLKEM_SEED_LEN], size_t num)
{
    for (unsigned now; num > 0; num -= now, keys += now, seeds += now) {
        now = ab_mlkem_in_step(keys[0], num);
        set_seeds(keys, seeds, now);
    }
}

int ab_mlkem_generate(struct ab_mlkem_key *key, const struct ab_random_source *random)
{
    uint8_t seed[AB_MLKEM_SEED_LEN];
    int ok = random->bytes(random->arg, seed, sizeof(seed));

    if (ok)
        ab_mlkem_set_seed(key, seed);
    else
        ab_mlkem_clear(key);
    ab_wipe(seed, sizeof(seed));
    return ok;
}

/* ---- import and export ---- */

int ab_mlkem_set_public(struct ab_mlkem_key *key, const uint8_t *in, size_t len)
{
    ab_mlkem_clear(key);
    if (len == key->params->public_len && decode_public(key, in))
        return 1;
    ab_mlkem_clear(key);
    return 0;
}

/* A decapsulation key: s || ek || H(ek) || z. */
static int decode_private(struct ab_mlkem_key *key, const uint8_t *in)
{
    const uint8_t *public_key = in + (size_t)key->params->rank * AB_MLKEM_POLY_LEN;
    const uint8_t *hash = public_key + key->params->public_len;
    int differs;

    AB_PUBLIC(public_key, key->params->public_len + AB_MLKEM_H_LEN);
    if (!get_vector(key, key->polys + ab_mlkem_s_at(key->params), in) || !decode_public(key, public_key))
        return 0;
    differs = memcmp(key->public_hash, hash, AB_MLKEM_H_LEN);
    memcpy(key->z, hash + AB_MLKEM_H_LEN, HALF_SEED);
    key->has_private = 1;
    return differs == 0;
}

int ab_mlkem_set_private(struct ab_mlkem_key *key, const uint8_t *in, size_t len)
{
    ab_mlkem_clear(key);
    if (len == key->params->private_len && decode_private(key, in))
        return 1;
    ab_mlkem_clear(key);
    return 0;
}

void ab_mlkem_get_private(const struct ab_mlkem_key *key, uint8_t *out)
{
    const unsigned k = key->params->rank;

    for (unsigned i = 0; i < k; i++)
        key->kernels->encode(out + (size_t)i * AB_MLKEM_POLY_LEN, key->polys[ab_mlkem_s_at(key->params) + i]);
    out += (size_t)k * AB_MLKEM_POLY_LEN;
    ab_mlkem_get_public(key, out);
    out += key->params->public_len;
    memcpy(out, key->public_hash, AB_MLKEM_H_LEN);
    memcpy(out + AB_MLKEM_H_LEN, key->z, HALF_SEED);
}

void ab_mlkem_get_seed(const struct ab_mlkem_key *key, uint8_t out[AB_MLKEM_SEED_LEN])
{
    memcpy(out, key->d, HALF_SEED);
    memcpy(out + HALF_SEED, key->z, HALF_SEED);
}

/* Public keys are equal if their hashes are. */
int ab_mlkem_same_public(const struct ab_mlkem_key *a, const struct ab_mlkem_key *b)
{
    return a->has_public && b->has_public && memcmp(a->public_hash, b->public_hash, AB_MLKEM_H_LEN) == 0;
}

int ab_mlkem_same_private(const struct ab_mlkem_key *a, const struct ab_mlkem_key *b)
{
    uint8_t x[AB_MLKEM_MAX_PRIVATE_LEN], y[AB_MLKEM_MAX_PRIVATE_LEN];
    int differs;

    if (!a->has_private || !b->has_private)
        return 0;
    ab_mlkem_get_private(a, x);
    ab_mlkem_get_private(b, y);
    differs = ab_ct_memcmp(x, y, a->params->private_len);
    AB_PUBLIC(&differs, sizeof(differs)); /* the caller learns the answer */
    ab_wipe(x, sizeof(x));
    ab_wipe(y, sizeof(y));
    return differs == 0;
}

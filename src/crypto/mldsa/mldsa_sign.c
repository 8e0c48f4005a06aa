/* Signatures: FIPS 204 sec. 5.2 and 6.2. */
#include <string.h>

#include "crypto/mldsa/mldsa_parts.h"
#include "ct/ct.h"

enum {
    MAX_K = AB_MLDSA_MAX_K,
    MAX_L = AB_MLDSA_MAX_L,
    MAX_MASKS = MAX_L - 1 + AB_MLDSA_MAX_LANES,
    MAX_ITERATIONS = 814 /* appendix C */
};

/* One signature in the making. */
struct signing {
    const struct ab_mldsa_key *key;
    const uint8_t *mu;
    uint8_t seed[64];               /* rho'' */
    ab_mldsa_poly masks[MAX_MASKS]; /* y of this iteration, then what was sampled beyond it */
    unsigned num_masks, nonce;      /* how many there are, and kappa of the next one */
    ab_mldsa_poly z[MAX_L];         /* NTT(y), then z */
    ab_mldsa_poly low[MAX_K];       /* low bits of w, then minus c s2, plus c t0 */
    ab_mldsa_bytes high[MAX_K];     /* high bits of w */
    ab_mldsa_bytes hints[MAX_K];
    ab_mldsa_poly challenge; /* NTT(c) */
    uint8_t challenge_bytes[AB_MLDSA_MAX_CHALLENGE_LEN];
};

/* rho'' := H(K || rnd || mu), line 7 of algorithm 7. */
static void start(struct signing *s, const uint8_t random[AB_MLDSA_RANDOM_LEN])
{
    struct ab_mldsa_message m;

    ab_mldsa_hash_start(&m, s->key->kernels);
    ab_mldsa_message_update(&m, s->key->signing_seed, sizeof(s->key->signing_seed));
    ab_mldsa_message_update(&m, random, AB_MLDSA_RANDOM_LEN);
    ab_mldsa_message_update(&m, s->mu, AB_MLDSA_MU_LEN);
    ab_mldsa_hash_finish(&m, s->seed, sizeof(s->seed));
}

/* Bring the next l masks to the front. They have consecutive nonces, so those of the next iteration fill the lanes. */
static void next_masks(struct signing *s)
{
    const struct ab_mldsa_kernels *kernels = s->key->kernels;
    const unsigned l = s->key->params->l, lanes = kernels->num_lanes;

    if (s->num_masks < l) {
        const unsigned num = (l - s->num_masks + lanes - 1) & ~(lanes - 1);

        kernels->sample_mask(s->masks + s->num_masks, s->seed, s->nonce, num, s->key->params->gamma1_bits);
        s->num_masks += num;
        s->nonce += num;
    }
}

static void drop_masks(struct signing *s)
{
    s->num_masks -= s->key->params->l;
    memmove(s->masks, s->masks + s->key->params->l, s->num_masks * sizeof(s->masks[0]));
}

/* w := A y; c~ := H(mu || high bits of w): lines 11 to 15. */
static void commit(struct signing *s)
{
    const struct ab_mldsa_kernels *kernels = s->key->kernels;
    const struct ab_mldsa_params *params = s->key->params;
    uint8_t encoded[AB_MLDSA_MAX_HIGH_LEN];
    const size_t high_len = ab_mldsa_high_len(params);

    memcpy(s->z, s->masks, params->l * sizeof(s->z[0]));
    for (unsigned i = 0; i < params->l; i++)
        kernels->ntt(s->z[i]);
    for (unsigned i = 0; i < params->k; i++) {
        kernels->inner_product(s->low[i], s->key->polys + i * ab_mldsa_row_len(params), (const ab_mldsa_poly *)s->z,
                               params->l);
        kernels->inverse_ntt(s->low[i]);
        kernels->decompose(s->high[i], s->low[i], s->low[i], params->num_high);
        kernels->pack_high(encoded + i * high_len, s->high[i], params->num_high);
    }
    ab_mldsa_hash_high(s->key, s->challenge_bytes, s->mu, encoded);
    ab_wipe(encoded, sizeof(encoded));
}

/* out := c a for an a that is in the NTT domain. */
static void multiply(const struct signing *s, ab_mldsa_poly out, const ab_mldsa_poly a)
{
    s->key->kernels->inner_product(out, (const ab_mldsa_poly *)a, (const ab_mldsa_poly *)s->challenge, 1);
    s->key->kernels->inverse_ntt(out);
}

/* Declare public whether a test failed: the number of iterations depends on it. */
static int is_failure(unsigned failed)
{
    AB_PUBLIC(&failed, sizeof(failed));
    return failed != 0;
}

/* z := y + c s1. Return 1 if its coefficients are small enough. */
static int make_z(struct signing *s)
{
    const struct ab_mldsa_kernels *kernels = s->key->kernels;
    const struct ab_mldsa_params *params = s->key->params;
    unsigned failed = 0;

    for (unsigned i = 0; i < params->l; i++) {
        multiply(s, s->z[i], s->key->polys[ab_mldsa_s1_at(params) + i]);
        kernels->add(s->z[i], s->masks[i]);
        failed |= kernels->exceeds(s->z[i], ab_mldsa_z_bound(params));
    }
    return !is_failure(failed);
}

/*
 * Subtract c s2 from the low bits of w. Return 1 if they are below gamma2 - beta; then they are the low bits of
 * w - c s2, whose high bits are those of w. And if not: |c s2| <= beta, so if a carry makes them others, these are not
 * below gamma2 - beta, either.
 */
static int make_low(struct signing *s)
{
    const struct ab_mldsa_kernels *kernels = s->key->kernels;
    const struct ab_mldsa_params *params = s->key->params;
    const int32_t bound = ab_mldsa_gamma2(params->num_high) - (int32_t)(params->tau * params->eta);
    ab_mldsa_poly product;
    unsigned failed = 0;

    for (unsigned i = 0; i < params->k; i++) {
        multiply(s, product, s->key->polys[ab_mldsa_s2_at(params) + i]);
        kernels->subtract(s->low[i], product);
        failed |= kernels->exceeds(s->low[i], bound);
    }
    ab_wipe(product, sizeof(product));
    return !is_failure(failed);
}

/* The hints, lines 25 to 28. Return 1 if c t0 is small enough and there are not too many. */
static int make_hints(struct signing *s)
{
    const struct ab_mldsa_kernels *kernels = s->key->kernels;
    const struct ab_mldsa_params *params = s->key->params;
    ab_mldsa_poly product;
    unsigned failed = 0, num = 0;

    for (unsigned i = 0; i < params->k; i++) {
        multiply(s, product, s->key->polys[ab_mldsa_t0_at(params) + i]);
        failed |= kernels->exceeds(product, ab_mldsa_gamma2(params->num_high));
        kernels->add(s->low[i], product);
        num += kernels->make_hint(s->hints[i], s->high[i], (const int32_t *)s->low[i], params->num_high);
    }
    ab_wipe(product, sizeof(product));
    return !is_failure(failed | (params->omega - num) >> 31);
}

/* Lines 11 to 28. Return 1 if no test failed. The low bits fail most often, so they come first. */
static int iterate(struct signing *s)
{
    const struct ab_mldsa_params *params = s->key->params;

    commit(s);
    s->key->kernels->sample_challenge(s->challenge, s->challenge_bytes, params->challenge_len, params->tau);
    s->key->kernels->ntt(s->challenge);
    return make_low(s) && make_z(s) && make_hints(s);
}

/*
 * HintBitPack, algorithm 20: places of hints, zeros up to omega, and where each polynomial's end. There are no more
 * than omega, unless kernels that fail their test counted wrong.
 */
static void put_hints(const struct signing *s, uint8_t *out)
{
    const struct ab_mldsa_params *params = s->key->params;
    unsigned num = 0;

    memset(out, 0, params->omega);
    for (unsigned i = 0; i < params->k; i++) {
        for (unsigned j = 0; j < AB_MLDSA_N; j++)
            if (s->hints[i][j] != 0 && num < params->omega)
                out[num++] = (uint8_t)j;
        out[params->omega + i] = (uint8_t)num;
    }
}

/* sigEncode, algorithm 26. The signature is public. */
static void put_signature(struct signing *s, uint8_t *out)
{
    const struct ab_mldsa_params *params = s->key->params;
    const unsigned bits = ab_mldsa_z_bits(params);

    AB_PUBLIC(s->challenge_bytes, sizeof(s->challenge_bytes));
    AB_PUBLIC(s->z, sizeof(s->z));
    AB_PUBLIC(s->hints, sizeof(s->hints));
    memcpy(out, s->challenge_bytes, params->challenge_len);
    out += params->challenge_len;
    for (unsigned i = 0; i < params->l; i++, out += ab_mldsa_poly_len(bits))
        s->key->kernels->pack(out, (const int32_t *)s->z[i], 1 << params->gamma1_bits, bits);
    put_hints(s, out);
}

int ab_mldsa_sign_with(const struct ab_mldsa_key *key, uint8_t *signature, const uint8_t mu[AB_MLDSA_MU_LEN],
                       const uint8_t random[AB_MLDSA_RANDOM_LEN])
{
    struct signing s;
    int ok = 0;

    s.key = key;
    s.mu = mu;
    s.num_masks = s.nonce = 0;
    start(&s, random);
    for (unsigned i = 0; !ok && i < MAX_ITERATIONS; i++) {
        next_masks(&s);
        ok = iterate(&s);
        drop_masks(&s);
    }
    if (ok)
        put_signature(&s, signature);
    ab_wipe(&s, sizeof(s));
    return ok;
}

int ab_mldsa_sign(const struct ab_mldsa_key *key, uint8_t *signature, const uint8_t mu[AB_MLDSA_MU_LEN],
                  const struct ab_random_source *random)
{
    uint8_t bytes[AB_MLDSA_RANDOM_LEN];
    int ok = random->bytes(random->arg, bytes, sizeof(bytes)) && ab_mldsa_sign_with(key, signature, mu, bytes);

    ab_wipe(bytes, sizeof(bytes));
    return ok;
}

/* Signatures: FIPS 204 sec. 5.2 and 6.2. */
#include <string.h>

#include "afterburner/mldsa_batch.h"
#include "crypto/mldsa/mldsa_parts.h"
#include "ct/ct.h"

enum {
    IN_STEP = 4, /* signatures of one call side by side, each with 36 KB on the stack */
    MAX_K = AB_MLDSA_MAX_K,
    MAX_L = AB_MLDSA_MAX_L,
    MAX_MASKS = MAX_L - 1 + AB_MLDSA_MAX_LANES,
    MAX_ITERATIONS = 814 /* appendix C */
};

/* One signature in the making. */
struct signing {
    const struct ab_mldsa_key *key;
    uint8_t *signature;
    unsigned num_iterations;
    ab_mldsa_commitment commitment; /* mu || w1 */
    uint8_t seed[64];               /* rho'' */
    unsigned num_masks, nonce;      /* how many masks there are, and kappa of the next one */
    /* y of this iteration, then what was sampled beyond it; this and all that follows is at multiples of 64. */
    ab_mldsa_poly masks[MAX_MASKS] __attribute__((aligned(64)));
    ab_mldsa_poly z[MAX_L];     /* NTT(y), then z */
    ab_mldsa_poly low[MAX_K];   /* low bits of w, then minus c s2, plus c t0 */
    ab_mldsa_bytes high[MAX_K]; /* high bits of w */
    ab_mldsa_bytes hints[MAX_K];
    ab_mldsa_poly challenge; /* NTT(c) */
    uint8_t challenge_bytes[AB_MLDSA_MAX_CHALLENGE_LEN];
};

/* rho'' := H(K || rnd || mu), line 7 of algorithm 7. */
static void start(struct signing *s, const struct ab_mldsa_key *key, uint8_t *signature,
                  const uint8_t mu[AB_MLDSA_MU_LEN], const uint8_t random[AB_MLDSA_RANDOM_LEN])
{
    struct ab_mldsa_message m;

    s->key = key;
    s->signature = signature;
    s->num_masks = s->nonce = s->num_iterations = 0;
    memcpy(s->commitment, mu, AB_MLDSA_MU_LEN);
    ab_mldsa_hash_start(&m, s->key->kernels);
    ab_mldsa_message_update(&m, s->key->signing_seed, sizeof(s->key->signing_seed));
    ab_mldsa_message_update(&m, random, AB_MLDSA_RANDOM_LEN);
    ab_mldsa_message_update(&m, mu, AB_MLDSA_MU_LEN);
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

/* w := A y, lines 11 to 14. */
static void commit(struct signing *s)
{
    const struct ab_mldsa_kernels *kernels = s->key->kernels;
    const struct ab_mldsa_params *params = s->key->params;
    const size_t high_len = ab_mldsa_high_len(params);

    memcpy(s->z, s->masks, params->l * sizeof(s->z[0]));
    for (unsigned i = 0; i < params->l; i++)
        kernels->ntt(s->z[i]);
    for (unsigned i = 0; i < params->k; i++) {
        kernels->inner_product(s->low[i], s->key->polys + i * ab_mldsa_row_len(params), (const ab_mldsa_poly *)s->z,
                               params->l);
        kernels->inverse_ntt(s->low[i]);
        kernels->decompose(s->high[i], s->low[i], s->low[i], params->num_high);
        kernels->pack_high(s->commitment + AB_MLDSA_MU_LEN + i * high_len, s->high[i], params->num_high);
    }
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
    ab_mldsa_poly product __attribute__((aligned(64)));
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
    ab_mldsa_poly product __attribute__((aligned(64)));
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

/* Lines 16 to 28. Return 1 if no test failed. The low bits fail most often, so they come first. */
static int respond(struct signing *s)
{
    const struct ab_mldsa_params *params = s->key->params;

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
static void put_signature(struct signing *s)
{
    const struct ab_mldsa_params *params = s->key->params;
    const unsigned bits = ab_mldsa_z_bits(params);
    uint8_t *out = s->signature;

    AB_PUBLIC(s->challenge_bytes, sizeof(s->challenge_bytes));
    AB_PUBLIC(s->z, sizeof(s->z));
    AB_PUBLIC(s->hints, sizeof(s->hints));
    memcpy(out, s->challenge_bytes, params->challenge_len);
    out += params->challenge_len;
    for (unsigned i = 0; i < params->l; i++, out += ab_mldsa_poly_len(bits))
        s->key->kernels->pack(out, (const int32_t *)s->z[i], 1 << params->gamma1_bits, bits);
    put_hints(s, out);
}

/* c~ := H(mu || high bits of w), line 15, of num signatures. */
static void hash_commitments(struct signing *const running[], unsigned num)
{
    const size_t len = running[0]->key->params->challenge_len;
    uint8_t challenges[IN_STEP * AB_MLDSA_MAX_CHALLENGE_LEN];
    const uint8_t *in[IN_STEP] = { NULL };

    for (unsigned i = 0; i < num; i++)
        in[i] = running[i]->commitment;
    ab_mldsa_hash_commitments(running[0]->key, challenges, in, num);
    for (unsigned i = 0; i < num; i++)
        memcpy(running[i]->challenge_bytes, challenges + i * len, len);
    ab_wipe(challenges, sizeof(challenges));
}

enum outcome { GOES_ON, DONE, FAILED };

/* The rest of an iteration, after c~. */
static enum outcome end_iteration(struct signing *s)
{
    const int is_done = respond(s);

    drop_masks(s);
    if (is_done)
        put_signature(s);
    return is_done ? DONE : ++s->num_iterations < MAX_ITERATIONS ? GOES_ON : FAILED;
}

/* One iteration of num signatures. Those that go on come first again; return their number. */
static unsigned iterate(struct signing *running[], unsigned num, int *ok)
{
    unsigned left = 0;

    for (unsigned i = 0; i < num; i++) {
        next_masks(running[i]);
        commit(running[i]);
    }
    hash_commitments(running, num);
    for (unsigned i = 0; i < num; i++) {
        struct signing *s = running[i];
        const enum outcome outcome = end_iteration(s);

        *ok &= outcome != FAILED;
        if (outcome == GOES_ON) {
            running[i] = running[left];
            running[left++] = s;
        }
    }
    return left;
}

/* Sign all with room for `in_step` at a time; a signature that is done makes room for the next one. */
static int sign_all(struct signing *room, unsigned in_step, const struct ab_mldsa_key *const keys[],
                    uint8_t *const signatures[], const uint8_t (*mus)[AB_MLDSA_MU_LEN],
                    const uint8_t (*randoms)[AB_MLDSA_RANDOM_LEN], size_t num)
{
    struct signing *running[IN_STEP] = { NULL };
    unsigned num_running = 0;
    size_t next = 0;
    int ok = 1;

    for (unsigned i = 0; i < in_step; i++)
        running[i] = room + i;
    while (num_running > 0 || next < num) {
        for (; num_running < in_step && next < num; next++)
            start(running[num_running++], keys[next], signatures[next], mus[next], randoms[next]);
        num_running = iterate(running, num_running, &ok);
    }
    ab_wipe(room, in_step * sizeof(*room));
    return ok;
}

int ab_mldsa_sign_with(const struct ab_mldsa_key *key, uint8_t *signature, const uint8_t mu[AB_MLDSA_MU_LEN],
                       const uint8_t random[AB_MLDSA_RANDOM_LEN])
{
    struct signing s;

    return sign_all(&s, 1, &key, &signature, (const uint8_t (*)[AB_MLDSA_MU_LEN])(const void *)mu,
                    (const uint8_t (*)[AB_MLDSA_RANDOM_LEN])(const void *)random, 1);
}

int ab_mldsa_sign_many(const struct ab_mldsa_key *const keys[], uint8_t *const signatures[],
                       const uint8_t (*mus)[AB_MLDSA_MU_LEN], const uint8_t (*randoms)[AB_MLDSA_RANDOM_LEN], size_t num)
{
    struct signing room[IN_STEP];
    unsigned in_step;

    if (num == 0)
        return 1;
    in_step = keys[0]->kernels->num_lanes < IN_STEP ? 1 : IN_STEP;
    return sign_all(room, num < in_step ? (unsigned)num : in_step, keys, signatures, mus, randoms, num);
}

int ab_mldsa_sign(const struct ab_mldsa_key *key, uint8_t *signature, const uint8_t mu[AB_MLDSA_MU_LEN],
                  const struct ab_random_source *random)
{
    uint8_t bytes[AB_MLDSA_RANDOM_LEN];
    int ok = random->bytes(random->arg, bytes, sizeof(bytes)) && ab_mldsa_sign_with(key, signature, mu, bytes);

    ab_wipe(bytes, sizeof(bytes));
    return ok;
}

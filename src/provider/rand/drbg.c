/* The life of a generator: instantiation, requests, reseeding, locks and parameters. */
#include "provider/rand/drbg.h"

#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <openssl/randerr.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ct/ct.h"
#include "os/process.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/param.h"
#include "provider/rand/era.h"

#define RAISE(d, code) AB_RAISE_CODE((d)->prov, ERR_LIB_PROV, code)

/* The personalization string of who gives none, with the zero at its end: the default provider's. */
static const unsigned char default_text[] = "OpenSSL NIST SP 800-90A DRBG";

static void wipe_state(struct ab_drbg *d)
{
    ab_wipe((uint8_t *)d + d->mechanism->secrets, d->mechanism->secrets_len);
    d->state = AB_DRBG_UNINITIALISED;
}

/* ---- locks ---- */

int ab_drbg_lock(void *ctx)
{
    (void)ctx;
    return 1;
}

void ab_drbg_unlock(void *ctx)
{
    (void)ctx;
}

/* In a child after fork a state may be what another thread was changing: begin anew. */
static void lock(struct ab_drbg *d)
{
    if (d->has_lock && !ab_lock_take(&d->lock, ab_era(d->prov)) && d->fallback.ctx == NULL
        && d->state != AB_DRBG_UNINITIALISED)
        d->state = AB_DRBG_ERROR;
}

static void unlock(struct ab_drbg *d)
{
    if (d->has_lock)
        ab_lock_release(&d->lock);
}

int ab_drbg_enable_locking(void *ctx)
{
    struct ab_drbg *d = ctx;

    if (d->has_lock)
        return 1;
    if (!ab_rand_parent_enable_locking(&d->parent))
        return 0;
    d->has_lock = 1;
    return 1;
}

/* ---- contexts ---- */

/* The parent, if it is a context of this copy of the module. */
static const struct ab_drbg *find_own(void *parent, const OSSL_DISPATCH *functions)
{
    const OSSL_DISPATCH *f = functions == NULL ? NULL : ab_fallback_entry(functions, OSSL_FUNC_RAND_GENERATE);

    return f != NULL && f->function == (void (*)(void))ab_drbg_generate ? parent : NULL;
}

static int is_parent_strong(const struct ab_drbg *d)
{
    unsigned strength;

    if (d->parent.ctx == NULL)
        return 1;
    if (!ab_rand_parent_strength(&d->parent, &strength))
        return 0;
    if (strength < d->strength)
        RAISE(d, PROV_R_PARENT_STRENGTH_TOO_WEAK);
    return strength >= d->strength;
}

void *ab_drbg_new(void *provctx, const struct ab_drbg_mechanism *mechanism, void *parent,
                  const OSSL_DISPATCH *parent_functions)
{
    struct ab_provctx *prov = provctx;
    struct ab_drbg *d = ab_context_alloc(prov, mechanism->size);

    if (d == NULL)
        return NULL;
    memset(d, 0, mechanism->size);
    ab_era_begin(prov);
    d->prov = prov;
    d->mechanism = mechanism;
    ab_rand_parent_begin(&d->parent, prov, parent, parent_functions);
    d->own_parent = find_own(parent, parent_functions);
    d->max_entropy_len = d->max_nonce_len = d->max_text_len = d->max_more_len = AB_DRBG_MAX_LEN;
    d->num_requests = 1;
    d->num_seeded = 1;
    d->reseed_requests = 256;
    d->reseed_interval = 3600;
    d->era = ab_era(prov);
    mechanism->begin(d);
    if (is_parent_strong(d))
        return d;
    ab_drbg_free(d);
    return NULL;
}

void ab_drbg_free(void *ctx)
{
    struct ab_drbg *d = ctx;

    if (d == NULL)
        return;
    ab_fallback_rand_free(&d->fallback);
    ab_context_free(d, d->mechanism->size);
}

/* ---- seeding ---- */

static unsigned parents_count(const struct ab_drbg *d)
{
    unsigned count;
    int ok;

    if (d->parent.ctx == NULL)
        return 0;
    if (d->own_parent != NULL && atomic_load_explicit(&d->own_parent->fallback.ctx, memory_order_relaxed) == NULL)
        return atomic_load_explicit(&d->own_parent->num_seeded, memory_order_relaxed);
    count = ab_rand_parent_count(&d->parent, &ok);
    return ok ? count : d->parent_num_seeded + 1; /* what one cannot read has changed */
}

/* After new entropy. */
static void be_ready(struct ab_drbg *d)
{
    unsigned next = d->num_seeded + 1;

    d->state = AB_DRBG_READY;
    d->num_requests = 1;
    d->reseed_time = ab_seconds();
    d->num_seeded = next == 0 ? 1 : next;
    d->parent_num_seeded = parents_count(d);
}

/* Get entropy of min_len to max_len bytes. Returns 0 with an error raised and nothing to return. */
static int get_entropy(struct ab_drbg *d, unsigned bits, size_t min_len, size_t max_len, int prediction_resistance,
                       struct ab_rand_bytes *entropy)
{
    entropy->data = NULL;
    if (is_parent_strong(d)) {
        ab_rand_parent_entropy(&d->parent, bits, min_len, max_len, prediction_resistance, d, entropy);
        if (entropy->data != NULL && entropy->len >= min_len && entropy->len <= max_len)
            return 1;
        ab_rand_parent_return_entropy(&d->parent, entropy);
    }
    RAISE(d, PROV_R_ERROR_RETRIEVING_ENTROPY);
    return 0;
}

/* As in the default provider, a parent may give a nonce of any length. */
static int get_nonce(struct ab_drbg *d, struct ab_rand_bytes *nonce)
{
    size_t min_len = d->parent.ctx != NULL ? 1 : d->min_nonce_len;

    ab_rand_parent_nonce(&d->parent, d->strength, d->min_nonce_len, d->max_nonce_len, d, nonce);
    if (nonce->data != NULL && nonce->len >= min_len && nonce->len <= d->max_nonce_len)
        return 1;
    ab_rand_parent_return_nonce(&d->parent, nonce);
    RAISE(d, PROV_R_ERROR_RETRIEVING_NONCE);
    return 0;
}

/*
 * Instantiate from entropy and a nonce. A parent without nonces gives half as much entropy besides instead (SP 800-90A
 * sec. 9.1).
 */
static int seed(struct ab_drbg *d, int prediction_resistance, const unsigned char *text, size_t text_len)
{
    int has_nonce = ab_rand_parent_has_nonce(&d->parent), wants_nonce = d->min_nonce_len > 0, ok;
    unsigned bits = d->strength;
    size_t min_len = d->min_entropy_len, max_len = d->max_entropy_len;
    struct ab_rand_bytes nonce = { NULL, 0 }, entropy;

    if (wants_nonce && has_nonce && !get_nonce(d, &nonce))
        return 0;
    if (wants_nonce && !has_nonce) {
        bits += d->strength / 2;
        min_len += d->min_nonce_len;
        max_len += d->max_nonce_len;
    }
    ok = get_entropy(d, bits, min_len, max_len, prediction_resistance, &entropy);
    if (ok) {
        const struct ab_drbg_input in[] = { { entropy.data, entropy.len },
                                            { nonce.data, nonce.len },
                                            { text, text_len } };

        ok = d->mechanism->instantiate(d, in, 3);
        ab_rand_parent_return_entropy(&d->parent, &entropy);
        if (!ok)
            RAISE(d, PROV_R_ERROR_INSTANTIATING_DRBG);
    }
    ab_rand_parent_return_nonce(&d->parent, &nonce);
    return ok;
}

/* Whether an instantiation may begin; an error is raised if not. */
static int may_begin(struct ab_drbg *d, unsigned strength, size_t text_len)
{
    if (strength > d->strength)
        RAISE(d, PROV_R_INSUFFICIENT_DRBG_STRENGTH);
    else if (text_len > d->max_text_len)
        RAISE(d, PROV_R_PERSONALISATION_STRING_TOO_LONG);
    else if (d->state != AB_DRBG_UNINITIALISED)
        RAISE(d, d->state == AB_DRBG_ERROR ? PROV_R_IN_ERROR_STATE : PROV_R_ALREADY_INSTANTIATED);
    else
        return 1;
    return 0;
}

/* As in the default provider, a generator that was ready before is a success, whatever was wrong. */
static int instantiate(struct ab_drbg *d, unsigned strength, int prediction_resistance, const unsigned char *text,
                       size_t text_len)
{
    if (text == NULL) {
        text = default_text;
        text_len = sizeof(default_text);
    }
    if (may_begin(d, strength, text_len)) {
        d->state = AB_DRBG_ERROR;
        if (seed(d, prediction_resistance, text, text_len))
            be_ready(d);
    }
    return d->state == AB_DRBG_READY;
}

/* Try to get ready from any state. */
static int restart(struct ab_drbg *d)
{
    if (d->state == AB_DRBG_READY)
        return 1;
    if (d->state == AB_DRBG_ERROR)
        wipe_state(d);
    instantiate(d, d->strength, 0, NULL, 0);
    if (d->state != AB_DRBG_READY)
        RAISE(d, d->state == AB_DRBG_ERROR ? PROV_R_IN_ERROR_STATE : PROV_R_NOT_INSTANTIATED);
    return d->state == AB_DRBG_READY;
}

static int reseed_from(struct ab_drbg *d, const unsigned char *entropy, size_t entropy_len, const unsigned char *more,
                       size_t more_len)
{
    const struct ab_drbg_input in[] = { { entropy, entropy_len }, { more, more_len } };

    return d->mechanism->reseed(d, in, 2);
}

/* Entropy that a caller brings. */
static int check_entropy(struct ab_drbg *d, const unsigned char *entropy, size_t len)
{
    if (entropy == NULL || (len >= d->min_entropy_len && len <= d->max_entropy_len))
        return 1;
    d->state = AB_DRBG_ERROR;
    AB_RAISE_CODE(d->prov, ERR_LIB_RAND,
                  len < d->min_entropy_len ? RAND_R_ENTROPY_OUT_OF_RANGE : RAND_R_ENTROPY_INPUT_TOO_LONG);
    return 0;
}

static int is_more_short(const struct ab_drbg *d, size_t len)
{
    if (len > d->max_more_len)
        RAISE(d, PROV_R_ADDITIONAL_INPUT_TOO_LONG);
    return len <= d->max_more_len;
}

/* Reseed from the caller's entropy, if any, and then from the parent's. */
static int reseed(struct ab_drbg *d, int prediction_resistance, const unsigned char *entropy, size_t entropy_len,
                  const unsigned char *more, size_t more_len)
{
    struct ab_rand_bytes own;
    int ok;

    more_len = more == NULL ? 0 : more_len;
    if (!restart(d) || !check_entropy(d, entropy, entropy_len) || !is_more_short(d, more_len))
        return 0;
    d->state = AB_DRBG_ERROR;
    if (entropy != NULL) {
        if (!reseed_from(d, entropy, entropy_len, more, more_len)) {
            RAISE(d, PROV_R_UNABLE_TO_RESEED);
            return 0;
        }
        more_len = 0; /* is in it */
    }
    if (!get_entropy(d, d->strength, d->min_entropy_len, d->max_entropy_len, prediction_resistance, &own))
        return 0;
    ok = reseed_from(d, own.data, own.len, more, more_len);
    ab_rand_parent_return_entropy(&d->parent, &own);
    if (ok)
        be_ready(d);
    return ok;
}

/* ---- requests ---- */

/* After fork, so many requests, so much time, or new entropy of the parent. */
static int must_reseed(struct ab_drbg *d)
{
    uint32_t era = ab_era(d->prov);
    int64_t now, waited;

    if (d->era != era) {
        d->era = era;
        return 1;
    }
    if (d->reseed_requests > 0 && d->num_requests >= d->reseed_requests)
        return 1;
    if (d->reseed_interval > 0) {
        now = ab_seconds();
        waited = now - d->reseed_time;
        if (now < d->reseed_time || waited >= d->reseed_interval)
            return 1;
    }
    return parents_count(d) != d->parent_num_seeded;
}

static int generate(struct ab_drbg *d, unsigned char *out, size_t len, unsigned strength, int prediction_resistance,
                    const unsigned char *more, size_t more_len)
{
    if (!restart(d))
        return 0;
    if (strength > d->strength || len > AB_DRBG_MAX_REQUEST) {
        RAISE(d, strength > d->strength ? PROV_R_INSUFFICIENT_DRBG_STRENGTH : PROV_R_REQUEST_TOO_LARGE_FOR_DRBG);
        return 0;
    }
    if (!is_more_short(d, more_len))
        return 0;
    if (must_reseed(d) || prediction_resistance) {
        if (!reseed(d, prediction_resistance, NULL, 0, more, more_len)) {
            RAISE(d, PROV_R_RESEED_ERROR);
            return 0;
        }
        more_len = 0;
    }
    if (!d->mechanism->generate(d, more, more == NULL ? 0 : more_len, out, len)) {
        d->state = AB_DRBG_ERROR;
        RAISE(d, PROV_R_GENERATE_ERROR);
        return 0;
    }
    d->num_requests++;
    return 1;
}

int ab_drbg_generate(void *ctx, unsigned char *out, size_t len, unsigned strength, int prediction_resistance,
                     const unsigned char *more, size_t more_len)
{
    struct ab_drbg *d = ctx;
    int ok;

    lock(d);
    ok = d->fallback.ctx != NULL
             ? ab_fallback_rand_generate(&d->fallback, out, len, strength, prediction_resistance, more, more_len)
             : generate(d, out, len, strength, prediction_resistance, more, more_len);
    unlock(d);
    return ok;
}

int ab_drbg_reseed(void *ctx, int prediction_resistance, const unsigned char *entropy, size_t entropy_len,
                   const unsigned char *more, size_t more_len)
{
    struct ab_drbg *d = ctx;
    int ok;

    lock(d);
    ok = d->fallback.ctx != NULL
             ? ab_fallback_rand_reseed(&d->fallback, prediction_resistance, entropy, entropy_len, more, more_len)
             : reseed(d, prediction_resistance, entropy, entropy_len, more, more_len);
    unlock(d);
    return ok;
}

int ab_drbg_uninstantiate(void *ctx)
{
    struct ab_drbg *d = ctx;
    int ok = 1;

    lock(d);
    if (d->fallback.ctx != NULL)
        ok = ab_fallback_rand_uninstantiate(&d->fallback);
    else
        wipe_state(d);
    unlock(d);
    return ok;
}

int ab_drbg_verify_zeroization(void *ctx)
{
    struct ab_drbg *d = ctx;
    const uint8_t *secrets = (const uint8_t *)d + d->mechanism->secrets;
    uint8_t all = 0;
    int ok;

    lock(d);
    for (size_t i = 0; i < d->mechanism->secrets_len; i++)
        all |= secrets[i];
    ok = d->fallback.ctx != NULL ? ab_fallback_rand_verify_zeroization(&d->fallback) : all == 0;
    unlock(d);
    return ok;
}

/* ---- the seed of a child ---- */

size_t ab_drbg_get_seed(void *ctx, unsigned char **out, int entropy, size_t min_len, size_t max_len,
                        int prediction_resistance, const unsigned char *more, size_t more_len)
{
    struct ab_drbg *d = ctx;
    size_t len = entropy >= 0 ? ((size_t)entropy + 7) / 8 : 0;
    unsigned char *bytes;
    unsigned strength = d->strength;

    len = len < min_len ? min_len : len;
    len = len > max_len ? max_len : len;
    if (d->fallback.ctx != NULL)
        strength = 0; /* the child has asked for it */
    bytes = ab_alloc_zeros(d->prov, len == 0 ? 1 : len, "seed");
    if (bytes == NULL)
        return 0;
    if (!ab_drbg_generate(d, bytes, len, strength, prediction_resistance, more, more_len)) {
        ab_drbg_clear_seed(d, bytes, len);
        RAISE(d, PROV_R_GENERATE_ERROR);
        return 0;
    }
    *out = bytes;
    return len;
}

void ab_drbg_clear_seed(void *ctx, unsigned char *seed, size_t len)
{
    (void)ctx;
    if (seed != NULL)
        ab_wipe(seed, len);
    free(seed);
}

/* ---- parameters ---- */

int ab_drbg_is_own_name(const struct ab_drbg *d, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PROV_PARAM_CORE_PROV_NAME);
    const struct ab_core *core = &d->prov->core;
    const char *name, *own = NULL;
    OSSL_PARAM get[] = { OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_PROV_NAME, (char **)&own, 0), OSSL_PARAM_END };

    if (p == NULL)
        return 1;
    return ab_param_get_utf8(p, &name) && core->get_params != NULL && core->get_params(core->handle, get) && own != NULL
           && strcmp(name, own) == 0;
}

enum { MAX_PARAMS = 24 };

/* Append a parameter, unless the call itself has it. */
static OSSL_PARAM *append(OSSL_PARAM *end, const OSSL_PARAM params[], OSSL_PARAM p)
{
    if (ab_param_locate_const(params, p.key) == NULL)
        *end++ = p;
    return end;
}

/* Let the default provider do what this call and earlier ones asked for. */
static int fall_back(struct ab_drbg *d, const OSSL_PARAM params[])
{
    OSSL_PARAM list[MAX_PARAMS], own, *p = list;
    uint64_t interval = (uint64_t)d->reseed_interval;

    for (const OSSL_PARAM *q = params; q->key != NULL; q++) {
        if (p == list + MAX_PARAMS - 4)
            return 0;
        *p++ = *q;
    }
    p = append(p, params, (OSSL_PARAM)OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_REQUESTS, &d->reseed_requests));
    p = append(p, params, (OSSL_PARAM)OSSL_PARAM_uint64(OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, &interval));
    if (d->mechanism->own_param(d, &own))
        p = append(p, params, own);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_rand_make(&d->fallback, d->prov, d->mechanism->name, d->parent.ctx, d->parent.functions)
           && ab_fallback_rand_set_params(&d->fallback, list);
}

static int set_reseed_params(struct ab_drbg *d, const OSSL_PARAM params[])
{
    const OSSL_PARAM *requests = ab_param_locate_const(params, OSSL_DRBG_PARAM_RESEED_REQUESTS),
                     *interval = ab_param_locate_const(params, OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL);
    const uint64_t max_seconds = (uint64_t)INT64_MAX >> (64 - 8 * sizeof(time_t)); /* as in libcrypto */
    uint64_t seconds;

    if (requests != NULL && !ab_param_get_uint(requests, &d->reseed_requests))
        return 0;
    if (interval == NULL)
        return 1;
    if (!ab_param_get_uint64(interval, &seconds) || seconds > max_seconds)
        return 0;
    d->reseed_interval = (int64_t)seconds;
    return 1;
}

/* Set the parameters of our own state, or make a fallback and set its. */
static int set_params(struct ab_drbg *d, const OSSL_PARAM params[])
{
    if (params == NULL || params->key == NULL)
        return 1;
    if (d->fallback.ctx != NULL)
        return ab_fallback_rand_set_params(&d->fallback, params);
    switch (d->mechanism->set_params(d, params)) {
    case AB_DRBG_OURS: return set_reseed_params(d, params);
    case AB_DRBG_OTHER: break;
    default: return 0;
    }
    if (fall_back(d, params)) {
        wipe_state(d);
        return 1;
    }
    ab_fallback_rand_free(&d->fallback);
    return 0;
}

int ab_drbg_set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_drbg *d = ctx;
    int ok;

    lock(d);
    ok = set_params(d, params);
    unlock(d);
    return ok;
}

int ab_drbg_instantiate(void *ctx, unsigned strength, int prediction_resistance, const unsigned char *text,
                        size_t text_len, const OSSL_PARAM params[])
{
    struct ab_drbg *d = ctx;
    int ok;

    lock(d);
    ok = set_params(d, params)
         && (d->fallback.ctx != NULL
                 ? ab_fallback_rand_instantiate(&d->fallback, strength, prediction_resistance, text, text_len, NULL)
                 : instantiate(d, strength, prediction_resistance, text, text_len));
    unlock(d);
    return ok;
}

/* The number of this name in *value; 0 if it is none of these. */
static int find_number(const struct ab_drbg *d, const OSSL_PARAM *p, uint64_t *value)
{
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {
        { OSSL_RAND_PARAM_STATE, (uint64_t)d->state },
        { OSSL_RAND_PARAM_STRENGTH, d->strength },
        { OSSL_DRBG_PARAM_RESEED_COUNTER, d->num_seeded },
        { OSSL_DRBG_PARAM_MIN_ENTROPYLEN, d->min_entropy_len },
        { OSSL_DRBG_PARAM_MAX_ENTROPYLEN, d->max_entropy_len },
        { OSSL_DRBG_PARAM_MIN_NONCELEN, d->min_nonce_len },
        { OSSL_DRBG_PARAM_MAX_NONCELEN, d->max_nonce_len },
        { OSSL_DRBG_PARAM_MAX_PERSLEN, d->max_text_len },
        { OSSL_DRBG_PARAM_MAX_ADINLEN, d->max_more_len },
        { OSSL_DRBG_PARAM_RESEED_TIME, (uint64_t)d->reseed_time },
        { OSSL_DRBG_PARAM_RESEED_REQUESTS, d->reseed_requests },
        { OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, (uint64_t)d->reseed_interval },
        { OSSL_RAND_PARAM_MAX_REQUEST, AB_DRBG_MAX_REQUEST },
    };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        if (ab_param_is(p, numbers[i].name)) {
            *value = numbers[i].value;
            return 1;
        }
    return 0;
}

static int get_params(const struct ab_drbg *d, OSSL_PARAM params[])
{
    uint64_t value;

    for (OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (!(find_number(d, p, &value) ? ab_param_set_uint64(p, value) : d->mechanism->get_param(d, p)))
            return 0;
    return 1;
}

/* libcrypto asks for the largest request before each one: no lock, and little else. */
int ab_drbg_get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_drbg *d = ctx;
    int ok;

    if (d->fallback.ctx == NULL && params != NULL && params[0].key != NULL && params[1].key == NULL
        && ab_param_is(&params[0], OSSL_RAND_PARAM_MAX_REQUEST))
        return ab_param_set_uint64(&params[0], AB_DRBG_MAX_REQUEST);
    lock(d);
    ok = d->fallback.ctx != NULL ? ab_fallback_rand_get_params(&d->fallback, params) : get_params(d, params);
    unlock(d);
    return ok;
}

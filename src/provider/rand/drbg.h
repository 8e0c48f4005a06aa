/*
 * What the generators of SP 800-90A share (EVP_RAND(7)): states, entropy, reseeding by requests, time, fork and parent,
 * locks, parameters. The mechanisms are in src/crypto/drbg/. A mechanism with a cipher or digest that is not the
 * module's falls back as a whole (provider/fallback/rand.h).
 *
 * A context locks itself, once locking is enabled: "lock" and "unlock" of the dispatch table do nothing, as in the
 * default provider since 3.2.
 */
#ifndef AB_PROVIDER_RAND_DRBG_H
#define AB_PROVIDER_RAND_DRBG_H

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>

#include "afterburner/drbg.h"
#include "os/lock.h"
#include "provider/fallback/rand.h"
#include "provider/rand/parent.h"

struct ab_drbg;

/* How a parameter list chose a cipher or digest. */
enum ab_drbg_choice {
    AB_DRBG_REFUSED, /* an error was raised */
    AB_DRBG_OURS,
    AB_DRBG_OTHER /* fall back */
};

struct ab_drbg_mechanism {
    const char *name;     /* of the default provider's generator */
    size_t size, secrets; /* of the context; its bytes from `secrets` to secrets + secrets_len are the secret state */
    size_t secrets_len;
    void (*begin)(struct ab_drbg *d); /* the lengths of a new context, which is zeros */
    enum ab_drbg_choice (*set_params)(struct ab_drbg *d, const OSSL_PARAM params[]);
    int (*own_param)(struct ab_drbg *d, OSSL_PARAM *p); /* a parameter of earlier calls that a fallback needs; or 0 */
    int (*get_param)(const struct ab_drbg *d, OSSL_PARAM *p); /* its own parameter: name of the cipher ... */
    /* These return 0 without an error if the state cannot do it. */
    int (*instantiate)(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in);
    int (*reseed)(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in);
    int (*generate)(struct ab_drbg *d, const uint8_t *more, size_t more_len, uint8_t *out, size_t len);
};

/* The head of a context. */
struct ab_drbg {
    struct ab_provctx *prov;
    const struct ab_drbg_mechanism *mechanism;
    struct ab_rand_parent parent;
    const struct ab_drbg *own_parent; /* the same, if it is of this module and serves itself */
    struct ab_fallback_rand fallback;
    int has_lock;
    struct ab_lock lock;
    int state; /* EVP_RAND_STATE_ ... */
    unsigned strength;
    size_t min_entropy_len, max_entropy_len, min_nonce_len, max_nonce_len, max_text_len, max_more_len;
    unsigned num_requests;    /* since the last reseed, from 1 */
    unsigned reseed_requests; /* 0: no limit; the next likewise */
    int64_t reseed_interval, reseed_time;
    uint32_t era;                /* of the last reseed; provider/rand/era.h */
    _Atomic unsigned num_seeded; /* from 1; children compare it */
    unsigned parent_num_seeded;
};

enum {
    AB_DRBG_MAX_LEN = 0x7fffffff,
    AB_DRBG_MAX_REQUEST = 65536,
    AB_DRBG_UNINITIALISED = 0, /* EVP_RAND_STATE_UNINITIALISED, _READY and _ERROR */
    AB_DRBG_READY = 1,
    AB_DRBG_ERROR = 2
};

/* Whether the parameter "provider-name", since 3.5 the provider to take the cipher or digest from, is this module. */
int ab_drbg_is_own_name(const struct ab_drbg *d, const OSSL_PARAM params[]);

void *ab_drbg_new(void *provctx, const struct ab_drbg_mechanism *mechanism, void *parent,
                  const OSSL_DISPATCH *parent_functions);

/* Entries of the dispatch tables. */
OSSL_FUNC_rand_freectx_fn ab_drbg_free;
OSSL_FUNC_rand_instantiate_fn ab_drbg_instantiate;
OSSL_FUNC_rand_uninstantiate_fn ab_drbg_uninstantiate;
OSSL_FUNC_rand_generate_fn ab_drbg_generate;
OSSL_FUNC_rand_reseed_fn ab_drbg_reseed;
OSSL_FUNC_rand_enable_locking_fn ab_drbg_enable_locking;
OSSL_FUNC_rand_lock_fn ab_drbg_lock;
OSSL_FUNC_rand_unlock_fn ab_drbg_unlock;
OSSL_FUNC_rand_get_ctx_params_fn ab_drbg_get_ctx_params;
OSSL_FUNC_rand_set_ctx_params_fn ab_drbg_set_ctx_params;
OSSL_FUNC_rand_verify_zeroization_fn ab_drbg_verify_zeroization;
OSSL_FUNC_rand_get_seed_fn ab_drbg_get_seed;
OSSL_FUNC_rand_clear_seed_fn ab_drbg_clear_seed;

#define AB_RAND_FN(id, function) { OSSL_FUNC_RAND_##id, (void (*)(void))function }

/* All entries but newctx and the lists of parameters. */
#define AB_DRBG_COMMON_FUNCTIONS                                                                                      \
    AB_RAND_FN(FREECTX, ab_drbg_free), AB_RAND_FN(INSTANTIATE, ab_drbg_instantiate), AB_DRBG_REQUEST_FUNCTIONS,       \
        AB_DRBG_LOCK_FUNCTIONS, AB_DRBG_PARAM_FUNCTIONS
#define AB_DRBG_REQUEST_FUNCTIONS                                                                                     \
    AB_RAND_FN(UNINSTANTIATE, ab_drbg_uninstantiate), AB_RAND_FN(GENERATE, ab_drbg_generate),                         \
        AB_RAND_FN(RESEED, ab_drbg_reseed)
#define AB_DRBG_LOCK_FUNCTIONS                                                                                        \
    AB_RAND_FN(ENABLE_LOCKING, ab_drbg_enable_locking), AB_RAND_FN(LOCK, ab_drbg_lock),                               \
        AB_RAND_FN(UNLOCK, ab_drbg_unlock)
#define AB_DRBG_PARAM_FUNCTIONS                                                                                       \
    AB_RAND_FN(GET_CTX_PARAMS, ab_drbg_get_ctx_params), AB_RAND_FN(SET_CTX_PARAMS, ab_drbg_set_ctx_params),           \
        AB_DRBG_SEED_FUNCTIONS
#define AB_DRBG_SEED_FUNCTIONS                                                                                        \
    AB_RAND_FN(VERIFY_ZEROIZATION, ab_drbg_verify_zeroization), AB_RAND_FN(GET_SEED, ab_drbg_get_seed),               \
        AB_RAND_FN(CLEAR_SEED, ab_drbg_clear_seed)

/* The parameters that all have. */
#define AB_DRBG_GETTABLE                                                                                              \
    OSSL_PARAM_int(OSSL_RAND_PARAM_STATE, NULL), OSSL_PARAM_uint(OSSL_RAND_PARAM_STRENGTH, NULL),                     \
        OSSL_PARAM_size_t(OSSL_RAND_PARAM_MAX_REQUEST, NULL), AB_DRBG_GETTABLE_LENGTHS, AB_DRBG_GETTABLE_RESEED
#define AB_DRBG_GETTABLE_LENGTHS                                                                                      \
    OSSL_PARAM_size_t(OSSL_DRBG_PARAM_MIN_ENTROPYLEN, NULL), OSSL_PARAM_size_t(OSSL_DRBG_PARAM_MAX_ENTROPYLEN, NULL), \
        OSSL_PARAM_size_t(OSSL_DRBG_PARAM_MIN_NONCELEN, NULL), AB_DRBG_GETTABLE_MORE_LENGTHS
#define AB_DRBG_GETTABLE_MORE_LENGTHS                                                                                 \
    OSSL_PARAM_size_t(OSSL_DRBG_PARAM_MAX_NONCELEN, NULL), OSSL_PARAM_size_t(OSSL_DRBG_PARAM_MAX_PERSLEN, NULL),      \
        OSSL_PARAM_size_t(OSSL_DRBG_PARAM_MAX_ADINLEN, NULL)
#define AB_DRBG_GETTABLE_RESEED                                                                                       \
    OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_COUNTER, NULL), OSSL_PARAM_time_t(OSSL_DRBG_PARAM_RESEED_TIME, NULL),      \
        AB_DRBG_SETTABLE
#define AB_DRBG_SETTABLE                                                                                              \
    OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_REQUESTS, NULL),                                                           \
        OSSL_PARAM_uint64(OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, NULL)

#endif

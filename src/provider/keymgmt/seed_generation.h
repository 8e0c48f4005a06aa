/* Generation of a key pair at random or from a seed, as ML-DSA and SLH-DSA have it. */
#ifndef AB_PROVIDER_KEYMGMT_SEED_GENERATION_H
#define AB_PROVIDER_KEYMGMT_SEED_GENERATION_H

#include <openssl/core_dispatch.h>
#include <stdint.h>

#include "provider/provctx.h"

enum { AB_MAX_GENERATION_SEED = 96 };

struct ab_seed_generation {
    struct ab_provctx *prov;
    size_t max_len;                       /* longer seeds are refused at once */
    size_t seed_len;                      /* 0: a random key */
    uint8_t seed[AB_MAX_GENERATION_SEED]; /* secret */
};

/*
 * Make the context of a generation that takes seeds of up to max_len bytes. Like the default provider, ignore what is
 * selected: a whole key pair is made, for EVP_PKEY_paramgen, too. NULL with an error raised.
 */
struct ab_seed_generation *ab_seed_generation_new(struct ab_provctx *prov, size_t max_len, const OSSL_PARAM params[]);

/*
 * Write the seed of exactly len bytes, a view into g, or NULL if the key is random. Returns 0 with an error raised for
 * a seed of another length.
 */
int ab_seed_generation_find(const struct ab_seed_generation *g, size_t len, const uint8_t **seed);

OSSL_FUNC_keymgmt_gen_cleanup_fn ab_seed_generation_free;
OSSL_FUNC_keymgmt_gen_set_params_fn ab_seed_generation_set_params;
OSSL_FUNC_keymgmt_gen_settable_params_fn ab_seed_generation_settable;

/* The entries of a dispatch table, but for GEN_INIT and GEN. */
#define AB_SEED_GENERATION                                                                                      \
    AB_KEYMGMT_FN(GEN_CLEANUP, ab_seed_generation_free), AB_KEYMGMT_FN(GEN_SET_PARAMS, ab_seed_generation_set_params), \
    AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, ab_seed_generation_settable)

#endif

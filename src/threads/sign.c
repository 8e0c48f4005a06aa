/*
 * One signature of SLH-DSA on several threads: the trees of FORS and groups of leaves of all layers of the hypertree at
 * once, since the trees of a layer do not depend on what the layer signs; then the one-time signatures of all layers.
 */
#include "threads/sign.h"

#include "crypto/slhdsa/slhdsa_parts.h"

_Static_assert(AB_POOL_NUM_KINDS == (int)AB_POOL_SLHDSA + (int)AB_NUM_SLHDSA, "a kind of work for each parameter set");

enum { CHAIN_HASHES = 17, FORS_HASHES = 3, HASH_BLOCK = 64 };

/*
 * The work of a signature, as bytes: a block for each hash value of the chains and of the leaves of FORS. The pool
 * measures each parameter set by itself, so these numbers need not be comparable between sets.
 */
static size_t work_len(const struct ab_slhdsa_params *params)
{
    const size_t leaves = (size_t)params->d << params->tree_height;
    const size_t fors_leaves = (size_t)params->num_fors << params->fors_height;

    return (leaves * ab_slhdsa_wots_len(params) * CHAIN_HASHES + fors_leaves * FORS_HASHES) * HASH_BLOCK;
}

struct work {
    struct ab_slhdsa_signing *signing;
};

static void sign_part(const void *work, size_t i)
{
    ab_slhdsa_sign_part(((const struct work *)work)->signing, i);
}

static void sign_layers(const void *work, size_t i)
{
    ab_slhdsa_sign_layers(((const struct work *)work)->signing, i);
}

static void share(struct ab_pool *pool, struct ab_pool_call *call, const struct ab_slhdsa_key *key, uint8_t *signature,
                  const struct ab_slhdsa_message *message, const uint8_t *addrnd)
{
    struct ab_slhdsa_signing signing;
    const struct work work = { &signing };

    ab_slhdsa_begin(&signing, key, signature, message, addrnd);
    call->num_parts = ab_slhdsa_num_parts(key->params);
    ab_pool_run(pool, call, sign_part, &work);
    ab_slhdsa_join(&signing);
    call->num_parts = ab_slhdsa_num_layer_parts(key->params);
    ab_pool_run(pool, call, sign_layers, &work);
}

void ab_threads_slhdsa_sign_with(struct ab_pool *pool, const struct ab_slhdsa_key *key, uint8_t *signature,
                                 const struct ab_slhdsa_message *message, const uint8_t *addrnd)
{
    const struct ab_slhdsa_params *params = key->params;
    struct ab_pool_call call;

    if (ab_pool_begin(pool, &call, (enum ab_pool_kind)(AB_POOL_SLHDSA + (unsigned)params->id), work_len(params)))
        share(pool, &call, key, signature, message, addrnd);
    else
        ab_slhdsa_sign_with(key, signature, message, addrnd);
    ab_pool_end(pool, &call);
}

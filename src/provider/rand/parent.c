/* What a generator draws from its parent or from the core. */
#include "provider/rand/parent.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/fallback/fallback.h"

#define RAISE(prov, code) AB_RAISE_CODE(prov, ERR_LIB_PROV, code)

void ab_rand_parent_begin(struct ab_rand_parent *p, struct ab_provctx *prov, void *ctx, const OSSL_DISPATCH *functions)
{
    memset(p, 0, sizeof(*p));
    p->prov = prov;
    p->ctx = ctx;
    p->functions = functions;
    for (const OSSL_DISPATCH *f = functions; f != NULL && f->function_id != 0; f++)
        switch (f->function_id) {
        case OSSL_FUNC_RAND_LOCK: p->lock = OSSL_FUNC_rand_lock(f); break;
        case OSSL_FUNC_RAND_UNLOCK: p->unlock = OSSL_FUNC_rand_unlock(f); break;
        case OSSL_FUNC_RAND_GET_CTX_PARAMS: p->get_params = OSSL_FUNC_rand_get_ctx_params(f); break;
        case OSSL_FUNC_RAND_NONCE: p->nonce = OSSL_FUNC_rand_nonce(f); break;
        case OSSL_FUNC_RAND_GET_SEED: p->get_seed = OSSL_FUNC_rand_get_seed(f); break;
        case OSSL_FUNC_RAND_CLEAR_SEED: p->clear_seed = OSSL_FUNC_rand_clear_seed(f); break;
        case OSSL_FUNC_RAND_ENABLE_LOCKING: p->enable_locking = OSSL_FUNC_rand_enable_locking(f); break;
        default: break;
        }
}

/* ---- its lock, and what it says of itself ---- */

static int lock(const struct ab_rand_parent *p)
{
    if (p->lock == NULL || p->lock(p->ctx))
        return 1;
    RAISE(p->prov, PROV_R_PARENT_LOCKING_NOT_ENABLED);
    return 0;
}

static void unlock(const struct ab_rand_parent *p)
{
    if (p->unlock != NULL)
        p->unlock(p->ctx);
}

int ab_rand_parent_enable_locking(const struct ab_rand_parent *p)
{
    if (p->ctx == NULL || p->enable_locking == NULL || p->enable_locking(p->ctx))
        return 1;
    RAISE(p->prov, PROV_R_PARENT_LOCKING_NOT_ENABLED);
    return 0;
}

/* Read one unsigned number; *value is as it was if the parent does not know the name. */
static int get_number(const struct ab_rand_parent *p, const char *name, unsigned *value)
{
    OSSL_PARAM params[] = { OSSL_PARAM_uint(name, value), OSSL_PARAM_END };
    int ok;

    if (p->get_params == NULL || !lock(p))
        return 0;
    ok = p->get_params(p->ctx, params);
    unlock(p);
    return ok;
}

int ab_rand_parent_strength(const struct ab_rand_parent *p, unsigned *strength)
{
    *strength = 0;
    if (get_number(p, OSSL_RAND_PARAM_STRENGTH, strength))
        return 1;
    RAISE(p->prov, PROV_R_UNABLE_TO_GET_PARENT_STRENGTH);
    return 0;
}

unsigned ab_rand_parent_count(const struct ab_rand_parent *p, int *ok)
{
    unsigned count = 0;

    *ok = 1;
    if (p->get_params == NULL)
        return 0;
    if (!lock(p)) {
        *ok = 0;
        return 0;
    }
    if (!p->get_params(p->ctx,
                       (OSSL_PARAM[]){ OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_COUNTER, &count), OSSL_PARAM_END }))
        count = 0;
    unlock(p);
    return count;
}

/* ---- entropy ---- */

static size_t get_parents_entropy(const struct ab_rand_parent *p, unsigned bits, size_t min_len, size_t max_len,
                                  int prediction_resistance, const void *who, unsigned char **data)
{
    size_t len;

    if (p->get_seed == NULL) {
        RAISE(p->prov, PROV_R_PARENT_CANNOT_SUPPLY_ENTROPY_SEED);
        return 0;
    }
    if (!lock(p))
        return 0;
    len = p->get_seed(p->ctx, data, (int)bits, min_len, max_len, prediction_resistance, (const unsigned char *)&who,
                      sizeof(who));
    unlock(p);
    return len;
}

void ab_rand_parent_entropy(const struct ab_rand_parent *p, unsigned bits, size_t min_len, size_t max_len,
                            int prediction_resistance, const void *who, struct ab_rand_bytes *bytes)
{
    const struct ab_core *core = &p->prov->core;

    bytes->data = NULL;
    if (p->ctx != NULL)
        bytes->len = get_parents_entropy(p, bits, min_len, max_len, prediction_resistance, who, &bytes->data);
    else
        bytes->len = core->get_entropy == NULL
                         ? 0
                         : core->get_entropy(core->handle, &bytes->data, (int)bits, min_len, max_len);
    if (bytes->data == NULL)
        bytes->len = 0;
}

void ab_rand_parent_return_entropy(const struct ab_rand_parent *p, struct ab_rand_bytes *bytes)
{
    const struct ab_core *core = &p->prov->core;

    if (bytes->data == NULL)
        return;
    if (p->ctx == NULL) {
        if (core->cleanup_entropy != NULL)
            core->cleanup_entropy(core->handle, bytes->data, bytes->len);
    } else if (p->clear_seed != NULL && lock(p)) {
        p->clear_seed(p->ctx, bytes->data, bytes->len);
        unlock(p);
    }
    bytes->data = NULL;
}

/* ---- nonces ---- */

int ab_rand_parent_has_nonce(const struct ab_rand_parent *p)
{
    return p->ctx == NULL || p->nonce != NULL;
}

static void get_parents_nonce(const struct ab_rand_parent *p, unsigned strength, size_t min_len, size_t max_len,
                              struct ab_rand_bytes *bytes)
{
    size_t len = p->nonce(p->ctx, NULL, strength, min_len, max_len);

    if (len == 0 || (bytes->data = ab_alloc_zeros(p->prov, len, "nonce")) == NULL)
        return;
    bytes->len = len;
    if (p->nonce(p->ctx, bytes->data, strength, min_len, max_len) != len)
        ab_rand_parent_return_nonce(p, bytes);
}

void ab_rand_parent_nonce(const struct ab_rand_parent *p, unsigned strength, size_t min_len, size_t max_len,
                          const void *who, struct ab_rand_bytes *bytes)
{
    const struct ab_core *core = &p->prov->core;
    struct {
        const void *who;
        uint64_t count;
    } salt = { who, 0 };

    bytes->data = NULL;
    bytes->len = 0;
    if (p->ctx != NULL) {
        get_parents_nonce(p, strength, min_len, max_len, bytes);
        return;
    }
    salt.count = atomic_fetch_add(&p->prov->num_nonces, 1);
    if (core->get_nonce != NULL)
        bytes->len = core->get_nonce(core->handle, &bytes->data, min_len, max_len, &salt, sizeof(salt));
}

void ab_rand_parent_return_nonce(const struct ab_rand_parent *p, struct ab_rand_bytes *bytes)
{
    const struct ab_core *core = &p->prov->core;

    if (bytes->data != NULL && p->ctx != NULL) {
        ab_wipe(bytes->data, bytes->len);
        free(bytes->data);
    } else if (bytes->data != NULL && core->cleanup_nonce != NULL) {
        core->cleanup_nonce(core->handle, bytes->data, bytes->len);
    }
    bytes->data = NULL;
    bytes->len = 0;
}

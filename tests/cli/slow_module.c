/*
 * The module with one digest, SHA2-256, that wastes time in each message: `afterburner tune` must find it. All else is
 * the module's own.
 */
#include <dlfcn.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <string.h>

enum { MAX_ENTRIES = 64, MAX_ALGORITHMS = 256, WASTE = 200000 };

static OSSL_FUNC_provider_query_operation_fn *real_query;
static OSSL_FUNC_digest_final_fn *real_final;
static OSSL_DISPATCH functions[MAX_ENTRIES], digest_functions[MAX_ENTRIES];
static OSSL_ALGORITHM digests[MAX_ALGORITHMS];

static int slow_final(void *ctx, unsigned char *out, size_t *len, size_t size)
{
    for (volatile int i = 0; i < WASTE; i++)
        ;
    return real_final(ctx, out, len, size);
}

/* Copy a table and replace one of its functions. Return the function that was there, or NULL. */
static void (*replace(OSSL_DISPATCH *copy, const OSSL_DISPATCH *table, int id, void (*by)(void)))(void)
{
    void (*former)(void) = NULL;
    size_t i = 0;

    for (; table[i].function_id != 0 && i + 1 < MAX_ENTRIES; i++) {
        copy[i] = table[i];
        if (table[i].function_id == id) {
            former = table[i].function;
            copy[i].function = by;
        }
    }
    copy[i] = (OSSL_DISPATCH){ 0, NULL };
    return former;
}

static const OSSL_ALGORITHM *slow_query(void *provctx, int operation, int *no_store)
{
    const OSSL_ALGORITHM *all = real_query(provctx, operation, no_store);
    size_t i = 0;

    if (operation != OSSL_OP_DIGEST || all == NULL)
        return all;
    for (; all[i].algorithm_names != NULL && i + 1 < MAX_ALGORITHMS; i++) {
        digests[i] = all[i];
        if (strncmp(all[i].algorithm_names, "SHA2-256:", strlen("SHA2-256:")) == 0) {
            real_final = (OSSL_FUNC_digest_final_fn *)replace(digest_functions, all[i].implementation,
                                                              OSSL_FUNC_DIGEST_FINAL, (void (*)(void))slow_final);
            digests[i].implementation = digest_functions;
        }
    }
    digests[i].algorithm_names = NULL;
    return digests;
}

__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **provctx)
{
    void *module = dlopen(AB_REAL_MODULE, RTLD_NOW);
    OSSL_provider_init_fn *init = module == NULL ? NULL : (OSSL_provider_init_fn *)dlsym(module, "OSSL_provider_init");
    const OSSL_DISPATCH *table;

    if (init == NULL || !init(handle, in, &table, provctx))
        return 0;
    real_query = (OSSL_FUNC_provider_query_operation_fn *)replace(functions, table, OSSL_FUNC_PROVIDER_QUERY_OPERATION,
                                                                  (void (*)(void))slow_query);
    *out = functions;
    return real_query != NULL;
}

/*
 * Fallback to the default provider (src/provider/fallback/fallback.h) over the life of both providers: concurrent first
 * uses, a default provider that is loaded late or unloaded early, either order of loading, and child library contexts.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "host.h"

enum { NUM_THREADS = 8, TAG_LEN = 16 };

static const unsigned char key[16] = "a Camellia key!!";

/*
 * Compute a CMAC over Camellia, which the module does not offer, by the provider that `query` chooses. Returns 0 on
 * failure.
 */
static int cmac(OSSL_LIB_CTX *lib, const char *query, unsigned char tag[TAG_LEN])
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)"CAMELLIA-128-CBC", 0),
                            OSSL_PARAM_END };
    EVP_MAC *mac = EVP_MAC_fetch(lib, "CMAC", query);
    EVP_MAC_CTX *ctx = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
    size_t len = 0;
    int ok;

    ok = ctx != NULL && EVP_MAC_init(ctx, key, sizeof(key), params) && EVP_MAC_update(ctx, key, 7)
         && EVP_MAC_final(ctx, tag, &len, TAG_LEN) && len == TAG_LEN;
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return ok;
}

static int is_right(OSSL_LIB_CTX *lib)
{
    unsigned char ours[TAG_LEN], theirs[TAG_LEN];

    CHECK(cmac(NULL, "provider=default", theirs));
    return cmac(lib, "provider=afterburner", ours) && memcmp(ours, theirs, TAG_LEN) == 0;
}

/* Make a library context with the module and nothing else. */
static OSSL_LIB_CTX *open_alone(OSSL_PROVIDER **module)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();

    CHECK(lib != NULL && OSSL_PROVIDER_set_default_search_path(lib, AB_MODULE_DIR));
    *module = OSSL_PROVIDER_load(lib, "afterburner");
    CHECK(*module != NULL);
    return lib;
}

static void *ask_once(void *lib)
{
    CHECK(is_right(lib));
    return NULL;
}

static void first_use_at_once(void)
{
    for (unsigned round = 0; round < 200; round++) {
        pthread_t threads[NUM_THREADS];
        struct host h;

        host_open(&h);
        for (unsigned i = 0; i < NUM_THREADS; i++)
            CHECK(pthread_create(&threads[i], NULL, ask_once, h.lib) == 0);
        for (unsigned i = 0; i < NUM_THREADS; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
        host_close(&h);
    }
}

static atomic_int is_loaded;

static void *ask_until_loaded(void *lib)
{
    unsigned char tag[TAG_LEN];

    while (!is_loaded)
        (void)cmac(lib, "provider=afterburner", tag);
    CHECK(is_right(lib));
    ERR_clear_error();
    return NULL;
}

/* A lookup in progress never makes another thread's OSSL_PROVIDER_load fail. */
static void default_comes_late(void)
{
    for (unsigned round = 0; round < 300; round++) {
        OSSL_PROVIDER *module, *base;
        OSSL_LIB_CTX *lib = open_alone(&module);
        pthread_t threads[2];

        is_loaded = 0;
        CHECK(!is_right(lib));
        for (unsigned i = 0; i < 2; i++)
            CHECK(pthread_create(&threads[i], NULL, ask_until_loaded, lib) == 0);
        base = OSSL_PROVIDER_load(lib, "default");
        CHECK(base != NULL);
        is_loaded = 1;
        for (unsigned i = 0; i < 2; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(OSSL_PROVIDER_unload(base) && OSSL_PROVIDER_unload(module));
        OSSL_LIB_CTX_free(lib);
    }
}

/* Load and unload the two providers in either order. */
static void either_order(void)
{
    for (unsigned round = 0; round < 200; round++) {
        OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *loaded[2];

        CHECK(lib != NULL && OSSL_PROVIDER_set_default_search_path(lib, AB_MODULE_DIR));
        for (unsigned i = 0; i < 2; i++)
            CHECK((loaded[i] = OSSL_PROVIDER_load(lib, (round + i) % 2 ? "afterburner" : "default")) != NULL);
        CHECK(is_right(lib));
        for (unsigned i = 0; i < 2; i++)
            CHECK(OSSL_PROVIDER_unload(loaded[(round / 2 + i) % 2]));
        OSSL_LIB_CTX_free(lib);
    }
}

/* Providers that the configuration loaded end with the library context. */
static void ended_by_context(void)
{
    for (unsigned round = 0; round < 50; round++) {
        struct host h;

        host_open_settings(&h, "");
        CHECK(is_right(h.lib));
        host_close(&h);
    }
}

/* ---- child library contexts, as of a provider that itself uses libcrypto (OSSL_LIB_CTX_new_child(3)) ---- */

static OSSL_LIB_CTX *child;

static void end_parent(void *provctx)
{
    OSSL_LIB_CTX_free(provctx);
}

static int begin_parent(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                        void **provctx)
{
    static const OSSL_DISPATCH functions[] = { { OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))end_parent },
                                               { 0, NULL } };

    *provctx = child = OSSL_LIB_CTX_new_child(handle, in);
    *out = functions;
    return child != NULL;
}

static void in_a_child(void)
{
    for (unsigned round = 0; round < 50; round++) {
        OSSL_PROVIDER *parent, *own = NULL;
        struct host h;

        host_open(&h);
        CHECK(OSSL_PROVIDER_add_builtin(h.lib, "parent", begin_parent));
        parent = OSSL_PROVIDER_load(h.lib, "parent");
        CHECK(parent != NULL && is_right(child));
        if (round & 1) { /* in the child, besides the parent's */
            CHECK(OSSL_PROVIDER_set_default_search_path(child, AB_MODULE_DIR));
            own = OSSL_PROVIDER_load(child, "afterburner");
            CHECK(own != NULL && is_right(child));
        }
        CHECK(own == NULL || OSSL_PROVIDER_unload(own));
        CHECK(OSSL_PROVIDER_unload(parent));
        host_close(&h);
    }
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "first_use_at_once", first_use_at_once },
        { "default_comes_late", default_comes_late },
        { "either_order", either_order },
        { "ended_by_context", ended_by_context },
        { "in_a_child", in_a_child },
        { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

/*
 * Methods fetched again and again: of all operations, under several names and properties, for library contexts that
 * change, after providers and properties have changed, in threads, and in a child.
 */
#include <openssl/core_dispatch.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transcript.h"

/* ---- what is fetched ---- */

typedef void *fetch_fn(OSSL_LIB_CTX *context, const char *name, const char *properties);
typedef const OSSL_PROVIDER *provider_fn(const void *method);
typedef void free_fn(void *method);
typedef void function(void);

#define FETCH(type) (function *)EVP_##type##_fetch
#define PROVIDER(type) (function *)EVP_##type##_get0_provider
#define FREE(type) (function *)EVP_##type##_free
#define FUNCTIONS(type) FETCH(type), PROVIDER(type), FREE(type)

static const struct operation {
    const char *name;
    function *fetch, *provider, *free;
    const char *names[5];
} operations[] = {
    { "digest", FUNCTIONS(MD), { "SHA256", "SHA2-256", "sha256", "RIPEMD160", "nonsense" } },
    { "cipher", FUNCTIONS(CIPHER), { "AES-128-GCM", "aes-256-cbc", "DES-CBC", "RC4", "nonsense" } },
    { "MAC", FUNCTIONS(MAC), { "HMAC", "CMAC", "KMAC-128", "SipHash", "HKDF" } },
    { "KDF", FUNCTIONS(KDF), { "HKDF", "TLS13-KDF", "PBKDF2", "PVKKDF", "HMAC" } },
    { "key", FUNCTIONS(KEYMGMT), { "RSA", "EC", "ED25519", "rsaEncryption", "HKDF" } },
    { "exchange", FUNCTIONS(KEYEXCH), { "X25519", "ECDH", "DH", "HKDF", "RSA" } },
    { "signature", FUNCTIONS(SIGNATURE), { "RSA", "ECDSA", "ED25519", "HMAC", "X25519" } },
    { "encryption", FUNCTIONS(ASYM_CIPHER), { "RSA", "SM2", "rsaEncryption", "EC", "" } },
    { "encapsulation",
      FUNCTIONS(KEM),
      { "RSA", "rsaEncryption", "EC", "nonsense",
        "a name that is longer than what a place for an answer may have room for" } },
};

enum { NUM_OPERATIONS = sizeof(operations) / sizeof(operations[0]), NUM_NAMES = 5 };

static void *fetch(const struct operation *o, OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return ((fetch_fn *)o->fetch)(context, name, properties);
}

static void drop(const struct operation *o, void *method)
{
    ((free_fn *)o->free)(method);
}

/* Fetches twice, while the first answer is held and after it has been freed. */
static void say_fetch(const struct operation *o, OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    void *first = fetch(o, context, name, properties), *second = fetch(o, context, name, properties);

    say("%s %s, %s:", o->name, name, properties == NULL ? "no properties" : properties);
    say(" %s%s", first == NULL ? "none" : OSSL_PROVIDER_get0_name(((provider_fn *)o->provider)(first)),
        first == second ? "" : ", then another");
    drop(o, first);
    say_result(second != NULL);
    drop(o, second);
}

static void fetch_all(const char *what, OSSL_LIB_CTX *context)
{
    static const char *const properties[] = { NULL,
                                              "",
                                              "provider=default",
                                              "?provider=base",
                                              "fips=yes",
                                              "?provider=afterburner,?a.property.with.a.long.name=and.a.long.value" };

    say("%s\n", what);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < NUM_OPERATIONS; i++)
            for (int name = 0; name < NUM_NAMES; name++)
                for (unsigned p = 0; p < sizeof(properties) / sizeof(properties[0]); p++)
                    say_fetch(&operations[i], context, operations[i].names[name], properties[p]);
}

static void fetch_some(const char *what, OSSL_LIB_CTX *context)
{
    say("%s\n", what);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < NUM_OPERATIONS; i++)
            for (int name = 0; name < NUM_NAMES; name++)
                say_fetch(&operations[i], context, operations[i].names[name], NULL);
}

/* ---- a provider with two digests, one of which it takes away when it is told to ---- */

static int num_queries, is_reduced, is_unstored;

static OSSL_FUNC_digest_get_params_fn get_params;
static OSSL_FUNC_digest_digest_fn digest_nothing;
static OSSL_FUNC_provider_query_operation_fn query;
static OSSL_FUNC_provider_teardown_fn teardown;

static int get_params(OSSL_PARAM params[])
{
    (void)params;
    return 1;
}

static int digest_nothing(void *provider, const unsigned char *in, size_t in_len, unsigned char *out, size_t *out_len,
                          size_t out_size)
{
    (void)provider;
    (void)in;
    (void)in_len;
    (void)out;
    (void)out_size;
    *out_len = 0;
    return 1;
}

static const OSSL_DISPATCH digest_functions[] = { { OSSL_FUNC_DIGEST_DIGEST, (function *)digest_nothing },
                                                  { OSSL_FUNC_DIGEST_GET_PARAMS, (function *)get_params },
                                                  { 0, NULL } };
static const OSSL_ALGORITHM digests[] = { { "SHA256:another-name", "provider=test", digest_functions, NULL },
                                          { "RIPEMD160", "provider=test", digest_functions, NULL },
                                          { NULL, NULL, NULL, NULL } };

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_store)
{
    (void)provider;
    *no_store = is_unstored;
    if (operation != OSSL_OP_DIGEST)
        return NULL;
    num_queries++;
    return digests + is_reduced;
}

static void teardown(void *provider)
{
    (void)provider;
    say("teardown after %d queries\n", num_queries);
}

static int begin_provider(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                          void **provider)
{
    static const OSSL_DISPATCH functions[] = { { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (function *)query },
                                               { OSSL_FUNC_PROVIDER_TEARDOWN, (function *)teardown },
                                               { 0, NULL } };

    (void)in;
    *out = functions;
    *provider = (void *)handle;
    return 1;
}

static void check_provider(OSSL_LIB_CTX *context, const char *name)
{
    OSSL_PROVIDER *provider;

    need(OSSL_PROVIDER_add_builtin(context, name, begin_provider) != 0, "a provider");
    provider = OSSL_PROVIDER_load(context, name);
    fetch_some(name, context);
    say_fetch(&operations[0], context, "another-name", "provider=test");
    need(EVP_set_default_properties(context, "?provider=test") == 1, "properties");
    fetch_some("by default", context);
    need(EVP_set_default_properties(context, "") == 1, "properties");
    say("unload");
    say_result(OSSL_PROVIDER_unload(provider));
    fetch_some("unloaded", context);
}

/* A stranger may answer otherwise the next time. */
static void check_strangers(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "default");

    is_unstored = 1;
    check_provider(context, "stranger");
    is_reduced = 1;
    check_provider(context, "another stranger");
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(context);
}

/* ---- the other checks ---- */

static void check_providers(OSSL_LIB_CTX *context)
{
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "default"), *legacy = OSSL_PROVIDER_load(context, "legacy");

    ERR_clear_error();
    fetch_some("with the legacy provider", context);
    OSSL_PROVIDER_unload(legacy);
    fetch_some("without it", context);
    check_provider(context, "afterburner");
    need(EVP_set_default_properties(context, "provider=nonsense") == 1, "properties");
    fetch_some("none fits", context);
    need(EVP_default_properties_enable_fips(context, 1) == 1, "properties");
    fetch_some("fips", context);
    need(EVP_set_default_properties(context, "") == 1, "properties");
    OSSL_PROVIDER_unload(provider);
    fetch_some("no provider", context);
}

/* A method lives on after its library context's provider has gone. */
static void check_library_contexts(void)
{
    static const char *const providers[] = { "default", "null", "base" };

    for (int i = 0; i < 6; i++) {
        OSSL_LIB_CTX *context = OSSL_LIB_CTX_new(), *before;
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, providers[i % 3]);

        fetch_some(providers[i % 3], context);
        fetch_some("the default", NULL);
        before = OSSL_LIB_CTX_set0_default(context);
        fetch_some("as the thread's default", NULL);
        OSSL_LIB_CTX_set0_default(before);
        fetch_some("the default again", NULL);
        OSSL_PROVIDER_unload(provider);
        OSSL_LIB_CTX_free(context);
    }
}

static void check_fork(void)
{
    pid_t child;
    int status;

    fflush(stdout);
    child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        fetch_some("in the child", NULL);
        check_library_contexts();
        fflush(stdout);
        _exit(ERR_peek_error() == 0 ? 0 : 1);
    }
    need(waitpid(child, &status, 0) == child, "waitpid");
    say("the child ends");
    say_result(status);
    fetch_some("after fork", NULL);
}

enum { NUM_THREADS = 4, NUM_FETCHES = 3000, NUM_CHANGES = 200 };

static atomic_int num_wrong;

/* A digest computes the same whatever other threads change. */
static void *fetch_often(void *arg)
{
    static const char *const names[] = { "SHA256", "SHA384", "SHA512", "MD5" };
    OSSL_LIB_CTX *context = arg;

    for (int i = 0; i < NUM_FETCHES; i++) {
        EVP_MD *md = EVP_MD_fetch(context, names[i % 4], NULL);
        EVP_KDF *kdf = EVP_KDF_fetch(context, "HKDF", i % 2 ? "" : NULL);
        unsigned char out[EVP_MAX_MD_SIZE];

        if (md == NULL || kdf == NULL || EVP_Digest("abc", 3, out, NULL, md, NULL) != 1)
            atomic_fetch_add(&num_wrong, 1);
        EVP_KDF_free(kdf);
        EVP_MD_free(md);
    }
    return NULL;
}

static void *change_providers(void *arg)
{
    for (int i = 0; i < NUM_CHANGES; i++) {
        OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(arg, "base");

        EVP_MD_free(EVP_MD_fetch(context, "SHA256", NULL));
        OSSL_PROVIDER_unload(provider);
        OSSL_LIB_CTX_free(context);
    }
    return NULL;
}

void check_fetch_threads(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "default");
    pthread_t threads[NUM_THREADS + 1];

    for (int i = 0; i < NUM_THREADS; i++)
        need(pthread_create(&threads[i], NULL, fetch_often, context) == 0, "a thread");
    need(pthread_create(&threads[NUM_THREADS], NULL, change_providers, context) == 0, "a thread");
    for (int i = 0; i <= NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    say("threads fetch all");
    say_result(atomic_load(&num_wrong) == 0);
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(context);
}

void check_fetches(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();

    fetch_all("the default context", NULL);
    fetch_all("another context", context);
    OSSL_LIB_CTX_free(context);
    check_library_contexts();
    check_fork();
    context = OSSL_LIB_CTX_new();
    check_providers(context);
    OSSL_LIB_CTX_free(context);
    check_strangers();
    fetch_some("the default context after strangers", NULL);
}

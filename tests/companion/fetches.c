/*
 * Methods fetched again and again: of all operations, under several names and properties, for library contexts that
 * change, after providers and properties have changed, in threads, and in a child.
 */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "digests.h"
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

enum { NUM_OPERATIONS = sizeof(operations) / sizeof(operations[0]), NUM_NAMES = 5, NUM_CONTEXTS = 100 };

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

/* ---- the checks ---- */

static void check_provider(OSSL_LIB_CTX *context, const char *name)
{
    OSSL_PROVIDER *provider;

    need(OSSL_PROVIDER_add_builtin(context, name, begin_digests) != 0, "a provider");
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

/* A provider that fetches while it begins gets the methods of others, which its own then replace. */
static void check_fetching_provider(int by_configuration)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *base = OSSL_PROVIDER_load(context, "default"), *provider = NULL;

    need(OSSL_PROVIDER_add_builtin(context, "afterburner", begin_digests) != 0, "a provider");
    need(EVP_set_default_properties(context, "?provider=test") == 1, "properties");
    digests.fetches_in = context;
    if (by_configuration)
        activate_two(context, "base", "afterburner");
    else
        provider = OSSL_PROVIDER_load(context, "afterburner");
    digests.fetches_in = NULL;
    fetch_some("after a provider that fetches", context);
    OSSL_PROVIDER_unload(provider);
    OSSL_PROVIDER_unload(base);
    OSSL_LIB_CTX_free(context);
}

static void say_name(const char *name, void *arg)
{
    (void)arg;
    say(" %s", name);
}

static void say_names_of_rsa(OSSL_LIB_CTX *context)
{
    EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(context, "RSA", NULL);

    say("names of RSA:");
    say_result(EVP_KEYMGMT_names_do_all(keymgmt, say_name, NULL));
    EVP_KEYMGMT_free(keymgmt);
}

/* A provider with another name for an algorithm. */
static void check_another_name(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *base = OSSL_PROVIDER_load(context, "default"), *provider;

    need(OSSL_PROVIDER_add_builtin(context, "afterburner", begin_digests) != 0, "a provider");
    say_names_of_rsa(context);
    provider = OSSL_PROVIDER_load(context, "afterburner");
    say_fetch(&operations[0], context, "a-name-for-RSA", NULL);
    say_names_of_rsa(context);
    OSSL_PROVIDER_unload(provider);
    OSSL_PROVIDER_unload(base);
    OSSL_LIB_CTX_free(context);
}

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

/* The first of two providers goes before the second, unless something else holds a method of the first. */
static void check_teardown(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();

    need(OSSL_PROVIDER_add_builtin(context, "afterburner", begin_digests) != 0, "a provider");
    need(OSSL_PROVIDER_add_builtin(context, "fips", begin_other_digests) != 0, "another provider");
    activate_two(context, "afterburner", "fips");
    fetch_some("two providers", context);
    say_fetch(&operations[0], context, "SHA256", "provider=test");
    say_fetch(&operations[0], context, "SHA256", "provider=other");
    OSSL_LIB_CTX_free(context);
    say("the context is freed");
    say_result(1);
}

/* Contexts that live side by side, each the default of the thread for a while. */
static void check_many_contexts(void)
{
    OSSL_LIB_CTX *contexts[NUM_CONTEXTS], *before;

    for (int i = 0; i < NUM_CONTEXTS; i++) {
        contexts[i] = OSSL_LIB_CTX_new();
        if (i % 2 != 0)
            need(OSSL_PROVIDER_load(contexts[i], "null") != NULL, "the null provider");
    }
    for (int i = 0; i < NUM_CONTEXTS; i++) {
        before = OSSL_LIB_CTX_set0_default(contexts[i]);
        say_fetch(&operations[0], NULL, "SHA256", NULL);
        OSSL_LIB_CTX_set0_default(before);
    }
    for (int i = 0; i < NUM_CONTEXTS; i++)
        OSSL_LIB_CTX_free(contexts[i]);
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

/* ---- strangers ---- */

/* A stranger takes a digest away. */
static void check_stranger(const char *name)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "default"), *stranger;

    digests.is_unstored = 1;
    digests.is_reduced = 0;
    check_provider(context, name);
    stranger = OSSL_PROVIDER_load(context, name);
    say_fetch(&operations[0], context, "another-name", "provider=test");
    digests.is_reduced = 1;
    flush_answers(context);
    say_fetch(&operations[0], context, "another-name", "provider=test");
    OSSL_PROVIDER_unload(stranger);
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(context);
    digests.is_unstored = 0;
    digests.is_reduced = 0;
}

/* From the first stranger on, nothing is kept of any context. */
void check_strangers(void)
{
    check_stranger("stranger");
    check_stranger("another stranger");
    fetch_some("the default context after strangers", NULL);
    check_names();
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
    check_teardown();
    check_many_contexts();
    check_fetching_provider(0);
    check_fetching_provider(1);
    check_another_name();
}

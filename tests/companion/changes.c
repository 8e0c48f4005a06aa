/* Providers that come and go between two keys, properties that change, library contexts, configurations and fork. */
#include <openssl/conf.h>
#include <openssl/core_dispatch.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transcript.h"

/* ---- a provider with one decoder, which takes part in every search for an RSA key and decodes nothing ---- */

static int num_alive, num_made, num_decodings;

static OSSL_FUNC_decoder_newctx_fn new_decoder;
static OSSL_FUNC_decoder_freectx_fn free_decoder;
static OSSL_FUNC_decoder_decode_fn decode_nothing;
static OSSL_FUNC_provider_query_operation_fn query;
static OSSL_FUNC_provider_teardown_fn teardown;

static void *new_decoder(void *provider)
{
    num_alive++;
    num_made++;
    return provider;
}

static void free_decoder(void *decoder)
{
    (void)decoder;
    num_alive--;
}

static int decode_nothing(void *decoder, OSSL_CORE_BIO *in, int selection, OSSL_CALLBACK *give, void *give_arg,
                          OSSL_PASSPHRASE_CALLBACK *ask, void *ask_arg)
{
    (void)decoder;
    (void)in;
    (void)selection;
    (void)give;
    (void)give_arg;
    (void)ask;
    (void)ask_arg;
    num_decodings++;
    return 1;
}

static const OSSL_DISPATCH decoder_functions[] = { { OSSL_FUNC_DECODER_NEWCTX, (void (*)(void))new_decoder },
                                                   { OSSL_FUNC_DECODER_FREECTX, (void (*)(void))free_decoder },
                                                   { OSSL_FUNC_DECODER_DECODE, (void (*)(void))decode_nothing },
                                                   { 0, NULL } };
static const OSSL_ALGORITHM decoders[] = {
    { "RSA", "provider=test,input=der,structure=PrivateKeyInfo", decoder_functions, NULL }, { NULL, NULL, NULL, NULL }
};

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_store)
{
    (void)provider;
    *no_store = 0;
    return operation == OSSL_OP_DECODER ? decoders : NULL;
}

/* libcrypto ends a provider when nothing refers to it any more: in this test, with its library context. */
static void teardown(void *provider)
{
    (void)provider;
    say("teardown with %d decoders, after %d decodings\n", num_alive, num_decodings);
}

static int begin_provider(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                          void **provider)
{
    static const OSSL_DISPATCH functions[] = { { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query },
                                               { OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))teardown },
                                               { 0, NULL } };

    (void)in;
    *out = functions;
    *provider = (void *)handle;
    return 1;
}

/* ---- the checks ---- */

static void read_in(const char *what, OSSL_LIB_CTX *context, const char *name)
{
    const struct file *f = find_file(name);
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);

    say("%s: %s", what, name);
    say_key(PEM_read_bio_PrivateKey_ex(in, NULL, NULL, (void *)PASSPHRASE, context, NULL));
    BIO_free(in);
}

static void read_some(const char *what, OSSL_LIB_CTX *context)
{
    for (int i = 0; i < 2; i++) {
        read_in(what, context, "p256.pkcs8.pem");
        read_in(what, context, "rsa.pkcs8.pem");
        read_in(what, context, "rsa.encrypted.pem");
    }
}

/* The same with a provider of this name, which the companion takes for one that it knows or for a stranger. */
static void check_provider(OSSL_LIB_CTX *context, const char *name)
{
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, name);

    num_made = 0;
    say("%s", name);
    say_result(provider != NULL);
    read_some(name, context);
    if (provider != NULL) {
        say("unload");
        say_result(OSSL_PROVIDER_unload(provider));
        say("decoders left");
        say_result(num_alive);
        if (strcmp(name, "stranger") == 0) {
            say("decoders made for each key anew");
            say_result(num_made);
        }
    }
    read_some("unloaded", context);
}

/* A key that lives on keeps its provider; the next provider of that name is another one. */
static void check_living_key(OSSL_LIB_CTX *context)
{
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "default");
    const struct file *f = find_file("ed25519.pkcs8.der");
    const unsigned char *at = f->data;
    EVP_PKEY *key = d2i_AutoPrivateKey_ex(NULL, &at, (long)f->len, context, NULL);

    OSSL_PROVIDER_unload(provider);
    say("its provider is unloaded");
    say_key(key);
}

static void check_properties(OSSL_LIB_CTX *context)
{
    static const char *const properties[] = { "provider=nonsense", "?provider=legacy", "fips=yes", "" };

    for (unsigned i = 0; i < sizeof(properties) / sizeof(properties[0]); i++) {
        say("properties %s", properties[i]);
        say_result(EVP_set_default_properties(context, properties[i]));
        read_some(properties[i], context);
    }
    say("fips");
    say_result(EVP_default_properties_enable_fips(context, 1));
    read_some("fips", context);
    say_result(EVP_default_properties_enable_fips(context, 0));
}

/* A context that is made where one has been freed may have its address. */
static void check_library_contexts(void)
{
    static const char *const providers[] = { "default", "null", "base" };

    for (unsigned i = 0; i < 2 * sizeof(providers) / sizeof(providers[0]); i++) {
        const char *name = providers[i % (sizeof(providers) / sizeof(providers[0]))];
        OSSL_LIB_CTX *context = OSSL_LIB_CTX_new(), *before;
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, name);

        read_some(name, context);
        before = OSSL_LIB_CTX_set0_default(context);
        read_some("as the thread's default", NULL);
        OSSL_LIB_CTX_set0_default(before);
        read_some("the default again", NULL);
        OSSL_PROVIDER_unload(provider);
        OSSL_LIB_CTX_free(context);
    }
}

static void load_conf(OSSL_LIB_CTX *context, const char *text)
{
    BIO *in = BIO_new_mem_buf(text, -1);
    CONF *conf = NCONF_new_ex(context, NULL);

    say("configuration");
    say_result(NCONF_load_bio(conf, in, NULL) > 0 && CONF_modules_load(conf, NULL, 0) > 0);
    NCONF_free(conf);
    BIO_free(in);
}

static void check_configurations(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();

    read_some("no configuration", context);
    load_conf(context, "openssl_conf = i\n[i]\nproviders = p\n[p]\nnull = n\n[n]\nactivate = 1\n");
    read_some("the null provider", context);
    load_conf(context, "openssl_conf = i\n[i]\nproviders = p\nalg_section = a\n[p]\ndefault = d\n[d]\nactivate = 1\n"
                       "[a]\ndefault_properties = ?provider=default\n");
    read_some("the default provider", context);
    OSSL_LIB_CTX_free(context);
}

static void check_fork(void)
{
    pid_t child;
    int status;

    read_some("before fork", NULL);
    fflush(stdout);
    child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        read_some("in the child", NULL);
        fflush(stdout);
        _exit(ERR_peek_error() == 0 ? 0 : 1);
    }
    need(waitpid(child, &status, 0) == child, "waitpid");
    say("the child ends");
    say_result(status);
    read_some("after fork", NULL);
}

void check_changes(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();

    need(OSSL_PROVIDER_add_builtin(context, "afterburner", begin_provider) != 0, "a provider");
    need(OSSL_PROVIDER_add_builtin(context, "stranger", begin_provider) != 0, "a provider");
    read_some("at first", context);
    for (int i = 0; i < 2; i++) {
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "default");

        check_provider(context, "legacy");
        check_provider(context, "afterburner");
        check_provider(context, "stranger");
        check_provider(context, "missing");
        check_properties(context);
        OSSL_PROVIDER_unload(provider);
        read_some("without providers", context);
    }
    check_living_key(context);
    OSSL_LIB_CTX_free(context);
    check_library_contexts();
    check_configurations();
    check_fork();
}

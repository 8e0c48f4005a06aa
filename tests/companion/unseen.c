/*
 * A program that finds libcrypto's functions by dlsym on a handle makes and frees library contexts that the companion
 * does not see. The next one is often at the address of the last.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/decoder.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <string.h>

#include "digests.h"
#include "transcript.h"

static struct {
    __typeof__(OSSL_LIB_CTX_new) *make;
    __typeof__(OSSL_LIB_CTX_free) *drop;
    __typeof__(OSSL_PROVIDER_add_builtin) *add;
    __typeof__(OSSL_PROVIDER_try_load) *load;
    __typeof__(OSSL_PROVIDER_unload) *unload;
} unseen;

static void find(void *handle, const char *name, void *place)
{
    void *function = dlsym(handle, name);

    need(function != NULL, name);
    memcpy(place, &function, sizeof(function));
}

static void say_name(const char *name, void *arg)
{
    (void)arg;
    say(" %s", name);
}

static void say_names_of(EVP_KEYMGMT *keymgmt)
{
    say(" %s", EVP_KEYMGMT_get0_description(keymgmt));
    say_result(EVP_KEYMGMT_names_do_all(keymgmt, say_name, NULL));
}

/* What one context answers, twice. */
static void ask(OSSL_LIB_CTX *context, const char *provider)
{
    const struct file *f = find_file("rsa.pkcs8.pem");
    EVP_PKEY *key = NULL;

    for (int i = 0; i < 2; i++) {
        OSSL_DECODER_CTX *decoder = OSSL_DECODER_CTX_new_for_pkey(&key, "PEM", NULL, "RSA", 0, context, NULL);
        BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
        EVP_MD *md = EVP_MD_fetch(context, "SHA256", NULL);
        EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(context, "RSA", NULL);

        say("%s: %s", provider, md == NULL ? "no digest" : "a digest");
        say_result(keymgmt != NULL);
        if (keymgmt != NULL)
            say_names_of(keymgmt);
        say("decoders");
        say_result(OSSL_DECODER_CTX_get_num_decoders(decoder));
        say_key(PEM_read_bio_PrivateKey_ex(in, NULL, NULL, NULL, context, NULL));
        EVP_KEYMGMT_free(keymgmt);
        EVP_MD_free(md);
        OSSL_DECODER_CTX_free(decoder);
        BIO_free(in);
    }
}

static void say_digest(OSSL_LIB_CTX *context)
{
    EVP_MD *md = EVP_MD_fetch(context, "another-name", "provider=test");

    say("a digest of an unseen stranger");
    say_result(md != NULL);
    EVP_MD_free(md);
}

/* A stranger that is loaded unseen takes a digest away. */
static void check_stranger(void)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider;

    need(unseen.add(context, "stranger", begin_digests) == 1, "a stranger");
    provider = unseen.load(context, "stranger", 1);
    digests.is_unstored = 1;
    say_digest(context);
    digests.is_reduced = 1;
    flush_answers(context);
    say_digest(context);
    unseen.unload(provider);
    OSSL_LIB_CTX_free(context);
}

void check_unseen(void)
{
    static const char *const providers[] = { "default", "null", "base" };
    void *handle = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_NOLOAD);

    need(handle != NULL, "libcrypto.so.3");
    find(handle, "OSSL_LIB_CTX_new", &unseen.make);
    find(handle, "OSSL_LIB_CTX_free", &unseen.drop);
    find(handle, "OSSL_PROVIDER_add_builtin", &unseen.add);
    find(handle, "OSSL_PROVIDER_try_load", &unseen.load);
    find(handle, "OSSL_PROVIDER_unload", &unseen.unload);
    for (int i = 0; i < 12; i++) {
        const char *name = providers[i % 3];
        OSSL_LIB_CTX *context = unseen.make();
        OSSL_PROVIDER *provider = unseen.load(context, name, 0);

        need(provider != NULL, name);
        ask(context, name);
        ask(NULL, "the default context");
        unseen.unload(provider);
        unseen.drop(context);
    }
    check_stranger();
    dlclose(handle);
}

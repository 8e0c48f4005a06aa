/* What a program can do with a decoder context of its own before and after the companion has kept it. */
#include <openssl/decoder.h>
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

#include "transcript.h"

enum { NUM_ROUNDS = 4 }; /* from the second on the companion has a context */

static OSSL_DECODER_CTX *begin(EVP_PKEY **key)
{
    return OSSL_DECODER_CTX_new_for_pkey(key, "PEM", NULL, NULL, 0, NULL, NULL);
}

static void decode(const char *what, OSSL_DECODER_CTX *ctx, const char *name, EVP_PKEY **key)
{
    const struct file *f = find_file(name);
    const unsigned char *at = f->data;
    size_t len = f->len;

    *key = NULL;
    say("%s: %s", what, name);
    say(" gives %d, %zu left", OSSL_DECODER_from_data(ctx, &at, &len), len);
    say_key(*key);
}

static void end(OSSL_DECODER_CTX *ctx, EVP_PKEY **key)
{
    decode("then plain", ctx, "ed25519.pkcs8.pem", key);
    OSSL_DECODER_CTX_free(ctx);
}

/* Several keys through one context, and a place for the key that is not empty. */
static void check_several(void)
{
    EVP_PKEY *key = NULL, *other = NULL;
    OSSL_DECODER_CTX *ctx = begin(&key), *second = begin(&other);

    decode("one context", ctx, "p256.pkcs8.pem", &key);
    decode("one context", ctx, "rsa.pkcs8.pem", &key);
    decode("beside it", second, "ed25519.public.pem", &other);
    decode("one context", ctx, "rsa.own.der", &key);
    OSSL_DECODER_CTX_free(second);
    end(ctx, &key);
}

static int give_failure(char *pass, size_t size, size_t *len, const OSSL_PARAM *params, void *arg)
{
    (void)pass;
    (void)size;
    (void)len;
    (void)params;
    ++*(int *)arg;
    return 0;
}

static int give_pem(char *buffer, int size, int writing, void *arg)
{
    (void)writing;
    ++*(int *)arg;
    return snprintf(buffer, (size_t)size, PASSPHRASE);
}

static void set_no_passphrase(OSSL_DECODER_CTX *ctx, int *calls)
{
    (void)ctx;
    (void)calls;
}

static void set_text(OSSL_DECODER_CTX *ctx, int *calls)
{
    (void)calls;
    OSSL_DECODER_CTX_set_passphrase(ctx, (const unsigned char *)PASSPHRASE, strlen(PASSPHRASE));
}

static void set_callback(OSSL_DECODER_CTX *ctx, int *calls)
{
    OSSL_DECODER_CTX_set_passphrase_cb(ctx, give_failure, calls);
}

static void set_pem_callback(OSSL_DECODER_CTX *ctx, int *calls)
{
    OSSL_DECODER_CTX_set_pem_password_cb(ctx, give_pem, calls);
}

static void set_nothing_valid(OSSL_DECODER_CTX *ctx, int *calls)
{
    (void)calls;
    say("no callback");
    say_result(OSSL_DECODER_CTX_set_pem_password_cb(ctx, NULL, NULL));
}

/* A passphrase must not outlive its user, whatever the next one sets. */
static void check_passphrases(void)
{
    static void (*const set[])(OSSL_DECODER_CTX *, int *) = { set_text,          set_no_passphrase, set_callback,
                                                              set_no_passphrase, set_pem_callback,  set_nothing_valid };
    static const char *const names[] = { "p256.encrypted.pem", "rsa.own.encrypted.pem" };

    for (unsigned i = 0; i < sizeof(set) / sizeof(set[0]); i++) {
        for (unsigned j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
            EVP_PKEY *key = NULL;
            OSSL_DECODER_CTX *ctx = begin(&key);
            int calls = 0;

            set[i](ctx, &calls);
            decode("encrypted", ctx, names[j], &key);
            say("source of passphrases %u asked", i);
            say_result(calls);
            end(ctx, &key);
        }
    }
}

/* A construction of the user's own round libcrypto's. */
static struct {
    OSSL_DECODER_CONSTRUCT *construct;
    OSSL_DECODER_CLEANUP *cleanup;
    void *data;
    int num_calls, num_cleanups;
} own;

static int construct(OSSL_DECODER_INSTANCE *instance, const OSSL_PARAM *params, void *data)
{
    own.num_calls++;
    return own.construct(instance, params, ((void **)data)[0]);
}

static void clean_up(void *data)
{
    own.num_cleanups++;
    own.cleanup(((void **)data)[0]);
}

static void check_own_construct(void)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx = begin(&key);

    memset(&own, 0, sizeof(own));
    own.construct = OSSL_DECODER_CTX_get_construct(ctx);
    own.cleanup = OSSL_DECODER_CTX_get_cleanup(ctx);
    own.data = OSSL_DECODER_CTX_get_construct_data(ctx);
    OSSL_DECODER_CTX_set_construct(ctx, construct);
    OSSL_DECODER_CTX_set_construct_data(ctx, &own.data);
    OSSL_DECODER_CTX_set_cleanup(ctx, clean_up);
    decode("own construct", ctx, "rsa.public.pem", &key);
    end(ctx, &key);
    say("calls of our functions %d", own.num_calls);
    say_result(own.num_cleanups);
}

static void check_settings(void)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx = begin(&key);

    say("type");
    say_result(OSSL_DECODER_CTX_set_input_type(ctx, "DER"));
    decode("as DER", ctx, "p256.pkcs8.der", &key);
    OSSL_DECODER_CTX_free(ctx);
    ctx = begin(&key);
    say("structure");
    say_result(OSSL_DECODER_CTX_set_input_structure(ctx, "SubjectPublicKeyInfo"));
    decode("structure", ctx, "p256.pkcs8.pem", &key);
    OSSL_DECODER_CTX_free(ctx);
    ctx = begin(&key);
    say("selection");
    say_result(OSSL_DECODER_CTX_set_selection(ctx, EVP_PKEY_PUBLIC_KEY));
    decode("selection", ctx, "p256.pkcs8.pem", &key);
    OSSL_DECODER_CTX_free(ctx);
    ctx = begin(&key);
    say("more decoders");
    say_result(OSSL_DECODER_CTX_add_extra(ctx, NULL, NULL));
    say("number");
    say_result(OSSL_DECODER_CTX_get_num_decoders(ctx));
    end(ctx, &key);
}

static void check_arguments(void)
{
    static const char *const types[] = { NULL, "RSA", "EC", "id-ecPublicKey", "1.2.840.10045.2.1", "SM2", "nonsense" };
    static const int selections[] = { 0, EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, EVP_PKEY_KEY_PARAMETERS };

    for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        for (unsigned j = 0; j < sizeof(selections) / sizeof(selections[0]); j++) {
            EVP_PKEY *key = NULL;
            char type[32]; /* its text changes while the context lives */
            OSSL_DECODER_CTX *ctx;

            strcpy(type, "DER");
            ctx = OSSL_DECODER_CTX_new_for_pkey(&key, type, NULL, types[i], selections[j], NULL,
                                                j == 0 ? NULL : "provider=default");
            say("decoders for %s, selection %d", types[i] == NULL ? "any" : types[i], selections[j]);
            say_result(OSSL_DECODER_CTX_get_num_decoders(ctx));
            decode("arguments", ctx, "p256.pkcs8.der", &key);
            decode("arguments", ctx, "rsa.public.der", &key);
            OSSL_DECODER_CTX_free(ctx);
        }
    }
    OSSL_DECODER_CTX_free(NULL);
}

void check_contexts(void)
{
    for (int round = 0; round < NUM_ROUNDS; round++) {
        say("round %d", round);
        say_result(ERR_peek_error() == 0);
        check_several();
        check_passphrases();
        check_own_construct();
        check_settings();
        check_arguments();
    }
}

/* The names of key managements: asked again and again, from inside a callback, and for those of several contexts. */
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <string.h>

#include "transcript.h"

static const char *const types[] = { "RSA", "EC", "X25519", "DH", "DHX", "DSA", "ED448", "HKDF", "SM2", "RSA-PSS" };

enum { NUM_TYPES = sizeof(types) / sizeof(types[0]) };

static void say_name(const char *name, void *arg)
{
    ++*(int *)arg;
    say(" %s", name);
}

static void say_names(EVP_KEYMGMT *keymgmt)
{
    int num = 0, ok = EVP_KEYMGMT_names_do_all(keymgmt, say_name, &num);

    say(" [%d]", num);
    say_result(ok);
}

/* Ask for the names of all the others in the middle of a list. */
static void ask_others(const char *name, void *arg)
{
    EVP_KEYMGMT **all = arg;

    say("%s, beside:\n", name);
    for (int i = 0; i < NUM_TYPES; i++)
        say_names(all[i]);
}

static void check_context(OSSL_LIB_CTX *context)
{
    EVP_KEYMGMT *all[NUM_TYPES];

    for (int i = 0; i < NUM_TYPES; i++) {
        all[i] = EVP_KEYMGMT_fetch(context, types[i], NULL);
        need(all[i] != NULL, types[i]);
    }
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < NUM_TYPES; i++)
            say_names(all[i]);
    for (int i = 0; i < NUM_TYPES; i++)
        EVP_KEYMGMT_names_do_all(all[i], ask_others, all);
    for (int i = 0; i < NUM_TYPES; i++)
        EVP_KEYMGMT_free(all[i]);
}

void check_names(void)
{
    for (int i = 0; i < 3; i++) {
        OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();

        check_context(NULL);
        check_context(context);
        OSSL_LIB_CTX_free(context);
    }
}

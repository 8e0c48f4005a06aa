/*
 * MACs and KDFs through the interfaces of public keys: the default provider implements these and fetches the MAC or KDF
 * with the library context's properties. Covers EVP_DigestSign with keys of HMAC and CMAC, and EVP_PKEY_derive with
 * HKDF, TLS1-PRF and scrypt. The default provider alone and with the module preferred must return the same bytes, sizes
 * and refusals.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "sample.h"

enum { MAX_MESSAGE = 600, ROUNDS = 5 };

static const struct harness *harness;
static uint8_t key[SAMPLE_KEY * 4], message[MAX_MESSAGE];
static unsigned long num_made;

static void compare(const char *what, const char *inner, size_t len, const struct answer answers[NUM_SIDES])
{
    const char *difference = answer_difference(answers);

    if (difference != NULL)
        fail("%s with %s, %zu bytes: %s differs", what, inner, len, difference);
    num_made += answers[DEFAULT].ret > 0;
}

/* ---- EVP_DigestSign ---- */

static EVP_PKEY *hmac_key(OSSL_LIB_CTX *lib, size_t key_len)
{
    return EVP_PKEY_new_raw_private_key_ex(lib, "HMAC", NULL, key, key_len);
}

static EVP_PKEY *cmac_key(OSSL_LIB_CTX *lib, const char *cipher, size_t key_len)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_CIPHER, (char *)cipher, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, key, key_len),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "CMAC", NULL);
    EVP_PKEY *made = NULL;

    if (ctx != NULL && EVP_PKEY_keygen_init(ctx) > 0 && EVP_PKEY_CTX_set_params(ctx, params) > 0)
        EVP_PKEY_generate(ctx, &made);
    EVP_PKEY_CTX_free(ctx);
    return made;
}

/* Sign in two updates; a copy made in between finishes the message, too; then sign with the same key again. */
static int sign_twice(EVP_MD_CTX *ctx, EVP_MD_CTX *copy, size_t len, struct answer *a)
{
    uint8_t other[EVP_MAX_MD_SIZE];
    size_t size = 0, other_len = sizeof(other);
    int ok = EVP_DigestSignUpdate(ctx, message, len / 3) && EVP_MD_CTX_copy_ex(copy, ctx)
             && EVP_DigestSignUpdate(ctx, message + len / 3, len - len / 3)
             && EVP_DigestSignUpdate(copy, message + len / 3, len - len / 3) && EVP_DigestSignFinal(ctx, NULL, &size);

    a->len = size;
    ok = ok && size <= sizeof(other) && EVP_DigestSignFinal(ctx, a->out, &a->len)
         && EVP_DigestSignFinal(copy, other, &other_len) && other_len == a->len;
    if (ok && memcmp(other, a->out, other_len) != 0)
        fail("%s", "a copy in mid-stream gives another MAC");
    return ok;
}

static void sign(OSSL_LIB_CTX *lib, EVP_PKEY *pkey, const char *digest, size_t len, struct answer *a)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();

    answer_poison(a);
    ERR_clear_error();
    a->ret = pkey != NULL && EVP_DigestSignInit_ex(ctx, NULL, digest, lib, NULL, pkey, NULL)
             && sign_twice(ctx, copy, len, a);
    if (a->ret <= 0)
        a->len = 0;
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(copy);
    EVP_PKEY_free(pkey);
}

static void check_signing(const struct names *names, bool is_hmac, struct random *r)
{
    static struct answer answers[NUM_SIDES];

    for (unsigned i = 0; i < names->num && failures < 20; i++) {
        size_t len = random_below(r, MAX_MESSAGE + 1),
               key_len = is_hmac ? random_below(r, sizeof(key) + 1) : 16 + 8 * (i % 3);
        const char *name = names->list[i];

        for (enum side side = DEFAULT; side < NUM_SIDES; side++) {
            OSSL_LIB_CTX *lib = harness->lib[side];

            sign(lib, is_hmac ? hmac_key(lib, key_len) : cmac_key(lib, name, key_len), is_hmac ? name : NULL, len,
                 &answers[side]);
        }
        compare(is_hmac ? "HMAC" : "CMAC", name, len, answers);
    }
}

/* ---- EVP_PKEY_derive ---- */

static void derive(OSSL_LIB_CTX *lib, const char *name, const char *digest, size_t len, struct answer *a)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, name, NULL), *copy = NULL;
    EVP_KDF *kdf = EVP_KDF_fetch(lib, name, NULL);
    struct sample s;

    answer_poison(a);
    ERR_clear_error();
    sample_settle(&s, EVP_KDF_settable_ctx_params(kdf), digest, key);
    a->len = len;
    a->ret = ctx != NULL && EVP_PKEY_derive_init(ctx) > 0 && EVP_PKEY_CTX_set_params(ctx, s.params) > 0
             && EVP_PKEY_derive(ctx, a->out, &a->len) > 0;
    if (a->ret > 0 && (copy = EVP_PKEY_CTX_dup(ctx)) != NULL) { /* 3.0 cannot copy these */
        uint8_t again[ANSWER_ROOM];
        size_t again_len = len;

        if (EVP_PKEY_derive(copy, again, &again_len) <= 0 || memcmp(again, a->out, again_len) != 0)
            fail("%s with %s: a copy derives something else", name, digest);
    }
    if (a->ret <= 0)
        a->len = 0;
    EVP_PKEY_CTX_free(copy);
    EVP_PKEY_CTX_free(ctx);
    EVP_KDF_free(kdf);
}

static void check_derivations(const struct names *digests, struct random *r)
{
    static const char *const names[] = { "HKDF", "TLS1-PRF", "SCRYPT" };
    static struct answer answers[NUM_SIDES];

    for (unsigned i = 0; i < 3 * digests->num && failures < 20; i++) {
        const char *digest = digests->list[i / 3];
        size_t len = 1 + random_below(r, 300);

        for (enum side side = DEFAULT; side < NUM_SIDES; side++)
            derive(harness->lib[side], names[i % 3], digest, len, &answers[side]);
        compare(names[i % 3], digest, len, answers);
    }
}

int main(int argc, char **argv)
{
    static struct harness h;
    struct names digests, ciphers;
    struct random rnd = { 11 };

    (void)argc, (void)argv;
    harness_open(&h);
    harness = &h;
    names_of_digests(&digests, &h);
    names_of_ciphers(&ciphers, &h, EVP_CIPH_CBC_MODE);
    random_bytes(&rnd, key, sizeof(key));
    random_bytes(&rnd, message, sizeof(message));
    for (unsigned round = 0; round < ROUNDS; round++) {
        check_signing(&digests, true, &rnd);
        check_signing(&ciphers, false, &rnd);
        check_derivations(&digests, &rnd);
    }
    names_free(&digests), names_free(&ciphers);
    printf("%lu made, %u failures\n", num_made, failures);
    harness_close(&h);
    return failures != 0 || num_made == 0;
}

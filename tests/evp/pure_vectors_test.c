/*
 * Published vectors of ML-DSA and SLH-DSA through EVP: keys of seeds, signatures and verdicts, by the module.
 *
 *   pure_vectors_test KIND FILE...    lines that tests/crypto/convert_mldsa.py and convert_slhdsa.py write. KIND fast:
 *                                     of SLH-DSA the sets whose signatures are fast (f); all: every set
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "crypto/vector_lines.h"
#include "harness.h"
#include "harness/harness.h"
#include "pure_signatures.h"

#if PURE_SIGNATURES

static struct harness h;
static const char *const ours = "provider=afterburner";
static char name[NAME_SIZE]; /* of the parameter set */
static int is_all;

static OSSL_PARAM octets_param(const char *key, struct octets in)
{
    static unsigned char nothing[1];

    return OSSL_PARAM_construct_octet_string(key, in.len == 0 ? nothing : in.data, in.len);
}

/* ---- keys ---- */

static EVP_PKEY *key_of_seed(struct octets seed)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(h.lib[MODULE], name, ours);
    OSSL_PARAM params[] = { octets_param("seed", seed), OSSL_PARAM_construct_end() };
    EVP_PKEY *key = NULL;

    if (CHECK(EVP_PKEY_keygen_init(ctx) == 1) && EVP_PKEY_CTX_set_params(ctx, params) == 1)
        EVP_PKEY_generate(ctx, &key);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static EVP_PKEY *key_of_part(const char *part, int selection, struct octets in)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(h.lib[MODULE], name, ours);
    OSSL_PARAM params[] = { octets_param(part, in), OSSL_PARAM_construct_end() };
    EVP_PKEY *key = NULL;

    CHECK(EVP_PKEY_fromdata_init(ctx) == 1);
    EVP_PKEY_fromdata(ctx, &key, selection, params);
    EVP_PKEY_CTX_free(ctx);
    CHECK(key == NULL || strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "afterburner") == 0);
    return key;
}

/* A private key, or of ML-DSA a seed, which is shorter than any. */
static EVP_PKEY *private_key(struct octets in)
{
    return in.len == 32 ? key_of_seed(in) : key_of_part("priv", EVP_PKEY_KEYPAIR, in);
}

static int has_part(EVP_PKEY *key, const char *part, struct octets want)
{
    uint8_t got[5000];
    size_t len = 0;

    return EVP_PKEY_get_octet_string_param(key, part, got, sizeof(got), &len) == 1 && t_is_field(want, got, len);
}

/* ---- signatures ---- */

/* What is signed: a message with a context, mu, or the encoded message M', which contains the context. */
struct way {
    int is_mu, is_encoded;
    struct octets message, context;
};

enum { MAX_PARAMS = 5 };

/* rnd: the randomness of a signature; empty for none. Verification ignores it. */
static void make_params(OSSL_PARAM params[MAX_PARAMS], const struct way *w, struct octets rnd)
{
    static int yes = 1, no = 0;
    OSSL_PARAM *p = params;

    if (w->is_mu)
        *p++ = OSSL_PARAM_construct_int("mu", &yes);
    else if (w->is_encoded)
        *p++ = OSSL_PARAM_construct_int("message-encoding", &no);
    else
        *p++ = octets_param("context-string", w->context);
    if (rnd.len == 0)
        *p++ = OSSL_PARAM_construct_int("deterministic", &yes);
    else
        *p++ = octets_param("test-entropy", rnd);
    *p = OSSL_PARAM_construct_end();
}

/* Return 1 if the key signs. */
static int sign(EVP_PKEY *key, const struct way *w, struct octets rnd, uint8_t *out, size_t *len)
{
    EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(h.lib[MODULE], name, ours);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(h.lib[MODULE], key, ours);
    OSSL_PARAM params[MAX_PARAMS];
    int ok;

    make_params(params, w, rnd);
    ok = CHECK(algorithm != NULL && ctx != NULL) && EVP_PKEY_sign_message_init(ctx, algorithm, params) == 1
         && EVP_PKEY_sign(ctx, out, len, w->message.data, w->message.len) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_SIGNATURE_free(algorithm);
    return ok;
}

static int verifies(EVP_PKEY *key, const struct way *w, struct octets signature)
{
    EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(h.lib[MODULE], name, ours);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(h.lib[MODULE], key, ours);
    OSSL_PARAM params[MAX_PARAMS];
    int ok;

    make_params(params, w, (struct octets){ NULL, 0 });
    ok = CHECK(algorithm != NULL && ctx != NULL) && EVP_PKEY_verify_message_init(ctx, algorithm, params) == 1
         && EVP_PKEY_verify(ctx, signature.data, signature.len, w->message.data, w->message.len) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_SIGNATURE_free(algorithm);
    return ok;
}

/* ---- operations ---- */

/* Fields: the seed, the public key, and of ML-DSA the private one. */
static int run_keygen(const struct vector *v)
{
    EVP_PKEY *key = key_of_seed(v->fields[0]);
    int ok = key != NULL && has_part(key, "pub", v->fields[1])
             && (v->fields[2].data == NULL || has_part(key, "priv", v->fields[2]));

    EVP_PKEY_free(key);
    return ok;
}

/* The signature itself of ML-DSA; of SLH-DSA its SHA-256. */
static int is_signature(struct octets want, const uint8_t *got, size_t len)
{
    uint8_t digest[EVP_MAX_MD_SIZE];
    size_t digest_len;

    if (strncmp(name, "SLH-", 4) != 0)
        return t_is_field(want, got, len);
    return CHECK(EVP_Q_digest(h.lib[DEFAULT], "SHA256", NULL, got, len, digest, &digest_len) == 1)
           && t_is_field(want, digest, digest_len);
}

/* Fields: the key, rnd, the message, the signature. */
static int run_sign(const struct vector *v, struct way *w)
{
    static uint8_t out[PURE_MAX_SIGNATURE];
    const struct octets want = v->fields[w->is_mu || w->is_encoded ? 3 : 4];
    size_t len = sizeof(out);
    EVP_PKEY *key = private_key(v->fields[0]);
    int ok;

    w->message = v->fields[2];
    w->context = v->fields[3];
    ok = key != NULL && sign(key, w, v->fields[1], out, &len) && is_signature(want, out, len)
         && verifies(key, w, (struct octets){ out, len });
    EVP_PKEY_free(key);
    return ok;
}

/* Fields: the public key, the message, the signature. */
static int run_verify(const struct vector *v, struct way *w)
{
    EVP_PKEY *key = key_of_part("pub", EVP_PKEY_PUBLIC_KEY, v->fields[0]);
    int ok;

    w->message = v->fields[1];
    w->context = v->fields[2];
    ok = key != NULL && verifies(key, w, v->fields[w->is_mu || w->is_encoded ? 2 : 3]);
    EVP_PKEY_free(key);
    return ok;
}

static int begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static void run(const struct vector *v)
{
    const char *form = strchr(v->operation, '-');
    struct way w = { .is_mu = form != NULL && strcmp(form, "-mu") == 0,
                     .is_encoded = form != NULL && strcmp(form, "-encoded") == 0 };
    int ok;

    snprintf(name, sizeof(name), "%s-DSA-%s", begins_with(v->set, "SH") ? "SLH" : "ML", v->set);
    if (!is_all && name[strlen(name) - 1] == 's')
        return;
    if (begins_with(v->operation, "keygen"))
        ok = run_keygen(v);
    else
        ok = begins_with(v->operation, "sign") ? run_sign(v, &w) : run_verify(v, &w);
    CHECK(ok == v->is_valid);
}

static int is_offered(const char *type)
{
    EVP_KEYMGMT *keys = EVP_KEYMGMT_fetch(h.lib[MODULE], type, ours);
    int yes = keys != NULL;

    EVP_KEYMGMT_free(keys);
    return yes;
}

int main(int argc, char **argv)
{
    harness_open(&h);
    if (!is_offered("ML-DSA-44") && !is_offered("SLH-DSA-SHA2-128f")) {
        puts("not offered at this level");
        return SKIPPED;
    }
    is_all = argc > 1 && strcmp(argv[1], "all") == 0;
    t_run_vectors(argc - 1, argv + 1, run);
    harness_close(&h);
    return t_finish();
}

#else

int main(void)
{
    puts("this release has no such signatures");
    return SKIPPED;
}

#endif

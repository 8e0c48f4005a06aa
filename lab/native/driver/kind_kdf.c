/*
 * Key derivations of 32 bytes (fewer where the function returns fewer), each in a new context that gets every
 * parameter, including the digest's name; for "derive-fetch" the KDF is fetched each time, too, as in libssl.
 *
 * A KDF lists the parameters that it accepts; `fillings` holds the lab's value for each, and so the work factors:
 * PBKDF2 and PKCS12KDF 10,000 iterations, scrypt N = 16384, r = 8, p = 1, Argon2 19 MiB, 2 passes, 1 lane. Parameters
 * that are not in the list keep OpenSSL's defaults.
 */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "compound.h"
#include "lab.h"
#include "names.h"
#include "state.h"

enum { OUT_LEN = 32, MAX_PARAMS = 16 };

/* A value for a parameter: text, or `value` bytes for an octet string, or `value` itself for a number. */
struct filling {
    const char *kdf, *param; /* kdf: the start of its name; "": any */
    unsigned type;           /* OSSL_PARAM_... */
    const char *text;
    unsigned value;
};

/* The first entry that fits is used. */
static const struct filling fillings[] = {
    { "", "key", OSSL_PARAM_OCTET_STRING, NULL, 32 },
    { "", "pass", OSSL_PARAM_OCTET_STRING, NULL, 16 },
    { "SRTPKDF", "salt", OSSL_PARAM_OCTET_STRING, NULL, 14 },
    { "", "salt", OSSL_PARAM_OCTET_STRING, NULL, 16 },
    { "", "info", OSSL_PARAM_OCTET_STRING, NULL, 16 },
    { "ARGON2", "iter", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 2 },
    { "ARGON2", "memcost", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 19456 },
    { "ARGON2", "lanes", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 1 },
    { "", "iter", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 10000 },
    { "SCRYPT", "n", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 16384 },
    { "SCRYPT", "r", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 8 },
    { "SCRYPT", "p", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 1 },
    { "TLS1-PRF", "secret", OSSL_PARAM_OCTET_STRING, NULL, 48 },
    { "TLS1-PRF", "seed", OSSL_PARAM_OCTET_STRING, NULL, 64 },
    { "TLS13-KDF", "mode", OSSL_PARAM_UTF8_STRING, "EXPAND_ONLY", 0 },
    { "TLS13-KDF", "prefix", OSSL_PARAM_OCTET_STRING, "tls13 ", 0 },
    { "TLS13-KDF", "label", OSSL_PARAM_OCTET_STRING, "c hs traffic", 0 },
    { "TLS13-KDF", "data", OSSL_PARAM_OCTET_STRING, NULL, 32 },
    { "SSHKDF", "xcghash", OSSL_PARAM_OCTET_STRING, NULL, 32 },
    { "SSHKDF", "session_id", OSSL_PARAM_OCTET_STRING, NULL, 32 },
    { "SSHKDF", "type", OSSL_PARAM_UTF8_STRING, "C", 0 },
    { "PKCS12KDF", "id", OSSL_PARAM_INTEGER, NULL, 1 },
    { "X942KDF", "cekalg", OSSL_PARAM_UTF8_STRING, "AES-256-WRAP", 0 },
    { "KRB5KDF", "constant", OSSL_PARAM_OCTET_STRING, NULL, 5 },
    { "HMAC-DRBG-KDF", "entropy", OSSL_PARAM_OCTET_STRING, NULL, 32 },
    { "HMAC-DRBG-KDF", "nonce", OSSL_PARAM_OCTET_STRING, NULL, 16 },
    { "SNMPKDF", "eid", OSSL_PARAM_OCTET_STRING, NULL, 12 },
    { "SRTPKDF", "index", OSSL_PARAM_OCTET_STRING, NULL, 6 },
    { "SRTPKDF", "label", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0 },
    { "SRTPKDF", "kdr", OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0 },
};

struct kdf_state {
    struct lab_state state;
    struct lab_compound compound;
    EVP_KDF *kdf;
    OSSL_LIB_CTX *libctx;
    enum lab_calls calls;
    OSSL_PARAM params[MAX_PARAMS + 1];
    unsigned numbers[MAX_PARAMS];
    size_t num_params;
    char left[LAB_WHY_LEN]; /* names of the parameters without a value */
    unsigned char octets[64], out[OUT_LEN];
};

static void free_kdf(void *state)
{
    struct kdf_state *k = state;

    EVP_KDF_free(k->kdf);
    free(k);
}

/* ---- parameters ---- */

static const struct filling *find_filling(const char *kdf, const OSSL_PARAM *wanted)
{
    for (size_t i = 0; i < sizeof(fillings) / sizeof(fillings[0]); i++) {
        const struct filling *f = &fillings[i];

        if (strncmp(f->kdf, kdf, strlen(f->kdf)) == 0 && strcmp(f->param, wanted->key) == 0
            && f->type == wanted->data_type)
            return f;
    }
    return NULL;
}

static OSSL_PARAM text_param(const char *key, const char *text)
{
    return OSSL_PARAM_construct_utf8_string(key, (char *)text, 0);
}

static OSSL_PARAM fill(struct kdf_state *k, const struct filling *f, int trial)
{
    size_t len = strcmp(f->param, "key") == 0 && k->compound.key_len != 0 ? k->compound.key_len : f->value;
    unsigned *number = &k->numbers[k->num_params];

    if (f->type == OSSL_PARAM_UTF8_STRING)
        return text_param(f->param, f->text);
    if (f->type == OSSL_PARAM_OCTET_STRING && f->text != NULL)
        return OSSL_PARAM_construct_octet_string(f->param, (char *)f->text, strlen(f->text));
    if (f->type == OSSL_PARAM_OCTET_STRING)
        return OSSL_PARAM_construct_octet_string(f->param, k->octets, len);
    *number = trial && strcmp(f->param, "iter") == 0 ? 1 : f->value;
    return OSSL_PARAM_construct_uint(f->param, number);
}

static void leave(struct kdf_state *k, const char *param)
{
    size_t len = strlen(k->left);

    snprintf(k->left + len, sizeof(k->left) - len, " %s", param);
}

/* Set every parameter that the KDF lists. The inner algorithm determines the MAC of KDFs that use one. */
static void fill_all(struct kdf_state *k, const OSSL_PARAM *settable, int trial)
{
    for (const OSSL_PARAM *s = settable; s != NULL && s->key != NULL && k->num_params < MAX_PARAMS; s++) {
        const struct filling *f = find_filling(k->compound.name, s);

        if (f != NULL)
            k->params[k->num_params] = fill(k, f, trial);
        else if (k->compound.param != NULL && strcmp(s->key, k->compound.param) == 0)
            k->params[k->num_params] = text_param(s->key, k->compound.inner);
        else if (strcmp(s->key, "mac") == 0 && strcmp(k->compound.name, "KBKDF") == 0)
            k->params[k->num_params] = text_param(s->key, k->compound.key_len == 0 ? "HMAC" : "CMAC");
        else {
            leave(k, s->key);
            continue;
        }
        k->num_params++;
    }
    k->params[k->num_params] = OSSL_PARAM_construct_end();
}

/* ---- setup ---- */

static int derive(struct kdf_state *k)
{
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(k->kdf);
    int ok = ctx != NULL && EVP_KDF_derive(ctx, k->out, k->state.out_len, k->params) > 0;

    EVP_KDF_CTX_free(ctx);
    return ok;
}

/* Return the length of the output if it is fixed and at most 32 bytes; else 0. */
static size_t fixed_length(const struct kdf_state *k)
{
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(k->kdf);
    size_t size = ctx != NULL && EVP_KDF_CTX_set_params(ctx, k->params) ? EVP_KDF_CTX_get_kdf_size(ctx) : 0;

    EVP_KDF_CTX_free(ctx);
    ERR_clear_error();
    return size <= OUT_LEN ? size : 0;
}

/* Some return at most the length of their digest (PBKDF1). */
static int find_length(struct kdf_state *k)
{
    const size_t fixed = fixed_length(k), lengths[] = { fixed != 0 ? fixed : OUT_LEN, 20, 16 };

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        k->state.out_len = lengths[i];
        if (derive(k))
            return 1;
    }
    return 0;
}

static int set_up(struct kdf_state *k, const struct lab_side *side, const struct lab_request *request, char *why)
{
    const OSSL_PARAM *settable;
    char reason[LAB_WHY_LEN];

    lab_compound_name(&k->compound, request->algorithm);
    k->kdf = EVP_KDF_fetch(side->libctx, k->compound.name, NULL);
    if (k->kdf == NULL)
        return lab_refuse(why, "not offered");
    settable = EVP_KDF_settable_ctx_params(k->kdf);
    if (!lab_compound_choose(&k->compound, side, settable, EVP_KDF_get0_provider(k->kdf), why))
        return 0;
    k->libctx = side->libctx;
    k->calls = lab_calls_of(request->operation);
    k->state.provider = k->compound.provider;
    k->state.out = k->out;
    for (size_t i = 0; i < sizeof(k->octets); i++)
        k->octets[i] = (unsigned char)(7 * i + 1);
    fill_all(k, settable, request->trial);
    if (find_length(k))
        return 1;
    lab_why(reason, "fails");
    snprintf(why, LAB_WHY_LEN, "%.80s; the lab gives no value to:%.140s", reason, k->left);
    return 0;
}

static void *new_kdf(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
{
    struct kdf_state *k = calloc(1, sizeof(*k));

    (void)lab;
    if (k == NULL || set_up(k, side, request, why))
        return k;
    free_kdf(k);
    return NULL;
}

/* ---- running and outputs ---- */

static int derive_fetched(struct kdf_state *k)
{
    EVP_KDF *kept = k->kdf;
    int ok;

    k->kdf = EVP_KDF_fetch(k->libctx, k->compound.name, NULL);
    ok = k->kdf != NULL && derive(k);
    EVP_KDF_free(k->kdf);
    k->kdf = kept;
    return ok;
}

static int run_kdf(void *state, size_t num)
{
    struct kdf_state *k = state;

    for (; num > 0; num--)
        if (!(k->calls == LAB_CALLS_FETCH ? derive_fetched(k) : derive(k)))
            return 0;
    return 1;
}

LAB_COLLECT(KDF)

static void list_kdfs(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_names names = { 0 };

    EVP_KDF_do_all_provided(side->libctx, collect_KDF, &names);
    for (size_t i = 0; i < names.num; i++) {
        EVP_KDF *kdf = EVP_KDF_fetch(side->libctx, names.list[i].text, NULL);

        if (kdf != NULL)
            lab_compounds_list(&(struct lab_listing){ &lab_kind_kdf, side, names.list[i].text,
                                                      EVP_KDF_settable_ctx_params(kdf), EVP_KDF_get0_provider(kdf), 0,
                                                      found, arg });
        EVP_KDF_free(kdf);
    }
    lab_names_free(&names);
}

const struct lab_kind lab_kind_kdf = {
    .name = "kdf",
    .operations = { "derive", "derive-fetch" },
    .list = list_kdfs,
    .new = new_kdf,
    .free = free_kdf,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_kdf,
    .output = lab_state_output,
};

/*
 * KBKDF for OpenSSL with HMAC and CMAC; the derivation is in src/crypto/kdf/kbkdf.c. Everything else falls back to the
 * default provider: other MACs, digests and ciphers that the module lacks, a MAC that is named before these, unusual
 * parameters, and calls that fail, so that its rules of many releases need not be repeated here.
 */
#include "afterburner/kbkdf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/fallback/kdf.h"
#include "provider/health.h"
#include "provider/kdf/kdf.h"
#include "provider/names.h"
#include "provider/offer.h"
#include "provider/param.h"

#define PARAM_R "r" /* since 3.1 */

enum key { MAC, DIGEST, CIPHER, PROPERTIES, MODE, KEY, SALT, INFO, SEED, USE_L, USE_SEPARATOR, R, NUM_KEYS };
enum part { PART_KEY, LABEL, CONTEXT, IV, NUM_PARTS };

static const char *const keys[NUM_KEYS] = {
    [MAC] = OSSL_KDF_PARAM_MAC,
    [DIGEST] = OSSL_KDF_PARAM_DIGEST,
    [CIPHER] = OSSL_KDF_PARAM_CIPHER,
    [PROPERTIES] = OSSL_KDF_PARAM_PROPERTIES,
    [MODE] = OSSL_KDF_PARAM_MODE,
    [KEY] = OSSL_KDF_PARAM_KEY,
    [SALT] = OSSL_KDF_PARAM_SALT,
    [INFO] = OSSL_KDF_PARAM_INFO,
    [SEED] = OSSL_KDF_PARAM_SEED,
    [USE_L] = OSSL_KDF_PARAM_KBKDF_USE_L,
    [USE_SEPARATOR] = OSSL_KDF_PARAM_KBKDF_USE_SEPARATOR,
    [R] = PARAM_R,
};

struct kbkdf {
    struct ab_provctx *prov;
    struct ab_fallback_kdf fallback; /* once it has a context, it does everything and the rest is unused */
    int fallback_has_mac;            /* without a MAC the default provider crashes when it copies its context */
    const struct ab_hash *hash;      /* of HMAC. NULL: not HMAC */
    size_t cipher_key_len;           /* of CMAC, in bytes. 0: not CMAC */
    struct ab_octets parts[NUM_PARTS];
    int is_feedback, has_length, has_separator, counter_bits;
};

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_dupctx_fn dup;
static OSSL_FUNC_kdf_freectx_fn release;
static OSSL_FUNC_kdf_reset_fn reset;
static OSSL_FUNC_kdf_derive_fn derive;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_kdf_get_ctx_params_fn get_ctx_params;

/* ---- contexts ---- */

static void set_defaults(struct kbkdf *k)
{
    k->fallback_has_mac = 0;
    k->hash = NULL;
    k->cipher_key_len = 0;
    k->is_feedback = 0;
    k->has_length = k->has_separator = 1;
    k->counter_bits = 32;
}

static void *new(void *provctx)
{
    struct kbkdf *k = ab_alloc(provctx, sizeof(*k), "KBKDF context");

    if (k == NULL)
        return NULL;
    k->prov = provctx;
    k->fallback = (struct ab_fallback_kdf){ 0 };
    for (unsigned i = 0; i < NUM_PARTS; i++)
        ab_octets_prepare(&k->parts[i]);
    set_defaults(k);
    return k;
}

static void reset(void *ctx)
{
    struct kbkdf *k = ctx;

    for (unsigned i = 0; i < NUM_PARTS; i++)
        ab_octets_clear(&k->parts[i]);
    ab_fallback_kdf_free(&k->fallback);
    set_defaults(k);
}

static void release(void *ctx)
{
    if (ctx != NULL)
        reset(ctx);
    free(ctx);
}

static void copy_settings(struct kbkdf *to, const struct kbkdf *from)
{
    to->fallback_has_mac = from->fallback_has_mac;
    to->hash = from->hash;
    to->cipher_key_len = from->cipher_key_len;
    to->is_feedback = from->is_feedback;
    to->has_length = from->has_length;
    to->has_separator = from->has_separator;
    to->counter_bits = from->counter_bits;
}

static int copy_all(struct kbkdf *to, const struct kbkdf *from)
{
    int ok = ab_fallback_kdf_dup(&to->fallback, &from->fallback);

    copy_settings(to, from);
    for (unsigned i = 0; i < NUM_PARTS; i++)
        ok = ok && ab_octets_copy(from->prov, &to->parts[i], &from->parts[i]);
    return ok;
}

static void *dup(void *ctx)
{
    const struct kbkdf *k = ctx;
    struct kbkdf *copy;

    if (k->fallback.ctx != NULL && !k->fallback_has_mac) {
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_MAC, "KBKDF");
        return NULL;
    }
    copy = new(k->prov);
    if (copy == NULL || copy_all(copy, k))
        return copy;
    release(copy);
    return NULL;
}

/* ---- fallback ---- */

static int has_mac(const struct kbkdf *k)
{
    return k->hash != NULL || k->cipher_key_len != 0;
}

static const char *mode_name(const struct kbkdf *k)
{
    return k->is_feedback ? "feedback" : "counter";
}

/* Write the parameters of the MAC, if one is named, to next, and return the end. */
static OSSL_PARAM *add_mac(const struct kbkdf *k, OSSL_PARAM *next)
{
    static char *const ciphers[] = {
        [2] = (char *)"AES-128-CBC", [3] = (char *)"AES-192-CBC", [4] = (char *)"AES-256-CBC"
    };

    if (!has_mac(k))
        return next;
    *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MAC, (char *)(k->hash != NULL ? "HMAC" : "CMAC"), 4);
    if (k->hash != NULL)
        *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)k->hash->algorithm->name, 0);
    else
        *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_CIPHER, ciphers[k->cipher_key_len / 8], 0);
    return next;
}

/* Set all that is set here on a context of the default provider. */
static int fall_back(struct kbkdf *k)
{
    static const char *const names[NUM_PARTS] = { [PART_KEY] = OSSL_KDF_PARAM_KEY,
                                                  [LABEL] = OSSL_KDF_PARAM_SALT,
                                                  [CONTEXT] = OSSL_KDF_PARAM_INFO,
                                                  [IV] = OSSL_KDF_PARAM_SEED };
    OSSL_PARAM all[NUM_KEYS + 1], *p = add_mac(k, all);

    for (unsigned i = 0; i < NUM_PARTS; i++)
        if (k->parts[i].data != NULL)
            *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(names[i], k->parts[i].data, k->parts[i].len);
    *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MODE, (char *)mode_name(k), strlen(mode_name(k)));
    *p++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_KBKDF_USE_L, &k->has_length);
    *p++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_KBKDF_USE_SEPARATOR, &k->has_separator);
    *p++ = (OSSL_PARAM)OSSL_PARAM_int(PARAM_R, &k->counter_bits);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    k->fallback_has_mac = has_mac(k);
    return ab_fallback_kdf_make(&k->fallback, k->prov, "KBKDF") && ab_fallback_kdf_set_params(&k->fallback, all);
}

static int forward_params(struct kbkdf *k, const OSSL_PARAM params[])
{
    int names_mac = ab_param_locate_const(params, OSSL_KDF_PARAM_MAC) != NULL;
    int ok = ab_fallback_kdf_set_params(&k->fallback, params);

    k->fallback_has_mac = ok > 0 && (names_mac || k->fallback_has_mac);
    return ok;
}

/* ---- parameters ---- */

/* sorted[i] := the parameter with key i, or NULL. Returns 0 if one is there twice. */
static int sort(const struct kbkdf *k, const OSSL_PARAM params[], const OSSL_PARAM *sorted[NUM_KEYS])
{
    unsigned num = k->prov->release >= AB_RELEASE(3, 1) ? NUM_KEYS : R;

    for (unsigned i = 0; i < NUM_KEYS; i++)
        sorted[i] = NULL;
    for (; params->key != NULL; params++) {
        unsigned i = 0;

        while (i < num && !ab_param_is(params, keys[i]))
            i++;
        if (i < num && sorted[i] != NULL)
            return 0;
        if (i < num)
            sorted[i] = params;
    }
    return 1;
}

static int is_text(const OSSL_PARAM *p, const char *text)
{
    return p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL && p->data_size == strlen(text)
           && strncasecmp(p->data, text, p->data_size) == 0;
}

/* HMAC comes with a digest, CMAC with a cipher, and nothing with the other of these. */
static int is_usual_mac(const OSSL_PARAM *const sorted[NUM_KEYS])
{
    if (sorted[MAC] == NULL)
        return sorted[CIPHER] == NULL;
    if (is_text(sorted[MAC], "HMAC"))
        return sorted[DIGEST] != NULL && sorted[CIPHER] == NULL;
    return is_text(sorted[MAC], "CMAC") && sorted[DIGEST] == NULL && sorted[CIPHER] != NULL;
}

static int is_empty(const OSSL_PARAM *p)
{
    return p->data == NULL || p->data_size == 0;
}

/* From 3.2 on an empty key takes the place of the last one, but a MAC that has the last one keeps it. */
static int is_usual(const struct kbkdf *k, const OSSL_PARAM *const sorted[NUM_KEYS])
{
    return sorted[PROPERTIES] == NULL && is_usual_mac(sorted)
           && (sorted[MODE] == NULL || is_text(sorted[MODE], "counter") || is_text(sorted[MODE], "feedback"))
           && (sorted[KEY] == NULL || !is_empty(sorted[KEY]) || k->parts[PART_KEY].len == 0);
}

/*
 * Whether a cipher with this length of key takes the key that is set once these parameters are. The default provider
 * gives the key to the MAC at once, so the call fails if it does not; what such a context does next is its own affair.
 */
static int fits_cipher(const struct kbkdf *k, size_t cipher_key_len, const OSSL_PARAM *key)
{
    size_t len = key == NULL || is_empty(key) ? k->parts[PART_KEY].len : key->data_size;

    return len == 0 || len == cipher_key_len;
}

static int choose_cipher(struct kbkdf *k, const OSSL_PARAM *p, const OSSL_PARAM *key)
{
    size_t key_len;

    if (p->data_type != OSSL_PARAM_UTF8_STRING || p->data == NULL || ab_offer_is_slow(k->prov, AB_FAMILY_AES_CMAC)
        || !ab_names_find_cipher(AB_FAMILY_AES_CBC, p->data, &key_len) || !fits_cipher(k, key_len, key))
        return fall_back(k);
    if (ab_health_kernels(k->prov, AB_FAMILY_AES_CMAC) == NULL)
        return 0;
    k->cipher_key_len = key_len;
    k->hash = NULL;
    return 1;
}

static int choose_digest(struct kbkdf *k, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = k->hash;

    switch (ab_param_choose_digest(k->prov, params, &hash)) {
    case AB_DIGEST_REFUSED: return 0;
    case AB_DIGEST_OTHER: return fall_back(k);
    default:
        k->hash = hash;
        k->cipher_key_len = 0;
        return 1;
    }
}

/* Read which MAC it is. Makes the default provider's context if that has to serve. */
static int choose_provider(struct kbkdf *k, const OSSL_PARAM params[], const OSSL_PARAM *sorted[NUM_KEYS])
{
    if (!sort(k, params, sorted) || !is_usual(k, sorted))
        return fall_back(k);
    if (sorted[CIPHER] != NULL)
        return choose_cipher(k, sorted[CIPHER], sorted[KEY]);
    if (sorted[MAC] == NULL && k->cipher_key_len != 0 && !fits_cipher(k, k->cipher_key_len, sorted[KEY]))
        return fall_back(k);
    if (sorted[MAC] == NULL && (sorted[DIGEST] == NULL || !has_mac(k))) /* a digest without a MAC is ignored */
        return 1;
    if (sorted[MAC] == NULL && k->hash == NULL) /* a digest for CMAC */
        return fall_back(k);
    return choose_digest(k, params);
}

/* 3.0 and 3.1 ignore an empty string; later releases take it as not set. */
static int set_part(struct kbkdf *k, enum part i, const OSSL_PARAM *p)
{
    if (p == NULL || !is_empty(p))
        return p == NULL || ab_octets_set_param(k->prov, &k->parts[i], p);
    if (k->prov->release >= AB_RELEASE(3, 2))
        ab_octets_clear(&k->parts[i]);
    return 1;
}

static int set_flag(struct kbkdf *k, int *flag, const OSSL_PARAM *p)
{
    if (p == NULL || ab_param_get_int(p, flag))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
    return 0;
}

static int set_counter_bits(struct kbkdf *k, const OSSL_PARAM *p)
{
    int bits = k->counter_bits;

    if (!set_flag(k, &bits, p))
        return 0;
    if (bits != 8 && bits != 16 && bits != 24 && bits != 32) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
        return 0;
    }
    k->counter_bits = bits;
    return 1;
}

static int set_own(struct kbkdf *k, const OSSL_PARAM *const sorted[NUM_KEYS])
{
    if (sorted[MODE] != NULL)
        k->is_feedback = is_text(sorted[MODE], "feedback");
    return set_part(k, PART_KEY, sorted[KEY]) && set_part(k, LABEL, sorted[SALT]) && set_part(k, CONTEXT, sorted[INFO])
           && set_part(k, IV, sorted[SEED]) && set_flag(k, &k->has_length, sorted[USE_L])
           && set_counter_bits(k, sorted[R]) && set_flag(k, &k->has_separator, sorted[USE_SEPARATOR]);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *sorted[NUM_KEYS];
    struct kbkdf *k = ctx;

    if (params == NULL || params->key == NULL)
        return 1;
    if (k->fallback.ctx == NULL && !choose_provider(k, params, sorted))
        return 0;
    return k->fallback.ctx != NULL ? forward_params(k, params) : set_own(k, sorted);
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(PARAM_R, NULL),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SEED, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_CIPHER, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MAC, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MODE, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_int(OSSL_KDF_PARAM_KBKDF_USE_L, NULL),
        OSSL_PARAM_int(OSSL_KDF_PARAM_KBKDF_USE_SEPARATOR, NULL),
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(3, 1) ? list + 1 : list;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct kbkdf *k = ctx;

    return ab_kdf_get_size(params, k->prov->release >= AB_RELEASE(3, 4));
}

/* ---- derivation ---- */

/* Whether the call succeeds: there are a MAC and a key, the IV has the MAC's length, and the counter does not wrap. */
static int is_ready(const struct kbkdf *k, size_t len)
{
    size_t mac_len = k->hash != NULL ? k->hash->algorithm->digest_len : AB_AES_BLOCK, iv_len = k->parts[IV].len;

    return has_mac(k) && k->parts[PART_KEY].len != 0 && len != 0 && len <= UINT32_MAX / 8
           && (iv_len == 0 || iv_len == mac_len) && len / mac_len < (uint64_t)1 << k->counter_bits;
}

static void derive_by_hmac(const struct kbkdf *k, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t len)
{
    const struct ab_octets *secret = &k->parts[PART_KEY];
    struct ab_hmac_key key;

    ab_count(k->prov, ab_hash_family(k->hash), AB_COUNTED_DERIVE, len);
    ab_hmac_set_key(&key, k->hash, secret->data, secret->len);
    ab_kbkdf_hmac(&key, in, out, len);
    ab_hmac_wipe(&key);
}

static int derive_by_cmac(const struct kbkdf *k, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t len)
{
    const struct ab_aes_kernels *kernels = ab_health_kernels(k->prov, AB_FAMILY_AES_CMAC);
    const struct ab_octets *secret = &k->parts[PART_KEY];
    struct ab_cmac cmac;

    if (kernels == NULL)
        return 0;
    ab_count(k->prov, AB_FAMILY_AES_CMAC, AB_COUNTED_DERIVE, len);
    ab_cmac_set_key(&cmac.key, kernels, secret->data, secret->len);
    ab_kbkdf_cmac(&cmac, in, out, len);
    ab_cmac_wipe(&cmac);
    return 1;
}

static int derive_here(const struct kbkdf *k, uint8_t *out, size_t len)
{
    const struct ab_octets *label = &k->parts[LABEL], *context = &k->parts[CONTEXT], *iv = &k->parts[IV];
    const struct ab_kbkdf_inputs in = {
        .label = label->data,
        .label_len = label->len,
        .context = context->data,
        .context_len = context->len,
        .iv = iv->data,
        .iv_len = iv->len,
        .counter_len = (unsigned)k->counter_bits / 8,
        .is_feedback = k->is_feedback,
        .has_separator = k->has_separator,
        .has_length = k->has_length,
    };

    if (k->hash == NULL)
        return derive_by_cmac(k, &in, out, len);
    derive_by_hmac(k, &in, out, len);
    return 1;
}

static int derive(void *ctx, unsigned char *out, size_t len, const OSSL_PARAM params[])
{
    struct kbkdf *k = ctx;

    if (!set_ctx_params(k, params) || (k->fallback.ctx == NULL && !is_ready(k, len) && !fall_back(k)))
        return 0;
    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&k->fallback, out, len);
    return derive_here(k, out, len);
}

const OSSL_DISPATCH ab_kbkdf_functions[] = {
    AB_KDF_FN(NEWCTX, new),
    AB_KDF_FN(DUPCTX, dup),
    AB_KDF_FN(FREECTX, release),
    AB_KDF_FN(RESET, reset),
    AB_KDF_FN(DERIVE, derive),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_kdf_gettable_size),
    AB_KDF_FN(GET_CTX_PARAMS, get_ctx_params),
    { 0, NULL },
};

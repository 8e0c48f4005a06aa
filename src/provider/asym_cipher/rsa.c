/*
 * Encryption with RSA for OpenSSL: PKCS#1 v1.5 (with implicit rejection where the release has it), OAEP, no padding,
 * and the premaster secret of TLS. As with signatures (provider/signature/rsa_signing.h), the module supports what
 * programs use, and a context of the default provider over the key's twin handles all else.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/hash.h"
#include "ct/ct.h"
#include "provider/asym_cipher/asym_cipher.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/fallback/operation.h"
#include "provider/hash_names.h"
#include "provider/health.h"
#include "provider/keymgmt/rsa_key.h"
#include "provider/param.h"
#include "provider/property.h"
#include "provider/rsa_result.h"

/* since OpenSSL 3.2 */
#ifndef OSSL_ASYM_CIPHER_PARAM_IMPLICIT_REJECTION
# define OSSL_ASYM_CIPHER_PARAM_IMPLICIT_REJECTION "implicit-rejection"
#endif

enum { NAME_SIZE = 50 }; /* OSSL_MAX_NAME_SIZE */

/* The parameters are only here; the fallback context has them, too; the fallback context does the work. */
enum state { NATIVE, CONSULTED, FALLBACK };

struct digest {
    const struct ab_hash *hash; /* NULL: not set */
    char name[NAME_SIZE];
};

struct parameters {
    int pad_mode; /* RSA_PKCS1_PADDING ... */
    struct digest oaep, mgf1;
    unsigned client_version, other_version;
};

struct encryption {
    struct ab_provctx *prov;
    struct ab_rsa_keydata *key;
    const struct ab_rsa_key *native;
    enum state state;
    bool is_decryption;
    struct parameters p;
    uint8_t *label; /* of OAEP, owned */
    size_t label_len;
    struct ab_fallback_op fallback;
};

/* ---- contexts ---- */

static void *newctx(void *provctx)
{
    struct encryption *c = ab_alloc_zeros(provctx, sizeof(*c), "encryption");

    if (c != NULL)
        c->prov = provctx;
    return c;
}

static void freectx(void *ctx)
{
    struct encryption *c = ctx;

    ab_fallback_op_free(&c->fallback);
    ab_rsa_keydata_free(c->key);
    free(c->label);
    free(c);
}

static int set_label(struct encryption *c, const uint8_t *bytes, size_t len)
{
    uint8_t *label = malloc(len == 0 ? 1 : len);

    if (label == NULL)
        return 0;
    if (len != 0)
        memcpy(label, bytes, len);
    free(c->label);
    c->label = label;
    c->label_len = len;
    return 1;
}

/* A fallback context that is only consulted is not copied: all that it holds is here, too. */
static void *dupctx(void *ctx)
{
    const struct encryption *c = ctx;
    struct encryption *copy = newctx(c->prov);

    if (copy == NULL)
        return NULL;
    *copy = *c;
    copy->label = NULL;
    copy->key = c->key == NULL ? NULL : ab_rsa_keydata_hold(c->key);
    copy->fallback.ctx = NULL;
    copy->state = c->state == FALLBACK ? FALLBACK : NATIVE;
    if ((c->state != FALLBACK || ab_fallback_op_dup(&copy->fallback, &c->fallback))
        && (c->label == NULL || set_label(copy, c->label, c->label_len)))
        return copy;
    freectx(copy);
    return NULL;
}

/* ---- lists: those of the default provider, which are right for its release ---- */

static const OSSL_PARAM *their_list(struct ab_provctx *prov, int id)
{
    OSSL_FUNC_asym_cipher_settable_ctx_params_fn *list;
    struct ab_fallback found;

    if (!ab_fallback_find(prov, OSSL_OP_ASYM_CIPHER, "RSA", &found))
        return NULL;
    list = OSSL_FUNC_asym_cipher_settable_ctx_params(ab_fallback_entry(found.functions, id));
    return list == NULL ? NULL : list(NULL, found.provctx);
}

/*
 * The list is kept, because libcrypto queries it before each digest that it sets, and each decryption does. NULL if it
 * cannot be found.
 */
static const OSSL_PARAM *settable_list(struct ab_provctx *prov)
{
    const OSSL_PARAM *list = atomic_load_explicit(&prov->rsa_cipher_settable, memory_order_acquire);

    if (list == NULL) {
        list = their_list(prov, OSSL_FUNC_ASYM_CIPHER_SETTABLE_CTX_PARAMS);
        atomic_store_explicit(&prov->rsa_cipher_settable, list, memory_order_release);
    }
    return list;
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    (void)ctx;
    return settable_list(provctx);
}

static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
    (void)ctx;
    return their_list(provctx, OSSL_FUNC_ASYM_CIPHER_GETTABLE_CTX_PARAMS);
}

/* Since 3.2, and in earlier releases as some distributions patch them. */
static int has_implicit_rejection(struct ab_provctx *prov)
{
    const OSSL_PARAM *list = settable_list(prov);

    return list == NULL || ab_param_locate_const(list, OSSL_ASYM_CIPHER_PARAM_IMPLICIT_REJECTION) != NULL;
}

/* ---- parameters ---- */

static const struct ab_hash *find_hash(const struct encryption *c, const char *name)
{
    enum ab_hash_id id;

    if (strlen(name) >= NAME_SIZE || !ab_hash_names_find(c->prov, name, &id) || ab_hash_list(id)->algorithm->is_xof)
        return NULL;
    return ab_health_hash(c->prov, id);
}

static int set_digest(const struct encryption *c, struct digest *digest, const char *name)
{
    digest->hash = find_hash(c, name);
    if (digest->hash == NULL)
        return 0;
    strcpy(digest->name, name);
    return 1;
}

static int is_text(const OSSL_PARAM *p)
{
    return p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL;
}

static int set_pad_mode(const struct encryption *c, struct parameters *p, const OSSL_PARAM *param)
{
    static const struct {
        const char *name;
        int mode;
    } modes[] = {
        { OSSL_PKEY_RSA_PAD_MODE_PKCSV15, RSA_PKCS1_PADDING },
        { OSSL_PKEY_RSA_PAD_MODE_NONE, RSA_NO_PADDING },
        { OSSL_PKEY_RSA_PAD_MODE_OAEP, RSA_PKCS1_OAEP_PADDING },
        { "oeap", RSA_PKCS1_OAEP_PADDING },
    };

    p->pad_mode = 0;
    if (param->data_type == OSSL_PARAM_INTEGER && !ab_param_get_int(param, &p->pad_mode))
        return 0;
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]) && is_text(param); i++)
        if (strcmp(param->data, modes[i].name) == 0)
            p->pad_mode = modes[i].mode;
    if (p->pad_mode == RSA_PKCS1_OAEP_PADDING)
        return p->oaep.hash != NULL || set_digest(c, &p->oaep, OSSL_DIGEST_NAME_SHA1);
    return p->pad_mode == RSA_PKCS1_PADDING || p->pad_mode == RSA_NO_PADDING
           || p->pad_mode == RSA_PKCS1_WITH_TLS_PADDING;
}

/*
 * Leave explicit rejection to the default provider where a caller can choose between the two. From 3.5 on libcrypto
 * raises an error for a provider that fails without one, and so takes longer for a wrong padding. Only the default
 * provider can raise one and take it back in libcrypto's queue.
 */
static int keeps_implicit_rejection(const struct encryption *c, const OSSL_PARAM *param)
{
    unsigned is_implicit;

    return !has_implicit_rejection(c->prov) || (ab_param_get_uint(param, &is_implicit) && is_implicit == 1);
}

/* Returns 0 if the default provider must handle it. */
static int set_one(struct encryption *c, struct parameters *p, const OSSL_PARAM *param)
{
    const uint8_t *bytes;
    size_t len;

    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_PAD_MODE))
        return set_pad_mode(c, p, param);
    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST))
        return is_text(param) && set_digest(c, &p->oaep, param->data);
    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_MGF1_DIGEST))
        return is_text(param) && set_digest(c, &p->mgf1, param->data);
    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST_PROPS)
        || ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_MGF1_DIGEST_PROPS))
        return is_text(param) && ab_property_is_met(param->data);
    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_OAEP_LABEL))
        return ab_param_get_octets(param, &bytes, &len) && bytes != NULL && set_label(c, bytes, len);
    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_TLS_CLIENT_VERSION))
        return ab_param_get_uint(param, &p->client_version);
    if (ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_TLS_NEGOTIATED_VERSION))
        return ab_param_get_uint(param, &p->other_version);
    return !ab_param_is(param, OSSL_ASYM_CIPHER_PARAM_IMPLICIT_REJECTION) || keeps_implicit_rejection(c, param);
}

/* The order of a list is irrelevant, except that OAEP takes SHA-1 if no digest is named. */
static int set_all(struct encryption *c, const OSSL_PARAM params[])
{
    const OSSL_PARAM *digest = ab_param_locate_const(params, OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST);
    struct parameters p = c->p;

    if (ab_param_repeats(params) || (digest != NULL && !set_one(c, &p, digest)))
        return 0;
    for (; params->key != NULL; params++)
        if (!set_one(c, &p, params))
            return 0;
    c->p = p;
    return 1;
}

/* ---- the fallback ---- */

static int begin_fallback(struct encryption *c, const OSSL_PARAM params[])
{
    void *twin = ab_rsa_keydata_twin(c->key);

    return twin != NULL && ab_fallback_op_make(&c->fallback, c->prov, OSSL_OP_ASYM_CIPHER, "RSA", NULL)
           && ab_fallback_op_init(
               &c->fallback, c->is_decryption ? OSSL_FUNC_ASYM_CIPHER_DECRYPT_INIT : OSSL_FUNC_ASYM_CIPHER_ENCRYPT_INIT,
               twin, params);
}

static int forward(const struct encryption *c, const OSSL_PARAM params[])
{
    return ab_fallback_op_set_params(&c->fallback, OSSL_FUNC_ASYM_CIPHER_SET_CTX_PARAMS, params);
}

enum { MAX_PARAMS = 7 };

static void write_params(struct encryption *c, OSSL_PARAM *list)
{
    struct parameters *p = &c->p;

    if (p->oaep.hash != NULL)
        *list++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST, p->oaep.name,
                                                     strlen(p->oaep.name));
    *list++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_ASYM_CIPHER_PARAM_PAD_MODE, &p->pad_mode);
    if (p->mgf1.hash != NULL)
        *list++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_ASYM_CIPHER_PARAM_MGF1_DIGEST, p->mgf1.name,
                                                     strlen(p->mgf1.name));
    if (c->label != NULL)
        *list++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_ASYM_CIPHER_PARAM_OAEP_LABEL, c->label, c->label_len);
    *list++ = (OSSL_PARAM)OSSL_PARAM_uint(OSSL_ASYM_CIPHER_PARAM_TLS_CLIENT_VERSION, &p->client_version);
    *list++ = (OSSL_PARAM)OSSL_PARAM_uint(OSSL_ASYM_CIPHER_PARAM_TLS_NEGOTIATED_VERSION, &p->other_version);
    *list = (OSSL_PARAM)OSSL_PARAM_END;
}

static int consult(struct encryption *c)
{
    OSSL_PARAM params[MAX_PARAMS];

    if (c->state != NATIVE)
        return 1;
    if (c->key == NULL || !begin_fallback(c, NULL))
        return 0;
    write_params(c, params);
    c->state = CONSULTED;
    return forward(c, params);
}

/* The default provider handles and executes everything unusual. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct encryption *c = ctx;

    if (params == NULL || params->key == NULL)
        return 1;
    if (c->key == NULL)
        return 0;
    if (c->state != FALLBACK && set_all(c, params))
        return c->state == NATIVE || forward(c, params);
    if (!consult(c))
        return 0;
    c->state = FALLBACK;
    return forward(c, params);
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct encryption *c = ctx;

    return consult(c) && ab_fallback_op_get_params(&c->fallback, OSSL_FUNC_ASYM_CIPHER_GET_CTX_PARAMS, params);
}

/* ---- init ---- */

static int begin(struct encryption *c, struct ab_rsa_keydata *key, const OSSL_PARAM params[], bool is_decryption)
{
    if (key == NULL)
        return 0;
    ab_rsa_keydata_hold(key);
    ab_rsa_keydata_free(c->key);
    c->key = key;
    c->native = is_decryption ? ab_rsa_keydata_native(key) : ab_rsa_keydata_native_public(key);
    c->is_decryption = is_decryption;
    c->p.pad_mode = RSA_PKCS1_PADDING;
    if (c->native != NULL && key->twin.type == AB_KEY_RSA && c->state == NATIVE)
        return set_ctx_params(c, params);
    c->state = FALLBACK;
    return begin_fallback(c, params);
}

static int encrypt_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, false);
}
static int decrypt_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, true);
}

/* ---- the work ---- */

static struct ab_rsa_oaep oaep_of(const struct encryption *c)
{
    const struct ab_hash *mgf1 = c->p.mgf1.hash == NULL ? c->p.oaep.hash : c->p.mgf1.hash;

    return (struct ab_rsa_oaep){ c->p.oaep.hash, mgf1, c->label, c->label_len };
}

static int check(const struct encryption *c, enum ab_rsa_result result)
{
    return ab_rsa_check(c->prov, result, c->p.pad_mode == RSA_PKCS1_OAEP_PADDING ? AB_RSA_AT_OAEP : AB_RSA_AT_NONE);
}

/*
 * With OAEP an attacker knows beforehand whether a ciphertext is valid, so the result may be public; with PKCS#1 v1.5
 * it must stay secret.
 */
static int check_decrypted(const struct encryption *c, enum ab_rsa_result result)
{
    return c->p.pad_mode == RSA_PKCS1_PADDING ? ab_rsa_check_secret(c->prov, result, AB_RSA_AT_NONE) : check(c, result);
}

static enum ab_rsa_result encrypt_by_mode(const struct encryption *c, uint8_t *out, const uint8_t *in, size_t in_len)
{
    struct ab_rsa_oaep oaep = oaep_of(c);

    ab_count(c->prov, AB_FAMILY_RSA, AB_COUNTED_ENCRYPT, 0);
    switch (c->p.pad_mode) {
    case RSA_PKCS1_PADDING: return ab_rsa_encrypt_pkcs1(c->native, &c->prov->random, in, in_len, out);
    case RSA_PKCS1_OAEP_PADDING: return ab_rsa_encrypt_oaep(c->native, &c->prov->random, &oaep, in, in_len, out);
    default: return ab_rsa_public(c->native, out, in, in_len);
    }
}

/*
 * Cases that releases refuse in different ways, or not at all: a short buffer, a message of another length without
 * padding.
 */
static int default_encrypts(const struct encryption *c, size_t size, size_t in_len)
{
    size_t rsa_size = ab_rsa_size(c->native);

    return size < rsa_size || (c->p.pad_mode == RSA_NO_PADDING && in_len != rsa_size)
           || c->p.pad_mode == RSA_PKCS1_WITH_TLS_PADDING;
}

static int encrypt(void *ctx, unsigned char *out, size_t *out_len, size_t size, const unsigned char *in, size_t in_len)
{
    struct encryption *c = ctx;

    if (c->key == NULL)
        return 0;
    if (c->state == FALLBACK || (out != NULL && default_encrypts(c, size, in_len)))
        return !consult(c) ? 0
                           : ab_fallback_op_convert(&c->fallback, OSSL_FUNC_ASYM_CIPHER_ENCRYPT, out, out_len, size, in,
                                                    in_len);
    if (out != NULL && !check(c, encrypt_by_mode(c, out, in, in_len)))
        return c->p.pad_mode == RSA_PKCS1_OAEP_PADDING ? 0 : -1; /* as the default provider tells them apart */
    *out_len = ab_rsa_size(c->native);
    return 1;
}

static enum ab_rsa_result decrypt_pkcs1(const struct encryption *c, uint8_t *out, size_t size, size_t *out_len,
                                        const uint8_t *in, size_t in_len)
{
    const struct ab_hash *sha256 = NULL;

    if (has_implicit_rejection(c->prov) && (sha256 = ab_health_hash(c->prov, AB_HASH_SHA256)) == NULL)
        return AB_RSA_NO_MEMORY;
    return ab_rsa_decrypt_pkcs1(c->native, &c->prov->random, sha256, out, size, out_len, in, in_len);
}

static enum ab_rsa_result decrypt_by_mode(const struct encryption *c, uint8_t *out, size_t size, size_t *out_len,
                                          const uint8_t *in, size_t in_len)
{
    struct ab_rsa_oaep oaep = oaep_of(c);

    ab_count(c->prov, AB_FAMILY_RSA, AB_COUNTED_DECRYPT, 0);
    switch (c->p.pad_mode) {
    case RSA_PKCS1_PADDING: return decrypt_pkcs1(c, out, size, out_len, in, in_len);
    case RSA_PKCS1_OAEP_PADDING:
        return ab_rsa_decrypt_oaep(c->native, &c->prov->random, &oaep, out, size, out_len, in, in_len);
    case RSA_PKCS1_WITH_TLS_PADDING:
        return ab_rsa_decrypt_premaster(c->native, &c->prov->random, c->p.client_version, c->p.other_version, out, in,
                                        in_len);
    default: return ab_rsa_private(c->native, &c->prov->random, out, in, in_len);
    }
}

static size_t plain_size(const struct encryption *c)
{
    return c->p.pad_mode == RSA_PKCS1_WITH_TLS_PADDING ? (size_t)AB_RSA_PREMASTER_LEN : ab_rsa_size(c->native);
}

/* Leave errors about public input to the default provider; nothing about the plaintext reaches it. */
static int default_decrypts(const struct encryption *c, size_t size, size_t in_len)
{
    return size < plain_size(c) || in_len == 0 || in_len > ab_rsa_size(c->native) || !ab_rsa_is_private(c->native)
           || (c->p.pad_mode == RSA_PKCS1_WITH_TLS_PADDING && c->p.client_version == 0);
}

static int decrypt(void *ctx, unsigned char *out, size_t *out_len, size_t size, const unsigned char *in, size_t in_len)
{
    struct encryption *c = ctx;
    size_t len;
    int ok;

    if (c->key == NULL)
        return 0;
    if (c->state == FALLBACK || (out != NULL && default_decrypts(c, size, in_len)))
        return !consult(c) ? 0
                           : ab_fallback_op_convert(&c->fallback, OSSL_FUNC_ASYM_CIPHER_DECRYPT, out, out_len, size, in,
                                                    in_len);
    len = plain_size(c);
    ok = out == NULL ? 1 : check_decrypted(c, decrypt_by_mode(c, out, size, &len, in, in_len));
    *out_len = (size_t)ab_ct_select(ab_ct_mask((uint64_t)ok), len, *out_len); /* ok may be secret */
    return ok;
}

const OSSL_DISPATCH ab_rsa_asym_cipher_functions[] = {
    AB_ASYM_CIPHER_FN(NEWCTX, newctx),
    AB_ASYM_CIPHER_FN(FREECTX, freectx),
    AB_ASYM_CIPHER_FN(DUPCTX, dupctx),
    AB_ASYM_CIPHER_FN(ENCRYPT_INIT, encrypt_init),
    AB_ASYM_CIPHER_FN(ENCRYPT, encrypt),
    AB_ASYM_CIPHER_FN(DECRYPT_INIT, decrypt_init),
    AB_ASYM_CIPHER_FN(DECRYPT, decrypt),
    AB_ASYM_CIPHER_FN(GET_CTX_PARAMS, get_ctx_params),
    AB_ASYM_CIPHER_FN(GETTABLE_CTX_PARAMS, gettable),
    AB_ASYM_CIPHER_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_ASYM_CIPHER_FN(SETTABLE_CTX_PARAMS, settable),
    { 0, NULL },
};

/* The keys of this process: generated or read at first use, then given to every side. */
#include "keys.h"

#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fnv.h"
#include "key_dsa512.h"
#include "key_files.h"
#include "variants.h"

struct kept {
    struct kept *next;
    struct lab_key_name name;
    OSSL_LIB_CTX *libctx; /* the key's */
    EVP_PKEY *key;        /* NULL if it cannot be copied to another library context: each side then generates its own */
    unsigned char *der;   /* NULL if the type has no encoder */
    size_t len;
};

static struct kept *all_kept;

int lab_key_type_is_offered(OSSL_LIB_CTX *libctx, const char *type)
{
    EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(libctx, type, NULL);

    EVP_KEYMGMT_free(keymgmt);
    return keymgmt != NULL;
}

/* Find a library context without configuration, with the default provider only. */
static OSSL_LIB_CTX *find_reference(const struct lab_side *side, const char *type)
{
    static OSSL_LIB_CTX *untouched;

    if (untouched == NULL)
        untouched = OSSL_LIB_CTX_new();
    return untouched != NULL && lab_key_type_is_offered(untouched, type) ? untouched : side->libctx;
}

/* Make the parameters for types whose generation requires them. Return NULL for the others. */
static EVP_PKEY *make_parameters(OSSL_LIB_CTX *libctx, const struct lab_key_name *name, const OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx;
    EVP_PKEY *made = NULL;

    if (!lab_variant_wants_parameters(name->type))
        return NULL;
    ctx = EVP_PKEY_CTX_new_from_name(libctx, name->type, NULL);
    if (ctx != NULL && EVP_PKEY_paramgen_init(ctx) > 0 && EVP_PKEY_CTX_set_params(ctx, params) > 0)
        EVP_PKEY_paramgen(ctx, &made);
    EVP_PKEY_CTX_free(ctx);
    return made;
}

static EVP_PKEY *decode(OSSL_LIB_CTX *libctx, const char *type, const unsigned char *der, size_t len)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx = OSSL_DECODER_CTX_new_for_pkey(&key, "DER", "PrivateKeyInfo", type, OSSL_KEYMGMT_SELECT_ALL,
                                                          libctx, NULL);

    if (ctx != NULL && OSSL_DECODER_from_data(ctx, &der, &len))
        ERR_clear_error(); /* errors of the decoders that failed */
    OSSL_DECODER_CTX_free(ctx);
    if (key == NULL || EVP_PKEY_is_a(key, type))
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

EVP_PKEY *lab_key_generate(OSSL_LIB_CTX *libctx, const struct lab_key_name *name)
{
    struct lab_variant_params p;
    EVP_PKEY *key = NULL, *parameters;
    EVP_PKEY_CTX *ctx;

    if (strcmp(name->type, "DSA") == 0 && strcmp(name->variant, "512") == 0)
        return decode(libctx, name->type, lab_key_dsa512, sizeof(lab_key_dsa512));
    lab_variant_params(&p, name->type, name->variant);
    parameters = make_parameters(libctx, name, p.params);
    ctx = parameters == NULL ? EVP_PKEY_CTX_new_from_name(libctx, name->type, NULL)
                             : EVP_PKEY_CTX_new_from_pkey(libctx, parameters, NULL);
    if (ctx != NULL && EVP_PKEY_keygen_init(ctx) > 0
        && (parameters != NULL || EVP_PKEY_CTX_set_params(ctx, p.params) > 0))
        EVP_PKEY_generate(ctx, &key);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(parameters);
    return key;
}

/* Encode only what can be decoded again: OpenSSL 3.0.13 encodes SM2 keys but has no decoder for them. */
static void encode(struct kept *k)
{
    EVP_PKEY *again;
    OSSL_ENCODER_CTX *ctx = OSSL_ENCODER_CTX_new_for_pkey(k->key, OSSL_KEYMGMT_SELECT_ALL, "DER", "PrivateKeyInfo",
                                                          NULL);

    if (ctx == NULL || OSSL_ENCODER_CTX_get_num_encoders(ctx) == 0 || !OSSL_ENCODER_to_data(ctx, &k->der, &k->len))
        k->der = NULL;
    OSSL_ENCODER_CTX_free(ctx);
    again = k->der == NULL ? NULL : decode(k->libctx, k->name.type, k->der, k->len);
    if (again == NULL) {
        OPENSSL_free(k->der);
        k->der = NULL;
    }
    EVP_PKEY_free(again);
    ERR_clear_error();
}

EVP_PKEY *lab_key_copy(OSSL_LIB_CTX *libctx, const char *type, const EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(libctx, type, NULL);
    OSSL_PARAM *params = NULL;
    EVP_PKEY *made = NULL;

    if (ctx != NULL && EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &params) > 0 && EVP_PKEY_fromdata_init(ctx) > 0)
        EVP_PKEY_fromdata(ctx, &made, EVP_PKEY_KEYPAIR, params);
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(ctx);
    return made;
}

uint64_t lab_key_tell(uint64_t before, const EVP_PKEY *key)
{
    unsigned char *der = NULL;
    size_t len = 0;
    OSSL_ENCODER_CTX *ctx = OSSL_ENCODER_CTX_new_for_pkey(key, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo",
                                                          NULL);
    uint64_t told = 0;

    if (before != 0 && ctx != NULL && OSSL_ENCODER_CTX_get_num_encoders(ctx) != 0
        && OSSL_ENCODER_to_data(ctx, &der, &len))
        told = lab_fnv(before, der, len);
    OSSL_ENCODER_CTX_free(ctx);
    OPENSSL_free(der);
    ERR_clear_error();
    return told;
}

/* Some hybrids of OpenSSL 3.5 refuse to import the private key that they export. */
static void drop_if_alone(struct kept *k)
{
    EVP_PKEY *again = k->der != NULL ? NULL : lab_key_copy(k->libctx, k->name.type, k->key);

    if (k->der == NULL && again == NULL) {
        EVP_PKEY_free(k->key);
        k->key = NULL;
    }
    EVP_PKEY_free(again);
    ERR_clear_error();
}

/* Read the key from the folder, or generate it and write it there. */
static int obtain(const struct lab *lab, struct kept *k)
{
    char file[2 * LAB_NAME_LEN + 16];

    snprintf(file, sizeof(file), "%s%s%s%s", k->name.type, k->name.variant[0] == '\0' ? "" : "-", k->name.variant,
             k->name.owner == LAB_KEY_PEER ? ".peer" : "");
    k->der = lab->keys == NULL ? NULL : lab_key_file_read(lab->keys, file, &k->len);
    if (k->der != NULL)
        k->key = decode(k->libctx, k->name.type, k->der, k->len);
    if (k->key != NULL)
        return 1;
    free(k->der);
    k->der = NULL; /* NULL makes the encoder allocate memory */
    ERR_clear_error();
    k->key = lab_key_generate(k->libctx, &k->name);
    if (k->key == NULL)
        return 0;
    encode(k);
    if (lab->keys != NULL && k->der != NULL)
        lab_key_file_write(lab->keys, file, k->der, k->len);
    drop_if_alone(k);
    return 1;
}

static int is_same(const struct lab_key_name *a, const struct lab_key_name *b)
{
    return strcmp(a->type, b->type) == 0 && strcmp(a->variant, b->variant) == 0 && a->owner == b->owner;
}

static struct kept *find_kept(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name)
{
    struct kept *k;

    for (k = all_kept; k != NULL; k = k->next)
        if (is_same(&k->name, name))
            return k;
    k = calloc(1, sizeof(*k));
    if (k == NULL)
        return NULL;
    k->name = *name;
    k->libctx = find_reference(side, name->type);
    if (obtain(lab, k)) {
        k->next = all_kept;
        return all_kept = k;
    }
    free(k);
    return NULL;
}

static EVP_PKEY *load(OSSL_LIB_CTX *libctx, const struct kept *k)
{
    if (k->der != NULL)
        return decode(libctx, k->name.type, k->der, k->len);
    return k->key != NULL ? lab_key_copy(libctx, k->name.type, k->key) : lab_key_generate(libctx, &k->name);
}

EVP_PKEY *lab_key_of_side(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name,
                          char *why)
{
    EVP_PKEY *key;
    struct kept *k;

    if (!lab_key_type_is_offered(side->libctx, name->type)) {
        lab_refuse(why, "not offered");
        return NULL;
    }
    k = find_kept(lab, side, name);
    key = k == NULL ? NULL : load(side->libctx, k);
    if (key == NULL)
        lab_why(why, k == NULL ? "such a key cannot be generated" : "the key cannot be loaded");
    return key;
}

EVP_PKEY *lab_key_of_reference(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name,
                               OSSL_LIB_CTX **libctx)
{
    struct kept *k = find_kept(lab, side, name);

    if (k == NULL || k->key == NULL || !EVP_PKEY_up_ref(k->key))
        return NULL;
    *libctx = k->libctx;
    return k->key;
}

/*
 * Signatures of a SHA-256 digest (for SM2, 32 bytes as well) if the scheme signs digests, else of a message of 32
 * bytes, in one context that is reused. RSA uses PKCS #1 v1.5; RSA-PSS uses a salt as long as the digest.
 */
#include <openssl/core_names.h>
#include <string.h>

#include "fnv.h"
#include "pair.h"

static int signs_digests(const char *scheme)
{
    static const char *const names[] = { "RSA", "RSA-PSS", "ECDSA", "DSA", "SM2" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i], scheme) == 0)
            return 1;
    return 0;
}

/* Return whether the scheme is deterministic, so that all sides must make the same signature. */
static int is_deterministic(const char *scheme)
{
    return strcmp(scheme, "RSA") == 0 || strcmp(scheme, "ED25519") == 0 || strcmp(scheme, "ED448") == 0;
}

static int sign_digest(struct lab_pk_state *s)
{
    s->product.len = s->product.room;
    return EVP_PKEY_sign(s->ctx, s->product.data, &s->product.len, lab_pk_message, LAB_PK_MESSAGE);
}

static int verify_digest(struct lab_pk_state *s)
{
    return EVP_PKEY_verify(s->ctx, s->product.data, s->product.len, lab_pk_message, LAB_PK_MESSAGE);
}

/* OpenSSL 3.4 and later require a new init of the context for each message. */
static int sign_message(struct lab_pk_state *s)
{
    s->product.len = s->product.room;
    return EVP_DigestSignInit_ex(s->md_ctx, NULL, NULL, NULL, NULL, NULL, NULL) <= 0
               ? 0
               : EVP_DigestSign(s->md_ctx, s->product.data, &s->product.len, lab_pk_message, LAB_PK_MESSAGE);
}

static int verify_message(struct lab_pk_state *s)
{
    return EVP_DigestVerifyInit_ex(s->md_ctx, NULL, NULL, NULL, NULL, NULL, NULL) <= 0
               ? 0
               : EVP_DigestVerify(s->md_ctx, s->product.data, s->product.len, lab_pk_message, LAB_PK_MESSAGE);
}

static int open_digest(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make)
{
    const OSSL_PARAM pkcs1[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, "SHA2-256", 8),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, OSSL_PKEY_RSA_PAD_MODE_PKCSV15, 5),
        OSSL_PARAM_END,
    };
    const OSSL_PARAM pss[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, "SHA2-256", 8),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, OSSL_PKEY_RSA_PAD_MODE_PSS, 3),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, OSSL_PKEY_RSA_PSS_SALT_LEN_DIGEST, 6),
        OSSL_PARAM_END,
    };
    const OSSL_PARAM *params = strcmp(s->scheme, "RSA") == 0 ? pkcs1 : strcmp(s->scheme, "RSA-PSS") == 0 ? pss : NULL;

    s->once = make ? sign_digest : verify_digest;
    s->ctx = EVP_PKEY_CTX_new_from_pkey(libctx, s->key, NULL);
    if (s->ctx == NULL)
        return 0;
    return make ? EVP_PKEY_sign_init_ex(s->ctx, params) : EVP_PKEY_verify_init_ex(s->ctx, params);
}

static int open_message(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make)
{
    s->once = make ? sign_message : verify_message;
    s->md_ctx = EVP_MD_CTX_new();
    if (s->md_ctx == NULL)
        return 0;
    return make ? EVP_DigestSignInit_ex(s->md_ctx, &s->ctx, NULL, libctx, NULL, s->key, NULL)
                : EVP_DigestVerifyInit_ex(s->md_ctx, &s->ctx, NULL, libctx, NULL, s->key, NULL);
}

static int open_signature(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make)
{
    int (*open)(struct lab_pk_state *, OSSL_LIB_CTX *, int) = signs_digests(s->scheme) ? open_digest : open_message;

    if (make && is_deterministic(s->scheme)) {
        s->same = &s->product;
        s->keys = lab_key_tell(LAB_FNV_START, s->key);
    }
    return open(s, libctx, make) > 0 && (!make || lab_pk_room(&s->product, (size_t)EVP_PKEY_get_size(s->key)));
}

static void *new_signature(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                           char *why)
{
    static const struct lab_pair pair = { "sign", open_signature };

    return lab_pair_new(&pair, lab, side, request, why);
}

static void list_signature(EVP_SIGNATURE *signature, void *arg)
{
    const struct lab_pk_listing *l = arg;
    EVP_SIGNATURE *served = EVP_SIGNATURE_fetch(l->side->libctx, EVP_SIGNATURE_get0_name(signature), NULL);

    if (served != NULL)
        lab_pk_list(l, EVP_SIGNATURE_get0_name(served), EVP_SIGNATURE_get0_provider(served));
    EVP_SIGNATURE_free(served);
}

static void list_signatures(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_pk_listing listing = { side, &lab_kind_signature, found, arg };

    EVP_SIGNATURE_do_all_provided(side->libctx, list_signature, &listing);
}

const struct lab_kind lab_kind_signature = {
    .name = "signature",
    .operations = { "sign", "verify" },
    .list = list_signatures,
    .new = new_signature,
    .free = lab_pk_free,
    .bytes = lab_pk_bytes,
    .provider = lab_pk_provider,
    .run = lab_pk_run,
    .output = lab_pk_output,
    .keys = lab_pk_keys,
};

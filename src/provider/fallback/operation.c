/* Forward the calls of a signature, key exchange, asymmetric cipher or KEM to the default provider's context. */
#include "provider/fallback/operation.h"

/* These three functions have the same arguments in every operation, but different numbers. */
enum { NEWCTX, FREECTX, DUPCTX };

static int id_of(const struct ab_fallback_op *p, int function)
{
    static const int signature[] = { OSSL_FUNC_SIGNATURE_NEWCTX, OSSL_FUNC_SIGNATURE_FREECTX,
                                     OSSL_FUNC_SIGNATURE_DUPCTX };
    static const int exchange[] = { OSSL_FUNC_KEYEXCH_NEWCTX, OSSL_FUNC_KEYEXCH_FREECTX, OSSL_FUNC_KEYEXCH_DUPCTX };
    static const int asym_cipher[] = { OSSL_FUNC_ASYM_CIPHER_NEWCTX, OSSL_FUNC_ASYM_CIPHER_FREECTX,
                                       OSSL_FUNC_ASYM_CIPHER_DUPCTX };
    static const int kem[] = { OSSL_FUNC_KEM_NEWCTX, OSSL_FUNC_KEM_FREECTX, OSSL_FUNC_KEM_DUPCTX };

    switch (p->operation) {
    case OSSL_OP_SIGNATURE: return signature[function];
    case OSSL_OP_KEYEXCH: return exchange[function];
    case OSSL_OP_ASYM_CIPHER: return asym_cipher[function];
    default: return kem[function];
    }
}

static const OSSL_DISPATCH *entry(const struct ab_fallback_op *p, int id)
{
    return ab_fallback_entry(p->functions, id);
}

/* ---- contexts ---- */

static void *new_context(const struct ab_fallback_op *p, void *provctx, const char *properties)
{
    const OSSL_DISPATCH *f = entry(p, id_of(p, NEWCTX));

    if (p->operation == OSSL_OP_SIGNATURE)
        return OSSL_FUNC_signature_newctx(f)(provctx, properties);
    return OSSL_FUNC_keyexch_newctx(f)(provctx);
}

int ab_fallback_op_make(struct ab_fallback_op *p, struct ab_provctx *prov, int operation, const char *name,
                        const char *properties)
{
    struct ab_fallback found;

    ab_fallback_op_free(p);
    if (!ab_fallback_find(prov, operation, name, &found))
        return 0;
    p->functions = found.functions;
    p->operation = operation;
    p->ctx = new_context(p, found.provctx, properties);
    return p->ctx != NULL;
}

void ab_fallback_op_free(struct ab_fallback_op *p)
{
    if (p->ctx != NULL)
        OSSL_FUNC_keyexch_freectx(entry(p, id_of(p, FREECTX)))(p->ctx);
    p->ctx = NULL;
}

int ab_fallback_op_dup(struct ab_fallback_op *copy, const struct ab_fallback_op *p)
{
    OSSL_FUNC_keyexch_dupctx_fn *dup;

    *copy = *p;
    if (p->ctx == NULL)
        return 1;
    dup = OSSL_FUNC_keyexch_dupctx(entry(p, id_of(p, DUPCTX)));
    copy->ctx = dup == NULL ? NULL : dup(p->ctx);
    return copy->ctx != NULL;
}

/* ---- init ---- */

int ab_fallback_op_init(const struct ab_fallback_op *p, int id, void *keydata, const OSSL_PARAM params[])
{
    OSSL_FUNC_signature_sign_init_fn *init = OSSL_FUNC_signature_sign_init(entry(p, id));

    return init != NULL && init(p->ctx, keydata, params) > 0;
}

int ab_fallback_op_digest_init(const struct ab_fallback_op *p, int id, const char *digest, void *keydata,
                               const OSSL_PARAM params[])
{
    OSSL_FUNC_signature_digest_sign_init_fn *init = OSSL_FUNC_signature_digest_sign_init(entry(p, id));

    return init != NULL && init(p->ctx, digest, keydata, params) > 0;
}

int ab_fallback_op_set_peer(const struct ab_fallback_op *p, void *keydata)
{
    OSSL_FUNC_keyexch_set_peer_fn *set = OSSL_FUNC_keyexch_set_peer(entry(p, OSSL_FUNC_KEYEXCH_SET_PEER));

    return set != NULL && set(p->ctx, keydata) > 0;
}

int ab_fallback_op_kem_init(const struct ab_fallback_op *p, int id, void *keydata, void *auth_keydata,
                            const OSSL_PARAM params[])
{
    typedef int auth_init_fn(void *ctx, void *keydata, void *auth_keydata, const OSSL_PARAM params[]); /* since 3.2 */
    OSSL_FUNC_kem_encapsulate_init_fn *init = OSSL_FUNC_kem_encapsulate_init(entry(p, id));
    auth_init_fn *auth_init = (auth_init_fn *)entry(p, id)->function;

    if (init == NULL)
        return 0;
    return auth_keydata == NULL ? init(p->ctx, keydata, params) : auth_init(p->ctx, keydata, auth_keydata, params);
}

/* ---- the work: forward return values as they are, since they may be negative ---- */

int ab_fallback_op_convert(const struct ab_fallback_op *p, int id, unsigned char *out, size_t *out_len, size_t out_size,
                           const unsigned char *in, size_t in_len)
{
    OSSL_FUNC_signature_sign_fn *convert = OSSL_FUNC_signature_sign(entry(p, id));

    return convert == NULL ? 0 : convert(p->ctx, out, out_len, out_size, in, in_len);
}

int ab_fallback_op_verify(const struct ab_fallback_op *p, int id, const unsigned char *signature, size_t signature_len,
                          const unsigned char *data, size_t len)
{
    OSSL_FUNC_signature_verify_fn *verify = OSSL_FUNC_signature_verify(entry(p, id));

    return verify == NULL ? 0 : verify(p->ctx, signature, signature_len, data, len);
}

int ab_fallback_op_update(const struct ab_fallback_op *p, int id, const unsigned char *data, size_t len)
{
    OSSL_FUNC_signature_digest_sign_update_fn *update = OSSL_FUNC_signature_digest_sign_update(entry(p, id));

    return update == NULL ? 0 : update(p->ctx, data, len);
}

int ab_fallback_op_final(const struct ab_fallback_op *p, int id, unsigned char *out, size_t *out_len, size_t out_size)
{
    OSSL_FUNC_signature_digest_sign_final_fn *final = OSSL_FUNC_signature_digest_sign_final(entry(p, id));

    return final == NULL ? 0 : final(p->ctx, out, out_len, out_size);
}

int ab_fallback_op_verify_final(const struct ab_fallback_op *p, const unsigned char *signature, size_t signature_len)
{
    OSSL_FUNC_signature_digest_verify_final_fn *final = OSSL_FUNC_signature_digest_verify_final(
        entry(p, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_FINAL));

    return final == NULL ? 0 : final(p->ctx, signature, signature_len);
}

int ab_fallback_op_verify_message_final(const struct ab_fallback_op *p)
{
    enum { VERIFY_MESSAGE_FINAL = 32 }; /* since 3.4 */
    typedef int final_fn(void *ctx);
    final_fn *final = (final_fn *)entry(p, VERIFY_MESSAGE_FINAL)->function;

    return final == NULL ? 0 : final(p->ctx);
}

int ab_fallback_op_encapsulate(const struct ab_fallback_op *p, unsigned char *out, size_t *out_len,
                               unsigned char *secret, size_t *secret_len)
{
    OSSL_FUNC_kem_encapsulate_fn *encapsulate = OSSL_FUNC_kem_encapsulate(entry(p, OSSL_FUNC_KEM_ENCAPSULATE));

    return encapsulate == NULL ? 0 : encapsulate(p->ctx, out, out_len, secret, secret_len);
}

int ab_fallback_op_decapsulate(const struct ab_fallback_op *p, unsigned char *secret, size_t *secret_len,
                               const unsigned char *in, size_t in_len)
{
    OSSL_FUNC_kem_decapsulate_fn *decapsulate = OSSL_FUNC_kem_decapsulate(entry(p, OSSL_FUNC_KEM_DECAPSULATE));

    return decapsulate == NULL ? 0 : decapsulate(p->ctx, secret, secret_len, in, in_len);
}

/* ---- parameters ---- */

int ab_fallback_op_get_params(const struct ab_fallback_op *p, int id, OSSL_PARAM params[])
{
    OSSL_FUNC_signature_get_ctx_params_fn *get = OSSL_FUNC_signature_get_ctx_params(entry(p, id));

    return get != NULL && get(p->ctx, params) > 0;
}

int ab_fallback_op_set_params(const struct ab_fallback_op *p, int id, const OSSL_PARAM params[])
{
    OSSL_FUNC_signature_set_ctx_params_fn *set = OSSL_FUNC_signature_set_ctx_params(entry(p, id));

    return set != NULL && set(p->ctx, params) > 0;
}

const OSSL_PARAM *ab_fallback_op_md_list(const struct ab_fallback_op *p, int id)
{
    OSSL_FUNC_signature_gettable_ctx_md_params_fn *list = OSSL_FUNC_signature_gettable_ctx_md_params(entry(p, id));

    return list == NULL ? NULL : list(p->ctx);
}

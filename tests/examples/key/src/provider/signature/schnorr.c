/*
 * Schnorr signatures for OpenSSL; the signatures are in src/crypto/schnorr/schnorr.c. A message is signed in one call,
 * without a digest of the caller's, so a context is a struct ab_signature.
 */
#include <string.h>

#include "provider/error.h"
#include "provider/health.h"
#include "provider/keymgmt/schnorr_key.h"
#include "provider/signature/signature_context.h"

static const struct ab_schnorr_key *key_of(const struct ab_signature *s)
{
    return s->key;
}

static void *newctx(void *provctx, const char *properties)
{
    static const struct ab_signature_type type = { sizeof(struct ab_signature), ab_schnorr_key_hold,
                                                   ab_schnorr_key_free };
    static const struct ab_signature_scheme scheme = { .type = &type };

    (void)properties; /* nothing is fetched */
    return ab_signature_new(provctx, &scheme);
}

static int begin(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    struct ab_signature *s = ctx;

    (void)params;
    if (digest != NULL && *digest != '\0') {
        AB_RAISE_DETAIL(s->prov, AB_R_INVALID_DIGEST, "%s", digest);
        return 0;
    }
    return ab_signature_set_key(s, key);
}

/* With signature == NULL, return the length only. */
static int sign(void *ctx, unsigned char *signature, size_t *len_out, size_t size, const unsigned char *data,
                size_t len)
{
    const struct ab_signature *s = ctx;
    const struct ab_schnorr_kernels *kernels = ab_health_schnorr(s->prov);
    const struct ab_hash *sha256 = ab_health_hash(s->prov, AB_HASH_SHA256);

    *len_out = AB_SCHNORR_SIGNATURE_LEN;
    if (signature == NULL)
        return 1;
    if (size < AB_SCHNORR_SIGNATURE_LEN) {
        AB_RAISE_DETAIL(s->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", size);
        return 0;
    }
    if (key_of(s) == NULL || !key_of(s)->has_private) {
        AB_RAISE(s->prov, AB_R_NOT_A_PRIVATE_KEY);
        return 0;
    }
    if (kernels == NULL || sha256 == NULL)
        return 0;
    ab_schnorr_sign(kernels, sha256, signature, data, len, key_of(s)->private_key, key_of(s)->public_key);
    return 1;
}

static int verify(void *ctx, const unsigned char *signature, size_t size, const unsigned char *data, size_t len)
{
    const struct ab_signature *s = ctx;
    const struct ab_schnorr_kernels *kernels = ab_health_schnorr(s->prov);
    const struct ab_hash *sha256 = ab_health_hash(s->prov, AB_HASH_SHA256);

    return kernels != NULL && sha256 != NULL && key_of(s) != NULL && key_of(s)->has_public
           && size == AB_SCHNORR_SIGNATURE_LEN
           && ab_schnorr_verify(kernels, sha256, signature, data, len, key_of(s)->public_key);
}

const OSSL_DISPATCH ab_schnorr_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, newctx),           AB_SIGNATURE_FN(FREECTX, ab_signature_free),
    AB_SIGNATURE_FN(DUPCTX, ab_signature_dup), AB_SIGNATURE_FN(DIGEST_SIGN_INIT, begin),
    AB_SIGNATURE_FN(DIGEST_SIGN, sign),        AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, begin),
    AB_SIGNATURE_FN(DIGEST_VERIFY, verify),    { 0, NULL },
};

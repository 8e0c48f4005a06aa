/* RSA of a digest: sign, verify and recover by src/crypto/rsa/. */
#include <openssl/err.h>
#include <openssl/proverr.h>
#include <openssl/rsa.h>

#include "provider/counters.h"
#include "provider/error.h"
#include "provider/rsa_result.h"
#include "provider/signature/rsa_signing.h"

static enum ab_rsa_place place_of(const struct ab_rsa_scheme *scheme)
{
    switch (scheme->padding) {
    case AB_RSA_PKCS1: return scheme->digest == AB_RSA_NO_DIGEST ? AB_RSA_AT_PKCS1_BARE : AB_RSA_AT_PKCS1;
    case AB_RSA_PSS: return AB_RSA_AT_PSS;
    case AB_RSA_X931: return AB_RSA_AT_X931;
    default: return AB_RSA_AT_NONE;
    }
}

static int has_digest_len(const struct ab_rsa_signing *s, size_t len)
{
    if (s->head.hash == NULL || len == s->head.hash->algorithm->digest_len)
        return 1;
    AB_RAISE_DETAIL(s->head.base.prov, AB_R_INVALID_DIGEST_LENGTH, "%zu bytes", len);
    return 0;
}

/* The checks of lengths that the default provider makes before it pads. */
static int fits(const struct ab_rsa_signing *s, const struct ab_rsa_scheme *scheme, size_t len)
{
    size_t size = ab_rsa_size(s->native);

    if (scheme->padding == AB_RSA_X931 && scheme->digest != AB_RSA_NO_DIGEST && size < len + 1) {
        AB_RAISE_DETAIL(s->head.base.prov, AB_R_KEY_SIZE_TOO_SMALL, "%zu bytes, expected minimum %zu", size, len + 1);
        return 0;
    }
    if (scheme->padding != AB_RSA_NONE || len == size)
        return 1;
    AB_RAISE_CODE_DETAIL(s->head.base.prov, ERR_LIB_RSA,
                         len < size ? RSA_R_DATA_TOO_SMALL_FOR_KEY_SIZE : RSA_R_DATA_TOO_LARGE_FOR_KEY_SIZE,
                         "%zu bytes", len);
    return 0;
}

/* Leave PSS without a digest to the default provider, for its errors. */
static bool lacks_digest(struct ab_rsa_signing *s)
{
    return s->head.hash == NULL && s->pad_mode == RSA_PKCS1_PSS_PADDING && ab_rsa_signing_share(&s->head);
}

int ab_rsa_sign_digest(struct ab_signing *head, unsigned char *signature, size_t *signature_len, size_t size,
                       const uint8_t *data, size_t len)
{
    struct ab_rsa_signing *s = (struct ab_rsa_signing *)head;
    size_t rsa_size = ab_rsa_size(s->native);
    struct ab_rsa_scheme scheme;

    if (lacks_digest(s))
        return ab_fallback_op_convert(&head->fallback, OSSL_FUNC_SIGNATURE_SIGN, signature, signature_len, size, data,
                                      len);
    if (signature == NULL) {
        *signature_len = rsa_size;
        return 1;
    }
    if (size < rsa_size) {
        AB_RAISE_CODE_DETAIL(s->head.base.prov, ERR_LIB_PROV, PROV_R_INVALID_SIGNATURE_SIZE,
                             "is %zu, should be at least %zu", size, rsa_size);
        return 0;
    }
    ab_rsa_parameters_scheme(s, &scheme);
    ab_count(s->head.base.prov, AB_FAMILY_RSA, AB_COUNTED_SIGN, 0);
    if (!has_digest_len(s, len) || !fits(s, &scheme, len)
        || !ab_rsa_check_signature(s->head.base.prov,
                                   ab_rsa_sign(s->native, &s->head.base.prov->random, &scheme, data, len, signature),
                                   place_of(&scheme)))
        return 0;
    *signature_len = rsa_size;
    return 1;
}

/* The default provider makes a signature of nothing, and takes the length that it then recovers for an error. */
static int refuse_empty(const struct ab_rsa_signing *s)
{
    AB_RAISE_CODE(s->head.base.prov, ERR_LIB_PROV, ERR_R_RSA_LIB);
    return 0;
}

int ab_rsa_verify_digest(struct ab_signing *head, const uint8_t *signature, size_t signature_len, const uint8_t *data,
                         size_t len)
{
    struct ab_rsa_signing *s = (struct ab_rsa_signing *)head;
    struct ab_rsa_scheme scheme;
    enum ab_rsa_result result;

    if (lacks_digest(s))
        return ab_fallback_op_verify(&head->fallback, OSSL_FUNC_SIGNATURE_VERIFY, signature, signature_len, data, len);
    ab_rsa_parameters_scheme(s, &scheme);
    if (scheme.padding != AB_RSA_PKCS1 && !has_digest_len(s, len))
        return 0;
    ab_count(s->head.base.prov, AB_FAMILY_RSA, AB_COUNTED_VERIFY, 0);
    result = ab_rsa_verify(s->native, &scheme, data, len, signature, signature_len);
    if (s->head.hash == NULL && result == AB_RSA_BAD_SIGNATURE)
        return 0; /* a valid signature of another message: no error in the default provider */
    if (s->head.hash == NULL && result == AB_RSA_OK && len == 0)
        return refuse_empty(s);
    return ab_rsa_check_signature(s->head.base.prov, result, place_of(&scheme));
}

/* OpenSSL signs with SM3, but verify_recover fails to recognise it. */
static bool is_unrecoverable(const struct ab_rsa_signing *s)
{
    return s->head.hash != NULL && s->head.hash->algorithm->id == AB_HASH_SM3;
}

/* 3.0 to 3.4, 4.0, and 3.5 from 3.5.9 on recover nothing from a signature of nothing; others refuse it. */
static bool refuses_to_recover_nothing(unsigned release)
{
    return release >= AB_RELEASE(3, 5) && release < AB_RELEASE(4, 0) && !ab_release_is_of_3_5(release, 9);
}

int ab_rsa_signing_recover(void *ctx, unsigned char *out, size_t *out_len, size_t size, const unsigned char *signature,
                           size_t signature_len)
{
    struct ab_rsa_signing *s = ctx;
    struct ab_rsa_scheme scheme;

    if (s->head.state == AB_SIGNING_FALLBACK || (is_unrecoverable(s) && ab_rsa_signing_share(&s->head)))
        return ab_fallback_op_convert(&s->head.fallback, OSSL_FUNC_SIGNATURE_VERIFY_RECOVER, out, out_len, size,
                                      signature, signature_len);
    if (s->head.base.key == NULL)
        return 0;
    if (out == NULL) {
        *out_len = ab_rsa_size(s->native);
        return 1;
    }
    ab_rsa_parameters_scheme(s, &scheme);
    ab_count(s->head.base.prov, AB_FAMILY_RSA, AB_COUNTED_VERIFY, 0);
    if (!ab_rsa_check_signature(s->head.base.prov,
                                ab_rsa_recover(s->native, &scheme, out, size, out_len, signature, signature_len),
                                place_of(&scheme)))
        return 0;
    return *out_len != 0 || !refuses_to_recover_nothing(s->head.base.prov->release) || refuse_empty(s);
}

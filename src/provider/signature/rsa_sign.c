/* What is signed, verified and recovered with RSA: digests, and messages that are hashed here. See rsa_signing.h. */
#include <openssl/err.h>
#include <openssl/proverr.h>
#include <openssl/rsa.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/random.h"
#include "provider/rsa_result.h"
#include "provider/signature/rsa_signing.h"
#include "provider/signature/signature.h"

/* OpenSSL 3.4 and later */
enum { FINAL_OUT_OF_ORDER = 237, ONESHOT_OUT_OF_ORDER = 239, UPDATE_OUT_OF_ORDER = 240 };

/* ---- digests signed and verified ---- */

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
    if (s->p.hash == NULL || len == s->p.hash->algorithm->digest_len)
        return 1;
    AB_RAISE_DETAIL(s->prov, AB_R_INVALID_DIGEST_LENGTH, "%zu bytes", len);
    return 0;
}

/* What the default provider says of lengths before it pads. */
static int fits(const struct ab_rsa_signing *s, const struct ab_rsa_scheme *scheme, size_t len)
{
    size_t size = ab_rsa_size(s->native);

    if (scheme->padding == AB_RSA_X931 && scheme->digest != AB_RSA_NO_DIGEST && size < len + 1) {
        AB_RAISE_DETAIL(s->prov, AB_R_KEY_SIZE_TOO_SMALL, "%zu bytes, expected minimum %zu", size, len + 1);
        return 0;
    }
    if (scheme->padding != AB_RSA_NONE || len == size)
        return 1;
    AB_RAISE_CODE_DETAIL(s->prov, ERR_LIB_RSA,
                         len < size ? RSA_R_DATA_TOO_SMALL_FOR_KEY_SIZE : RSA_R_DATA_TOO_LARGE_FOR_KEY_SIZE,
                         "%zu bytes", len);
    return 0;
}

static int sign_digest(struct ab_rsa_signing *s, uint8_t *signature, size_t *signature_len, size_t size,
                       const uint8_t *data, size_t len)
{
    size_t rsa_size = ab_rsa_size(s->native);
    struct ab_rsa_scheme scheme;

    if (signature == NULL) {
        *signature_len = rsa_size;
        return 1;
    }
    if (size < rsa_size) {
        AB_RAISE_CODE_DETAIL(s->prov, ERR_LIB_PROV, PROV_R_INVALID_SIGNATURE_SIZE, "is %zu, should be at least %zu",
                             size, rsa_size);
        return 0;
    }
    ab_rsa_parameters_scheme(s, &scheme);
    if (!has_digest_len(s, len) || !fits(s, &scheme, len)
        || !ab_rsa_check_signature(s->prov, ab_rsa_sign(s->native, &ab_os_random, &scheme, data, len, signature),
                                   place_of(&scheme)))
        return 0;
    *signature_len = rsa_size;
    return 1;
}

static int verify_digest(struct ab_rsa_signing *s, const uint8_t *signature, size_t signature_len, const uint8_t *data,
                         size_t len)
{
    struct ab_rsa_scheme scheme;
    enum ab_rsa_result result;

    ab_rsa_parameters_scheme(s, &scheme);
    if (scheme.padding != AB_RSA_PKCS1 && !has_digest_len(s, len))
        return 0;
    result = ab_rsa_verify(s->native, &scheme, data, len, signature, signature_len);
    if (s->p.hash == NULL && result == AB_RSA_BAD_SIGNATURE)
        return 0; /* what was signed is another message: the default provider calls that no error */
    return ab_rsa_check_signature(s->prov, result, place_of(&scheme));
}

/* OpenSSL signs with SM3, and does not find its digest again. */
static bool is_unrecoverable(const struct ab_rsa_signing *s)
{
    return s->p.hash != NULL && s->p.hash->algorithm->id == AB_HASH_SM3;
}

int ab_rsa_signing_recover(void *ctx, unsigned char *out, size_t *out_len, size_t size, const unsigned char *signature,
                           size_t signature_len)
{
    struct ab_rsa_signing *s = ctx;
    struct ab_rsa_scheme scheme;

    if (s->state == AB_RSA_PASSED || (is_unrecoverable(s) && ab_rsa_signing_consult(s)))
        return ab_fallback_op_convert(&s->fallback, OSSL_FUNC_SIGNATURE_VERIFY_RECOVER, out, out_len, size, signature,
                                      signature_len);
    if (s->key == NULL)
        return 0;
    if (out == NULL) {
        *out_len = ab_rsa_size(s->native);
        return 1;
    }
    ab_rsa_parameters_scheme(s, &scheme);
    return ab_rsa_check_signature(
        s->prov, ab_rsa_recover(s->native, &scheme, out, size, out_len, signature, signature_len), place_of(&scheme));
}

/* ---- messages ---- */

/* From 3.4 on the order of calls is checked, and told of. */
static int is_in_order(const struct ab_rsa_signing *s, bool may, unsigned reason)
{
    if (may || s->prov->release < AB_RELEASE(3, 4))
        return 1;
    AB_RAISE_CODE(s->prov, ERR_LIB_PROV, reason);
    return 0;
}

static int update_message(struct ab_rsa_signing *s, const uint8_t *data, size_t len)
{
    if (!s->is_hashing && s->may_update)
        return 0;
    if (!is_in_order(s, s->may_update, UPDATE_OUT_OF_ORDER) || !s->is_hashing)
        return 0;
    s->may_oneshot = false;
    s->num_hashed++;
    ab_hash_update(&s->message, data, len);
    return 1;
}

static int update_by(struct ab_rsa_signing *s, int id, const uint8_t *data, size_t len)
{
    return s->state == AB_RSA_PASSED ? ab_fallback_op_update(&s->fallback, id, data, len)
                                     : update_message(s, data, len);
}

static int end_message(struct ab_rsa_signing *s, uint8_t digest[AB_HASH_MAX_DIGEST])
{
    if (!is_in_order(s, s->may_final, FINAL_OUT_OF_ORDER) || !s->is_hashing || s->message.hash != s->p.hash)
        return 0;
    ab_hash_final(&s->message, digest);
    s->is_hashing = s->may_update = s->may_final = s->may_oneshot = false;
    return 1;
}

static int sign_message(struct ab_rsa_signing *s, uint8_t *signature, size_t *signature_len, size_t size)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    int ok;

    if (signature == NULL)
        return is_in_order(s, s->may_final, FINAL_OUT_OF_ORDER) && sign_digest(s, NULL, signature_len, 0, NULL, 0);
    ok = end_message(s, digest)
         && sign_digest(s, signature, signature_len, size, digest, s->p.hash->algorithm->digest_len);
    ab_wipe(digest, sizeof(digest));
    return ok;
}

static int verify_message(struct ab_rsa_signing *s, const uint8_t *signature, size_t signature_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    return end_message(s, digest)
           && verify_digest(s, signature, signature_len, digest, s->p.hash->algorithm->digest_len);
}

int ab_rsa_signing_digest_sign_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, data, len);
}

int ab_rsa_signing_digest_verify_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, data, len);
}

int ab_rsa_signing_digest_sign_final(void *ctx, unsigned char *signature, size_t *signature_len, size_t size)
{
    struct ab_rsa_signing *s = ctx;

    s->is_digest_fixed = false;
    if (s->state == AB_RSA_PASSED)
        return ab_fallback_op_final(&s->fallback, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, signature, signature_len,
                                    size);
    return s->is_message && sign_message(s, signature, signature_len, size);
}

int ab_rsa_signing_digest_verify_final(void *ctx, const unsigned char *signature, size_t signature_len)
{
    struct ab_rsa_signing *s = ctx;

    s->is_digest_fixed = false;
    if (s->state == AB_RSA_PASSED)
        return ab_fallback_op_verify_final(&s->fallback, signature, signature_len);
    return s->is_message && verify_message(s, signature, signature_len);
}

/* OSSL_FUNC_signature_sign_message_update and its kin: 3.4 and later */
int ab_rsa_signing_sign_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, AB_SIGNATURE_SIGN_MESSAGE_UPDATE, data, len);
}

int ab_rsa_signing_verify_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, AB_SIGNATURE_VERIFY_MESSAGE_UPDATE, data, len);
}

int ab_rsa_signing_sign_message_final(void *ctx, unsigned char *signature, size_t *signature_len, size_t size)
{
    struct ab_rsa_signing *s = ctx;

    if (s->state == AB_RSA_PASSED)
        return ab_fallback_op_final(&s->fallback, AB_SIGNATURE_SIGN_MESSAGE_FINAL, signature, signature_len, size);
    return sign_message(s, signature, signature_len, size);
}

int ab_rsa_signing_verify_message_final(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    if (s->state == AB_RSA_PASSED)
        return ab_fallback_op_verify_message_final(&s->fallback);
    return verify_message(s, s->signature, s->signature_len);
}

/* PSS over no digest has no meaning: the default provider says so. */
static bool is_theirs(struct ab_rsa_signing *s)
{
    bool is_odd = s->p.hash == NULL && s->p.pad_mode == RSA_PKCS1_PSS_PADDING;

    return s->state == AB_RSA_PASSED || (is_odd && s->key != NULL && ab_rsa_signing_consult(s));
}

/* In one call: of a digest, or of a message where the beginning said so. */
int ab_rsa_signing_sign(void *ctx, unsigned char *signature, size_t *signature_len, size_t size,
                        const unsigned char *data, size_t len)
{
    struct ab_rsa_signing *s = ctx;

    if (is_theirs(s))
        return ab_fallback_op_convert(&s->fallback, OSSL_FUNC_SIGNATURE_SIGN, signature, signature_len, size, data,
                                      len);
    if (s->key == NULL || !is_in_order(s, s->may_oneshot, ONESHOT_OUT_OF_ORDER))
        return 0;
    if (!s->is_message)
        return sign_digest(s, signature, signature_len, size, data, len);
    return (signature == NULL || update_message(s, data, len)) && sign_message(s, signature, signature_len, size);
}

int ab_rsa_signing_verify(void *ctx, const unsigned char *signature, size_t signature_len, const unsigned char *data,
                          size_t len)
{
    struct ab_rsa_signing *s = ctx;

    if (is_theirs(s))
        return ab_fallback_op_verify(&s->fallback, OSSL_FUNC_SIGNATURE_VERIFY, signature, signature_len, data, len);
    if (s->key == NULL || !is_in_order(s, s->may_oneshot, ONESHOT_OUT_OF_ORDER))
        return 0;
    if (!s->is_message)
        return verify_digest(s, signature, signature_len, data, len);
    return update_message(s, data, len) && verify_message(s, signature, signature_len);
}

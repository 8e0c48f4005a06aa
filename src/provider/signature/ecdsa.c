/* ECDSA for OpenSSL: src/crypto/ec/ecdsa.c. */
#include "provider/signature/ecdsa.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <stdlib.h>

#include "ct/ct.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/random.h"
#include "provider/signature/ecdsa_der.h"

enum { DETERMINISTIC = 1 };

/* ---- contexts ---- */

static void freectx(void *ctx)
{
    struct ab_ecdsa *s = ctx;

    if (s == NULL)
        return;
    ab_message_clear(&s->m);
    ab_ec_key_free(s->key);
    free(s);
}

static void *dupctx(void *ctx)
{
    const struct ab_ecdsa *s = ctx;
    struct ab_ecdsa *copy = ab_message_dup(&s->m, sizeof(*s));

    if (copy != NULL && copy->key != NULL)
        ab_ec_key_hold(copy->key);
    return copy;
}

/* ---- what is passed on ---- */

static int begin_fallback(struct ab_ecdsa *s, const char *digest, const OSSL_PARAM params[])
{
    void *keydata = ab_ec_key_twin(s->key);

    if (keydata == NULL
        || !ab_fallback_op_make(&s->m.fallback, s->m.prov, OSSL_OP_SIGNATURE, s->m.scheme->name, s->m.properties))
        return 0;
    if (ab_message_init_fallback(&s->m.fallback, s->m.begun_by, digest, keydata, params))
        return 1;
    ab_fallback_op_free(&s->m.fallback);
    return 0;
}

int ab_ecdsa_pass_on(struct ab_message_signing *m)
{
    struct ab_ecdsa *s = (struct ab_ecdsa *)m;
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    if (s->m.fallback.ctx != NULL)
        return 1;
    if (s->key == NULL || s->m.has_data)
        return 0;
    ab_ecdsa_tell(s, params);
    return begin_fallback(s, s->m.hash == NULL ? NULL : s->m.digest_name, params);
}

/* ---- beginnings ---- */

/* NULL: the key that is there. */
static int take_key(struct ab_ecdsa *s, struct ab_ec_key *key)
{
    if (key == NULL && s->key == NULL) {
        AB_RAISE(s->m.prov, AB_R_NO_KEY_SET);
        return 0;
    }
    if (key != NULL) {
        ab_ec_key_hold(key);
        ab_ec_key_free(s->key);
        s->key = key;
    }
    return 1;
}

static int begin(struct ab_message_signing *m, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    struct ab_ecdsa *s = (struct ab_ecdsa *)m;
    const struct ab_hash *hash = NULL;
    enum ab_digest_choice choice;

    if (!take_key(s, key))
        return 0;
    s->m.begun_by = id;
    if (key == NULL && s->m.fallback.ctx != NULL)
        return ab_message_init_fallback(&s->m.fallback, id, digest, NULL, params);
    ab_fallback_op_free(&s->m.fallback);
    s->m.has_message = s->m.has_data = false;
    ab_octets_clear(&s->m.signature);
    choice = ab_ecdsa_choose_digest(s, digest, &hash);
    if (s->key->curve == NULL || (choice != AB_DIGEST_OURS && choice != AB_DIGEST_NONE)
        || !ab_ecdsa_are_ours(s, params))
        return begin_fallback(s, digest, params);
    return ab_ecdsa_take_params(s, params) && (choice == AB_DIGEST_NONE || ab_message_set_digest(m, digest, hash));
}

/* ---- digests ---- */

static int sign_pair(const struct ab_ecdsa *s, uint8_t pair[AB_ECDSA_MAX_LEN], const uint8_t *digest, size_t len)
{
    const struct ab_ec_key *key = s->key;
    const struct ab_hash *sha512;

    if (!key->has_private) {
        AB_RAISE_CODE(s->m.prov, ERR_LIB_EC, EC_R_MISSING_PRIVATE_KEY);
        return 0;
    }
    if (s->m.nonce_type == DETERMINISTIC && s->m.hash != NULL)
        return ab_ecdsa_sign_deterministic(key->curve, pair, digest, len, key->private_key, s->m.hash);
    if (s->m.nonce_type != 0 && s->m.hash == NULL) {
        AB_RAISE_DETAIL(s->m.prov, AB_R_INVALID_DIGEST, "a nonce of this type stands on the digest's name");
        return 0;
    }
    sha512 = ab_health_hash(s->m.prov, AB_HASH_SHA512);
    if (sha512 != NULL && ab_ecdsa_sign(key->curve, pair, digest, len, key->private_key, sha512, &ab_os_random))
        return 1;
    AB_RAISE(s->m.prov, AB_R_FAILED_TO_SIGN);
    return 0;
}

static int default_sign(struct ab_ecdsa *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                        size_t len)
{
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    ab_ecdsa_tell(s, params);
    return ab_message_default_sign(&s->m, ab_ec_key_twin(s->key), params, sig, sig_len, size, digest, len);
}

static int default_verify(struct ab_ecdsa *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    ab_ecdsa_tell(s, params);
    return ab_message_default_verify(&s->m, ab_ec_key_twin(s->key), params, sig, sig_len, digest, len);
}

/* The key is looked at anew: its owner may have changed it since the context began, and it may be native no longer. */
static int sign_digest(struct ab_message_signing *m, unsigned char *sig, size_t *sig_len, size_t size,
                       const uint8_t *digest, size_t len)
{
    struct ab_ecdsa *s = (struct ab_ecdsa *)m;
    uint8_t pair[AB_ECDSA_MAX_LEN];
    size_t max_len;

    if (s->key == NULL)
        return 0;
    if (s->key->curve == NULL)
        return default_sign(s, sig, sig_len, size, digest, len);
    max_len = ab_ecdsa_der_max_len(ab_curve_order_bits(s->key->curve));
    if (sig == NULL) {
        *sig_len = max_len;
        return 1;
    }
    if (size < max_len || (s->m.digest_size != 0 && len != s->m.digest_size) || !sign_pair(s, pair, digest, len))
        return 0;
    *sig_len = ab_ecdsa_der_write(sig, pair, ab_curve_order_len(s->key->curve));
    return 1;
}

/* -1 where there is no public key, too. */
static int verify_digest(struct ab_message_signing *m, const uint8_t *sig, size_t sig_len, const uint8_t *digest,
                         size_t len)
{
    struct ab_ecdsa *s = (struct ab_ecdsa *)m;
    const struct ab_ec_key *key = s->key;
    uint8_t pair[AB_ECDSA_MAX_LEN];

    if (key == NULL || (s->m.digest_size != 0 && len != s->m.digest_size))
        return 0;
    if (key->curve == NULL)
        return default_verify(s, sig, sig_len, digest, len);
    switch (ab_ecdsa_der_read(sig, sig_len, pair, ab_curve_order_len(key->curve))) {
    case AB_DER_WRONG: return -1;
    case AB_DER_TOO_LONG: return key->has_public ? 0 : -1;
    default: break;
    }
    if (key->has_public)
        return ab_ecdsa_verify(key->curve, pair, digest, len, key->public_key);
    AB_RAISE_CODE_DETAIL(s->m.prov, ERR_LIB_EC, EC_R_MISSING_PARAMETERS, "no public key");
    return -1;
}

/* ---- the names ---- */

static const char **query_key_types(void)
{
    static const char *const types[] = { "EC", NULL };

    return (const char **)types; /* the caller changes nothing */
}

static const struct ab_message_operations operations = { begin, ab_ecdsa_pass_on, sign_digest, verify_digest };

static void *new(void *provctx, const char *properties, const struct ab_signature_scheme *scheme)
{
    return ab_message_new(sizeof(struct ab_ecdsa), provctx, properties, scheme, &operations);
}

#define SCHEME(id, name, digest)                                                                  \
    static const struct ab_signature_scheme scheme_##id = { name, digest };                       \
    static void *new_##id(void *provctx, const char *properties) { return new(provctx, properties, &scheme_##id); }
SCHEME(any, "ECDSA", NULL)
SCHEME(sha1, "ECDSA-SHA1", "SHA1")
SCHEME(sha224, "ECDSA-SHA2-224", "SHA2-224")
SCHEME(sha256, "ECDSA-SHA2-256", "SHA2-256")
SCHEME(sha384, "ECDSA-SHA2-384", "SHA2-384")
SCHEME(sha512, "ECDSA-SHA2-512", "SHA2-512")
SCHEME(sha3_224, "ECDSA-SHA3-224", "SHA3-224")
SCHEME(sha3_256, "ECDSA-SHA3-256", "SHA3-256")
SCHEME(sha3_384, "ECDSA-SHA3-384", "SHA3-384")
SCHEME(sha3_512, "ECDSA-SHA3-512", "SHA3-512")

#define SHARED AB_SIGNATURE_FN(FREECTX, freectx), AB_SIGNATURE_FN(DUPCTX, dupctx), AB_MESSAGE_ONE_CALL
#define PARAMS(settable)                                                                                                   \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_ecdsa_get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, ab_ecdsa_gettable),    \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, ab_ecdsa_set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define OF_SCHEME(id)                                                                                                      \
    { AB_SIGNATURE_FN(NEWCTX, new_##id), SHARED, PARAMS(ab_message_settable_of_scheme), AB_MESSAGE_SIGN_MESSAGE,           \
      AB_MESSAGE_VERIFY_MESSAGE, AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types), { 0, NULL } }

const OSSL_DISPATCH ab_ecdsa_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_any),
    SHARED,
    PARAMS(ab_ecdsa_settable),
    AB_MESSAGE_MD_PARAMS,
    AB_MESSAGE_DIGEST_SIGN,
    AB_MESSAGE_DIGEST_VERIFY,
    { 0, NULL },
};
const OSSL_DISPATCH ab_ecdsa_sha1_signature_functions[] = OF_SCHEME(sha1);
const OSSL_DISPATCH ab_ecdsa_sha224_signature_functions[] = OF_SCHEME(sha224);
const OSSL_DISPATCH ab_ecdsa_sha256_signature_functions[] = OF_SCHEME(sha256);
const OSSL_DISPATCH ab_ecdsa_sha384_signature_functions[] = OF_SCHEME(sha384);
const OSSL_DISPATCH ab_ecdsa_sha512_signature_functions[] = OF_SCHEME(sha512);
const OSSL_DISPATCH ab_ecdsa_sha3_224_signature_functions[] = OF_SCHEME(sha3_224);
const OSSL_DISPATCH ab_ecdsa_sha3_256_signature_functions[] = OF_SCHEME(sha3_256);
const OSSL_DISPATCH ab_ecdsa_sha3_384_signature_functions[] = OF_SCHEME(sha3_384);
const OSSL_DISPATCH ab_ecdsa_sha3_512_signature_functions[] = OF_SCHEME(sha3_512);

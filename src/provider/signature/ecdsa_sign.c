/* ECDSA of a digest: by src/crypto/ec/ecdsa.c, or by the default provider. */
#include <openssl/ec.h>
#include <openssl/err.h>

#include "ct/ct.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/signature/ecdsa.h"
#include "provider/signature/ecdsa_der.h"

enum { DETERMINISTIC = 1 };

static int sign_pair(const struct ab_signing *s, uint8_t pair[AB_ECDSA_MAX_LEN], const uint8_t *digest, size_t len)
{
    const struct ab_ec_key *key = s->base.key;
    const struct ab_hash *sha512;

    if (!key->has_private) {
        AB_RAISE_CODE(s->base.prov, ERR_LIB_EC, EC_R_MISSING_PRIVATE_KEY);
        return 0;
    }
    ab_count(s->base.prov, ab_family_of_curve(ab_curve_id(key->curve)), AB_COUNTED_SIGN, 0);
    if (s->nonce_type == DETERMINISTIC && s->hash != NULL)
        return ab_ecdsa_sign_deterministic(key->curve, pair, digest, len, key->private_key, s->hash);
    if (s->nonce_type != 0 && s->hash == NULL) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_DIGEST, "a nonce of this type depends on the digest's name");
        return 0;
    }
    sha512 = ab_health_hash(s->base.prov, AB_HASH_SHA512);
    if (sha512 != NULL && ab_ecdsa_sign(key->curve, pair, digest, len, key->private_key, sha512, &s->base.prov->random))
        return 1;
    AB_RAISE(s->base.prov, AB_R_FAILED_TO_SIGN);
    return 0;
}

static int default_sign(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                        size_t len)
{
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    ab_ecdsa_list_params(s, params);
    return ab_signing_default_sign(s, ab_ec_key_twin(s->base.key), params, sig, sig_len, size, digest, len);
}

static int default_verify(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    ab_ecdsa_list_params(s, params);
    return ab_signing_default_verify(s, ab_ec_key_twin(s->base.key), params, sig, sig_len, digest, len);
}

/*
 * Check the key at each operation, since its owner may have changed it after init. If it is no longer native, let the
 * default provider sign or verify.
 */
int ab_ecdsa_sign_digest(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                         size_t len)
{
    const struct ab_ec_key *key = s->base.key;
    uint8_t pair[AB_ECDSA_MAX_LEN];
    size_t max_len;

    if (key->curve == NULL)
        return default_sign(s, sig, sig_len, size, digest, len);
    max_len = ab_ecdsa_der_max_len(ab_curve_order_bits(key->curve));
    if (sig == NULL) {
        *sig_len = max_len;
        return 1;
    }
    if (size < max_len || (s->digest_size != 0 && len != s->digest_size) || !sign_pair(s, pair, digest, len))
        return 0;
    *sig_len = ab_ecdsa_der_write(sig, pair, ab_curve_order_len(key->curve));
    return 1;
}

/* Returns -1 also without a public key. */
int ab_ecdsa_verify_digest(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    const struct ab_ec_key *key = s->base.key;
    uint8_t pair[AB_ECDSA_MAX_LEN];

    if (s->digest_size != 0 && len != s->digest_size)
        return 0;
    if (key->curve == NULL)
        return default_verify(s, sig, sig_len, digest, len);
    switch (ab_ecdsa_der_read(sig, sig_len, pair, ab_curve_order_len(key->curve))) {
    case AB_DER_WRONG: return -1;
    case AB_DER_TOO_LONG: return key->has_public ? 0 : -1;
    default: break;
    }
    ab_count(s->base.prov, ab_family_of_curve(ab_curve_id(key->curve)), AB_COUNTED_VERIFY, 0);
    if (key->has_public)
        return ab_ecdsa_verify(key->curve, pair, digest, len, key->public_key);
    AB_RAISE_CODE_DETAIL(s->base.prov, ERR_LIB_EC, EC_R_MISSING_PARAMETERS, "no public key");
    return -1;
}

/* DSA of a digest: by our arithmetic, or by the default provider. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "crypto/dsa/dsa_der.h"
#include "provider/counters.h"
#include "provider/health.h"
#include "provider/signature/dsa.h"

enum { MAX_Q_WORDS = 4, DETERMINISTIC = 1 };

/* ---- by the default provider ---- */

static void list_params(struct ab_signing *s, OSSL_PARAM list[4])
{
    OSSL_PARAM *p = list;

    if (s->hash != NULL && s->base.scheme->digest == NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, s->digest_name, strlen(s->digest_name));
    if (s->properties != NULL && p != list)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, s->properties,
                                                  strlen(s->properties));
    *p++ = (OSSL_PARAM)OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, &s->nonce_type);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
}

static void *twin_of(const struct ab_signing *s)
{
    const struct ab_ffc_key *key = s->base.key;

    return ab_twin_peek(&key->twin);
}

int ab_dsa_begin_fallback(struct ab_signing *s, const char *digest, const OSSL_PARAM params[])
{
    if (!ab_signing_make_fallback(s))
        return 0;
    s->state = AB_SIGNING_FALLBACK;
    return ab_signing_init_fallback(s, digest, twin_of(s), params);
}

int ab_dsa_share(struct ab_signing *s)
{
    OSSL_PARAM params[4];

    if (s->state == AB_SIGNING_FALLBACK)
        return 1;
    if (s->base.key == NULL || s->has_data)
        return 0;
    list_params(s, params);
    return ab_dsa_begin_fallback(s, s->hash == NULL ? NULL : s->digest_name, params);
}

static int default_sign(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                        size_t len)
{
    OSSL_PARAM params[4];

    list_params(s, params);
    return ab_signing_default_sign(s, twin_of(s), params, sig, sig_len, size, digest, len);
}

static int default_verify(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    OSSL_PARAM params[4];

    list_params(s, params);
    return ab_signing_default_verify(s, twin_of(s), params, sig, sig_len, digest, len);
}

/* ---- by our arithmetic ---- */

static int sign_native(const struct ab_signing *s, const struct ab_ffc_native *n, const struct ab_dsa_signature *sig,
                       const struct ab_dsa_digest *d)
{
    const struct ab_hash *sha512;

    if (s->nonce_type == DETERMINISTIC)
        return ab_dsa_sign_deterministic(n->group, sig, n->x, d, s->hash);
    sha512 = ab_health_hash(s->base.prov, AB_HASH_SHA512);
    return sha512 != NULL && ab_dsa_sign(n->group, sig, n->x, d, sha512, &s->base.prov->random);
}

static int is_digest_len(const struct ab_signing *s, size_t len)
{
    return s->digest_size == 0 || len == s->digest_size;
}

int ab_dsa_sign_digest(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                       size_t len)
{
    const struct ab_ffc_native *n = ab_ffc_key_native(s->base.key);
    uint64_t r[MAX_Q_WORDS], v[MAX_Q_WORDS];
    size_t max_len;

    if (n == NULL || n->x == NULL || (s->nonce_type == DETERMINISTIC && s->hash == NULL))
        return default_sign(s, sig, sig_len, size, digest, len);
    max_len = ab_dsa_der_max_len(ab_ffc_q_bits(n->group));
    if (sig == NULL) {
        *sig_len = max_len;
        return 1;
    }
    if (size < max_len || !is_digest_len(s, len))
        return 0;
    if (!sign_native(s, n, &(struct ab_dsa_signature){ r, v }, &(struct ab_dsa_digest){ digest, len }))
        return default_sign(s, sig, sig_len, size, digest, len); /* for its errors */
    ab_count(s->base.prov, AB_FAMILY_FFC, AB_COUNTED_SIGN, 0);
    *sig_len = ab_dsa_der_encode(sig, r, v, ab_dsa_q_words(n->group));
    return 1;
}

int ab_dsa_verify_digest(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    const struct ab_ffc_native *n = ab_ffc_key_native(s->base.key);
    uint64_t r[MAX_Q_WORDS], v[MAX_Q_WORDS];
    int failed, ok;

    if (!is_digest_len(s, len))
        return 0;
    if (n == NULL || n->verifier == NULL)
        return default_verify(s, sig, sig_len, digest, len);
    switch (ab_dsa_der_decode(sig, sig_len, r, v, ab_dsa_q_words(n->group))) {
    case AB_DSA_DER_WRONG: return -1;
    case AB_DSA_DER_TOO_LARGE: return 0;
    default: break;
    }
    ok = ab_dsa_verify(n->verifier, &(struct ab_dsa_signature){ r, v }, &(struct ab_dsa_digest){ digest, len },
                       &failed);
    if (failed)
        return default_verify(s, sig, sig_len, digest, len);
    ab_count(s->base.prov, AB_FAMILY_FFC, AB_COUNTED_VERIFY, 0);
    return ok;
}

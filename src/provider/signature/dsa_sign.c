/* DSA of a digest: by our arithmetic, or by the default provider. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "crypto/dsa/dsa_der.h"
#include "provider/health.h"
#include "provider/random.h"
#include "provider/signature/dsa.h"

enum { MAX_Q_WORDS = 4, DETERMINISTIC = 1 };

/* ---- what is passed on ---- */

static void tell(struct ab_dsa_signing *s, OSSL_PARAM list[4])
{
    OSSL_PARAM *p = list;

    if (s->m.hash != NULL && s->m.scheme->digest == NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, s->m.digest_name,
                                                  strlen(s->m.digest_name));
    if (s->m.properties != NULL && p != list)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, s->m.properties,
                                                  strlen(s->m.properties));
    *p++ = (OSSL_PARAM)OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, &s->m.nonce_type);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
}

/* In a context that is there it begins anew. */
int ab_dsa_begin_fallback(struct ab_dsa_signing *s, const char *digest, const OSSL_PARAM params[])
{
    struct ab_fallback_op *p = &s->m.fallback;

    if (p->ctx == NULL && !ab_fallback_op_make(p, s->m.prov, OSSL_OP_SIGNATURE, s->m.scheme->name, s->m.properties))
        return 0;
    return ab_message_init_fallback(p, s->m.begun_by, digest, ab_twin_peek(&s->key->twin), params);
}

int ab_dsa_pass_on(struct ab_message_signing *m)
{
    struct ab_dsa_signing *s = (struct ab_dsa_signing *)m;
    OSSL_PARAM params[4];

    if (s->m.fallback.ctx != NULL)
        return 1;
    if (s->key == NULL || s->m.has_data)
        return 0;
    tell(s, params);
    return ab_dsa_begin_fallback(s, s->m.hash == NULL ? NULL : s->m.digest_name, params);
}

static int default_sign(struct ab_dsa_signing *s, unsigned char *sig, size_t *sig_len, size_t size,
                        const uint8_t *digest, size_t len)
{
    OSSL_PARAM params[4];

    tell(s, params);
    return ab_message_default_sign(&s->m, ab_twin_peek(&s->key->twin), params, sig, sig_len, size, digest, len);
}

static int default_verify(struct ab_dsa_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest,
                          size_t len)
{
    OSSL_PARAM params[4];

    tell(s, params);
    return ab_message_default_verify(&s->m, ab_twin_peek(&s->key->twin), params, sig, sig_len, digest, len);
}

/* ---- digests ---- */

static int sign_native(const struct ab_dsa_signing *s, const struct ab_ffc_native *n,
                       const struct ab_dsa_signature *sig, const struct ab_dsa_digest *d)
{
    const struct ab_hash *sha512;

    if (s->m.nonce_type == DETERMINISTIC)
        return ab_dsa_sign_deterministic(n->group, sig, n->x, d, s->m.hash);
    sha512 = ab_health_hash(s->m.prov, AB_HASH_SHA512);
    return sha512 != NULL && ab_dsa_sign(n->group, sig, n->x, d, sha512, &ab_os_random);
}

static int is_digest_len(const struct ab_dsa_signing *s, size_t len)
{
    return s->m.digest_size == 0 || len == s->m.digest_size;
}

int ab_dsa_sign_digest(struct ab_message_signing *m, unsigned char *sig, size_t *sig_len, size_t size,
                       const uint8_t *digest, size_t len)
{
    struct ab_dsa_signing *s = (struct ab_dsa_signing *)m;
    const struct ab_ffc_native *n = s->key == NULL ? NULL : ab_ffc_key_native(s->key);
    uint64_t r[MAX_Q_WORDS], v[MAX_Q_WORDS];
    size_t max_len;

    if (s->key == NULL)
        return 0;
    if (n == NULL || n->x == NULL || (s->m.nonce_type == DETERMINISTIC && s->m.hash == NULL))
        return default_sign(s, sig, sig_len, size, digest, len);
    max_len = ab_dsa_der_max_len(ab_ffc_q_bits(n->group));
    if (sig == NULL) {
        *sig_len = max_len;
        return 1;
    }
    if (size < max_len || !is_digest_len(s, len))
        return 0;
    if (!sign_native(s, n, &(struct ab_dsa_signature){ r, v }, &(struct ab_dsa_digest){ digest, len }))
        return default_sign(s, sig, sig_len, size, digest, len); /* which says what is wrong */
    *sig_len = ab_dsa_der_encode(sig, r, v, ab_dsa_q_words(n->group));
    return 1;
}

int ab_dsa_verify_digest(struct ab_message_signing *m, const uint8_t *sig, size_t sig_len, const uint8_t *digest,
                         size_t len)
{
    struct ab_dsa_signing *s = (struct ab_dsa_signing *)m;
    const struct ab_ffc_native *n = s->key == NULL ? NULL : ab_ffc_key_native(s->key);
    uint64_t r[MAX_Q_WORDS], v[MAX_Q_WORDS];
    int failed, ok;

    if (s->key == NULL || !is_digest_len(s, len))
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
    return failed ? default_verify(s, sig, sig_len, digest, len) : ok;
}

/*
 * The TLS groups and signature algorithms whose keys the module has: as the default provider announces them, and,
 * before OpenSSL 3.5, which has none of them, the hybrids of ML-KEM and the signatures of ML-DSA. libssl uses an
 * algorithm only if the provider that announces it is the one of its keys.
 */
#include "provider/capabilities.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>
#include <strings.h>

#include "afterburner/mldsa.h"
#include "provider/fallback/fallback.h"
#include "provider/keymgmt/hybrid_key.h"
#include "provider/offer.h"
#include "provider/oids.h"
#include "provider/param.h"

#define SIGNATURE_ALGORITHM "tls-sigalg-name" /* OSSL_CAPABILITY_TLS_SIGALG_NAME, since 3.2 */

struct forwarding {
    struct ab_provctx *prov;
    OSSL_CALLBACK *callback;
    void *arg;
    const char *key;  /* the parameter that names the keys; once one was found, the default provider's own constant */
    const char *name; /* of the keys of the announcement before; NULL: this is the first */
    int is_ours;      /* those keys are */
};

/* All announcements have the same constants as keys, so most are found by comparing addresses. */
static const OSSL_PARAM *find_keys(struct forwarding *t, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = params;

    while (p->key != NULL && p->key != t->key)
        p++;
    if (p->key == NULL)
        p = ab_param_locate_const(params, t->key);
    if (p != NULL)
        t->key = p->key;
    return p;
}

/*
 * Pass on those of the default provider's announcements whose keys are ours. Most groups have the keys of the one
 * before, whose name, a constant of the default provider, need not be looked up again.
 */
static int forward_ours(const OSSL_PARAM params[], void *arg)
{
    struct forwarding *t = arg;
    const OSSL_PARAM *p = find_keys(t, params);
    const char *name;

    if (p == NULL || !ab_param_get_utf8(p, &name))
        return 1;
    if (t->name == NULL || strcmp(name, t->name) != 0)
        t->is_ours = ab_offer_has(t->prov, OSSL_OP_KEYMGMT, name);
    t->name = name;
    return !t->is_ours || t->callback(params, t->arg);
}

/* Announce a hybrid with the values of OpenSSL 3.5: TLS 1.3 alone, and no DTLS. */
static int announce(const struct ab_hybrid *h, OSSL_CALLBACK *callback, void *arg)
{
    unsigned id = h->tls_id, bits = ab_mlkem_params(h->mlkem)->security_bits, is_kem = 1;
    int min_tls = 0x0304, max_tls = 0, none = -1;
    size_t len = strlen(h->name);
    const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME, (char *)h->name, len),
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME_INTERNAL, (char *)h->name, len),
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_ALG, (char *)h->name, len),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_ID, &id),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_SECURITY_BITS, &bits),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_TLS, &min_tls),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_TLS, &max_tls),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_DTLS, &none),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_DTLS, &none),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_IS_KEM, &is_kem),
        OSSL_PARAM_END,
    };

    return callback(params, arg);
}

static int announce_hybrids(struct ab_provctx *prov, OSSL_CALLBACK *callback, void *arg)
{
    for (const struct ab_hybrid *h = ab_hybrids; h < ab_hybrids + AB_NUM_HYBRIDS; h++)
        if (h->tls_id != 0 && ab_offer_has(prov, OSSL_OP_KEYMGMT, h->name) && ab_offer_has(prov, OSSL_OP_KEM, h->name)
            && !announce(h, callback, arg))
            return 0;
    return 1;
}

/* Announce a parameter set of ML-DSA with the values of OpenSSL 3.5 (draft-ietf-tls-mldsa): TLS 1.3 alone. */
static int announce_signature(unsigned id, OSSL_CALLBACK *callback, void *arg)
{
    static const char *const names[AB_NUM_MLDSA] = { "mldsa44", "mldsa65", "mldsa87" };
    static const char *const oids[AB_NUM_MLDSA] = { AB_OID_MLDSA_44, AB_OID_MLDSA_65, AB_OID_MLDSA_87 };
    const struct ab_mldsa_params *sizes = ab_mldsa_params((enum ab_mldsa_id)id);
    unsigned code_point = 0x0904 + id, bits = sizes->security_bits;
    int min_tls = 0x0304, max_tls = 0;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string("tls-sigalg-iana-name", (char *)names[id], strlen(names[id])),
        OSSL_PARAM_utf8_string(SIGNATURE_ALGORITHM, (char *)sizes->name, strlen(sizes->name)),
        OSSL_PARAM_utf8_string("tls-sigalg-oid", (char *)oids[id], strlen(oids[id])),
        OSSL_PARAM_uint("tls-sigalg-code-point", &code_point),
        OSSL_PARAM_uint("tls-sigalg-sec-bits", &bits),
        OSSL_PARAM_int("tls-min-tls", &min_tls),
        OSSL_PARAM_int("tls-max-tls", &max_tls),
        OSSL_PARAM_END,
    };

    return callback(params, arg);
}

/* No libssl before 3.2 queries signature algorithms. */
static int announce_signatures(struct ab_provctx *prov, OSSL_CALLBACK *callback, void *arg)
{
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++)
        if (ab_offer_has(prov, OSSL_OP_KEYMGMT, ab_mldsa_params((enum ab_mldsa_id)id)->name)
            && !announce_signature(id, callback, arg))
            return 0;
    return 1;
}

int ab_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg)
{
    struct forwarding groups = { prov, callback, arg, OSSL_CAPABILITY_TLS_GROUP_ALG, NULL, 0 };
    struct forwarding signatures = { prov, callback, arg, SIGNATURE_ALGORITHM, NULL, 0 };

    if (strcasecmp(capability, "TLS-SIGALG") == 0)
        return prov->release < AB_RELEASE(3, 5) ? announce_signatures(prov, callback, arg)
                                                : ab_fallback_capabilities(prov, capability, forward_ours, &signatures);
    if (strcasecmp(capability, "TLS-GROUP") != 0 || !ab_fallback_capabilities(prov, capability, forward_ours, &groups))
        return 0;
    return prov->release >= AB_RELEASE(3, 5) || announce_hybrids(prov, callback, arg);
}

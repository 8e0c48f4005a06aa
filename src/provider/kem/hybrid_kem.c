/*
 * Key encapsulation with the hybrids of TLS for OpenSSL (draft-ietf-tls-ecdhe-mlkem sec. 4): a ciphertext is one of
 * ML-KEM beside an ephemeral public key, a secret that of ML-KEM beside that of the key exchange. An operation
 * allocates nothing.
 */
#include <openssl/params.h>
#include <stdlib.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/kem/kem.h"
#include "provider/kem/kem_lengths.h"
#include "provider/keymgmt/hybrid_key.h"

struct encapsulation {
    struct ab_provctx *prov;
    struct ab_hybrid_key *key; /* NULL: no init yet */
};

static void *newctx(void *provctx)
{
    struct encapsulation *e = ab_alloc_zeros(provctx, sizeof(*e), "key encapsulation");

    if (e != NULL)
        e->prov = provctx;
    return e;
}

static void freectx(void *ctx)
{
    struct encapsulation *e = ctx;

    if (e == NULL)
        return;
    ab_hybrid_key_free(e->key);
    free(e);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    (void)ctx, (void)params;
    return 1;
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

static int init(struct encapsulation *e, struct ab_hybrid_key *key, int selection)
{
    if (key == NULL || !ab_mlkem_keydata_has(key->mlkem, selection)) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    ab_hybrid_key_hold(key);
    ab_hybrid_key_free(e->key);
    e->key = key;
    return 1;
}

static int encapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    (void)params;
    return init(ctx, key, OSSL_KEYMGMT_SELECT_PUBLIC_KEY);
}

static int decapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    (void)params;
    return init(ctx, key, OSSL_KEYMGMT_SELECT_PRIVATE_KEY);
}

/* ---- operations ---- */

static struct ab_hybrid_layout ciphertext_layout(const struct ab_hybrid *h)
{
    return ab_hybrid_layout(h, ab_mlkem_params(h->mlkem)->ciphertext_len, h->curve.point_len);
}

static struct ab_hybrid_layout secret_layout(const struct ab_hybrid *h)
{
    return ab_hybrid_layout(h, AB_MLKEM_SECRET_LEN, h->curve.secret_len);
}

static struct ab_kem_lengths lengths_of(const struct ab_hybrid *h)
{
    return (struct ab_kem_lengths){ ciphertext_layout(h).len, secret_layout(h).len };
}

/* The half of the curve: make an ephemeral key, send its point, and derive. */
static int exchange(const struct ab_hybrid_key *key, uint8_t *point, uint8_t *secret)
{
    const struct ab_hybrid_curve *curve = &key->hybrid->curve;
    uint8_t scalar[AB_HYBRID_MAX_SCALAR_LEN];
    int ok = ab_hybrid_curve_generate(curve, key->prov, scalar, point)
             && ab_hybrid_curve_derive(curve, key->prov, secret, scalar, key->point);

    ab_wipe(scalar, sizeof(scalar));
    return ok;
}

static int encapsulate_now(const struct ab_hybrid_key *key, unsigned char *ciphertext, unsigned char *secret)
{
    struct ab_hybrid_layout c = ciphertext_layout(key->hybrid), s = secret_layout(key->hybrid);

    ab_count(key->prov, ab_family_of_mlkem(key->hybrid->mlkem), AB_COUNTED_ENCAPSULATE, 0);
    if (!ab_mlkem_encapsulate(&key->mlkem->key, ciphertext + c.mlkem_at, secret + s.mlkem_at, &key->prov->random))
        AB_RAISE(key->prov, AB_R_RANDOM_FAILED);
    else if (exchange(key, ciphertext + c.curve_at, secret + s.curve_at))
        return 1;
    ab_wipe(ciphertext, c.len);
    ab_wipe(secret, s.len);
    return 0;
}

static int encapsulate(void *ctx, unsigned char *ciphertext, size_t *ciphertext_len, unsigned char *secret,
                       size_t *secret_len)
{
    struct encapsulation *e = ctx;
    struct ab_kem_lengths lengths;

    if (e->key == NULL) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    lengths = lengths_of(e->key->hybrid);
    switch (ab_kem_encapsulate_request(e->prov, &lengths, ciphertext, ciphertext_len, secret, secret_len)) {
    case AB_KEM_OPERATION: return encapsulate_now(e->key, ciphertext, secret);
    case AB_KEM_LENGTHS: return 1;
    default: return 0;
    }
}

static int decapsulate_now(const struct ab_hybrid_key *key, unsigned char *secret, const unsigned char *ciphertext)
{
    const struct ab_hybrid_curve *curve = &key->hybrid->curve;
    struct ab_hybrid_layout c = ciphertext_layout(key->hybrid), s = secret_layout(key->hybrid);

    ab_count(key->prov, ab_family_of_mlkem(key->hybrid->mlkem), AB_COUNTED_DECAPSULATE, 0);
    if (ab_mlkem_decapsulate(&key->mlkem->key, secret + s.mlkem_at, ciphertext + c.mlkem_at, c.len - curve->point_len)
        && ab_hybrid_curve_derive(curve, key->prov, secret + s.curve_at, key->scalar, ciphertext + c.curve_at))
        return 1;
    ab_wipe(secret, s.len);
    return 0;
}

static int decapsulate(void *ctx, unsigned char *secret, size_t *secret_len, const unsigned char *ciphertext,
                       size_t ciphertext_len)
{
    struct encapsulation *e = ctx;
    struct ab_kem_lengths lengths;

    if (e->key == NULL || !e->key->mlkem->key.has_private) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    lengths = lengths_of(e->key->hybrid);
    switch (ab_kem_decapsulate_request(e->prov, &lengths, secret, secret_len, ciphertext_len)) {
    case AB_KEM_OPERATION: return decapsulate_now(e->key, secret, ciphertext);
    case AB_KEM_LENGTHS: return 1;
    default: return 0;
    }
}

const OSSL_DISPATCH ab_hybrid_kem_functions[] = {
    AB_KEM_FN(NEWCTX, newctx),
    AB_KEM_FN(FREECTX, freectx),
    AB_KEM_FN(ENCAPSULATE_INIT, encapsulate_init),
    AB_KEM_FN(DECAPSULATE_INIT, decapsulate_init),
    AB_KEM_FN(ENCAPSULATE, encapsulate),
    AB_KEM_FN(DECAPSULATE, decapsulate),
    AB_KEM_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KEM_FN(SETTABLE_CTX_PARAMS, settable),
    { 0, NULL },
};

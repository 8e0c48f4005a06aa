/* Keys of the hybrids of TLS as counted objects, and the table of the hybrids. */
#include "provider/keymgmt/hybrid_key.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"

/* The order of the halves and the numbers of the groups: draft-ietf-tls-ecdhe-mlkem sec. 3 and 6. */
const struct ab_hybrid ab_hybrids[AB_NUM_HYBRIDS] = {
    [AB_X25519MLKEM768] = { "X25519MLKEM768", AB_MLKEM_768, { AB_HYBRID_X25519, 0, 32, 32, 32 }, true, 0x11ec },
    [AB_SECP256R1MLKEM768] = { "SecP256r1MLKEM768",
                               AB_MLKEM_768,
                               { AB_HYBRID_WEIERSTRASS, AB_P256, 65, 32, 32 },
                               false,
                               0x11eb },
    [AB_SECP384R1MLKEM1024] = { "SecP384r1MLKEM1024",
                                AB_MLKEM_1024,
                                { AB_HYBRID_WEIERSTRASS, AB_P384, 97, 48, 48 },
                                false,
                                0x11ed },
    [AB_X448MLKEM1024] = { "X448MLKEM1024", AB_MLKEM_1024, { AB_HYBRID_X448, 0, 56, 56, 56 }, true, 0 },
    [AB_CURVESM2MLKEM768] = { "curveSM2MLKEM768",
                              AB_MLKEM_768,
                              { AB_HYBRID_WEIERSTRASS, AB_CURVESM2, 65, 32, 32 },
                              false,
                              0x11ee },
};

struct ab_hybrid_layout ab_hybrid_layout(const struct ab_hybrid *h, size_t mlkem_len, size_t curve_len)
{
    return (struct ab_hybrid_layout){
        .mlkem_at = h->mlkem_is_first ? 0 : curve_len,
        .curve_at = h->mlkem_is_first ? mlkem_len : 0,
        .len = mlkem_len + curve_len,
    };
}

struct ab_hybrid_layout ab_hybrid_public_layout(const struct ab_hybrid *h)
{
    return ab_hybrid_layout(h, ab_mlkem_params(h->mlkem)->public_len, h->curve.point_len);
}

struct ab_hybrid_layout ab_hybrid_private_layout(const struct ab_hybrid *h)
{
    return ab_hybrid_layout(h, ab_mlkem_params(h->mlkem)->private_len, h->curve.scalar_len);
}

struct ab_hybrid_key *ab_hybrid_key_new(struct ab_provctx *prov, const struct ab_hybrid *h)
{
    struct ab_hybrid_key *k = ab_alloc_zeros(prov, sizeof(*k), "key");

    if (k == NULL)
        return NULL;
    k->prov = prov;
    k->hybrid = h;
    atomic_init(&k->references, 1);
    k->mlkem = ab_mlkem_keydata_new(prov, h->mlkem);
    if (k->mlkem != NULL)
        return k;
    free(k);
    return NULL;
}

struct ab_hybrid_key *ab_hybrid_key_hold(struct ab_hybrid_key *k)
{
    atomic_fetch_add_explicit(&k->references, 1, memory_order_relaxed);
    return k;
}

void ab_hybrid_key_free(struct ab_hybrid_key *k)
{
    if (k == NULL || atomic_fetch_sub_explicit(&k->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_mlkem_keydata_free(k->mlkem);
    ab_wipe(k->scalar, sizeof(k->scalar));
    free(k);
}

/* Returns ok; without it, the key is empty afterwards. */
static int keep_if(struct ab_hybrid_key *k, int ok)
{
    if (!ok) {
        ab_mlkem_clear(&k->mlkem->key);
        ab_wipe(k->scalar, sizeof(k->scalar));
    }
    return ok;
}

int ab_hybrid_key_generate(struct ab_hybrid_key *k)
{
    ab_count(k->prov, ab_family_of_mlkem(k->hybrid->mlkem), AB_COUNTED_GENERATE, 0);
    return keep_if(k, ab_mlkem_keydata_generate(k->mlkem, NULL)
                          && ab_hybrid_curve_generate(&k->hybrid->curve, k->prov, k->scalar, k->point));
}

int ab_hybrid_key_set_public(struct ab_hybrid_key *k, const uint8_t *in)
{
    const struct ab_hybrid_curve *curve = &k->hybrid->curve;
    struct ab_hybrid_layout at = ab_hybrid_public_layout(k->hybrid);

    memcpy(k->point, in + at.curve_at, curve->point_len);
    return keep_if(k, ab_hybrid_curve_check(curve, k->prov, k->point)
                          && ab_mlkem_keydata_set_public(k->mlkem, in + at.mlkem_at, at.len - curve->point_len));
}

int ab_hybrid_key_set_private(struct ab_hybrid_key *k, const uint8_t *in)
{
    const struct ab_hybrid_curve *curve = &k->hybrid->curve;
    struct ab_hybrid_layout at = ab_hybrid_private_layout(k->hybrid);

    memcpy(k->scalar, in + at.curve_at, curve->scalar_len);
    return keep_if(k, ab_hybrid_curve_public(curve, k->prov, k->point, k->scalar)
                          && ab_mlkem_keydata_set_private(k->mlkem, in + at.mlkem_at, at.len - curve->scalar_len)
                          && ab_mlkem_keydata_passes_import(k->mlkem));
}

void ab_hybrid_key_get_public(const struct ab_hybrid_key *k, uint8_t *out)
{
    struct ab_hybrid_layout at = ab_hybrid_public_layout(k->hybrid);

    ab_mlkem_get_public(&k->mlkem->key, out + at.mlkem_at);
    memcpy(out + at.curve_at, k->point, k->hybrid->curve.point_len);
}

void ab_hybrid_key_get_private(const struct ab_hybrid_key *k, uint8_t *out)
{
    struct ab_hybrid_layout at = ab_hybrid_private_layout(k->hybrid);

    ab_mlkem_get_private(&k->mlkem->key, out + at.mlkem_at);
    memcpy(out + at.curve_at, k->scalar, k->hybrid->curve.scalar_len);
}

/* The elliptic-curve half of a hybrid of TLS: X25519, X448, P-256, P-384 and curveSM2 behind four functions. */
#include "provider/keymgmt/hybrid_curve.h"

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "crypto/curve25519/curve25519_parts.h"
#include "crypto/curve448/curve448_parts.h"
#include "ct/ct.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/generator.h"
#include "provider/health.h"

enum ab_family ab_hybrid_curve_family(const struct ab_hybrid_curve *c)
{
    switch (c->kind) {
    case AB_HYBRID_X25519: return AB_FAMILY_CURVE25519;
    case AB_HYBRID_X448: return AB_FAMILY_CURVE448;
    default: return ab_family_of_curve(c->id);
    }
}

/* The kernels of a Weierstrass curve; NULL with an error raised. */
static const struct ab_ec_kernels *weierstrass_kernels(const struct ab_hybrid_curve *c, struct ab_provctx *prov)
{
    const struct ab_ec_kernels *kernels = ab_health_curve(prov, c->id);

    if (kernels == NULL)
        AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "the curve of a hybrid");
    return kernels;
}

/* The point of TLS: SEC 1 sec. 2.3.4, uncompressed alone. */
static int decode(const struct ab_ec_kernels *kernels, uint8_t *xy, const uint8_t *point, size_t len)
{
    return point[0] == AB_EC_UNCOMPRESSED && ab_ec_decode(kernels, xy, point, len);
}

/* ---- key pairs ---- */

static int generate_weierstrass(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *scalar,
                                uint8_t *point)
{
    const struct ab_ec_kernels *kernels = weierstrass_kernels(c, prov);
    uint8_t xy[AB_EC_MAX_XY_LEN];

    if (kernels == NULL)
        return 0;
    if (!ab_ec_generate(kernels, scalar, xy, &prov->random)) {
        AB_RAISE(prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    ab_ec_encode(kernels, point, AB_EC_UNCOMPRESSED, xy);
    return 1;
}

/* Clamp the scalar as RFC 7748 sec. 5 does at each use, so that exports equal the default provider's. */
static void clamp(const struct ab_hybrid_curve *c, uint8_t *scalar)
{
    if (c->kind == AB_HYBRID_X25519)
        ab_x25519_clamp(scalar, scalar);
    else
        ab_x448_clamp(scalar, scalar);
}

int ab_hybrid_curve_generate(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *scalar, uint8_t *point)
{
    ab_count(prov, ab_hybrid_curve_family(c), AB_COUNTED_GENERATE, 0);
    if (c->kind == AB_HYBRID_WEIERSTRASS)
        return generate_weierstrass(c, prov, scalar, point);
    if (!ab_generator_bytes(prov, scalar, c->scalar_len)) {
        AB_RAISE(prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    clamp(c, scalar);
    return ab_hybrid_curve_public(c, prov, point, scalar);
}

static int public_x25519(struct ab_provctx *prov, uint8_t *point, const uint8_t *scalar)
{
    const struct ab_curve25519_kernels *kernels = ab_health_curve25519(prov);

    if (kernels != NULL)
        ab_x25519_public(kernels, point, scalar);
    return kernels != NULL;
}

static int public_x448(struct ab_provctx *prov, uint8_t *point, const uint8_t *scalar)
{
    const struct ab_curve448_kernels *kernels = ab_health_curve448(prov);

    if (kernels != NULL)
        ab_x448_public(kernels, point, scalar);
    return kernels != NULL;
}

static int public_weierstrass(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *point,
                              const uint8_t *scalar)
{
    const struct ab_ec_kernels *kernels = weierstrass_kernels(c, prov);
    uint8_t xy[AB_EC_MAX_XY_LEN];

    if (kernels == NULL)
        return 0;
    if (!ab_ec_public(kernels, xy, scalar)) {
        AB_RAISE_DETAIL(prov, AB_R_INVALID_KEY, "private key out of range");
        return 0;
    }
    ab_ec_encode(kernels, point, AB_EC_UNCOMPRESSED, xy);
    return 1;
}

int ab_hybrid_curve_public(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *point,
                           const uint8_t *scalar)
{
    switch (c->kind) {
    case AB_HYBRID_X25519: return public_x25519(prov, point, scalar);
    case AB_HYBRID_X448: return public_x448(prov, point, scalar);
    default: return public_weierstrass(c, prov, point, scalar);
    }
}

int ab_hybrid_curve_check(const struct ab_hybrid_curve *c, struct ab_provctx *prov, const uint8_t *point)
{
    const struct ab_ec_kernels *kernels;
    uint8_t xy[AB_EC_MAX_XY_LEN];

    if (c->kind != AB_HYBRID_WEIERSTRASS) /* any string is a key */
        return 1;
    kernels = weierstrass_kernels(c, prov);
    if (kernels == NULL)
        return 0;
    if (decode(kernels, xy, point, c->point_len))
        return 1;
    AB_RAISE_DETAIL(prov, AB_R_INVALID_KEY, "not a point of the curve");
    return 0;
}

/* ---- shared secrets ---- */

static int derive_x25519(struct ab_provctx *prov, uint8_t *secret, const uint8_t *scalar, const uint8_t *point)
{
    const struct ab_curve25519_kernels *kernels = ab_health_curve25519(prov);

    return kernels != NULL && ab_x25519(kernels, secret, scalar, point);
}

static int derive_x448(struct ab_provctx *prov, uint8_t *secret, const uint8_t *scalar, const uint8_t *point)
{
    const struct ab_curve448_kernels *kernels = ab_health_curve448(prov);

    return kernels != NULL && ab_x448(kernels, secret, scalar, point);
}

static int derive_weierstrass(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *secret,
                              const uint8_t *scalar, const uint8_t *point)
{
    const struct ab_ec_kernels *kernels = weierstrass_kernels(c, prov);
    uint8_t xy[AB_EC_MAX_XY_LEN];

    return kernels != NULL && decode(kernels, xy, point, c->point_len) && ab_ecdh(kernels, secret, scalar, xy);
}

static int derive(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *secret, const uint8_t *scalar,
                  const uint8_t *point)
{
    switch (c->kind) {
    case AB_HYBRID_X25519: return derive_x25519(prov, secret, scalar, point);
    case AB_HYBRID_X448: return derive_x448(prov, secret, scalar, point);
    default: return derive_weierstrass(c, prov, secret, scalar, point);
    }
}

int ab_hybrid_curve_derive(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *secret,
                           const uint8_t *scalar, const uint8_t *point)
{
    ab_count(prov, ab_hybrid_curve_family(c), AB_COUNTED_EXCHANGE, 0);
    if (derive(c, prov, secret, scalar, point))
        return 1;
    AB_RAISE(prov, AB_R_FAILED_DURING_DERIVATION);
    return 0;
}

/*
 * The elliptic-curve half of a hybrid of TLS (draft-ietf-tls-ecdhe-mlkem): an ephemeral key exchange, in the encodings
 * of RFC 8446 sec. 4.2.8.2 and 7.4.2. Private keys are as in RFC 7748 on X25519 and X448, and
 * big-endian otherwise.
 */
#ifndef AB_PROVIDER_KEYMGMT_HYBRID_CURVE_H
#define AB_PROVIDER_KEYMGMT_HYBRID_CURVE_H

#include "afterburner/ec.h"
#include "provider/provctx.h"

enum {
    AB_HYBRID_MAX_POINT_LEN = 97, /* P-384: 4, x, y */
    AB_HYBRID_MAX_SCALAR_LEN = 56 /* X448, also the longest shared secret */
};

enum ab_hybrid_curve_kind { AB_HYBRID_X25519, AB_HYBRID_X448, AB_HYBRID_WEIERSTRASS };

struct ab_hybrid_curve {
    enum ab_hybrid_curve_kind kind;
    enum ab_curve_id id; /* of a Weierstrass curve */
    size_t point_len;    /* of a public key */
    size_t scalar_len;   /* of a private key */
    size_t secret_len;   /* of a shared secret */
};

/* The family that computes on it. */
enum ab_family ab_hybrid_curve_family(const struct ab_hybrid_curve *c);

/* Each returns 1, or 0 with an error raised and outputs that must not be used. Scalars and secrets are secret. */

/* Make a key pair. */
int ab_hybrid_curve_generate(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *scalar, uint8_t *point);
/* point := the public key of a private one, which is refused if it is out of range. */
int ab_hybrid_curve_public(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *point,
                           const uint8_t *scalar);
/* Check a peer's public key: on a Weierstrass curve it must be an uncompressed point, not infinity. */
int ab_hybrid_curve_check(const struct ab_hybrid_curve *c, struct ab_provctx *prov, const uint8_t *point);
/* secret := the shared secret. A peer's point of low order, whose secret would be zeros, is refused. */
int ab_hybrid_curve_derive(const struct ab_hybrid_curve *c, struct ab_provctx *prov, uint8_t *secret,
                           const uint8_t *scalar, const uint8_t *point);

#endif

/*
 * A key on an elliptic curve as key management, signature and key exchange pass it on: counted, and wiped with its last holder.
 *
 * It is native if `curve` says by what it is worked: a curve of afterburner/ec.h, a point of it other than infinity if there is a
 * public key, a scalar in range if there is a private one. The twin (twin.h) knows the rest: how the key is to be written, what
 * was imported in rare forms, and all of a key that is not native: binary curves, curves without arithmetic of ours, explicit
 * parameters, numbers out of range. Where both are there, they agree. A native key is plain while all that there is to know of it
 * follows from its numbers: its twin, if it has one, was made of them.
 *
 * A key does not change but by its owner's import and set_params.
 */
#ifndef AB_PROVIDER_KEYMGMT_EC_KEY_H
#define AB_PROVIDER_KEYMGMT_EC_KEY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "afterburner/ec.h"
#include "provider/fallback/twin.h"

struct ab_ec_key {
    struct ab_provctx *prov;
    _Atomic unsigned references;
    struct ab_twin twin;
    const struct ab_curve *curve; /* NULL: not native */
    bool is_plain;                /* native, too */
    bool has_public, has_private; /* of the native numbers */
    uint8_t public_key[AB_EC_MAX_XY_LEN];
    uint8_t private_key[AB_EC_MAX_ORDER_LEN]; /* secret */
};

/* Empty, with one reference; NULL with an error raised. */
struct ab_ec_key *ab_ec_key_new(struct ab_provctx *prov);
struct ab_ec_key *ab_ec_key_hold(struct ab_ec_key *key);
/* NULL is allowed. */
void ab_ec_key_free(struct ab_ec_key *key);

/* The curve that OpenSSL calls by this name, if the module works it here; NULL if not. */
const struct ab_curve *ab_ec_curve_named(struct ab_provctx *prov, const char *name);
/* OpenSSL's name of it. */
const char *ab_ec_curve_name(const struct ab_curve *curve);

/* The twin's key data, made of the native numbers if it was not there. NULL with an error raised. */
void *ab_ec_key_twin(struct ab_ec_key *key);
/* Makes the native numbers what the twin has: none, if they are not of our kind. */
void ab_ec_key_read_twin(struct ab_ec_key *key);

/* A native public key from any encoding of a point (SEC 1 sec. 2.3.4); 0, and nothing changed, if it is none or is infinity. */
int ab_ec_key_set_public(struct ab_ec_key *key, const uint8_t *encoded, size_t len);
/* A native private key, from little-endian bytes; 0 if it is not in range. Time depends on len alone. */
int ab_ec_key_set_private(struct ab_ec_key *key, const uint8_t *number, size_t len);
/* The private key as little-endian bytes, ab_curve_order_len of them. */
void ab_ec_key_get_private(const struct ab_ec_key *key, uint8_t *number);

#endif

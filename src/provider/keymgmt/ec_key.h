/*
 * A key on an elliptic curve as key management, signature and key exchange share it: reference-counted, and wiped with
 * its last reference.
 *
 * A key is native if `curve` is set: a curve of afterburner/ec.h, a finite point on it if there is a public key, a
 * scalar in range if there is a private key. The twin (provider/fallback/twin.h) has the rest: the format of the key,
 * what was imported in rare forms, and all of a key that is not native (binary curves, curves that the module lacks,
 * explicit parameters, numbers out of range). If both exist, they agree. A native key is plain if its numbers say all
 * about it; then its twin, if any, was made from them.
 *
 * Only the owner changes a key, by import and set_params. Contexts hold it meanwhile, so each operation reads it anew:
 * between two operations it may have become another key, or one that is not native.
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
    const struct ab_ec_kernels *curve; /* NULL: not native */
    bool is_plain;                     /* and native */
    bool has_public, has_private;      /* native numbers are set */
    uint8_t public_key[AB_EC_MAX_XY_LEN];
    uint8_t private_key[AB_EC_MAX_ORDER_LEN]; /* secret */
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_ec_key *ab_ec_key_new(struct ab_provctx *prov);
struct ab_ec_key *ab_ec_key_hold(struct ab_ec_key *key);
/* key may be NULL. */
void ab_ec_key_free(struct ab_ec_key *key);

/* The curve of this OpenSSL name, if the module computes on it here; otherwise NULL. */
const struct ab_ec_kernels *ab_ec_curve_named(struct ab_provctx *prov, const char *name);
/* OpenSSL's name of the curve. */
const char *ab_ec_curve_name(const struct ab_ec_kernels *curve);

/* The twin's key data, made from the native numbers if necessary. NULL with an error raised. */
void *ab_ec_key_twin(struct ab_ec_key *key);
/* Make the key one that is not native, and wipe its private number. The twin stays. */
void ab_ec_key_forget_native(struct ab_ec_key *key);
/* Set the native numbers from the twin; none if the module does not support them. */
void ab_ec_key_read_twin(struct ab_ec_key *key);

/*
 * Set the native public key from any encoding of a point (SEC 1 sec. 2.3.4). Returns 0 and changes nothing if that is
 * not a finite point on the curve.
 */
int ab_ec_key_set_public(struct ab_ec_key *key, const uint8_t *encoded, size_t len);
/*
 * Set the native private key from little-endian bytes. Returns 0 if it is not in range. The time depends on len only.
 */
int ab_ec_key_set_private(struct ab_ec_key *key, const uint8_t *number, size_t len);
/* Write the private key as ab_curve_order_len little-endian bytes. */
void ab_ec_key_get_private(const struct ab_ec_key *key, uint8_t *number);

#endif

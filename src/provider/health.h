/*
 * Known-answer tests at first use. The first implementation of a family's list (src/crypto/implementation.h) that this
 * context may use and that passes its self test serves; if none passes, the family is out of service. The result is
 * kept for the life of the provider context, so every call but the first costs one relaxed load.
 */
#ifndef AB_PROVIDER_HEALTH_H
#define AB_PROVIDER_HEALTH_H

#include "afterburner/aes.h"
#include "afterburner/argon2.h"
#include "afterburner/aria.h"
#include "afterburner/chacha20_poly1305.h"
#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "afterburner/ec.h"
#include "afterburner/hash.h"
#include "afterburner/mldsa.h"
#include "afterburner/mlkem.h"
#include "afterburner/slhdsa.h"
#include "afterburner/sm4.h"
#include "crypto/bignum/bignum.h"
#include "provider/provctx.h"

/* Each returns the implementation that serves, or NULL with an error raised. */
const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family); /* not of ChaCha20 */
/* AB_FAMILY_CHACHA20, _POLY1305 or _CHACHA20_POLY1305 */
const struct ab_chacha_kernels *ab_health_chacha(struct ab_provctx *prov, enum ab_family family);
const struct ab_hash *ab_health_hash(struct ab_provctx *prov, enum ab_hash_id id);
/* For callers that process one message at a time: lanes and iterations of what is returned may not have been tested. */
const struct ab_hash *ab_health_digest(struct ab_provctx *prov, enum ab_hash_id id);
const struct ab_argon2_kernels *ab_health_argon2(struct ab_provctx *prov);
const struct ab_hash *ab_health_scrypt(struct ab_provctx *prov); /* the SHA-256 for scrypt */
const struct ab_curve25519_kernels *ab_health_curve25519(struct ab_provctx *prov);
const struct ab_curve448_kernels *ab_health_curve448(struct ab_provctx *prov);
const struct ab_mlkem_kernels *ab_health_mlkem(struct ab_provctx *prov, enum ab_mlkem_id id);
const struct ab_mldsa_kernels *ab_health_mldsa(struct ab_provctx *prov, enum ab_mldsa_id id);
const struct ab_slhdsa_kernels *ab_health_slhdsa(struct ab_provctx *prov, enum ab_slhdsa_id id);

/*
 * Modular arithmetic: the products that serve, and every method of powers that passes and that some length would
 * choose. It lives as long as the context. ab_health_rsa and ab_health_ffc (DSA and Diffie-Hellman) return the same
 * once they pass with it.
 */
const struct ab_bignum *ab_health_bignum(struct ab_provctx *prov);
const struct ab_bignum *ab_health_rsa(struct ab_provctx *prov);
const struct ab_bignum *ab_health_ffc(struct ab_provctx *prov);

/*
 * 1 if the family is to serve: it gains on this processor (provider/gains.h), or the configuration has a list of
 * algorithms.
 */
int ab_health_gains(const struct ab_provctx *prov, unsigned family);

/* NULL if nothing faster than OpenSSL's own passes. That is no error: the default provider's curve serves then. */
const struct ab_ec_kernels *ab_health_curve(struct ab_provctx *prov, enum ab_curve_id id);

/* The number in its list of the implementation that serves a family, or AB_NO_IMPLEMENTATION, without an error. */
unsigned ab_health_serving(struct ab_provctx *prov, enum ab_family family);

/* Write to *wanted what ab_health_bignum returns if every test passes. */
void ab_health_wanted_bignum(const struct ab_provctx *prov, struct ab_bignum *wanted);

#endif

/*
 * Known-answer tests at first use. A family whose kernels fail at the chosen level is demoted to the next one below;
 * if none passes, it is out of service. The result is kept for the life of the provider context.
 */
#ifndef AB_PROVIDER_HEALTH_H
#define AB_PROVIDER_HEALTH_H

#include "afterburner/aes.h"
#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "afterburner/ec.h"
#include "afterburner/hash.h"
#include "crypto/bignum/bignum.h"
#include "provider/provctx.h"

/*
 * The kernels this family is to use: of the highest level, at most prov->level, that passes. The first call for a
 * family runs its test (microseconds); later ones cost one load. NULL, with an error raised, if none passes.
 */
const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family);

/* Likewise the implementation of a hash: the first of its list that this context may use and that passes. */
const struct ab_hash *ab_health_hash(struct ab_provctx *prov, enum ab_hash_id id);

/* SHA-256, if scrypt over it passes its own test; NULL with an error raised. */
const struct ab_hash *ab_health_scrypt(struct ab_provctx *prov);

/* Of X25519 and Ed25519; it passes with the SHA-512 that serves. */
const struct ab_curve25519_kernels *ab_health_curve25519(struct ab_provctx *prov);

/*
 * Modular arithmetic, every implementation of it that this context may use and that passes; NULL, with an error raised, if none
 * does, or without memory. It lives as long as the context.
 */
const struct ab_bignum *ab_health_bignum(struct ab_provctx *prov);

/* The same for RSA, once it passes with it. */
const struct ab_bignum *ab_health_rsa(struct ab_provctx *prov);

/* The same for DSA and Diffie-Hellman, once they pass with it. */
const struct ab_bignum *ab_health_ffc(struct ab_provctx *prov);

/* What ab_health_bignum has if every test passes. */
void ab_health_wanted_bignum(const struct ab_provctx *prov, struct ab_bignum *wanted);

/* What it chooses if every test passes. */
const struct ab_curve25519_kernels *ab_health_wanted_curve25519(const struct ab_provctx *prov);

/* Of X448 and Ed448; it passes with the SHAKE256 that serves. */
const struct ab_curve448_kernels *ab_health_curve448(struct ab_provctx *prov);
const struct ab_curve448_kernels *ab_health_wanted_curve448(const struct ab_provctx *prov);
/*
 * The fastest implementation of a curve that this context may use and that passes, with the SHA-512 that serves. NULL if there is
 * none that is faster than OpenSSL's own: that is no error, for the default provider's curve serves then.
 */
const struct ab_curve *ab_health_curve(struct ab_provctx *prov, enum ab_curve_id id);

/* What it chooses if every test passes. */
const struct ab_curve *ab_health_wanted_curve(const struct ab_provctx *prov, enum ab_curve_id id);

/* What ab_health_hash chooses if every test passes. */
const struct ab_hash *ab_health_wanted_hash(const struct ab_provctx *prov, enum ab_hash_id id);

#endif

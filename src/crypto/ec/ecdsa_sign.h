/*
 * Parts of ECDSA that single operations, batches and a test of timing share. Words are in plain form, r and s below n.
 */
#ifndef AB_CRYPTO_EC_ECDSA_SIGN_H
#define AB_CRYPTO_EC_ECDSA_SIGN_H

#include "crypto/ec/ec_words.h"

/* e := the digest as a number modulo n, FIPS 186-5 sec. 6.4.1 step 2. Secret. */
void ab_ecdsa_read_digest(const struct ab_curve_domain *d, ab_ec_words e, const uint8_t *digest, size_t len);

/* r, s := the halves of a signature. Return 0 unless both are from 1 to n - 1. Public. */
int ab_ecdsa_read_signature(const struct ab_curve_domain *d, ab_ec_words r, ab_ec_words s, const uint8_t *signature);

void ab_ecdsa_write_signature(const struct ab_curve_domain *d, uint8_t *signature, const ab_ec_words r,
                              const ab_ec_words s);

/*
 * FIPS 186-5 sec. 6.4.1 steps 8 to 11: reduce r, on entry the x-coordinate of nonce G, modulo n, and s := inverse (e +
 * r key) mod n for inverse = 1/nonce. Return 0 if r or s is 0. e, key and inverse are secret; r, s and the answer are
 * public.
 */
int ab_ecdsa_finish(const struct ab_ec_kernels *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e,
                    const ab_ec_words key, const ab_ec_words inverse);

/*
 * FIPS 186-5 sec. 6.4.1 steps 5 to 11: r, s := the signature of the digest e < n under key and nonce, both from 1 to n
 * - 1. Return 0 if r or s is 0. e, key and nonce are secret; r, s and the answer are public. Time depends on the curve
 * alone.
 */
int ab_ecdsa_sign_with(const struct ab_ec_kernels *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e,
                       const ab_ec_words key, const ab_ec_words nonce);

#endif

/* Parts of ECDSA, for signatures one by one and in batches; one of them a test times with nonces of its own. */
#ifndef AB_CRYPTO_EC_ECDSA_SIGN_H
#define AB_CRYPTO_EC_ECDSA_SIGN_H

#include "crypto/ec/ec_words.h"

/* The digest as a number modulo the order. */
void ab_ecdsa_read_digest(const struct ab_curve_domain *d, ab_ec_words e, const uint8_t *digest, size_t len);

/* 0 if r or s is out of range. Public. */
int ab_ecdsa_read_signature(const struct ab_curve_domain *d, ab_ec_words r, ab_ec_words s, const uint8_t *signature);

void ab_ecdsa_write_signature(const struct ab_curve_domain *d, uint8_t *signature, const ab_ec_words r,
                              const ab_ec_words s);

/*
 * FIPS 186-5 sec. 6.4.1 steps 8 to 11: s, and r from the x-coordinate, of the digest e, from the inverse of the nonce. 0 if r or s
 * is 0, which is public as they are.
 */
int ab_ecdsa_finish(const struct ab_ec_kernels *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e,
                    const ab_ec_words key, const ab_ec_words inverse);

/*
 * FIPS 186-5 sec. 6.4.1 steps 5 to 11: r and s of the digest e, a number below the order, under this private key and nonce, both
 * scalars. 0 if r or s is 0, which is public as they are. Time depends on no argument but the curve.
 */
int ab_ecdsa_sign_with(const struct ab_ec_kernels *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e,
                       const ab_ec_words key, const ab_ec_words nonce);

#endif

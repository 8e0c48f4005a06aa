/* The heart of ECDSA signatures, which a test times with nonces of its own. */
#ifndef AB_CRYPTO_EC_ECDSA_SIGN_H
#define AB_CRYPTO_EC_ECDSA_SIGN_H

#include "crypto/ec/ec_words.h"

/*
 * FIPS 186-5 sec. 6.4.1 steps 5 to 11: r and s of the digest e, a number below the order, under this private key and nonce, both
 * scalars. 0 if r or s is 0, which is public as they are. Time depends on no argument but the curve.
 */
int ab_ecdsa_sign_with(const struct ab_curve *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e, const ab_ec_words key,
                       const ab_ec_words nonce);

#endif

/*
 * Raise results of RSA (afterburner/rsa.h) as the errors of OpenSSL that the default provider raises in the same place.
 */
#ifndef AB_PROVIDER_RSA_RESULT_H
#define AB_PROVIDER_RSA_RESULT_H

#include "afterburner/rsa.h"
#include "provider/provctx.h"

enum ab_rsa_place {
    AB_RSA_AT_PKCS1,
    AB_RSA_AT_PKCS1_BARE, /* without a digest */
    AB_RSA_AT_PSS,
    AB_RSA_AT_X931,
    AB_RSA_AT_OAEP,
    AB_RSA_AT_NONE
};

/* Returns 1 for AB_RSA_OK, otherwise 0 with the error raised. */
int ab_rsa_check(const struct ab_provctx *prov, enum ab_rsa_result result, enum ab_rsa_place place);
/*
 * The same where the choice between AB_RSA_OK and AB_RSA_BAD_CIPHERTEXT is secret (PKCS#1 v1.5 without implicit
 * rejection: whoever learns it can decrypt recorded ciphertexts; Bleichenbacher, 1998). Both take the same path: wrong
 * padding raises no error, and a mask makes the answer, 1 or 0. Any other result depends on public values only and
 * raises its error.
 */
int ab_rsa_check_secret(const struct ab_provctx *prov, enum ab_rsa_result result, enum ab_rsa_place place);
/* The same for signatures, where the default provider raises a second error. */
int ab_rsa_check_signature(const struct ab_provctx *prov, enum ab_rsa_result result, enum ab_rsa_place place);

#endif

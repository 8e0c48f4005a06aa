/* A key of ML-KEM as `openssl pkey -text` prints it. */
#ifndef AB_PROVIDER_ENCODER_MLKEM_TEXT_H
#define AB_PROVIDER_ENCODER_MLKEM_TEXT_H

#include "provider/keymgmt/mlkem_key.h"

/*
 * Write seed and private key if a private key is selected (OSSL_KEYMGMT_SELECT_...) and there, and the public key.
 * Returns 0, with an error raised if the key is empty.
 */
int ab_mlkem_output_text(const struct ab_mlkem_keydata *k, OSSL_CORE_BIO *out, int selection);

#endif

/* A key of ML-KEM or ML-DSA as `openssl pkey -text` prints it. */
#ifndef AB_PROVIDER_ENCODER_KEY_TEXT_H
#define AB_PROVIDER_ENCODER_KEY_TEXT_H

#include "provider/keymgmt/key_files.h"
#include "provider/provctx.h"

/* Write the parts that are there. Returns 0, with an error raised if there is no public key. */
int ab_key_output_text(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const struct ab_key_files *files,
                       const struct ab_key_set *set, const struct ab_key_parts *parts);

#endif

/* A key of ML-KEM or ML-DSA as text, word for word that of OpenSSL 3.5. */
#include "provider/encoder/key_text.h"

#include <openssl/core_dispatch.h>

#include "provider/encoder/output.h"
#include "provider/error.h"

static int output_part(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *label, const uint8_t *part,
                       size_t len)
{
    return part == NULL || ab_output_hex(prov, out, label, part, len);
}

int ab_key_output_text(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const struct ab_key_files *files,
                       const struct ab_key_set *set, const struct ab_key_parts *parts)
{
    const char *kind = parts->private_key != NULL ? " Private-Key:\n" : " Public-Key:\n";

    if (parts->public_key == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_MISSING_KEY, "no %s key material available", set->name);
        return 0;
    }
    return ab_output_text(prov, out, set->name) && ab_output_text(prov, out, kind)
           && output_part(prov, out, "seed:", parts->seed, set->seed_len)
           && output_part(prov, out, files->private_label, parts->private_key, set->private_len)
           && output_part(prov, out, files->public_label, parts->public_key, set->public_len);
}

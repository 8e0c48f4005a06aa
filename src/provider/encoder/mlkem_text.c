/* A key of ML-KEM as text, word for word that of OpenSSL 3.5. */
#include "provider/encoder/mlkem_text.h"

#include <openssl/core_dispatch.h>

#include "ct/ct.h"
#include "provider/encoder/output.h"
#include "provider/error.h"

static int output_title(const struct ab_mlkem_keydata *k, OSSL_CORE_BIO *out, const char *kind)
{
    return ab_output_text(k->prov, out, k->key.params->name) && ab_output_text(k->prov, out, kind);
}

static int output_private(const struct ab_mlkem_keydata *k, OSSL_CORE_BIO *out)
{
    uint8_t bytes[AB_MLKEM_MAX_PRIVATE_LEN];
    int ok = 1;

    if (k->key.has_seed) {
        ab_mlkem_get_seed(&k->key, bytes);
        ok = ab_output_hex(k->prov, out, "seed:", bytes, AB_MLKEM_SEED_LEN);
    }
    ab_mlkem_get_private(&k->key, bytes);
    ok = ok && ab_output_hex(k->prov, out, "dk:", bytes, k->key.params->private_len);
    ab_wipe(bytes, sizeof(bytes));
    return ok;
}

int ab_mlkem_output_text(const struct ab_mlkem_keydata *k, OSSL_CORE_BIO *out, int selection)
{
    int is_private = (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0 && k->key.has_private;
    uint8_t bytes[AB_MLKEM_MAX_PUBLIC_LEN];

    if (!k->key.has_public) {
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_KEY, "no %s key material available", k->key.params->name);
        return 0;
    }
    if (!output_title(k, out, is_private ? " Private-Key:\n" : " Public-Key:\n")
        || (is_private && !output_private(k, out)))
        return 0;
    ab_mlkem_get_public(&k->key, bytes);
    return ab_output_hex(k->prov, out, "ek:", bytes, k->key.params->public_len);
}

/* Read the associated data of a TLS 1.2 AEAD record. */
#include "provider/cipher/tls_aead.h"

#include <string.h>

int ab_tls_aead_aad(uint8_t out[AB_TLS_AAD_LEN], const uint8_t *aad, size_t len, bool seal, size_t tag_len)
{
    size_t overhead = AB_TLS_EXPLICIT_IV_LEN + (seal ? 0 : tag_len), record;

    if (aad == NULL || len != AB_TLS_AAD_LEN)
        return 0;
    record = (size_t)aad[len - 2] << 8 | aad[len - 1];
    if (record < overhead)
        return 0;
    record -= overhead;
    memcpy(out, aad, len);
    out[len - 2] = (uint8_t)(record >> 8);
    out[len - 1] = (uint8_t)record;
    return 1;
}

/* Computing a MAC or deriving a key with a value for each parameter: see keyed.h. */
#include "keyed.h"

#include "../evp/sample.h"
#include "check.h"

EVP_MAC_CTX *keyed_mac(const struct job *j)
{
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(j->mac);
    struct sample s;

    CHECK(ctx != NULL);
    sample_settle(&s, EVP_MAC_settable_ctx_params(j->mac), NULL, j->key);
    CHECK(EVP_MAC_init(ctx, NULL, 0, s.params));
    return ctx;
}

int keyed_mac_all(const struct job *j, unsigned char *out, size_t room, size_t piece)
{
    EVP_MAC_CTX *ctx = keyed_mac(j);
    size_t n = 0;

    for (size_t at = 0; at < j->len; at += piece)
        CHECK(EVP_MAC_update(ctx, j->plain + at, j->len - at < piece ? j->len - at : piece));
    CHECK(EVP_MAC_final(ctx, out, &n, room));
    EVP_MAC_CTX_free(ctx);
    return (int)n;
}

EVP_KDF_CTX *keyed_kdf(const struct job *j)
{
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(j->kdf);
    struct sample s;

    CHECK(ctx != NULL);
    sample_settle(&s, EVP_KDF_settable_ctx_params(j->kdf), NULL, j->key);
    CHECK(EVP_KDF_CTX_set_params(ctx, s.params));
    return ctx;
}

int keyed_derive(const struct job *j, unsigned char *out)
{
    EVP_KDF_CTX *ctx = keyed_kdf(j);
    size_t size = EVP_KDF_CTX_get_kdf_size(ctx), len = size < KEYED_LEN ? size : KEYED_LEN;

    CHECK(len > 0 && EVP_KDF_derive(ctx, out, len, NULL));
    EVP_KDF_CTX_free(ctx);
    return (int)len;
}

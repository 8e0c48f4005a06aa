/* Draw random bytes from the generator that the library context is configured with: host_random.h. */
#include "provider/host_random.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/fallback/fallback.h"

/* The longest IV that every release takes, and the shortest fixed field. */
enum { IV_LEN = 128, FIXED_LEN = IV_LEN - AB_HOST_RANDOM_LEN };

/* Racing threads find the same. NULL: the default provider is not active. */
static const OSSL_DISPATCH *find_cipher(struct ab_provctx *prov)
{
    const OSSL_DISPATCH *functions = atomic_load_explicit(&prov->host_cipher, memory_order_acquire);
    struct ab_fallback found;

    if (functions != NULL || !ab_fallback_is_there(prov)
        || !ab_fallback_find(prov, OSSL_OP_CIPHER, "AES-128-GCM", &found))
        return functions;
    atomic_store_explicit(&prov->host_cipher, found.functions, memory_order_release);
    return found.functions;
}

int ab_host_random_is_there(struct ab_provctx *prov)
{
    return find_cipher(prov) != NULL;
}

/* The context encrypts: an IV that is received is not drawn. */
static int draw_iv(const OSSL_DISPATCH *functions, void *ctx, uint8_t iv[IV_LEN])
{
    OSSL_FUNC_cipher_encrypt_init_fn *init = OSSL_FUNC_cipher_encrypt_init(
        ab_fallback_entry(functions, OSSL_FUNC_CIPHER_ENCRYPT_INIT));
    OSSL_FUNC_cipher_set_ctx_params_fn *set = OSSL_FUNC_cipher_set_ctx_params(
        ab_fallback_entry(functions, OSSL_FUNC_CIPHER_SET_CTX_PARAMS));
    OSSL_FUNC_cipher_get_ctx_params_fn *get = OSSL_FUNC_cipher_get_ctx_params(
        ab_fallback_entry(functions, OSSL_FUNC_CIPHER_GET_CTX_PARAMS));
    uint8_t fixed[FIXED_LEN] = { 0 };
    size_t iv_len = IV_LEN;
    const OSSL_PARAM length[] = { OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, &iv_len), OSSL_PARAM_END };
    const OSSL_PARAM draw[] = { OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, fixed, FIXED_LEN),
                                OSSL_PARAM_END };
    OSSL_PARAM given[] = { OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, iv, IV_LEN), OSSL_PARAM_END };

    return init != NULL && set != NULL && get != NULL && init(ctx, NULL, 0, NULL, 0, NULL) && set(ctx, length)
           && set(ctx, draw) && get(ctx, given) && given[0].return_size == IV_LEN;
}

/* 124 zeros are no random bytes: a release that leaves the IV as it was must not pass for one that draws it. */
static int is_drawn(const uint8_t bytes[AB_HOST_RANDOM_LEN])
{
    uint8_t all = 0;

    for (size_t i = 0; i < AB_HOST_RANDOM_LEN; i++)
        all |= bytes[i];
    return all != 0;
}

enum ab_host_random ab_host_random(struct ab_provctx *prov, uint8_t out[AB_HOST_RANDOM_LEN])
{
    const OSSL_DISPATCH *functions = find_cipher(prov);
    OSSL_FUNC_cipher_newctx_fn *newctx;
    OSSL_FUNC_cipher_freectx_fn *freectx;
    uint8_t iv[IV_LEN] = { 0 };
    void *ctx;
    int ok;

    if (functions == NULL)
        return AB_HOST_ABSENT;
    newctx = OSSL_FUNC_cipher_newctx(ab_fallback_entry(functions, OSSL_FUNC_CIPHER_NEWCTX));
    freectx = OSSL_FUNC_cipher_freectx(ab_fallback_entry(functions, OSSL_FUNC_CIPHER_FREECTX));
    ctx = newctx == NULL || freectx == NULL ? NULL : newctx(ab_fallback_provctx(prov));
    if (ctx == NULL)
        return AB_HOST_FAILED;
    ok = draw_iv(functions, ctx, iv) && is_drawn(iv + FIXED_LEN);
    freectx(ctx);
    memcpy(out, iv + FIXED_LEN, AB_HOST_RANDOM_LEN);
    ab_wipe(iv, sizeof(iv));
    return ok ? AB_HOST_GAVE : AB_HOST_FAILED;
}

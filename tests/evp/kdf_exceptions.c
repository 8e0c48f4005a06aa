#include "kdf_exceptions.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <stdio.h>

static const OSSL_PARAM *find(const struct kdf_call *c, const char *key)
{
    return c->params == NULL ? NULL : OSSL_PARAM_locate_const(c->params, key);
}

static bool copy_before_3_1(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    (void)k, (void)past;
    return c->type == KDF_DUP && OpenSSL_version_num() < 0x30100000L;
}

static bool without_work_factor(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    const OSSL_PARAM *list = EVP_KDF_settable_ctx_params(k->kdf[DEFAULT]);
    bool is_scrypt = OSSL_PARAM_locate_const(list, OSSL_KDF_PARAM_SCRYPT_N) != NULL;

    return c->type == KDF_DERIVE && is_scrypt && !past->has_cost && find(c, OSSL_KDF_PARAM_SCRYPT_N) == NULL;
}

static bool empty_info(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    const OSSL_PARAM *info = find(c, OSSL_KDF_PARAM_INFO);

    (void)k, (void)past;
    return info != NULL && info->data_size == 0 && OpenSSL_version_num() < 0x30500000L;
}

static bool digest_without_memory(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    const OSSL_PARAM *digest = find(c, OSSL_KDF_PARAM_DIGEST);

    (void)k, (void)past;
    return digest != NULL && digest->data == NULL;
}

static const struct {
    bool (*applies)(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c);
    const char *reason;
} exceptions[] = {
    { copy_before_3_1, "3.0 copies no context of a KDF; ours does" },
    { without_work_factor, "scrypt with the N that it has by itself, which takes a gibibyte and seconds" },
    { empty_info, "3.0 forgets the info for an empty one, but not its length, and reads NULL" },
    { digest_without_memory, "a digest's name without memory: TLS1-PRF of default reads NULL" },
};

bool kdf_call_is_excepted(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
        if (exceptions[i].applies(k, past, c))
            return true;
    return false;
}

void kdf_print_exceptions(void)
{
    for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
        printf("not compared: %s\n", exceptions[i].reason);
}

/* The calls of KDFs for which the two providers are not compared, each with its reason. */
#include "kdf_exceptions.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <stdio.h>

static const OSSL_PARAM *find(const struct kdf_call *c, const char *key)
{
    return c->params == NULL ? NULL : OSSL_PARAM_locate_const(c->params, key);
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

static bool is_before_3_5(void)
{
    return OpenSSL_version_num() < 0x30500000L;
}

static bool xof_digest(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    const OSSL_PARAM *digest = find(c, OSSL_KDF_PARAM_DIGEST);
    EVP_MD *md = digest == NULL || digest->data == NULL || !is_before_3_5() ? NULL
                                                                            : EVP_MD_fetch(NULL, digest->data, NULL);
    bool is_xof = md != NULL && (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0;

    (void)k, (void)past;
    EVP_MD_free(md);
    return is_xof;
}

static bool properties_that_are_no_text(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    const OSSL_PARAM *properties = find(c, OSSL_KDF_PARAM_PROPERTIES);

    (void)k, (void)past;
    return properties != NULL && (properties->data_type != OSSL_PARAM_UTF8_STRING || properties->data == NULL);
}

/* A parameter may also repeat under two names: SSKDF and X963KDF accept their key as a secret, too. */
static bool repeated_from_3_6(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    bool has_both = find(c, OSSL_KDF_PARAM_KEY) != NULL && find(c, OSSL_KDF_PARAM_SECRET) != NULL;

    (void)k, (void)past;
    return OpenSSL_version_num() >= 0x30600000L
           && (has_both || repeats_a_parameter(c->params, OSSL_KDF_PARAM_INFO, OSSL_KDF_PARAM_SEED));
}

static bool copy_without_mac(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    (void)past;
    return c->type == KDF_DUP && EVP_KDF_is_a(k->kdf[DEFAULT], "KBKDF");
}

static bool size_of_argon2(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c)
{
    (void)past;
    return (c->type == KDF_GET || c->type == KDF_SIZE) && kdf_is_argon2(k) && OpenSSL_version_num() >= 0x30600000L;
}

static const struct {
    bool (*applies)(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c);
    const char *reason;
} exceptions[] = {
    { without_work_factor, "scrypt with its default N, which takes a gibibyte and seconds" },
    { xof_digest,
      "3.0 accepts an extendable-output function and fails when it derives; the module fails at once, like 3.5" },
    { empty_info, "after an empty info 3.0 drops the earlier one, but not its length, and reads NULL" },
    { digest_without_memory, "a digest's name without memory: TLS1-PRF of default reads NULL" },
    { repeated_from_3_6,
      "3.6 refuses a parameter that is given twice; the module uses the first, as earlier releases do" },
    { copy_without_mac, "KBKDF of default crashes when it copies a context that has no MAC yet" },
    { size_of_argon2, "3.6 and later return the size of Argon2, and that they failed" },
    { properties_that_are_no_text, "some KDFs of default check properties at once, others when they fetch a digest" },
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

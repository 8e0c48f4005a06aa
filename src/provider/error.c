/* The module's error reasons, their texts and codes, and the function that raises them. */
#include "provider/error.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/evperr.h>
#include <openssl/proverr.h>
#include <stdarg.h>
#include <stdio.h>

const OSSL_ITEM ab_reason_strings[] = {
    { AB_R_OUT_OF_MEMORY, "out of memory" },
    { AB_R_BAD_CONFIGURATION, "bad configuration" },
    { AB_R_UNKNOWN_ALGORITHM, "unknown algorithm" },
    { AB_R_UNKNOWN_LEVEL, "unknown cpu level" },
    { AB_R_ABSENT_LEVEL, "cpu level not available here" },
    { AB_R_SELF_TEST_FAILED, "self test failed" },
    { AB_R_NO_KEY_SET, "no key set" },
    { AB_R_NO_IV_SET, "no iv set" },
    { AB_R_INVALID_KEY_LENGTH, "invalid key length" },
    { AB_R_INVALID_IV_LENGTH, "invalid iv length" },
    { AB_R_INVALID_TAG, "invalid tag" },
    { AB_R_INVALID_TAG_LENGTH, "invalid tag length" },
    { AB_R_INVALID_AAD, "invalid aad" },
    { AB_R_INVALID_PARAMETER, "invalid parameter" },
    { AB_R_OUTPUT_BUFFER_TOO_SMALL, "output buffer too small" },
    { AB_R_WRONG_FINAL_BLOCK_LENGTH, "wrong final block length" },
    { AB_R_BAD_DECRYPT, "bad decrypt" },
    { AB_R_WRONG_OPERATION_ORDER, "wrong order of operations" },
    { AB_R_PARTIALLY_OVERLAPPING, "partially overlapping buffers" },
    { AB_R_MESSAGE_TOO_LONG, "message too long" },
    { AB_R_DUPLICATED_KEYS, "xts duplicated keys" },
    { AB_R_RANDOM_FAILED, "no randomness from the operating system" },
    { AB_R_CIPHER_OPERATION_FAILED, "cipher operation failed" },
    { AB_R_TOO_MANY_RECORDS, "too many records" },
    { AB_R_INVALID_DIGEST, "invalid digest" },
    { AB_R_XOF_DIGEST, "xof digests not allowed" },
    { AB_R_INVALID_MODE, "invalid mode" },
    { AB_R_MISSING_MESSAGE_DIGEST, "missing message digest" },
    { AB_R_MISSING_KEY, "missing key" },
    { AB_R_MISSING_SECRET, "missing secret" },
    { AB_R_MISSING_SEED, "missing seed" },
    { AB_R_WRONG_OUTPUT_BUFFER_SIZE, "wrong output buffer size" },
    { AB_R_MISSING_PASSWORD, "missing pass" },
    { AB_R_MISSING_SALT, "missing salt" },
    { AB_R_WEAK_PASSWORD, "password strength too weak" },
    { AB_R_INVALID_SALT_LENGTH, "invalid salt length" },
    { AB_R_INVALID_ITERATION_COUNT, "invalid iteration count" },
    { AB_R_KEY_SIZE_TOO_SMALL, "key size too small" },
    { AB_R_MEMORY_LIMIT_EXCEEDED, "memory limit exceeded" },
    { AB_R_NO_DEFAULT_PROVIDER, "the default provider, to which this is left, is not there" },
    { AB_R_NO_CIPHER_SET, "no cipher set" },
    { AB_R_TOO_MANY_PIPES, "too many pipes" },
    { AB_R_NO_SHA256, "unable to load sha256" },
    { AB_R_FAILED_TO_GET_PARAMETER, "failed to get parameter" },
    { AB_R_INVALID_DIGEST_LENGTH, "invalid digest length" },
    { AB_R_INVALID_DIGEST_SIZE, "invalid digest size" },
    { AB_R_INVALID_CUSTOM_LENGTH, "invalid custom length" },
    { AB_R_INVALID_OUTPUT_LENGTH, "invalid output length" },
    { AB_R_INVALID_FUNCTION_NAME, "invalid function name" },
    { AB_R_FAILED_DURING_DERIVATION, "failed during derivation" },
    { AB_R_NOT_A_PRIVATE_KEY, "not a private key" },
    { AB_R_FAILED_TO_SIGN, "failed to sign" },
    { AB_R_INVALID_EDDSA_INSTANCE, "invalid eddsa instance for attempted operation" },
    { AB_R_NO_INSTANCE_ALLOWED, "no instance allowed" },
    { AB_R_INVALID_KEY, "invalid key" },
    { AB_R_INVALID_SEED_LENGTH, "invalid seed length" },
    { AB_R_UNSUPPORTED_BY_KEY_TYPE, "operation not supported for this keytype" },
    { AB_R_NULL_LENGTH_POINTER, "null length pointer" },
    { AB_R_NULL_OUTPUT_BUFFER, "null output buffer" },
    { AB_R_WRONG_CIPHERTEXT_SIZE, "wrong ciphertext size" },
    { AB_R_UNSUPPORTED_SELECTION, "unsupported selection" },
    { AB_R_NOT_A_PUBLIC_KEY, "not a public key" },
    { AB_R_BAD_ENCODING, "bad encoding" },
    { AB_R_NO_FORMAT, "ml kem no format" },
    { AB_R_NO_PASSPHRASE, "unable to get passphrase" },
    { AB_R_UNSUPPORTED_CIPHER, "unsupported cipher" },
    { 0, NULL },
};

/* Reasons that are not in the headers of all releases: since 3.2, 3.5 and 4.0. */
enum {
    NO_INSTANCE_ALLOWED = 242,
    INVALID_EDDSA_INSTANCE = 243,
    NULL_LENGTH_POINTER = 247,
    NULL_OUTPUT_BUFFER = 248,
    UNSUPPORTED_SELECTION = 250,
    WRONG_CIPHERTEXT_SIZE = 251,
    WEAK_PASSWORD = 254,
    INVALID_FUNCTION_NAME = 258
};

/*
 * The code that the default provider raises in the same place, or 0. Programs distinguish wrong padding or a wrong
 * length by these codes (pyca/cryptography turns them into a ValueError), so raise its code where it has one.
 */
static uint32_t default_reason(enum ab_reason reason)
{
    static const uint32_t reasons[] = {
        [AB_R_NO_KEY_SET] = PROV_R_NO_KEY_SET,
        [AB_R_INVALID_KEY_LENGTH] = PROV_R_INVALID_KEY_LENGTH,
        [AB_R_INVALID_IV_LENGTH] = PROV_R_INVALID_IV_LENGTH,
        [AB_R_INVALID_TAG] = PROV_R_INVALID_TAG,
        [AB_R_INVALID_TAG_LENGTH] = PROV_R_INVALID_TAG_LENGTH,
        [AB_R_INVALID_AAD] = PROV_R_INVALID_AAD,
        [AB_R_OUTPUT_BUFFER_TOO_SMALL] = PROV_R_OUTPUT_BUFFER_TOO_SMALL,
        [AB_R_WRONG_FINAL_BLOCK_LENGTH] = PROV_R_WRONG_FINAL_BLOCK_LENGTH,
        [AB_R_BAD_DECRYPT] = PROV_R_BAD_DECRYPT,
        [AB_R_DUPLICATED_KEYS] = PROV_R_XTS_DUPLICATED_KEYS,
        [AB_R_CIPHER_OPERATION_FAILED] = PROV_R_CIPHER_OPERATION_FAILED,
        [AB_R_TOO_MANY_RECORDS] = PROV_R_TOO_MANY_RECORDS,
        [AB_R_INVALID_DIGEST] = PROV_R_INVALID_DIGEST,
        [AB_R_FAILED_DURING_DERIVATION] = PROV_R_FAILED_DURING_DERIVATION,
        [AB_R_NOT_A_PRIVATE_KEY] = PROV_R_NOT_A_PRIVATE_KEY,
        [AB_R_FAILED_TO_SIGN] = PROV_R_FAILED_TO_SIGN,
        [AB_R_INVALID_EDDSA_INSTANCE] = INVALID_EDDSA_INSTANCE,
        [AB_R_NO_INSTANCE_ALLOWED] = NO_INSTANCE_ALLOWED,
        [AB_R_INVALID_KEY] = PROV_R_INVALID_KEY,
        [AB_R_INVALID_SEED_LENGTH] = PROV_R_INVALID_SEED_LENGTH,
        [AB_R_UNSUPPORTED_BY_KEY_TYPE] = PROV_R_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE,
        [AB_R_NULL_LENGTH_POINTER] = NULL_LENGTH_POINTER,
        [AB_R_NULL_OUTPUT_BUFFER] = NULL_OUTPUT_BUFFER,
        [AB_R_WRONG_CIPHERTEXT_SIZE] = WRONG_CIPHERTEXT_SIZE,
        [AB_R_UNSUPPORTED_SELECTION] = UNSUPPORTED_SELECTION,
        [AB_R_XOF_DIGEST] = PROV_R_XOF_DIGESTS_NOT_ALLOWED,
        [AB_R_INVALID_MODE] = PROV_R_INVALID_MODE,
        [AB_R_MISSING_MESSAGE_DIGEST] = PROV_R_MISSING_MESSAGE_DIGEST,
        [AB_R_MISSING_KEY] = PROV_R_MISSING_KEY,
        [AB_R_MISSING_SECRET] = PROV_R_MISSING_SECRET,
        [AB_R_MISSING_SEED] = PROV_R_MISSING_SEED,
        [AB_R_WRONG_OUTPUT_BUFFER_SIZE] = PROV_R_WRONG_OUTPUT_BUFFER_SIZE,
        [AB_R_MISSING_PASSWORD] = PROV_R_MISSING_PASS,
        [AB_R_MISSING_SALT] = PROV_R_MISSING_SALT,
        [AB_R_WEAK_PASSWORD] = WEAK_PASSWORD,
        [AB_R_INVALID_SALT_LENGTH] = PROV_R_INVALID_SALT_LENGTH,
        [AB_R_INVALID_ITERATION_COUNT] = PROV_R_INVALID_ITERATION_COUNT,
        [AB_R_KEY_SIZE_TOO_SMALL] = PROV_R_KEY_SIZE_TOO_SMALL,
        [AB_R_NO_SHA256] = PROV_R_UNABLE_TO_LOAD_SHA256,
        [AB_R_FAILED_TO_GET_PARAMETER] = PROV_R_FAILED_TO_GET_PARAMETER,
        [AB_R_INVALID_DIGEST_LENGTH] = PROV_R_INVALID_DIGEST_LENGTH,
        [AB_R_INVALID_DIGEST_SIZE] = PROV_R_INVALID_DIGEST_SIZE,
        [AB_R_INVALID_CUSTOM_LENGTH] = PROV_R_INVALID_CUSTOM_LENGTH,
        [AB_R_INVALID_OUTPUT_LENGTH] = PROV_R_INVALID_OUTPUT_LENGTH,
        [AB_R_INVALID_FUNCTION_NAME] = INVALID_FUNCTION_NAME,
        [AB_R_NOT_A_PUBLIC_KEY] = PROV_R_NOT_A_PUBLIC_KEY,
        [AB_R_BAD_ENCODING] = PROV_R_BAD_ENCODING,
        [AB_R_NO_PASSPHRASE] = PROV_R_UNABLE_TO_GET_PASSPHRASE,
    };
    uint32_t theirs = reason < sizeof(reasons) / sizeof(reasons[0]) ? reasons[reason] : 0;

    if (reason == AB_R_MEMORY_LIMIT_EXCEEDED) /* the default provider raises this one as if it were libcrypto */
        return (uint32_t)ERR_PACK(ERR_LIB_EVP, 0, EVP_R_MEMORY_LIMIT_EXCEEDED);
    return theirs == 0 ? 0 : (uint32_t)ERR_PACK(ERR_LIB_PROV, 0, theirs);
}

static void raise(const struct ab_provctx *prov, uint32_t code, const char *file, int line, const char *func,
                  const char *format, va_list args)
{
    const struct ab_core *core = &prov->core;

    if (core->new_error == NULL || core->set_error_debug == NULL || core->vset_error == NULL)
        return;
    core->new_error(core->handle);
    core->set_error_debug(core->handle, file, line, func);
    core->vset_error(core->handle, code, format, args);
}

void ab_raise_detail_at(const struct ab_provctx *prov, enum ab_reason reason, const char *file, int line,
                        const char *func, const char *format, ...)
{
    uint32_t theirs = default_reason(reason);
    va_list args;

    va_start(args, format);
    raise(prov, theirs != 0 ? theirs : (uint32_t)reason, file, line, func, format, args);
    va_end(args);
}

void ab_raise_code_detail_at(const struct ab_provctx *prov, unsigned lib, unsigned code, const char *file, int line,
                             const char *func, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    raise(prov, (uint32_t)ERR_PACK(lib, 0, code), file, line, func, format, args);
    va_end(args);
}

void ab_raise_at(const struct ab_provctx *prov, enum ab_reason reason, const char *file, int line, const char *func)
{
    ab_raise_detail_at(prov, reason, file, line, func, "%s", "");
}

void ab_raise_code_at(const struct ab_provctx *prov, unsigned lib, unsigned code, const char *file, int line,
                      const char *func)
{
    ab_raise_code_detail_at(prov, lib, code, file, line, func, "%s", "");
}

void ab_log(const struct ab_provctx *prov, enum ab_log at, const char *format, ...)
{
    va_list args;
    char text[256];

    if (prov->log < at)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    fprintf(stderr, "afterburner: %s\n", text);
}

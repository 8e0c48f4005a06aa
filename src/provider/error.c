/*
 * The module's error reasons, and the functions that raise them as codes of OpenSSL's own libraries. The module gives
 * the core no texts of reasons: the core would take them back from the error tables when the last user of the module
 * is freed, and crash if OPENSSL_cleanup freed these before.
 */
#include "provider/error.h"

#include <openssl/err.h>
#include <openssl/evperr.h>
#include <openssl/proverr.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* Reasons that are not in the headers of all releases: since 3.2, 3.5 and 4.0. */
enum {
    INVALID_THREAD_POOL_SIZE = 234,
    INVALID_MEMORY_SIZE = 235,
    NO_INSTANCE_ALLOWED = 242,
    INVALID_EDDSA_INSTANCE = 243,
    ML_KEM_NO_FORMAT = 246,
    NULL_LENGTH_POINTER = 247,
    NULL_OUTPUT_BUFFER = 248,
    UNSUPPORTED_SELECTION = 250,
    WRONG_CIPHERTEXT_SIZE = 251,
    WEAK_PASSWORD = 254,
    INVALID_FUNCTION_NAME = 258
};

/*
 * A code of ERR_LIB_PROV or, if is_evp is set, of ERR_LIB_EVP: the one that the default provider raises in the same
 * place, where it has one, since programs compare codes (pyca/cryptography turns them into a ValueError). `text` says
 * what the text of the code leaves open, or what a release has no text for.
 */
struct reason {
    uint32_t code;
    bool is_evp;
    const char *text;
};

static const struct reason reasons[] = {
    [AB_R_OUT_OF_MEMORY] = { ERR_R_MALLOC_FAILURE, false, NULL },
    [AB_R_BAD_CONFIGURATION] = { PROV_R_INVALID_CONFIG_DATA, false, "bad configuration" },
    [AB_R_UNKNOWN_ALGORITHM] = { PROV_R_INVALID_CONFIG_DATA, false, "unknown algorithm" },
    [AB_R_UNKNOWN_LEVEL] = { PROV_R_INVALID_CONFIG_DATA, false, "unknown cpu level" },
    [AB_R_ABSENT_LEVEL] = { PROV_R_INVALID_CONFIG_DATA, false, "cpu level not available here" },
    [AB_R_SELF_TEST_FAILED] = { PROV_R_SELF_TEST_KAT_FAILURE, false, NULL },
    [AB_R_NO_KEY_SET] = { PROV_R_NO_KEY_SET, false, NULL },
    [AB_R_NO_IV_SET] = { PROV_R_CIPHER_OPERATION_FAILED, false, "no iv set" },
    [AB_R_INVALID_KEY_LENGTH] = { PROV_R_INVALID_KEY_LENGTH, false, NULL },
    [AB_R_INVALID_IV_LENGTH] = { PROV_R_INVALID_IV_LENGTH, false, NULL },
    [AB_R_INVALID_TAG] = { PROV_R_INVALID_TAG, false, NULL },
    [AB_R_INVALID_TAG_LENGTH] = { PROV_R_INVALID_TAG_LENGTH, false, NULL },
    [AB_R_INVALID_AAD] = { PROV_R_INVALID_AAD, false, NULL },
    [AB_R_INVALID_PARAMETER] = { ERR_R_PASSED_INVALID_ARGUMENT, false, NULL },
    [AB_R_OUTPUT_BUFFER_TOO_SMALL] = { PROV_R_OUTPUT_BUFFER_TOO_SMALL, false, NULL },
    [AB_R_WRONG_FINAL_BLOCK_LENGTH] = { PROV_R_WRONG_FINAL_BLOCK_LENGTH, false, NULL },
    [AB_R_BAD_DECRYPT] = { PROV_R_BAD_DECRYPT, false, NULL },
    [AB_R_WRONG_OPERATION_ORDER] = { PROV_R_INVALID_STATE, false, "wrong order of operations" },
    [AB_R_PARTIALLY_OVERLAPPING] = { EVP_R_PARTIALLY_OVERLAPPING, true, NULL },
    [AB_R_MESSAGE_TOO_LONG] = { PROV_R_LENGTH_TOO_LARGE, false, "message too long" },
    [AB_R_DUPLICATED_KEYS] = { PROV_R_XTS_DUPLICATED_KEYS, false, NULL },
    [AB_R_RANDOM_FAILED] = { PROV_R_ERROR_RETRIEVING_ENTROPY, false, "no randomness from the operating system" },
    [AB_R_CIPHER_OPERATION_FAILED] = { PROV_R_CIPHER_OPERATION_FAILED, false, NULL },
    [AB_R_TOO_MANY_RECORDS] = { PROV_R_TOO_MANY_RECORDS, false, NULL },
    [AB_R_INVALID_DIGEST] = { PROV_R_INVALID_DIGEST, false, NULL },
    [AB_R_XOF_DIGEST] = { PROV_R_XOF_DIGESTS_NOT_ALLOWED, false, NULL },
    [AB_R_INVALID_MODE] = { PROV_R_INVALID_MODE, false, NULL },
    [AB_R_MISSING_MESSAGE_DIGEST] = { PROV_R_MISSING_MESSAGE_DIGEST, false, NULL },
    [AB_R_MISSING_KEY] = { PROV_R_MISSING_KEY, false, NULL },
    [AB_R_MISSING_SECRET] = { PROV_R_MISSING_SECRET, false, NULL },
    [AB_R_MISSING_SEED] = { PROV_R_MISSING_SEED, false, NULL },
    [AB_R_WRONG_OUTPUT_BUFFER_SIZE] = { PROV_R_WRONG_OUTPUT_BUFFER_SIZE, false, NULL },
    [AB_R_MISSING_PASSWORD] = { PROV_R_MISSING_PASS, false, NULL },
    [AB_R_MISSING_SALT] = { PROV_R_MISSING_SALT, false, NULL },
    [AB_R_WEAK_PASSWORD] = { WEAK_PASSWORD, false, "password strength too weak" },
    [AB_R_INVALID_SALT_LENGTH] = { PROV_R_INVALID_SALT_LENGTH, false, NULL },
    [AB_R_INVALID_ITERATION_COUNT] = { PROV_R_INVALID_ITERATION_COUNT, false, NULL },
    [AB_R_KEY_SIZE_TOO_SMALL] = { PROV_R_KEY_SIZE_TOO_SMALL, false, NULL },
    [AB_R_MEMORY_LIMIT_EXCEEDED] = { EVP_R_MEMORY_LIMIT_EXCEEDED, true, NULL },
    [AB_R_NO_DEFAULT_PROVIDER] = { ERR_R_UNSUPPORTED, false,
                                   "the default provider, to which this is left, is not there" },
    [AB_R_NO_CIPHER_SET] = { EVP_R_NO_CIPHER_SET, true, NULL },
    [AB_R_TOO_MANY_PIPES] = { ERR_R_PASSED_INVALID_ARGUMENT, false, "too many pipes" },
    [AB_R_NO_SHA256] = { PROV_R_UNABLE_TO_LOAD_SHA256, false, NULL },
    [AB_R_FAILED_TO_GET_PARAMETER] = { PROV_R_FAILED_TO_GET_PARAMETER, false, NULL },
    [AB_R_INVALID_DIGEST_LENGTH] = { PROV_R_INVALID_DIGEST_LENGTH, false, NULL },
    [AB_R_INVALID_DIGEST_SIZE] = { PROV_R_INVALID_DIGEST_SIZE, false, NULL },
    [AB_R_INVALID_CUSTOM_LENGTH] = { PROV_R_INVALID_CUSTOM_LENGTH, false, NULL },
    [AB_R_INVALID_OUTPUT_LENGTH] = { PROV_R_INVALID_OUTPUT_LENGTH, false, NULL },
    [AB_R_INVALID_FUNCTION_NAME] = { INVALID_FUNCTION_NAME, false, "invalid function name" },
    [AB_R_FAILED_DURING_DERIVATION] = { PROV_R_FAILED_DURING_DERIVATION, false, NULL },
    [AB_R_NOT_A_PRIVATE_KEY] = { PROV_R_NOT_A_PRIVATE_KEY, false, NULL },
    [AB_R_FAILED_TO_SIGN] = { PROV_R_FAILED_TO_SIGN, false, NULL },
    [AB_R_INVALID_EDDSA_INSTANCE] = { INVALID_EDDSA_INSTANCE, false, "invalid eddsa instance for attempted operation" },
    [AB_R_NO_INSTANCE_ALLOWED] = { NO_INSTANCE_ALLOWED, false, "no instance allowed" },
    [AB_R_INVALID_KEY] = { PROV_R_INVALID_KEY, false, NULL },
    [AB_R_INVALID_SEED_LENGTH] = { PROV_R_INVALID_SEED_LENGTH, false, NULL },
    [AB_R_UNSUPPORTED_BY_KEY_TYPE] = { PROV_R_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE, false, NULL },
    [AB_R_NULL_LENGTH_POINTER] = { NULL_LENGTH_POINTER, false, "null length pointer" },
    [AB_R_NULL_OUTPUT_BUFFER] = { NULL_OUTPUT_BUFFER, false, "null output buffer" },
    [AB_R_WRONG_CIPHERTEXT_SIZE] = { WRONG_CIPHERTEXT_SIZE, false, "wrong ciphertext size" },
    [AB_R_UNSUPPORTED_SELECTION] = { UNSUPPORTED_SELECTION, false, "unsupported selection" },
    [AB_R_NOT_A_PUBLIC_KEY] = { PROV_R_NOT_A_PUBLIC_KEY, false, NULL },
    [AB_R_BAD_ENCODING] = { PROV_R_BAD_ENCODING, false, NULL },
    [AB_R_NO_FORMAT] = { ML_KEM_NO_FORMAT, false, NULL },
    [AB_R_NO_PASSPHRASE] = { PROV_R_UNABLE_TO_GET_PASSPHRASE, false, NULL },
    [AB_R_UNSUPPORTED_CIPHER] = { EVP_R_UNSUPPORTED_CIPHER, true, NULL },
    [AB_R_BAD_LENGTH] = { PROV_R_BAD_LENGTH, false, NULL },
    [AB_R_INVALID_MEMORY_SIZE] = { INVALID_MEMORY_SIZE, false, "invalid memory size" },
    [AB_R_INVALID_THREAD_POOL_SIZE] = { INVALID_THREAD_POOL_SIZE, false, "invalid thread pool size" },
    [AB_R_FAILED_TO_SET_PARAMETER] = { PROV_R_FAILED_TO_SET_PARAMETER, false, NULL },
    [AB_R_MISSING_MAC] = { PROV_R_MISSING_MAC, false, NULL },
};

static uint32_t code_of(const struct reason *r)
{
    return (uint32_t)ERR_PACK(r->is_evp ? ERR_LIB_EVP : ERR_LIB_PROV, 0, r->code);
}

static void set_error(const struct ab_core *core, uint32_t code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    core->vset_error(core->handle, code, format, args);
    va_end(args);
}

static void raise(const struct ab_provctx *prov, uint32_t code, const char *text, const char *file, int line,
                  const char *func, const char *format, va_list args)
{
    const struct ab_core *core = &prov->core;
    char detail[512];

    if (core->new_error == NULL || core->set_error_debug == NULL || core->vset_error == NULL)
        return;
    vsnprintf(detail, sizeof(detail), format, args);
    core->new_error(core->handle);
    core->set_error_debug(core->handle, file, line, func);
    if (text == NULL)
        set_error(core, code, "%s", detail);
    else
        set_error(core, code, "afterburner: %s%s%s", text, *detail == '\0' ? "" : ": ", detail);
}

void ab_raise_detail_at(const struct ab_provctx *prov, enum ab_reason reason, const char *file, int line,
                        const char *func, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    raise(prov, code_of(&reasons[reason]), reasons[reason].text, file, line, func, format, args);
    va_end(args);
}

void ab_raise_code_detail_at(const struct ab_provctx *prov, unsigned lib, unsigned code, const char *file, int line,
                             const char *func, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    raise(prov, (uint32_t)ERR_PACK(lib, 0, code), NULL, file, line, func, format, args);
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

/*
 * Errors on OpenSSL's queue, by the core's upcalls. All have codes of OpenSSL's own libraries, since programs compare
 * the default provider's codes, and since codes of our own would need texts (error.c); the data says what a code does
 * not.
 */
#ifndef AB_PROVIDER_ERROR_H
#define AB_PROVIDER_ERROR_H

#include <openssl/core.h>

#include "provider/provctx.h"

enum ab_reason {
    AB_R_OUT_OF_MEMORY,
    AB_R_BAD_CONFIGURATION,
    AB_R_UNKNOWN_ALGORITHM,
    AB_R_UNKNOWN_LEVEL,
    AB_R_ABSENT_LEVEL,
    AB_R_SELF_TEST_FAILED,
    AB_R_NO_KEY_SET,
    AB_R_NO_IV_SET,
    AB_R_INVALID_KEY_LENGTH,
    AB_R_INVALID_IV_LENGTH,
    AB_R_INVALID_TAG,
    AB_R_INVALID_TAG_LENGTH,
    AB_R_INVALID_AAD,
    AB_R_INVALID_PARAMETER,
    AB_R_OUTPUT_BUFFER_TOO_SMALL,
    AB_R_WRONG_FINAL_BLOCK_LENGTH,
    AB_R_BAD_DECRYPT,
    AB_R_WRONG_OPERATION_ORDER,
    AB_R_PARTIALLY_OVERLAPPING,
    AB_R_MESSAGE_TOO_LONG,
    AB_R_DUPLICATED_KEYS,
    AB_R_RANDOM_FAILED,
    AB_R_CIPHER_OPERATION_FAILED,
    AB_R_TOO_MANY_RECORDS,
    AB_R_INVALID_DIGEST,
    AB_R_XOF_DIGEST,
    AB_R_INVALID_MODE,
    AB_R_MISSING_MESSAGE_DIGEST,
    AB_R_MISSING_KEY,
    AB_R_MISSING_SECRET,
    AB_R_MISSING_SEED,
    AB_R_WRONG_OUTPUT_BUFFER_SIZE,
    AB_R_MISSING_PASSWORD,
    AB_R_MISSING_SALT,
    AB_R_WEAK_PASSWORD,
    AB_R_INVALID_SALT_LENGTH,
    AB_R_INVALID_ITERATION_COUNT,
    AB_R_KEY_SIZE_TOO_SMALL,
    AB_R_MEMORY_LIMIT_EXCEEDED,
    AB_R_NO_DEFAULT_PROVIDER,
    AB_R_NO_CIPHER_SET,
    AB_R_TOO_MANY_PIPES,
    AB_R_NO_SHA256,
    AB_R_FAILED_TO_GET_PARAMETER,
    AB_R_INVALID_DIGEST_LENGTH,
    AB_R_INVALID_DIGEST_SIZE,
    AB_R_INVALID_CUSTOM_LENGTH,
    AB_R_INVALID_OUTPUT_LENGTH,
    AB_R_INVALID_FUNCTION_NAME,
    AB_R_FAILED_DURING_DERIVATION,
    AB_R_NOT_A_PRIVATE_KEY,
    AB_R_FAILED_TO_SIGN,
    AB_R_INVALID_EDDSA_INSTANCE,
    AB_R_NO_INSTANCE_ALLOWED,
    AB_R_INVALID_KEY,
    AB_R_INVALID_SEED_LENGTH,
    AB_R_UNSUPPORTED_BY_KEY_TYPE,
    AB_R_NULL_LENGTH_POINTER,
    AB_R_NULL_OUTPUT_BUFFER,
    AB_R_WRONG_CIPHERTEXT_SIZE,
    AB_R_UNSUPPORTED_SELECTION,
    AB_R_NOT_A_PUBLIC_KEY,
    AB_R_BAD_ENCODING,
    AB_R_NO_FORMAT,
    AB_R_NO_PASSPHRASE,
    AB_R_UNSUPPORTED_CIPHER,
    AB_R_BAD_LENGTH,
    AB_R_INVALID_MEMORY_SIZE,
    AB_R_INVALID_THREAD_POOL_SIZE,
    AB_R_FAILED_TO_SET_PARAMETER,
    AB_R_MISSING_MAC
};

/* Raise one of our reasons, or a code of OpenSSL's that only one algorithm uses: ERR_LIB_RSA, RSA_R_BAD_SIGNATURE. */
#define AB_RAISE(prov, reason) ab_raise_at(prov, reason, __FILE__, __LINE__, __func__)
#define AB_RAISE_CODE(prov, lib, code) ab_raise_code_at(prov, lib, code, __FILE__, __LINE__, __func__)

/* The same with a printf-style detail, which must never hold a secret. */
#define AB_RAISE_DETAIL(prov, reason, ...) ab_raise_detail_at(prov, reason, __FILE__, __LINE__, __func__, __VA_ARGS__)
#define AB_RAISE_CODE_DETAIL(prov, lib, code, ...) \
    ab_raise_code_detail_at(prov, lib, code, __FILE__, __LINE__, __func__, __VA_ARGS__)

/* Called by the macros. */
void ab_raise_at(const struct ab_provctx *prov, enum ab_reason reason, const char *file, int line, const char *func);
void ab_raise_code_at(const struct ab_provctx *prov, unsigned lib, unsigned code, const char *file, int line,
                      const char *func);
void ab_raise_detail_at(const struct ab_provctx *prov, enum ab_reason reason, const char *file, int line,
                        const char *func, const char *format, ...) __attribute__((format(printf, 6, 7)));
void ab_raise_code_detail_at(const struct ab_provctx *prov, unsigned lib, unsigned code, const char *file, int line,
                             const char *func, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* Write one line to stderr if the configured `log` level is at least `at`. */
void ab_log(const struct ab_provctx *prov, enum ab_log at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

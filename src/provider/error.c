#include "provider/error.h"

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
    { AB_R_NOT_SUPPORTED, "not supported" },
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
    { 0, NULL },
};

void ab_raise_at(const struct ab_provctx *prov, enum ab_reason reason, const char *file, int line, const char *func,
                 const char *format, ...)
{
    const struct ab_core *core = &prov->core;
    va_list args;

    if (core->new_error == NULL || core->set_error_debug == NULL || core->vset_error == NULL)
        return;
    core->new_error(core->handle);
    core->set_error_debug(core->handle, file, line, func);
    va_start(args, format);
    core->vset_error(core->handle, (uint32_t)reason, format, args);
    va_end(args);
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

/* The calls for which the two providers are not compared, each with its reason: one table in exceptions.c. */
#ifndef AB_TESTS_EVP_EXCEPTIONS_H
#define AB_TESTS_EVP_EXCEPTIONS_H

#include "twin_state.h"

/*
 * For a message with a wrong tag, GCM-SIV of the module returns zeros, the default provider the decrypted data. Final
 * fails in both.
 */
bool output_is_withheld(const struct twin *t, const struct op *op, const uint8_t *out);
bool op_is_excepted(const struct twin *t, const struct op *op);
bool copy_is_excepted(const struct twin *t);
bool param_is_excepted(const struct twin *t, const char *key);

/* Print the exceptions with their reasons. */
void twin_print_exceptions(void);

#endif

/* The calls on which the two providers are not compared, each with its reason: one table in exceptions.c. */
#ifndef AB_TESTS_EVP_EXCEPTIONS_H
#define AB_TESTS_EVP_EXCEPTIONS_H

#include "twin.h"

bool op_is_excepted(const struct twin *t, const struct op *op);
bool copy_is_excepted(const struct twin *t);
bool param_is_excepted(const struct twin *t, const char *key);

#endif

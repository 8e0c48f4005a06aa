/* The text that the provider's parameter "afterburner-self-tests" returns; `afterburner selftest` reads it. */
#ifndef AB_PROVIDER_SELF_TESTS_H
#define AB_PROVIDER_SELF_TESTS_H

#include "provider/provctx.h"

/*
 * Run the whole self test of every implementation of every family that the processor can run below the configured caps,
 * and write one line for each implementation, "family<TAB>implementation<TAB>result<NEWLINE>", fastest first, to text
 * (size bytes with the terminating zero). result: passed, FAILED, or absent (not run). Return the length of the whole
 * text. With text == NULL, run nothing and return the length only.
 */
size_t ab_self_tests(const struct ab_provctx *prov, char *text, size_t size);

#endif

/* Random sources that tests pass to functions that draw random bytes. */
#ifndef AB_TESTS_RANDOM_SOURCE_H
#define AB_TESTS_RANDOM_SOURCE_H

#include "afterburner/random_source.h"

/* The bytes of t_random_bytes, marked as secret for the constant-time test. */
extern const struct ab_random_source t_random_source;
/* Fails at every call. */
extern const struct ab_random_source t_no_random_source;

#endif

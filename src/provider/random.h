/* Randomness from the operating system: no libcrypto, no state, nothing to reseed after fork. */
#ifndef AB_PROVIDER_RANDOM_H
#define AB_PROVIDER_RANDOM_H

#include <stddef.h>

#include "afterburner/random_source.h"

/* Fill len bytes. Returns 0 if the kernel fails. Blocks until the kernel's generator is seeded. */
int ab_random(void *out, size_t len);

/* The same as a source for the library's algorithms. */
extern const struct ab_random_source ab_os_random;

#endif

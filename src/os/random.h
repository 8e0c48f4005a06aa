/* Random bytes from the operating system: no libcrypto, no state, nothing to reseed after fork. */
#ifndef AB_OS_RANDOM_H
#define AB_OS_RANDOM_H

#include <stddef.h>

/* Fill len bytes. Returns 0 if the kernel fails. Blocks until the kernel's generator is seeded. */
int ab_random(void *out, size_t len);

#endif

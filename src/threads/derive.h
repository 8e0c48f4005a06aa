/* Derivations on several threads where that pays. */
#ifndef AB_THREADS_DERIVE_H
#define AB_THREADS_DERIVE_H

#include "afterburner/argon2.h"
#include "threads/pool.h"

/* What ab_argon2_fill_all does, with the same result: lanes of a slice at the same time. */
void ab_threads_argon2_fill_all(struct ab_pool *pool, const struct ab_argon2_kernels *kernels,
                                const struct ab_argon2_cost *cost, void *memory);

#endif

/* The number of the generation: see generation.h. */
#include "generation.h"

#include <stdatomic.h>

static atomic_uint_least64_t generation;

uint64_t ab_generation(void)
{
    return atomic_load(&generation);
}

void ab_generation_next(void)
{
    atomic_fetch_add(&generation, 1);
}

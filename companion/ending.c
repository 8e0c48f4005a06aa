/* The end of a generation: see ending.h. */
#include "ending.h"

#include "generation.h"
#include "methods.h"
#include "pool.h"

static atomic_int has_ended; /* a libcrypto has ended its providers */

void ab_end_generation(void)
{
    ab_generation_next();
    ab_pool_empty();
    ab_methods_empty();
}

static void at_exit(void)
{
    atomic_store(&has_ended, 1);
    ab_end_generation();
}

int ab_may_keep(struct ab_library *l)
{
    if (!atomic_load(&l->has_exit) && !atomic_exchange(&l->has_exit, 1) && !l->f.OPENSSL_atexit(at_exit))
        atomic_store(&l->has_exit, 0);
    return atomic_load(&l->has_exit) && !atomic_load(&has_ended);
}

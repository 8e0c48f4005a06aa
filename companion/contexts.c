/* The library contexts that were seen: see contexts.h. */
#include "contexts.h"

#include <string.h>

#include "lock.h"

enum { MAX_SEEN = 256 };

static atomic_int lock;
static const OSSL_LIB_CTX *seen[MAX_SEEN]; /* protected by the lock; NULL: empty */

/* A child of fork forgets all if a thread of its parent was changing them. */
static void enter(void)
{
    if (!ab_lock(&lock))
        memset(seen, 0, sizeof(seen));
}

/* Puts another one in the place of the first that is this. Returns 0 if there is none. */
static int replace(const OSSL_LIB_CTX *context, const OSSL_LIB_CTX *other)
{
    int i = 0;

    enter();
    while (i < MAX_SEEN && seen[i] != context)
        i++;
    if (i < MAX_SEEN)
        seen[i] = other;
    ab_unlock(&lock);
    return i < MAX_SEEN;
}

int ab_contexts_add(const OSSL_LIB_CTX *context)
{
    return !replace(context, context) && replace(NULL, context);
}

void ab_contexts_remove(const OSSL_LIB_CTX *context)
{
    if (context != NULL)
        replace(context, NULL);
}

int ab_contexts_have(const struct ab_library *l, const OSSL_LIB_CTX *context)
{
    return context == l->f.OSSL_LIB_CTX_get0_global_default() || replace(context, context);
}

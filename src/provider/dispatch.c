/* Writing out dispatch tables that share their ends. */
#include "provider/dispatch.h"

#include <stdlib.h>

typedef const OSSL_DISPATCH *rest_fn(void);

size_t ab_dispatch_copy(OSSL_DISPATCH *copy, const OSSL_DISPATCH *table)
{
    size_t num = 0;

    for (;; table++) {
        if (table->function_id == AB_GOES_ON)
            table = ((rest_fn *)table->function)();
        if (copy != NULL)
            copy[num] = *table;
        num++;
        if (table->function_id == 0)
            return num;
    }
}

static OSSL_ALGORITHM *allocate(const OSSL_ALGORITHM *list, size_t *num)
{
    size_t num_entries = 0;

    for (*num = 0; list[*num].algorithm_names != NULL; ++*num)
        num_entries += ab_dispatch_copy(NULL, list[*num].implementation);
    return malloc((*num + 1) * sizeof(OSSL_ALGORITHM) + num_entries * sizeof(OSSL_DISPATCH));
}

OSSL_ALGORITHM *ab_dispatch_write_out(const OSSL_ALGORITHM *list)
{
    size_t num;
    OSSL_ALGORITHM *copy = allocate(list, &num);
    OSSL_DISPATCH *next;

    if (copy == NULL)
        return NULL;
    next = (OSSL_DISPATCH *)(copy + num + 1); /* aligned alike */
    for (size_t i = 0; i < num; i++) {
        copy[i] = list[i];
        copy[i].implementation = next;
        next += ab_dispatch_copy(next, list[i].implementation);
    }
    copy[num] = (OSSL_ALGORITHM){ .algorithm_names = NULL };
    return copy;
}

/* Copy a list of parameters into one block of memory. */
#include "provider/param_copy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"

static int is_copied(const OSSL_PARAM *p)
{
    return p->data != NULL && p->data_type != OSSL_PARAM_UTF8_PTR && p->data_type != OSSL_PARAM_OCTET_PTR;
}

/* Names and data follow the list. Readers of texts rely on the terminating zero or on data_size: set both. */
static size_t size_of(const OSSL_PARAM *p)
{
    return strlen(p->key) + 1 + p->data_size + 1;
}

static uint8_t *copy_one(OSSL_PARAM *to, const OSSL_PARAM *p, uint8_t *room)
{
    size_t key_size = strlen(p->key) + 1;

    *to = *p;
    to->key = memcpy(room, p->key, key_size);
    to->data = memcpy(room + key_size, p->data, p->data_size);
    room[key_size + p->data_size] = 0;
    return room + size_of(p);
}

int ab_param_copy_make(struct ab_param_copy *copy, const OSSL_PARAM params[])
{
    size_t num = 0, size = 0;
    OSSL_PARAM *next;
    uint8_t *room;

    for (const OSSL_PARAM *p = params; p->key != NULL; p++)
        if (is_copied(p)) {
            num++;
            size += size_of(p);
        }
    copy->size = size + (num + 1) * sizeof(*next);
    copy->list = next = malloc(copy->size);
    if (next == NULL)
        return 0;
    room = (uint8_t *)(next + num + 1);
    for (const OSSL_PARAM *p = params; p->key != NULL; p++)
        if (is_copied(p))
            room = copy_one(next++, p, room);
    *next = (OSSL_PARAM){ .key = NULL };
    return 1;
}

void ab_param_copy_free(struct ab_param_copy *copy)
{
    if (copy->list != NULL)
        ab_wipe(copy->list, copy->size);
    free(copy->list);
    copy->list = NULL;
}

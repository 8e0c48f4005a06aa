/* A hash table of names with linear probing. */
#include "provider/hash_names.h"

#include <string.h>
#include <strings.h>

/* The first slot to search for a name, without regard to case (FNV-1a, folded). */
static unsigned first_slot(const char *name, size_t len)
{
    uint32_t h = 0x811c9dc5;

    for (size_t i = 0; i < len; i++)
        h = (h ^ ((uint8_t)name[i] | 0x20)) * 0x01000193;
    return (h ^ h >> 16) % AB_HASH_NAME_SLOTS;
}

/* The slot of that name, or the free slot where to insert it. */
static unsigned find_slot(const struct ab_hash_names *n, const char *name, size_t len)
{
    unsigned i = first_slot(name, len);

    while (n->slots[i].name != NULL && (n->slots[i].len != len || strncasecmp(n->slots[i].name, name, len) != 0))
        i = (i + 1) % AB_HASH_NAME_SLOTS;
    return i;
}

void ab_hash_names_add(struct ab_hash_names *n, const char *names, enum ab_hash_id id)
{
    while (*names != '\0') {
        size_t len = strcspn(names, ":");
        unsigned i = find_slot(n, names, len);

        n->slots[i].name = names;
        n->slots[i].len = (unsigned char)len;
        n->slots[i].id = (unsigned char)id;
        names += len + (names[len] == ':');
    }
}

int ab_hash_names_find(const struct ab_hash_names *n, const char *name, enum ab_hash_id *id)
{
    unsigned i = find_slot(n, name, strlen(name));

    *id = (enum ab_hash_id)n->slots[i].id;
    return n->slots[i].name != NULL;
}

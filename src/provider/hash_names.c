/* A hash table of names with linear probing. */
#include "provider/hash_names.h"

#include <string.h>
#include <strings.h>

static uint32_t lower(char c)
{
    return (uint8_t)c | 0x20u;
}

/*
 * The first slot to search for a name, without regard to case. Every process pays for all names at load, so a few
 * letters must do; this multiplier spreads the module's names as well as a hash of all letters would.
 */
static unsigned first_slot(const char *name, size_t len)
{
    uint32_t letters;

    if (len < 2)
        return 0;
    letters = lower(name[len - 1]) | lower(name[len - 2]) << 8 | lower(name[len / 2]) << 16
              | (lower(name[0]) + (uint32_t)len) << 24;
    return letters * 0xc2b2ae35u >> 24;
}

_Static_assert(AB_HASH_NAME_SLOTS == 256, "eight bits number a slot");

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
        size_t len = 0;
        unsigned i;

        while (names[len] != ':' && names[len] != '\0')
            len++;
        i = find_slot(n, names, len);
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

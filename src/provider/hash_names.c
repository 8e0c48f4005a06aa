/* A hash table of names with linear probing. */
#include "provider/hash_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "provider/keep_first.h"
#include "provider/names.h"

enum { NUM_SLOTS = 256 }; /* a power of two, several times the number of names */

/* All zeros: empty. Constant after it is filled. */
struct table {
    struct {
        const char *name; /* NULL: free; not zero-terminated */
        unsigned char len, id;
    } slots[NUM_SLOTS];
};

static uint32_t lower(char c)
{
    return (uint8_t)c | 0x20u;
}

/*
 * The first slot to search for a name, without regard to case. Every process with a MAC or KDF pays for all names, so a
 * few letters must do; this multiplier spreads the module's names as well as a hash of all letters would.
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

_Static_assert(NUM_SLOTS == 256, "eight bits number a slot");

/* The slot of that name, or the free slot where to insert it. */
static unsigned find_slot(const struct table *t, const char *name, size_t len)
{
    unsigned i = first_slot(name, len);

    while (t->slots[i].name != NULL && (t->slots[i].len != len || strncasecmp(t->slots[i].name, name, len) != 0))
        i = (i + 1) % NUM_SLOTS;
    return i;
}

/* Add the colon-separated names of a hash; they are not copied. */
static void add(struct table *t, const char *names, unsigned id)
{
    while (*names != '\0') {
        size_t len = 0;
        unsigned i;

        while (names[len] != ':' && names[len] != '\0')
            len++;
        i = find_slot(t, names, len);
        t->slots[i].name = names;
        t->slots[i].len = (unsigned char)len;
        t->slots[i].id = (unsigned char)id;
        names += len + (names[len] == ':');
    }
}

/* Return the table, or NULL. Kept out of its caller, which runs for each message. */
__attribute__((noinline)) static const struct table *make_table(struct ab_provctx *prov)
{
    const struct ab_table_of_names *digests = &ab_names[AB_TABLE_DIGEST];
    struct table *t = calloc(1, sizeof(*t));

    for (unsigned i = 0; t != NULL && i < digests->num; i++)
        add(t, digests->rows[i].names, digests->rows[i].family - AB_FAMILY_HASH);
    return t == NULL ? NULL : ab_keep_first(&prov->hash_names, t, free);
}

int ab_hash_names_find(struct ab_provctx *prov, const char *name, enum ab_hash_id *id)
{
    const struct table *t = atomic_load_explicit(&prov->hash_names, memory_order_acquire);
    unsigned i;

    if (t == NULL && (t = make_table(prov)) == NULL)
        return 0;
    i = find_slot(t, name, strlen(name));
    *id = (enum ab_hash_id)t->slots[i].id;
    return t->slots[i].name != NULL;
}

void ab_hash_names_free(struct ab_provctx *prov)
{
    free(atomic_load_explicit(&prov->hash_names, memory_order_relaxed));
}

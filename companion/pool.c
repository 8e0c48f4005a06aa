/* Decoder contexts that are not in use: a list, the last used first. */
#include "pool.h"

#include <string.h>

#include "generation.h"
#include "lock.h"

enum { MAX_KEPT = 32 }; /* each takes about 20 KB */

static atomic_int lock;
static struct ab_kept *list; /* protected by the lock, like the next one */
static unsigned num_kept;

/* A child of fork gives up what a thread of its parent was changing. */
static void enter(void)
{
    if (!ab_lock(&lock)) {
        list = NULL;
        num_kept = 0;
    }
}

static int is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static int is_same(const struct ab_purpose *a, const struct ab_purpose *b)
{
    return a->library == b->library && a->context == b->context && a->concrete == b->concrete
           && a->selection == b->selection && is_same_text(a->type, b->type) && is_same_text(a->structure, b->structure)
           && is_same_text(a->key_type, b->key_type) && is_same_text(a->properties, b->properties);
}

struct ab_kept *ab_pool_take(const struct ab_purpose *purpose)
{
    struct ab_kept **at = &list, *found;

    enter();
    while (*at != NULL && !((*at)->generation == ab_generation() && is_same(&(*at)->purpose, purpose)))
        at = &(*at)->next;
    found = *at;
    if (found != NULL) {
        *at = found->next;
        num_kept--;
    }
    ab_unlock(&lock);
    return found;
}

/* Takes the oldest one out of a full list. */
static struct ab_kept *take_last(void)
{
    struct ab_kept **at = &list, *last;

    while ((*at)->next != NULL)
        at = &(*at)->next;
    last = *at;
    *at = NULL;
    num_kept--;
    return last;
}

struct ab_kept *ab_pool_give(struct ab_kept *kept)
{
    struct ab_kept *surplus = NULL;

    enter();
    if (kept->generation != ab_generation()) {
        surplus = kept;
    } else {
        if (num_kept == MAX_KEPT)
            surplus = take_last();
        kept->next = list;
        list = kept;
        num_kept++;
    }
    ab_unlock(&lock);
    return surplus;
}

void ab_pool_empty(void)
{
    struct ab_kept *all;

    enter();
    all = list;
    list = NULL;
    num_kept = 0;
    ab_unlock(&lock);
    while (all != NULL) {
        struct ab_kept *next = all->next;

        all->purpose.library->f.OSSL_DECODER_CTX_free(all->ctx);
        all = next;
    }
}

/* Methods that were fetched: see methods.h. */
#include "methods.h"

#include <string.h>

#include "generation.h"
#include "hash.h"
#include "lock.h"

enum { NUM_SHARES = 64, NUM_PLACES = 64, MAX_NAME = 32, MAX_PROPERTIES = 48 };

struct place {
    uint64_t generation;
    struct ab_library *library; /* NULL: empty */
    OSSL_LIB_CTX *context, *concrete;
    void *method;
    enum ab_operation operation;
    char name[MAX_NAME], properties[MAX_PROPERTIES];
};

/* Behind each other in memory, so that no two threads write to one line of the cache. */
struct share {
    _Alignas(64) atomic_int lock;
    struct place places[NUM_PLACES];
};

static struct share shares[NUM_SHARES];

/*
 * A bit for each share, set under its lock while a place of it may be in use, before the generation is looked at. The
 * others are not touched, so that a process with one thread has memory for one share.
 */
static atomic_uint_least64_t used;

static void drop(const struct place *p)
{
    if (p->library != NULL && p->method != NULL)
        ab_operation_free(p->library, p->operation, p->method);
}

/* ---- shares ---- */

static uint64_t bit_of(const struct share *s)
{
    return UINT64_C(1) << (s - shares);
}

/* The share of this thread, locked; NULL if another thread has the lock. */
static struct share *enter(void)
{
    static _Thread_local char mine;
    uint64_t mixed = (uint64_t)(uintptr_t)&mine * UINT64_C(0x9e3779b97f4a7c15);
    struct share *s = &shares[mixed >> 32 & (NUM_SHARES - 1)];

    return ab_try_lock(&s->lock) ? s : NULL;
}

/* libcrypto looks for no properties as for empty ones. */
static const char *properties_of(const struct ab_wish *wish)
{
    return wish->properties == NULL ? "" : wish->properties;
}

static struct place *place_of(struct share *s, const struct ab_wish *wish)
{
    uint32_t hash = (uint32_t)wish->operation + (uint32_t)((uintptr_t)wish->concrete >> 6);

    hash = ab_hash_text(ab_hash_text(hash, wish->name), properties_of(wish));
    return &s->places[(hash ^ hash >> 16) & (NUM_PLACES - 1)];
}

static int is_answer(const struct place *p, const struct ab_wish *wish)
{
    return p->library == wish->library && p->generation == ab_generation() && p->operation == wish->operation
           && p->context == wish->context && p->concrete == wish->concrete && strcmp(p->name, wish->name) == 0
           && strcmp(p->properties, properties_of(wish)) == 0;
}

enum ab_answer ab_methods_find(const struct ab_wish *wish, void **method)
{
    struct share *s = enter();
    enum ab_answer answer = AB_UNKNOWN;
    const struct place *p;

    if (s == NULL)
        return AB_ASK;
    p = place_of(s, wish);
    if (is_answer(p, wish)) {
        answer = p->method != NULL && ab_operation_up_ref(p->library, p->operation, p->method) ? AB_ANSWERED : AB_ASK;
        *method = p->method;
    }
    ab_unlock(&s->lock);
    return answer;
}

/* Makes the place that of the wish. Returns 0, and empties it, if it does not fit. */
static int fill(struct place *p, const struct ab_wish *wish, uint64_t generation)
{
    size_t name_size = strlen(wish->name) + 1, size = strlen(properties_of(wish)) + 1;

    *p = (struct place){ 0 };
    if (name_size > sizeof(p->name) || size > sizeof(p->properties))
        return 0;
    p->generation = generation;
    p->library = wish->library;
    p->context = wish->context;
    p->concrete = wish->concrete;
    p->operation = wish->operation;
    memcpy(p->name, wish->name, name_size);
    memcpy(p->properties, properties_of(wish), size);
    return 1;
}

void ab_methods_keep(const struct ab_wish *wish, uint64_t generation, void *method)
{
    struct share *s = enter();
    struct place *p, old = { 0 };

    if (s == NULL)
        return;
    atomic_fetch_or(&used, bit_of(s));
    if (generation == ab_generation()) {
        p = place_of(s, wish);
        old = *p;
        if (fill(p, wish, generation) && method != NULL && ab_operation_up_ref(p->library, p->operation, method))
            p->method = method;
    }
    ab_unlock(&s->lock);
    drop(&old);
}

/* Takes all out of a share. What a thread of a parent process was changing is given up. */
static int take_all(struct share *s, struct place *all)
{
    int num = 0;

    if (!ab_lock(&s->lock))
        memset(s->places, 0, sizeof(s->places));
    for (struct place *p = s->places; p < s->places + NUM_PLACES; p++)
        if (p->library != NULL) {
            all[num++] = *p;
            p->library = NULL;
        }
    atomic_fetch_and(&used, ~bit_of(s));
    ab_unlock(&s->lock);
    return num;
}

static void empty(struct share *s)
{
    struct place all[NUM_PLACES];

    for (int num = take_all(s, all); num > 0; num--)
        drop(&all[num - 1]);
}

void ab_methods_empty(void)
{
    uint64_t are_used = atomic_load(&used);

    for (struct share *s = shares; are_used != 0; s++, are_used >>= 1)
        if ((are_used & 1) != 0)
            empty(s);
}

/*
 * EVP_KEYMGMT_names_do_all, which walks the whole table of names of the library context: several times a handshake, and
 * once for each key that is loaded. Each thread keeps the answers for the last few key managements.
 *
 * The number of an algorithm's names grows only when a provider brings another name. OpenSSL's own and Afterburner name
 * each algorithm alike in all operations, so nothing can grow while no other provider is met (providers.h) and the
 * generation is the same (generation.h). libcrypto's texts go with their library context, whose end may be unseen
 * (contexts.h), so the companion has texts of its own, which stay.
 */
#include <string.h>

#include "generation.h"
#include "hash.h"
#include "library.h"
#include "lock.h"
#include "providers.h"

enum { NUM_ANSWERS = 16, MAX_NAMES = 8, MAX_NAME = 32, MAX_TEXTS = 512, NUM_SLOTS = 2 * MAX_TEXTS };

struct answer {
    uint64_t generation;
    const struct ab_library *library;
    const OSSL_PROVIDER *provider;
    char first[MAX_NAME]; /* the name of the algorithm in this provider */
    int num;              /* 0: no answer; above MAX_NAMES: not kept */
    const char *names[MAX_NAMES];
};

static _Thread_local struct answer answers[NUM_ANSWERS];
static _Thread_local unsigned next_answer; /* the one to be replaced */

static struct answer *find(const struct answer *wanted)
{
    for (unsigned i = 0; i < NUM_ANSWERS; i++) {
        struct answer *a = &answers[i];

        if (a->num > 0 && a->generation == wanted->generation && a->provider == wanted->provider
            && a->library == wanted->library && strcmp(a->first, wanted->first) == 0)
            return a;
    }
    return NULL;
}

static void collect(const char *name, void *arg)
{
    struct answer *a = arg;

    if (a->num < MAX_NAMES)
        a->names[a->num] = name;
    a->num++;
}

/* Returns a copy of a text that stays, the same for equal texts, or NULL if there is no room. */
static const char *lasting(const char *text)
{
    static const char *texts[NUM_SLOTS]; /* by hash, or behind it */
    static atomic_int lock;
    static int num;
    unsigned i = ab_hash_text(AB_HASH_START, text) % NUM_SLOTS;
    const char *found;

    ab_lock(&lock); /* a thread that a child of fork has not inherited has added a text or not */
    while (texts[i] != NULL && strcmp(texts[i], text) != 0)
        i = (i + 1) % NUM_SLOTS;
    found = texts[i];
    if (found == NULL && num < MAX_TEXTS && (found = strdup(text)) != NULL) {
        texts[i] = found;
        num++;
    }
    ab_unlock(&lock);
    return found;
}

/* Keeps an answer whose names are copied, if it has not too many. */
static void keep(struct answer *a)
{
    for (int i = 0; i < a->num && a->num <= MAX_NAMES; i++) {
        a->names[i] = lasting(a->names[i]);
        if (a->names[i] == NULL)
            a->num = MAX_NAMES + 1;
    }
    answers[next_answer] = *a;
    next_answer = (next_answer + 1) % NUM_ANSWERS;
}

/* Says what an answer would be found under. Returns 0 if none can be kept. */
static int describe(const struct ab_library *l, const EVP_KEYMGMT *keymgmt, struct answer *a)
{
    const char *first = l->f.EVP_KEYMGMT_get0_name(keymgmt);

    a->generation = ab_generation();
    a->library = l;
    a->provider = l->f.EVP_KEYMGMT_get0_provider(keymgmt);
    a->num = 0;
    if (a->provider == NULL || first == NULL || strlen(first) >= MAX_NAME || ab_providers_have_stranger())
        return 0;
    strcpy(a->first, first);
    return 1;
}

/* `fn` may get here again and replace what is kept, so `a` is a copy. */
static int go_through(const struct answer *a, void (*fn)(const char *name, void *data), void *data)
{
    for (int i = 0; i < a->num; i++)
        fn(a->names[i], data);
    return 1;
}

AB_STANDS_IN int EVP_KEYMGMT_names_do_all(const EVP_KEYMGMT *keymgmt, void (*fn)(const char *name, void *data),
                                          void *data)
{
    struct ab_library *l = ab_library_of(AB_CALLER);
    const struct answer *found;
    struct answer a;

    if (l == NULL)
        return 0;
    if ((l->parts & AB_PART_NAMES) == 0 || keymgmt == NULL || !describe(l, keymgmt, &a))
        return l->f.EVP_KEYMGMT_names_do_all(keymgmt, fn, data);
    found = find(&a);
    if (found != NULL) {
        a = *found;
    } else {
        if (!l->f.EVP_KEYMGMT_names_do_all(keymgmt, collect, &a))
            return 0;
        keep(&a);
        ab_settings_log(2, "names of %s", a.first);
    }
    if (a.num == 0 || a.num > MAX_NAMES)
        return l->f.EVP_KEYMGMT_names_do_all(keymgmt, fn, data);
    return go_through(&a, fn, data);
}

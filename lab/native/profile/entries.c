/* Collect the addresses of the functions that providers registered, with the operation of each. */
#define _GNU_SOURCE
#include "entries.h"

#include <dlfcn.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/provider.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SLOTS = 1 << 14, MOST_ENTRIES = SLOTS / 2, MOST_OFFERS = 4096, MOST_BYTES = 1 << 16 };

/* The operations of <openssl/core_dispatch.h> that are cryptography: not encoders, decoders or stores. */
static const int operations[] = { OSSL_OP_DIGEST,      OSSL_OP_CIPHER,  OSSL_OP_MAC,     OSSL_OP_KDF,
                                  OSSL_OP_RAND,        OSSL_OP_KEYMGMT, OSSL_OP_KEYEXCH, OSSL_OP_SIGNATURE,
                                  OSSL_OP_ASYM_CIPHER, OSSL_OP_KEM };

/* The names of an algorithm that a provider other than OpenSSL's own offers. */
struct offer {
    int operation;
    const char *names; /* separated by colons */
};

/*
 * Return the function that contains an instruction, which is where its unwinding information begins. The argument is a
 * return address.
 */
typedef void *enclosing_fn(void *instruction);

struct lab_entries {
    struct lab_entry slots[SLOTS], *order[MOST_ENTRIES]; /* a hash table, and its entries in order of insertion */
    struct offer offers[MOST_OFFERS];
    size_t num, num_offers;
    enclosing_fn *enclosing;
    int full;
};

static const void *function_of(const struct lab_entries *entries, const void *instruction)
{
    return entries->enclosing((void *)((uintptr_t)instruction + 1));
}

/* ---- the table ---- */

static size_t slot_of(const struct lab_entries *entries, const void *function)
{
    size_t i = (size_t)((uintptr_t)function * 0x9e3779b97f4a7c15u >> 50);

    while (entries->slots[i].function != NULL && entries->slots[i].function != function)
        i = (i + 1) % SLOTS;
    return i;
}

static void add(struct lab_entries *entries, const void *function, int operation, int replaceable)
{
    struct lab_entry *entry = &entries->slots[slot_of(entries, function)];

    if (entry->function == NULL) {
        if (entries->num == MOST_ENTRIES) {
            entries->full = 1;
            return;
        }
        *entry = (struct lab_entry){ function, operation, replaceable };
        entries->order[entries->num++] = entry;
    }
    entry->replaceable |= replaceable;
}

const struct lab_entry *lab_entries_find(const struct lab_entries *entries, const void *instruction)
{
    const void *function = function_of(entries, instruction);
    const struct lab_entry *entry = function == NULL ? NULL : &entries->slots[slot_of(entries, function)];

    return entry == NULL || entry->function == NULL ? NULL : entry;
}

/* ---- what the providers offer ---- */

static int is_openssls(const OSSL_PROVIDER *provider)
{
    static const char *const own[] = { "default", "legacy", "base", "null", "fips" };

    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (strcmp(OSSL_PROVIDER_get0_name(provider), own[i]) == 0)
            return 1;
    return 0;
}

/* Return whether the name, of `len` bytes, is one of these. */
static int has_name(const char *names, const char *name, size_t len)
{
    for (size_t n; *names != '\0'; names += n + (names[n] == ':')) {
        n = strcspn(names, ":");
        if (n == len && strncasecmp(names, name, len) == 0)
            return 1;
    }
    return 0;
}

static int share_a_name(const char *a, const char *b)
{
    for (size_t n; *a != '\0'; a += n + (a[n] == ':')) {
        n = strcspn(a, ":");
        if (has_name(b, a, n))
            return 1;
    }
    return 0;
}

static int is_replaceable(const struct lab_entries *entries, int operation, const char *names)
{
    for (size_t i = 0; i < entries->num_offers; i++)
        if (entries->offers[i].operation == operation && share_a_name(entries->offers[i].names, names))
            return 1;
    return 0;
}

typedef void algorithm_fn(struct lab_entries *entries, int operation, const OSSL_ALGORITHM *algorithm);

static void each_algorithm(struct lab_entries *entries, OSSL_PROVIDER *provider, algorithm_fn *function)
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        int no_store = 0;
        const OSSL_ALGORITHM *all = OSSL_PROVIDER_query_operation(provider, operations[i], &no_store);

        for (const OSSL_ALGORITHM *a = all; a != NULL && a->algorithm_names != NULL; a++)
            function(entries, operations[i], a);
        OSSL_PROVIDER_unquery_operation(provider, operations[i], all);
    }
}

static void note_offer(struct lab_entries *entries, int operation, const OSSL_ALGORITHM *algorithm)
{
    if (entries->num_offers == MOST_OFFERS)
        entries->full = 1;
    else
        entries->offers[entries->num_offers++] = (struct offer){ operation, algorithm->algorithm_names };
}

static void add_algorithm(struct lab_entries *entries, int operation, const OSSL_ALGORITHM *algorithm)
{
    int replaceable = is_replaceable(entries, operation, algorithm->algorithm_names);

    for (const OSSL_DISPATCH *d = algorithm->implementation; d->function_id != 0; d++)
        add(entries, (const void *)(uintptr_t)d->function, operation, replaceable);
}

static int note_offers(OSSL_PROVIDER *provider, void *entries)
{
    if (!is_openssls(provider))
        each_algorithm(entries, provider, note_offer);
    return 1;
}

static int add_algorithms(OSSL_PROVIDER *provider, void *entries)
{
    each_algorithm(entries, provider, add_algorithm);
    return 1;
}

/* ---- tail calls ---- */

/* Return the target of the x86-64 jump at p (JMP rel8, JMP rel32, Jcc rel32), or NULL if there is none. */
static const uint8_t *jump_target(const uint8_t *p)
{
    int32_t distance;

    if (p[0] == 0xeb)
        return p + 2 + (int8_t)p[1];
    if (p[0] == 0xe9) {
        memcpy(&distance, p + 1, sizeof(distance));
        return p + 5 + distance;
    }
    if (p[0] == 0x0f && (p[1] & 0xf0) == 0x80) {
        memcpy(&distance, p + 2, sizeof(distance));
        return p + 6 + distance;
    }
    return NULL;
}

/* Exported functions are called from everywhere, so they are no entries: CRYPTO_free, BN_free. */
static int is_exported(const void *function)
{
    Dl_info info;

    return dladdr(function, &info) != 0 && info.dli_saddr == function;
}

/*
 * Treat every byte as the possible start of an instruction: bytes within an instruction that happen to look like a jump
 * to the start of a function are too rare to matter.
 */
static void add_tail_calls(struct lab_entries *entries, const struct lab_entry *entry)
{
    const uint8_t *start = entry->function;

    for (const uint8_t *p = start; p - start < MOST_BYTES && function_of(entries, p + 5) == start; p++) {
        const uint8_t *target = jump_target(p);

        if (target != NULL && function_of(entries, target) == target && !is_exported(target))
            add(entries, target, entry->operation, entry->replaceable);
    }
}

/* ---- building the table ---- */

static enclosing_fn *find_enclosing(void)
{
    enclosing_fn *function = NULL;
    void *library = dlopen("libgcc_s.so.1", RTLD_NOW); /* as backtrace(3) does; it stays loaded */

    if (library != NULL)
        *(void **)&function = dlsym(library, "_Unwind_FindEnclosingFunction");
    return function;
}

static const char *fill(struct lab_entries *entries, OSSL_LIB_CTX *const *libctxs, size_t num)
{
    entries->enclosing = find_enclosing();
    if (entries->enclosing == NULL)
        return "libgcc_s.so.1, which walks the stack, is not on this system";
    for (size_t i = 0; i < num; i++)
        OSSL_PROVIDER_do_all(libctxs[i], note_offers, entries);
    for (size_t i = 0; i < num; i++)
        OSSL_PROVIDER_do_all(libctxs[i], add_algorithms, entries);
    for (size_t i = 0; i < entries->num; i++) /* the table grows in this loop */
        add_tail_calls(entries, entries->order[i]);
    return entries->full ? "the providers offer more than the profile has room for" : NULL;
}

struct lab_entries *lab_entries_new(OSSL_LIB_CTX *const *libctxs, size_t num, const char **why)
{
    struct lab_entries *entries = calloc(1, sizeof(*entries));

    *why = entries == NULL ? "out of memory" : fill(entries, libctxs, num);
    if (*why == NULL)
        return entries;
    lab_entries_free(entries);
    return NULL;
}

void lab_entries_free(struct lab_entries *entries)
{
    free(entries);
}

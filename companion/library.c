/* Finding the libcrypto of a caller, and deciding what the companion does for it. */
#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOL_VERSION "OPENSSL_3.0.0" /* of everything that libcrypto 3.0 exports, in all releases of 3.x */

#define AB_FUNCTION(name) { #name, offsetof(struct ab_functions, name) },

static const struct {
    const char *name;
    size_t at;
} functions[] = {
#include "functions_template.h"
};

#undef AB_FUNCTION

enum { NUM_FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static _Atomic(struct ab_library *) libraries; /* all that were found for a caller */
static _Atomic(struct ab_library *) global;    /* that of the global scope, which serves every caller */
static atomic_int has_looked;                  /* whether a global scope without one was seen */

/* ---- what the companion can do for a library ---- */

static _Thread_local struct {
    const OSSL_DECODER_CTX *ctx;
    int is_seen;
} probe;

int ab_library_is_probe(const OSSL_DECODER_CTX *ctx)
{
    int is_probe = ctx != NULL && ctx == probe.ctx;

    if (is_probe)
        probe.is_seen = 1;
    return is_probe;
}

/*
 * A libcrypto linked with -Bsymbolic, or -Bsymbolic-functions, does not call its own functions through the companion.
 * That would miss that a provider was loaded or unloaded. Try: OSSL_DECODER_from_data calls OSSL_DECODER_from_bio.
 */
static int calls_through_us(const struct ab_library *l)
{
    const unsigned char byte = 0, *data = &byte;
    OSSL_DECODER_CTX *ctx = l->f.OSSL_DECODER_CTX_new();
    size_t len = 1;

    if (ctx == NULL)
        return 0;
    probe.ctx = ctx;
    probe.is_seen = 0;
    l->f.ERR_set_mark();
    l->f.OSSL_DECODER_from_data(ctx, &data, &len);
    l->f.ERR_pop_to_mark();
    probe.ctx = NULL;
    l->f.OSSL_DECODER_CTX_free(ctx);
    return probe.is_seen;
}

static int has_all_functions(const struct ab_library *l)
{
    for (unsigned i = 0; i < NUM_FUNCTIONS; i++)
        if (*(void *const *)((const char *)&l->f + functions[i].at) == NULL)
            return 0;
    return 1;
}

/*
 * The parts that this release can use. From 3.2 on OpenSSL itself keeps decoder contexts, and loads providers in more
 * ways; what is left to gain is in docs/decisions/0040-companion.md.
 */
static unsigned parts_of_release(unsigned long version)
{
    unsigned long minor = version >> 20 & 0xff;

    if (version >> 28 != 3 || minor > 1)
        return 0;
    return AB_ALL_PARTS;
}

static void decide(struct ab_library *l, unsigned long version, const char *path)
{
    unsigned wanted = ab_settings_parts(), usable = parts_of_release(version);
    const char *reason = NULL;
    char text[64];

    if (wanted == 0)
        reason = "AFTERBURNER_COMPANION switches every part off";
    else if (usable == 0)
        reason = "it serves OpenSSL 3.0 and 3.1";
    else if (!has_all_functions(l))
        reason = "functions are missing";
    else if (!calls_through_us(l))
        reason = "the library is linked with -Bsymbolic or -Bsymbolic-functions";
    l->parts = reason == NULL ? wanted & usable : 0;
    ab_settings_print(l->parts, text, sizeof(text));
    ab_settings_log(1, "%s, version %#lx: %s%s%s", path, version, text, reason == NULL ? "" : ": ",
                    reason == NULL ? "" : reason);
}

/* ---- records ---- */

/* A loaded object. (dladdr would search all symbols of libcrypto for the nearest, which takes 50 us.) */
struct object {
    uintptr_t inside, start, end;
    const char *path; /* empty: the program itself; it stays valid while the object is loaded */
};

static int match_object(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct object *o = arg;
    uintptr_t start = UINTPTR_MAX, end = 0;

    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + p->p_vaddr;

        if (p->p_type != PT_LOAD)
            continue;
        start = at < start ? at : start;
        end = at + p->p_memsz > end ? at + p->p_memsz : end;
    }
    if (o->inside < start || o->inside >= end)
        return 0;
    o->start = start;
    o->end = end;
    o->path = info->dlpi_name;
    return 1;
}

/* Finds the library that an address lies in. Returns 0 if there is none, or it is the program. */
static int find_object(const void *address, struct object *o)
{
    *o = (struct object){ .inside = (uintptr_t)address };
    return dl_iterate_phdr(match_object, o) != 0 && *o->path != '\0';
}

static int is_in_ssl(struct ab_library *l, uintptr_t address)
{
    uintptr_t start = atomic_load_explicit(&l->ssl_start, memory_order_acquire);

    return start != 0 && address >= start && address < atomic_load_explicit(&l->ssl_end, memory_order_relaxed);
}

static struct ab_library *find_record(uintptr_t address)
{
    struct ab_library *l = atomic_load_explicit(&libraries, memory_order_acquire);

    while (l != NULL && (address < l->start || address >= l->end) && !is_in_ssl(l, address))
        l = l->next;
    return l;
}

/* Functions have the version of 3.x or, in a library that has no versions, none. */
static void find_functions(struct ab_library *l, void *handle)
{
    for (unsigned i = 0; i < NUM_FUNCTIONS; i++) {
        void *function = dlvsym(handle, functions[i].name, SYMBOL_VERSION);

        if (function == NULL)
            function = dlsym(handle, functions[i].name);
        memcpy((char *)&l->f + functions[i].at, &function, sizeof(function));
    }
}

/* Adds a record unless another thread has added one of the same library, and returns the one that stays. */
static struct ab_library *publish(struct ab_library *l)
{
    struct ab_library *head = atomic_load_explicit(&libraries, memory_order_acquire), *other;

    do {
        other = find_record(l->start);
        if (other != NULL) {
            free(l);
            return other;
        }
        l->next = head;
    } while (!atomic_compare_exchange_weak(&libraries, &head, l));
    return l;
}

/* The record of the library that has this function; the library is never unloaded from now on. */
static struct ab_library *make_record(void *version_num)
{
    __typeof__(OpenSSL_version_num) *version = (__typeof__(version))version_num;
    struct ab_library *l;
    struct object o;
    void *handle;

    if (!find_object(version_num, &o))
        return NULL;
    handle = dlopen(o.path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    l = handle == NULL ? NULL : calloc(1, sizeof(*l));
    if (l == NULL)
        return NULL;
    l->start = o.start;
    l->end = o.end;
    find_functions(l, handle);
    dlclose(handle);
    decide(l, version(), o.path);
    return publish(l);
}

static struct ab_library *record_of(void *version_num)
{
    struct ab_library *l = version_num == NULL ? NULL : find_record((uintptr_t)version_num);

    return l != NULL || version_num == NULL ? l : make_record(version_num);
}

/* ---- the way from a caller to its library ---- */

/* libssl calls often. Remember its place, so that its next calls find their library at once, and let it stay there. */
static void remember_ssl(struct ab_library *l, const struct object *o)
{
    const char *slash = strrchr(o->path, '/'), *name = slash == NULL ? o->path : slash + 1;
    uintptr_t none = 0;
    void *handle;

    if (strncmp(name, "libssl.so", strlen("libssl.so")) != 0 || atomic_load(&l->ssl_end) != 0)
        return;
    handle = dlopen(o->path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    if (handle == NULL)
        return;
    if (atomic_compare_exchange_strong(&l->ssl_end, &none, o->end))
        atomic_store(&l->ssl_start, o->start);
    dlclose(handle);
}

/* The library that the libraries which the object of the caller depends on would have given it. */
static struct ab_library *look_in(const struct object *o)
{
    void *handle = dlopen(o->path, RTLD_LAZY | RTLD_NOLOAD);
    struct ab_library *l;

    if (handle == NULL)
        return NULL;
    l = record_of(dlsym(handle, "OpenSSL_version_num"));
    dlclose(handle);
    if (l != NULL)
        remember_ssl(l, o);
    return l;
}

static int count_unloaded(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    *(unsigned long long *)arg = info->dlpi_subs;
    return 1;
}

/* Each thread remembers the last answer, which stays true while no object is unloaded. */
static struct ab_library *look_from(const void *caller)
{
    static _Thread_local struct {
        uintptr_t start, end;
        unsigned long long unloaded; /* objects, up to then */
        struct ab_library *library;
    } last;
    unsigned long long unloaded = 0;
    struct ab_library *l;
    struct object o;

    dl_iterate_phdr(count_unloaded, &unloaded);
    if ((uintptr_t)caller >= last.start && (uintptr_t)caller < last.end && last.unloaded == unloaded)
        return last.library;
    l = find_object(caller, &o) ? look_in(&o) : NULL;
    if (l != NULL) {
        last.start = o.start;
        last.end = o.end;
        last.unloaded = unloaded;
        last.library = l;
    }
    return l;
}

static struct ab_library *look_global(void)
{
    struct ab_library *l;

    if (atomic_load_explicit(&has_looked, memory_order_acquire))
        return NULL;
    l = record_of(dlvsym(RTLD_NEXT, "OpenSSL_version_num", SYMBOL_VERSION));
    if (l != NULL)
        atomic_store(&global, l);
    else
        atomic_store(&has_looked, 1);
    return l;
}

/*
 * A function that libcrypto leaves by a jump to ours has the address of its own caller on the stack, for example
 * libc's at exit. Such a caller depends on no libcrypto; take the one that was seen first.
 */
static struct ab_library *oldest(void)
{
    struct ab_library *l = atomic_load_explicit(&libraries, memory_order_acquire);

    while (l != NULL && l->next != NULL)
        l = l->next;
    return l;
}

struct ab_library *ab_library_of(const void *caller)
{
    struct ab_library *l = atomic_load_explicit(&global, memory_order_acquire);

    if (l == NULL)
        l = look_global();
    if (l == NULL)
        l = find_record((uintptr_t)caller);
    if (l == NULL)
        l = look_from(caller);
    return l != NULL ? l : oldest();
}

/*
 * A provider with a known speed: one digest, SPIN, that costs as many core cycles as its section of openssl.cnf says.
 * The lab's tests plant slowdowns, faults and wrong bytes with it. Like Afterburner it does not link libcrypto.
 *
 * spin = N         do N dependent adds for each operation, one core cycle each
 * workers = N      claim a thread pool that can use N threads (parameter afterburner-workers)
 * threads = N      use N threads: an operation costs spin / N
 *   busy = N         microseconds of the thread's processor time that an operation takes as well, at any clock rate
 * wait = N         also sleep N microseconds in each operation: wall time without CPU time
 * wrong = 1        make one byte of every digest wrong
 * fail_after = N   fail in every operation after the first N
 * load_busy = N    microseconds of the thread's processor time that loading takes
 * load_pages = N   pages that loading writes
 * count = FILE     count operations as a native 64-bit number in FILE, continuing from its content
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "provider/param.h"

#define PARAM_WORKERS "afterburner-workers"

enum { DIGEST_LEN = 32, BLOCK_LEN = 64 };

struct dummy {
    uint64_t spin, busy, wait, fail_after, workers;
    int wrong;
    _Atomic uint64_t *operations; /* in a page of its own, shared through the file if there is one */
};

struct digest {
    struct dummy *dummy;
    uint8_t sum[DIGEST_LEN];
    size_t len;
};

static OSSL_FUNC_digest_newctx_fn new_digest;
static OSSL_FUNC_digest_freectx_fn free_digest;
static OSSL_FUNC_digest_dupctx_fn copy_digest;
static OSSL_FUNC_digest_init_fn init_digest;
static OSSL_FUNC_digest_update_fn update_digest;
static OSSL_FUNC_digest_final_fn finish_digest;
static OSSL_FUNC_digest_get_params_fn get_digest_params;
static OSSL_FUNC_provider_gettable_params_fn gettable_params;
static OSSL_FUNC_provider_get_params_fn get_params;
static OSSL_FUNC_provider_query_operation_fn query_operation;
static OSSL_FUNC_provider_teardown_fn tear_down;

/* ---- the digest: input folded into 32 bytes, then the adds ---- */

static void *new_digest(void *provctx)
{
    struct digest *d = calloc(1, sizeof(*d));

    if (d != NULL)
        d->dummy = provctx;
    return d;
}

static void free_digest(void *ctx)
{
    free(ctx);
}

static void *copy_digest(void *ctx)
{
    struct digest *copy = malloc(sizeof(*copy));

    if (copy != NULL)
        memcpy(copy, ctx, sizeof(*copy));
    return copy;
}

static int init_digest(void *ctx, const OSSL_PARAM params[])
{
    struct digest *d = ctx;

    (void)params;
    memset(d->sum, 0, sizeof(d->sum));
    d->len = 0;
    return 1;
}

static int update_digest(void *ctx, const unsigned char *in, size_t len)
{
    struct digest *d = ctx;

    for (size_t i = 0; i < len; i++, d->len++)
        d->sum[d->len % DIGEST_LEN] ^= in[i];
    return 1;
}

/* Do as many dependent adds: 64 for each jump, since a busy second thread of the core halves the jumps of a short loop.
 * Add a register, not a constant: recent cores fold constants at rename, which would break the chain. */
static uint8_t add_and_add(uint64_t num)
{
    const uint64_t one = 1;
    uint64_t sum = 0, left = num;

    for (; left >= 64; left -= 64)
        __asm__ volatile(".rept 64\n\t"
                         "add %1, %0\n\t"
                         ".endr"
                         : "+r"(sum)
                         : "r"(one)
                         : "cc");
    for (; left > 0; left--)
        __asm__ volatile("add %1, %0" : "+r"(sum) : "r"(one) : "cc");
    return sum == num ? 0 : 1;
}

static uint64_t thread_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void be_busy(uint64_t microseconds)
{
    const uint64_t start = thread_ns();

    while (thread_ns() - start < 1000 * microseconds) {
    }
}

static int finish_digest(void *ctx, unsigned char *out, size_t *len, size_t size)
{
    struct digest *d = ctx;
    uint64_t before = atomic_fetch_add_explicit(d->dummy->operations, 1, memory_order_relaxed);

    if (size < DIGEST_LEN || before >= d->dummy->fail_after)
        return 0;
    memcpy(out, d->sum, DIGEST_LEN);
    out[0] ^= add_and_add(d->dummy->spin);
    if (d->dummy->busy > 0)
        be_busy(d->dummy->busy);
    if (d->dummy->wait > 0)
        usleep((useconds_t)d->dummy->wait);
    if (d->dummy->wrong)
        out[0] ^= 1;
    *len = DIGEST_LEN;
    return 1;
}

static int set_if_asked(OSSL_PARAM params[], const char *key, uint64_t value)
{
    OSSL_PARAM *p = ab_param_locate(params, key);

    return p == NULL || ab_param_set_uint64(p, value);
}

static int get_digest_params(OSSL_PARAM params[])
{
    return set_if_asked(params, OSSL_DIGEST_PARAM_SIZE, DIGEST_LEN)
           && set_if_asked(params, OSSL_DIGEST_PARAM_BLOCK_SIZE, BLOCK_LEN);
}

static const OSSL_DISPATCH digest_functions[] = {
    { OSSL_FUNC_DIGEST_NEWCTX, (void (*)(void))new_digest },
    { OSSL_FUNC_DIGEST_FREECTX, (void (*)(void))free_digest },
    { OSSL_FUNC_DIGEST_DUPCTX, (void (*)(void))copy_digest },
    { OSSL_FUNC_DIGEST_INIT, (void (*)(void))init_digest },
    { OSSL_FUNC_DIGEST_UPDATE, (void (*)(void))update_digest },
    { OSSL_FUNC_DIGEST_FINAL, (void (*)(void))finish_digest },
    { OSSL_FUNC_DIGEST_GET_PARAMS, (void (*)(void))get_digest_params },
    { 0, NULL },
};

/* ---- the provider ---- */

static const OSSL_PARAM *gettable_params(void *provctx)
{
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
        OSSL_PARAM_uint(PARAM_WORKERS, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return params;
}

static int get_params(void *provctx, OSSL_PARAM params[])
{
    OSSL_PARAM *name = ab_param_locate(params, OSSL_PROV_PARAM_NAME);
    OSSL_PARAM *version = ab_param_locate(params, OSSL_PROV_PARAM_VERSION);
    const struct dummy *dummy = provctx;

    return (name == NULL || ab_param_set_utf8_ptr(name, "dummy"))
           && (version == NULL || ab_param_set_utf8_ptr(version, "1"))
           && set_if_asked(params, PARAM_WORKERS, dummy->workers);
}

static const OSSL_ALGORITHM *query_operation(void *provctx, int operation, int *no_store)
{
    static const OSSL_ALGORITHM digests[] = {
        { "SPIN", "provider=dummy", digest_functions, NULL },
        { NULL, NULL, NULL, NULL },
    };

    (void)provctx;
    *no_store = 0;
    return operation == OSSL_OP_DIGEST ? digests : NULL;
}

static void tear_down(void *provctx)
{
    struct dummy *dummy = provctx;

    munmap((void *)dummy->operations, sizeof(*dummy->operations));
    free(dummy);
}

static const OSSL_DISPATCH provider_functions[] = {
    { OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))tear_down },
    { OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params },
    { OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params },
    { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation },
    { 0, NULL },
};

/* Map a counter that others can read while it runs. Returns MAP_FAILED if the file cannot be used. */
static void *open_counter(const char *file)
{
    int fd = file == NULL ? -1 : open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int flags = file == NULL ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void *page = MAP_FAILED;

    if (file == NULL || (fd >= 0 && ftruncate(fd, sizeof(uint64_t)) == 0))
        page = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, flags, fd, 0);
    if (fd >= 0)
        close(fd);
    return page;
}

/* Write to as many new pages, which stay as long as the process. */
static void write_pages(uint64_t num)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile char *memory = mmap(NULL, (num + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if ((void *)memory == MAP_FAILED)
        return;
    madvise((void *)memory, (num + 1) * page, MADV_NOHUGEPAGE);
    for (uint64_t i = 0; i < num; i++)
        memory[i * page] = 1;
}

static uint64_t number(const char *text, uint64_t otherwise)
{
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static int configure(struct dummy *dummy, OSSL_FUNC_core_get_params_fn *core_get_params, const OSSL_CORE_HANDLE *handle)
{
    char *spin = NULL, *busy = NULL, *workers = NULL, *threads = NULL, *wait = NULL, *wrong = NULL;
    char *fail_after = NULL, *count = NULL, *load_busy = NULL, *load_pages = NULL;
    OSSL_PARAM settings[] = {
        OSSL_PARAM_utf8_ptr("spin", &spin, 0),
        OSSL_PARAM_utf8_ptr("busy", &busy, 0),
        OSSL_PARAM_utf8_ptr("workers", &workers, 0),
        OSSL_PARAM_utf8_ptr("threads", &threads, 0),
        OSSL_PARAM_utf8_ptr("wait", &wait, 0),
        OSSL_PARAM_utf8_ptr("wrong", &wrong, 0),
        OSSL_PARAM_utf8_ptr("fail_after", &fail_after, 0),
        OSSL_PARAM_utf8_ptr("count", &count, 0),
        OSSL_PARAM_utf8_ptr("load_busy", &load_busy, 0),
        OSSL_PARAM_utf8_ptr("load_pages", &load_pages, 0),
        OSSL_PARAM_END,
    };

    if (!core_get_params(handle, settings))
        return 0;
    dummy->workers = number(workers, 0) < number(threads, 0) ? number(workers, 0) : number(threads, 0);
    dummy->spin = number(spin, 0) / (dummy->workers > 1 ? dummy->workers : 1);
    dummy->busy = number(busy, 0);
    dummy->wait = number(wait, 0);
    dummy->wrong = number(wrong, 0) != 0;
    dummy->fail_after = number(fail_after, UINT64_MAX);
    dummy->operations = open_counter(count);
    if (load_busy != NULL)
        be_busy(number(load_busy, 0));
    write_pages(number(load_pages, 0));
    return (void *)dummy->operations != MAP_FAILED;
}

static OSSL_FUNC_core_get_params_fn *find_get_params(const OSSL_DISPATCH *in)
{
    for (; in->function_id != 0; in++)
        if (in->function_id == OSSL_FUNC_CORE_GET_PARAMS)
            return OSSL_FUNC_core_get_params(in);
    return NULL;
}

__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **provctx)
{
    OSSL_FUNC_core_get_params_fn *core_get_params = find_get_params(in);
    struct dummy *dummy = calloc(1, sizeof(*dummy));

    if (dummy == NULL || core_get_params == NULL || !configure(dummy, core_get_params, handle)) {
        free(dummy);
        return 0;
    }
    *out = provider_functions;
    *provctx = dummy;
    return 1;
}

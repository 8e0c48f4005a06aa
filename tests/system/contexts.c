/* Several library contexts with different configurations, and loading and unloading many times. */
#include <dirent.h>
#include <openssl/err.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../harness/tasks.h"
#include "host.h"
#include "keyed.h"

static const char *param(const struct host *h, const char *key)
{
    static char text[128];
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(key, text, sizeof(text)), OSSL_PARAM_END };

    CHECK(OSSL_PROVIDER_get_params(h->module, params));
    return text;
}

/* Two contexts in one process keep their own levels and lists of algorithms, also after one of them was freed. */
static void apart(void)
{
    struct host full, capped;

    host_open_settings(&full, "");
    host_open_settings(&capped, "cpu = aesni\nalgorithms = AES-128-CTR");
    CHECK(strcmp(param(&capped, "afterburner-level"), "sse41") == 0);
    CHECK(strcmp(param(&full, "afterburner-level"), param(&full, "afterburner-cpu-level")) == 0
          || strlen(param(&full, "afterburner-level-reason")) > 0);
    CHECK(strcmp(host_provider_of(capped.lib, "AES-128-CTR"), "afterburner") == 0);
    CHECK(strcmp(host_provider_of(capped.lib, "AES-256-CTR"), "default") == 0);
    CHECK(strcmp(host_provider_of(full.lib, "AES-256-CTR"), "afterburner") == 0);
    exercise_all(&full, 1, 2000);
    exercise_all(&capped, 2, 2000);
    host_close(&full);
    exercise_all(&capped, 3, 2000);
    host_close(&capped);
}

static void refuse(const char *settings)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    char path[HOST_PATH];
    EVP_CIPHER *cipher;

    host_write_config(path, settings);
    CHECK(lib != NULL);
    (void)OSSL_LIB_CTX_load_config(lib, path);
    CHECK(!OSSL_PROVIDER_available(lib, "afterburner"));
    cipher = EVP_CIPHER_fetch(lib, "AES-128-CTR", "provider=afterburner");
    CHECK(cipher == NULL);
    CHECK(unlink(path) == 0);
    OSSL_LIB_CTX_free(lib);
}

/* An invalid configuration is an error, and leaves nothing behind. */
static void refused(void)
{
    for (unsigned i = 0; i < 50; i++) {
        refuse("algorithms = AES-128-CTR, NO-SUCH-NAME");
        refuse("cpu = pentium");
        refuse("threads = many");
        refuse("log = loud");
    }
}

static unsigned count_entries(const char *folder)
{
    DIR *dir = opendir(folder);
    unsigned num = 0;

    CHECK(dir != NULL);
    while (readdir(dir) != NULL)
        num++;
    closedir(dir);
    return num;
}

/*
 * Count every memory block of this process, libcrypto's and the module's: the executable's malloc replaces the C
 * library's.
 */
#define SEEN_BY_ALL __attribute__((visibility("default")))
static atomic_long live_blocks;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t num, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void *counted(void *block)
{
    live_blocks += block != NULL;
    return block;
}

SEEN_BY_ALL void *malloc(size_t size)
{
    return counted(__libc_malloc(size));
}

SEEN_BY_ALL void *calloc(size_t num, size_t size)
{
    return counted(__libc_calloc(num, size));
}

SEEN_BY_ALL void *realloc(void *old, size_t size)
{
    return old == NULL ? malloc(size) : __libc_realloc(old, size);
}

SEEN_BY_ALL void *aligned_alloc(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

SEEN_BY_ALL void free(void *block)
{
    live_blocks -= block != NULL;
    __libc_free(block);
}

static long growth(void (*round)(unsigned), unsigned num_rounds)
{
    long before = live_blocks;

    for (unsigned i = 0; i < num_rounds; i++)
        round(i);
    return live_blocks - before;
}

/*
 * After a few rounds, which fill libcrypto's tables, further rounds of work leave no block, no descriptor and no
 * thread.
 */
static void check_no_growth(void (*round)(unsigned), unsigned num_rounds)
{
    unsigned descriptors = count_entries("/proc/self/fd"), threads = num_tasks();
    long blocks;

    (void)growth(round, 20);
    blocks = growth(round, num_rounds);
    fprintf(stderr, "%u rounds: %ld blocks more\n", num_rounds, blocks);
    CHECK(blocks <= 0);
    CHECK(count_entries("/proc/self/fd") == descriptors);
    CHECK(num_tasks_becomes(threads));
}

/* Leak one block of libcrypto's and one of the C library's. */
static void leak_on_purpose(unsigned i)
{
    static void *volatile kept[2];

    kept[0] = EVP_MD_CTX_new();
    kept[1] = strdup("block");
    CHECK(kept[0] != NULL && kept[1] != NULL);
    (void)i;
}

static void counting_works(void)
{
    CHECK(growth(leak_on_purpose, 7) == 14);
}

static void module_context(unsigned i)
{
    struct host h;

    host_open(&h);
    exercise_all(&h, i, 100);
    host_close(&h);
}

static void contexts_without_end(void)
{
    check_no_growth(module_context, 300);
}

static struct host lasting;

static void reload(unsigned i)
{
    CHECK(OSSL_PROVIDER_unload(lasting.module));
    lasting.module = OSSL_PROVIDER_load(lasting.lib, "afterburner");
    CHECK(lasting.module != NULL);
    exercise(lasting.lib, "AES-128-CTR", i, 100);
}

static void loads_without_end(void)
{
    host_open(&lasting);
    check_no_growth(reload, 10000);
    CHECK(strcmp(host_provider_of(lasting.lib, "AES-128-CTR"), "afterburner") == 0);
    host_close(&lasting);
}

static void copy_cipher(struct job *j)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new(), *copy = EVP_CIPHER_CTX_new();

    job_seal(j, ctx);
    (void)EVP_CIPHER_CTX_copy(copy, ctx); /* some releases cannot copy WRAP */
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(copy);
}

static void copy_digest(const struct job *j)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();

    CHECK(EVP_DigestInit_ex2(ctx, j->md, NULL) && EVP_DigestUpdate(ctx, j->plain, j->len));
    CHECK(EVP_MD_CTX_copy_ex(copy, ctx));
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(copy);
}

static void copy_mac(const struct job *j)
{
    EVP_MAC_CTX *ctx = keyed_mac(j), *copy;

    CHECK(EVP_MAC_update(ctx, j->plain, j->len));
    copy = EVP_MAC_CTX_dup(ctx);
    CHECK(copy != NULL);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_CTX_free(copy);
}

static void copy_kdf(const struct job *j)
{
    EVP_KDF_CTX *ctx = keyed_kdf(j), *copy = EVP_KDF_CTX_dup(ctx);
    unsigned char out[16];

    CHECK(copy != NULL);
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_CTX_reset(copy);
    CHECK(EVP_KDF_derive(copy, out, sizeof(out), NULL) <= 0); /* without parameters */
    EVP_KDF_CTX_free(copy);
    ERR_clear_error();
}

/* Contexts, copies and failures for every name: all memory is freed. */
static void copies(unsigned i)
{
    char **names = host_served(&lasting);

    for (char **name = names; *name != NULL; name++) {
        struct job j;

        job_open(&j, lasting.lib, *name, i, 50);
        if (j.cipher != NULL)
            copy_cipher(&j);
        else if (j.md != NULL)
            copy_digest(&j);
        else if (j.mac != NULL)
            copy_mac(&j);
        else
            copy_kdf(&j);
        job_close(&j);
    }
    host_free_names(names);
}

static void copies_without_end(void)
{
    host_open(&lasting);
    check_no_growth(copies, 300);
    host_close(&lasting);
}

/* A cipher holds its provider: after OSSL_PROVIDER_unload, fetched ciphers still work. */
static void used_after_unload(void)
{
    struct host h;
    struct job j;

    host_open(&h);
    job_open(&j, h.lib, "AES-256-CTR", 1, 5000);
    CHECK(OSSL_PROVIDER_unload(h.module));
    job_seal(&j, NULL);
    job_check_reference(&j, "AES-256-CTR");
    job_check_open(&j, NULL);
    job_close(&j);
    h.module = OSSL_PROVIDER_load(h.lib, "afterburner");
    host_close(&h);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "apart", apart },
        { "refused", refused },
        { "used_after_unload", used_after_unload },
        { "counting_works", counting_works },
        { "contexts_without_end", contexts_without_end },
        { "loads_without_end", loads_without_end },
        { "copies_without_end", copies_without_end },
        { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

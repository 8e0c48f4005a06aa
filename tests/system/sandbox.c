/*
 * System calls: under a seccomp filter that kills the process at any call but a few, and in the kernel's strict mode
 * (read, write, exit, sigreturn), the module works; while it is loaded it makes no system call except for memory.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { BULK = 1 << 20 };

/* Allow these calls; any other kills the process. */
static void allow_only(const int *calls, size_t num)
{
    struct sock_filter program[64];
    struct sock_fprog filter = { 0, program };
    unsigned short n = 0;

    program[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0); /* seccomp_data.nr */
    for (size_t i = 0; i < num; i++) {
        program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
        program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    filter.len = n;
    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0);
}

static void allow_memory_only(void)
{
    static const int calls[] = { SYS_write,    SYS_exit_group, SYS_exit,   SYS_brk,   SYS_mmap,        SYS_munmap,
                                 SYS_mprotect, SYS_madvise,    SYS_mremap, SYS_futex, SYS_rt_sigreturn };

    allow_only(calls, sizeof(calls) / sizeof(calls[0]));
}

/* Under the filter: first use with known-answer tests, then bulk data, for every name that the module offers. */
static void filtered_use(void)
{
    struct host listed, h;
    struct job jobs[192];
    char **names;
    size_t num = 0;

    host_open(&listed);
    names = host_served(&listed);
    host_open(&h); /* new, so that no known-answer test has run in it */
    for (; names[num] != NULL; num++) {
        CHECK(num < sizeof(jobs) / sizeof(jobs[0]));
        job_open(&jobs[num], h.lib, names[num], (unsigned)num, BULK);
    }
    exercise(listed.lib, "AES-128-CTR", 1, 100); /* makes the reference context before the filter is active */
    allow_memory_only();
    for (size_t i = 0; i < num; i++) {
        job_seal(&jobs[i], NULL);
        job_check_open(&jobs[i], NULL);
    }
    _exit(0);
}

/* In strict mode, an initialized context encrypts any amount without a system call. */
static void strict_bulk(void)
{
    enum { PIECE = 65536 };
    unsigned char *out = malloc(PIECE);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    struct host h;
    struct job j;
    int n;

    host_open(&h);
    job_open(&j, h.lib, "AES-256-CTR", 3, PIECE - 1);
    CHECK(out != NULL && EVP_EncryptInit_ex2(ctx, j.cipher, j.key, j.iv, NULL));
    CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0);
    for (unsigned i = 0; i < 512; i++)
        if (!EVP_EncryptUpdate(ctx, out, &n, j.plain, PIECE) || n != PIECE)
            syscall(SYS_exit, 1);
    syscall(SYS_exit, 0); /* exit_group is not allowed */
}

/* ---- initialization without libcrypto, by a core made here ---- */

static int core_get_params(const OSSL_CORE_HANDLE *handle, OSSL_PARAM params[])
{
    (void)handle, (void)params; /* the configuration has no settings */
    return 1;
}

static const OSSL_DISPATCH core[] = {
    { OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))core_get_params },
    { 0, NULL },
};

static void (*find_function(const OSSL_DISPATCH *table, int id))(void)
{
    for (; table->function_id != 0; table++)
        if (table->function_id == id)
            return table->function;
    return NULL;
}

static void encrypt_zeros(const OSSL_DISPATCH *table, void *provctx, unsigned char out[64])
{
    static const unsigned char key[32], iv[16], plain[64];
    OSSL_FUNC_cipher_newctx_fn *newctx = (OSSL_FUNC_cipher_newctx_fn *)find_function(table, OSSL_FUNC_CIPHER_NEWCTX);
    OSSL_FUNC_cipher_freectx_fn *freectx = (OSSL_FUNC_cipher_freectx_fn *)find_function(table,
                                                                                        OSSL_FUNC_CIPHER_FREECTX);
    OSSL_FUNC_cipher_encrypt_init_fn *init = (OSSL_FUNC_cipher_encrypt_init_fn *)find_function(
        table, OSSL_FUNC_CIPHER_ENCRYPT_INIT);
    OSSL_FUNC_cipher_update_fn *update = (OSSL_FUNC_cipher_update_fn *)find_function(table, OSSL_FUNC_CIPHER_UPDATE);
    void *ctx = newctx(provctx);
    size_t n;

    CHECK(ctx != NULL && init(ctx, key, 16, iv, 16, NULL) && update(ctx, out, &n, 64, plain, 64) && n == 64);
    freectx(ctx);
}

static const OSSL_DISPATCH *find_cipher(const OSSL_ALGORITHM *list, const char *name)
{
    for (; list != NULL && list->algorithm_names != NULL; list++)
        if (strcmp(list->algorithm_names, name) == 0)
            return list->implementation;
    return NULL;
}

/*
 * Loading starts nothing: from OSSL_provider_init through first use to teardown the module requests only memory from
 * the system (no thread, lock file, descriptor, signal or clock), and there is no libcrypto that it could call.
 */
static void bare_init(void)
{
    void *module = dlopen(AB_MODULE_DIR "/afterburner.so", RTLD_NOW | RTLD_LOCAL), *provctx;
    OSSL_provider_init_fn *init;
    const OSSL_DISPATCH *functions, *cipher;
    OSSL_FUNC_provider_query_operation_fn *query;
    OSSL_FUNC_provider_teardown_fn *teardown;
    unsigned char out[64];
    int no_store;
    /* FIPS 197 with zero key and zero block; SP 800-38A counter 0 */
    static const unsigned char answer[4] = { 0x66, 0xe9, 0x4b, 0xd4 };

    CHECK(module != NULL);
    *(void **)&init = dlsym(module, "OSSL_provider_init");
    CHECK(init != NULL);
    allow_memory_only();
    for (unsigned i = 0; i < 100; i++) {
        CHECK(init((const OSSL_CORE_HANDLE *)&no_store, core, &functions, &provctx));
        query = (OSSL_FUNC_provider_query_operation_fn *)find_function(functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION);
        teardown = (OSSL_FUNC_provider_teardown_fn *)find_function(functions, OSSL_FUNC_PROVIDER_TEARDOWN);
        cipher = find_cipher(query(provctx, OSSL_OP_CIPHER, &no_store), "AES-128-CTR");
        CHECK(cipher != NULL && no_store == 0);
        encrypt_zeros(cipher, provctx, out);
        CHECK(memcmp(out, answer, sizeof(answer)) == 0);
        teardown(provctx);
    }
    _exit(0);
}

/* Test the filter itself: a call that it does not allow ends the process with SIGSYS. */
static void filter_bites(void)
{
    int status;
    pid_t pid = fork();

    if (pid == 0) {
        allow_memory_only();
        (void)getppid();
        _exit(0);
    }
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "filter_bites", filter_bites },
        { "bare_init", bare_init },
        { "filtered_use", filtered_use },
        { "strict_bulk", strict_bulk },
        { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

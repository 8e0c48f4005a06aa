/*
 * Every way to end a process with the module in use. Each way runs in a new process, which must print "worked" and then
 * exit with status 7 without being killed.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { STATUS = 7, SECONDS = 600 };

static struct host used;
static EVP_CIPHER_CTX *live;

/* Load the module and leave one of its contexts in the middle of a message. */
static void use(void)
{
    unsigned char out[100];
    struct job j;
    int n;

    host_open(&used);
    exercise_all(&used, 1, 500);
    job_open(&j, used.lib, "AES-128-CTR", 2, 100);
    live = EVP_CIPHER_CTX_new();
    CHECK(EVP_EncryptInit_ex2(live, j.cipher, j.key, j.iv, NULL));
    CHECK(EVP_EncryptUpdate(live, out, &n, j.plain, 33));
    job_close(&j);
}

/* Load the module into the default library context, which OPENSSL_cleanup frees. */
static void use_default_context(void)
{
    CHECK(OSSL_PROVIDER_set_default_search_path(NULL, AB_MODULE_DIR));
    CHECK(OSSL_PROVIDER_load(NULL, "default") != NULL && OSSL_PROVIDER_load(NULL, "afterburner") != NULL);
    CHECK(EVP_set_default_properties(NULL, "?provider=afterburner"));
    CHECK(strcmp(host_provider_of(NULL, "AES-128-CTR"), "afterburner") == 0);
    exercise(NULL, "AES-128-CTR", 3, 500);
}

static void worked(void)
{
    CHECK(write(1, "worked", 6) == 6);
}

static int by_return(void)
{
    use();
    worked();
    return STATUS;
}

static int by_exit(void)
{
    use_default_context();
    use();
    worked();
    exit(STATUS);
}

static int by_underscore_exit(void)
{
    use();
    worked();
    _exit(STATUS);
}

static int by_quick_exit(void)
{
    use();
    worked();
    quick_exit(STATUS);
}

static int tidy(void)
{
    use();
    EVP_CIPHER_CTX_free(live);
    host_close(&used);
    worked();
    return STATUS;
}

static int cleanup_early(void)
{
    use_default_context();
    OPENSSL_cleanup();
    worked();
    return STATUS;
}

/* A context of the module outlives OPENSSL_cleanup, but is not used again. */
static int cleanup_with_live_context(void)
{
    use();
    use_default_context();
    OPENSSL_cleanup();
    worked();
    exit(STATUS);
}

static void use_again(void)
{
    exercise(used.lib, "AES-256-CTR", 4, 700);
    worked();
}

/* This handler is registered after libcrypto's own, so it runs earlier: everything must still work. */
static int atexit_before_cleanup(void)
{
    use();
    CHECK(atexit(use_again) == 0);
    return STATUS;
}

/*
 * This handler is registered before libcrypto's, so it runs after OPENSSL_cleanup. libcrypto itself would crash in a
 * fetch now, but a stream of the module that has begun needs nothing that was freed.
 */
static void finish_late(void)
{
    unsigned char out[100] = { 0 };
    int n;

    CHECK(EVP_EncryptUpdate(live, out, &n, out, 67) && n == 67);
    EVP_CIPHER_CTX_free(live);
    worked();
}

static int atexit_after_cleanup(void)
{
    CHECK(atexit(finish_late) == 0);
    use_default_context();
    use();
    return STATUS;
}

/*
 * A key outlives OPENSSL_cleanup and is freed afterwards, as plugins do that exit() unloads late. The module verified
 * by it and has not looked for the default provider: an EC key, which queries it for its curve, would hide the failure.
 */
static int key_freed_after_cleanup(void)
{
    unsigned char message[100] = { 0 }, signature[512], encoded[600], *end = encoded;
    const unsigned char *next = encoded;
    OSSL_LIB_CTX *stock = OSSL_LIB_CTX_new();
    EVP_PKEY *key = EVP_PKEY_Q_keygen(stock, NULL, "RSA", (size_t)2048), *public_key;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    size_t len = sizeof(signature);

    use_default_context();
    CHECK(EVP_DigestSignInit_ex(ctx, NULL, "SHA256", stock, NULL, key, NULL));
    CHECK(EVP_DigestSign(ctx, signature, &len, message, sizeof(message)));
    CHECK(EVP_MD_CTX_reset(ctx));
    public_key = d2i_PUBKEY(NULL, &next, i2d_PUBKEY(key, &end));
    CHECK(EVP_DigestVerifyInit_ex(ctx, NULL, "SHA256", NULL, NULL, public_key, NULL));
    CHECK(EVP_DigestVerify(ctx, signature, len, message, sizeof(message)) == 1);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    OSSL_LIB_CTX_free(stock);
    OPENSSL_cleanup();
    EVP_PKEY_free(public_key);
    worked();
    return STATUS;
}

/* A thread that used the module ends after the module was unloaded: no destructor of the module may be pending. */
static pthread_barrier_t gate;

static void *end_after_unload(void *arg)
{
    (void)arg;
    exercise_all(&used, 6, 300);
    pthread_barrier_wait(&gate);
    pthread_barrier_wait(&gate);
    pthread_exit(NULL);
}

static int thread_ends_after_unload(void)
{
    pthread_t thread;

    host_open(&used);
    CHECK(pthread_barrier_init(&gate, NULL, 2) == 0);
    CHECK(pthread_create(&thread, NULL, end_after_unload, NULL) == 0);
    pthread_barrier_wait(&gate);
    host_close(&used);
    pthread_barrier_wait(&gate);
    CHECK(pthread_join(thread, NULL) == 0);
    worked();
    return STATUS;
}

/* The main thread exits first; the last thread ends the process. */
static void *go_on_alone(void *arg)
{
    CHECK(pthread_join(*(pthread_t *)arg, NULL) == 0);
    exercise_all(&used, 8, 300);
    worked();
    exit(STATUS);
}

static int main_thread_leaves(void)
{
    static pthread_t self;
    pthread_t thread;

    self = pthread_self();
    use();
    CHECK(pthread_create(&thread, NULL, go_on_alone, &self) == 0);
    pthread_exit(NULL);
}

/* exit() while other threads are still in calls of the module. */
static void *seal_to_the_end(void *arg)
{
    for (unsigned i = 0; i < UINT_MAX; i++)
        job_seal(arg, NULL);
    return NULL;
}

static int exit_beside(const char *settings, size_t len)
{
    static struct job jobs[4];
    pthread_t thread;

    host_open_settings(&used, settings);
    for (unsigned i = 0; i < 4; i++) {
        job_open(&jobs[i], used.lib, "AES-256-CTR", i, len);
        CHECK(pthread_create(&thread, NULL, seal_to_the_end, &jobs[i]) == 0);
    }
    usleep(20000);
    worked();
    exit(STATUS);
}

static int exit_beside_workers(void)
{
    return exit_beside("", 4000);
}

/* exit() while the module's own threads share calls. */
static int exit_beside_long_calls(void)
{
    return exit_beside("threads = 3", 5 << 20);
}

/* ---- the parent ---- */

static const struct {
    const char *name;
    int (*run)(void);
} ways[] = {
    { "by_return", by_return },
    { "by_exit", by_exit },
    { "by_underscore_exit", by_underscore_exit },
    { "by_quick_exit", by_quick_exit },
    { "tidy", tidy },
    { "cleanup_early", cleanup_early },
    { "cleanup_with_live_context", cleanup_with_live_context },
    { "atexit_before_cleanup", atexit_before_cleanup },
    { "atexit_after_cleanup", atexit_after_cleanup },
    { "key_freed_after_cleanup", key_freed_after_cleanup },
    { "thread_ends_after_unload", thread_ends_after_unload },
    { "main_thread_leaves", main_thread_leaves },
    { "exit_beside_workers", exit_beside_workers },
    { "exit_beside_long_calls", exit_beside_long_calls },
};

enum { NUM_WAYS = sizeof(ways) / sizeof(ways[0]) };

static int ends_well(const char *name)
{
    char text[16] = "";
    int ends[2], status;
    pid_t pid;

    CHECK(pipe(ends) == 0);
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        alarm(SECONDS);
        execl("/proc/self/exe", "system_exits", name, (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    CHECK(pid > 0 && read(ends[0], text, sizeof(text) - 1) >= 0);
    CHECK(waitpid(pid, &status, 0) == pid);
    close(ends[0]);
    return WIFEXITED(status) && WEXITSTATUS(status) == STATUS && strcmp(text, "worked") == 0;
}

int main(int argc, char **argv)
{
    int good = 1;

    for (unsigned i = 0; i < NUM_WAYS; i++)
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0)
            return ways[i].run();
    for (unsigned i = 0; i < NUM_WAYS; i++) {
        int ok = ends_well(ways[i].name);

        printf("%-32s %s\n", ways[i].name, ok ? "ok" : "FAILED");
        good &= ok;
    }
    return good ? 0 : 1;
}

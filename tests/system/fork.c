/*
 * Fork before and after use, within a message and while other threads run: parent and child both continue with right
 * results.
 */
#include <openssl/rand.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
#include "keyed.h"

enum { LEN = 3000 };

static void wait_for(pid_t pid)
{
    int status;

    CHECK(pid > 0);
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(status == 0);
}

/* The module is loaded but no cipher was used: parent and child run the known-answer tests separately. */
static void before_use(void)
{
    struct host h;
    pid_t pid;

    host_open(&h);
    pid = fork();
    exercise_all(&h, 1, LEN);
    host_close(&h);
    if (pid == 0)
        _exit(0);
    wait_for(pid);
}

static void after_use(void)
{
    struct host h;
    pid_t pid;

    host_open(&h);
    exercise_all(&h, 2, LEN);
    pid = fork();
    exercise_all(&h, 3, LEN);
    host_close(&h);
    if (pid == 0)
        _exit(0);
    wait_for(pid);
}

/* Fork in the middle of a stream: parent and child finish their own copies. */
static void mid_stream(void)
{
    static const size_t cuts[] = { 1, 15, 16, 17, 100, 1000 };
    struct host h;

    host_open(&h);
    for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        unsigned char out[LEN + 1];
        struct job j;
        pid_t pid;
        int n, m;

        job_open(&j, h.lib, "AES-256-CTR", (unsigned)i, LEN);
        CHECK(EVP_EncryptInit_ex2(ctx, j.cipher, j.key, j.iv, NULL));
        CHECK(EVP_EncryptUpdate(ctx, out, &n, j.plain, (int)cuts[i]));
        pid = fork();
        CHECK(EVP_EncryptUpdate(ctx, out + n, &m, j.plain + n, (int)(j.len - cuts[i])));
        job_seal(&j, NULL);
        CHECK(n + m == j.sealed_len && memcmp(out, j.sealed, (size_t)j.sealed_len) == 0);
        job_check_reference(&j, "AES-256-CTR");
        EVP_CIPHER_CTX_free(ctx);
        job_close(&j);
        if (pid == 0)
            _exit(0);
        wait_for(pid);
    }
    host_close(&h);
}

/* Fork in the middle of a digest. */
static void mid_digest(struct job *j)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    unsigned char out[EVP_MAX_MD_SIZE];
    pid_t pid;

    CHECK(EVP_DigestInit_ex2(ctx, j->md, NULL) && EVP_DigestUpdate(ctx, j->plain, 100));
    pid = fork();
    CHECK(EVP_DigestUpdate(ctx, j->plain + 100, j->len - 100) && EVP_DigestFinal_ex(ctx, out, NULL));
    job_seal(j, NULL);
    CHECK(memcmp(out, j->sealed, (size_t)j->sealed_len) == 0);
    EVP_MD_CTX_free(ctx);
    if (pid == 0)
        _exit(0);
    wait_for(pid);
}

/* Fork in the middle of a MAC. */
static void mid_mac(struct job *j)
{
    EVP_MAC_CTX *ctx = keyed_mac(j);
    unsigned char out[EVP_MAX_MD_SIZE];
    pid_t pid;
    size_t n;

    CHECK(EVP_MAC_update(ctx, j->plain, 100));
    pid = fork();
    CHECK(EVP_MAC_update(ctx, j->plain + 100, j->len - 100) && EVP_MAC_final(ctx, out, &n, sizeof(out)));
    job_seal(j, NULL);
    CHECK((int)n == j->sealed_len && memcmp(out, j->sealed, n) == 0);
    EVP_MAC_CTX_free(ctx);
    if (pid == 0)
        _exit(0);
    wait_for(pid);
}

static void mid_digests(void)
{
    struct host h;
    char **names;

    host_open(&h);
    names = host_served(&h);
    for (char **name = names; *name != NULL; name++) {
        struct job j;

        job_open(&j, h.lib, *name, 5, LEN);
        if (j.md != NULL && (EVP_MD_get_flags(j.md) & EVP_MD_FLAG_XOF) == 0)
            mid_digest(&j);
        if (j.mac != NULL)
            mid_mac(&j);
        job_close(&j);
    }
    host_free_names(names);
    host_close(&h);
}

static void chain_of_forks(void)
{
    struct host h;

    host_open(&h);
    for (unsigned depth = 0; depth < 20; depth++) {
        pid_t pid = fork();

        if (pid != 0) {
            wait_for(pid);
            exercise_all(&h, depth, 200);
            if (depth > 0)
                _exit(0);
            host_close(&h);
            return;
        }
        exercise_all(&h, depth, 200);
    }
    _exit(0);
}

static atomic_int stop;

static void *keep_busy(void *arg)
{
    struct job *j = arg;

    while (!atomic_load(&stop)) {
        job_seal(j, NULL);
        job_check_open(j, NULL);
    }
    return NULL;
}

/*
 * Fork while other threads are in calls of the module. The child may not fetch (threads that it does not have may hold
 * libcrypto's locks), but everything fetched before must work: the module has no lock that could remain held.
 */
static void beside_threads(void)
{
    enum { THREADS = 4 };
    struct host h;
    struct job busy[THREADS], mine;
    pthread_t threads[THREADS];

    host_open(&h);
    job_open(&mine, h.lib, "AES-128-CTR", 7, LEN);
    job_seal(&mine, NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        job_open(&busy[i], h.lib, "AES-256-CTR", i, LEN);
        CHECK(pthread_create(&threads[i], NULL, keep_busy, &busy[i]) == 0);
    }
    for (unsigned i = 0; i < 100; i++) {
        pid_t pid = fork();

        if (pid == 0) {
            job_seal(&mine, NULL);
            job_check_open(&mine, NULL);
            _exit(0);
        }
        wait_for(pid);
    }
    atomic_store(&stop, 1);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        job_close(&busy[i]);
    }
    job_check_reference(&mine, "AES-128-CTR");
    job_close(&mine);
    host_close(&h);
}

/*
 * OpenSSL 3.0 to 3.4 take the generator's AES-CTR from the module: after fork, parent and child must not draw the same
 * bytes.
 */
static void random_differs(void)
{
    unsigned char first[32], mine[32], theirs[32];
    struct host h;
    int ends[2];
    pid_t pid;

    host_open(&h);
    CHECK(RAND_bytes_ex(h.lib, first, sizeof(first), 256) == 1);
    CHECK(pipe(ends) == 0);
    pid = fork();
    CHECK(RAND_bytes_ex(h.lib, mine, sizeof(mine), 256) == 1);
    if (pid == 0) {
        CHECK(write(ends[1], mine, sizeof(mine)) == (ssize_t)sizeof(mine));
        _exit(0);
    }
    CHECK(read(ends[0], theirs, sizeof(theirs)) == (ssize_t)sizeof(theirs));
    wait_for(pid);
    CHECK(memcmp(mine, theirs, sizeof(mine)) != 0);
    CHECK(memcmp(mine, first, sizeof(mine)) != 0);
    host_close(&h);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "before_use", before_use },         { "after_use", after_use },
        { "mid_stream", mid_stream },         { "mid_digests", mid_digests },
        { "chain_of_forks", chain_of_forks }, { "beside_threads", beside_threads },
        { "random_differs", random_differs }, { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

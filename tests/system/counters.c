/*
 * The counters (`counters = on`, afterburner/counters.h) from inside: exact under more threads than there are lines, in
 * a context that goes from thread to thread, and in a child after fork; one mapping for each library context, which
 * ends with it; none without the setting. What the module leaves to the default provider is not counted.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "afterburner/counters.h"
#include "host.h"

enum { NUM_THREADS = AB_COUNTERS_LINES + 20, NUM_CALLS = 50, MAX_MAPPINGS = 4, PAGE = 4096 };

/* ---- reading, as another process does ---- */

/* The counters of this process; returns how many there are. */
static unsigned find_counters(const struct ab_counters *found[MAX_MAPPINGS])
{
    FILE *maps = fopen("/proc/self/maps", "r");
    uint64_t start, end;
    unsigned num = 0;
    char line[4096];

    CHECK(maps != NULL);
    while (fgets(line, sizeof(line), maps) != NULL)
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " rw-p 00000000 00:00 0", &start, &end) == 2
            && end - start == (sizeof(struct ab_counters) + PAGE - 1) / PAGE * PAGE) {
            CHECK(num < MAX_MAPPINGS);
            found[num++] = (const struct ab_counters *)(uintptr_t)start;
        }
    fclose(maps);
    return num;
}

static const struct ab_counters *the_counters(void)
{
    const struct ab_counters *found[MAX_MAPPINGS];

    CHECK(find_counters(found) == 1);
    return found[0];
}

static unsigned find_family(const struct ab_counters *c, const char *name)
{
    for (unsigned f = 0; f < AB_COUNTERS_FAMILIES; f++)
        if (c->head.family[f].state == AB_COUNTED_NAMED && strcmp(c->head.family[f].name, name) == 0)
            return f;
    return AB_COUNTERS_FAMILIES;
}

static struct ab_counter sum(const struct ab_counters *c, const char *name, unsigned kind)
{
    struct ab_counter total = { 0, 0 };
    unsigned f = find_family(c, name);

    for (unsigned i = 0; f < AB_COUNTERS_FAMILIES && i < AB_COUNTERS_LINES; i++) {
        total.calls += c->line[i].of[f][kind].calls;
        total.bytes += c->line[i].of[f][kind].bytes;
    }
    return total;
}

static void check_sum(const char *name, unsigned kind, uint64_t calls, uint64_t bytes)
{
    struct ab_counter is = sum(the_counters(), name, kind);

    if (is.calls != calls || is.bytes != bytes)
        printf("%s %u: %" PRIu64 " calls, %" PRIu64 " bytes\n", name, kind, is.calls, is.bytes);
    CHECK(is.calls == calls && is.bytes == bytes);
}

/* ---- counted work ---- */

static EVP_CIPHER_CTX *new_ecb(const struct host *h)
{
    static const unsigned char key[16] = { 1 };
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(h->lib, "AES-128-ECB", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    CHECK(cipher != NULL && EVP_EncryptInit_ex2(ctx, cipher, key, NULL, NULL));
    EVP_CIPHER_free(cipher);
    return ctx;
}

static void encrypt(EVP_CIPHER_CTX *ctx, unsigned num_calls)
{
    unsigned char block[32] = { 0 }, out[64];
    int len;

    for (unsigned i = 0; i < num_calls; i++)
        CHECK(EVP_EncryptUpdate(ctx, out, &len, block, sizeof(block)));
}

static void open_counted(struct host *h)
{
    host_open_settings(h, "counters = on");
    CHECK(strcmp(host_provider_of(h->lib, "AES-128-ECB"), "afterburner") == 0);
}

/* ---- threads ---- */

struct crowd {
    struct host host;
    pthread_barrier_t all_have_lines;
};

static void *work(void *arg)
{
    struct crowd *c = arg;
    EVP_CIPHER_CTX *ctx = new_ecb(&c->host);

    encrypt(ctx, 1);
    pthread_barrier_wait(&c->all_have_lines);
    encrypt(ctx, NUM_CALLS - 1);
    EVP_CIPHER_CTX_free(ctx);
    return NULL;
}

/* Some threads find no line of their own. */
static void count_in_many_threads(void)
{
    pthread_t threads[NUM_THREADS];
    const struct ab_counters *counters;
    struct crowd c;
    unsigned ecb, shared = AB_COUNTERS_SHARED_LINE;

    open_counted(&c.host);
    CHECK(pthread_barrier_init(&c.all_have_lines, NULL, NUM_THREADS) == 0);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &c) == 0);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    check_sum("AES-ECB", 0, NUM_THREADS * NUM_CALLS, NUM_THREADS * NUM_CALLS * 32);
    counters = the_counters();
    ecb = find_family(counters, "AES-ECB");
    CHECK(counters->line[shared].of[ecb][0].calls >= (NUM_THREADS - shared) * NUM_CALLS);
    CHECK(counters->head.owner[shared] == 0);
    for (unsigned i = 0; i < shared; i++) { /* this thread has one of the lines, if it has counted */
        uint64_t calls = counters->line[i].of[ecb][0].calls;

        CHECK(counters->head.owner[i] != 0 && (calls == NUM_CALLS || calls == 0));
    }
    pthread_barrier_destroy(&c.all_have_lines);
    host_close(&c.host);
}

static void *continue_with(void *ctx)
{
    encrypt(ctx, NUM_CALLS);
    return NULL;
}

/* Each thread counts in its own line, whoever used the context before. */
static void count_in_a_context_that_moves(void)
{
    struct host h;
    pthread_t thread;
    EVP_CIPHER_CTX *ctx;

    open_counted(&h);
    ctx = new_ecb(&h);
    encrypt(ctx, 3);
    CHECK(pthread_create(&thread, NULL, continue_with, ctx) == 0);
    pthread_join(thread, NULL);
    encrypt(ctx, 4);
    check_sum("AES-ECB", 0, NUM_CALLS + 7, (NUM_CALLS + 7) * 32);
    EVP_CIPHER_CTX_free(ctx);
    host_close(&h);
}

/* ---- processes and library contexts ---- */

/* A child begins at 0, with contexts of its parent and new ones, and the parent does not see what it counts. */
static void count_after_fork(void)
{
    struct host h;
    EVP_CIPHER_CTX *ctx;
    int status;
    pid_t pid;

    open_counted(&h);
    ctx = new_ecb(&h);
    encrypt(ctx, 10);
    pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        EVP_CIPHER_CTX *own = new_ecb(&h);

        CHECK(the_counters()->head.magic == 0);
        encrypt(ctx, 2);
        encrypt(own, 1);
        check_sum("AES-ECB", 0, 3, 96);
        _exit(0);
    }
    CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    encrypt(ctx, 1);
    check_sum("AES-ECB", 0, 11, 11 * 32);
    EVP_CIPHER_CTX_free(ctx);
    host_close(&h);
}

static void map_once_for_each_context(void)
{
    const struct ab_counters *found[MAX_MAPPINGS];
    struct host off, first, second;

    host_open_settings(&off, "counters = off");
    CHECK(find_counters(found) == 0);
    open_counted(&first);
    open_counted(&second);
    CHECK(find_counters(found) == 2);
    host_close(&first);
    CHECK(find_counters(found) == 1);
    host_close(&second);
    CHECK(find_counters(found) == 0);
    host_close(&off);
}

/* ---- what counts as what ---- */

static void digest_and_mac(const struct host *h)
{
    static const unsigned char key[32] = { 2 };
    unsigned char out[EVP_MAX_MD_SIZE];
    size_t len;

    CHECK(EVP_Q_digest(h->lib, "SHA2-256", NULL, "hello", 5, out, &len));
    CHECK(EVP_Q_mac(h->lib, "HMAC", NULL, "SHA2-256", NULL, key, sizeof(key), key, 7, out, sizeof(out), &len) != NULL);
    check_sum("SHA2-256", AB_COUNTED_DIGEST, 1, 5);
    check_sum("SHA2-256", AB_COUNTED_MAC, 1, 7);
}

static void sign_and_verify(const struct host *h)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(h->lib, NULL, "EC", "P-256");
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    unsigned char sig[128];
    size_t len = sizeof(sig);

    CHECK(key != NULL && EVP_DigestSignInit_ex(ctx, NULL, "SHA2-256", h->lib, NULL, key, NULL));
    CHECK(EVP_DigestSign(ctx, sig, &len, (const unsigned char *)"m", 1));
    CHECK(EVP_MD_CTX_reset(ctx) && EVP_DigestVerifyInit_ex(ctx, NULL, "SHA2-256", h->lib, NULL, key, NULL));
    CHECK(EVP_DigestVerify(ctx, sig, len, (const unsigned char *)"m", 1) == 1);
    check_sum("P-256", AB_COUNTED_GENERATE, 1, 0);
    check_sum("P-256", AB_COUNTED_SIGN, 1, 0);
    check_sum("P-256", AB_COUNTED_VERIFY, 1, 0);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
}

/* Associated data and the end of a message are no calls; directions and key lengths are counted apart. */
static void seal_and_open(const struct host *h)
{
    static const unsigned char key[32] = { 3 }, iv[12] = { 4 };
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(h->lib, "AES-256-GCM", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    unsigned char data[100] = { 0 };
    int len;

    CHECK(cipher != NULL && EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL));
    CHECK(EVP_EncryptUpdate(ctx, NULL, &len, data, 20) && EVP_EncryptUpdate(ctx, data, &len, data, 100));
    CHECK(EVP_EncryptFinal_ex(ctx, data, &len));
    CHECK(EVP_DecryptInit_ex2(ctx, cipher, key, iv, NULL) && EVP_DecryptUpdate(ctx, data, &len, data, 60));
    check_sum("AES-GCM", 2, 1, 100);
    check_sum("AES-GCM", AB_COUNTED_DECRYPTION + 2, 1, 60);
    check_sum("AES-GCM", 0, 0, 0);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}

static void count_each_operation(void)
{
    struct host h;

    open_counted(&h);
    digest_and_mac(&h);
    sign_and_verify(&h);
    seal_and_open(&h);
    host_close(&h);
}

/* ---- what is left to the default provider ---- */

/* On 32-bit x86 OpenSSL is the faster one from some length of the modulus on (src/provider/gains_i686.c). */
static uint64_t is_computed_by_module(const EVP_PKEY *key)
{
    int is_offered = strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "afterburner") == 0;

#ifdef __i386__
    is_offered &= EVP_PKEY_get_bits(key) <= 4096;
#endif
    return (uint64_t)is_offered;
}

/* A public key of so many bits. Encryption needs no factors of the modulus, so any odd number does. */
static EVP_PKEY *new_rsa_public(const struct host *h, size_t bits)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(h->lib, "RSA", NULL);
    unsigned char n[1024], e[] = { 1, 0, 1 };
    OSSL_PARAM params[] = { OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_N, n, bits / 8),
                            OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_E, e, sizeof(e)), OSSL_PARAM_END };
    EVP_PKEY *key = NULL;

    CHECK(bits / 8 <= sizeof(n));
    memset(n, 0xb7, sizeof(n));
    CHECK(EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_PUBLIC_KEY, params) == 1);
    CHECK(EVP_PKEY_get_bits(key) == (int)bits);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void count_rsa_encryption(size_t bits)
{
    unsigned char text[16] = { 5 }, out[1024];
    size_t len = sizeof(out);
    EVP_PKEY_CTX *ctx;
    EVP_PKEY *key;
    struct host h;

    host_open_settings(&h, "counters = on");
    key = new_rsa_public(&h, bits);
    ctx = EVP_PKEY_CTX_new_from_pkey(h.lib, key, NULL);
    CHECK(EVP_PKEY_encrypt_init(ctx) == 1 && EVP_PKEY_encrypt(ctx, out, &len, text, sizeof(text)) == 1);
    CHECK(len == bits / 8);
    check_sum("RSA", AB_COUNTED_ENCRYPT, is_computed_by_module(key), 0);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    host_close(&h);
}

/* Make a pair of keys in a named group, and derive a secret from it alone. */
static void count_dh(const char *group)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0), OSSL_PARAM_END };
    EVP_PKEY_CTX *ctx;
    EVP_PKEY *key = NULL;
    unsigned char secret[1024];
    size_t len = sizeof(secret);
    struct host h;

    host_open_settings(&h, "counters = on");
    ctx = EVP_PKEY_CTX_new_from_name(h.lib, "DH", NULL);
    CHECK(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1);
    CHECK(EVP_PKEY_generate(ctx, &key) == 1);
    EVP_PKEY_CTX_free(ctx);
    ctx = EVP_PKEY_CTX_new_from_pkey(h.lib, key, NULL);
    CHECK(EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, key) == 1);
    CHECK(EVP_PKEY_derive(ctx, secret, &len) == 1);
    check_sum("DSA and DH", AB_COUNTED_GENERATE, is_computed_by_module(key), 0);
    check_sum("DSA and DH", AB_COUNTED_EXCHANGE, is_computed_by_module(key), 0);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    host_close(&h);
}

static void count_by_length(void)
{
    count_rsa_encryption(4096);
    count_rsa_encryption(6144);
    count_dh("ffdhe4096");
    count_dh("ffdhe6144");
}

/* Results stay right, and every family that has counts has a name and a level. */
static void name_everything(void)
{
    const struct ab_counters *c;
    struct host h;

    open_counted(&h);
    exercise_all(&h, 1, 300);
    c = the_counters();
    CHECK(c->head.magic == AB_COUNTERS_MAGIC && c->head.version == AB_COUNTERS_VERSION);
    CHECK(c->head.size == sizeof(*c));
    for (unsigned f = 0; f < AB_COUNTERS_FAMILIES; f++)
        for (unsigned k = 0; k < AB_COUNTERS_KINDS; k++)
            for (unsigned i = 0; i < AB_COUNTERS_LINES; i++)
                CHECK(c->line[i].of[f][k].calls == 0
                      || (c->head.family[f].state == AB_COUNTED_NAMED && *c->head.family[f].name != '\0'
                          && *c->head.family[f].level != '\0'));
    CHECK(find_family(c, "AES-GCM") < AB_COUNTERS_FAMILIES && find_family(c, "SHA3-256") < AB_COUNTERS_FAMILIES);
    host_close(&h);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "threads", count_in_many_threads },   { "moving", count_in_a_context_that_moves },
        { "fork", count_after_fork },           { "contexts", map_once_for_each_context },
        { "operations", count_each_operation }, { "lengths", count_by_length },
        { "names", name_everything },           { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

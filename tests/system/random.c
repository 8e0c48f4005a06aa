/*
 * OpenSSL's random generator with the module. In 3.0 to 3.4, CTR-DRBG fetches its AES by the library context's default
 * properties, so the module's AES is in use while the generator is being seeded; later releases use the default
 * provider's.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

static void check_draws(OSSL_LIB_CTX *lib)
{
    unsigned char seen[200][32];

    for (unsigned i = 0; i < 200; i++) {
        CHECK(i % 2 == 0 ? RAND_bytes_ex(lib, seen[i], 32, 256) == 1 : RAND_priv_bytes_ex(lib, seen[i], 32, 256) == 1);
        for (unsigned k = 0; k < i; k++)
            CHECK(memcmp(seen[i], seen[k], 32) != 0);
    }
}

/* The module's log of its first use shows whether the generator uses it. */
static void served(void)
{
    FILE *log = tmpfile();
    char text[4096] = "";
    struct host h;

    CHECK(log != NULL && dup2(fileno(log), 2) == 2);
    host_open_settings(&h, "log = info");
    check_draws(h.lib);
    CHECK(fseek(log, 0, SEEK_SET) == 0);
    (void)!fread(text, 1, sizeof(text) - 1, log);
    CHECK(strstr(text, "afterburner: version") != NULL);
    if (OpenSSL_version_num() < 0x30500000L)
        CHECK(strstr(text, "AES-CTR: serves with") != NULL);
    host_close(&h);
    fclose(log);
}

/*
 * From 3.5 until 4.0, the generator fetches AES-256-CTR and -ECB from the default provider, and libcrypto's cache then
 * returns these to everybody who fetches without properties (openssl/openssl#31568): they work, but are not the
 * module's.
 */
static int is_cache_mixed(void)
{
    return OpenSSL_version_num() >= 0x30500000L && OpenSSL_version_num() < 0x40000000L;
}

/* Random bytes are the first thing that this library context is used for. */
static void seeds_through_us(void)
{
    struct host h;

    host_open(&h);
    check_draws(h.lib);
    if (!is_cache_mixed())
        exercise_all(&h, 1, 100);
    CHECK(strcmp(host_provider_of(h.lib, "AES-256-GCM"), "afterburner") == 0);
    exercise(h.lib, "AES-256-GCM", 1, 100);
    exercise(h.lib, "AES-256-CTR", 1, 100);
    check_draws(h.lib);
    host_close(&h);
}

/* The generator, which holds contexts of the module, still exists when the provider is unloaded. */
static void generator_outlives_unload(void)
{
    struct host h;

    host_open(&h);
    check_draws(h.lib);
    CHECK(OSSL_PROVIDER_unload(h.module));
    check_draws(h.lib);
    h.module = OSSL_PROVIDER_load(h.lib, "afterburner");
    check_draws(h.lib);
    host_close(&h);
}

static void *draw(void *lib)
{
    check_draws(lib);
    return NULL;
}

static void in_threads(void)
{
    for (unsigned round = 0; round < 10; round++) {
        pthread_t threads[8];
        struct host h;

        host_open(&h);
        for (unsigned i = 0; i < 8; i++)
            CHECK(pthread_create(&threads[i], NULL, draw, h.lib) == 0);
        for (unsigned i = 0; i < 8; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
        host_close(&h);
    }
}

/* Run CTR-DRBG deterministically: from the same seed, the module and the default provider draw the same bytes. */
static void draw_deterministic(OSSL_LIB_CTX *lib, unsigned char out[500])
{
    unsigned char entropy[48] = { 1, 2, 3 }, nonce[16] = { 4 };
    unsigned strength = 256;
    OSSL_PARAM seed[] = { OSSL_PARAM_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, entropy, sizeof(entropy)),
                          OSSL_PARAM_octet_string(OSSL_RAND_PARAM_TEST_NONCE, nonce, sizeof(nonce)),
                          OSSL_PARAM_uint(OSSL_RAND_PARAM_STRENGTH, &strength), OSSL_PARAM_END };
    char name[] = "AES-256-CTR";
    OSSL_PARAM cipher[] = { OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_CIPHER, name, sizeof(name) - 1), OSSL_PARAM_END };
    EVP_RAND *test = EVP_RAND_fetch(lib, "TEST-RAND", NULL), *drbg = EVP_RAND_fetch(lib, "CTR-DRBG", NULL);
    EVP_RAND_CTX *source, *generator;

    CHECK(test != NULL && drbg != NULL);
    source = EVP_RAND_CTX_new(test, NULL);
    CHECK(source != NULL && EVP_RAND_instantiate(source, 256, 0, NULL, 0, seed));
    generator = EVP_RAND_CTX_new(drbg, source);
    CHECK(generator != NULL && EVP_RAND_instantiate(generator, 256, 0, NULL, 0, cipher));
    CHECK(EVP_RAND_generate(generator, out, 500, 256, 0, NULL, 0));
    EVP_RAND_CTX_free(generator);
    EVP_RAND_CTX_free(source);
    EVP_RAND_free(drbg);
    EVP_RAND_free(test);
}

static void same_stream(void)
{
    unsigned char ours[500], theirs[500];
    struct host h;

    host_open(&h);
    draw_deterministic(h.lib, ours);
    CHECK(EVP_set_default_properties(h.lib, "provider=default"));
    draw_deterministic(h.lib, theirs);
    CHECK(memcmp(ours, theirs, sizeof(ours)) == 0);
    host_close(&h);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "served", served },
        { "seeds_through_us", seeds_through_us },
        { "generator_outlives_unload", generator_outlives_unload },
        { "in_threads", in_threads },
        { "same_stream", same_stream },
        { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

/* Threads that read keys while another one loads and unloads a provider and makes library contexts. */
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdatomic.h>

#include "transcript.h"

enum { NUM_READERS = 4, NUM_KEYS = 40, NUM_CHANGES = 10 };

static atomic_int num_read;

static void *read_keys(void *arg)
{
    static const char *const names[] = { "p256.pkcs8.pem", "rsa.pkcs8.pem", "ed25519.pkcs8.pem" };

    (void)arg;
    for (int i = 0; i < NUM_KEYS; i++) {
        const struct file *f = find_file(names[i % 3]);
        BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
        EVP_PKEY *key = PEM_read_bio_PrivateKey(in, NULL, NULL, NULL);

        if (key != NULL)
            atomic_fetch_add(&num_read, 1);
        EVP_PKEY_free(key);
        BIO_free(in);
    }
    return NULL;
}

static void *change_providers(void *arg)
{
    (void)arg;
    for (int i = 0; i < NUM_CHANGES; i++) {
        OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(NULL, "base");

        OSSL_PROVIDER_unload(provider);
        OSSL_LIB_CTX_free(context);
    }
    return NULL;
}

/* Loading a provider explicitly ends the implicit one, so load it first. */
void check_threads(void)
{
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(NULL, "default");
    pthread_t threads[NUM_READERS + 1];

    for (int i = 0; i < NUM_READERS; i++)
        need(pthread_create(&threads[i], NULL, read_keys, NULL) == 0, "a thread");
    need(pthread_create(&threads[NUM_READERS], NULL, change_providers, NULL) == 0, "a thread");
    for (int i = 0; i <= NUM_READERS; i++)
        pthread_join(threads[i], NULL);
    say("threads read all keys");
    say_result(atomic_load(&num_read) == NUM_READERS * NUM_KEYS);
    OSSL_PROVIDER_unload(provider);
}

/*
 * Keys of X25519, Ed25519 and RSA in many threads and across fork, together with those of the default provider; keys of
 * all kinds that threads begin to use at the same moment.
 */
#include <openssl/dsa.h>
#include <openssl/rsa.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { KEY_LEN = 32, SIGNATURE_LEN = 64, THREADS = 8, ROUNDS = 40 };
#define OURS "provider=afterburner"
#define THEIRS "provider=default"

static EVP_PKEY *generate(OSSL_LIB_CTX *lib, const char *name)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, name, OURS);
    EVP_PKEY *key = NULL;

    CHECK(ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_generate(ctx, &key) == 1);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void get_private(EVP_PKEY *key, unsigned char out[KEY_LEN])
{
    size_t len = KEY_LEN;

    CHECK(EVP_PKEY_get_raw_private_key(key, out, &len) == 1 && len == KEY_LEN);
}

static void derive(OSSL_LIB_CTX *lib, EVP_PKEY *key, EVP_PKEY *peer, const char *by, unsigned char secret[KEY_LEN])
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, by);
    size_t len = KEY_LEN;

    CHECK(ctx != NULL && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, peer) == 1);
    CHECK(EVP_PKEY_derive(ctx, secret, &len) == 1 && len == KEY_LEN);
    EVP_PKEY_CTX_free(ctx);
}

static void exchange(OSSL_LIB_CTX *lib)
{
    unsigned char secrets[2][KEY_LEN];
    EVP_PKEY *a = generate(lib, "X25519"), *b = generate(lib, "X25519");

    derive(lib, a, b, OURS, secrets[0]);
    derive(lib, b, a, THEIRS, secrets[1]);
    CHECK(memcmp(secrets[0], secrets[1], KEY_LEN) == 0);
    EVP_PKEY_free(a);
    EVP_PKEY_free(b);
}

static int verify(OSSL_LIB_CTX *lib, EVP_PKEY *key, const char *by, const unsigned char *signature, const char *text)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok;

    CHECK(EVP_DigestVerifyInit_ex(ctx, NULL, NULL, lib, by, key, NULL) == 1);
    ok = EVP_DigestVerify(ctx, signature, SIGNATURE_LEN, (const unsigned char *)text, strlen(text));
    EVP_MD_CTX_free(ctx);
    return ok == 1;
}

static void sign(OSSL_LIB_CTX *lib, EVP_PKEY *key)
{
    unsigned char signature[SIGNATURE_LEN];
    size_t len = sizeof(signature);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CHECK(EVP_DigestSignInit_ex(ctx, NULL, NULL, lib, OURS, key, NULL) == 1);
    CHECK(EVP_DigestSign(ctx, signature, &len, (const unsigned char *)"text", 4) == 1 && len == SIGNATURE_LEN);
    EVP_MD_CTX_free(ctx);
    CHECK(verify(lib, key, OURS, signature, "text") && verify(lib, key, THEIRS, signature, "text"));
    CHECK(!verify(lib, key, OURS, signature, "test"));
}

/* ---- RSA: by the default provider where the module does not offer it ---- */

static const char *rsa_provider(OSSL_LIB_CTX *lib)
{
    EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(lib, "RSA", OURS);

    EVP_KEYMGMT_free(keymgmt);
    return keymgmt == NULL ? THEIRS : OURS;
}

static EVP_PKEY *generate_rsa(OSSL_LIB_CTX *lib)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "RSA", rsa_provider(lib));
    EVP_PKEY *key = NULL;

    CHECK(ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, 1024) == 1);
    CHECK(EVP_PKEY_generate(ctx, &key) == 1);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void sign_rsa(OSSL_LIB_CTX *lib, EVP_PKEY *key)
{
    static const char *const verifiers[] = { OURS, THEIRS };
    unsigned char signature[128];
    size_t len = sizeof(signature);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CHECK(EVP_DigestSignInit_ex(ctx, NULL, "SHA256", lib, rsa_provider(lib), key, NULL) == 1);
    CHECK(EVP_DigestSign(ctx, signature, &len, (const unsigned char *)"text", 4) == 1 && len == sizeof(signature));
    EVP_MD_CTX_free(ctx);
    for (size_t i = strcmp(rsa_provider(lib), OURS) == 0 ? 0 : 1; i < 2; i++) {
        ctx = EVP_MD_CTX_new();
        CHECK(EVP_DigestVerifyInit_ex(ctx, NULL, "SHA256", lib, verifiers[i], key, NULL) == 1);
        CHECK(EVP_DigestVerify(ctx, signature, len, (const unsigned char *)"text", 4) == 1);
        EVP_MD_CTX_free(ctx);
    }
}

static void decrypt_rsa(OSSL_LIB_CTX *lib, EVP_PKEY *key)
{
    EVP_PKEY_CTX *e = EVP_PKEY_CTX_new_from_pkey(lib, key, THEIRS),
                 *d = EVP_PKEY_CTX_new_from_pkey(lib, key, rsa_provider(lib));
    unsigned char ciphertext[128], out[128];
    size_t len = sizeof(ciphertext), out_len = sizeof(out);

    CHECK(EVP_PKEY_encrypt_init(e) == 1
          && EVP_PKEY_encrypt(e, ciphertext, &len, (const unsigned char *)"text", 4) == 1);
    CHECK(EVP_PKEY_decrypt_init(d) == 1 && EVP_PKEY_decrypt(d, out, &out_len, ciphertext, len) == 1);
    CHECK(out_len == 4 && memcmp(out, "text", 4) == 0);
    EVP_PKEY_CTX_free(e);
    EVP_PKEY_CTX_free(d);
}

/* ---- many threads: with their own keys, and with one that all use ---- */

struct shared {
    OSSL_LIB_CTX *lib;
    EVP_PKEY *signer, *rsa;
};

static void *work(void *arg)
{
    const struct shared *s = arg;

    for (unsigned i = 0; i < ROUNDS; i++) {
        exchange(s->lib);
        sign(s->lib, s->signer);
        sign_rsa(s->lib, s->rsa);
        decrypt_rsa(s->lib, s->rsa);
        CHECK(EVP_PKEY_eq(s->rsa, s->rsa) == 1 && EVP_PKEY_get_bits(s->rsa) == 1024);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t workers[THREADS];
    struct shared s;
    struct host h;

    host_open(&h);
    s = (struct shared){ h.lib, generate(h.lib, "ED25519"), generate_rsa(h.lib) };
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_create(&workers[i], NULL, work, &s) == 0);
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_join(workers[i], NULL) == 0);
    EVP_PKEY_free(s.signer);
    EVP_PKEY_free(s.rsa);
    host_close(&h);
}

/*
 * ---- imported keys, of which the module computes much at the first use: threads begin with different operations at
 * the same moment, and each frees its reference as soon as it is done ----
 */

enum { FRESH_KEYS = 6, OPERATIONS = 6, SIGNATURE_ROOM = 256 };

struct signature {
    unsigned char bytes[SIGNATURE_ROOM];
    size_t len;
};

struct fresh_use {
    OSSL_LIB_CTX *lib;
    pthread_barrier_t *start;
    EVP_PKEY *key; /* this thread's reference */
    struct signature signature;
    const char *digest;
    unsigned first; /* operation */
};

static void sign_by(OSSL_LIB_CTX *lib, EVP_PKEY *key, const char *digest, struct signature *s)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    s->len = sizeof(s->bytes);
    CHECK(EVP_DigestSignInit_ex(ctx, NULL, digest, lib, NULL, key, NULL) == 1);
    CHECK(EVP_DigestSign(ctx, s->bytes, &s->len, (const unsigned char *)"text", 4) == 1);
    EVP_MD_CTX_free(ctx);
}

static void verify_by(OSSL_LIB_CTX *lib, EVP_PKEY *key, const char *digest, const struct signature *s)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CHECK(EVP_DigestVerifyInit_ex(ctx, NULL, digest, lib, NULL, key, NULL) == 1);
    CHECK(EVP_DigestVerify(ctx, s->bytes, s->len, (const unsigned char *)"text", 4) == 1);
    EVP_MD_CTX_free(ctx);
}

/* A new key with the numbers of this one. */
static EVP_PKEY *import_again(OSSL_LIB_CTX *lib, const EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, EVP_PKEY_get0_type_name(key), NULL);
    OSSL_PARAM *numbers = NULL;
    EVP_PKEY *made = NULL;

    CHECK(EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &numbers) == 1);
    CHECK(ctx != NULL && EVP_PKEY_fromdata_init(ctx) == 1
          && EVP_PKEY_fromdata(ctx, &made, EVP_PKEY_KEYPAIR, numbers) == 1);
    OSSL_PARAM_free(numbers);
    EVP_PKEY_CTX_free(ctx);
    return made;
}

static void do_operation(const struct fresh_use *u, unsigned operation)
{
    EVP_PKEY *other = NULL;
    struct signature s;

    switch (operation) {
    case 0:
        sign_by(u->lib, u->key, u->digest, &s);
        verify_by(u->lib, u->key, u->digest, &s);
        break;
    case 1: verify_by(u->lib, u->key, u->digest, &u->signature); break;
    case 2:
        other = import_again(u->lib, u->key);
        verify_by(u->lib, other, u->digest, &u->signature);
        break;
    case 3:
        other = EVP_PKEY_dup(u->key);
        CHECK(other != NULL);
        sign_by(u->lib, other, u->digest, &s);
        verify_by(u->lib, u->key, u->digest, &s);
        break;
    case 4: CHECK(EVP_PKEY_eq(u->key, u->key) == 1 && EVP_PKEY_get_bits(u->key) > 0); break;
    default: CHECK(EVP_PKEY_get_size(u->key) > 0 && EVP_PKEY_get_security_bits(u->key) > 0); break;
    }
    EVP_PKEY_free(other);
}

static void *use_fresh(void *arg)
{
    struct fresh_use *u = arg;

    pthread_barrier_wait(u->start);
    for (unsigned i = 0; i < OPERATIONS; i++)
        do_operation(u, (u->first + i) % OPERATIONS);
    EVP_PKEY_free(u->key);
    return NULL;
}

static void use_at_once(OSSL_LIB_CTX *lib, const EVP_PKEY *key, const char *digest)
{
    EVP_PKEY *fresh = import_again(lib, key), *signer = import_again(lib, key);
    struct fresh_use uses[THREADS];
    pthread_t workers[THREADS];
    struct signature signature;
    pthread_barrier_t start;

    sign_by(lib, signer, digest, &signature);
    EVP_PKEY_free(signer);
    CHECK(pthread_barrier_init(&start, NULL, THREADS) == 0);
    for (unsigned i = 0; i < THREADS; i++) {
        CHECK(EVP_PKEY_up_ref(fresh) == 1);
        uses[i] = (struct fresh_use){ lib, &start, fresh, signature, digest, i };
        CHECK(pthread_create(&workers[i], NULL, use_fresh, &uses[i]) == 0);
    }
    EVP_PKEY_free(fresh);
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_join(workers[i], NULL) == 0);
    CHECK(pthread_barrier_destroy(&start) == 0);
}

static EVP_PKEY *generate_dsa(OSSL_LIB_CTX *lib)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "DSA", NULL);
    EVP_PKEY *group = NULL, *key = NULL;

    CHECK(ctx != NULL && EVP_PKEY_paramgen_init(ctx) == 1 && EVP_PKEY_CTX_set_dsa_paramgen_bits(ctx, 1024) == 1
          && EVP_PKEY_generate(ctx, &group) == 1);
    EVP_PKEY_CTX_free(ctx);
    ctx = EVP_PKEY_CTX_new_from_pkey(lib, group, NULL);
    CHECK(ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_generate(ctx, &key) == 1);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(group);
    return key;
}

static void fresh_keys(void)
{
    static const char *const digests[] = { "SHA256", NULL, NULL, "SHA256", "SHA256", "SHA256" };
    struct host h;

    host_open(&h);
    {
        EVP_PKEY *keys[FRESH_KEYS] = { generate_rsa(h.lib),
                                       EVP_PKEY_Q_keygen(h.lib, NULL, "ED25519"),
                                       EVP_PKEY_Q_keygen(h.lib, NULL, "ED448"),
                                       EVP_PKEY_Q_keygen(h.lib, NULL, "EC", "P-256"),
                                       EVP_PKEY_Q_keygen(h.lib, NULL, "EC", "P-384"),
                                       generate_dsa(h.lib) };

        for (unsigned i = 0; i < FRESH_KEYS; i++) {
            CHECK(keys[i] != NULL);
            for (unsigned round = 0; round < ROUNDS / 4; round++)
                use_at_once(h.lib, keys[i], digests[i]);
            EVP_PKEY_free(keys[i]);
        }
    }
    host_close(&h);
}

/* ---- fork: keys made before work in both processes, and keys made after differ ---- */

static void forks(void)
{
    unsigned char keys[2][KEY_LEN];
    int status, ends[2];
    EVP_PKEY *signer, *fresh, *rsa;
    struct host h;
    pid_t pid;

    host_open(&h);
    signer = generate(h.lib, "ED25519");
    rsa = generate_rsa(h.lib);
    sign_rsa(h.lib, rsa);
    CHECK(pipe(ends) == 0);
    pid = fork();
    CHECK(pid >= 0);
    sign(h.lib, signer);
    exchange(h.lib);
    sign_rsa(h.lib, rsa);
    decrypt_rsa(h.lib, rsa);
    fresh = generate(h.lib, "X25519");
    get_private(fresh, keys[0]);
    if (pid == 0) {
        CHECK(write(ends[1], keys[0], KEY_LEN) == KEY_LEN);
        _exit(0);
    }
    CHECK(read(ends[0], keys[1], KEY_LEN) == KEY_LEN && waitpid(pid, &status, 0) == pid && status == 0);
    CHECK(memcmp(keys[0], keys[1], KEY_LEN) != 0);
    EVP_PKEY_free(fresh);
    EVP_PKEY_free(rsa);
    EVP_PKEY_free(signer);
    host_close(&h);
}

/* A copy of a key still works after the key was freed. */
static void lives(void)
{
    struct host h;
    EVP_PKEY *key, *copy;

    host_open(&h);
    key = generate(h.lib, "ED25519");
    copy = EVP_PKEY_dup(key);
    CHECK(copy != NULL && EVP_PKEY_eq(key, copy) == 1);
    EVP_PKEY_free(key);
    sign(h.lib, copy);
    EVP_PKEY_free(copy);
    host_close(&h);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "threads", threads }, { "fresh_keys", fresh_keys }, { "forks", forks }, { "lives", lives }, { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}

/*
 * Objects that outlive what they were made from. Each is made in a process of its own, OPENSSL_cleanup or
 * OSSL_LIB_CTX_free then frees everything else, so that the object is the last user of its provider, and it is freed
 * after that: plugins do this that exit() unloads late, atexit handlers and static destructors. With the module a
 * process must end well wherever it does with OpenSSL's default provider alone. (In 3.5 and 4.0 a DSA key of that
 * provider cannot be freed after its library context.)
 */
#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { STATUS = 7, SECONDS = 600, NUM_THREADS = 4 };

enum type {
    CIPHER,
    DIGEST,
    MAC,
    KDF,
    KEYMGMT,
    SIGNATURE,
    EXCHANGE,
    ASYM_CIPHER,
    KEM,
    CIPHER_CTX,
    DIGEST_CTX,
    MAC_CTX,
    KDF_CTX,
    RAND_CTX,
    KEY,
    KEY_CTX,
    ENCODER_CTX,
    DECODER_CTX,
    OPAQUE_KEY
};

/* ---- the objects: each function returns one in use, or NULL if this release has no such algorithm ---- */

static EVP_PKEY *generate(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, name, NULL);
    EVP_PKEY *key = NULL;

    if (ctx == NULL || EVP_PKEY_keygen_init(ctx) <= 0) {
        EVP_PKEY_CTX_free(ctx);
        return NULL;
    }
    CHECK(group == NULL || EVP_PKEY_CTX_set_group_name(ctx, group) > 0);
    CHECK(strncmp(name, "RSA", 3) != 0 || EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, 1024) > 0); /* for time's sake */
    CHECK(EVP_PKEY_generate(ctx, &key) > 0);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* DSA has no groups by name: take the numbers of RFC 5114. */
static EVP_PKEY *generate_dsa(OSSL_LIB_CTX *lib)
{
    static const char *const names[] = { "p", "q", "g" };
    EVP_PKEY *from = generate(lib, "DHX", "dh_2048_224"), *numbers = NULL, *key = NULL;
    OSSL_PARAM_BLD *list = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "DSA", NULL);
    BIGNUM *n[3] = { NULL, NULL, NULL };
    OSSL_PARAM *params;

    for (unsigned i = 0; i < 3; i++)
        CHECK(EVP_PKEY_get_bn_param(from, names[i], &n[i]) && OSSL_PARAM_BLD_push_BN(list, names[i], n[i]));
    params = OSSL_PARAM_BLD_to_param(list);
    CHECK(EVP_PKEY_fromdata_init(ctx) > 0 && EVP_PKEY_fromdata(ctx, &numbers, EVP_PKEY_KEY_PARAMETERS, params) > 0);
    EVP_PKEY_CTX_free(ctx);
    ctx = EVP_PKEY_CTX_new_from_pkey(lib, numbers, NULL);
    CHECK(EVP_PKEY_keygen_init(ctx) > 0 && EVP_PKEY_keygen(ctx, &key) > 0);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(numbers);
    EVP_PKEY_free(from);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(list);
    for (unsigned i = 0; i < 3; i++)
        BN_free(n[i]);
    return key;
}

static void *make_key(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    return strcmp(name, "DSA") == 0 ? generate_dsa(lib) : generate(lib, name, group);
}

/* A key as a certificate brings it: imported, and without a private half. */
static void *make_public(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY *key = make_key(lib, name, group);
    unsigned char encoded[5000], *end = encoded;
    const unsigned char *next = encoded;
    int len = key == NULL ? 0 : i2d_PUBKEY(key, &end);

    EVP_PKEY_free(key);
    return len <= 0 ? NULL : d2i_PUBKEY_ex(NULL, &next, len, lib, NULL);
}

static void *make_cipher(OSSL_LIB_CTX *lib, const char *name, const char *unused)
{
    unsigned char key[64] = { 1, 2, 3 }, out[100] = { 0 };
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, name, NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int n;

    (void)unused;
    CHECK(EVP_EncryptInit_ex2(ctx, cipher, key, key, NULL) && EVP_EncryptUpdate(ctx, out, &n, out, 32));
    EVP_CIPHER_free(cipher);
    return ctx;
}

static void *make_digest(OSSL_LIB_CTX *lib, const char *name, const char *unused)
{
    EVP_MD *md = EVP_MD_fetch(lib, name, NULL);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    (void)unused;
    CHECK(EVP_DigestInit_ex2(ctx, md, NULL) && EVP_DigestUpdate(ctx, "abc", 3));
    EVP_MD_free(md);
    return ctx;
}

static void *make_mac(OSSL_LIB_CTX *lib, const char *name, const char *of)
{
    EVP_MAC *mac = EVP_MAC_fetch(lib, name, NULL);
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    OSSL_PARAM params[] = { OSSL_PARAM_END, OSSL_PARAM_END };

    if (of != NULL)
        params[0] = OSSL_PARAM_construct_utf8_string(strcmp(name, "HMAC") == 0 ? "digest" : "cipher", (char *)of, 0);
    CHECK(EVP_MAC_init(ctx, (const unsigned char *)"0123456789abcdef", 16, params)
          && EVP_MAC_update(ctx, (const unsigned char *)"abc", 3));
    EVP_MAC_free(mac);
    return ctx;
}

static void *make_kdf(OSSL_LIB_CTX *lib, const char *name, const char *digest)
{
    EVP_KDF *kdf = EVP_KDF_fetch(lib, name, NULL);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    OSSL_PARAM params[] = { OSSL_PARAM_END, OSSL_PARAM_END };

    if (digest != NULL)
        params[0] = OSSL_PARAM_construct_utf8_string("digest", (char *)digest, 0);
    CHECK(EVP_KDF_CTX_set_params(ctx, params));
    EVP_KDF_free(kdf);
    return ctx;
}

static void *make_rand(OSSL_LIB_CTX *lib, const char *name, const char *cipher)
{
    EVP_RAND *rand = EVP_RAND_fetch(lib, name, NULL);
    EVP_RAND_CTX *ctx = EVP_RAND_CTX_new(rand, RAND_get0_primary(lib));
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("cipher", (char *)cipher, 0), OSSL_PARAM_END };

    CHECK(EVP_RAND_instantiate(ctx, 0, 0, NULL, 0, params));
    EVP_RAND_free(rand);
    return ctx;
}

/* The context of an operation holds the key's other references. */
static EVP_PKEY_CTX *context_of(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY *key = make_key(lib, name, group);
    EVP_PKEY_CTX *ctx = key == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(lib, key, NULL);

    EVP_PKEY_free(key);
    return ctx;
}

static void *make_generation(OSSL_LIB_CTX *lib, const char *name, const char *unused)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, name, NULL);

    (void)unused;
    if (ctx == NULL || EVP_PKEY_keygen_init(ctx) > 0)
        return ctx;
    EVP_PKEY_CTX_free(ctx);
    return NULL;
}

static void *make_sign(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY_CTX *ctx = context_of(lib, name, group);

    CHECK(EVP_PKEY_sign_init(ctx) > 0);
    return ctx;
}

static void *make_digest_sign(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY *key = make_key(lib, name, group);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int is_whole = host_signs_whole_messages(name);

    CHECK(EVP_DigestSignInit_ex(ctx, NULL, is_whole ? NULL : "SHA256", lib, NULL, key, NULL));
    CHECK(is_whole || EVP_DigestSignUpdate(ctx, "abc", 3));
    EVP_PKEY_free(key);
    return ctx;
}

static void *make_encrypt(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY_CTX *ctx = context_of(lib, name, group);

    CHECK(EVP_PKEY_encrypt_init(ctx) > 0);
    return ctx;
}

static void *make_derive(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY_CTX *ctx = context_of(lib, name, group);
    EVP_PKEY *own = EVP_PKEY_CTX_get0_pkey(ctx);

    CHECK(EVP_PKEY_derive_init(ctx) > 0 && EVP_PKEY_derive_set_peer(ctx, own) > 0);
    return ctx;
}

static void *make_encapsulate(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY_CTX *ctx = context_of(lib, name, group);

    CHECK(ctx == NULL || EVP_PKEY_encapsulate_init(ctx, NULL) > 0);
    return ctx;
}

/* These keep the key's provider and the encoders or decoders of all. */
static void *make_encoder(OSSL_LIB_CTX *lib, const char *name, const char *group)
{
    EVP_PKEY *key = make_key(lib, name, group);
    OSSL_ENCODER_CTX *ctx = key == NULL
                                ? NULL
                                : OSSL_ENCODER_CTX_new_for_pkey(key, OSSL_KEYMGMT_SELECT_ALL, "PEM", NULL, NULL);

    EVP_PKEY_free(key);
    return ctx;
}

static void *make_decoder(OSSL_LIB_CTX *lib, const char *format, const char *unused)
{
    static EVP_PKEY *key;

    (void)unused;
    return OSSL_DECODER_CTX_new_for_pkey(&key, format, NULL, NULL, 0, lib, NULL);
}

static void *fetch(OSSL_LIB_CTX *lib, enum type type, const char *name)
{
    switch (type) {
    case CIPHER: return EVP_CIPHER_fetch(lib, name, NULL);
    case DIGEST: return EVP_MD_fetch(lib, name, NULL);
    case MAC: return EVP_MAC_fetch(lib, name, NULL);
    case KDF: return EVP_KDF_fetch(lib, name, NULL);
    case KEYMGMT: return EVP_KEYMGMT_fetch(lib, name, NULL);
    case SIGNATURE: return EVP_SIGNATURE_fetch(lib, name, NULL);
    case EXCHANGE: return EVP_KEYEXCH_fetch(lib, name, NULL);
    case ASYM_CIPHER: return EVP_ASYM_CIPHER_fetch(lib, name, NULL);
    case KEM: return EVP_KEM_fetch(lib, name, NULL);
    default: return NULL;
    }
}

#if OPENSSL_VERSION_PREREQ(3, 5)
static void *make_skey(OSSL_LIB_CTX *lib, const char *name, const char *unused)
{
    unsigned char bytes[16] = { 1, 2, 3 };

    (void)unused;
    return EVP_SKEY_import_raw_key(lib, name, bytes, sizeof(bytes), NULL);
}
#endif

static void release(enum type type, void *object)
{
    switch (type) {
    case CIPHER: EVP_CIPHER_free(object); break;
    case DIGEST: EVP_MD_free(object); break;
    case MAC: EVP_MAC_free(object); break;
    case KDF: EVP_KDF_free(object); break;
    case KEYMGMT: EVP_KEYMGMT_free(object); break;
    case SIGNATURE: EVP_SIGNATURE_free(object); break;
    case EXCHANGE: EVP_KEYEXCH_free(object); break;
    case ASYM_CIPHER: EVP_ASYM_CIPHER_free(object); break;
    case KEM: EVP_KEM_free(object); break;
    case CIPHER_CTX: EVP_CIPHER_CTX_free(object); break;
    case DIGEST_CTX: EVP_MD_CTX_free(object); break;
    case MAC_CTX: EVP_MAC_CTX_free(object); break;
    case KDF_CTX: EVP_KDF_CTX_free(object); break;
    case RAND_CTX: EVP_RAND_CTX_free(object); break;
    case KEY: EVP_PKEY_free(object); break;
    case KEY_CTX: EVP_PKEY_CTX_free(object); break;
    case ENCODER_CTX: OSSL_ENCODER_CTX_free(object); break;
    case DECODER_CTX: OSSL_DECODER_CTX_free(object); break;
    case OPAQUE_KEY:
#if OPENSSL_VERSION_PREREQ(3, 5)
        EVP_SKEY_free(object);
#endif
        break;
    }
}

struct object {
    enum type type;
    void *(*make)(OSSL_LIB_CTX *lib, const char *name, const char *of); /* NULL: fetch it */
    const char *name, *of;
};

static const struct object objects[] = {
    { CIPHER, NULL, "AES-128-GCM", NULL },
    { DIGEST, NULL, "SHA256", NULL },
    { MAC, NULL, "HMAC", NULL },
    { KDF, NULL, "HKDF", NULL },
    { KEYMGMT, NULL, "RSA", NULL },
    { KEYMGMT, NULL, "ML-KEM-768", NULL },
    { SIGNATURE, NULL, "ECDSA", NULL },
    { EXCHANGE, NULL, "X25519", NULL },
    { ASYM_CIPHER, NULL, "RSA", NULL },
    { KEM, NULL, "RSA", NULL },
    { CIPHER_CTX, make_cipher, "AES-128-CBC", NULL },
    { CIPHER_CTX, make_cipher, "AES-256-GCM", NULL },
    { CIPHER_CTX, make_cipher, "AES-128-XTS", NULL },
    { DIGEST_CTX, make_digest, "SHA256", NULL },
    { DIGEST_CTX, make_digest, "SHAKE-256", NULL },
    { MAC_CTX, make_mac, "HMAC", "SHA256" },
    { MAC_CTX, make_mac, "CMAC", "AES-128-CBC" },
    { MAC_CTX, make_mac, "CMAC", "CAMELLIA-128-CBC" },
    { MAC_CTX, make_mac, "KMAC-128", NULL },
    { KDF_CTX, make_kdf, "HKDF", "SHA256" },
    { KDF_CTX, make_kdf, "PBKDF2", "SHA256" },
    { KDF_CTX, make_kdf, "SCRYPT", NULL },
    { RAND_CTX, make_rand, "CTR-DRBG", "AES-256-CTR" },
    { KEY, make_key, "RSA", NULL },
    { KEY, make_key, "RSA-PSS", NULL },
    { KEY, make_key, "EC", "P-256" },
    { KEY, make_key, "EC", "P-224" },
    { KEY, make_key, "DSA", NULL },
    { KEY, make_key, "DH", "ffdhe2048" },
    { KEY, make_key, "DHX", "dh_2048_256" },
    { KEY, make_key, "X25519", NULL },
    { KEY, make_key, "X448", NULL },
    { KEY, make_key, "ED25519", NULL },
    { KEY, make_key, "ED448", NULL },
    { KEY, make_key, "ML-KEM-768", NULL },
    { KEY, make_key, "X25519MLKEM768", NULL },
    { KEY, make_key, "SecP256r1MLKEM768", NULL },
    { KEY, make_public, "RSA", NULL },
    { KEY, make_public, "EC", "P-256" },
    { KEY, make_public, "DSA", NULL },
    { KEY, make_public, "DH", "ffdhe2048" },
    { KEY, make_public, "X25519", NULL },
    { KEY_CTX, make_generation, "RSA", NULL },
    { KEY_CTX, make_generation, "EC", NULL },
    { KEY_CTX, make_generation, "X25519", NULL },
    { KEY_CTX, make_generation, "ML-KEM-768", NULL },
    { KEY_CTX, make_sign, "RSA", NULL },
    { KEY_CTX, make_sign, "EC", "P-256" },
    { KEY_CTX, make_sign, "DSA", NULL },
    { DIGEST_CTX, make_digest_sign, "RSA", NULL },
    { DIGEST_CTX, make_digest_sign, "EC", "P-256" },
    { DIGEST_CTX, make_digest_sign, "EC", "P-224" },
    { DIGEST_CTX, make_digest_sign, "DSA", NULL },
    { DIGEST_CTX, make_digest_sign, "ED25519", NULL },
    { KEY_CTX, make_encrypt, "RSA", NULL },
    { KEY_CTX, make_derive, "EC", "P-256" },
    { KEY_CTX, make_derive, "DH", "ffdhe2048" },
    { KEY_CTX, make_derive, "X25519", NULL },
    { KEY_CTX, make_encapsulate, "RSA", NULL },
    { KEY_CTX, make_encapsulate, "ML-KEM-768", NULL },
    { KEY_CTX, make_encapsulate, "X25519MLKEM768", NULL },
    { ENCODER_CTX, make_encoder, "RSA", NULL },
    { ENCODER_CTX, make_encoder, "ML-KEM-768", NULL },
    { DECODER_CTX, make_decoder, "DER", NULL },
#if OPENSSL_VERSION_PREREQ(3, 5)
    { KEYMGMT, NULL, "ML-DSA-65", NULL },
    { SIGNATURE, NULL, "ML-DSA-65", NULL },
    { KEY, make_key, "ML-DSA-65", NULL },
    { KEY, make_public, "ML-DSA-44", NULL },
    { KEY_CTX, make_generation, "ML-DSA-87", NULL },
    { DIGEST_CTX, make_digest_sign, "ML-DSA-44", NULL },
    { KEYMGMT, NULL, "SLH-DSA-SHA2-128f", NULL },
    { SIGNATURE, NULL, "SLH-DSA-SHAKE-128f", NULL },
    { KEY, make_key, "SLH-DSA-SHA2-128f", NULL },
    { KEY, make_public, "SLH-DSA-SHAKE-128f", NULL },
    { KEY_CTX, make_generation, "SLH-DSA-SHA2-256f", NULL },
    { DIGEST_CTX, make_digest_sign, "SLH-DSA-SHA2-128f", NULL },
    { OPAQUE_KEY, make_skey, "AES", NULL },
    { OPAQUE_KEY, make_skey, "GENERIC-SECRET", NULL },
#endif
};

enum { NUM_OBJECTS = sizeof(objects) / sizeof(objects[0]) };

static void *make(const struct object *o, OSSL_LIB_CTX *lib)
{
    return o->make == NULL ? fetch(lib, o->type, o->name) : o->make(lib, o->name, o->of);
}

/* ---- the ways to be late ---- */

static char config[HOST_PATH];

/* By configuration, since OSSL_PROVIDER_load returns a reference that would hold the module to the end. */
static void load(OSSL_LIB_CTX *lib, int with_module)
{
    if (!with_module)
        return;
    CHECK(OSSL_LIB_CTX_load_config(lib, config));
    CHECK(strcmp(host_provider_of(lib, "AES-128-GCM"), "afterburner") == 0);
}

static void after_cleanup(const struct object *o, int with_module)
{
    void *object;

    load(NULL, with_module);
    object = make(o, NULL);
    OPENSSL_cleanup();
    release(o->type, object);
}

static void after_context(const struct object *o, int with_module)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    void *object;

    load(lib, with_module);
    object = make(o, lib);
    OSSL_LIB_CTX_free(lib);
    release(o->type, object);
    OPENSSL_cleanup();
}

static void after_context_and_cleanup(const struct object *o, int with_module)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    void *object;

    load(lib, with_module);
    object = make(o, lib);
    OSSL_LIB_CTX_free(lib);
    OPENSSL_cleanup();
    release(o->type, object);
}

/* All threads free at once; each has used libcrypto, so its own data is freed as it ends, after OPENSSL_cleanup. */
struct thread {
    pthread_t id;
    const struct object *o;
    void *object;
    pthread_barrier_t *gate;
};

static void *free_late(void *arg)
{
    struct thread *t = arg;

    t->object = make(t->o, NULL);
    pthread_barrier_wait(t->gate);
    pthread_barrier_wait(t->gate);
    release(t->o->type, t->object);
    return NULL;
}

static void after_cleanup_in_threads(const struct object *o, int with_module)
{
    struct thread threads[NUM_THREADS];
    pthread_barrier_t gate;

    load(NULL, with_module);
    CHECK(pthread_barrier_init(&gate, NULL, NUM_THREADS + 1) == 0);
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        threads[i] = (struct thread){ .o = o, .gate = &gate };
        CHECK(pthread_create(&threads[i].id, NULL, free_late, &threads[i]) == 0);
    }
    pthread_barrier_wait(&gate);
    OPENSSL_cleanup();
    pthread_barrier_wait(&gate);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        CHECK(pthread_join(threads[i].id, NULL) == 0);
}

/* exit() runs this after libcrypto's own handler, which is registered later. */
static const struct object *last_object;
static void *last;

static void free_last(void)
{
    release(last_object->type, last);
    _exit(STATUS); /* before the leak checker of a sanitizer */
}

static void at_exit(const struct object *o, int with_module)
{
    last_object = o;
    CHECK(atexit(free_last) == 0);
    load(NULL, with_module);
    last = make(o, NULL);
    exit(1);
}

static const struct {
    const char *name;
    void (*run)(const struct object *o, int with_module);
} ways[] = {
    { "after OPENSSL_cleanup", after_cleanup },
    { "after OPENSSL_cleanup, in threads", after_cleanup_in_threads },
    { "after its library context", after_context },
    { "after its library context and OPENSSL_cleanup", after_context_and_cleanup },
    { "at exit", at_exit },
};

enum { NUM_WAYS = sizeof(ways) / sizeof(ways[0]) };

/* ---- the parent, which never calls libcrypto itself ---- */

static int ends_well(unsigned way, const struct object *o, int with_module)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        snprintf(host_note, sizeof(host_note), "%s", o->name);
        alarm(SECONDS);
        ways[way].run(o, with_module);
        _exit(STATUS);
    }
    CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == STATUS;
}

int main(void)
{
    unsigned good = 0, failures = 0;

    host_write_config(config, "");
    for (unsigned way = 0; way < NUM_WAYS; way++)
        for (unsigned i = 0; i < NUM_OBJECTS; i++) {
            int alone = ends_well(way, &objects[i], 0), with_module = ends_well(way, &objects[i], 1);

            good += (unsigned)alone;
            failures += (unsigned)(alone && !with_module);
            if (!alone || !with_module)
                printf("object %u (%s), freed %s: %s with the module, %s with the default provider alone\n", i,
                       objects[i].name, ways[way].name, with_module ? "ok" : "FAILED", alone ? "ok" : "fails");
        }
    CHECK(unlink(config) == 0);
    printf("%u objects freed in %u ways: %u failures\n", (unsigned)NUM_OBJECTS, (unsigned)NUM_WAYS, failures);
    return failures == 0 && good >= NUM_OBJECTS * NUM_WAYS * 9 / 10 ? 0 : 1;
}

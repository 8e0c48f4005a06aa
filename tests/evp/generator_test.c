/*
 * All random bytes of the module come from the generator that the library context is configured with, a RAND_METHOD or
 * a provider's RAND: at first use, again after a bounded number of bytes, again in a child after fork, and in every
 * thread. If the generator fails, the operation fails, as in the default provider. The operating system's bytes are
 * mixed in: keys differ even if the generator always returns the same bytes.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* for RAND_METHOD */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keys.h"

enum { MANY = 1100, OUTPUT = 16384, NONCE = 32, THREADS = 4 };

static struct harness h;
static const uint8_t digest[32] = { 5 };
static EVP_PKEY *ec_key, *rsa_key, *dsa_key, *mldsa_key;

/* ---- the generators: they count calls, return the same bytes in every run, and can be made to fail ---- */

static _Atomic unsigned num_draws;
static _Atomic int is_failing;

static int give(unsigned char *out, size_t len)
{
    struct random r = { atomic_fetch_add(&num_draws, 1) };

    random_bytes(&r, out, len);
    return !is_failing;
}

static int method_bytes(unsigned char *out, int len)
{
    return give(out, (size_t)len);
}

static int method_status(void)
{
    return 1;
}

static const RAND_METHOD method = { .bytes = method_bytes, .pseudorand = method_bytes, .status = method_status };

static void *rand_newctx(void *provctx, void *parent, const OSSL_DISPATCH *parent_calls)
{
    static int some;

    (void)provctx, (void)parent, (void)parent_calls;
    return &some;
}

static void rand_freectx(void *ctx)
{
    (void)ctx;
}

static int rand_instantiate(void *ctx, unsigned strength, int resistance, const unsigned char *text, size_t len,
                            const OSSL_PARAM params[])
{
    (void)ctx, (void)strength, (void)resistance, (void)text, (void)len, (void)params;
    return 1;
}

static int rand_uninstantiate(void *ctx)
{
    (void)ctx;
    return 1;
}

static int rand_generate(void *ctx, unsigned char *out, size_t len, unsigned strength, int resistance,
                         const unsigned char *more, size_t more_len)
{
    (void)ctx, (void)strength, (void)resistance, (void)more, (void)more_len;
    return give(out, len);
}

static int rand_get_params(void *ctx, OSSL_PARAM params[])
{
    OSSL_PARAM *p;

    (void)ctx;
    if ((p = OSSL_PARAM_locate(params, OSSL_RAND_PARAM_STATE)) != NULL)
        OSSL_PARAM_set_int(p, EVP_RAND_STATE_READY);
    if ((p = OSSL_PARAM_locate(params, OSSL_RAND_PARAM_STRENGTH)) != NULL)
        OSSL_PARAM_set_uint(p, 256);
    if ((p = OSSL_PARAM_locate(params, OSSL_RAND_PARAM_MAX_REQUEST)) != NULL)
        OSSL_PARAM_set_size_t(p, 65536);
    return 1;
}

static const OSSL_DISPATCH rand_functions[] = {
    { OSSL_FUNC_RAND_NEWCTX, (void (*)(void))rand_newctx },
    { OSSL_FUNC_RAND_FREECTX, (void (*)(void))rand_freectx },
    { OSSL_FUNC_RAND_INSTANTIATE, (void (*)(void))rand_instantiate },
    { OSSL_FUNC_RAND_UNINSTANTIATE, (void (*)(void))rand_uninstantiate },
    { OSSL_FUNC_RAND_GENERATE, (void (*)(void))rand_generate },
    { OSSL_FUNC_RAND_GET_CTX_PARAMS, (void (*)(void))rand_get_params },
    { OSSL_FUNC_RAND_ENABLE_LOCKING, (void (*)(void))rand_uninstantiate },
    { 0, NULL },
};

static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_store)
{
    static const OSSL_ALGORITHM rands[] = { { "MANDATED", "provider=mandating", rand_functions, "" },
                                            { NULL, NULL, NULL, NULL } };

    (void)provctx;
    *no_store = 0;
    return operation == OSSL_OP_RAND ? rands : NULL;
}

static int init_mandating(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                          void **ctx)
{
    static const OSSL_DISPATCH functions[] = { { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query },
                                               { 0, NULL } };

    (void)in;
    *out = functions;
    *ctx = (void *)handle;
    return 1;
}

/* ---- the operations that need random bytes ---- */

static int sign(EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(MODULE));
    uint8_t sig[512];
    size_t len = sizeof(sig);
    int ok = EVP_PKEY_sign_init(ctx) == 1 && EVP_PKEY_sign(ctx, sig, &len, digest, key == dsa_key ? 20 : 32) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int sign_ecdsa(void)
{
    return sign(ec_key);
}

static int sign_dsa(void)
{
    return sign(dsa_key);
}

static int encrypt_oaep(void)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, rsa_key, BY(MODULE));
    uint8_t out[512];
    size_t len = sizeof(out);
    int ok = EVP_PKEY_encrypt_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_OAEP_PADDING) == 1
             && EVP_PKEY_encrypt(ctx, out, &len, digest, 32) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int generate(const char *type, const OSSL_PARAM *params)
{
    EVP_PKEY *key = key_generate(MODULE, type, params);

    EVP_PKEY_free(key);
    return key != NULL;
}

static int generate_ec(void)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 5),
                                  OSSL_PARAM_END };

    return generate("EC", params);
}

static int generate_x25519(void)
{
    return generate("X25519", NULL);
}

static int generate_dh(void)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"ffdhe2048", 9),
                                  OSSL_PARAM_END };

    return generate("DH", params);
}

static int generate_rsa(void)
{
    const size_t bits = 512;
    const OSSL_PARAM params[] = { OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, (size_t *)&bits), OSSL_PARAM_END };

    return generate("RSA", params);
}

static int generate_mldsa(void)
{
    return generate("ML-DSA-44", NULL);
}

static int generate_slhdsa(void)
{
    return generate("SLH-DSA-SHA2-128f", NULL);
}

static int sign_mldsa(void)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    uint8_t sig[2420];
    size_t len = sizeof(sig);
    int ok = EVP_DigestSignInit_ex(ctx, NULL, NULL, keys_lib, BY(MODULE), mldsa_key, NULL) == 1
             && EVP_DigestSign(ctx, sig, &len, digest, 32) == 1;

    EVP_MD_CTX_free(ctx);
    return ok;
}

/* Let the module draw an IV, for TLS and for callers that set none. */
static int draw_iv(void)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(keys_lib, "AES-128-GCM", BY(MODULE));
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t key[16] = { 1 }, out[16];
    int len, ok = EVP_EncryptInit_ex2(ctx, cipher, key, NULL, NULL) && EVP_EncryptUpdate(ctx, out, &len, digest, 16);

    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok;
}

typedef int work_fn(void);

static const struct work {
    const char *name;
    work_fn *do_it;
    const char *type; /* of keys that not every release and processor has; NULL: all have it */
} works[] = {
    { "ECDSA", sign_ecdsa, NULL },
    { "DSA", sign_dsa, NULL },
    { "OAEP", encrypt_oaep, "RSA" },
    { "keys of EC", generate_ec, NULL },
    { "X25519", generate_x25519, NULL },
    { "keys of DH", generate_dh, NULL },
    { "RSA", generate_rsa, "RSA" },
    { "IVs of GCM", draw_iv, NULL },
    { "keys of ML-DSA", generate_mldsa, "ML-DSA-44" },
    { "ML-DSA", sign_mldsa, "ML-DSA-44" },
    { "keys of SLH-DSA", generate_slhdsa, "SLH-DSA-SHA2-128f" },
};

/* The work after w, or the first one for NULL; NULL after the last. Leaves out what is not offered here. */
static const struct work *next_work(const struct work *w)
{
    const struct work *end = works + sizeof(works) / sizeof(works[0]);

    for (w = w == NULL ? works : w + 1; w < end; w++)
        if (w->type == NULL || key_is_offered(w->type))
            return w;
    return NULL;
}

/* ---- checks ---- */

/* Bytes drawn earlier may still be used, so it may take a few calls until the generator is called again. */
static void check_drawn(const char *generator)
{
    for (const struct work *w = next_work(NULL); w != NULL; w = next_work(w)) {
        unsigned before = num_draws, times = 0;

        while (num_draws == before && times < OUTPUT / 8 && w->do_it())
            times++;
        CHECK(num_draws != before, "%s is not drawn from by %s, %u times", generator, w->name, times);
    }
}

/* There is at least one draw for every OUTPUT bytes of nonces. */
static void check_often(const char *generator)
{
    unsigned before = num_draws;

    for (unsigned i = 0; i < MANY; i++)
        CHECK(sign_ecdsa(), "ECDSA fails");
    CHECK(num_draws - before >= MANY * NONCE / OUTPUT, "%s is drawn from %u times by %d signatures", generator,
          num_draws - before, (int)MANY);
}

/* No call succeeds once the bytes drawn earlier are used up. */
static void check_failing(const char *generator)
{
    is_failing = 1;
    for (const struct work *w = next_work(NULL); w != NULL; w = next_work(w)) {
        unsigned times = 0;

        while (times < OUTPUT && w->do_it())
            times++;
        CHECK(times < OUTPUT, "%s fails, and %s continues", generator, w->name);
        CHECK(!w->do_it(), "%s fails, and %s continues again", generator, w->name);
        ERR_clear_error();
    }
    is_failing = 0;
    for (const struct work *w = next_work(NULL); w != NULL; w = next_work(w))
        CHECK(w->do_it(), "%s is back, and %s still fails", generator, w->name);
}

/* The child seeds its own state: its first signature calls the generator. */
static void check_fork(const char *generator)
{
    int status = -1;
    pid_t pid;

    CHECK(sign_ecdsa(), "ECDSA fails");
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        unsigned before = num_draws;
        int ok = sign_ecdsa();

        _exit(ok && num_draws != before ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    CHECK(status == 0, "%s is not called by a child after fork", generator);
}

static void *sign_many(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < MANY; i++)
        CHECK(sign_ecdsa(), "ECDSA fails in a thread");
    return NULL;
}

static void check_threads(void)
{
    pthread_t threads[THREADS];

    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, sign_many, NULL) == 0, "no thread");
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* Make a key in a child that has no buffered bytes, and whose generator starts from the beginning. */
static void key_of_child(uint8_t key[32])
{
    int ends[2], status = -1;
    pid_t pid;

    CHECK(pipe(ends) == 0, "no pipe");
    pid = fork();
    if (pid == 0) {
        EVP_PKEY *k;
        size_t len;

        num_draws = 0;
        k = key_generate(MODULE, "X25519", NULL);
        _exit(EVP_PKEY_get_octet_string_param(k, OSSL_PKEY_PARAM_PRIV_KEY, key, 32, &len)
                      && write(ends[1], key, 32) == 32
                  ? 0
                  : 1);
    }
    CHECK(read(ends[0], key, 32) == 32 && waitpid(pid, &status, 0) == pid && status == 0, "no key from a child");
    close(ends[0]);
    close(ends[1]);
}

/* The generator returns the same bytes in both children; the operating system's bytes still make the keys different. */
static void check_mixed(const char *generator)
{
    uint8_t key[2][32];

    key_of_child(key[0]);
    key_of_child(key[1]);
    CHECK(memcmp(key[0], key[1], 32) != 0, "%s alone makes the keys", generator);
}

static void check_all(const char *generator)
{
    check_drawn(generator);
    check_often(generator);
    check_fork(generator);
    check_threads();
    check_mixed(generator);
    check_failing(generator);
}

static void make_keys(void)
{
    const size_t p_bits = 1024, q_bits = 160, bits = 1024;
    const OSSL_PARAM ec[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 5), OSSL_PARAM_END };
    const OSSL_PARAM rsa[] = { OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, (size_t *)&bits), OSSL_PARAM_END };
    const OSSL_PARAM dsa[] = { OSSL_PARAM_size_t(OSSL_PKEY_PARAM_FFC_PBITS, (size_t *)&p_bits),
                               OSSL_PARAM_size_t(OSSL_PKEY_PARAM_FFC_QBITS, (size_t *)&q_bits), OSSL_PARAM_END };
    EVP_PKEY *parameters = key_generate_params(MODULE, "DSA", dsa);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, parameters, BY(MODULE));

    ec_key = key_generate(MODULE, "EC", ec);
    rsa_key = key_is_offered("RSA") ? key_generate(MODULE, "RSA", rsa) : NULL;
    CHECK(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_keygen(ctx, &dsa_key) == 1, "no key of DSA");
    mldsa_key = key_is_offered("ML-DSA-44") ? key_generate(MODULE, "ML-DSA-44", NULL) : NULL;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(parameters);
}

static void drop_keys(void)
{
    EVP_PKEY_free(ec_key);
    EVP_PKEY_free(rsa_key);
    EVP_PKEY_free(dsa_key);
    EVP_PKEY_free(mldsa_key);
}

/* Choose the generator before the library context draws anything. */
static OSSL_PROVIDER *choose_provider(OSSL_LIB_CTX *lib)
{
    OSSL_PROVIDER *prov = NULL;

    CHECK(OSSL_PROVIDER_add_builtin(lib, "mandating", init_mandating)
              && (prov = OSSL_PROVIDER_load(lib, "mandating")) != NULL
              && RAND_set_DRBG_type(lib, "MANDATED", NULL, NULL, NULL),
          "the RAND provider is not accepted");
    return prov;
}

/* Check the text that `afterburner status` prints. */
static void check_told(OSSL_PROVIDER *module, const char *part)
{
    char text[200] = "";
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("afterburner-random", text, sizeof(text)), OSSL_PARAM_END };

    CHECK(OSSL_PROVIDER_get_params(module, params) && strstr(text, part) != NULL, "told: %s", text);
}

/* Without the default provider only the operating system's generator is left, and the module reports it. */
static void check_alone(void)
{
    OSSL_PROVIDER *module = NULL;
    OSSL_LIB_CTX *lib = open_module("afterburner", NULL, &module), *with = keys_lib;

    CHECK(lib != NULL, "the module does not load alone");
    keys_lib = lib;
    CHECK(generate_x25519() && generate_ec(), "no keys without the default provider");
    check_told(module, "alone");
    keys_lib = with;
    OSSL_PROVIDER_unload(module);
    OSSL_LIB_CTX_free(lib);
}

int main(void)
{
    OSSL_PROVIDER *mandating;

    keys_open(&h, "EC");
    check_told(h.prov[MODULE], "mixed");
    mandating = choose_provider(keys_lib);
    make_keys();
    check_all("a provider's RAND");
    RAND_set_rand_method(&method);
    check_all("a RAND_METHOD");
    RAND_set_rand_method(NULL);
    drop_keys();
    check_alone();
    printf("%u draws, %u failures\n", num_draws, failures);
    OSSL_PROVIDER_unload(mandating);
    harness_close(&h);
    return failures != 0;
}

/*
 * An engine that comes and goes while contexts and methods are kept: it has a SHA-256 and an RSA method of its own, and
 * loads keys.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/engine.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <string.h>

#include "transcript.h"

#ifdef OPENSSL_NO_ENGINE
void check_engines(void)
{
    say("no engines\n");
}
#else

static EVP_MD *engine_digest;
static RSA_METHOD *engine_rsa;
static int num_digests, num_signatures;

/* ---- the engine ---- */

static int digest_init(EVP_MD_CTX *ctx)
{
    (void)ctx;
    return 1;
}

static int digest_update(EVP_MD_CTX *ctx, const void *data, size_t len)
{
    (void)ctx;
    (void)data;
    (void)len;
    return 1;
}

/* Not SHA-256, so that the transcript shows whose digest it is. */
static int digest_final(EVP_MD_CTX *ctx, unsigned char *out)
{
    (void)ctx;
    num_digests++;
    memset(out, 0xe5, 32);
    return 1;
}

static int find_digest(ENGINE *engine, const EVP_MD **digest, const int **nids, int nid)
{
    static const int only[] = { NID_sha256 };

    (void)engine;
    if (digest == NULL) {
        *nids = only;
        return 1;
    }
    *digest = nid == NID_sha256 ? engine_digest : NULL;
    return *digest != NULL;
}

static int sign(int len, const unsigned char *from, unsigned char *to, RSA *rsa, int padding)
{
    num_signatures++;
    return RSA_meth_get_priv_enc(RSA_PKCS1_OpenSSL())(len, from, to, rsa, padding);
}

static EVP_PKEY *read_pem(const char *name)
{
    const struct file *f = find_file(name);
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(in, NULL, NULL, NULL);

    BIO_free(in);
    return key;
}

static EVP_PKEY *load_key(ENGINE *engine, const char *name, UI_METHOD *ui, void *arg)
{
    (void)engine;
    (void)ui;
    (void)arg;
    return read_pem(name);
}

static ENGINE *make_engine(void)
{
    ENGINE *engine = ENGINE_new();

    engine_digest = EVP_MD_meth_new(NID_sha256, NID_undef);
    engine_rsa = RSA_meth_dup(RSA_PKCS1_OpenSSL());
    need(engine != NULL && engine_digest != NULL && engine_rsa != NULL, "an engine");
    EVP_MD_meth_set_result_size(engine_digest, 32);
    EVP_MD_meth_set_input_blocksize(engine_digest, 64);
    EVP_MD_meth_set_app_datasize(engine_digest, 1); /* libcrypto updates no digest without data */
    EVP_MD_meth_set_init(engine_digest, digest_init);
    EVP_MD_meth_set_update(engine_digest, digest_update);
    EVP_MD_meth_set_final(engine_digest, digest_final);
    RSA_meth_set_priv_enc(engine_rsa, sign);
    need(ENGINE_set_id(engine, "test") && ENGINE_set_name(engine, "a test") && ENGINE_set_digests(engine, find_digest)
             && ENGINE_set_RSA(engine, engine_rsa) && ENGINE_set_load_privkey_function(engine, load_key)
             && ENGINE_add(engine) && ENGINE_init(engine),
         "an engine's functions");
    return engine;
}

/* ---- what a program sees of it ---- */

static void digest(const char *when, const EVP_MD *md)
{
    unsigned char out[EVP_MAX_MD_SIZE] = { 0 };

    say("%s: a digest", when);
    say_result(EVP_Digest("abc", 3, out, NULL, md, NULL));
    say("    %02x%02x\n", out[0], out[1]);
}

static void sign_with(const char *when, EVP_PKEY *key)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    unsigned char out[512] = { 0 };
    size_t len = sizeof(out);

    say("%s: a signature", when);
    say_result(EVP_DigestSignInit(ctx, NULL, EVP_sha1(), NULL, key) > 0
               && EVP_DigestSign(ctx, out, &len, (const unsigned char *)"abc", 3) > 0);
    say("    %02x%02x, by the engine %d\n", out[0], out[1], num_signatures);
    EVP_MD_CTX_free(ctx);
    say("    its key");
    say_key(key);
}

static void work(const char *when, ENGINE *engine)
{
    for (int i = 0; i < 3; i++) {
        EVP_MD *fetched = EVP_MD_fetch(NULL, "SHA256", NULL);

        digest(when, EVP_sha256());
        digest(when, fetched);
        EVP_MD_free(fetched);
        sign_with(when, read_pem("rsa.pkcs8.pem"));
        sign_with(when, read_pem("rsa.own.pem"));
        say("%s: a curve's key", when);
        say_key(read_pem("p256.pkcs8.pem"));
        say("%s: the engine's key", when);
        say_key(ENGINE_load_private_key(engine, "p256.own.pem", NULL, NULL));
    }
}

void check_engines(void)
{
    ENGINE *engine;

    sign_with("without an engine", read_pem("rsa.pkcs8.pem"));
    engine = make_engine();
    work("before it is the default", engine);
    need(ENGINE_set_default(engine, ENGINE_METHOD_DIGESTS | ENGINE_METHOD_RSA), "a default engine");
    work("while it is the default", engine);
    ENGINE_unregister_digests(engine);
    ENGINE_unregister_RSA(engine);
    work("after it", engine);
    need(num_digests > 0 && num_signatures == 6, "the engine has not digested and signed");
    ENGINE_remove(engine);
    ENGINE_finish(engine);
    ENGINE_free(engine);
    RSA_meth_free(engine_rsa);
    EVP_MD_meth_free(engine_digest);
}
#endif

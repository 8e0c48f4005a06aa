/*
 * Published vectors of RSA through EVP, in the text form that convert_rsa.py writes. Keys and operations are the
 * module's where it offers them.
 */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "vector.h"

enum { MAX_LINE = 40000, MAX_WORDS = 12, MAX_LEN = 2048 };
#define PROPERTIES "?provider=afterburner"

static OSSL_LIB_CTX *lib;
static EVP_PKEY *key; /* the key of the current vectors */

static int is_release(unsigned major, unsigned minor)
{
    return OpenSSL_version_num() >= ((unsigned long)major << 28 | (unsigned long)minor << 20);
}

static struct bytes decode(char *word)
{
    static uint8_t none[1];

    return strcmp(word, "-") == 0 ? (struct bytes){ none, 0 } : vector_decode(word);
}

/* Returns whether this verdict contradicts "valid", "invalid" or "acceptable". */
static void check_verdict(const char *result, int ok, const char *id)
{
    if ((strcmp(result, "valid") == 0 && !ok) || (strcmp(result, "invalid") == 0 && ok))
        fail("%s: %s, and was %s", id, result, ok ? "accepted" : "refused");
    ERR_clear_error();
}

static void read_key(char **words, unsigned num)
{
    static const char *const names[] = {
        "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2", "rsa-coefficient1"
    };
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "RSA", PROPERTIES);
    BIGNUM *numbers[8] = { NULL };
    OSSL_PARAM *params;

    EVP_PKEY_free(key);
    key = NULL;
    for (unsigned i = 0; i + 1 < num && i < 8; i++) {
        BN_hex2bn(&numbers[i], words[i + 1]);
        OSSL_PARAM_BLD_push_BN(build, names[i], numbers[i]);
    }
    params = OSSL_PARAM_BLD_to_param(build);
    if (EVP_PKEY_fromdata_init(ctx) != 1
        || EVP_PKEY_fromdata(ctx, &key, num > 3 ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        fail("a key of %u numbers is refused", num - 1);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    for (unsigned i = 0; i < 8; i++)
        BN_clear_free(numbers[i]);
}

/* Salt lengths are the values that EVP accepts: a number, or "auto". NULL: PKCS#1 v1.5. */
static int verify(const char *digest, const char *mgf1, const char *salt_len, struct bytes message,
                  struct bytes signature)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("pad-mode", salt_len != NULL ? "pss" : "pkcs1", 0),
                            OSSL_PARAM_END, OSSL_PARAM_END, OSSL_PARAM_END };
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *inner;
    int ok;

    if (salt_len != NULL) {
        params[1] = OSSL_PARAM_construct_utf8_string("saltlen", (char *)salt_len, 0);
        params[2] = OSSL_PARAM_construct_utf8_string("mgf1-digest", (char *)mgf1, 0);
    }
    ok = EVP_DigestVerifyInit_ex(ctx, &inner, digest, lib, PROPERTIES, key, NULL) == 1
         && EVP_PKEY_CTX_set_params(inner, params) == 1
         && EVP_DigestVerify(ctx, signature.data, signature.len, message.data, message.len) == 1;
    EVP_MD_CTX_free(ctx);
    return ok;
}

/* PKCS#1 v1.5 without a digest. Since OpenSSL 3.2 a wrong padding returns another message, always the same one. */
static int decrypt(const OSSL_PARAM *params, struct bytes ciphertext, struct bytes message)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, PROPERTIES);
    uint8_t out[MAX_LEN], again[MAX_LEN];
    size_t len = sizeof(out), again_len = sizeof(again);
    int ok = EVP_PKEY_decrypt_init_ex(ctx, params) == 1
             && EVP_PKEY_decrypt(ctx, out, &len, ciphertext.data, ciphertext.len) == 1;

    if (ok
        && (EVP_PKEY_decrypt(ctx, again, &again_len, ciphertext.data, ciphertext.len) != 1 || again_len != len
            || memcmp(out, again, len) != 0))
        fail("a ciphertext is decrypted to two messages");
    EVP_PKEY_CTX_free(ctx);
    return ok && len == message.len && memcmp(out, message.data, len) == 0;
}

static int decrypt_pkcs1(struct bytes ciphertext, struct bytes message)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("pad-mode", "pkcs1", 5), OSSL_PARAM_END };

    return decrypt(params, ciphertext, message);
}

static int decrypt_oaep(char *digest, char *mgf1, struct bytes label, struct bytes ciphertext, struct bytes message)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("pad-mode", "oaep", 4),
                                  OSSL_PARAM_construct_utf8_string("digest", digest, 0),
                                  OSSL_PARAM_construct_utf8_string("mgf1-digest", mgf1, 0),
                                  OSSL_PARAM_octet_string("oaep-label", label.data, label.len), OSSL_PARAM_END };

    return decrypt(params, ciphertext, message);
}

/* An empty message that is refused cannot be distinguished from implicit rejection. */
static int can_be_checked(const char *result, struct bytes message)
{
    return strcmp(result, "valid") == 0 || message.len != 0 || !is_release(3, 2);
}

static int run_vector(char **words, unsigned num)
{
    const char *what = words[0], *result = words[1], *id = words[num - 1];

    if (strcmp(what, "pkcs1") == 0 && num == 6)
        check_verdict(result, verify(words[2], NULL, NULL, decode(words[3]), decode(words[4])), id);
    else if (strcmp(what, "pss") == 0 && num == 8)
        check_verdict(result, verify(words[2], words[3], words[4], decode(words[5]), decode(words[6])), id);
    else if (strcmp(what, "oaep") == 0 && num == 8)
        check_verdict(result, decrypt_oaep(words[2], words[3], decode(words[4]), decode(words[5]), decode(words[6])),
                      id);
    else if (strcmp(what, "decrypt") == 0 && num == 5) {
        struct bytes ciphertext = decode(words[2]), message = decode(words[3]);
        int ok = decrypt_pkcs1(ciphertext, message);

        if (can_be_checked(result, message))
            check_verdict(result, ok, id);
    } else
        fail("no vector: %s of %u words", what, num);
    return 1;
}

/* Returns the number of vectors. */
static unsigned run_file(const char *path)
{
    static char text[MAX_LINE];
    FILE *f = fopen(path, "r");
    unsigned count = 0;

    if (f == NULL) {
        fail("%s does not open", path);
        return 0;
    }
    while (fgets(text, sizeof(text), f) != NULL) {
        char *words[MAX_WORDS], *save = NULL;
        unsigned num = 0;

        for (char *word = strtok_r(text, " \n", &save); word != NULL && num < MAX_WORDS;
             word = strtok_r(NULL, " \n", &save))
            words[num++] = word;
        if (num > 2 && strcmp(words[0], "key") == 0)
            read_key(words, num);
        else if (num > 2 && key != NULL)
            count += (unsigned)run_vector(words, num);
    }
    fclose(f);
    return count;
}

int main(int argc, char **argv)
{
    struct harness h;

    harness_open(&h);
    lib = h.lib[MODULE];
    for (int i = 1; i < argc; i++) {
        unsigned num = run_file(argv[i]);

        printf("%s: %u vectors, by %s\n", argv[i], num, OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)));
        if (num == 0)
            fail("%s: no vectors", argv[i]);
    }
    EVP_PKEY_free(key);
    harness_close(&h);
    return failures != 0;
}

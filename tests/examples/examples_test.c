/*
 * The examples through EVP: AES-XCTR against AES-ECB of the default provider, MD4 against the answers of RFC 1320, HMAC
 * and HKDF over it against RFC 2104, and Schnorr keys and signatures against each other. The module whose first
 * implementations are broken gives the same, with the next ones.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { BLOCK = 16, LONGEST = 2000, KEY_LEN = 8, SIGNATURE_LEN = 16, DIGEST_LEN = 16 };

static const char PROPERTIES[] = "provider=afterburner";

struct fixture {
    const char *module;
    OSSL_LIB_CTX *lib;
    OSSL_PROVIDER *prov, *beside;
};

static int expect(const struct fixture *f, int is_right, const char *what)
{
    if (!is_right)
        fail("%s: %s", f->module, what);
    return is_right;
}

/* ---- AES-XCTR ---- */

static void fill(uint8_t *out, size_t len, unsigned seed)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)((i + seed) * 0x9e3779b1u >> 24);
}

/* Block i of the keystream is E(iv ^ (i + 1)), with i + 1 in little-endian order. */
static int expected_xctr(const uint8_t *key, size_t key_len, const uint8_t iv[BLOCK], const uint8_t *in, uint8_t *out,
                         size_t len)
{
    static uint8_t blocks[LONGEST + BLOCK];
    const EVP_CIPHER *ecb = key_len == 16 ? EVP_aes_128_ecb() : key_len == 24 ? EVP_aes_192_ecb() : EVP_aes_256_ecb();
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    int rounded = (int)((len + BLOCK - 1) / BLOCK * BLOCK), n, ok;

    for (size_t i = 0; i < (size_t)rounded; i++)
        blocks[i] = iv[i % BLOCK] ^ (i % BLOCK < 8 ? (uint8_t)((i / BLOCK + 1) >> 8 * (i % BLOCK)) : 0);
    ok = EVP_EncryptInit_ex(c, ecb, NULL, key, NULL) && EVP_EncryptUpdate(c, blocks, &n, blocks, rounded);
    EVP_CIPHER_CTX_free(c);
    for (size_t i = 0; i < len; i++)
        out[i] = in[i] ^ blocks[i];
    return ok;
}

/* Cut the message in two at every third place. */
static int run_xctr(EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *iv, int enc, const uint8_t *in, uint8_t *out,
                    int len, int cut)
{
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    int first = 0, second = 0, last = 0, ok;

    ok = EVP_CipherInit_ex(c, cipher, NULL, key, iv, enc) && EVP_CipherUpdate(c, out, &first, in, cut)
         && EVP_CipherUpdate(c, out + cut, &second, in + cut, len - cut) && EVP_CipherFinal_ex(c, out + len, &last);
    EVP_CIPHER_CTX_free(c);
    return ok && first == cut && second == len - cut && last == 0;
}

static void check_xctr_length(const struct fixture *f, EVP_CIPHER *cipher, int len, int cut)
{
    uint8_t key[32], iv[BLOCK], in[LONGEST], want[LONGEST], got[LONGEST + BLOCK];

    fill(key, sizeof(key), 1);
    fill(iv, sizeof(iv), 100);
    fill(in, sizeof(in), 1000);
    expect(f,
           expected_xctr(key, (size_t)EVP_CIPHER_get_key_length(cipher), iv, in, want, (size_t)len)
               && run_xctr(cipher, key, iv, 1, in, got, len, cut) && memcmp(got, want, (size_t)len) == 0,
           "encryption by AES-XCTR");
    expect(f, run_xctr(cipher, key, iv, 0, got, got, len, cut) && memcmp(got, in, (size_t)len) == 0,
           "decryption by AES-XCTR");
}

static void check_xctr(const struct fixture *f, const char *name, int key_len)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(f->lib, name, PROPERTIES);

    if (!expect(f, cipher != NULL, name))
        return;
    expect(f, EVP_CIPHER_get_key_length(cipher) == key_len && EVP_CIPHER_get_iv_length(cipher) == BLOCK,
           "lengths of AES-XCTR");
    for (int len = 0; len < LONGEST; len += len < 70 ? 1 : 61)
        check_xctr_length(f, cipher, len, len / 3);
    EVP_CIPHER_free(cipher);
}

/* ---- MD4, and what takes any digest ---- */

static const struct {
    const char *text, *digest;
} md4_answers[] = {
    /* RFC 1320, A.5 */
    { "", "31d6cfe0d16ae931b73c59d7e0c089c0" },
    { "a", "bde52cb31de33e46245e05fbdbd6fb24" },
    { "abc", "a448017aaf21d8525fc10ae87aa6729d" },
    { "message digest", "d9130a8164549fe818874806e1c7014b" },
    { "abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9" },
    { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "043f8582f241db351ce627e153e7f0e4" },
    { "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "e33b4ddc9c38f2199c3e7b164fcc0536" },
};

static void check_md4(const struct fixture *f, EVP_MD *md4)
{
    for (size_t i = 0; i < sizeof(md4_answers) / sizeof(md4_answers[0]); i++) {
        const char *text = md4_answers[i].text;
        uint8_t digest[EVP_MAX_MD_SIZE];
        char hex[2 * DIGEST_LEN + 1];
        unsigned len = 0;

        expect(f, EVP_Digest(text, strlen(text), digest, &len, md4, NULL) && len == DIGEST_LEN, "length of MD4");
        for (unsigned j = 0; j < DIGEST_LEN; j++)
            snprintf(hex + 2 * j, 3, "%02x", digest[j]);
        expect(f, strcmp(hex, md4_answers[i].digest) == 0, text);
    }
}

/* RFC 2104: H(key ^ opad, H(key ^ ipad, message)) with a key shorter than a block. */
static void expected_hmac(EVP_MD *md, const uint8_t *key, size_t key_len, const uint8_t *message, size_t len,
                          uint8_t mac[DIGEST_LEN])
{
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    uint8_t inner[64], outer[64];

    memset(inner, 0x36, sizeof(inner));
    memset(outer, 0x5c, sizeof(outer));
    for (size_t i = 0; i < key_len; i++) {
        inner[i] ^= key[i];
        outer[i] ^= key[i];
    }
    EVP_DigestInit_ex(c, md, NULL);
    EVP_DigestUpdate(c, inner, sizeof(inner));
    EVP_DigestUpdate(c, message, len);
    EVP_DigestFinal_ex(c, mac, NULL);
    EVP_DigestInit_ex(c, md, NULL);
    EVP_DigestUpdate(c, outer, sizeof(outer));
    EVP_DigestUpdate(c, mac, DIGEST_LEN);
    EVP_DigestFinal_ex(c, mac, NULL);
    EVP_MD_CTX_free(c);
}

static void check_hmac(const struct fixture *f, EVP_MD *md4)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"MD4", 0),
                            OSSL_PARAM_construct_end() };
    EVP_MAC *hmac = EVP_MAC_fetch(f->lib, "HMAC", PROPERTIES);
    EVP_MAC_CTX *c = EVP_MAC_CTX_new(hmac);
    uint8_t key[40], message[300], got[DIGEST_LEN], want[DIGEST_LEN];
    size_t len = 0;

    fill(key, sizeof(key), 7);
    fill(message, sizeof(message), 70);
    expected_hmac(md4, key, sizeof(key), message, sizeof(message), want);
    expect(f,
           EVP_MAC_init(c, key, sizeof(key), params) && EVP_MAC_update(c, message, 100)
               && EVP_MAC_update(c, message + 100, sizeof(message) - 100) && EVP_MAC_final(c, got, &len, sizeof(got))
               && len == DIGEST_LEN && memcmp(got, want, DIGEST_LEN) == 0,
           "HMAC over MD4");
    EVP_MAC_CTX_free(c);
    EVP_MAC_free(hmac);
}

/* RFC 5869 sec. 2.2: extraction is HMAC(salt, key). */
static void check_hkdf(const struct fixture *f, EVP_MD *md4)
{
    uint8_t key[40], salt[20], got[DIGEST_LEN], want[DIGEST_LEN];
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"MD4", 0),
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_MODE, (char *)"EXTRACT_ONLY", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, key, sizeof(key)),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt, sizeof(salt)),
        OSSL_PARAM_construct_end(),
    };
    EVP_KDF *hkdf = EVP_KDF_fetch(f->lib, "HKDF", PROPERTIES);
    EVP_KDF_CTX *c = EVP_KDF_CTX_new(hkdf);

    fill(key, sizeof(key), 9);
    fill(salt, sizeof(salt), 90);
    expected_hmac(md4, salt, sizeof(salt), key, sizeof(key), want);
    expect(f, EVP_KDF_derive(c, got, sizeof(got), params) > 0 && memcmp(got, want, sizeof(got)) == 0, "HKDF over MD4");
    EVP_KDF_CTX_free(c);
    EVP_KDF_free(hkdf);
}

static void check_hash(const struct fixture *f)
{
    EVP_MD *md4 = EVP_MD_fetch(f->lib, "MD4", PROPERTIES);

    if (!expect(f, md4 != NULL, "fetching MD4"))
        return;
    check_md4(f, md4);
    check_hmac(f, md4);
    check_hkdf(f, md4);
    EVP_MD_free(md4);
}

/* ---- Schnorr ---- */

/* A key with this public or private key, or NULL. */
static EVP_PKEY *import(const struct fixture *f, const char *what, const uint8_t bytes[KEY_LEN], size_t len)
{
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(f->lib, "SCHNORR", PROPERTIES);
    OSSL_PARAM params[] = { OSSL_PARAM_construct_octet_string(what, (void *)bytes, len), OSSL_PARAM_construct_end() };
    EVP_PKEY *key = NULL;

    if (EVP_PKEY_fromdata_init(c) <= 0 || EVP_PKEY_fromdata(c, &key, EVP_PKEY_KEYPAIR, params) <= 0)
        key = NULL;
    EVP_PKEY_CTX_free(c);
    return key;
}

static int sign(const struct fixture *f, EVP_PKEY *key, const uint8_t *message, size_t len,
                uint8_t signature[SIGNATURE_LEN])
{
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    size_t size = 0, signature_len = SIGNATURE_LEN;
    int ok;

    ok = EVP_DigestSignInit_ex(c, NULL, NULL, f->lib, PROPERTIES, key, NULL) > 0
         && EVP_DigestSign(c, NULL, &size, message, len) > 0 && size == SIGNATURE_LEN
         && EVP_DigestSign(c, signature, &signature_len, message, len) > 0 && signature_len == SIGNATURE_LEN;
    EVP_MD_CTX_free(c);
    return ok;
}

static int verifies(const struct fixture *f, EVP_PKEY *key, const uint8_t *message, size_t len,
                    const uint8_t signature[SIGNATURE_LEN])
{
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    int ok = EVP_DigestVerifyInit_ex(c, NULL, NULL, f->lib, PROPERTIES, key, NULL) > 0
             && EVP_DigestVerify(c, signature, SIGNATURE_LEN, message, len) == 1;

    EVP_MD_CTX_free(c);
    return ok;
}

static void check_signatures(const struct fixture *f, EVP_PKEY *private_key, EVP_PKEY *public_key)
{
    uint8_t message[100], signature[SIGNATURE_LEN];

    fill(message, sizeof(message), 3);
    for (size_t len = 0; len <= sizeof(message); len += 25) {
        if (!expect(f, sign(f, private_key, message, len, signature), "signing"))
            return;
        expect(f, verifies(f, public_key, message, len, signature), "a right signature");
        for (unsigned bit = 0; bit < 8 * SIGNATURE_LEN; bit += 5) {
            signature[bit / 8] ^= (uint8_t)(1 << bit % 8);
            expect(f, !verifies(f, public_key, message, len, signature), "refusing an altered signature");
            signature[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        if (len > 0)
            expect(f, !verifies(f, public_key, message, len - 1, signature), "refusing another message");
    }
    expect(f, !sign(f, public_key, message, sizeof(message), signature), "refusing to sign with a public key");
}

static void check_key(const struct fixture *f, EVP_PKEY *key)
{
    uint8_t private_key[KEY_LEN], public_key[KEY_LEN];
    size_t len = 0;
    EVP_PKEY *again, *of_public, *copy = EVP_PKEY_dup(key);

    expect(f,
           EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PRIV_KEY, private_key, KEY_LEN, &len) && len == KEY_LEN
               && EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, public_key, KEY_LEN, &len)
               && len == KEY_LEN,
           "reading a key's numbers");
    again = import(f, OSSL_PKEY_PARAM_PRIV_KEY, private_key, KEY_LEN);
    of_public = import(f, OSSL_PKEY_PARAM_PUB_KEY, public_key, KEY_LEN);
    if (expect(f, again != NULL && of_public != NULL && copy != NULL, "importing a key")) {
        expect(f, EVP_PKEY_eq(key, again) == 1 && EVP_PKEY_eq(key, of_public) == 1 && EVP_PKEY_eq(key, copy) == 1,
               "comparing a key");
        check_signatures(f, again, of_public);
        check_signatures(f, copy, of_public);
    }
    EVP_PKEY_free(again);
    EVP_PKEY_free(of_public);
    EVP_PKEY_free(copy);
}

static void check_bad_keys(const struct fixture *f)
{
    static const uint8_t zero[KEY_LEN], order[KEY_LEN] = { 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xeb, 0x5d };
    static const uint8_t one[KEY_LEN] = { [7] = 1 }, minus_one[] = { 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xd6, 0xba };
    static const uint8_t *const wrong_public[] = { zero, one, minus_one };

    expect(f, import(f, OSSL_PKEY_PARAM_PRIV_KEY, zero, KEY_LEN) == NULL, "refusing a private key of 0");
    expect(f, import(f, OSSL_PKEY_PARAM_PRIV_KEY, order, KEY_LEN) == NULL, "refusing a private key of q");
    expect(f, import(f, OSSL_PKEY_PARAM_PUB_KEY, one, KEY_LEN - 1) == NULL, "refusing a short key");
    for (unsigned i = 0; i < sizeof(wrong_public) / sizeof(wrong_public[0]); i++)
        expect(f, import(f, OSSL_PKEY_PARAM_PUB_KEY, wrong_public[i], KEY_LEN) == NULL, "refusing a wrong public key");
}

static EVP_PKEY *generate(const struct fixture *f)
{
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(f->lib, "SCHNORR", PROPERTIES);
    EVP_PKEY *key = NULL;

    if (EVP_PKEY_keygen_init(c) <= 0 || EVP_PKEY_keygen(c, &key) <= 0)
        key = NULL;
    EVP_PKEY_CTX_free(c);
    return key;
}

static void check_keys(const struct fixture *f)
{
    EVP_PKEY *first = generate(f), *second = generate(f);

    if (expect(f, first != NULL && second != NULL, "making a key")) {
        expect(f, EVP_PKEY_eq(first, second) != 1, "two keys that differ");
        check_key(f, first);
        check_key(f, second);
    }
    EVP_PKEY_free(first);
    EVP_PKEY_free(second);
    check_bad_keys(f);
}

static void check_module(const char *module)
{
    struct fixture f = { .module = module };

    f.lib = open_module(module, NULL, &f.prov);
    if (!expect(&f, f.lib != NULL, "loading the module"))
        return;
    f.beside = OSSL_PROVIDER_load(f.lib, "default");
    check_xctr(&f, "AES-128-XCTR", 16);
    check_xctr(&f, "AES-192-XCTR", 24);
    check_xctr(&f, "AES-256-XCTR", 32);
    check_hash(&f);
    check_keys(&f);
    OSSL_PROVIDER_unload(f.beside);
    OSSL_PROVIDER_unload(f.prov);
    OSSL_LIB_CTX_free(f.lib);
}

int main(void)
{
    check_module("afterburner_examples");
    check_module("afterburner_examples_broken");
    puts(failures == 0 ? "examples: all right" : "examples: FAILED");
    return failures == 0 ? 0 : 1;
}

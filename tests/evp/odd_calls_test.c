/*
 * Rare calls, each once answered otherwise than by the default provider, and calls on which the default provider is
 * wrong and the module must stay right (docs/what-is-not-ours.md).
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

static unsigned long checks;
static const uint8_t key[32] = { 1, 2, 3 }, other_key[32] = { 4, 5, 6 }, iv[12] = { 7, 8, 9 }, data[40] = { 10, 11 };

static void expect(bool ok, const char *what)
{
    checks++;
    if (!ok)
        fail("%s", what);
    ERR_clear_error();
}

/* ---- GCM-SIV: the length of the tag may be set without data to encrypt, and not to decrypt ---- */

static int set_length_of_tag(EVP_CIPHER *cipher, int enc, int len)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int ret = EVP_CipherInit_ex2(ctx, cipher, key, iv, enc, NULL)
              && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, len, NULL) > 0;

    EVP_CIPHER_CTX_free(ctx);
    return ret;
}

static void gcm_siv_tag_length(const struct harness *h)
{
    const struct cipher *c = harness_find(h, "AES-256-GCM-SIV");

    if (c == NULL || c->cipher[MODULE] == NULL)
        return;
    for (unsigned side = 0; side < NUM_SIDES; side++)
        if (c->cipher[side] != NULL) {
            expect(set_length_of_tag(c->cipher[side], 1, 16), "GCM-SIV refuses the length of its tag");
            expect(!set_length_of_tag(c->cipher[side], 1, 12), "GCM-SIV takes another length of tag");
        }
    expect(!set_length_of_tag(c->cipher[MODULE], 0, 16), "GCM-SIV takes a tag to compare without data");
}

/*
 * ---- GMAC: a new key in mid-message without an IV. The default provider goes on without any, and its tag is then bare
 * GHASH, from which the key of GHASH follows. Ours starts anew with the same IV. ----
 */

struct gmac_steps {
    bool first_key, begun; /* an init with `key`; and data under it */
    bool as_parameter;     /* how other_key is given */
};

static int gmac(EVP_MAC *mac, struct gmac_steps steps, uint8_t tag[16])
{
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    OSSL_PARAM settings[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)"AES-256-GCM", 0),
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, (void *)iv, sizeof(iv)),
        OSSL_PARAM_END,
    };
    OSSL_PARAM new_key[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)other_key, sizeof(other_key)),
        OSSL_PARAM_END,
    };
    size_t len = 0;
    int ret = EVP_MAC_CTX_set_params(ctx, settings);

    ret = ret && (!steps.first_key || EVP_MAC_init(ctx, key, sizeof(key), NULL));
    ret = ret && (!steps.begun || EVP_MAC_update(ctx, data, 17));
    if (steps.as_parameter)
        ret = ret && EVP_MAC_CTX_set_params(ctx, new_key);
    else
        ret = ret && EVP_MAC_init(ctx, other_key, sizeof(other_key), NULL);
    ret = ret && EVP_MAC_update(ctx, data, sizeof(data)) && EVP_MAC_final(ctx, tag, &len, 16) && len == 16;
    EVP_MAC_CTX_free(ctx);
    return ret;
}

static void gmac_new_key(const struct harness *h)
{
    const struct mac *m = harness_find_mac(h, "GMAC");
    uint8_t want[16], got[16];

    if (m == NULL)
        return;
    expect(gmac(m->mac[DEFAULT], (struct gmac_steps){ 0 }, want), "GMAC of default fails");
    for (unsigned i = 0; i < 8; i++) {
        struct gmac_steps steps = { (i & 1) != 0, (i & 3) == 3, (i & 4) != 0 };

        expect(gmac(m->mac[DEFAULT], steps, got), "GMAC of default refuses a new key");
        expect(gmac(m->mac[MODULE], steps, got), "GMAC refuses a new key without an IV");
        expect(memcmp(got, want, 16) == 0, "GMAC under a new key forgets the IV or keeps data");
    }
}

/* ---- HMAC: an empty key (NULL) after another digest was named is refused, whichever side has either digest ---- */

struct named_digest {
    const char *name, *properties; /* of provider=default: the module leaves the MAC to the default provider */
};

static int set_digest(EVP_MAC_CTX *ctx, struct named_digest digest)
{
    OSSL_PARAM settings[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest.name, 0),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_PROPERTIES, (char *)digest.properties, 0),
        OSSL_PARAM_END,
    };

    return EVP_MAC_CTX_set_params(ctx, settings);
}

static int hmac_empty_key(EVP_MAC *mac, struct named_digest first, struct named_digest then)
{
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    OSSL_PARAM no_key[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_END,
    };
    int ret = set_digest(ctx, first) && EVP_MAC_init(ctx, key, sizeof(key), NULL) && set_digest(ctx, then);

    expect(ret, "HMAC refuses a digest");
    ret = ret && EVP_MAC_CTX_set_params(ctx, no_key);
    EVP_MAC_CTX_free(ctx);
    return ret;
}

static void hmac_digest_without_key(const struct harness *h)
{
    static const struct named_digest digests[] = { { "SHA2-256", "" },
                                                   { "SHA2-512", "" },
                                                   { "SHA2-384", "provider=default" } };
    const struct mac *m = harness_find_mac(h, "HMAC");

    if (m == NULL)
        return;
    for (unsigned first = 0; first < 3; first++)
        for (unsigned then = 0; then < 3; then++)
            for (unsigned side = 0; side < NUM_SIDES; side++)
                expect(hmac_empty_key(m->mac[side], digests[first], digests[then]) == (first == then),
                       "HMAC without a key starts with a digest of another key");
}

/* ---- key wrap: EVP_Cipher returns success in the default provider for what it has refused ---- */

static void wrap_through_evp_cipher(const struct cipher *c)
{
    uint8_t out[80], in[64] = { 0 };

    for (int enc = 0; enc < 2; enc++)
        for (unsigned len = 1; len <= 40; len++) {
            EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
            bool padded = EVP_CIPHER_get_iv_length(c->cipher[MODULE]) == 4;
            bool may = enc && (padded || (len % 8 == 0 && len >= 16)), changed = false;
            int ret;

            memset(out, 0xa5, sizeof(out));
            EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
            expect(EVP_CipherInit_ex2(ctx, c->cipher[MODULE], key, NULL, enc, NULL), "key wrap: init");
            ret = EVP_Cipher(ctx, out, in, len);
            for (size_t i = 0; i < sizeof(out); i++)
                changed = changed || (out[i] != 0xa5 && out[i] != 0);
            expect((ret > 0) == may, "key wrap: EVP_Cipher and a wrong length, or a wrong text");
            expect(may || !changed, "key wrap: EVP_Cipher fails and leaves bytes");
            EVP_CIPHER_CTX_free(ctx);
        }
}

/* ---- TLS1-PRF: before 3.3 the seeds may have 1024 bytes in all ---- */

static int set_seeds(EVP_KDF *kdf, const size_t *lens, size_t num, bool at_once)
{
    static uint8_t seed[2048];
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    OSSL_PARAM params[4];
    int ret = 1;

    for (size_t i = 0; i < num; i++) {
        params[i] = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SEED, seed, lens[i]);
        params[i + 1] = OSSL_PARAM_construct_end();
        if (!at_once)
            ret = ret && EVP_KDF_CTX_set_params(ctx, params + i);
    }
    if (at_once)
        ret = EVP_KDF_CTX_set_params(ctx, params);
    EVP_KDF_CTX_free(ctx);
    return ret;
}

static void tls1_prf_seeds(const struct harness *h)
{
    static const size_t lens[][3] = { { 1024, 0, 0 },   { 1025, 0, 0 },   { 1000, 24, 0 }, { 1000, 25, 0 },
                                      { 500, 500, 24 }, { 500, 500, 25 }, { 2048, 1, 1 } };
    const struct kdf *k = harness_find_kdf(h, "TLS1-PRF");

    for (size_t i = 0; k != NULL && i < 2 * sizeof(lens) / sizeof(lens[0]); i++)
        expect(set_seeds(k->kdf[DEFAULT], lens[i / 2], 3, i % 2 != 0)
                   == set_seeds(k->kdf[MODULE], lens[i / 2], 3, i % 2 != 0),
               "TLS1-PRF takes other lengths of seeds");
}

/* ---- KBKDF: a key that CMAC refuses is refused, and derives nothing; the one before it may stay in use ---- */

static int set_key_of_cmac(EVP_KDF_CTX *ctx, const char *cipher, size_t len)
{
    static const uint8_t secret[80] = { 12, 13, 14 };
    OSSL_PARAM settings[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_MAC, (char *)"CMAC", 0),
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_CIPHER, (char *)cipher, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, len),
        OSSL_PARAM_END,
    };

    return EVP_KDF_CTX_set_params(ctx, cipher == NULL ? settings + 2 : settings);
}

/* Set a key of good_len bytes (0: none), then one of bad_len, with the cipher again or alone; derive. */
static int derive_with_refused_key(EVP_KDF *kdf, size_t good_len, size_t bad_len, bool alone, uint8_t out[24])
{
    const char *cipher = good_len == 32 ? "AES-256-CBC" : "AES-128-CBC";
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    int ret;

    expect(good_len == 0 || set_key_of_cmac(ctx, cipher, good_len) > 0, "KBKDF refuses a key of CMAC");
    expect(set_key_of_cmac(ctx, alone ? NULL : cipher, bad_len) <= 0, "KBKDF takes a key that CMAC cannot have");
    memset(out, 0xa5, 24);
    ret = EVP_KDF_derive(ctx, out, 24, NULL) > 0;
    EVP_KDF_CTX_free(ctx);
    return ret;
}

static void kbkdf_key_of_wrong_length(const struct harness *h)
{
    static const size_t good[] = { 0, 16, 32 }, bad[] = { 1, 5, 15, 17, 24, 31, 33, 64, 80 };
    const struct kdf *k = harness_find_kdf(h, "KBKDF");

    for (unsigned i = 0; k != NULL && i < 3 * 9 * 2; i++) {
        size_t good_len = good[i / 18], bad_len = bad[i / 2 % 9];
        bool alone = i % 2 == 0 && good_len != 0;
        uint8_t out[NUM_SIDES][24];
        int ret[NUM_SIDES];

        for (unsigned side = 0; side < NUM_SIDES; side++)
            ret[side] = derive_with_refused_key(k->kdf[side], good_len, bad_len, alone, out[side]);
        expect(good_len != 0 || !ret[MODULE], "KBKDF derives from a key that CMAC refused");
        expect(ret[MODULE] == ret[DEFAULT] && memcmp(out[MODULE], out[DEFAULT], 24) == 0,
               "KBKDF derives otherwise after a key that CMAC refused");
    }
}

/*
 * ---- SIV: a context that has decrypted a message, is initialised again without a key, gets another tag and then only
 * associated data, has verified nothing. Releases before 3.0.22 return the result of the first message. ----
 */
static void siv_used_again(const struct harness *h)
{
    static const uint8_t forged[16];
    const struct cipher *c = harness_find(h, "AES-128-SIV");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t sealed[sizeof(data)], opened[sizeof(data)], tag[16];
    int len;

    if (c == NULL || c->cipher[MODULE] == NULL) {
        EVP_CIPHER_CTX_free(ctx);
        return;
    }
    expect(EVP_EncryptInit_ex2(ctx, c->cipher[MODULE], key, NULL, NULL)
               && EVP_EncryptUpdate(ctx, sealed, &len, data, sizeof(data))
               && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, sizeof(tag), tag) > 0,
           "SIV does not seal");
    expect(EVP_DecryptInit_ex2(ctx, c->cipher[MODULE], key, NULL, NULL)
               && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, sizeof(tag), tag) > 0
               && EVP_DecryptUpdate(ctx, opened, &len, sealed, sizeof(sealed))
               && EVP_DecryptFinal_ex(ctx, opened, &len),
           "SIV does not open");
    expect(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, sizeof(forged), (void *)forged) > 0
               && !EVP_DecryptFinal_ex(ctx, opened, &len),
           "SIV accepts another tag after the message");
    expect(EVP_DecryptInit_ex2(ctx, NULL, NULL, NULL, NULL)
               && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, sizeof(forged), (void *)forged) > 0
               && EVP_DecryptUpdate(ctx, NULL, &len, data, sizeof(data)) && !EVP_DecryptFinal_ex(ctx, opened, &len),
           "SIV accepts forged associated data");
    EVP_CIPHER_CTX_free(ctx);
}

int main(void)
{
    static struct harness h;

    harness_open(&h);
    gcm_siv_tag_length(&h);
    gmac_new_key(&h);
    hmac_digest_without_key(&h);
    siv_used_again(&h);
    for (unsigned i = 0; i < h.num_ciphers; i++)
        if (h.ciphers[i].cipher[MODULE] != NULL
            && EVP_CIPHER_get_mode(h.ciphers[i].cipher[MODULE]) == EVP_CIPH_WRAP_MODE)
            wrap_through_evp_cipher(&h.ciphers[i]);
    tls1_prf_seeds(&h);
    kbkdf_key_of_wrong_length(&h);
    printf("%lu checks, %u failures\n", checks, failures);
    harness_close(&h);
    return failures != 0 || checks == 0;
}

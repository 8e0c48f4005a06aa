/* Encryption, TLS premaster secrets and RSASVE: what one side encrypts, the other decrypts, damaged or not. */
#include <openssl/rsa.h>
#include <string.h>

#include "rsa_pairs.h"

struct encryption {
    int padding; /* OpenSSL's */
    const char *digest, *mgf1, *label;
    struct ab_rsa_oaep oaep;
};

static EVP_PKEY_CTX *encryption_ctx(const struct rsa_pair *p, const struct encryption *e, int (*init)(EVP_PKEY_CTX *))
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(rsa_pair_env.lib, p->theirs, NULL);

    init(ctx);
    EVP_PKEY_CTX_set_rsa_padding(ctx, e->padding);
    if (e->padding == RSA_PKCS1_OAEP_PADDING) {
        EVP_PKEY_CTX_set_rsa_oaep_md(ctx, EVP_get_digestbyname(e->digest));
        EVP_PKEY_CTX_set_rsa_mgf1_md(ctx, EVP_get_digestbyname(e->mgf1));
        if (e->oaep.label_len != 0)
            EVP_PKEY_CTX_set0_rsa_oaep_label(ctx, OPENSSL_strdup(e->label), (int)e->oaep.label_len);
    }
    return ctx;
}

static int encrypt_theirs(const struct rsa_pair *p, const struct encryption *e, const uint8_t *message, size_t len,
                          uint8_t *ciphertext)
{
    EVP_PKEY_CTX *ctx = encryption_ctx(p, e, EVP_PKEY_encrypt_init);
    size_t size = MAX_LEN;
    int ok = EVP_PKEY_encrypt(ctx, ciphertext, &size, message, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int decrypt_theirs(const struct rsa_pair *p, const struct encryption *e, uint8_t *message, size_t *len,
                          const uint8_t *ciphertext)
{
    EVP_PKEY_CTX *ctx = encryption_ctx(p, e, EVP_PKEY_decrypt_init);
    int ok;

    *len = MAX_LEN;
    ok = EVP_PKEY_decrypt(ctx, message, len, ciphertext, p->size) == 1;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static enum ab_rsa_result encrypt_ours(const struct rsa_pair *p, const struct encryption *e, const uint8_t *message,
                                       size_t len, uint8_t *ciphertext)
{
    if (e->padding == RSA_PKCS1_OAEP_PADDING)
        return ab_rsa_encrypt_oaep(p->ours, &rsa_pair_source, &e->oaep, message, len, ciphertext);
    return ab_rsa_encrypt_pkcs1(p->ours, &rsa_pair_source, message, len, ciphertext);
}

/* Use the kind of rejection that this release's default provider uses. */
static enum ab_rsa_result decrypt_ours(const struct rsa_pair *p, const struct encryption *e, uint8_t *message,
                                       size_t *len, const uint8_t *ciphertext)
{
    const struct ab_hash *sha256 = is_release(3, 2) ? rsa_pair_hash(AB_HASH_SHA256) : NULL;

    if (e->padding == RSA_PKCS1_OAEP_PADDING)
        return ab_rsa_decrypt_oaep(p->ours, &rsa_pair_source, &e->oaep, message, MAX_LEN, len, ciphertext, p->size);
    return ab_rsa_decrypt_pkcs1(p->ours, &rsa_pair_source, sha256, message, MAX_LEN, len, ciphertext, p->size);
}

/* Both sides return the same verdict and message for a ciphertext that may be damaged. */
static void check_decryption(const struct rsa_pair *p, const struct encryption *e, const uint8_t *ciphertext,
                             const char *what)
{
    uint8_t ours[MAX_LEN], theirs[MAX_LEN];
    size_t our_len = 0, their_len = 0;
    int ok = decrypt_theirs(p, e, theirs, &their_len, ciphertext);
    enum ab_rsa_result result = decrypt_ours(p, e, ours, &our_len, ciphertext);

    CHECK((result == AB_RSA_OK) == ok, "%s %s, %s: ours %d, theirs %d", p->name, e->digest, what, (int)result, ok);
    if (ok && result == AB_RSA_OK)
        CHECK(our_len == their_len && memcmp(ours, theirs, our_len) == 0, "%s %s, %s: another message", p->name,
              e->digest, what);
}

static void check_message(const struct rsa_pair *p, const struct encryption *e, size_t len)
{
    uint8_t message[MAX_LEN], ciphertext[MAX_LEN], found[MAX_LEN];
    size_t found_len;
    int can;

    random_bytes(&rsa_pair_env.rnd, message, len);
    can = encrypt_theirs(p, e, message, len, ciphertext);
    CHECK((encrypt_ours(p, e, message, len, found) == AB_RSA_OK) == can, "%s %s: can encrypt %zu bytes: %d", p->name,
          e->digest, len, can);
    if (!can)
        return;
    CHECK(decrypt_ours(p, e, found, &found_len, ciphertext) == AB_RSA_OK && found_len == len
              && memcmp(found, message, len) == 0,
          "%s %s: %zu bytes from OpenSSL", p->name, e->digest, len);
    CHECK(encrypt_ours(p, e, message, len, ciphertext) == AB_RSA_OK
              && decrypt_theirs(p, e, found, &found_len, ciphertext) && found_len == len
              && memcmp(found, message, len) == 0,
          "%s %s: %zu bytes to OpenSSL", p->name, e->digest, len);
    if (len > 0)
        CHECK(e->padding != RSA_PKCS1_OAEP_PADDING
                  || ab_rsa_decrypt_oaep(p->ours, &rsa_pair_source, &e->oaep, found, len - 1, &found_len, ciphertext,
                                         p->size)
                         == AB_RSA_BAD_CIPHERTEXT,
              "%s: no room", p->name);
    ciphertext[p->size - 1] ^= 1;
    check_decryption(p, e, ciphertext, "damaged");
}

/*
 * Encodings with one defect, or none: first byte, type, length of the padding, no end of the padding, an empty message.
 */
static void check_bad_blocks(const struct rsa_pair *p)
{
    const struct encryption pkcs1 = { .padding = RSA_PKCS1_PADDING, .digest = "PKCS#1" };
    uint8_t em[MAX_LEN], ciphertext[MAX_LEN];

    for (unsigned i = 0; i < 24; i++) {
        random_bytes(&rsa_pair_env.rnd, em, p->size);
        for (size_t j = 2; j < p->size; j++)
            em[j] = em[j] == 0 ? 1 : em[j];
        em[0] = i == 0;
        em[1] = i == 1 ? 1 : 2;
        if (i != 2)
            em[i == 3 ? p->size - 1 : i < 14 ? i : 9 + random_below(&rsa_pair_env.rnd, (unsigned)p->size - 9)] = 0;
        if (ab_rsa_public(p->ours, ciphertext, em, p->size) == AB_RSA_OK)
            check_decryption(p, &pkcs1, ciphertext, "bad block");
    }
    for (unsigned i = 0; i < 12; i++) { /* random numbers below n */
        random_bytes(&rsa_pair_env.rnd, ciphertext, p->size);
        ciphertext[0] = 0;
        check_decryption(p, &pkcs1, ciphertext, "random ciphertext");
    }
}

static void check_oaep(const struct rsa_pair *p, const char *digest, enum ab_hash_id id, const char *mgf1,
                       enum ab_hash_id mgf1_id, const char *label)
{
    const struct encryption e = { RSA_PKCS1_OAEP_PADDING,
                                  digest,
                                  mgf1,
                                  label,
                                  { rsa_pair_hash(id), rsa_pair_hash(mgf1_id), (const uint8_t *)label,
                                    strlen(label) } };
    size_t digest_len = e.oaep.hash->algorithm->digest_len;

    check_message(p, &e, 0);
    check_message(p, &e, 1);
    if (p->size > 2 * digest_len + 2) {
        check_message(p, &e, p->size - 2 * digest_len - 2);
        check_message(p, &e, p->size - 2 * digest_len - 1);
    }
}

void rsa_pair_check_encryption(const struct rsa_pair *p)
{
    const struct encryption pkcs1 = { .padding = RSA_PKCS1_PADDING, .digest = "PKCS#1" };

    check_message(p, &pkcs1, 1);
    check_message(p, &pkcs1, 32);
    check_message(p, &pkcs1, p->size - 11);
    check_message(p, &pkcs1, p->size - 10);
    check_bad_blocks(p);
    check_oaep(p, "SHA1", AB_HASH_SHA1, "SHA1", AB_HASH_SHA1, "");
    check_oaep(p, "SHA256", AB_HASH_SHA256, "SHA256", AB_HASH_SHA256, "label");
    check_oaep(p, "SHA512", AB_HASH_SHA512, "SHA1", AB_HASH_SHA1, "");
}

static EVP_PKEY_CTX *premaster_ctx(const struct rsa_pair *p, unsigned client, unsigned negotiated)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(rsa_pair_env.lib, p->theirs, NULL);
    OSSL_PARAM params[] = { OSSL_PARAM_uint("tls-client-version", &client), OSSL_PARAM_END, OSSL_PARAM_END };

    if (negotiated != 0)
        params[1] = OSSL_PARAM_construct_uint("tls-negotiated-version", &negotiated);
    EVP_PKEY_decrypt_init(ctx);
    EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_WITH_TLS_PADDING);
    EVP_PKEY_CTX_set_params(ctx, params);
    return ctx;
}

/*
 * Messages of 48 bytes with this version or another, and messages of another length. Both sides return a valid
 * premaster secret and replace any other.
 */
static void check_premaster(const struct rsa_pair *p, unsigned version, unsigned client, unsigned negotiated,
                            size_t len)
{
    uint8_t message[64], ciphertext[MAX_LEN], ours[48], theirs[MAX_LEN];
    EVP_PKEY_CTX *ctx = premaster_ctx(p, client, negotiated);
    size_t their_len = sizeof(theirs);
    int found_ours, found_theirs;

    random_bytes(&rsa_pair_env.rnd, message, sizeof(message));
    message[0] = (uint8_t)(version >> 8);
    message[1] = (uint8_t)version;
    CHECK(ab_rsa_encrypt_pkcs1(p->ours, &rsa_pair_source, message, len, ciphertext) == AB_RSA_OK, "%s: encryption",
          p->name);
    CHECK(ab_rsa_decrypt_premaster(p->ours, &rsa_pair_source, client, negotiated, ours, ciphertext, p->size)
              == AB_RSA_OK,
          "%s: premaster", p->name);
    CHECK(EVP_PKEY_decrypt(ctx, theirs, &their_len, ciphertext, p->size) == 1 && their_len == 48,
          "%s: OpenSSL's premaster", p->name);
    found_ours = memcmp(ours, message, 48) == 0;
    found_theirs = memcmp(theirs, message, 48) == 0;
    CHECK(found_ours == found_theirs && found_ours == ((version == client || version == negotiated) && len == 48),
          "%s: premaster of version %x, client %x, negotiated %x", p->name, version, client, negotiated);
    EVP_PKEY_CTX_free(ctx);
}

void rsa_pair_check_premasters(const struct rsa_pair *p)
{
    if (p->size < 48 + 11)
        return;
    check_premaster(p, 0x303, 0x303, 0, 48);
    check_premaster(p, 0x303, 0x303, 0x302, 48);
    check_premaster(p, 0x302, 0x303, 0x302, 48);
    check_premaster(p, 0x301, 0x303, 0x302, 48);
    check_premaster(p, 0x302, 0x303, 0, 48);
    check_premaster(p, 0x303, 0x303, 0, 47);
    check_premaster(p, 0x303, 0x303, 0, 49);
}

void rsa_pair_check_encapsulation(const struct rsa_pair *p)
{
    uint8_t secret[MAX_LEN], ciphertext[MAX_LEN], theirs[MAX_LEN];
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(rsa_pair_env.lib, p->theirs, NULL);
    size_t len = sizeof(theirs);

    CHECK(ab_rsa_encapsulate(p->ours, &rsa_pair_source, secret, ciphertext) == AB_RSA_OK, "%s: encapsulation", p->name);
    CHECK(EVP_PKEY_decapsulate_init(ctx, NULL) == 1 && EVP_PKEY_CTX_set_kem_op(ctx, "RSASVE") == 1
              && EVP_PKEY_decapsulate(ctx, theirs, &len, ciphertext, p->size) == 1 && len == p->size
              && memcmp(secret, theirs, len) == 0,
          "%s: OpenSSL recovers another secret", p->name);
    EVP_PKEY_CTX_free(ctx);
}

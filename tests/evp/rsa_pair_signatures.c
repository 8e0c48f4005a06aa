/* Signatures: what one side signs, the other verifies; damaged ones get the same verdict. */
#include <openssl/rsa.h>
#include <string.h>

#include "rsa_pairs.h"

struct scheme {
    const char *digest, *mgf1; /* OpenSSL's names; digest NULL: none */
    int padding;               /* OpenSSL's */
    struct ab_rsa_scheme ours;
};

static EVP_PKEY_CTX *signature_ctx(const struct rsa_pair *p, const struct scheme *s, int (*init)(EVP_PKEY_CTX *))
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(rsa_pair_env.lib, p->theirs, NULL);

    if (init(ctx) != 1 /* set the digest first: X9.31 does not allow all of them */
        || (s->digest != NULL && EVP_PKEY_CTX_set_signature_md(ctx, EVP_get_digestbyname(s->digest)) != 1)
        || EVP_PKEY_CTX_set_rsa_padding(ctx, s->padding) != 1
        || (s->padding == RSA_PKCS1_PSS_PADDING
            && (EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, s->ours.salt_len) != 1
                || EVP_PKEY_CTX_set_rsa_mgf1_md(ctx, EVP_get_digestbyname(s->mgf1)) != 1))) {
        EVP_PKEY_CTX_free(ctx);
        return NULL;
    }
    return ctx;
}

static int sign_theirs(const struct rsa_pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                       uint8_t *signature)
{
    EVP_PKEY_CTX *ctx = signature_ctx(p, s, EVP_PKEY_sign_init);
    size_t size = MAX_LEN;
    int ok = ctx != NULL && EVP_PKEY_sign(ctx, signature, &size, message, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int verify_theirs(const struct rsa_pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                         const uint8_t *signature, size_t signature_len)
{
    EVP_PKEY_CTX *ctx = signature_ctx(p, s, EVP_PKEY_verify_init);
    int ok = ctx != NULL && EVP_PKEY_verify(ctx, signature, signature_len, message, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static void check_recovery(const struct rsa_pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                           const uint8_t *signature)
{
    uint8_t found[MAX_LEN];
    size_t found_len = 0;

    if (s->ours.padding == AB_RSA_PSS)
        return;
    CHECK(ab_rsa_recover(p->ours, &s->ours, found, sizeof(found), &found_len, signature, p->size) == AB_RSA_OK
              && found_len == len && memcmp(found, message, len) == 0,
          "%s %s: recovery", p->name, s->digest);
    CHECK(len == 0
              || ab_rsa_recover(p->ours, &s->ours, found, len - 1, &found_len, signature, p->size)
                     == AB_RSA_OUTPUT_TOO_SMALL,
          "%s %s: recovery without room", p->name, s->digest);
}

/* Change one byte, by turns of the signature and of the encoding inside it. */
static void check_damaged(const struct rsa_pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                          const uint8_t *signature)
{
    uint8_t damaged[MAX_LEN];

    for (unsigned i = 0; i < 6; i++) {
        memcpy(damaged, signature, p->size);
        if (i < 3)
            damaged[random_below(&rsa_pair_env.rnd, (unsigned)p->size)] ^=
                (uint8_t)(1 + random_below(&rsa_pair_env.rnd, 255));
        else {
            CHECK(ab_rsa_public(p->ours, damaged, signature, p->size) == AB_RSA_OK, "%s: public operation", p->name);
            damaged[i == 3 ? p->size - 1 : i == 4 ? 1 : random_below(&rsa_pair_env.rnd, (unsigned)p->size)] ^= 0x40;
            if (ab_rsa_private(p->ours, &rsa_pair_source, damaged, damaged, p->size) != AB_RSA_OK)
                continue;
        }
        int ours = ab_rsa_verify(p->ours, &s->ours, message, len, damaged, p->size) == AB_RSA_OK;
        int theirs = verify_theirs(p, s, message, len, damaged, p->size);

        CHECK(ours == theirs, "%s %s: damaged signature %u: ours %d, theirs %d", p->name, s->digest, i, ours, theirs);
    }
    CHECK(ab_rsa_verify(p->ours, &s->ours, message, len, signature, p->size + 1) == AB_RSA_BAD_INPUT_LENGTH,
          "%s: too long", p->name);
}

static void check_scheme(const struct rsa_pair *p, const struct scheme *s, size_t len)
{
    uint8_t message[MAX_LEN], signature[MAX_LEN], other[MAX_LEN];
    int can;

    random_bytes(&rsa_pair_env.rnd, message, len);
    if (s->ours.padding == AB_RSA_NONE)
        message[0] = 0;
    can = sign_theirs(p, s, message, len, other);
    CHECK((ab_rsa_sign(p->ours, &rsa_pair_source, &s->ours, message, len, signature) == AB_RSA_OK) == can,
          "%s %s: can sign: %d", p->name, s->digest, can);
    if (!can)
        return;
    if (s->ours.padding != AB_RSA_PSS)
        CHECK(memcmp(signature, other, p->size) == 0, "%s %s: another signature", p->name, s->digest);
    CHECK(verify_theirs(p, s, message, len, signature, p->size), "%s %s: OpenSSL refuses our signature", p->name,
          s->digest);
    CHECK(ab_rsa_verify(p->ours, &s->ours, message, len, other, p->size) == AB_RSA_OK,
          "%s %s: we refuse OpenSSL's signature", p->name, s->digest);
    check_recovery(p, s, message, len, other);
    check_damaged(p, s, message, len, signature);
    message[len / 2] ^= 1;
    CHECK(ab_rsa_verify(p->ours, &s->ours, message, len, other, p->size) == AB_RSA_BAD_SIGNATURE,
          "%s %s: another message", p->name, s->digest);
}

static void check_pkcs1(const struct rsa_pair *p)
{
    static const struct {
        const char *name;
        enum ab_rsa_digest id;
    } digests[] = {
        { NULL, AB_RSA_NO_DIGEST },
        { "MD5-SHA1", AB_RSA_MD5_SHA1 },
        { "RIPEMD160", AB_RSA_RIPEMD160 },
        { "MD5", AB_RSA_MD5 },
        { "SHA1", AB_RSA_SHA1 },
        { "SHA224", AB_RSA_SHA224 },
        { "SHA256", AB_RSA_SHA256 },
        { "SHA384", AB_RSA_SHA384 },
        { "SHA512", AB_RSA_SHA512 },
        { "SHA512-224", AB_RSA_SHA512_224 },
        { "SHA512-256", AB_RSA_SHA512_256 },
        { "SHA3-224", AB_RSA_SHA3_224 },
        { "SHA3-256", AB_RSA_SHA3_256 },
        { "SHA3-384", AB_RSA_SHA3_384 },
        { "SHA3-512", AB_RSA_SHA3_512 },
    };
    for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++) {
        const struct scheme s = {
            digests[i].name, NULL, RSA_PKCS1_PADDING, { .padding = AB_RSA_PKCS1, .digest = digests[i].id }
        };

        check_scheme(p, &s,
                     digests[i].name == NULL ? 30 : (size_t)EVP_MD_get_size(EVP_get_digestbyname(digests[i].name)));
    }
}

static void check_pss(const struct rsa_pair *p)
{
    static const int salts[] = { AB_RSA_SALT_DIGEST, AB_RSA_SALT_AUTO, AB_RSA_SALT_MAX, 0, 1, 20, 64 };
    static const struct {
        const char *name;
        enum ab_hash_id id;
    } digests[] = { { "SHA1", AB_HASH_SHA1 }, { "SHA256", AB_HASH_SHA256 }, { "SHA512", AB_HASH_SHA512 } };

    for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++)
        for (size_t j = 0; j < sizeof(salts) / sizeof(salts[0]); j++) {
            size_t mgf1 = (i + j) % 3;
            const struct scheme s = { digests[i].name,
                                      digests[mgf1].name,
                                      RSA_PKCS1_PSS_PADDING,
                                      { .padding = AB_RSA_PSS,
                                        .hash = rsa_pair_hash(digests[i].id),
                                        .salt_len = salts[j],
                                        .mgf1_hash = rsa_pair_hash(digests[mgf1].id) } };

            check_scheme(p, &s, s.ours.hash->algorithm->digest_len);
        }
}

void rsa_pair_check_signatures(const struct rsa_pair *p)
{
    const struct scheme none = { NULL, NULL, RSA_NO_PADDING, { .padding = AB_RSA_NONE } };
    const struct scheme x931[] = {
        { "SHA1", NULL, RSA_X931_PADDING, { .padding = AB_RSA_X931, .digest = AB_RSA_SHA1 } },
        { "SHA512", NULL, RSA_X931_PADDING, { .padding = AB_RSA_X931, .digest = AB_RSA_SHA512 } }
    };

    check_pkcs1(p);
    check_pss(p);
    check_scheme(p, &none, p->size);
    check_scheme(p, &none, p->size - 1);
    check_scheme(p, &x931[0], 20);
    check_scheme(p, &x931[1], 64);
}

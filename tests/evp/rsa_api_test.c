/*
 * The C API of RSA (afterburner/rsa.h) against OpenSSL's default provider: both have the same keys; what one signs or
 * encrypts, the other verifies or decrypts, and damaged input gets the same verdict. Keys of unusual sizes and with
 * several primes are included.
 */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/rsa.h"
#include "crypto/bignum/bignum.h"
#include "harness.h"

enum { MAX_LEN = AB_RSA_MAX_BYTES, NUM_MESSAGES = 3 };
#define CHECK(ok, ...) ((ok) ? (void)0 : fail(__VA_ARGS__))

static OSSL_LIB_CTX *lib;
static struct ab_cpu cpu;
static struct ab_bignum bignum;
static struct random rnd = { 65537 };

static int draw(void *arg, uint8_t *out, size_t len)
{
    random_bytes(arg, out, len);
    return 1;
}
static const struct ab_random_source source = { draw, &rnd };

static int is_release(unsigned major, unsigned minor)
{
    return OpenSSL_version_num() >= ((unsigned long)major << 28 | (unsigned long)minor << 20);
}

/* ---- keys on both sides ---- */

/* A key made by either side, and its copy in the other. */
struct pair {
    const char *name;
    struct ab_rsa_key *ours;
    EVP_PKEY *theirs;
    size_t size;
};

/* Returns the named number in bytes that the caller frees; absent if the key has none. */
static struct ab_rsa_number get_number(const EVP_PKEY *key, const char *name)
{
    BIGNUM *n = NULL;
    uint8_t *bytes;
    int len;

    if (EVP_PKEY_get_bn_param(key, name, &n) != 1) {
        ERR_clear_error();
        return (struct ab_rsa_number){ 0 };
    }
    len = BN_num_bytes(n);
    bytes = calloc(1, (size_t)len);
    BN_bn2lebinpad(n, bytes, len);
    BN_clear_free(n);
    return (struct ab_rsa_number){ bytes, (size_t)len };
}

static struct ab_rsa_number get_numbered(const EVP_PKEY *key, const char *name, size_t i)
{
    char numbered[40];

    snprintf(numbered, sizeof(numbered), "%s%zu", name, i + 1);
    return get_number(key, numbered);
}

static void get_numbers(const EVP_PKEY *key, struct ab_rsa_numbers *n)
{
    *n = (struct ab_rsa_numbers){ .n = get_number(key, "n"), .e = get_number(key, "e"), .d = get_number(key, "d") };
    for (size_t i = 0; i < AB_RSA_MAX_PRIMES; i++) {
        n->prime[i] = get_numbered(key, "rsa-factor", i);
        n->exponent[i] = get_numbered(key, "rsa-exponent", i);
        if (i + 1 < AB_RSA_MAX_PRIMES)
            n->coefficient[i] = get_numbered(key, "rsa-coefficient", i);
        n->num_primes += n->prime[i].len != 0;
    }
}

static void free_numbers(const struct ab_rsa_numbers *n)
{
    free((void *)n->n.bytes);
    free((void *)n->e.bytes);
    free((void *)n->d.bytes);
    for (size_t i = 0; i < AB_RSA_MAX_PRIMES; i++) {
        free((void *)n->prime[i].bytes);
        free((void *)n->exponent[i].bytes);
        if (i + 1 < AB_RSA_MAX_PRIMES)
            free((void *)n->coefficient[i].bytes);
    }
}

static struct ab_rsa_key *to_ours(const EVP_PKEY *key)
{
    struct ab_rsa_numbers numbers;
    struct ab_rsa_key *ours;

    get_numbers(key, &numbers);
    ours = ab_rsa_key_new(&bignum, &numbers);
    free_numbers(&numbers);
    return ours;
}

static void push(OSSL_PARAM_BLD *build, const char *name, struct ab_rsa_number number, BIGNUM **owned)
{
    if (number.len == 0)
        return;
    *owned = BN_lebin2bn(number.bytes, (int)number.len, NULL);
    OSSL_PARAM_BLD_push_BN(build, name, *owned);
}

static EVP_PKEY *to_theirs(const struct ab_rsa_key *key)
{
    static const char *const factors[] = { "rsa-factor1", "rsa-factor2" };
    static const char *const exponents[] = { "rsa-exponent1", "rsa-exponent2" };
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "RSA", NULL);
    BIGNUM *owned[8] = { NULL };
    struct ab_rsa_numbers n;
    EVP_PKEY *theirs = NULL;
    OSSL_PARAM *params;

    ab_rsa_key_numbers(key, &n);
    push(build, "n", n.n, &owned[0]);
    push(build, "e", n.e, &owned[1]);
    push(build, "d", n.d, &owned[2]);
    for (size_t i = 0; i < n.num_primes; i++) {
        push(build, factors[i], n.prime[i], &owned[3 + 2 * i]);
        push(build, exponents[i], n.exponent[i], &owned[4 + 2 * i]);
    }
    push(build, "rsa-coefficient1", n.coefficient[0], &owned[7]);
    params = OSSL_PARAM_BLD_to_param(build);
    CHECK(EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &theirs, EVP_PKEY_KEYPAIR, params) == 1,
          "fromdata");
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    for (size_t i = 0; i < 8; i++)
        BN_clear_free(owned[i]);
    return theirs;
}

/* Generate with the module's library; OpenSSL validates the key. */
static struct pair generate_ours(const char *name, size_t num_bits, struct ab_rsa_number e)
{
    const struct ab_rsa_generation how = { .num_bits = num_bits, .e = e };
    struct pair p = { .name = name, .ours = ab_rsa_generate(&bignum, &source, &how) };
    EVP_PKEY_CTX *ctx;

    if (p.ours == NULL) {
        fail("%s: no key", name);
        exit(1);
    }
    p.theirs = to_theirs(p.ours);
    p.size = ab_rsa_size(p.ours);
    CHECK(ab_rsa_num_bits(p.ours) == num_bits && EVP_PKEY_get_bits(p.theirs) == (int)num_bits, "%s: bits", name);
    ctx = EVP_PKEY_CTX_new_from_pkey(lib, p.theirs, NULL);
    CHECK(EVP_PKEY_pairwise_check(ctx) == 1, "%s: OpenSSL finds the key inconsistent", name);
    if (num_bits >= 2048 && num_bits < 4000) /* this tests whether n is prime, which takes minutes for the largest */
        CHECK(EVP_PKEY_check(ctx) == 1, "%s: OpenSSL finds the key wrong", name);
    EVP_PKEY_CTX_free(ctx);
    return p;
}

/* Generate with OpenSSL. */
static struct pair generate_theirs(const char *name, unsigned num_bits, unsigned num_primes)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "RSA", NULL);
    struct pair p = { .name = name };

    EVP_PKEY_keygen_init(ctx);
    EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, (int)num_bits);
    EVP_PKEY_CTX_set_rsa_keygen_primes(ctx, (int)num_primes);
    CHECK(EVP_PKEY_generate(ctx, &p.theirs) == 1, "%s: generation", name);
    EVP_PKEY_CTX_free(ctx);
    p.ours = to_ours(p.theirs);
    CHECK(p.ours != NULL, "%s: import", name);
    p.size = ab_rsa_size(p.ours);
    return p;
}

static void free_pair(struct pair *p)
{
    ab_rsa_key_free(p->ours);
    EVP_PKEY_free(p->theirs);
}

/* ---- signatures ---- */

struct scheme {
    const char *digest, *mgf1; /* OpenSSL's names; digest NULL: none */
    int padding;               /* OpenSSL's */
    struct ab_rsa_scheme ours;
};

static const struct ab_hash *hash_of(enum ab_hash_id id)
{
    return ab_hash_pick(id, &cpu);
}

static EVP_PKEY_CTX *signature_ctx(const struct pair *p, const struct scheme *s, int (*init)(EVP_PKEY_CTX *))
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, p->theirs, NULL);

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

static int sign_theirs(const struct pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                       uint8_t *signature)
{
    EVP_PKEY_CTX *ctx = signature_ctx(p, s, EVP_PKEY_sign_init);
    size_t size = MAX_LEN;
    int ok = ctx != NULL && EVP_PKEY_sign(ctx, signature, &size, message, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int verify_theirs(const struct pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                         const uint8_t *signature, size_t signature_len)
{
    EVP_PKEY_CTX *ctx = signature_ctx(p, s, EVP_PKEY_verify_init);
    int ok = ctx != NULL && EVP_PKEY_verify(ctx, signature, signature_len, message, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static void check_recovery(const struct pair *p, const struct scheme *s, const uint8_t *message, size_t len,
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
static void check_damaged(const struct pair *p, const struct scheme *s, const uint8_t *message, size_t len,
                          const uint8_t *signature)
{
    uint8_t damaged[MAX_LEN];

    for (unsigned i = 0; i < 6; i++) {
        memcpy(damaged, signature, p->size);
        if (i < 3)
            damaged[random_below(&rnd, (unsigned)p->size)] ^= (uint8_t)(1 + random_below(&rnd, 255));
        else {
            CHECK(ab_rsa_public(p->ours, damaged, signature, p->size) == AB_RSA_OK, "%s: public operation", p->name);
            damaged[i == 3 ? p->size - 1 : i == 4 ? 1 : random_below(&rnd, (unsigned)p->size)] ^= 0x40;
            if (ab_rsa_private(p->ours, &source, damaged, damaged, p->size) != AB_RSA_OK)
                continue;
        }
        int ours = ab_rsa_verify(p->ours, &s->ours, message, len, damaged, p->size) == AB_RSA_OK;
        int theirs = verify_theirs(p, s, message, len, damaged, p->size);

        CHECK(ours == theirs, "%s %s: damaged signature %u: ours %d, theirs %d", p->name, s->digest, i, ours, theirs);
    }
    CHECK(ab_rsa_verify(p->ours, &s->ours, message, len, signature, p->size + 1) == AB_RSA_BAD_INPUT_LENGTH,
          "%s: too long", p->name);
}

static void check_scheme(const struct pair *p, const struct scheme *s, size_t len)
{
    uint8_t message[MAX_LEN], signature[MAX_LEN], other[MAX_LEN];
    int can;

    random_bytes(&rnd, message, len);
    if (s->ours.padding == AB_RSA_NONE)
        message[0] = 0;
    can = sign_theirs(p, s, message, len, other);
    CHECK((ab_rsa_sign(p->ours, &source, &s->ours, message, len, signature) == AB_RSA_OK) == can, "%s %s: can sign: %d",
          p->name, s->digest, can);
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

static void check_pkcs1(const struct pair *p)
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

static void check_pss(const struct pair *p)
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
                                        .hash = hash_of(digests[i].id),
                                        .salt_len = salts[j],
                                        .mgf1_hash = hash_of(digests[mgf1].id) } };

            check_scheme(p, &s, s.ours.hash->algorithm->digest_len);
        }
}

static void check_signatures(const struct pair *p)
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

/* ---- encryption ---- */

struct encryption {
    int padding; /* OpenSSL's */
    const char *digest, *mgf1, *label;
    struct ab_rsa_oaep oaep;
};

static EVP_PKEY_CTX *encryption_ctx(const struct pair *p, const struct encryption *e, int (*init)(EVP_PKEY_CTX *))
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, p->theirs, NULL);

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

static int encrypt_theirs(const struct pair *p, const struct encryption *e, const uint8_t *message, size_t len,
                          uint8_t *ciphertext)
{
    EVP_PKEY_CTX *ctx = encryption_ctx(p, e, EVP_PKEY_encrypt_init);
    size_t size = MAX_LEN;
    int ok = EVP_PKEY_encrypt(ctx, ciphertext, &size, message, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int decrypt_theirs(const struct pair *p, const struct encryption *e, uint8_t *message, size_t *len,
                          const uint8_t *ciphertext)
{
    EVP_PKEY_CTX *ctx = encryption_ctx(p, e, EVP_PKEY_decrypt_init);
    int ok;

    *len = MAX_LEN;
    ok = EVP_PKEY_decrypt(ctx, message, len, ciphertext, p->size) == 1;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static enum ab_rsa_result encrypt_ours(const struct pair *p, const struct encryption *e, const uint8_t *message,
                                       size_t len, uint8_t *ciphertext)
{
    if (e->padding == RSA_PKCS1_OAEP_PADDING)
        return ab_rsa_encrypt_oaep(p->ours, &source, &e->oaep, message, len, ciphertext);
    return ab_rsa_encrypt_pkcs1(p->ours, &source, message, len, ciphertext);
}

/* Use the kind of rejection that this release's default provider uses. */
static enum ab_rsa_result decrypt_ours(const struct pair *p, const struct encryption *e, uint8_t *message, size_t *len,
                                       const uint8_t *ciphertext)
{
    const struct ab_hash *sha256 = is_release(3, 2) ? hash_of(AB_HASH_SHA256) : NULL;

    if (e->padding == RSA_PKCS1_OAEP_PADDING)
        return ab_rsa_decrypt_oaep(p->ours, &source, &e->oaep, message, MAX_LEN, len, ciphertext, p->size);
    return ab_rsa_decrypt_pkcs1(p->ours, &source, sha256, message, MAX_LEN, len, ciphertext, p->size);
}

/* Both sides return the same verdict and message for a ciphertext that may be damaged. */
static void check_decryption(const struct pair *p, const struct encryption *e, const uint8_t *ciphertext,
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

static void check_message(const struct pair *p, const struct encryption *e, size_t len)
{
    uint8_t message[MAX_LEN], ciphertext[MAX_LEN], found[MAX_LEN];
    size_t found_len;
    int can;

    random_bytes(&rnd, message, len);
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
                  || ab_rsa_decrypt_oaep(p->ours, &source, &e->oaep, found, len - 1, &found_len, ciphertext, p->size)
                         == AB_RSA_BAD_CIPHERTEXT,
              "%s: no room", p->name);
    ciphertext[p->size - 1] ^= 1;
    check_decryption(p, e, ciphertext, "damaged");
}

/*
 * Encodings with one defect, or none: first byte, type, length of the padding, no end of the padding, an empty message.
 */
static void check_bad_blocks(const struct pair *p)
{
    const struct encryption pkcs1 = { .padding = RSA_PKCS1_PADDING, .digest = "PKCS#1" };
    uint8_t em[MAX_LEN], ciphertext[MAX_LEN];

    for (unsigned i = 0; i < 24; i++) {
        random_bytes(&rnd, em, p->size);
        for (size_t j = 2; j < p->size; j++)
            em[j] = em[j] == 0 ? 1 : em[j];
        em[0] = i == 0;
        em[1] = i == 1 ? 1 : 2;
        if (i != 2)
            em[i == 3 ? p->size - 1 : i < 14 ? i : 9 + random_below(&rnd, (unsigned)p->size - 9)] = 0;
        if (ab_rsa_public(p->ours, ciphertext, em, p->size) == AB_RSA_OK)
            check_decryption(p, &pkcs1, ciphertext, "bad block");
    }
    for (unsigned i = 0; i < 12; i++) { /* random numbers below n */
        random_bytes(&rnd, ciphertext, p->size);
        ciphertext[0] = 0;
        check_decryption(p, &pkcs1, ciphertext, "random ciphertext");
    }
}

static void check_oaep(const struct pair *p, const char *digest, enum ab_hash_id id, const char *mgf1,
                       enum ab_hash_id mgf1_id, const char *label)
{
    const struct encryption e = { RSA_PKCS1_OAEP_PADDING,
                                  digest,
                                  mgf1,
                                  label,
                                  { hash_of(id), hash_of(mgf1_id), (const uint8_t *)label, strlen(label) } };
    size_t digest_len = e.oaep.hash->algorithm->digest_len;

    check_message(p, &e, 0);
    check_message(p, &e, 1);
    if (p->size > 2 * digest_len + 2) {
        check_message(p, &e, p->size - 2 * digest_len - 2);
        check_message(p, &e, p->size - 2 * digest_len - 1);
    }
}

static void check_encryption(const struct pair *p)
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

static EVP_PKEY_CTX *premaster_ctx(const struct pair *p, unsigned client, unsigned negotiated)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, p->theirs, NULL);
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
static void check_premaster(const struct pair *p, unsigned version, unsigned client, unsigned negotiated, size_t len)
{
    uint8_t message[64], ciphertext[MAX_LEN], ours[48], theirs[MAX_LEN];
    EVP_PKEY_CTX *ctx = premaster_ctx(p, client, negotiated);
    size_t their_len = sizeof(theirs);
    int found_ours, found_theirs;

    random_bytes(&rnd, message, sizeof(message));
    message[0] = (uint8_t)(version >> 8);
    message[1] = (uint8_t)version;
    CHECK(ab_rsa_encrypt_pkcs1(p->ours, &source, message, len, ciphertext) == AB_RSA_OK, "%s: encryption", p->name);
    CHECK(ab_rsa_decrypt_premaster(p->ours, &source, client, negotiated, ours, ciphertext, p->size) == AB_RSA_OK,
          "%s: premaster", p->name);
    CHECK(EVP_PKEY_decrypt(ctx, theirs, &their_len, ciphertext, p->size) == 1 && their_len == 48,
          "%s: OpenSSL's premaster", p->name);
    found_ours = memcmp(ours, message, 48) == 0;
    found_theirs = memcmp(theirs, message, 48) == 0;
    CHECK(found_ours == found_theirs && found_ours == ((version == client || version == negotiated) && len == 48),
          "%s: premaster of version %x, client %x, negotiated %x", p->name, version, client, negotiated);
    EVP_PKEY_CTX_free(ctx);
}

static void check_premasters(const struct pair *p)
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

static void check_encapsulation(const struct pair *p)
{
    uint8_t secret[MAX_LEN], ciphertext[MAX_LEN], theirs[MAX_LEN];
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, p->theirs, NULL);
    size_t len = sizeof(theirs);

    CHECK(ab_rsa_encapsulate(p->ours, &source, secret, ciphertext) == AB_RSA_OK, "%s: encapsulation", p->name);
    CHECK(EVP_PKEY_decapsulate_init(ctx, NULL) == 1 && EVP_PKEY_CTX_set_kem_op(ctx, "RSASVE") == 1
              && EVP_PKEY_decapsulate(ctx, theirs, &len, ciphertext, p->size) == 1 && len == p->size
              && memcmp(secret, theirs, len) == 0,
          "%s: OpenSSL recovers another secret", p->name);
    EVP_PKEY_CTX_free(ctx);
}

/* ---- all checks ---- */

static void check_pair(struct pair p)
{
    check_signatures(&p);
    check_encryption(&p);
    check_premasters(&p);
    check_encapsulation(&p);
    free_pair(&p);
}

/* The same key with numbers left out, exchanged or wrong. */
static void check_shapes(void)
{
    static const uint8_t wrong_bytes[4] = { 11, 22, 33, 44 };
    const struct ab_rsa_number wrong = { wrong_bytes, sizeof(wrong_bytes) };
    struct pair p = generate_theirs("key of 1024 bits", 1024, 2);
    struct ab_rsa_numbers n, changed;

    get_numbers(p.theirs, &n);
    for (unsigned i = 0; i < 7; i++) {
        static const char *const names[] = { "without CRT values", "p < q",           "d alone",
                                             "without d",          "wrong exponents", "wrong coefficient",
                                             "wrong prime" };

        changed = n;
        if (i == 1) {
            changed.prime[0] = n.prime[1];
            changed.prime[1] = n.prime[0];
        }
        if (i == 0 || i == 1)
            changed.exponent[0] = changed.exponent[1] = changed.coefficient[0] = (struct ab_rsa_number){ 0 };
        if (i == 2)
            changed.num_primes = 0;
        if (i == 3)
            changed.d.len = 0;
        if (i == 4)
            changed.exponent[0] = changed.exponent[1] = wrong;
        if (i == 5)
            changed.coefficient[0] = wrong;
        if (i == 6)
            changed.prime[1] = wrong;
        ab_rsa_key_free(p.ours);
        p.ours = ab_rsa_key_new(&bignum, &changed);
        p.name = names[i];
        CHECK(p.ours != NULL, "%s: import", p.name);
        check_signatures(&p);
        if (i != 3 || !is_release(3, 2))
            check_encryption(&p);
    }
    free_numbers(&n);
    free_pair(&p);
}

/* Primes of different lengths: the module never generates any, so combine two that OpenSSL made. */
static void check_uneven(unsigned p_bits, unsigned q_bits, const char *name)
{
    BIGNUM *p = BN_new(), *q = BN_new(), *n = BN_new(), *d = BN_new(), *e = BN_new(), *p1 = BN_new(), *q1 = BN_new();
    BN_CTX *ctx = BN_CTX_new();
    uint8_t bytes[4][MAX_LEN];
    struct ab_rsa_numbers numbers = { .num_primes = 2 };
    const BIGNUM *all[] = { n, d, p, q };
    struct ab_rsa_number *to[] = { &numbers.n, &numbers.d, &numbers.prime[0], &numbers.prime[1] };
    static const uint8_t e_bytes[] = { 1, 0, 1 };
    struct pair pair = { .name = name };

    BN_set_word(e, 65537);
    do {
        BN_generate_prime_ex(p, (int)p_bits, 0, NULL, NULL, NULL);
        BN_generate_prime_ex(q, (int)q_bits, 0, NULL, NULL, NULL);
        BN_mul(n, p, q, ctx);
        BN_sub(p1, p, BN_value_one());
        BN_sub(q1, q, BN_value_one());
        BN_mul(p1, p1, q1, ctx);
    } while (BN_mod_inverse(d, e, p1, ctx) == NULL);
    numbers.e = (struct ab_rsa_number){ e_bytes, sizeof(e_bytes) };
    for (size_t i = 0; i < 4; i++) {
        BN_bn2lebinpad(all[i], bytes[i], MAX_LEN);
        *to[i] = (struct ab_rsa_number){ bytes[i], MAX_LEN };
    }
    pair.ours = ab_rsa_key_new(&bignum, &numbers);
    CHECK(pair.ours != NULL, "%s: import", name);
    pair.theirs = to_theirs(pair.ours);
    pair.size = ab_rsa_size(pair.ours);
    check_pair(pair);
    BN_free(p), BN_free(q), BN_free(n), BN_free(d), BN_free(e), BN_free(p1), BN_free(q1);
    BN_CTX_free(ctx);
}

static void check_exponents(void)
{
    uint8_t large[32];

    memset(large, 0xff, sizeof(large)); /* 2^256 - 1 */
    check_pair(generate_ours("e = 3", 1024, (struct ab_rsa_number){ (const uint8_t[]){ 3 }, 1 }));
    check_pair(generate_ours("e = 2^256 - 1", 1024, (struct ab_rsa_number){ large, sizeof(large) }));
    check_pair(generate_ours("e = 2^64 + 13", 576, (struct ab_rsa_number){ (const uint8_t[9]){ 13, [8] = 1 }, 9 }));
}

/* ---- one key, several threads ---- */

enum { NUM_THREADS = 4, NUM_SIGNATURES = 150 };

struct signer {
    pthread_t thread;
    struct random rnd;
    const struct ab_rsa_key *key;
    const uint8_t *right;
    unsigned num_wrong;
};

static const struct ab_rsa_scheme sha256_scheme = { .padding = AB_RSA_PKCS1, .digest = AB_RSA_SHA256 };
static const uint8_t digest_of_threads[32] = { 1, 2, 3 };

static void *sign_often(void *arg)
{
    struct signer *s = arg;
    const struct ab_random_source own = { draw, &s->rnd };
    uint8_t signature[MAX_LEN];

    for (unsigned i = 0; i < NUM_SIGNATURES; i++)
        s->num_wrong += ab_rsa_sign(s->key, &own, &sha256_scheme, digest_of_threads, 32, signature) != AB_RSA_OK
                        || memcmp(signature, s->right, ab_rsa_size(s->key)) != 0;
    return NULL;
}

/* The threads take blindings from one key and return them, all at once. */
static void check_threads(void)
{
    struct pair p = generate_ours("several threads", 1024, (struct ab_rsa_number){ 0 });
    struct signer signers[NUM_THREADS];
    uint8_t right[MAX_LEN];

    CHECK(ab_rsa_sign(p.ours, &source, &sha256_scheme, digest_of_threads, 32, right) == AB_RSA_OK,
          "threads: signature");
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        signers[i] = (struct signer){ .rnd = { i }, .key = p.ours, .right = right };
        CHECK(pthread_create(&signers[i].thread, NULL, sign_often, &signers[i]) == 0, "threads: start");
    }
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        pthread_join(signers[i].thread, NULL);
        CHECK(signers[i].num_wrong == 0, "threads: %u wrong signatures", signers[i].num_wrong);
    }
    free_pair(&p);
}

/* ---- many keys, and the largest ---- */

static void check_many(unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        check_pair(generate_ours("a random size", 512 + random_below(&rnd, 1100), (struct ab_rsa_number){ 0 }));
    for (unsigned num_bits = 3072; num_bits <= AB_RSA_MAX_BITS; num_bits += 3328) { /* 3072, 6400, 9728, 13056, 16384 */
        struct pair p = generate_ours("a large one", num_bits, (struct ab_rsa_number){ 0 });

        check_encapsulation(&p);
        free_pair(&p);
    }
}

int main(int argc, char **argv)
{
    const char *many = option(argc, argv, "--many");
    OSSL_PROVIDER *provider;

    lib = OSSL_LIB_CTX_new();
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    provider = OSSL_PROVIDER_load(lib, "default");
    CHECK(provider != NULL, "no default provider");
    check_pair(generate_ours("512 bits", 512, (struct ab_rsa_number){ 0 }));
    check_pair(generate_ours("1024 bits", 1024, (struct ab_rsa_number){ 0 }));
    check_pair(generate_ours("1025 bits", 1025, (struct ab_rsa_number){ 0 }));
    check_pair(generate_ours("1031 bits", 1031, (struct ab_rsa_number){ 0 }));
    check_pair(generate_ours("2048 bits", 2048, (struct ab_rsa_number){ 0 }));
    check_pair(generate_theirs("1024 bits of OpenSSL's", 1024, 2));
    check_pair(generate_theirs("1536 bits of three primes", 1536, 3));
    check_exponents();
    check_shapes();
    check_uneven(700, 324, "700 and 324 bits");
    check_uneven(200, 400, "200 and 400 bits");
    check_threads();
    if (many != NULL)
        check_many((unsigned)atoi(many));
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(lib);
    printf("rsa_api: %u failures\n", failures);
    return failures != 0;
}

/*
 * ML-DSA as applications use it, with this libcrypto: certificates of three parameter sets in a chain below a root of
 * SLH-DSA, requests and lists of revoked certificates; and signatures with EVP_DigestSign. Before OpenSSL 3.5 the
 * module adds everything that libcrypto lacks; from 3.5 on, the known answers are the default provider's.
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

#include "keys.h"

enum { NUM_SETS = 4, MAX_SEED = 48, MAX_SIGNATURE = 17088, DAY = 24 * 60 * 60 };

static const struct set {
    const char *name;
    size_t seed_len, signature_len;
    bool has_pieces;       /* before 3.5 EVP_DigestSignUpdate takes pieces of a message */
    const char *signature; /* SHA-256 of what OpenSSL 3.5.7 signs "abc" with: deterministic, seed 0, 1, 2 ... */
} sets[NUM_SETS] = {
    { "SLH-DSA-SHA2-128f", 48, 17088, false, "7c4622720e758897ec5f2089049bb5e5d98fc2e88bfdacf4fad3a1e20f80d5f8" },
    { "ML-DSA-44", 32, 2420, true, "9c2afc5db0e15c199977be79eaee52ca0b538a1b6f8039dcac032a06120cfa87" },
    { "ML-DSA-65", 32, 3309, true, "4b01e98dfaa062b0ef64c949f50d2ee923d82f721379727d160ce6fccaa8a6e6" },
    { "ML-DSA-87", 32, 4627, true, "91e6609815657b405b6868f9d7ef71ee7882e62a3f5609657156007cdd9a2137" },
};

static OSSL_LIB_CTX *lib;
static EVP_PKEY *keys[NUM_SETS];

static EVP_PKEY *key_of_seed(const struct set *set)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, set->name, NULL);
    uint8_t seed[MAX_SEED];
    const OSSL_PARAM params[] = { OSSL_PARAM_octet_string("seed", seed, set->seed_len), OSSL_PARAM_END };
    EVP_PKEY *key = NULL;

    for (unsigned i = 0; i < set->seed_len; i++)
        seed[i] = (uint8_t)i;
    CHECK(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1
              && EVP_PKEY_generate(ctx, &key) == 1,
          "%s: no key", set->name);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* ---- signatures ---- */

struct signature {
    uint8_t bytes[MAX_SIGNATURE];
    size_t len;
};

/* Sign or verify in one call, or in pieces of one byte. */
static int sign(EVP_PKEY *key, const char *text, bool in_pieces, struct signature *s)
{
    const int yes = 1;
    const OSSL_PARAM params[] = { OSSL_PARAM_int("deterministic", (int *)&yes), OSSL_PARAM_END };
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = EVP_DigestSignInit_ex(ctx, NULL, NULL, lib, NULL, key, params);

    s->len = sizeof(s->bytes);
    if (!in_pieces)
        ok = ok == 1 && EVP_DigestSign(ctx, s->bytes, &s->len, (const uint8_t *)text, strlen(text)) == 1;
    for (; in_pieces && ok == 1 && *text != '\0'; text++)
        ok = EVP_DigestSignUpdate(ctx, text, 1);
    if (in_pieces)
        ok = ok == 1 && EVP_DigestSignFinal(ctx, NULL, &s->len) == 1
             && EVP_DigestSignFinal(ctx, s->bytes, &s->len) == 1;
    EVP_MD_CTX_free(ctx);
    return ok;
}

static int verify(EVP_PKEY *key, const char *text, bool in_pieces, const struct signature *s)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = EVP_DigestVerifyInit_ex(ctx, NULL, NULL, lib, NULL, key, NULL);

    if (!in_pieces)
        ok = ok == 1 && EVP_DigestVerify(ctx, s->bytes, s->len, (const uint8_t *)text, strlen(text)) == 1;
    for (; in_pieces && ok == 1 && *text != '\0'; text++)
        ok = EVP_DigestVerifyUpdate(ctx, text, 1);
    if (in_pieces)
        ok = ok == 1 && EVP_DigestVerifyFinal(ctx, s->bytes, s->len) == 1;
    EVP_MD_CTX_free(ctx);
    return ok;
}

static void check_signatures(const struct set *set, EVP_PKEY *key)
{
    static const char *const texts[] = { "abc", "", "a text that is longer than that one" };
    const bool has_pieces = set->has_pieces && !is_release(3, 5);
    static struct signature s, t;

    CHECK(sign(key, "abc", false, &s) && s.len == set->signature_len && has_sha256(s.bytes, s.len, set->signature),
          "%s: another signature", set->name);
    for (unsigned i = 0; i < 3; i++) {
        CHECK(sign(key, texts[i], false, &s) && verify(key, texts[i], false, &s), "%s: \"%s\"", set->name, texts[i]);
        CHECK(sign(key, texts[i], true, &t) == has_pieces, "%s: signs \"%s\" in pieces?", set->name, texts[i]);
        CHECK(!has_pieces || (t.len == s.len && memcmp(t.bytes, s.bytes, s.len) == 0), "%s: \"%s\" in pieces",
              set->name, texts[i]);
        CHECK(verify(key, texts[i], true, &s) == has_pieces, "%s: verifies \"%s\" in pieces?", set->name, texts[i]);
        CHECK(!verify(key, "abd", false, &s) && !verify(key, "abd", true, &s), "%s: another text", set->name);
        s.len--;
        CHECK(!verify(key, texts[i], false, &s) && !verify(key, texts[i], true, &s), "%s: a short one", set->name);
        s.len++;
        s.bytes[i] ^= 1;
        CHECK(!verify(key, texts[i], false, &s) && !verify(key, texts[i], true, &s), "%s: another one", set->name);
    }
    ERR_clear_error();
}

/* ---- certificates ---- */

static X509_NAME *name_of(unsigned depth)
{
    X509_NAME *name = X509_NAME_new();

    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const uint8_t *)sets[depth].name, -1, -1, 0);
    return name;
}

static void add_constraints(X509 *cert, bool is_authority)
{
    X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, NULL, NID_basic_constraints,
                                            is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE");

    X509_add_ext(cert, e, -1);
    X509_EXTENSION_free(e);
}

/* Write the certificate as PEM and read it, so that its public key is decoded, too. */
static X509 *through_file(X509 *cert)
{
    BIO *bio = BIO_new(BIO_s_mem());
    X509 *read = X509_new_ex(lib, NULL);

    CHECK(PEM_write_bio_X509(bio, cert) == 1 && PEM_read_bio_X509(bio, &read, NULL, NULL) != NULL, "PEM");
    BIO_free(bio);
    X509_free(cert);
    return read;
}

/* The certificate of a key, signed by the key of the one above it; depth 0 is the root. */
static X509 *make_certificate(unsigned depth)
{
    const unsigned issuer = depth == 0 ? 0 : depth - 1;
    X509_NAME *own = name_of(depth), *above = name_of(issuer);
    X509 *cert = X509_new_ex(lib, NULL);

    X509_set_version(cert, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(cert), 1 + (long)depth);
    X509_set_subject_name(cert, own);
    X509_set_issuer_name(cert, above);
    X509_gmtime_adj(X509_getm_notBefore(cert), -DAY);
    X509_gmtime_adj(X509_getm_notAfter(cert), DAY);
    add_constraints(cert, depth + 1 < NUM_SETS);
    CHECK(X509_set_pubkey(cert, keys[depth]) == 1 && X509_sign(cert, keys[issuer], NULL) > 0, "%s: not signed",
          sets[depth].name);
    X509_NAME_free(own);
    X509_NAME_free(above);
    return through_file(cert);
}

/* 1 if the leaf is valid below this root. */
static int is_valid(X509 *const chain[NUM_SETS], X509 *root)
{
    X509_STORE *store = X509_STORE_new();
    X509_STORE_CTX *ctx = X509_STORE_CTX_new_ex(lib, NULL);
    STACK_OF(X509) *between = sk_X509_new_null();
    int ok;

    for (unsigned i = 1; i < NUM_SETS - 1; i++)
        sk_X509_push(between, chain[i]);
    X509_STORE_add_cert(store, root);
    ok = X509_STORE_CTX_init(ctx, store, chain[NUM_SETS - 1], between) == 1 && X509_verify_cert(ctx) == 1;
    X509_STORE_CTX_free(ctx);
    sk_X509_free(between);
    X509_STORE_free(store);
    return ok;
}

/* The same certificate with another signature. */
static X509 *spoil(const X509 *cert)
{
    uint8_t *der = NULL;
    int len = i2d_X509(cert, &der);
    const uint8_t *at = der;
    X509 *spoilt = X509_new_ex(lib, NULL);

    der[len - 100] ^= 1;
    CHECK(d2i_X509(&spoilt, &at, len) != NULL, "not a certificate");
    OPENSSL_free(der);
    return spoilt;
}

static int has_text(X509 *cert, const char *wanted)
{
    BIO *bio = BIO_new(BIO_s_mem());
    char *text;
    int ok;

    X509_print(bio, cert);
    BIO_write(bio, "", 1);
    BIO_get_mem_data(bio, &text);
    ok = strstr(text, wanted) != NULL;
    BIO_free(bio);
    return ok;
}

static void check_chain(void)
{
    X509 *chain[NUM_SETS], *spoilt;

    for (unsigned i = 0; i < NUM_SETS; i++)
        chain[i] = make_certificate(i);
    for (unsigned i = 0; i < NUM_SETS; i++) {
        CHECK(X509_verify(chain[i], X509_get0_pubkey(chain[i == 0 ? 0 : i - 1])) == 1, "%s: not verified",
              sets[i].name);
        CHECK(X509_verify(chain[i], X509_get0_pubkey(chain[i == 0 ? 1 : i])) != 1, "%s: verified by another key",
              sets[i].name);
        CHECK(EVP_PKEY_eq(X509_get0_pubkey(chain[i]), keys[i]) == 1, "%s: another key", sets[i].name);
        CHECK(has_text(chain[i], sets[i].name), "%s: no text", sets[i].name);
    }
    CHECK(is_valid(chain, chain[0]), "no chain");
    spoilt = spoil(chain[NUM_SETS - 1]);
    CHECK(!is_valid((X509 *[]){ chain[0], chain[1], chain[2], spoilt }, chain[0]), "a leaf with another signature");
    X509_free(spoilt);
    CHECK(!is_valid(chain, chain[NUM_SETS - 1]), "a chain without its root");
    for (unsigned i = 0; i < NUM_SETS; i++)
        X509_free(chain[i]);
    ERR_clear_error();
}

/* ---- requests and lists ---- */

static void check_request(unsigned i)
{
    X509_REQ *request = X509_REQ_new_ex(lib, NULL);
    X509_NAME *name = name_of(i);

    X509_REQ_set_version(request, X509_REQ_VERSION_1);
    X509_REQ_set_subject_name(request, name);
    CHECK(X509_REQ_set_pubkey(request, keys[i]) == 1 && X509_REQ_sign(request, keys[i], NULL) > 0
              && X509_REQ_verify_ex(request, keys[i], lib, NULL) == 1,
          "%s: no request", sets[i].name);
    CHECK(X509_REQ_verify_ex(request, keys[(i + 1) % NUM_SETS], lib, NULL) != 1, "%s: the request of another key",
          sets[i].name);
    X509_NAME_free(name);
    X509_REQ_free(request);
    ERR_clear_error();
}

static void check_revoked(unsigned i)
{
    X509_CRL *list = X509_CRL_new_ex(lib, NULL);
    X509_NAME *name = name_of(i);
    ASN1_TIME *now = X509_gmtime_adj(NULL, 0);

    X509_CRL_set_issuer_name(list, name);
    X509_CRL_set1_lastUpdate(list, now);
    CHECK(X509_CRL_sign(list, keys[i], NULL) > 0 && X509_CRL_verify(list, keys[i]) == 1, "%s: no list", sets[i].name);
    CHECK(X509_CRL_verify(list, keys[(i + 1) % NUM_SETS]) != 1, "%s: the list of another key", sets[i].name);
    ASN1_TIME_free(now);
    X509_NAME_free(name);
    X509_CRL_free(list);
    ERR_clear_error();
}

int main(void)
{
    static struct harness h;

    harness_open(&h); /* exits if the processor lacks the level */
    lib = open_beside("algorithms = ALL, SLH-DSA-SHA2-128f, ML-DSA-44, ML-DSA-65, ML-DSA-87",
                      ""); /* some by name only */
    EVP_set_default_properties(lib, "?provider=afterburner");
    for (unsigned i = 0; i < NUM_SETS; i++)
        keys[i] = key_of_seed(&sets[i]);
    for (unsigned i = 0; i < NUM_SETS && failures == 0; i++) {
        check_signatures(&sets[i], keys[i]);
        check_request(i);
        check_revoked(i);
    }
    if (failures == 0)
        check_chain();
    for (unsigned i = 0; i < NUM_SETS; i++)
        EVP_PKEY_free(keys[i]);
    printf("%u failures\n", failures);
    OSSL_LIB_CTX_free(lib);
    harness_close(&h);
    return failures != 0;
}

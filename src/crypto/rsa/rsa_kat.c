/* The known-answer test of RSA: see rsa_kat.h. */
#include "crypto/rsa/rsa_kat.h"

#include <string.h>

#include "afterburner/rsa.h"
#include "crypto/implementation.h"

/*
 * A key of 512 bits, and its PKCS#1 v1.5 signature of the digest 00 01 ... 1f as one of SHA-256. Made with OpenSSL and
 * Python.
 */
enum { SIZE = 64, DIGEST_LEN = 32, MESSAGE_LEN = 16 };

static const uint8_t n[] = {
    0x41, 0x8e, 0x1d, 0xe6, 0xb3, 0x0c, 0x33, 0x0e, 0x2c, 0x02, 0xd2, 0xfb, 0xcf, 0xa6, 0xf3, 0x27,
    0x23, 0xe7, 0xf2, 0x4f, 0xba, 0x0e, 0x50, 0x72, 0xf3, 0x16, 0x59, 0xe0, 0x97, 0x95, 0x0f, 0x05,
    0x03, 0xb6, 0xe3, 0x48, 0xdf, 0x00, 0x27, 0x1c, 0xbb, 0x63, 0xab, 0x76, 0x91, 0xde, 0x68, 0xbe,
    0x84, 0xaa, 0x68, 0xa1, 0x54, 0x1a, 0xb1, 0xc4, 0xea, 0x65, 0xb1, 0x40, 0x7f, 0x3d, 0xa4, 0xb0,
};
static const uint8_t d[] = {
    0x5d, 0x32, 0x8a, 0x5f, 0xdb, 0x9b, 0x65, 0x02, 0x1a, 0x72, 0x8d, 0xb1, 0x83, 0x30, 0x38, 0xcd,
    0xb3, 0x16, 0x2b, 0xbe, 0x69, 0xf1, 0x0e, 0xab, 0x75, 0x28, 0x8d, 0x58, 0xb8, 0x64, 0xb9, 0x51,
    0x0a, 0xd8, 0xae, 0x8f, 0x9d, 0xa1, 0x24, 0xe8, 0x7d, 0xe7, 0xfd, 0xb4, 0xe1, 0x9a, 0xca, 0x40,
    0x58, 0x30, 0xf1, 0x05, 0x2e, 0x17, 0xc2, 0x0c, 0xda, 0x79, 0x67, 0x34, 0x1d, 0xb9, 0x8b, 0x59,
};
static const uint8_t p[] = {
    0x17, 0x39, 0x82, 0x3c, 0x28, 0x77, 0x58, 0x82, 0x28, 0xd4, 0x20, 0x14, 0x2c, 0xbb, 0x61, 0x45,
    0xd9, 0xa7, 0x07, 0x63, 0x0a, 0xe8, 0xd0, 0x8b, 0xe9, 0xe1, 0x82, 0x3a, 0x02, 0x23, 0x17, 0xe4,
};
static const uint8_t q[] = {
    0x67, 0xda, 0x9d, 0x4a, 0xb9, 0x9a, 0xc3, 0x43, 0x97, 0x3d, 0xa6, 0x3f, 0x8c, 0xef, 0x00, 0x50,
    0xe0, 0x95, 0xcf, 0x33, 0x5d, 0xe6, 0x43, 0x11, 0xd5, 0x97, 0xae, 0x71, 0x12, 0x7c, 0x41, 0xc6,
};
static const uint8_t signature[] = {
    0x69, 0x1e, 0xe9, 0x9d, 0xe8, 0x7e, 0xa0, 0x42, 0x0a, 0x2d, 0x97, 0xf5, 0xa0, 0xf3, 0x37, 0xd7,
    0x30, 0xa3, 0x75, 0xa8, 0xb4, 0xc1, 0x1a, 0xd6, 0x2f, 0xcc, 0x78, 0xe7, 0x79, 0x21, 0x1d, 0x57,
    0xe8, 0x5e, 0x45, 0x7a, 0xdd, 0x9c, 0xad, 0xc0, 0x0d, 0xe4, 0xff, 0x93, 0x5c, 0x46, 0x53, 0x07,
    0x44, 0x47, 0xcb, 0xf4, 0x83, 0xac, 0xa3, 0x42, 0xab, 0x50, 0xd8, 0x6d, 0x39, 0xb4, 0x3e, 0x9b,
};

static const uint8_t e[] = { 1, 0, 1 };

/* Fixed bytes for blinding: there is nothing to hide here, and no need to call the kernel. */
static int fixed_bytes(void *arg, uint8_t *out, size_t len)
{
    (void)arg;
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(7 * i + 1);
    return 1;
}

static const struct ab_random_source fixed = { fixed_bytes, NULL };

static int signs(const struct ab_rsa_key *key)
{
    const struct ab_rsa_scheme scheme = { .padding = AB_RSA_PKCS1, .digest = AB_RSA_SHA256 };
    uint8_t digest[DIGEST_LEN], made[SIZE];

    for (unsigned i = 0; i < DIGEST_LEN; i++)
        digest[i] = (uint8_t)i;
    if (ab_rsa_sign(key, &fixed, &scheme, digest, DIGEST_LEN, made) != AB_RSA_OK || memcmp(made, signature, SIZE) != 0
        || ab_rsa_verify(key, &scheme, digest, DIGEST_LEN, signature, SIZE) != AB_RSA_OK)
        return 0;
    digest[0] ^= 1;
    return ab_rsa_verify(key, &scheme, digest, DIGEST_LEN, signature, SIZE) == AB_RSA_BAD_SIGNATURE;
}

static int decrypts(const struct ab_rsa_key *key, const struct ab_hash *sha256)
{
    uint8_t message[MESSAGE_LEN], ciphertext[SIZE], made[SIZE];
    size_t len;

    fixed_bytes(NULL, message, sizeof(message));
    return ab_rsa_encrypt_pkcs1(key, &fixed, message, sizeof(message), ciphertext) == AB_RSA_OK
           && ab_rsa_decrypt_pkcs1(key, &fixed, sha256, made, sizeof(made), &len, ciphertext, SIZE) == AB_RSA_OK
           && len == sizeof(message) && memcmp(made, message, len) == 0;
}

static struct ab_rsa_key *make_key(const struct ab_bignum *b)
{
    const struct ab_rsa_numbers numbers = {
        .n = { n, sizeof(n) },
        .e = { e, sizeof(e) },
        .d = { d, sizeof(d) },
        .num_primes = 2,
        .prime = { { p, sizeof(p) }, { q, sizeof(q) } },
    };

    return ab_rsa_key_new(b, &numbers);
}

int ab_rsa_kat(const struct ab_bignum *b, const struct ab_hash *sha256)
{
    struct ab_rsa_key *key = make_key(b);
    int ok = key != NULL && signs(key) && decrypts(key, sha256);

    ab_rsa_key_free(key);
    return ok;
}

int ab_rsa_first_use_kat(const struct ab_bignum *b)
{
    struct ab_rsa_key *key = make_key(b);
    int ok = key != NULL && signs(key);

    ab_rsa_key_free(key);
    return ok;
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "RSA";
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)kernels;
    return ab_rsa_kat(&support->bignum, support->hash);
}

static int family_first_use_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)kernels;
    return ab_rsa_first_use_kat(&support->bignum);
}

const struct ab_family_kind ab_rsa_kind = {
    .name = family_name,
    .get = ab_family_get_portable,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .first_use_without_hash = 1,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHA256,
    .tested_with_bignum = 1,
    .fallback_serves = 1,
};

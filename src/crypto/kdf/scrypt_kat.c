/* The known answer of scrypt. */
#include "crypto/kdf/scrypt_kat.h"

#include <string.h>

#include "afterburner/scrypt.h"
#include "crypto/hash/hash_kat.h"
#include "crypto/implementation.h"

enum { N = 16, MEMORY_LEN = 128 * (N + 2) };

static const uint8_t answer[64] = {
    /* RFC 7914 sec. 12: no password, no salt, N 16, r 1, p 1 */
    0x77, 0xd6, 0x57, 0x62, 0x38, 0x65, 0x7b, 0x20, 0x3b, 0x19, 0xca, 0x42, 0xc1, 0x8a, 0x04, 0x97,
    0xf1, 0x6b, 0x48, 0x44, 0xe3, 0x07, 0x4a, 0xe8, 0xdf, 0xdf, 0xfa, 0x3f, 0xed, 0xe2, 0x14, 0x42,
    0xfc, 0xd0, 0x06, 0x9d, 0xed, 0x09, 0x48, 0xf8, 0x32, 0x6a, 0x75, 0x3a, 0x0f, 0xc8, 0x1f, 0x17,
    0xe8, 0xd3, 0xe0, 0xfb, 0x2e, 0x0d, 0x36, 0x28, 0xcf, 0x35, 0xe2, 0x0c, 0x38, 0xd1, 0x89, 0x06,
};

int ab_scrypt_kat(const struct ab_hash *hash)
{
    static const struct ab_scrypt_cost cost = { N, 1, 1 };
    uint8_t memory[MEMORY_LEN] __attribute__((aligned(64))), out[sizeof(answer)];

    ab_scrypt(hash, &cost, NULL, 0, NULL, 0, memory, out, sizeof(out));
    return memcmp(out, answer, sizeof(answer)) == 0;
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "scrypt";
}

/* Those of SHA-256: what scrypt adds to it has one implementation. */
static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_hash_kind.get(AB_HASH_SHA256, i, out);
}

static int family_self_test(unsigned member, const void *sha256, const struct ab_test_support *support)
{
    (void)member, (void)support;
    return ab_hash_kat(sha256) && ab_scrypt_kat(sha256);
}

const struct ab_family_kind ab_scrypt_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .fallback_serves = 1,
};

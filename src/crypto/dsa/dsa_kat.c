/* Known answers of DSA and Diffie-Hellman: see dsa_kat.h. */
#include "crypto/dsa/dsa_kat.h"

#include <string.h>

#include "afterburner/dh.h"
#include "afterburner/dsa.h"
#include "crypto/implementation.h"

/* RFC 6979 app. A.2.1: the key, and the signature of "sample" with SHA-256. */
enum { NUM = 16, NUM_Q = 3, P_LEN = 128, Q_BITS = 160, USES = 3 };

static const uint64_t p[] = {
    0xd9a1b02b782b1779, 0xbdd6b86685ee90b3, 0xf9be0521a17002e3, 0x881870b7b19b2b58,
    0x899c77adedfc846c, 0x5e529daf7c610467, 0xc0a59082eac05693, 0x73abfd3f5ba2e0a8,
    0x5bd2f12fb763ed88, 0x5be0dbf60b86d638, 0x8a48b784a14c252c, 0xe6533b86b18bed6e,
    0x27f787c43278b447, 0xdd9d6153ad91d7ce, 0x063ff830a0c769b9, 0x86f5ca03dcfeb225,
};
static const uint64_t q[] = {
    0x205fba957a5698b1,
    0x6c8e388d9e28d01e,
    0x00000000996f967f,
};
static const uint64_t g[] = {
    0xa56826a8a88f1dbd, 0xd9c0398ff8c76ee0, 0x46a3a3943f26ab7f, 0x17be5dce2f40d10a,
    0x6db77175464adca4, 0x326a9fe59a070e13, 0x789b594ba7efb5c4, 0x87995a10a1c27cb7,
    0xecc40bb9fbbf78fd, 0x078ea544d2e401ae, 0x14d9a7defdeadfc9, 0x89bbcd97e904e091,
    0x5209ff25fd3c133d, 0x387f03bda6c56b50, 0x514bb771e2a0c0ce, 0x07b0f92546150b62,
};
static const uint64_t y[] = {
    0x7da5dd9ffcfb7f3b, 0x86e2223170b44eaa, 0x2ea212390e54905a, 0x82f65cbdc4fae93c,
    0xc5e473508253b1e6, 0x739cb3465f4d3668, 0x8fd426338933ebfe, 0x4ce935437dc11c3c,
    0x5e1e7ec766e1be8d, 0xb87c322fc4b4d2ec, 0x542ee61871c0440c, 0x92195a38b90523e2,
    0x6454b100cf16f653, 0x5868fef9e19a8477, 0x7e274e1691c192fe, 0x5df5e01ded31d029,
};
static const uint64_t x[NUM] = { 0x98ef1e7ed5af25f7, 0x19a6ccc34494d79d, 0x00000000411602cb };
static const uint64_t r[] = { 0x3033e9384611c545, 0x0be5bc123c43f71a, 0x0000000081f2f585 };
static const uint64_t s[] = { 0x299bee6b035f5e89, 0x65eb6c66a8aaad27, 0x000000004cdd914b };

static int signs(struct ab_ffc *f, const struct ab_hash *sha256, const struct ab_dsa_digest *d)
{
    uint64_t made_r[NUM_Q], made_s[NUM_Q];

    return ab_dsa_sign_deterministic(f, &(struct ab_dsa_signature){ made_r, made_s }, x, d, sha256)
           && memcmp(made_r, r, sizeof(r)) == 0 && memcmp(made_s, s, sizeof(s)) == 0;
}

static int verifies(struct ab_dsa_public *key, const struct ab_dsa_digest *d)
{
    uint64_t right_r[NUM_Q], right_s[NUM_Q], wrong_s[NUM_Q];
    int failed;

    memcpy(right_r, r, sizeof(r));
    memcpy(right_s, s, sizeof(s));
    memcpy(wrong_s, s, sizeof(s));
    wrong_s[0] ^= 1;
    return ab_dsa_verify(key, &(struct ab_dsa_signature){ right_r, right_s }, d, &failed)
           && !ab_dsa_verify(key, &(struct ab_dsa_signature){ right_r, wrong_s }, d, &failed);
}

/* With the generator as the peer's public number, the shared secret is our public number. */
static int exchanges(struct ab_ffc *f)
{
    uint8_t secret[P_LEN], wanted[P_LEN];

    return ab_words_to_bytes(wanted, P_LEN, y, NUM) && ab_dh(f, secret, x, Q_BITS, g)
           && memcmp(secret, wanted, P_LEN) == 0;
}

/* The third power of a base is the first that uses a comb. The last num_verifications signatures are verified. */
static int is_right(struct ab_ffc *f, struct ab_dsa_public *key, const struct ab_hash *sha256,
                    unsigned num_verifications)
{
    uint8_t hash[AB_HASH_MAX_DIGEST];
    const struct ab_dsa_digest d = { hash, sha256->algorithm->digest_len };
    struct ab_hash_ctx c;
    int ok = exchanges(f);

    ab_hash_init(&c, sha256);
    ab_hash_update(&c, (const uint8_t *)"sample", 6);
    ab_hash_final(&c, hash);
    for (unsigned i = 0; i < USES && ok; i++)
        ok = signs(f, sha256, &d) && (i + num_verifications < USES || verifies(key, &d));
    return ok;
}

static int is_right_with(const struct ab_bignum *b, const struct ab_hash *sha256, unsigned num_verifications)
{
    struct ab_ffc *f = ab_ffc_new(b, &(struct ab_ffc_numbers){ p, q, g, NUM, NUM_Q, NUM }, 0);
    struct ab_dsa_public *key = f == NULL ? NULL : ab_dsa_public_new(f, y);
    int ok = key != NULL && is_right(f, key, sha256, num_verifications);

    ab_dsa_public_free(key);
    ab_ffc_free(f);
    return ok;
}

int ab_dsa_kat(const struct ab_bignum *b, const struct ab_hash *sha256)
{
    return is_right_with(b, sha256, USES);
}

int ab_dsa_first_use_kat(const struct ab_bignum *b, const struct ab_hash *sha256)
{
    return is_right_with(b, sha256, 1);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "DSA and DH";
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)kernels;
    return ab_dsa_kat(&support->bignum, support->hash);
}

static int family_first_use_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)kernels;
    return ab_dsa_first_use_kat(&support->bignum, support->hash);
}

const struct ab_family_kind ab_ffc_kind = {
    .name = family_name,
    .get = ab_family_get_portable,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHA256,
    .tested_with_bignum = 1,
    .fallback_serves = 1,
};

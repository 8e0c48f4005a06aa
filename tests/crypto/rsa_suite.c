/*
 * What cannot be compared with OpenSSL: which numbers make a key, faults during an operation, digests that this
 * system's OpenSSL may lack, the shortest encodings, and failing randomness. tests/evp/rsa_api_test.c has the rest.
 */
#include <string.h>

#include "crypto/hash/mgf1.h"
#include "crypto/rsa/encoding.h"
#include "crypto/rsa/key.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "harness/suites.h"

enum { NUM_BITS = 1024, LEN = NUM_BITS / 8 };

static struct ab_cpu cpu;
static struct ab_bignum bignum;

static struct ab_rsa_key *generate(size_t num_bits)
{
    const struct ab_rsa_generation how = { .num_bits = num_bits };

    return ab_rsa_generate(&bignum, &t_random_source, &how);
}

static void fill_message(uint8_t message[LEN])
{
    t_random_bytes(message, LEN);
    message[0] = 0;
}

/* ---- keys ---- */

static int makes_key(const struct ab_rsa_numbers *numbers)
{
    struct ab_rsa_key *key = ab_rsa_key_new(&bignum, numbers);
    int is_made = key != NULL;

    CHECK(ab_rsa_numbers_bits(numbers) == (is_made ? ab_rsa_num_bits(key) : 0));
    ab_rsa_key_free(key);
    return is_made;
}

static void check_public_numbers(void)
{
    uint8_t n[AB_RSA_MAX_BYTES + 8], e[40];
    struct ab_rsa_numbers numbers = { .n = { n, 64 }, .e = { e, 1 } };

    t_where.check = "public numbers";
    memset(n, 0, sizeof(n));
    memset(n, 0xa5, 64);
    memset(e, 0, sizeof(e));
    e[0] = 3;
    CHECK(makes_key(&numbers));
    numbers.n.len = sizeof(n); /* leading zeros */
    CHECK(makes_key(&numbers));
    n[63] = 0x7f; /* 511 bits */
    CHECK(!makes_key(&numbers));
    n[63] = 0x80;
    n[0] = 2;
    CHECK(!makes_key(&numbers));
    n[0] = 1;
    e[0] = 1;
    CHECK(!makes_key(&numbers));
    e[0] = 4;
    CHECK(!makes_key(&numbers));
    numbers.e.len = 0;
    CHECK(!makes_key(&numbers));
    memset(e, 0xff, sizeof(e)); /* 320 bits */
    numbers.e.len = sizeof(e);
    CHECK(makes_key(&numbers));
    numbers.e = numbers.n;
    CHECK(!makes_key(&numbers));

    t_where.check = "long exponents of long moduli";
    numbers.e = (struct ab_rsa_number){ e, 9 };
    memset(n, 0xa5, 384);
    CHECK(makes_key(&numbers)); /* 3072 bits */
    n[384] = 1;
    CHECK(!makes_key(&numbers));
    numbers.e.len = 8;
    CHECK(makes_key(&numbers));
    memset(n, 0xa5, AB_RSA_MAX_BYTES);
    CHECK(makes_key(&numbers));
    n[AB_RSA_MAX_BYTES] = 1;
    CHECK(!makes_key(&numbers));
}

static int works(const struct ab_rsa_numbers *numbers)
{
    struct ab_rsa_key *key = ab_rsa_key_new(&bignum, numbers);
    uint8_t message[LEN], out[LEN], again[LEN];
    int ok;

    fill_message(message);
    ok = key != NULL && ab_rsa_private(key, &t_random_source, out, message, LEN) == AB_RSA_OK
         && ab_rsa_public(key, again, out, LEN) == AB_RSA_OK && memcmp(message, again, LEN) == 0;
    ab_rsa_key_free(key);
    return ok;
}

/*
 * Try good numbers, and each of them wrong: the key still works if the other numbers suffice; otherwise no key is made.
 */
static void check_private_numbers(const struct ab_rsa_key *key)
{
    static const uint8_t one[1] = { 1 }, even[1] = { 6 };
    struct ab_rsa_numbers good, bad;

    t_where.check = "private numbers";
    ab_rsa_key_numbers(key, &good);
    CHECK(works(&good));
    for (unsigned i = 0; i < 2; i++) {
        bad = good;
        bad.prime[i] = (struct ab_rsa_number){ one, 1 };
        CHECK(works(&bad)); /* works by d */
        bad.prime[i] = (struct ab_rsa_number){ even, 1 };
        CHECK(works(&bad));
        bad.prime[i] = good.prime[1 - i]; /* p = q */
        CHECK(works(&bad));
        bad.prime[i].len = 0;
        CHECK(works(&bad));
        bad.d.len = 0;
        CHECK(!makes_key(&bad));
    }
    bad = good;
    bad.num_primes = 1;
    CHECK(works(&bad));
    bad.num_primes = AB_RSA_MAX_PRIMES + 1;
    CHECK(works(&bad));
    bad = good;
    bad.num_primes = 0;
    bad.d = bad.n; /* not below n */
    CHECK(!makes_key(&bad));
    bad.d = (struct ab_rsa_number){ one, 1 }; /* below n, and wrong: detected when it is used */
    CHECK(makes_key(&bad) && !works(&bad));
}

static void check_accessors(const struct ab_rsa_key *key)
{
    struct ab_rsa_numbers n;
    struct ab_rsa_key *public_key;
    uint8_t out[LEN], message[LEN];

    t_where.check = "public key";
    ab_rsa_key_numbers(key, &n);
    n.d.len = n.num_primes = 0;
    public_key = ab_rsa_key_new(&bignum, &n);
    CHECK(public_key != NULL && !ab_rsa_is_private(public_key) && ab_rsa_is_private(key));
    CHECK(ab_rsa_size(public_key) == LEN && ab_rsa_num_bits(public_key) == NUM_BITS);
    fill_message(message);
    CHECK(ab_rsa_private(public_key, &t_random_source, out, message, LEN) == AB_RSA_NO_PRIVATE_KEY);
    ab_rsa_key_numbers(public_key, &n);
    CHECK(n.num_primes == 0 && n.d.len == 0 && n.n.len == LEN && n.e.len == 8);
    ab_rsa_key_free(public_key);
}

/* ---- faults, as of a processor that miscalculates: change numbers of the key after they were checked ---- */

/* With primes and d, d repairs a fault in the primes; otherwise the fault is reported and nothing is written. */
static void check_fault(struct ab_rsa_key *key, uint64_t *word)
{
    const int is_repaired = key->num_primes != 0 && key->d != NULL;
    uint8_t message[LEN], right[LEN], out[LEN], zeros[LEN] = { 0 };
    uint64_t bit = (uint64_t)1 << t_random_below(64);

    memset(out, 0, LEN);
    fill_message(message);
    CHECK(ab_rsa_private(key, &t_random_source, right, message, LEN) == AB_RSA_OK);
    *word ^= bit;
    CHECK(ab_rsa_private(key, &t_random_source, out, message, LEN) == (is_repaired ? AB_RSA_OK : AB_RSA_FAULT));
    CHECK_BYTES(out, is_repaired ? right : zeros, LEN);
    *word ^= bit;
    CHECK(ab_rsa_private(key, &t_random_source, out, message, LEN) == AB_RSA_OK);
    CHECK_BYTES(out, right, LEN);
}

static void check_faults(struct ab_rsa_key *key)
{
    t_where.check = "faults";
    for (unsigned i = 0; i < 20; i++)
        for (size_t prime = 0; prime < key->num_primes; prime++) {
            struct ab_rsa_prime *p = &key->prime[prime];

            t_where.extra = prime;
            check_fault(key, &p->exponent[t_random_below(key->prime_words)]);
            check_fault(key, &((uint64_t *)p->m->rr)[t_random_below(key->prime_words - 1)]);
            if (p->num_before != 0) {
                check_fault(key, &p->coefficient_mont[t_random_below(key->prime_words - 1)]);
                check_fault(key, &p->before[t_random_below(p->num_before)]);
            }
        }
}

static void check_faults_without_d(const struct ab_rsa_key *key)
{
    struct ab_rsa_numbers n;
    struct ab_rsa_key *by_primes;

    ab_rsa_key_numbers(key, &n);
    n.d.len = 0;
    by_primes = ab_rsa_key_new(&bignum, &n);
    CHECK(by_primes != NULL && by_primes->d == NULL);
    check_faults(by_primes);
    ab_rsa_key_free(by_primes);
}

static void check_faulty_d(const struct ab_rsa_key *key)
{
    struct ab_rsa_numbers n;
    struct ab_rsa_key *slow;

    t_where.check = "faults without primes";
    ab_rsa_key_numbers(key, &n);
    n.num_primes = 0;
    slow = ab_rsa_key_new(&bignum, &n);
    if (!CHECK(slow != NULL && slow->d != NULL))
        return;
    for (unsigned i = 0; i < 5; i++)
        check_fault(slow, &slow->d[t_random_below(slow->n->num_words)]);
    ab_rsa_key_free(slow);
}

/* ---- blinding and randomness ---- */

static void check_randomness(const struct ab_rsa_key *made)
{
    const struct ab_hash *sha256 = ab_hash_pick(AB_HASH_SHA256, &cpu);
    const struct ab_rsa_scheme pss = { .padding = AB_RSA_PSS, .hash = sha256, .mgf1_hash = sha256, .salt_len = 20 };
    const struct ab_rsa_scheme pkcs1 = { .padding = AB_RSA_PKCS1, .digest = AB_RSA_SHA256 };
    const struct ab_rsa_oaep oaep = { .hash = sha256, .mgf1_hash = sha256 };
    const struct ab_rsa_generation how = { .num_bits = NUM_BITS };
    uint8_t message[LEN], out[LEN], first[LEN];
    struct ab_rsa_numbers numbers;
    struct ab_rsa_key *key;

    ab_rsa_key_numbers(made, &numbers);
    key = ab_rsa_key_new(&bignum, &numbers); /* the new key has no blinding yet */
    t_where.check = "no randomness";
    fill_message(message);
    CHECK(ab_rsa_generate(&bignum, &t_no_random_source, &how) == NULL);
    CHECK(ab_rsa_sign(key, &t_no_random_source, &pkcs1, message, 32, out) == AB_RSA_NO_RANDOM);
    CHECK(ab_rsa_sign(key, &t_random_source, &pkcs1, message, 32, first) == AB_RSA_OK);
    CHECK(ab_rsa_sign(key, &t_no_random_source, &pss, message, 32, out) == AB_RSA_NO_RANDOM);
    CHECK(ab_rsa_encrypt_pkcs1(key, &t_no_random_source, message, 32, out) == AB_RSA_NO_RANDOM);
    CHECK(ab_rsa_encrypt_oaep(key, &t_no_random_source, &oaep, message, 32, out) == AB_RSA_NO_RANDOM);
    CHECK(ab_rsa_encapsulate(key, &t_no_random_source, out, out) == AB_RSA_NO_RANDOM);
    t_where.check = "many operations under one key";
    for (unsigned i = 0; i < 200; i++) { /* blindings are squared, and replaced */
        CHECK(ab_rsa_sign(key, &t_random_source, &pkcs1, message, 32, out) == AB_RSA_OK);
        CHECK_BYTES(out, first, LEN);
    }
    ab_rsa_key_free(key);
}

/* ---- inputs of the raw operations ---- */

static void check_inputs(const struct ab_rsa_key *key)
{
    struct ab_rsa_numbers n;
    uint8_t in[LEN + 1], out[LEN], zeros[LEN] = { 0 };

    t_where.check = "inputs";
    ab_rsa_key_numbers(key, &n);
    for (size_t i = 0; i < LEN; i++)
        in[i] = n.n.bytes[LEN - 1 - i];
    CHECK(ab_rsa_public(key, out, in, LEN) == AB_RSA_NOT_BELOW_MODULUS);
    CHECK(ab_rsa_private(key, &t_random_source, out, in, LEN) == AB_RSA_NOT_BELOW_MODULUS);
    in[LEN - 1]--; /* n - 1 = -1: its odd powers are itself */
    CHECK(ab_rsa_public(key, out, in, LEN) == AB_RSA_OK);
    CHECK_BYTES(out, in, LEN);
    CHECK(ab_rsa_private(key, &t_random_source, out, in, LEN) == AB_RSA_OK);
    CHECK_BYTES(out, in, LEN);
    CHECK(ab_rsa_private(key, &t_random_source, out, zeros, LEN) == AB_RSA_OK);
    CHECK_BYTES(out, zeros, LEN);
    CHECK(ab_rsa_private(key, &t_random_source, out, zeros, 0) == AB_RSA_OK);
    CHECK(ab_rsa_private(key, &t_random_source, out, in, LEN + 1) == AB_RSA_BAD_INPUT_LENGTH);
    CHECK(ab_rsa_public(key, out, in, LEN + 1) == AB_RSA_BAD_INPUT_LENGTH);
}

/* ---- encodings ---- */

/* RFC 8017 sec. 9.2 note 1. */
static void check_digest_info(void)
{
    static const struct {
        enum ab_rsa_digest digest;
        size_t len;
        uint8_t der[AB_RSA_MAX_DIGEST_INFO];
    } known[] = {
        { AB_RSA_MD2, 18, { 0x30, 0x20, 0x30, 0x0c, 6, 8, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 2, 5, 0, 4, 0x10 } },
        { AB_RSA_MD5, 18, { 0x30, 0x20, 0x30, 0x0c, 6, 8, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 5, 5, 0, 4, 0x10 } },
        { AB_RSA_SHA1, 15, { 0x30, 0x21, 0x30, 9, 6, 5, 0x2b, 0x0e, 3, 2, 0x1a, 5, 0, 4, 0x14 } },
        { AB_RSA_SHA224, 19, { 0x30, 0x2d, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 4, 5, 0, 4, 0x1c } },
        { AB_RSA_SHA256, 19, { 0x30, 0x31, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1, 5, 0, 4, 0x20 } },
        { AB_RSA_SHA384, 19, { 0x30, 0x41, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 2, 5, 0, 4, 0x30 } },
        { AB_RSA_SHA512, 19, { 0x30, 0x51, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 3, 5, 0, 4, 0x40 } },
        { AB_RSA_SHA512_224,
          19,
          { 0x30, 0x2d, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 5, 5, 0, 4, 0x1c } },
        { AB_RSA_SHA512_256,
          19,
          { 0x30, 0x31, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 6, 5, 0, 4, 0x20 } },
    };
    uint8_t prefix[AB_RSA_MAX_DIGEST_INFO];

    t_where.check = "DigestInfo, extra";
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        t_where.extra = i;
        CHECK(ab_rsa_digest_info(known[i].digest, prefix) == known[i].len);
        CHECK_BYTES(prefix, known[i].der, known[i].len);
    }
    CHECK(ab_rsa_digest_info(AB_RSA_NO_DIGEST, prefix) == 0 && ab_rsa_digest_info(AB_RSA_MD5_SHA1, prefix) == 0);
}

/* For every digest: what was encoded is recovered and compares equal, and every changed byte is detected. */
static void check_pkcs1(enum ab_rsa_digest digest)
{
    uint8_t em[LEN], message[64];
    size_t len = digest == AB_RSA_NO_DIGEST ? 10 : ab_rsa_digest_len(digest), found;
    const uint8_t *at;

    t_where.check = "PKCS#1 encoding, extra";
    t_where.extra = digest;
    t_random_bytes(message, sizeof(message));
    CHECK(ab_rsa_has_digest(AB_RSA_PKCS1, digest));
    CHECK(ab_rsa_pkcs1_encode(em, LEN, digest, message, len) == AB_RSA_OK);
    CHECK(ab_rsa_pkcs1_compare(em, LEN, digest, message, len) == AB_RSA_OK);
    CHECK((ab_rsa_pkcs1_encode(em, LEN, digest, message, len - 1) == AB_RSA_OK) == (digest == AB_RSA_NO_DIGEST));
    CHECK(ab_rsa_pkcs1_encode(em, LEN, digest, message, len) == AB_RSA_OK);
    if (digest == AB_RSA_MDC2) { /* an OCTET STRING; recovery accepts either form, as OpenSSL does */
        CHECK(em[LEN - 18] == 4 && em[LEN - 17] == 16 && em[LEN - 19] == 0);
    }
    CHECK(ab_rsa_pkcs1_recover(em, LEN, digest, &at, &found) == AB_RSA_OK && found == len
          && memcmp(at, message, len) == 0);
    for (size_t i = 0; i < LEN; i++) {
        em[i] ^= 0x10;
        CHECK(ab_rsa_pkcs1_compare(em, LEN, digest, message, len) < AB_RSA_OK);
        em[i] ^= 0x10;
    }
}

static void check_pkcs1_lengths(void)
{
    uint8_t em[64], message[64] = { 0 };

    t_where.check = "PKCS#1 lengths";
    CHECK(ab_rsa_pkcs1_encode(em, 62, AB_RSA_SHA256, message, 32) == AB_RSA_OK); /* 11 + 19 + 32 */
    CHECK(ab_rsa_pkcs1_encode(em, 61, AB_RSA_SHA256, message, 32) == AB_RSA_TOO_LONG);
    CHECK(ab_rsa_pkcs1_encode(em, 64, AB_RSA_NO_DIGEST, message, 53) == AB_RSA_OK);
    CHECK(ab_rsa_pkcs1_encode(em, 64, AB_RSA_NO_DIGEST, message, 54) == AB_RSA_TOO_LONG);
}

/* Each defect of a block is reported by its own error. */
static void check_pkcs1_faults(void)
{
    uint8_t em[64], message[16] = { 0 };
    const uint8_t *at;
    size_t len;

    t_where.check = "PKCS#1 faults";
    ab_rsa_pkcs1_encode(em, 64, AB_RSA_NO_DIGEST, message, 16);
    em[0] = 1;
    CHECK(ab_rsa_pkcs1_recover(em, 64, AB_RSA_NO_DIGEST, &at, &len) == AB_RSA_BAD_FIRST_BYTE);
    em[0] = 0;
    em[1] = 2;
    CHECK(ab_rsa_pkcs1_recover(em, 64, AB_RSA_NO_DIGEST, &at, &len) == AB_RSA_BAD_BLOCK_TYPE);
    em[1] = 1;
    em[20] = 0xfe;
    CHECK(ab_rsa_pkcs1_recover(em, 64, AB_RSA_NO_DIGEST, &at, &len) == AB_RSA_BAD_PADDING);
    em[9] = 0;
    CHECK(ab_rsa_pkcs1_recover(em, 64, AB_RSA_NO_DIGEST, &at, &len) == AB_RSA_SHORT_PADDING);
    em[9] = 0xff;
    em[10] = 0;
    CHECK(ab_rsa_pkcs1_recover(em, 64, AB_RSA_NO_DIGEST, &at, &len) == AB_RSA_OK && len == 53 && at == em + 11);
    memset(em + 2, 0xff, 62);
    CHECK(ab_rsa_pkcs1_recover(em, 64, AB_RSA_NO_DIGEST, &at, &len) == AB_RSA_NO_END_OF_PADDING);
}

static void check_x931(void)
{
    static const enum ab_rsa_digest digests[] = { AB_RSA_SHA1, AB_RSA_SHA256, AB_RSA_SHA384, AB_RSA_SHA512,
                                                  AB_RSA_NO_DIGEST };
    uint8_t em[LEN], message[64];
    const uint8_t *at;
    size_t found;

    t_where.check = "X9.31 encoding, extra";
    t_random_bytes(message, sizeof(message));
    for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++) {
        size_t len = digests[i] == AB_RSA_NO_DIGEST ? 21 : ab_rsa_digest_len(digests[i]), shortest = len + 2 + (i < 4);

        t_where.extra = i;
        for (size_t k = shortest; k <= LEN; k++) {
            CHECK(ab_rsa_x931_encode(em, k, digests[i], message, len) == AB_RSA_OK);
            CHECK(em[0] == (k == shortest ? 0x6a : 0x6b) && em[k - 1] == 0xcc);
            if (k == shortest + 1) { /* 6b ba with nothing between them: OpenSSL encodes it, but does not accept it */
                CHECK(ab_rsa_x931_recover(em, k, digests[i], &at, &found) == AB_RSA_BAD_PADDING);
                continue;
            }
            CHECK(ab_rsa_x931_recover(em, k, digests[i], &at, &found) == AB_RSA_OK);
            CHECK(found == len && memcmp(at, message, len) == 0);
        }
        CHECK(ab_rsa_x931_encode(em, shortest - 1, digests[i], message, len) == AB_RSA_TOO_LONG);
    }
    CHECK(ab_rsa_x931_encode(em, LEN, AB_RSA_SHA224, message, 28) == AB_RSA_UNKNOWN_DIGEST);
    ab_rsa_x931_encode(em, LEN, AB_RSA_SHA1, message, 20);
    CHECK(ab_rsa_x931_recover(em, LEN, AB_RSA_SHA256, &at, &found) == AB_RSA_BAD_TRAILER);
    em[LEN - 1] = 0xbc;
    CHECK(ab_rsa_x931_recover(em, LEN, AB_RSA_SHA1, &at, &found) == AB_RSA_BAD_LAST_BYTE);
    em[5] = 0xbc;
    CHECK(ab_rsa_x931_recover(em, LEN, AB_RSA_SHA1, &at, &found) == AB_RSA_BAD_PADDING);
    em[0] = 0x6c;
    CHECK(ab_rsa_x931_recover(em, LEN, AB_RSA_SHA1, &at, &found) == AB_RSA_BAD_FIRST_BYTE);
}

/* Check every salt that fits, one that does not, and wrong salt lengths. */
static void check_pss(size_t num_bits)
{
    const struct ab_hash *sha1 = ab_hash_pick(AB_HASH_SHA1, &cpu);
    struct ab_rsa_scheme s = { .padding = AB_RSA_PSS, .hash = sha1, .mgf1_hash = sha1 };
    uint8_t em[LEN + 1], digest[20];
    int max = (int)((num_bits - 1 + 7) / 8) - 22;

    t_where.check = "PSS";
    t_where.len = num_bits;
    t_random_bytes(digest, sizeof(digest));
    for (s.salt_len = 0; s.salt_len <= max; s.salt_len++) {
        CHECK(ab_rsa_pss_encode(em, num_bits, &t_random_source, &s, digest, 20) == AB_RSA_OK);
        CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20) == AB_RSA_OK);
        s.salt_len++;
        CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20)
              == (s.salt_len > max ? AB_RSA_TOO_LONG : AB_RSA_BAD_SALT_LENGTH));
        s.salt_len--;
        if (s.salt_len == 0)
            continue;
        s.salt_len--;
        CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20) == AB_RSA_BAD_SALT_LENGTH);
        s.salt_len++;
    }
    CHECK(ab_rsa_pss_encode(em, num_bits, &t_random_source, &s, digest, 20) == AB_RSA_TOO_LONG);
    s.salt_len = AB_RSA_SALT_AUTO_DIGEST_MAX;
    CHECK(ab_rsa_pss_encode(em, num_bits, &t_random_source, &s, digest, 20) == AB_RSA_OK);
    s.salt_len = max < 20 ? max : 20;
    CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20) == AB_RSA_OK);
    s.salt_len = -5;
    CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20) == AB_RSA_BAD_SALT_LENGTH);
    CHECK(ab_rsa_pss_encode(em, num_bits, &t_random_source, &s, digest, 20) == AB_RSA_BAD_SALT_LENGTH);
    s.salt_len = AB_RSA_SALT_AUTO;
    CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20) == AB_RSA_OK);
    for (size_t i = 0; i < (num_bits + 7) / 8; i++) {
        em[i] ^= 0x80;
        CHECK(ab_rsa_pss_compare(em, num_bits, &s, digest, 20) < AB_RSA_OK);
        em[i] ^= 0x80;
    }
}

/* Copy a message from every start to buffers of several lengths. */
static void check_secret_copy(void)
{
    enum { K = 40, MIN_START = 11 };
    uint8_t block[K], moved[K], out[K];

    t_where.check = "copy of a secret length";
    t_random_bytes(block, sizeof(block));
    for (size_t start = MIN_START; start <= K; start++)
        for (size_t room = 0; room <= K - MIN_START; room += 7) {
            size_t len = K - start < room ? K - start : room;

            memcpy(moved, block, K);
            memset(out, 0, K);
            ab_rsa_copy_secret(out, room, moved, K, MIN_START, start, UINT64_MAX);
            CHECK_BYTES(out, block + start, len);
            memcpy(moved, block, K);
            ab_rsa_copy_secret(out, room, moved, K, MIN_START, start, 0);
            CHECK_BYTES(out, block + start, len);
            for (size_t i = len; i < K; i++)
                CHECK(out[i] == 0);
        }
}

/* ---- encoded messages that are malformed in one place; em has LEN bytes ---- */

enum { MESSAGE_LEN = 20, SHA256_LEN = 32, DB_LEN = LEN - SHA256_LEN - 1, ONE_AT = DB_LEN - MESSAGE_LEN - 1 };

static void encrypt_in_place(const struct ab_rsa_key *key, uint8_t em[LEN])
{
    CHECK(ab_rsa_public(key, em, em, LEN) == AB_RSA_OK);
}

/* The block of OAEP with one byte of DB changed, and this first byte. */
static enum ab_rsa_result open_oaep(const struct ab_rsa_key *key, const struct ab_rsa_oaep *oaep, uint8_t first,
                                    size_t at, uint8_t change)
{
    uint8_t em[LEN] = { first }, *seed = em + 1, *db = seed + SHA256_LEN, out[LEN];
    struct ab_hash_ctx c;
    size_t len;

    ab_hash_init(&c, oaep->hash);
    ab_hash_final(&c, db); /* the label is empty */
    db[ONE_AT] = 1;
    t_random_bytes(db + ONE_AT + 1, MESSAGE_LEN);
    t_random_bytes(seed, SHA256_LEN);
    db[at] ^= change;
    ab_mgf1_xor(oaep->mgf1_hash, db, DB_LEN, seed, SHA256_LEN);
    ab_mgf1_xor(oaep->mgf1_hash, seed, SHA256_LEN, db, DB_LEN);
    encrypt_in_place(key, em);
    return ab_rsa_decrypt_oaep(key, &t_random_source, oaep, out, sizeof(out), &len, em, LEN);
}

static void check_oaep_blocks(const struct ab_rsa_key *key)
{
    const struct ab_hash *sha256 = ab_hash_pick(AB_HASH_SHA256, &cpu);
    const struct ab_rsa_oaep oaep = { .hash = sha256, .mgf1_hash = sha256 };

    t_where.check = "malformed blocks of OAEP, extra: byte";
    CHECK(open_oaep(key, &oaep, 0, 0, 0) == AB_RSA_OK);
    CHECK(open_oaep(key, &oaep, 1, 0, 0) == AB_RSA_BAD_CIPHERTEXT);
    for (size_t at = 0; at <= ONE_AT; at++) {
        t_where.extra = at;
        CHECK(open_oaep(key, &oaep, 0, at, 2) == AB_RSA_BAD_CIPHERTEXT);
    }
    CHECK(open_oaep(key, &oaep, 0, ONE_AT + 1, 2) == AB_RSA_OK);
    t_where.extra = 0;
}

/* A block of PKCS#1 v1.5 with a message of this length, and one byte changed. */
static void make_pkcs1_block(uint8_t em[LEN], size_t message_len, size_t at, uint8_t value)
{
    memset(em, 0x55, LEN);
    em[0] = 0;
    em[1] = 2;
    em[LEN - message_len - 1] = 0;
    em[at] = value;
}

static enum ab_rsa_result open_pkcs1(const struct ab_rsa_key *key, size_t message_len, size_t at, uint8_t value)
{
    uint8_t em[LEN], out[LEN];
    size_t len;

    make_pkcs1_block(em, message_len, at, value);
    encrypt_in_place(key, em);
    return ab_rsa_decrypt_pkcs1(key, &t_random_source, NULL, out, sizeof(out), &len, em, LEN);
}

/* Whether the premaster secret that ends this block is returned, and not a random one. */
static int opens_premaster(const struct ab_rsa_key *key, size_t at, uint8_t value)
{
    enum { VERSION = 0x5555 };
    uint8_t em[LEN], expected[AB_RSA_PREMASTER_LEN], premaster[AB_RSA_PREMASTER_LEN];

    make_pkcs1_block(em, sizeof(expected), at, value);
    memcpy(expected, em + LEN - sizeof(expected), sizeof(expected));
    encrypt_in_place(key, em);
    CHECK(ab_rsa_decrypt_premaster(key, &t_random_source, VERSION, 0, premaster, em, LEN) == AB_RSA_OK);
    return memcmp(premaster, expected, sizeof(expected)) == 0;
}

static void check_pkcs1_blocks(const struct ab_rsa_key *key)
{
    enum { MOST = LEN - 11, PREMASTER_AT = LEN - AB_RSA_PREMASTER_LEN };

    t_where.check = "malformed blocks of PKCS#1, extra: byte";
    CHECK(open_pkcs1(key, MOST, 1, 2) == AB_RSA_OK && opens_premaster(key, 1, 2));
    CHECK(open_pkcs1(key, MOST, 0, 1) == AB_RSA_BAD_CIPHERTEXT && !opens_premaster(key, 0, 1));
    CHECK(open_pkcs1(key, MOST, 1, 1) == AB_RSA_BAD_CIPHERTEXT && !opens_premaster(key, 1, 1));
    for (size_t at = 2; at < 10; at++) {
        t_where.extra = at;
        CHECK(open_pkcs1(key, MOST, at, 0) == AB_RSA_BAD_CIPHERTEXT);
    }
    for (size_t at = 2; at < PREMASTER_AT + 2; at++) { /* a zero too early, none, another version */
        t_where.extra = at;
        CHECK(!opens_premaster(key, at, at == PREMASTER_AT - 1 ? 1 : 0));
    }
    CHECK(opens_premaster(key, PREMASTER_AT + 2, 0));
    t_where.extra = 0;
}

/* Messages in place of malformed ones: lengths, first and last bytes, computed with Python's hmac and hashlib. */
static void check_implicit_rejection(void)
{
    static const struct {
        size_t k, ciphertext_len;
        uint64_t len;
        uint8_t first[8], last[8];
    } answers[] = {
        { 128,
          128,
          68,
          { 0x7b, 0xe3, 0x25, 0x1e, 0x3c, 0x99, 0xbb, 0x12 },
          { 0x35, 0xef, 0x7e, 0x9b, 0x21, 0x30, 0xfc, 0xae } },
        { 128,
          100,
          60,
          { 0x26, 0x75, 0x26, 0x6c, 0x3a, 0x75, 0x93, 0x86 },
          { 0x5d, 0x2c, 0x22, 0xee, 0xda, 0xc5, 0xe7, 0x26 } },
        { 256,
          256,
          208,
          { 0x29, 0xe4, 0x38, 0x0d, 0x39, 0xfc, 0xd2, 0x61 },
          { 0xa0, 0x7d, 0xe0, 0xf8, 0xff, 0xe0, 0x9e, 0xe5 } },
    };
    const struct ab_hash *sha256 = ab_hash_pick(AB_HASH_SHA256, &cpu);
    uint8_t d[256], ciphertext[256], block[256];

    t_where.check = "implicit rejection";
    for (size_t i = 0; i < sizeof(d); i++) {
        d[i] = (uint8_t)(7 * i);
        ciphertext[i] = (uint8_t)(255 - i);
    }
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        uint64_t len = 0;

        ab_rsa_synthetic(sha256, block, &len, answers[i].k, d, ciphertext, answers[i].ciphertext_len);
        CHECK(len == answers[i].len);
        CHECK_BYTES(block, answers[i].first, 8);
        CHECK_BYTES(block + answers[i].k - 8, answers[i].last, 8);
    }
}

void ab_suite_rsa(void)
{
    struct ab_rsa_key *key;

    t_where.subject = "RSA";
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    key = generate(NUM_BITS);
    if (!CHECK(key != NULL))
        return;
    check_public_numbers();
    check_private_numbers(key);
    check_accessors(key);
    check_faults(key);
    check_faults_without_d(key);
    check_faulty_d(key);
    check_randomness(key);
    check_inputs(key);
    check_digest_info();
    for (unsigned digest = 0; digest < AB_RSA_NUM_DIGESTS; digest++)
        check_pkcs1((enum ab_rsa_digest)digest);
    check_pkcs1_lengths();
    check_pkcs1_faults();
    check_x931();
    for (size_t num_bits = 512; num_bits < 530; num_bits++)
        check_pss(num_bits);
    check_secret_copy();
    check_implicit_rejection();
    check_oaep_blocks(key);
    check_pkcs1_blocks(key);
    ab_rsa_key_free(key);
}

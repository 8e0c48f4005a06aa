/* Primes and the integers of RSA keys: compare with the simplest methods, on numbers small enough for them. */
#include <string.h>

#include "crypto/bignum/prime.h"
#include "crypto/rsa/integers.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "harness/suites.h"

enum { MAX_WORDS = 20, NUM_RANDOM = 2000 };

static struct ab_bignum bignum;

/* ---- the sieve ---- */

static int has_small_factor_plainly(const uint64_t *n, size_t num)
{
    for (uint32_t d = 3; d < AB_SIEVE_LIMIT; d += 2) {
        uint64_t rest = 0;

        for (size_t i = num; i-- > 0;) {
            rest = (rest << 32 | n[i] >> 32) % d;
            rest = (rest << 32 | (uint32_t)n[i]) % d;
        }
        if (rest == 0)
            return 1;
    }
    return 0;
}

static void check_sieve(size_t num_words, size_t window, size_t max)
{
    uint64_t n[MAX_WORDS];
    uint32_t offsets[AB_SIEVE_MAX];
    size_t num, found = 0;

    t_where.check = "sieve";
    t_where.len = num_words;
    t_random_bytes(n, sizeof(n));
    n[0] = n[0] >> 1 | 1; /* no carry */
    n[num_words - 1] |= AB_SIEVE_LIMIT;
    num = ab_prime_sieve(offsets, max, window, n, num_words);
    CHECK(num <= max);
    for (size_t i = 0; i < window && found < num; i++) {
        if (!has_small_factor_plainly(n, num_words))
            CHECK(offsets[found++] == 2 * i);
        CHECK(ab_prime_has_small_factor(n, num_words) == has_small_factor_plainly(n, num_words));
        n[0] += 2;
    }
    CHECK(found == num);
}

/* ---- which numbers are prime ---- */

static int is_prime_plainly(uint32_t n)
{
    for (uint32_t d = 3; d * d <= n; d += 2)
        if (n % d == 0)
            return 0;
    return 1;
}

static enum ab_prime_verdict is_prime(const uint64_t *n, size_t num_words)
{
    return ab_prime_is(&bignum, &t_random_source, n, num_words, AB_PRIME_ROUNDS_FOREIGN);
}

static void check_small_numbers(void)
{
    t_where.check = "small numbers, extra";
    for (uint64_t n = 5; n < 4000; n += 2) {
        t_where.extra = n;
        CHECK(is_prime(&n, 1) == (is_prime_plainly((uint32_t)n) ? AB_PRIME_YES : AB_PRIME_NO));
    }
    for (uint64_t n = (1 << 28) + 1; n < (1 << 28) + 400; n += 2) {
        t_where.extra = n;
        CHECK(is_prime(&n, 1) == (is_prime_plainly((uint32_t)n) ? AB_PRIME_YES : AB_PRIME_NO));
    }
}

/* 2^num_bits - 1, which is prime for these values, and products of two of them, without small factors. */
static void check_mersenne(void)
{
    static const unsigned exponents[] = { 61, 89, 107, 127, 521, 607 };
    uint64_t n[2][MAX_WORDS], product[2 * MAX_WORDS];

    t_where.check = "Mersenne primes, extra";
    for (size_t i = 0; i < sizeof(exponents) / sizeof(exponents[0]); i++) {
        size_t num = (exponents[i] + 63) / 64;

        t_where.extra = exponents[i];
        memset(n[1], 0, sizeof(n[1]));
        memset(n[1], 0xff, num * 8);
        n[1][num - 1] >>= 64 * num - exponents[i];
        CHECK(is_prime(n[1], num) == AB_PRIME_YES);
        CHECK(ab_prime_is(&bignum, &t_no_random_source, n[1], num, 1) == AB_PRIME_ERROR);
        if (i > 0) {
            ab_words_mul(product, n[0], 10, n[1], 10);
            CHECK(is_prime(product, 20) == AB_PRIME_NO);
        }
        ab_words_mul(product, n[1], 10, n[1], 10);
        CHECK(is_prime(product, 20) == AB_PRIME_NO);
        memcpy(n[0], n[1], sizeof(n[0]));
    }
}

/*
 * Composites that pass Fermat's test for every base (Carmichael numbers with factors above the sieve's limit), or
 * Miller-Rabin's for base 2.
 */
static void check_pseudoprimes(void)
{
    static const uint64_t numbers[] = { 3215031751, 3825123056546413051, 341550071728321 };
    uint64_t carmichael[3], part[2];
    const uint64_t k = 9 * 1001 * 10; /* from this k on, find one with 6k + 1, 12k + 1 and 18k + 1 prime */

    t_where.check = "pseudoprimes, extra";
    for (size_t i = 0; i < 3; i++) {
        t_where.extra = i;
        CHECK(is_prime(&numbers[i], 1) == AB_PRIME_NO);
    }
    for (uint64_t i = k;; i++) {
        uint64_t a = 6 * i + 1, b = 12 * i + 1, c = 18 * i + 1;

        if (!is_prime_plainly((uint32_t)a) || !is_prime_plainly((uint32_t)b) || !is_prime_plainly((uint32_t)c))
            continue;
        ab_words_mul(part, &a, 1, &b, 1);
        ab_words_mul(carmichael, part, 2, &c, 1);
        CHECK(is_prime(carmichael, 3) == AB_PRIME_NO);
        return;
    }
}

/* ---- random primes ---- */

static int stop_at_once(void *arg, int stage, int count)
{
    (void)stage, (void)count;
    ++*(int *)arg;
    return 0;
}

static void check_random_prime(size_t num_bits)
{
    static const uint64_t e = 3;
    struct ab_prime_wish wish = {
        .num_bits = num_bits, .coprime = &e, .num_coprime = 1, .rounds = ab_prime_rounds(num_bits)
    };
    uint64_t prime[MAX_WORDS];
    size_t num = (num_bits + 63) / 64;
    int num_calls = 0;

    t_where.check = "random prime";
    t_where.len = num_bits;
    CHECK(ab_prime_random(&bignum, &t_random_source, prime, &wish));
    CHECK(ab_words_num_bits(prime, num) == num_bits && (prime[0] & 1) == 1);
    CHECK(is_prime(prime, num) == AB_PRIME_YES);
    CHECK(ab_words_mod_word(prime, num, 3) == 2); /* otherwise 3 divides p - 1 or p */
    if (num_bits % 64 == 0)
        CHECK(prime[num - 1] > 0xb504f333f9de6484);
    CHECK(!ab_prime_random(&bignum, &t_no_random_source, prime, &wish));
    wish.progress = stop_at_once;
    wish.arg = &num_calls;
    CHECK(!ab_prime_random(&bignum, &t_random_source, prime, &wish) && num_calls == 1);
}

static void check_rounds(void)
{
    t_where.check = "rounds";
    CHECK(ab_prime_rounds(2048) == 4 && ab_prime_rounds(1536) == 4 && ab_prime_rounds(1535) == 5
          && ab_prime_rounds(1024) == 5);
    CHECK(ab_prime_rounds(512) == 10 && ab_prime_rounds(256) == 22 && ab_prime_rounds(255) == AB_PRIME_ROUNDS_FOREIGN);
}

/* ---- integers ---- */

static uint64_t gcd_plainly(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static void check_lcm(void)
{
    uint64_t a[2] = { 0 }, b[2] = { 0 }, lcm[4], want[2];

    t_where.check = "least common multiple";
    for (unsigned i = 0; i < NUM_RANDOM; i++) {
        uint64_t factor = (t_random() >> t_random_below(64)) | 1, rest;

        a[0] = (t_random() >> t_random_below(64)) << t_random_below(10);
        b[0] = (t_random() >> t_random_below(64)) << t_random_below(10);
        if (i % 2 != 0) { /* with a large common factor */
            a[0] = factor * ((a[0] & 0xffff) + 1);
            b[0] = factor * ((b[0] & 0xffff) + 1);
        }
        if (a[0] == 0 || b[0] == 0)
            continue;
        CHECK(ab_rsa_lcm(lcm, a, b, i % 3 == 0 ? 1 : 2));
        rest = a[0] / gcd_plainly(a[0], b[0]);
        ab_words_mul(want, &rest, 1, b, 1);
        CHECK(lcm[0] == want[0] && lcm[1] == want[1]);
    }
}

/* r = a 2^shift, in num words. */
static void shift_left(uint64_t *r, uint64_t a, unsigned shift, size_t num)
{
    memset(r, 0, num * sizeof(*r));
    r[shift / 64] = a << shift % 64;
    if (shift % 64 != 0 && shift / 64 + 1 < num)
        r[shift / 64 + 1] = a >> (64 - shift % 64);
}

/* Both numbers are multiples of every power of two that they have room for. */
static void check_lcm_of_shifted(void)
{
    enum { NUM = 4 };
    uint64_t a[NUM], b[NUM], lcm[2 * NUM], want[2 * NUM];

    t_where.check = "least common multiple, extra: shift";
    for (unsigned shift = 0; shift < 64 * NUM - 32; shift++) {
        uint64_t x = (t_random() & UINT32_MAX) | 1, y = (t_random() & UINT32_MAX) | 1;

        t_where.extra = shift;
        shift_left(a, x, shift, NUM);
        shift_left(b, y, shift, NUM);
        shift_left(want, x / gcd_plainly(x, y) * y, shift, 2 * NUM);
        CHECK(ab_rsa_lcm(lcm, a, b, NUM));
        CHECK_BYTES(lcm, want, sizeof(want));
    }
    t_where.extra = 0;
}

static void check_division(void)
{
    uint64_t a[4], b[3], product[7];

    t_where.check = "exact division";
    for (unsigned i = 0; i < NUM_RANDOM; i++) {
        size_t num_a = 1 + t_random_below(4), num_b = 1 + t_random_below(3);

        t_random_bytes(a, sizeof(a));
        t_random_bytes(b, sizeof(b));
        b[0] |= 1;
        ab_words_mul(product, a, num_a, b, num_b);
        ab_rsa_divide_exactly(product, product, num_a + num_b, b, num_b);
        CHECK_BYTES(product, a, 8 * num_a);
        CHECK(ab_words_is_zero(product + num_a, num_b) != 0);
    }
}

/* a b modulo m, bit by bit, for a < m */
static uint64_t product_modulo(uint64_t a, uint64_t b, uint64_t m)
{
    uint64_t r = 0;

    for (unsigned i = 64; i-- > 0;) {
        r = r >= m - r ? r - (m - r) : r + r;
        if (b >> i & 1)
            r = r >= m - a ? r - (m - a) : r + a;
    }
    return r;
}

/* e r = 1 modulo phi, checked by a product bit by bit. */
static void check_exponents(void)
{
    t_where.check = "inverse exponents";
    for (unsigned i = 0; i < NUM_RANDOM; i++) {
        uint64_t e = (t_random() >> (34 + t_random_below(28))) | 1, phi = t_random() >> t_random_below(28), r, exists;
        struct ab_modulus *m = e == 1 ? NULL : ab_modulus_new(&bignum, &e, 1);

        if (m == NULL || phi <= e) {
            ab_modulus_free(m);
            continue;
        }
        CHECK(ab_rsa_invert_exponent(&r, m, &phi, 1, &exists));
        CHECK((exists != 0) == (gcd_plainly(e, phi) == 1));
        CHECK(exists == 0 || (r < phi && product_modulo(e, r, phi) == 1));
        ab_modulus_free(m);
    }
}

/* ---- bytes ---- */

/* Convert each length of bytes to and from each length of words, and compare with one byte at a time. */
static void check_bytes(size_t len, size_t num)
{
    uint8_t bytes[40], back[40];
    uint64_t words[6] = { 0 }, want[6] = { 0 };
    int fits = 1;

    t_where.len = len;
    t_where.extra = num;
    t_random_bytes(bytes, sizeof(bytes));
    if (t_random_below(2) != 0)
        memset(bytes, 0, t_random_below(len + 1));
    for (size_t i = 0; i < len; i++) {
        uint8_t byte = bytes[len - 1 - i];

        if (i < 8 * num)
            want[i / 8] |= (uint64_t)byte << 8 * (i % 8);
        else
            fits &= byte == 0;
    }
    CHECK(ab_words_from_bytes(words, num, bytes, len) == fits);
    CHECK_BYTES(words, want, sizeof(words));
    memset(back, 0xa5, sizeof(back));
    CHECK(ab_words_to_bytes(back, len, words, num));
    if (fits)
        CHECK_BYTES(back, bytes, len);
    CHECK(len == sizeof(back) || back[len] == 0xa5);
    if (len > 0 && num > 0 && words[(len - 1) / 8 < num ? (len - 1) / 8 : num - 1] >> 8 * ((len - 1) % 8) != 0
        && len <= 8 * num)
        CHECK(!ab_words_to_bytes(back, len - 1, words, num));
}

void ab_suite_prime(void)
{
    struct ab_cpu cpu;

    t_where.subject = "primes";
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    check_sieve(1, 3000, 3000);
    check_sieve(2, 300, 300);
    check_sieve(16, 100, 4);
    check_sieve(16, 100, 100);
    check_small_numbers();
    check_mersenne();
    check_pseudoprimes();
    check_rounds();
    for (size_t num_bits = 64; num_bits <= 1024; num_bits += 1 + num_bits / 2 + t_random_below(9))
        check_random_prime(num_bits);
    check_random_prime(512);
    check_lcm();
    check_lcm_of_shifted();
    check_division();
    check_exponents();
    t_where.check = "bytes and words, len and extra";
    for (unsigned i = 0; i < 40 * 6 * 8; i++)
        check_bytes(i % 41, i % 6);
}

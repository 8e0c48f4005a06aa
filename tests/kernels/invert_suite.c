/*
 * Compare division steps with their definition, one step at a time, and check inverses by products computed by doubling
 * and adding.
 */
#include <string.h>

#include "harness/harness.h"
#include "harness/suites.h"
#include "kernels/bignum/division_steps.h"
#include "kernels/bignum/invert.h"

enum { MAX_WORDS = 9, LIMB = 62, NUM_RANDOM = 20000, NUM_INVERSES = 500 };

/* ---- steps ---- */

/* start is 1/2 - delta: delta is positive while start is not. */
static int plain_steps(int start, uint64_t f, uint64_t g, struct ab_division_matrix *t)
{
    *t = (struct ab_division_matrix){ 1, 0, 0, 1 };
    for (unsigned i = 0; i < AB_DIVISION_STEPS; i++) {
        uint64_t f0 = f;
        struct ab_division_matrix before = *t;
        int64_t times = g % 2 == 0 ? 0 : start <= 0 ? -1 : 1;

        if (times < 0) {
            f = g;
            t->u = before.q;
            t->v = before.r;
            start = 1 - start;
        }
        g += (uint64_t)times * f0;
        t->q += times * before.u;
        t->r += times * before.v;
        g >>= 1;
        t->u *= 2;
        t->v *= 2;
        start--;
    }
    return start;
}

static void check_steps(int start, uint64_t f, uint64_t g)
{
    struct ab_division_matrix want, got;
    int wanted = plain_steps(start, f, g, &want);

    CHECK(ab_division_steps(start, f, g, &got) == wanted);
    CHECK(got.u == -want.u && got.v == -want.v && got.q == -want.q && got.r == -want.r);
}

static void check_all_steps(void)
{
    static const uint64_t bits[] = { 0, 1, 2, 3, 0x1ffff, 0x20000, 0x20001, 0x3ffff, 0x2aaaa, 0x15555, UINT64_MAX };
    enum { NUM_BITS = sizeof(bits) / sizeof(bits[0]) };

    t_where.check = "division steps";
    for (int start = -1300; start <= 1300; start += start > -40 && start < 40 ? 1 : 63)
        for (unsigned i = 0; i < NUM_BITS * NUM_BITS; i++)
            check_steps(start, bits[i / NUM_BITS] | 1, bits[i % NUM_BITS]);
    for (unsigned i = 0; i < NUM_RANDOM; i++) {
        uint64_t numbers[2];

        t_random_bytes(numbers, sizeof(numbers));
        check_steps((int)(i % 41) - 20, numbers[0] | 1, numbers[1]);
    }
}

/* ---- inverses ---- */

/* The primes of Curve25519 and P-256, and the orders of P-384 and P-521. */
static const struct ab_invert256_modulus prime25519 = { { -19, 0, 0, 0, 128 }, 0x39435e50d79435e5 };
static const struct ab_invert256_modulus prime256 = {
    { 0x3fffffffffffffff, 0x3ffffffff, 0, 0x3fffffc000000040, 0xff },
    0x3fffffffffffffff,
};
static const struct ab_invert384_modulus order384 = {
    { 0x2cec196accc52973, 0x206836c922c29deb, 0x3634d81f4372ddf5, 0x3ffffffffffffff1, 0x3fffffffffffffff,
      0x3fffffffffffffff, 0xfff },
    0x112b9f76177023bb,
};
static const struct ab_invert521_modulus order521 = {
    { 0x3b6fb71e91386409, 0x2ed726e226711eba, 0x3cc0148f709a5d03, 0x21a1e0efcbe59adf, 0x3ffffffffffffa51,
      0x3fffffffffffffff, 0x3fffffffffffffff, 0x3fffffffffffffff, 0x1ffffff },
    0x22d0a33286566a39,
};

static void by_prime25519(uint64_t *r, const uint64_t *a)
{
    ab_invert256(r, a, &prime25519);
}
static void by_prime256(uint64_t *r, const uint64_t *a)
{
    ab_invert256(r, a, &prime256);
}
static void by_order384(uint64_t *r, const uint64_t *a)
{
    ab_invert384(r, a, &order384);
}
static void by_order521(uint64_t *r, const uint64_t *a)
{
    ab_invert521(r, a, &order521);
}

static const struct modulus {
    const char *name;
    void (*invert)(uint64_t *r, const uint64_t *a);
    const int64_t *limb;
    unsigned num_limbs, num_words, bits;
} moduli[] = {
    { "inverses, prime of 25519", by_prime25519, prime25519.limb, AB_INVERT256_LIMBS, 4, 255 },
    { "inverses, prime of P-256", by_prime256, prime256.limb, AB_INVERT256_LIMBS, 4, 256 },
    { "inverses, order of P-384", by_order384, order384.limb, AB_INVERT384_LIMBS, 6, 384 },
    { "inverses, order of P-521", by_order521, order521.limb, AB_INVERT521_LIMBS, 9, 521 },
};

static void add_at(uint64_t r[MAX_WORDS], unsigned word, uint64_t x)
{
    for (; word < MAX_WORDS; word++) {
        r[word] += x;
        x = r[word] < x;
    }
}

static void modulus_words(uint64_t r[MAX_WORDS], const struct modulus *m)
{
    memset(r, 0, MAX_WORDS * sizeof(*r));
    for (unsigned i = 0; i < m->num_limbs; i++) {
        unsigned word = LIMB * i / 64, shift = LIMB * i % 64;

        add_at(r, word, (uint64_t)m->limb[i] << shift);
        if (word + 1 < MAX_WORDS)
            add_at(r, word + 1, shift == 0 ? 0 : (uint64_t)m->limb[i] >> (64 - shift));
        for (unsigned j = word + 1; m->limb[i] < 0 && j < MAX_WORDS; j++) /* its sign */
            add_at(r, j, UINT64_MAX);
    }
}

static int is_below(const uint64_t a[MAX_WORDS], const uint64_t b[MAX_WORDS])
{
    for (unsigned i = MAX_WORDS; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i];
    return 0;
}

static void subtract(uint64_t r[MAX_WORDS], const uint64_t a[MAX_WORDS])
{
    uint64_t borrow = 0;

    for (unsigned i = 0; i < MAX_WORDS; i++) {
        uint64_t x = r[i], y = x - a[i];

        r[i] = y - borrow;
        borrow = (x < a[i]) | (y < borrow);
    }
}

/* r = a + b modulo m, for both below m. The words have at least 55 bits more than m. */
static void add_modulo(uint64_t r[MAX_WORDS], const uint64_t a[MAX_WORDS], const uint64_t m[MAX_WORDS])
{
    uint64_t sum[MAX_WORDS];

    memcpy(sum, r, sizeof(sum));
    for (unsigned i = 0; i < MAX_WORDS; i++)
        add_at(sum, i, a[i]);
    if (!is_below(sum, m))
        subtract(sum, m);
    memcpy(r, sum, sizeof(sum));
}

static void multiply(uint64_t r[MAX_WORDS], const uint64_t a[MAX_WORDS], const uint64_t b[MAX_WORDS],
                     const uint64_t m[MAX_WORDS])
{
    memset(r, 0, MAX_WORDS * sizeof(*r));
    for (unsigned i = 64 * MAX_WORDS; i-- > 0;) {
        add_modulo(r, r, m);
        if ((a[i / 64] >> i % 64 & 1) != 0)
            add_modulo(r, b, m);
    }
}

static void check_inverse(const struct modulus *m, const uint64_t modulus[MAX_WORDS], const uint64_t a[MAX_WORDS])
{
    static const uint64_t zero[MAX_WORDS], one[MAX_WORDS] = { 1 };
    uint64_t inverse[MAX_WORDS] = { 0 }, product[MAX_WORDS];

    m->invert(inverse, a);
    CHECK(is_below(inverse, modulus));
    multiply(product, a, inverse, modulus);
    CHECK_BYTES(product, memcmp(a, zero, sizeof(zero)) == 0 ? zero : one, sizeof(one));
}

/* Invert 0, 1, each power of 2, the modulus minus each power of 2, and random numbers. */
static void check_inverses(const struct modulus *m)
{
    uint64_t modulus[MAX_WORDS], a[MAX_WORDS] = { 0 };

    t_where.check = m->name;
    modulus_words(modulus, m);
    check_inverse(m, modulus, a);
    for (unsigned i = 0; i + 1 < m->bits; i++) {
        uint64_t below[MAX_WORDS];

        memset(a, 0, sizeof(a));
        a[i / 64] = (uint64_t)1 << i % 64;
        memcpy(below, modulus, sizeof(below));
        subtract(below, a);
        check_inverse(m, modulus, a);
        check_inverse(m, modulus, below);
    }
    for (unsigned i = 0; i < NUM_INVERSES; i++) {
        memset(a, 0, sizeof(a));
        t_random_bytes(a, m->num_words * sizeof(*a));
        a[m->num_words - 1] &= modulus[m->num_words - 1] >> 1;
        check_inverse(m, modulus, a);
    }
}

void ab_suite_invert(void)
{
    check_all_steps();
    for (size_t i = 0; i < sizeof(moduli) / sizeof(moduli[0]); i++)
        check_inverses(&moduli[i]);
}

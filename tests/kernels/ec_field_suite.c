/*
 * The fields of P-384 and P-521: compare every implementation that this processor can run with the modular arithmetic
 * of crypto/bignum, on elements with long carry chains and on elements that are not reduced.
 */
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/ec_field_cases.h"

enum { NUM_RANDOM = 20000, NUM_RANDOM_SLOW = 10, NUM_INVERSES = 100, NUM_INVERSES_SLOW = 2 };

typedef uint64_t words[AB_EC_MAX_WORDS];

static unsigned num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

static size_t words_len(const struct field_case *f)
{
    return f->domain->num_words * sizeof(uint64_t);
}

/* Make random words, runs of zeros and ones, or a value near a multiple of p. */
static void random_element(const struct field_case *f, words a)
{
    const unsigned num = f->domain->num_words, kind = (unsigned)t_random_below(6);

    memset(a, 0, sizeof(words));
    t_random_bytes(a, words_len(f));
    for (unsigned i = 0; i < num && kind != 0; i++)
        if (t_random_below(3) != 0)
            a[i] = kind == 1 ? 0 : kind == 2 ? UINT64_MAX : a[i] >> t_random_below(64);
    if (kind >= 4) {
        words little = { t_random_below(8) };

        memcpy(a, f->domain->p, words_len(f));
        if (f->max_bits > f->domain->field_bits && kind == 5)
            ab_words_add(a, a, a, num);
        if (t_random_below(2) != 0)
            ab_words_add(a, a, little, num);
        else
            ab_words_sub(a, a, little, num);
    }
    if (f->max_bits < 64 * num)
        a[num - 1] &= UINT64_MAX >> (64 * num - f->max_bits);
}

/* r = a modulo p */
static void reduced(const struct field_case *f, words r, const words a)
{
    memcpy(r, a, sizeof(words));
    while (!ab_words_lt(r, f->domain->p, f->domain->num_words))
        ab_words_sub(r, r, f->domain->p, f->domain->num_words);
}

static void check_pair(const struct field_case *f, const struct ab_modulus *m, const words a, const words b)
{
    words x, y, got, want, twice;

    reduced(f, x, a);
    reduced(f, y, b);
    f->mul(got, a, b);
    ab_mod_mul(m, want, x, y);
    CHECK_BYTES(got, want, words_len(f));
    f->sqr(got, a);
    ab_mod_mul(m, want, x, x);
    CHECK_BYTES(got, want, words_len(f));
    f->add(got, a, b);
    ab_mod_add(m, want, x, y);
    CHECK_BYTES(got, want, words_len(f));
    f->sub(got, a, b);
    ab_mod_sub(m, want, x, y);
    CHECK_BYTES(got, want, words_len(f));
    f->half(got, a);
    ab_mod_add(m, twice, got, got);
    CHECK_BYTES(twice, x, words_len(f));
    CHECK(f->is_zero(a) == ab_words_is_zero(x, f->domain->num_words));
    f->select(got, UINT64_MAX, x, y);
    CHECK_BYTES(got, x, words_len(f));
    f->select(got, 0, x, y);
    CHECK_BYTES(got, y, words_len(f));
}

/* r = (4 b b + 2 a b) (a b - 4 b b) */
static void wanted_sums(const struct ab_modulus *m, words r, const words x, const words y)
{
    words ab, bb, left;

    ab_mod_mul(m, ab, x, y);
    ab_mod_mul(m, bb, y, y);
    for (unsigned i = 0; i < 2; i++)
        ab_mod_add(m, bb, bb, bb);
    ab_mod_add(m, left, ab, ab);
    ab_mod_add(m, left, left, bb);
    ab_mod_sub(m, r, ab, bb);
    ab_mod_mul(m, r, r, left);
}

static void check_four(const struct field_case *f, const struct ab_modulus *m)
{
    words a[4], b[4], x[4], y[4], got[4], want;

    for (unsigned i = 0; i < 4; i++) {
        random_element(f, a[i]);
        random_element(f, b[i]);
        reduced(f, x[i], a[i]);
        reduced(f, y[i], b[i]);
    }
    f->mul4(got, a, b);
    for (unsigned i = 0; i < 4; i++) {
        ab_mod_mul(m, want, x[i], y[i]);
        CHECK_BYTES(got[i], want, words_len(f));
    }
    f->sums4(got, a, b);
    for (unsigned i = 0; i < 4; i++) {
        wanted_sums(m, want, x[i], y[i]);
        CHECK_BYTES(got[i], want, words_len(f));
    }
}

static void check_inverse(const struct field_case *f, const struct ab_modulus *m, const words a)
{
    static const words zero, one = { 1 };
    words x, inverse, product;

    reduced(f, x, a);
    f->invert(inverse, a);
    ab_mod_mul(m, product, inverse, x);
    CHECK_BYTES(product, ab_words_is_zero(x, f->domain->num_words) ? zero : one, words_len(f));
}

static void check_field(const struct field_case *f, const struct ab_bignum *bignum)
{
    struct ab_modulus *m = ab_modulus_new(bignum, f->domain->p, f->domain->num_words);
    words a, b;

    if (!CHECK(m != NULL))
        return;
    t_where.subject = f->domain->name;
    t_where.level = f->needs.name;
    t_where.check = "field elements, extra";
    for (unsigned i = 0; i < num_random(); i++) {
        t_where.extra = i;
        random_element(f, a);
        random_element(f, b);
        check_pair(f, m, a, b);
        if (f->mul4 != NULL)
            check_four(f, m);
    }
    t_where.check = "inverses, extra";
    for (unsigned i = 0; i < (t_is_slow() ? NUM_INVERSES_SLOW : NUM_INVERSES); i++) {
        t_where.extra = i;
        random_element(f, a);
        check_inverse(f, m, a);
    }
    ab_modulus_free(m);
}

void ab_suite_ec_field(void)
{
    static const struct field_case *const cases[] = {
        &field_p384_portable, &field_p384_adx, &field_p384_ifma, &field_p521_adx, &field_p521_ifma,
    };
    struct ab_bignum bignum;
    struct ab_cpu cpu;
    uint32_t untested;

    t_seed(12);
    ab_cpu_detect(&cpu);
    untested = t_untested_bits(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (cpu.level >= cases[i]->needs.level && (cpu.bits & cases[i]->needs.bits & ~untested) == cases[i]->needs.bits)
            check_field(cases[i], &bignum);
}

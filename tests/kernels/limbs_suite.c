/*
 * Fields in limbs: every implementation that this processor can run, on elements whose limbs are as great as the
 * contract allows, at the edge of their bits, zero, or random, and on multiples of p; against the modular arithmetic of
 * crypto/bignum. Bytes would not do: what is made of bytes has limbs within their bits.
 */
#include "kernels/limbs_cases.h"

#include <string.h>

#include "crypto/bignum/bignum.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"

enum { NUM_RANDOM = 5000, NUM_RANDOM_SLOW = 10, WIDE = 2 * LIMBS_WORDS };

static const char *const operations[LIMBS_NUM_OPERATIONS] = { "value", "product", "square", "sum", "difference" };

static uint64_t limb_mask(const struct limbs_case *c, unsigned i)
{
    unsigned bits = i + 1 < c->num_limbs ? c->offset[i + 1] - c->offset[i] : 0;

    return bits % 64 == 0 ? c->most[i] : ((uint64_t)1 << bits) - 1;
}

/* The limbs of k p, within their bits. */
static void multiple_of_p(const struct limbs_case *c, limbs_elements a, unsigned lane, unsigned k)
{
    uint64_t p[LIMBS_WORDS + 2] = { 0 };

    memcpy(p, c->p, c->num_words * sizeof(*p));
    for (unsigned i = 0; i < c->num_limbs; i++) {
        unsigned word = c->offset[i] / 64, shift = c->offset[i] % 64;
        uint64_t bits = p[word] >> shift | (shift == 0 ? 0 : p[word + 1] << (64 - shift));

        a[i][lane] = (bits & limb_mask(c, i)) * k;
    }
}

static uint64_t random_limb(const struct limbs_case *c, unsigned i, uint64_t most)
{
    switch (t_random_below(6)) {
    case 0: return 0;
    case 1: return most;
    case 2: return limb_mask(c, i);
    case 3: return limb_mask(c, i) < most ? limb_mask(c, i) + 1 : most;
    case 4: return most - t_random_below(most < 16 ? most + 1 : 16);
    default: return most == UINT64_MAX ? t_random() : t_random() % (most + 1);
    }
}

/* A kind for all limbs of a lane, or one for each. */
static void random_elements(const struct limbs_case *c, limbs_elements a, const uint64_t *most)
{
    for (unsigned lane = 0; lane < LIMBS_LANES; lane++) {
        size_t kind = t_random_below(8);

        if (kind == 0)
            multiple_of_p(c, a, lane, 1);
        for (unsigned i = 0; i < c->num_limbs; i++) {
            if (kind == 0)
                a[i][lane] = a[i][lane] < most[i] ? a[i][lane] + (i == 0) * t_random_below(2) : most[i];
            else
                a[i][lane] = kind == 1 ? most[i] : kind == 2 ? limb_mask(c, i) : random_limb(c, i, most[i]);
            if (a[i][lane] > most[i])
                a[i][lane] = most[i];
        }
    }
}

/* r = the element in a lane, modulo p */
static void value_of(const struct limbs_case *c, const struct ab_modulus *m, uint64_t *r, limbs_elements a,
                     unsigned lane)
{
    uint64_t sum[WIDE] = { 0 };

    for (unsigned i = 0; i < c->num_limbs; i++) {
        uint64_t addend[WIDE] = { 0 };
        unsigned word = c->offset[i] / 64, shift = c->offset[i] % 64;

        addend[word] = a[i][lane] << shift;
        addend[word + 1] = shift == 0 ? 0 : a[i][lane] >> (64 - shift);
        ab_words_add(sum, sum, addend, WIDE);
    }
    ab_mod_reduce(m, r, sum, WIDE);
}

/* r = 2^n a modulo p */
static void scaled(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, unsigned n)
{
    memmove(r, a, m->num_words * sizeof(*r));
    for (unsigned i = 0; i < n; i++)
        ab_mod_add(m, r, r, r);
}

static void check_operation(const struct limbs_case *c, const struct ab_modulus *m, enum limbs_operation operation,
                            limbs_elements a, limbs_elements b)
{
    uint64_t r[LIMBS_LANES][LIMBS_WORDS], got[LIMBS_WORDS], want[LIMBS_WORDS], x[LIMBS_WORDS], y[LIMBS_WORDS];
    int is_product = operation == LIMBS_MUL || operation == LIMBS_SQR;

    if (!c->run(operation, r, a, b))
        return;
    t_where.check = operations[operation];
    for (unsigned lane = 0; lane < c->num_lanes; lane++) {
        value_of(c, m, x, a, lane);
        value_of(c, m, y, b, lane);
        switch (operation) {
        case LIMBS_MUL: ab_mod_mul(m, want, x, y); break;
        case LIMBS_SQR: ab_mod_mul(m, want, x, x); break;
        case LIMBS_ADD: ab_mod_add(m, want, x, y); break;
        case LIMBS_SUB: ab_mod_sub(m, want, x, y); break;
        default: memcpy(want, x, sizeof(want));
        }
        CHECK(ab_words_lt(r[lane], c->p, c->num_words) != 0);
        scaled(m, got, r[lane], c->value_scale + (is_product ? c->product_scale : 0));
        CHECK_BYTES(got, want, c->num_words * sizeof(*got));
    }
}

static void check_field(const struct limbs_case *c, const struct ab_bignum *bignum)
{
    struct ab_modulus *m = ab_modulus_new(bignum, c->p, c->num_words);
    const uint64_t *sums = c->most_in_sum[0] == 0 ? c->most : c->most_in_sum;
    limbs_elements a, b;

    if (!CHECK(m != NULL))
        return;
    t_where.subject = c->name;
    t_where.level = c->needs.name;
    for (unsigned i = 0; i < (t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM); i++) {
        t_where.extra = i;
        random_elements(c, a, c->most);
        random_elements(c, b, c->most);
        check_operation(c, m, LIMBS_VALUE, a, b);
        check_operation(c, m, LIMBS_MUL, a, b);
        check_operation(c, m, LIMBS_SQR, a, b);
        random_elements(c, a, sums);
        random_elements(c, b, sums);
        check_operation(c, m, LIMBS_ADD, a, b);
        check_operation(c, m, LIMBS_SUB, a, b);
    }
    ab_modulus_free(m);
}

void ab_suite_limbs(void)
{
    static const struct limbs_case *const cases[] = {
        &limbs_25519_portable, &limbs_25519_adx,    &limbs_25519_batch4_avx2, &limbs_25519_batch8_ifma,
        &limbs_25519_ifma,     &limbs_448_portable, &limbs_448_ifma,          &limbs_p256_batch8_ifma,
        &limbs_p256_ifma,      &limbs_p384_ifma,    &limbs_p521_ifma,
    };
    struct ab_bignum bignum;
    struct ab_cpu cpu;
    uint32_t untested;

    t_seed(20);
    ab_cpu_detect(&cpu);
    untested = t_untested_bits(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (cpu.level >= cases[i]->needs.level && (cpu.bits & cases[i]->needs.bits & ~untested) == cases[i]->needs.bits)
            check_field(cases[i], &bignum);
}

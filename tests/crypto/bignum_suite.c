/*
 * Modular arithmetic: compare every implementation that this processor can run with the portable one, and that one with
 * bit-by-bit arithmetic. bignum_oracle.py compares with an independent implementation of integers, at more sizes.
 */
#include <string.h>

#include "crypto/bignum/bignum_kat.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/bignum/adx_words.h"
#include "crypto/bignum_cases.h"

enum { MAX = 66, MAX_WIDTH = 8 };

/* Every length that has a kernel of its own, and some beyond. */
static const size_t sizes[] = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
                                20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 36, 48, 64, 66 };
enum { NUM_SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static struct ab_cpu cpu;

static int is_tested(const struct ab_needs *needs)
{
    return ab_cpu_has(&cpu, needs) && !t_is_left_to_silicon(needs);
}

static unsigned num_cases(size_t num_words)
{
    return t_is_slow() ? 2 : (unsigned)(1 + 2000 / num_words);
}

static size_t num_exponent_bits(size_t num_words)
{
    return t_is_slow() ? 64 : 64 * num_words;
}

static struct ab_modulus *random_modulus(const struct ab_bignum *b, size_t num_words)
{
    uint64_t n[MAX];
    struct ab_modulus *m;

    t_random_modulus(n, num_words);
    m = ab_modulus_new(b, n, num_words);
    CHECK(m != NULL);
    return m;
}

/* ---- products ---- */

static const struct ab_bignum plain = { &ab_bignum_portable, { &ab_power_portable } };

/* r = a b modulo n, bit by bit */
static void slow_product(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_modulus *m)
{
    memset(r, 0, m->num_words * sizeof(*r));
    for (size_t i = 64 * m->num_words; i-- > 0;) {
        ab_mod_add(m, r, r, r);
        if (a[i / 64] >> i % 64 & 1)
            ab_mod_add(m, r, r, b);
    }
}

static void check_product(const struct ab_modulus *m, const uint64_t *a, const uint64_t *b)
{
    uint64_t want[MAX], got[MAX];

    slow_product(want, a, b, m);
    ab_mod_mul(m, got, a, b);
    CHECK_BYTES(got, want, 8 * m->num_words);
}

static void check_portable(size_t num_words)
{
    struct ab_modulus *m = random_modulus(&plain, num_words);
    uint64_t a[MAX], b[MAX];

    t_random_residue(a, m->n, num_words);
    t_random_residue(b, m->n, num_words);
    check_product(m, a, b);
    ab_modulus_free(m);
}

/* Compare with the portable products; a may be any number. */
static void compare_products(const struct ab_bignum_kernels *k, const struct ab_modulus *m, uint64_t *a, uint64_t *b)
{
    const struct ab_bignum_kernels *p = &ab_bignum_portable;
    uint64_t want[MAX + 1], got[MAX + 1];
    size_t num_words = m->num_words, len = 8 * num_words;

    p->mont_mul(want, a, b, m->n, m->n_inverse, num_words);
    want[num_words] = got[num_words] = 0x5555;
    k->mont_mul(got, a, b, m->n, m->n_inverse, num_words);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(got, want, len + 8);
    k->mont_mul(a, a, b, m->n, m->n_inverse, num_words);
    CHECK_BYTES(a, want, len);
    k->mont_mul(got, b, b, m->n, m->n_inverse, num_words);
    k->mont_sqr(want, b, m->n, m->n_inverse, num_words);
    CHECK_BYTES(got, want, len + 8);
    p->mont_sqr(got, b, m->n, m->n_inverse, num_words);
    CHECK_BYTES(got, want, len + 8);
    k->mont_mul(got, a, b, m->n, m->n_inverse, num_words);
    k->mont_mul(b, a, b, m->n, m->n_inverse, num_words);
    CHECK_BYTES(b, got, len);
    k->mont_sqr(b, b, m->n, m->n_inverse, num_words);
    k->mont_mul(got, got, got, m->n, m->n_inverse, num_words);
    CHECK_BYTES(b, got, len);
}

static void check_products(const struct ab_bignum_kernels *k, size_t num_words)
{
    struct ab_modulus *m = random_modulus(&plain, num_words);
    uint64_t a[MAX], b[MAX];

    t_random_number(a, num_words);
    t_random_residue(b, m->n, num_words);
    compare_products(k, m, a, b);
    ab_modulus_free(m);
}

static struct ab_modulus *target_modulus(const struct ab_bignum *b, size_t num_words, unsigned i)
{
    uint64_t n[MAX];
    struct ab_modulus *m;

    t_target_modulus(n, num_words, i);
    m = ab_modulus_new(b, n, num_words);
    CHECK(m != NULL);
    return m;
}

/* All targeted residues times each other and times the largest number. */
static void check_target_products(const struct ab_bignum_kernels *k, size_t num_words)
{
    uint64_t a[MAX], b[MAX];

    for (unsigned i = 0; i < T_NUM_TARGET_MODULI; i++) {
        struct ab_modulus *m = target_modulus(&plain, num_words, i);

        t_where.extra = i;
        for (unsigned j = 0; j <= T_NUM_TARGET_RESIDUES; j++)
            for (unsigned l = 0; l < T_NUM_TARGET_RESIDUES; l++) {
                if (j < T_NUM_TARGET_RESIDUES)
                    t_target_residue(a, m->n, num_words, j);
                else
                    memset(a, 0xff, 8 * num_words);
                t_target_residue(b, m->n, num_words, l);
                compare_products(k, m, a, b);
            }
        ab_modulus_free(m);
    }
}

/* Check that the assembly preserves the registers that a function must preserve. */
static void check_registers(void)
{
    enum { WORDS = 24, BLOCKS = WORDS / 8 };
    static ab_mont_mul_short *const short_muls[] = { ab_mont_mul_2_adx, ab_mont_mul_3_adx, ab_mont_mul_4_adx,
                                                     ab_mont_mul_5_adx, ab_mont_mul_6_adx, ab_mont_mul_7_adx,
                                                     ab_mont_mul_8_adx, ab_mont_mul_9_adx, ab_mont_mul_12_adx,
                                                     ab_mont_mul_20_adx };
    uint64_t a[WORDS], n[WORDS], t[2 * WORDS];

    t_where.check = "registers";
    t_random_modulus(n, WORDS);
    t_random_number(a, WORDS);
    CHECK(t_changed_registers((t_any_fn *)ab_words_mul_adx, t, a, (size_t)(uintptr_t)n, BLOCKS, 0) == 0);
    CHECK(t_changed_registers((t_any_fn *)ab_words_sqr_adx, t, a, BLOCKS, 0, 0) == 0);
    CHECK(t_changed_registers((t_any_fn *)ab_mont_reduce_adx, a, t, (size_t)(uintptr_t)n, 1, BLOCKS) == 0);
    for (size_t i = 0; i < sizeof(short_muls) / sizeof(short_muls[0]); i++)
        CHECK(t_changed_registers((t_any_fn *)short_muls[i], t, a, (size_t)(uintptr_t)n, (uint64_t)(uintptr_t)n, 1)
              == 0);
}

/* ---- powers ---- */

struct power_case {
    struct ab_modulus *m;
    uint64_t base[MAX], exponent[MAX], got[MAX];
};

/* Compare as many powers as the method computes at once with public ones. The lower num_bits of an exponent count. */
static void compare_powers(const struct ab_power_kernels *k, struct power_case c[MAX_WIDTH], size_t num_bits)
{
    size_t num_words = c[0].m->num_words;
    struct ab_power p[MAX_WIDTH];
    uint64_t want[MAX];

    t_where.extra = num_bits;
    for (size_t i = 0; i < k->width; i++) {
        memcpy(c[i].got, c[i].base, 8 * num_words);
        p[i] = (struct ab_power){ c[i].got, c[i].got, c[i].exponent, c[i].m->n, c[i].m->rr, c[i].m->n_inverse };
    }
    CHECK(k->run(p, num_words, num_bits));
    CHECK(!t_upper_halves_dirty());
    for (size_t i = 0; i < k->width; i++) {
        for (size_t bit = num_bits; bit < 64 * num_words; bit++)
            c[i].exponent[bit / 64] &= ~((uint64_t)1 << bit % 64);
        CHECK(ab_mod_exp_public(c[i].m, want, c[i].base, c[i].exponent, num_words));
        CHECK_BYTES(c[i].got, want, 8 * num_words);
    }
}

static void check_powers(const struct ab_power_kernels *k, size_t num_words, size_t num_bits)
{
    static struct power_case c[MAX_WIDTH];
    struct ab_bignum bignum;

    ab_bignum_pick(&bignum, &cpu);
    for (size_t i = 0; i < k->width; i++) {
        c[i].m = random_modulus(&bignum, num_words);
        t_random_residue(c[i].base, c[i].m->n, num_words);
        t_random_number(c[i].exponent, num_words);
    }
    compare_powers(k, c, num_bits);
    for (size_t i = 0; i < k->width; i++)
        ab_modulus_free(c[i].m);
}

/* All targeted residues modulo each targeted modulus; powers of one call have different ones. */
static void check_target_powers(const struct ab_power_kernels *k, size_t num_words)
{
    static struct power_case c[MAX_WIDTH];
    struct ab_bignum bignum;

    ab_bignum_pick(&bignum, &cpu);
    for (unsigned i = 0; i < T_NUM_TARGET_MODULI; i++) {
        for (unsigned l = 0; l < k->width; l++)
            c[l].m = target_modulus(&bignum, num_words, (i + l) % T_NUM_TARGET_MODULI);
        for (unsigned j = 0; j < T_NUM_TARGET_RESIDUES; j++) {
            for (unsigned l = 0; l < k->width; l++) {
                t_target_residue(c[l].base, c[l].m->n, num_words, (j + l) % T_NUM_TARGET_RESIDUES);
                t_random_number(c[l].exponent, num_words);
            }
            compare_powers(k, c, 20);
        }
        for (unsigned l = 0; l < k->width; l++)
            ab_modulus_free(c[l].m);
    }
}

/* Place every array of the first power between inaccessible pages, and the others of the same call elsewhere. */
static void check_power_at_pages(const struct ab_power_kernels *k, size_t num_words, enum t_end end)
{
    static uint64_t others[MAX_WIDTH][MAX];
    size_t len = 8 * num_words;
    uint64_t *array[T_NUM_REGIONS], want[MAX];
    struct ab_power p[MAX_WIDTH];
    struct ab_bignum bignum;
    struct ab_modulus *m;

    ab_bignum_pick(&bignum, &cpu);
    m = random_modulus(&bignum, num_words);
    for (unsigned i = 0; i < T_NUM_REGIONS; i++)
        array[i] = (uint64_t *)(void *)t_place(i, end, 0, len);
    t_poison(0, (uint8_t *)array[0], len);
    t_random_residue(array[1], m->n, num_words);
    t_random_number(array[2], num_words);
    memcpy(array[3], m->n, len);
    for (size_t i = 0; i < k->width; i++)
        p[i] = (struct ab_power){ i == 0 ? array[0] : others[i], array[1], array[2], array[3], m->rr, m->n_inverse };
    CHECK(k->run(p, num_words, 20));
    CHECK(t_margins_intact(0, (const uint8_t *)array[0], len));
    memset(want, 0, sizeof(want));
    want[0] = array[2][0] & 0xfffff;
    CHECK(ab_mod_exp_public(m, want, array[1], want, 1));
    CHECK_BYTES(array[0], want, len);
    ab_modulus_free(m);
}

static void check_power_kernels(const struct ab_power_kernels *k)
{
    t_where.check = "powers, extra: bits of the exponent";
    t_where.level = k->needs.name;
    for (size_t i = 0; i < NUM_SIZES; i++) {
        size_t num_bits = num_exponent_bits(sizes[i]);

        t_where.len = sizes[i];
        if (!k->has_size(sizes[i]) || (t_is_slow() && sizes[i] > 17))
            continue;
        check_powers(k, sizes[i], num_bits);
        check_powers(k, sizes[i], num_bits - 1);
        check_powers(k, sizes[i], t_random_below(num_bits));
        check_powers(k, sizes[i], t_random_below(12));
        check_powers(k, sizes[i], 0);
        check_power_at_pages(k, sizes[i], T_AT_START);
        check_power_at_pages(k, sizes[i], T_AT_END);
        if (!t_is_slow())
            check_target_powers(k, sizes[i]);
    }
}

/* Compute more powers than any implementation takes at once, by both functions. */
static void check_many_powers(size_t num_words)
{
    enum { NUM = 2 * MAX_WIDTH + 1 };
    static uint64_t base[NUM][MAX], exponent[NUM][MAX], got[NUM][MAX];
    struct ab_bignum bignum;
    struct ab_mod_power p[NUM];
    struct ab_modulus *m[NUM];
    size_t num_bits = num_exponent_bits(num_words);
    uint64_t want[MAX];

    t_where.check = "many powers";
    ab_bignum_pick(&bignum, &cpu);
    for (size_t i = 0; i < NUM; i++) {
        m[i] = random_modulus(&bignum, num_words);
        t_random_residue(base[i], m[i]->n, num_words);
        t_random_number(exponent[i], num_words);
        p[i] = (struct ab_mod_power){ m[i], got[i], base[i], exponent[i] };
    }
    for (size_t num = t_is_slow() ? NUM : 1; num <= NUM; num++) {
        CHECK(num == 2 ? ab_mod_exp_pair(p, num_bits) : ab_mod_exp_many(p, num, num_bits));
        for (size_t i = 0; i < num; i++) {
            CHECK(ab_mod_exp(m[i], want, base[i], exponent[i], num_bits));
            CHECK_BYTES(got[i], want, 8 * num_words);
        }
    }
    for (size_t i = 0; i < NUM; i++)
        ab_modulus_free(m[i]);
}

/* ---- functions built on products and powers ---- */

static void check_modular_of(const struct ab_modulus *m, const uint64_t *a, const uint64_t *b)
{
    uint64_t c[MAX], d[MAX], wide[2 * MAX], exists;
    size_t num_words = m->num_words;

    slow_product(c, a, b, m);
    ab_words_mul(wide, a, num_words, b, num_words);
    CHECK(ab_mod_reduce(m, d, wide, 2 * num_words));
    CHECK_BYTES(d, c, 8 * num_words);
    ab_mod_to_mont(m, d, a);
    ab_mod_mont_mul(m, d, d, b);
    CHECK_BYTES(d, c, 8 * num_words);
    ab_mod_add(m, d, a, b);
    ab_mod_sub(m, d, d, b);
    CHECK_BYTES(d, a, 8 * num_words);
    CHECK(ab_mod_inverse(m, d, a, &exists));
    ab_mod_mul(m, d, d, a);
    memset(c, 0, sizeof(c));
    c[0] = exists & 1;
    CHECK_BYTES(d, c, 8 * num_words);
    CHECK(ab_mod_reduce(m, d, NULL, 0) && ab_words_is_zero(d, num_words));
}

static void check_modular(size_t num_words)
{
    struct ab_bignum bignum;
    struct ab_modulus *m;
    uint64_t a[MAX], b[MAX];

    ab_bignum_pick(&bignum, &cpu);
    m = random_modulus(&bignum, num_words);
    t_random_residue(a, m->n, num_words);
    t_random_residue(b, m->n, num_words);
    check_modular_of(m, a, b);
    ab_modulus_free(m);
}

/* Each targeted residue with the one that is as far from the end of the list. */
static void check_target_modular(size_t num_words)
{
    struct ab_bignum bignum;
    uint64_t a[MAX], b[MAX];

    ab_bignum_pick(&bignum, &cpu);
    for (unsigned i = 0; i < T_NUM_TARGET_MODULI; i++) {
        struct ab_modulus *m = target_modulus(&bignum, num_words, i);

        t_where.extra = i;
        for (unsigned j = 0; j < T_NUM_TARGET_RESIDUES; j++) {
            t_target_residue(a, m->n, num_words, j);
            t_target_residue(b, m->n, num_words, T_NUM_TARGET_RESIDUES - 1 - j);
            check_product(m, a, b);
            check_modular_of(m, a, b);
        }
        ab_modulus_free(m);
    }
}

/* ---- known-answer tests, which must fail for kernels that do nothing ---- */

static void no_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse,
                   size_t num_words)
{
    (void)r, (void)a, (void)b, (void)n, (void)n_inverse, (void)num_words;
}

static void no_sqr(uint64_t *r, const uint64_t *a, const uint64_t *n, uint64_t n_inverse, size_t num_words)
{
    (void)r, (void)a, (void)n, (void)n_inverse, (void)num_words;
}

static int no_run(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    (void)p, (void)num_words, (void)num_bits;
    return 1;
}

static size_t bad_size;

static int run_badly_at_one_size(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    int ok = ab_power_portable.run(p, num_words, num_bits);

    p->result[0] ^= num_words == bad_size;
    return ok;
}

static int no_run_public(const struct ab_power *p, size_t num_words, uint64_t exponent)
{
    (void)p, (void)num_words, (void)exponent;
    return 1;
}

/* Removing the methods that are idle changes no choice. */
static void check_idle(const struct ab_bignum *all)
{
    const struct ab_power_kernels *kept[sizeof(all->powers) / sizeof(all->powers[0])] = { NULL };
    unsigned num_kept = 0;

    t_where.check = "idle methods of powers";
    for (unsigned i = 0; all->powers[i] != NULL; i++)
        if (!ab_power_is_idle(all->powers[i], kept))
            kept[num_kept++] = all->powers[i];
    for (size_t num_words = 1; num_words <= AB_BIGNUM_MAX_WORDS; num_words++)
        for (size_t num = 1; num <= 9; num++)
            CHECK(ab_power_choose(kept, num_words, num) == ab_power_choose(all->powers, num_words, num));
    for (unsigned i = 0; i < num_kept; i++)
        CHECK(ab_power_is_idle(kept[i], kept));
    CHECK(ab_power_is_complete(all->powers) && ab_power_is_complete(kept));
}

static int has_all_sizes_but_one(size_t num_words)
{
    return num_words != 7;
}

static void check_complete(void)
{
    struct ab_power_kernels powers = ab_power_portable;
    const struct ab_power_kernels *const one[] = { &powers, NULL }, *const both[] = { &powers, &ab_power_portable,
                                                                                      NULL };

    t_where.check = "complete methods of powers";
    CHECK(ab_power_is_complete(one) && !ab_power_is_complete(one + 1));
    powers.width = 2;
    CHECK(!ab_power_is_complete(one) && ab_power_is_complete(both));
    powers = ab_power_portable;
    powers.has_size = has_all_sizes_but_one;
    CHECK(!ab_power_is_complete(one) && ab_power_is_complete(both));
}

/*
 * A known answer is checked at every length that it exists for and where the method would be chosen, and at one length
 * in any case.
 */
static void check_sizes_of_known_answers(void)
{
    const struct ab_power_kernels *const portable[] = { &ab_power_portable, NULL }, *const none[] = { NULL };
    struct ab_power_kernels powers = ab_power_portable;

    t_where.check = "sizes of known answers";
    powers.run = run_badly_at_one_size;
    bad_size = 9; /* no answer has this length */
    CHECK(ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_MAX_WORDS));
    bad_size = 16;
    CHECK(!ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_MAX_WORDS)
          && ab_power_kat(&powers, portable, &ab_bignum_portable, AB_KAT_MAX_WORDS));
    CHECK(!ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_FIRST_USE_WORDS));
    bad_size = 64; /* longer than at first use */
    CHECK(!ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_MAX_WORDS));
    CHECK(ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_FIRST_USE_WORDS));
    bad_size = 1; /* the smallest length with an answer */
    CHECK(!ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_MAX_WORDS)
          && !ab_power_kat(&powers, portable, &ab_bignum_portable, AB_KAT_MAX_WORDS));
}

static void check_known_answers(void)
{
    static const struct ab_power_kernels *const none[] = { NULL };
    struct ab_bignum_kernels products = ab_bignum_portable;
    struct ab_power_kernels powers;

    t_where.check = "known answers";
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++) {
        t_where.level = (*k)->needs.name;
        CHECK(!is_tested(&(*k)->needs) || ab_bignum_kat(*k, AB_KAT_MAX_WORDS));
    }
    for (const struct ab_power_kernels *const *p = ab_power_kernels_list; *p != NULL; p++) {
        t_where.level = (*p)->needs.name;
        CHECK(!is_tested(&(*p)->needs) || ab_power_kat(*p, none, &ab_bignum_portable, AB_KAT_MAX_WORDS));
        powers = **p;
        powers.run = no_run;
        CHECK(!ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_MAX_WORDS));
        powers = **p;
        powers.run_public = no_run_public;
        CHECK(!is_tested(&(*p)->needs) || (*p)->run_public == NULL
              || !ab_power_kat(&powers, none, &ab_bignum_portable, AB_KAT_MAX_WORDS));
    }
    t_where.level = NULL;
    products.mont_mul = no_mul;
    CHECK(!ab_bignum_kat(&products, AB_KAT_MAX_WORDS));
    products = ab_bignum_portable;
    products.mont_sqr = no_sqr;
    CHECK(!ab_bignum_kat(&products, AB_KAT_MAX_WORDS));
}

static void check_even_modulus(void)
{
    static const uint64_t even[2] = { 6, 1 };
    struct ab_bignum bignum;

    ab_bignum_pick(&bignum, &cpu);
    CHECK(ab_modulus_new(&bignum, even, 2) == NULL);
    ab_modulus_free(NULL);
}

/* ---- words ---- */

static void check_bytes(size_t num_words, size_t len)
{
    uint8_t bytes[8 * MAX + 9] = { 0 }, reversed[8 * MAX + 9], back[8 * MAX + 9];
    uint64_t a[MAX], b[MAX];
    int fits = len <= 8 * num_words;

    t_random_bytes(bytes, len);
    for (size_t i = 8 * num_words; i < len; i++)
        bytes[i] = 0;
    for (size_t i = 0; i < len; i++)
        reversed[i] = bytes[len - 1 - i];
    CHECK(ab_words_from_le_bytes(a, num_words, bytes, len) && ab_words_from_bytes(b, num_words, reversed, len));
    CHECK_BYTES(a, b, 8 * num_words);
    CHECK(ab_words_to_bytes(back, len, a, num_words));
    CHECK_BYTES(back, reversed, len);
    if (!fits) {
        bytes[8 * num_words] = 1;
        reversed[0] = 0x80;
        CHECK(!ab_words_from_le_bytes(a, num_words, bytes, len) && !ab_words_from_bytes(a, num_words, reversed, len));
    } else if (len < 8 * num_words) {
        a[len / 8] |= (uint64_t)1 << 8 * (len % 8);
        CHECK(!ab_words_to_bytes(back, len, a, num_words));
    }
}

static void check_words(size_t num_words)
{
    uint64_t a[MAX], b[MAX], c[MAX], one = 1;
    uint32_t divisor = (uint32_t)t_random() >> t_random_below(32) | 1;
    uint64_t rest = 0;

    t_random_number(a, num_words);
    t_random_number(b, num_words);
    CHECK(ab_words_add(c, a, b, num_words) == ab_words_sub(c, c, b, num_words));
    CHECK_BYTES(c, a, 8 * num_words);
    CHECK((ab_words_lt(a, b, num_words) & 1) == ab_words_sub(c, a, b, num_words));
    CHECK(ab_words_eq(a, b, num_words) == ab_words_is_zero(c, num_words));
    CHECK(ab_words_eq(a, a, num_words) == UINT64_MAX && ab_words_lt(a, a, num_words) == 0);
    ab_words_select(c, UINT64_MAX, a, b, num_words);
    CHECK_BYTES(c, a, 8 * num_words);
    ab_words_select(c, 0, a, b, num_words);
    CHECK_BYTES(c, b, 8 * num_words);
    ab_words_shift_right_1(c, a, 0, num_words);
    CHECK(ab_words_num_bits(c, num_words) + 1 == ab_words_num_bits(a, num_words)
          || ab_words_num_bits(a, num_words) == 0);
    CHECK(ab_words_add(c, c, c, num_words) == 0);
    CHECK(ab_words_sub(c, a, c, num_words) == 0 && c[0] == (a[0] & one));
    for (size_t i = 64 * num_words; i-- > 0;)
        rest = (2 * rest + (a[i / 64] >> i % 64 & 1)) % divisor;
    CHECK(ab_words_mod_word(a, num_words, divisor) == rest);
}

/* Check what needs no instruction set of its own. */
static void check_plain(void)
{
    for (size_t i = 0; i < NUM_SIZES; i++) {
        t_where.len = sizes[i];
        for (unsigned j = 0; j < num_cases(sizes[i]) / 8 + 1; j++) {
            t_where.check = "portable products";
            check_portable(sizes[i]);
            t_where.check = "words";
            check_words(sizes[i]);
            t_where.check = "inverses, remainders, sums";
            check_modular(sizes[i]);
        }
        if (!t_is_slow()) {
            t_where.check = "inverses, remainders, sums, extra: targeted modulus";
            check_target_modular(sizes[i]);
            t_where.extra = 0;
        }
        t_where.check = "bytes";
        for (size_t len = 0; len <= 8 * sizes[i] + 9 && sizes[i] < 8; len++)
            check_bytes(sizes[i], len);
    }
    check_complete();
    check_even_modulus();
}

static void check_product_kernels(const struct ab_bignum_kernels *k)
{
    t_where.check = "products";
    t_where.level = k->needs.name;
    for (size_t i = 0; i < NUM_SIZES; i++) {
        t_where.len = sizes[i];
        for (unsigned j = 0; j < num_cases(sizes[i]); j++)
            check_products(k, sizes[i]);
        if (t_is_slow() && sizes[i] > 9)
            continue;
        t_where.check = "products, extra: targeted modulus";
        check_target_products(k, sizes[i]);
        t_where.extra = 0;
        t_where.check = "products";
    }
}

void ab_suite_bignum(void)
{
    struct ab_bignum picked;

    ab_cpu_detect(&cpu);
    t_where.subject = "bignum";
    cpu.bits &= ~t_untested_bits(&cpu);
    if ((cpu.bits & AB_BIT_ADX) != 0)
        check_registers();
    if (!t_is_brief())
        check_plain();
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++)
        if (is_tested(&(*k)->needs))
            check_product_kernels(*k);
    for (const struct ab_power_kernels *const *k = ab_power_kernels_list; *k != NULL; k++)
        if (is_tested(&(*k)->needs))
            check_power_kernels(*k);
    t_where.level = NULL;
    check_known_answers();
    check_sizes_of_known_answers();
    ab_bignum_pick(&picked, &cpu);
    check_idle(&picked);
    check_many_powers(4);
    check_many_powers(16);
}

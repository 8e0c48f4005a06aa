/* Modular arithmetic with secret numbers, exponents and moduli; only their lengths are public. */
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"
#include "crypto/bignum_cases.h"

enum { MAX = 24, MAX_WIDTH = 8 };

static uint64_t n[MAX], a[MAX], b[MAX], e[MAX], r[MAX], wide[2 * MAX];

static void set_numbers(size_t num_words)
{
    t_random_modulus(n, num_words);
    t_random_residue(a, n, num_words);
    t_random_residue(b, n, num_words);
    t_random_number(e, num_words);
}

static void begin(const char *check)
{
    ct_begin(check);
    AB_SECRET(n, sizeof(n));
    AB_SECRET(a, sizeof(a));
    AB_SECRET(b, sizeof(b));
    AB_SECRET(e, sizeof(e));
}

static void end(void)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(n, sizeof(n));
    AB_PUBLIC(a, sizeof(a));
    AB_PUBLIC(b, sizeof(b));
    AB_PUBLIC(e, sizeof(e));
    AB_PUBLIC(r, sizeof(r));
    AB_PUBLIC(wide, sizeof(wide));
}

static void check_modular(const struct ab_bignum *bignum, size_t num_words)
{
    static const uint64_t public_exponent = 65537;
    struct ab_modulus *m;
    uint64_t exists;

    set_numbers(num_words);
    begin("sums, products, remainders, an inverse");
    m = ab_modulus_new(bignum, n, num_words);
    ab_mod_add(m, r, a, b);
    ab_mod_sub(m, r, a, b);
    ab_mod_mul(m, r, a, b);
    ab_words_mul(wide, a, num_words, b, num_words);
    CHECK(ab_mod_reduce(m, r, wide, 2 * num_words));
    CHECK(ab_mod_inverse(m, r, a, &exists));
    CHECK(ab_mod_exp_public(m, r, a, &public_exponent, 1));
    end();
    ab_modulus_free(m);
}

/* Compute as many powers as the kernels take at once, all with one modulus. */
static void check_power(const struct ab_bignum *bignum, const struct ab_power_kernels *k, size_t num_words)
{
    static uint64_t results[MAX_WIDTH][MAX];
    struct ab_power p[MAX_WIDTH];
    struct ab_modulus *m;

    set_numbers(num_words);
    begin("powers");
    m = ab_modulus_new(bignum, n, num_words);
    for (size_t i = 0; i < k->width; i++)
        p[i] = (struct ab_power){ results[i], a, e, m->n, m->rr, m->n_inverse };
    CHECK(k->run(p, num_words, 64 * num_words - 7));
    end();
    ab_modulus_free(m);
}

static void check_words(size_t num_words)
{
    uint8_t bytes[8 * MAX];
    uint64_t mask;

    set_numbers(num_words);
    begin("words");
    mask = ab_words_lt(a, b, num_words) & ab_words_eq(a, b, num_words) & ab_words_is_zero(a, num_words);
    ab_words_select(r, mask, a, b, num_words);
    ab_words_shift_right_1(r, r, 0, num_words);
    r[0] = ab_words_mod_word(r, num_words, 65537);
    ab_words_to_bytes(bytes, sizeof(bytes), r, num_words);
    ab_words_from_le_bytes(r, num_words, bytes, sizeof(bytes));
    AB_PUBLIC(bytes, sizeof(bytes));
    end();
}

void ct_bignum(void)
{
    struct ab_bignum bignum;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    for (size_t i = 0; i < ct_scope.num_sizes; i++) {
        size_t size = ct_scope.sizes[i];

        t_where.subject = "bignum";
        t_where.len = size;
        check_words(size);
        for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++)
            if (ct_wants("products", (*k)->needs.name, ab_bignum_kernels_usable(*k, &cpu))) {
                bignum.kernels = *k;
                check_modular(&bignum, size);
            }
        for (const struct ab_power_kernels *const *p = ab_power_kernels_list; *p != NULL; p++)
            if ((*p)->has_size(size) && ct_wants("powers", (*p)->needs.name, ab_power_kernels_usable(*p, &cpu)))
                check_power(&bignum, *p, size);
    }
    t_where.level = NULL;
}

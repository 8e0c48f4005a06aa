/*
 * Compute cases of modular arithmetic with our functions, for bignum_oracle.py to check with the integers of Python.
 *
 *   bignum_oracle --levels                        number the implementations of products and powers that can run here
 *   bignum_oracle products WHICH WORDS NUM SEED   records of 6 numbers: n, a, b, a b / R, c, c^2 / R
 *   bignum_oracle powers WHICH WORDS NUM SEED     of 4: n, base, exponent, power
 *   bignum_oracle modular WHICH WORDS NUM SEED    of 15: n, a, b, two of any size x y; a + b, a - b, a b, x + y R
 *                                                 modulo n; 1/a, whether it exists; a^x, a^x b^y, a^e, e (at most two
 *                                                 words of it)
 *
 * Numbers have WORDS words, the least significant byte first. WHICH is the number of an implementation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "harness/harness.h"
#include "crypto/bignum_cases.h"

enum { MAX = AB_BIGNUM_MAX_WORDS, MAX_WIDTH = 8 };

static size_t num_words;

static void put(const uint64_t *a)
{
    fwrite(a, sizeof(*a), num_words, stdout);
}

static struct ab_modulus *random_modulus(const struct ab_bignum *b)
{
    uint64_t n[MAX];
    struct ab_modulus *m;

    t_random_modulus(n, num_words);
    m = ab_modulus_new(b, n, num_words);
    if (m == NULL)
        abort();
    return m;
}

static void products(const struct ab_bignum *bignum)
{
    struct ab_modulus *m = random_modulus(bignum);
    uint64_t a[MAX], b[MAX];

    t_random_residue(b, m->n, num_words);
    if (t_random_below(4) == 0)
        t_random_number(a, num_words); /* the first factor may exceed n */
    else
        t_random_residue(a, m->n, num_words);
    put(m->n), put(a), put(b);
    ab_mod_mont_mul(m, a, a, b);
    put(a);
    t_random_residue(a, m->n, num_words);
    put(a);
    ab_mod_mont_sqr(m, a, a);
    put(a);
    ab_modulus_free(m);
}

/* Compute as many powers as the implementation takes at once. */
static void powers(const struct ab_bignum *bignum)
{
    static uint64_t base[MAX_WIDTH][MAX], exponent[MAX_WIDTH][MAX], result[MAX_WIDTH][MAX];
    const struct ab_power_kernels *k = bignum->powers[0];
    size_t num_bits = t_random_below(64 * num_words + 1);
    struct ab_power p[MAX_WIDTH];
    struct ab_modulus *m[MAX_WIDTH];

    for (size_t i = 0; i < k->width; i++) {
        m[i] = random_modulus(bignum);
        t_random_residue(base[i], m[i]->n, num_words);
        t_random_number(exponent[i], num_words);
        p[i] = (struct ab_power){ result[i], base[i], exponent[i], m[i]->n, m[i]->rr, m[i]->n_inverse };
    }
    if (!k->run(p, num_words, num_bits))
        abort();
    for (size_t i = 0; i < k->width; i++) {
        for (size_t bit = num_bits; bit < 64 * num_words; bit++)
            exponent[i][bit / 64] &= ~((uint64_t)1 << bit % 64);
        put(m[i]->n), put(base[i]), put(exponent[i]), put(result[i]);
        ab_modulus_free(m[i]);
    }
}

static void put_modular(const struct ab_modulus *m, const uint64_t *a, const uint64_t *b, const uint64_t *xy)
{
    uint64_t r[MAX], exists[MAX] = { 0 }, e[MAX] = { 0 };

    put(m->n), put(a), put(b), put(xy), put(xy + num_words);
    ab_mod_add(m, r, a, b);
    put(r);
    ab_mod_sub(m, r, a, b);
    put(r);
    ab_mod_mul(m, r, a, b);
    put(r);
    if (!ab_mod_reduce(m, r, xy, 2 * num_words))
        abort();
    put(r);
    if (!ab_mod_inverse(m, r, a, exists))
        abort();
    put(r), put(exists);
    if (!ab_mod_exp_public(m, r, a, xy, num_words))
        abort();
    put(r);
    if (!ab_mod_exp_joint_public(m, r, a, xy, b, xy + num_words, num_words))
        abort();
    put(r);
    t_random_number(e, num_words < 2 ? 1 : t_random_below(2) + 1);
    e[0] = t_random_below(4) == 0 ? 65537 : e[0];
    memcpy(r, a, num_words * sizeof(*r));
    if (!ab_mod_exp_public(m, r, r, e, num_words))
        abort();
    put(r), put(e);
}

static void modular(const struct ab_bignum *bignum)
{
    struct ab_modulus *m = random_modulus(bignum);
    uint64_t a[MAX], b[MAX], xy[2 * MAX];

    t_random_residue(a, m->n, num_words);
    t_random_residue(b, m->n, num_words);
    t_random_number(xy, 2 * num_words);
    put_modular(m, a, b, xy);
    ab_modulus_free(m);
}

/* Pick implementation number i of those that this processor can run. Returns 0 if there are no more. */
static int pick(struct ab_bignum *b, size_t which, int of_powers)
{
    struct ab_cpu cpu;
    size_t i = 0;

    ab_cpu_detect(&cpu);
    ab_bignum_pick(b, &cpu);
    for (const struct ab_power_kernels *const *p = ab_power_kernels_list; of_powers && *p != NULL; p++)
        if (ab_power_kernels_usable(*p, &cpu) && i++ == which) {
            b->powers[0] = *p;
            b->powers[1] = NULL;
            return 1;
        }
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; !of_powers && *k != NULL; k++)
        if (ab_bignum_kernels_usable(*k, &cpu) && i++ == which) {
            b->kernels = *k;
            return 1;
        }
    return 0;
}

static int put_levels(void)
{
    struct ab_bignum b;

    for (size_t i = 0; pick(&b, i, 0); i++)
        printf("products %zu %s\nmodular %zu %s\n", i, b.kernels->needs.name, i, b.kernels->needs.name);
    for (size_t i = 0; pick(&b, i, 1); i++)
        printf("powers %zu %s\n", i, b.powers[0]->needs.name);
    return 0;
}

int main(int argc, char **argv)
{
    struct ab_bignum b;
    void (*one)(const struct ab_bignum *);
    unsigned long num;

    if (argc == 2 && strcmp(argv[1], "--levels") == 0)
        return put_levels();
    if (argc != 6)
        return 2;
    one = strcmp(argv[1], "products") == 0 ? products : strcmp(argv[1], "powers") == 0 ? powers : modular;
    num_words = strtoul(argv[3], NULL, 10);
    t_seed(strtoul(argv[5], NULL, 10));
    if (num_words < 1 || num_words > MAX || !pick(&b, strtoul(argv[2], NULL, 10), one == powers))
        return 2;
    if (one == powers && !b.powers[0]->has_size(num_words))
        return 0;
    for (num = strtoul(argv[4], NULL, 10); num > 0; num--)
        one(&b);
    return 0;
}

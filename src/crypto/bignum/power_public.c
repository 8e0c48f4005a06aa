/* Powers with public exponents, as in RSA verification and encryption; the base may be secret. */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"

/* Odd powers up to base^(2^WINDOW - 1). For 256 bits and two bases, 4 needs as few products as 5. */
enum { WINDOW = 4, NUM_ODD = 1 << (WINDOW - 1), MAX_BASES = 2, MAX_SHORT = 64 };

static unsigned bit_at(const uint64_t *a, size_t i)
{
    return (unsigned)(a[i / 64] >> i % 64 & 1);
}

/*
 * Raise to an odd exponent above 1 bit by bit. The last product takes the base in plain form, which brings the result
 * to plain form too: 65537 takes 16 squares and 2 products in all.
 */
static void power_of_odd(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent,
                         size_t num_bits)
{
    uint64_t mont[AB_BIGNUM_MAX_WORDS], sum[AB_BIGNUM_MAX_WORDS];

    ab_mod_to_mont(m, mont, base);
    ab_mod_mont_sqr(m, sum, mont);
    for (size_t i = num_bits - 2; i > 0; i--) {
        if (bit_at(exponent, i))
            ab_mod_mont_mul(m, sum, sum, mont);
        ab_mod_mont_sqr(m, sum, sum);
    }
    ab_mod_mont_mul(m, r, sum, base);
    ab_wipe(mont, m->num_words * sizeof(*mont));
    ab_wipe(sum, m->num_words * sizeof(*sum));
}

/* ---- sliding windows over one exponent, or over two that share their squares ---- */

struct factor {
    const uint64_t *exponent;
    uint64_t *odd;   /* base, base^3, base^5 ... in Montgomery form */
    size_t pending;  /* the bit at which to multiply by the window that was found */
    unsigned window; /* 0: no window was found */
};

static void fill_odd(const struct ab_modulus *m, const struct factor *f, const uint64_t *base)
{
    uint64_t square[AB_BIGNUM_MAX_WORDS];

    ab_mod_to_mont(m, f->odd, base);
    ab_mod_mont_sqr(m, square, f->odd);
    for (unsigned i = 1; i < NUM_ODD; i++)
        ab_mod_mont_mul(m, f->odd + i * m->num_words, f->odd + (i - 1) * m->num_words, square);
}

/* A window begins at a set bit and ends with a set bit at most WINDOW bits further down. */
static void find_window(struct factor *f, size_t at)
{
    size_t low = at + 1 > WINDOW ? at + 1 - WINDOW : 0;

    if (f->window != 0 || !bit_at(f->exponent, at))
        return;
    while (!bit_at(f->exponent, low))
        low++;
    f->pending = low;
    for (size_t i = at + 1; i-- > low;)
        f->window = 2 * f->window + bit_at(f->exponent, i);
}

/* sum starts as R, which stands for 1. Skip its squares until the first product. */
static void power_by_windows(const struct ab_modulus *m, uint64_t *r, struct factor *f, unsigned num_factors,
                             size_t num_bits)
{
    uint64_t sum[AB_BIGNUM_MAX_WORDS];
    int is_one = 1;

    memcpy(sum, m->one, m->num_words * sizeof(*sum));
    for (size_t at = num_bits; at-- > 0;) {
        if (!is_one)
            ab_mod_mont_sqr(m, sum, sum);
        for (unsigned i = 0; i < num_factors; i++) {
            find_window(&f[i], at);
            if (f[i].window == 0 || f[i].pending != at)
                continue;
            ab_mod_mont_mul(m, sum, sum, f[i].odd + f[i].window / 2 * m->num_words);
            f[i].window = 0;
            is_one = 0;
        }
    }
    ab_mod_from_mont(m, r, sum);
    ab_wipe(sum, m->num_words * sizeof(*sum));
}

/* r = the product of bases[i]^exponents[i]. */
static int product_of_powers(const struct ab_modulus *m, uint64_t *r, const uint64_t *const *bases,
                             const uint64_t *const *exponents, unsigned num, size_t num_bits)
{
    struct factor f[MAX_BASES] = { { 0 } };
    size_t len = num * NUM_ODD * m->num_words * sizeof(uint64_t);
    uint64_t *odd = malloc(len);

    if (odd == NULL)
        return 0;
    for (unsigned i = 0; i < num; i++) {
        f[i].exponent = exponents[i];
        f[i].odd = odd + i * NUM_ODD * m->num_words;
        fill_odd(m, &f[i], bases[i]);
    }
    power_by_windows(m, r, f, num, num_bits);
    ab_wipe(odd, len);
    free(odd);
    return 1;
}

/* ---- the choice ---- */

/* Return the method that is faster for a short exponent than the products of the modulus, or NULL. */
static const struct ab_power_kernels *find_fast(const struct ab_modulus *m)
{
    const struct ab_power_kernels *const *k = m->powers;

    while (*k != NULL && ((*k)->run_public == NULL || !(*k)->has_size(m->num_words)))
        k++;
    return *k;
}

int ab_mod_exp_public(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent,
                      size_t num_exponent)
{
    const struct ab_power p = { r, base, NULL, m->n, m->rr, m->n_inverse };
    size_t num_bits = ab_words_num_bits(exponent, num_exponent);
    const struct ab_power_kernels *fast = find_fast(m);

    if (num_bits < 2 || num_bits > MAX_SHORT || !bit_at(exponent, 0))
        return product_of_powers(m, r, &base, &exponent, 1, num_bits);
    if (fast != NULL)
        return fast->run_public(&p, m->num_words, exponent[0]);
    power_of_odd(m, r, base, exponent, num_bits);
    return 1;
}

int ab_mod_exp_joint_public(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *x,
                            const uint64_t *b, const uint64_t *y, size_t num_exponent)
{
    const uint64_t *const bases[2] = { a, b }, *const exponents[2] = { x, y };
    size_t num_x = ab_words_num_bits(x, num_exponent), num_y = ab_words_num_bits(y, num_exponent);

    return product_of_powers(m, r, bases, exponents, 2, num_x > num_y ? num_x : num_y);
}

/* The field of a curve that is data, and numbers modulo its order: see prime_field.h. */
#include "kernels/ec/prime/prime_field.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/invert.h"

uint64_t ab_prime_is_zero(const struct ab_prime *f, const uint64_t *a)
{
    uint64_t any = 0;

    for (unsigned i = 0; i < f->words->num; i++)
        any |= a[i];
    return ab_ct_is_zero(any);
}

void ab_prime_select(const struct ab_prime *f, uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b)
{
    for (unsigned i = 0; i < f->words->num; i++)
        r[i] = ab_ct_select(mask, a[i], b[i]);
}

void ab_prime_negate_if(const struct ab_prime *f, uint64_t *a, uint64_t mask)
{
    static const ab_prime_element zero = { 0 };
    ab_prime_element minus;

    ab_prime_sub(f, minus, zero, a);
    ab_prime_select(f, a, mask, minus, a);
}

void ab_prime_from_words(const struct ab_prime *f, uint64_t *r, const uint64_t *plain)
{
    ab_prime_mul(f, r, plain, ab_prime_number(f, AB_PRIME_SQUARE));
}

void ab_prime_to_words(const struct ab_prime *f, uint64_t *plain, const uint64_t *a)
{
    static const ab_prime_element one = { 1 };

    ab_prime_mul(f, plain, a, one);
}

/* ---- inverses ---- */

enum { LIMB = 62 };

/* A number of num words as limbs of 62 bits. */
static void to_limbs(int64_t *limb, unsigned num_limbs, const uint64_t *m, unsigned num)
{
    for (unsigned i = 0; i < num_limbs; i++) {
        const unsigned word = LIMB * i / 64, shift = LIMB * i % 64;
        uint64_t bits = word < num ? m[word] >> shift : 0;

        if (shift > 64 - LIMB && word + 1 < num)
            bits |= m[word + 1] << (64 - shift);
        limb[i] = (int64_t)(bits & (UINT64_MAX >> (64 - LIMB)));
    }
}

/* r = 1/a modulo m, in plain form, by the shortest inversion that has room for it; inverse is -1/m modulo 2^64. */
static void invert(const struct ab_prime *f, uint64_t *r, const uint64_t *a, const uint64_t *m, uint64_t inverse)
{
    const unsigned num = f->words->num;
    const uint64_t inverse_62 = (0 - inverse) & (UINT64_MAX >> (64 - LIMB));
    ab_prime_element t = { 0 };

    memcpy(t, a, num * sizeof(*t));
    if (num <= 4) {
        struct ab_invert256_modulus modulus = { .inverse = inverse_62 };

        to_limbs(modulus.limb, AB_INVERT256_LIMBS, m, num);
        ab_invert256(t, t, &modulus);
    } else if (num <= 6) {
        struct ab_invert384_modulus modulus = { .inverse = inverse_62 };

        to_limbs(modulus.limb, AB_INVERT384_LIMBS, m, num);
        ab_invert384(t, t, &modulus);
    } else {
        struct ab_invert521_modulus modulus = { .inverse = inverse_62 };

        to_limbs(modulus.limb, AB_INVERT521_LIMBS, m, num);
        ab_invert521(t, t, &modulus);
    }
    memcpy(r, t, num * sizeof(*t));
    ab_wipe(t, sizeof(t));
}

void ab_prime_invert(const struct ab_prime *f, uint64_t *r, const uint64_t *a)
{
    ab_prime_element t;

    ab_prime_to_words(f, t, a);
    invert(f, t, t, f->curve->domain.p, f->curve->p_inverse);
    ab_prime_from_words(f, r, t);
    ab_wipe(t, sizeof(t));
}

/* ---- square roots; public ---- */

static int is_one(const struct ab_prime *f, const uint64_t *a)
{
    return memcmp(a, ab_prime_number(f, AB_PRIME_ONE), f->words->num * sizeof(*a)) == 0;
}

/* s, where p - 1 = 2^s q with an odd q. */
static unsigned two_adicity(const uint64_t *p)
{
    unsigned s = 1;

    while ((p[s / 64] >> s % 64 & 1) == 0)
        s++;
    return s;
}

/* r = a^((q - 1) / 2): the exponent is p without its lowest s + 1 bits. */
static void power(const struct ab_prime *f, uint64_t *r, const uint64_t *a, unsigned s)
{
    const uint64_t *p = f->curve->domain.p;
    ab_prime_element t;

    memcpy(t, ab_prime_number(f, AB_PRIME_ONE), f->words->num * sizeof(*t));
    for (unsigned i = f->curve->domain.field_bits; i-- > s + 1;) {
        ab_prime_sqr(f, t, t);
        if ((p[i / 64] >> i % 64 & 1) != 0)
            ab_prime_mul(f, t, t, a);
    }
    memcpy(r, t, f->words->num * sizeof(*t));
}

/* Is a^(2^i) 1? */
static int has_order(const struct ab_prime *f, const uint64_t *a, unsigned i)
{
    ab_prime_element t;

    memcpy(t, a, sizeof(t));
    while (i-- > 0)
        ab_prime_sqr(f, t, t);
    return is_one(f, t);
}

/*
 * The algorithm of A. Tonelli, 1891, and D. Shanks, 1973. root = a^((q + 1) / 2) is a root but for a factor whose
 * square is 1 / rest. rest = a^q has at most the order 2^i, and step the order 2^(i + 1): if rest has the order 2^i,
 * multiply root by step and rest by its square. If p is 3 modulo 4, s is 1 and the loop does not run.
 */
void ab_prime_sqrt(const struct ab_prime *f, uint64_t *r, const uint64_t *a)
{
    const unsigned s = two_adicity(f->curve->domain.p);
    ab_prime_element root, rest, step, t;

    power(f, t, a, s);
    ab_prime_mul(f, root, t, a);
    ab_prime_mul(f, rest, t, root);
    if (s > 1)
        memcpy(step, ab_prime_number(f, AB_PRIME_ROOT_OF_UNITY), f->words->num * sizeof(*step));
    for (unsigned i = s - 1; i > 0; i--) {
        const int wants_step = !has_order(f, rest, i - 1);

        if (wants_step)
            ab_prime_mul(f, root, root, step);
        ab_prime_sqr(f, step, step);
        if (wants_step)
            ab_prime_mul(f, rest, rest, step);
    }
    memcpy(r, root, f->words->num * sizeof(*r));
}

/* ---- modulo the order ---- */

void ab_prime_order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_prime *f)
{
    const uint64_t *n = f->curve->domain.n, inverse = f->curve->n_inverse;
    ab_prime_element t;

    f->words->mul(t, a, b, n, inverse);
    f->words->mul(r, t, ab_prime_number(f, AB_PRIME_ORDER_SQUARE), n, inverse);
    ab_wipe(t, sizeof(t));
}

void ab_prime_order_invert(uint64_t *r, const uint64_t *a, const struct ab_prime *f)
{
    invert(f, r, a, f->curve->domain.n, f->curve->n_inverse);
}

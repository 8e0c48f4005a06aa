/* Exact division, least common multiple and inverse exponent for the numbers of an RSA key: see integers.h. */
#include "crypto/rsa/integers.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/wide.h"

/* Divide from the lowest word: each word of the quotient follows from the lowest word that is left. */
void ab_rsa_divide_exactly(uint64_t *r, const uint64_t *a, size_t num, const uint64_t *divisor, size_t num_divisor)
{
    uint64_t inverse = ab_word_inverse(divisor[0]);

    memmove(r, a, num * sizeof(*r));
    for (size_t i = 0; i < num; i++) {
        uint64_t quotient = r[i] * inverse, carry = 0;

        for (size_t j = 0; i + j < num; j++) {
            uint128 product = u128_mul_add(quotient, j < num_divisor ? divisor[j] : 0, carry, 0);
            uint64_t word = r[i + j];

            r[i + j] = word - u128_low(product);
            carry = u128_high(product) + (word < u128_low(product));
        }
        r[i] = quotient;
    }
}

/*
 * One step of the binary algorithm (A. Stein, 1967) for u, v > 0, in constant time. *shift counts common factors of
 * two.
 */
static void gcd_step(uint64_t *u, uint64_t *v, uint64_t *t, size_t num, uint64_t *shift)
{
    uint64_t both_odd = ab_ct_mask(u[0] & v[0] & 1), u_less, even_u, even_v;

    u_less = ab_ct_mask(ab_words_sub(t, u, v, num));
    ab_words_select(u, both_odd & ~u_less, t, u, num);
    ab_words_sub(t, v, u, num);
    ab_words_select(v, both_odd & u_less, t, v, num);
    even_u = (u[0] & 1) - 1;
    even_v = (v[0] & 1) - 1;
    *shift += even_u & even_v & 1;
    ab_words_shift_right_1(t, u, 0, num);
    ab_words_select(u, even_u, t, u, num);
    ab_words_shift_right_1(t, v, 0, num);
    ab_words_select(v, even_v, t, v, num);
}

/* r = a >> shift, for shift < 64 num: by whole words, then by bits, each by one bit of their number at a time. */
static void shift_right(uint64_t *r, const uint64_t *a, size_t num, uint64_t shift)
{
    memmove(r, a, num * sizeof(*r));
    for (size_t step = 1; step < num; step *= 2)
        for (size_t i = 0; i < num; i++)
            r[i] = ab_ct_select(ab_ct_is_zero(shift / 64 & step), r[i], i + step < num ? r[i + step] : 0);
    for (unsigned bits = 32; bits > 0; bits /= 2)
        for (size_t i = 0; i < num; i++) {
            uint64_t next = i + 1 < num ? r[i + 1] : 0;

            r[i] = ab_ct_select(ab_ct_is_zero(shift & bits), r[i], r[i] >> bits | next << (64 - bits));
        }
}

/*
 * lcm = (a / g) b with g = odd 2^shift: shift a, then divide exactly by the odd part. Each step takes at least one bit
 * from u v.
 */
int ab_rsa_lcm(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num)
{
    uint64_t *u = malloc(3 * num * sizeof(*u)), *v, *t, shift = 0;

    if (u == NULL)
        return 0;
    v = u + num;
    t = v + num;
    memcpy(u, a, num * sizeof(*u));
    memcpy(v, b, num * sizeof(*v));
    for (size_t i = 0; i < 2 * 64 * num; i++)
        gcd_step(u, v, t, num, &shift);
    for (size_t i = 0; i < num; i++)
        v[i] |= u[i]; /* one of them is zero */
    shift_right(t, a, num, shift);
    ab_rsa_divide_exactly(t, t, num, v, num);
    ab_words_mul(r, t, num, b, num);
    ab_wipe(u, 3 * num * sizeof(*u));
    free(u);
    return 1;
}

/* r = a modulo e. For a short e, which is the rule, by words: products of e's one word cost four times as much. */
static int reduce(uint64_t *r, const struct ab_modulus *e, const uint64_t *a, size_t num)
{
    if (e->num_words > 1 || e->n[0] > UINT32_MAX)
        return ab_mod_reduce(e, r, a, num);
    r[0] = ab_words_mod_word(a, num, (uint32_t)e->n[0]);
    return 1;
}

/* k has as many words as e; work has those of k and phi together. */
static int invert(uint64_t *r, const struct ab_modulus *e, const uint64_t *phi, size_t num, uint64_t *k, uint64_t *work,
                  uint64_t *exists)
{
    uint64_t carry = 1;

    if (!reduce(k, e, phi, num) || !ab_mod_inverse(e, k, k, exists))
        return 0;
    ab_words_sub(k, e->n, k, e->num_words);
    ab_words_mul(work, phi, num, k, e->num_words);
    for (size_t i = 0; i < num + e->num_words; i++) {
        work[i] += carry;
        carry &= ab_ct_is_zero(work[i]);
    }
    ab_rsa_divide_exactly(work, work, num + e->num_words, e->n, e->num_words);
    memcpy(r, work, num * sizeof(*r));
    return 1;
}

/* With k = -1/phi modulo e, 1 + k phi is a multiple of e, and the quotient r is below phi, with e r = 1 + k phi. */
int ab_rsa_invert_exponent(uint64_t *r, const struct ab_modulus *e, const uint64_t *phi, size_t num, uint64_t *exists)
{
    size_t len = (2 * e->num_words + num) * sizeof(uint64_t);
    uint64_t *k = malloc(len);
    int ok = k != NULL && invert(r, e, phi, num, k, k + e->num_words, exists);

    if (k != NULL)
        ab_wipe(k, len);
    free(k);
    return ok;
}

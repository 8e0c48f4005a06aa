/*
 * Multiples of the base point of P-256 with AVX-512 IFMA: the digits at even and at odd places are summed in parallel.
 * It has no table of its own: p256_ifma.c calls it.
 */
#include "kernels/bignum/ifma_vec8.h"

#include "kernels/ec/p256/p256_x4_template.h"

#include "kernels/bignum/digits.h"
#include "kernels/ec/p256/p256_base_ifma.h"
#include "kernels/ec/p256/p256_base_row.h"

/* Lanes X, Y, X, Y of both points, from word k of X and of Y of the entries at these places in rows i and i + 1. */
INLINE vec take_both(unsigned i, unsigned k, const vec place[2])
{
    vec both = base_word(i, k, place[0]);

    both = vec_take_in(0x0a, both, base_word(i, NUM_WORDS + k, place[0]));
    both = vec_take_in(0x50, both, base_word(i + 1, k, place[1]));
    return vec_take_in(0xa0, both, base_word(i + 1, NUM_WORDS + k, place[1]));
}

/* The points of digits 2i and 2i + 1 as second operands of both sums; neither is infinity, and Z is 1. */
static inline void base_addends(struct addend *q, const uint64_t *digits, unsigned i, struct fes one)
{
    struct digit even = regular_digit(digits, 2 * i * BASE_WINDOW, BASE_WINDOW);
    struct digit odd = regular_digit(digits, (2 * i + 1) * BASE_WINDOW, BASE_WINDOW);
    __mmask8 negative = (__mmask8)((even.negative & 0x02) | (odd.negative & 0x20));
    const vec place[2] = { vec_set1(ab_ct_barrier(even.place)), vec_set1(ab_ct_barrier(odd.place)) };
    struct fes xy, minus;
    vec w[NUM_WORDS];

    UNROLL for (unsigned k = 0; k < NUM_WORDS; k++)
        w[k] = take_both(2 * i, k, place);
    xy = fes_from_words(w);
    minus = fes_carry(fes_sub(fes_multiple(16), xy));
    q->a = fes_take_in(1, one, xy);
    EACH(j)
        q->b.v[j] = vec_take_in(negative, fes_take_in(2, one, xy).v[j], minus.v[j]);
}

void ab_p256_base_ifma(struct fe even[3], struct fe odd[3], const uint64_t digits[NUM_WORDS + 1])
{
    const struct fes one = fes_one();
    struct addend q, next;
    struct sum s;

    base_addends(&q, digits, 0, one);
    base_addends(&next, digits, 1, one);
    begin_sum(&s, &q, 1);
    for (unsigned i = 1; i < BASE_DIGITS / 2; i++) {
        q = next;
        if (i + 1 < BASE_DIGITS / 2)
            base_addends(&next, digits, i + 1, one); /* independent of the sum, so it overlaps with it */
        add_to_sum(&s, &q, 1);
    }
    from_sum(even, &s, 0);
    from_sum(odd, &s, 4);
    ab_wipe(&q, sizeof(q));
    ab_wipe(&next, sizeof(next));
    ab_wipe(&s, sizeof(s));
    leave_vectors();
}

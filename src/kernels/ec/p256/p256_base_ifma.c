/*
 * Multiples of the base point of P-256 with AVX-512 IFMA: the digits at even and at odd places are summed in parallel.
 * It has no table of its own: p256_ifma.c calls it.
 */
#include "kernels/bignum/ifma_vec8.h"

#include "kernels/ec/p256/p256_x4_template.h"

#include "kernels/bignum/digits.h"
#include "kernels/ec/p256/p256_base_ifma.h"

enum { BASE_ENTRIES = 1 << (BASE_WINDOW - 1) };

/* An entry of the table is one vector: X, then Y. */
_Static_assert(sizeof(struct affine) == sizeof(vec), "an entry of the table");

/* Read the entry of each row at its place; every entry of both rows is read. */
INLINE void take_both(vec entry[2], const struct affine *const row[2], const unsigned place[2])
{
    const vec wanted[2] = { vec_set1(ab_ct_barrier(place[0])), vec_set1(ab_ct_barrier(place[1])) };
    vec here = { 0 };

    entry[0] = entry[1] = here;
    for (unsigned i = 0; i < BASE_ENTRIES; i++, here += 1)
    UNROLL for (unsigned j = 0; j < 2; j++) {
            __mmask8 is_here = _mm512_cmpeq_epi64_mask((__m512i)here, (__m512i)wanted[j]);

            entry[j] = vec_take_in(is_here, entry[j], vec_load(&row[j][i]));
        }
}

/* The points of digits 2i and 2i + 1 as second operands of both sums; neither is infinity, and Z is 1. */
static inline void base_addends(struct addend *q, const uint64_t *digits, unsigned i, struct fes one)
{
    struct digit even = regular_digit(digits, 2 * i * BASE_WINDOW, BASE_WINDOW);
    struct digit odd = regular_digit(digits, (2 * i + 1) * BASE_WINDOW, BASE_WINDOW);
    __mmask8 negative = (__mmask8)((even.negative & 0x02) | (odd.negative & 0x20));
    const struct affine *const row[2] = { ab_p256_table[i], ab_p256_odd_table[i] };
    const unsigned place[2] = { even.place, odd.place };
    struct fes xy, minus;
    vec entry[2], w[4];

    take_both(entry, row, place);
    for (unsigned j = 0; j < 4; j++) {
        const __m512i lanes = _mm512_set_epi64(12 + j, 8 + j, 12 + j, 8 + j, 4 + j, j, 4 + j, j);

        w[j] = (vec)_mm512_permutex2var_epi64((__m512i)entry[0], lanes, (__m512i)entry[1]);
    }
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

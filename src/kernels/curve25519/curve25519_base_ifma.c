/*
 * Multiples of the base point of Ed25519 with AVX-512 IFMA: the digits at even and at odd places are summed in
 * parallel. curve25519_ifma.c calls it.
 */
#include "kernels/bignum/ifma_vec8.h"

#include "kernels/curve25519/curve25519_x4_template.h"

#include "ct/ct.h"
#include "kernels/bignum/digits.h"
#include "kernels/curve25519/base_table.h"
#include "kernels/curve25519/curve25519_base_ifma.h"

enum { NUM_DIGITS = 64, ENTRIES = 8, POINTS = 2 };

/* The digits times the point of this row, as addends of both sums; every entry of the row is read. Secret. */
INLINE struct fe_x4 look_up(const struct ab_ed25519_entry row[ENTRIES], const int8_t digits[POINTS])
{
    /* words 0 and 1 of all lanes, words 2 and 3; they start as the addend of (0, 1), for a digit of 0 */
    vec low[POINTS] = { { 1, 1, 2, 0 }, { 1, 1, 2, 0 } }, high[POINTS] = { { 0 } }, here = vec_set1(1), wanted[POINTS],
        w[4];
    __mmask8 negative = (__mmask8)((sign_of(digits[0]) & 0x0f) | (sign_of(digits[1]) & 0xf0));
    struct fe_x4 entry, minus;

    UNROLL for (unsigned i = 0; i < POINTS; i++)
        wanted[i] = vec_set1(ab_ct_barrier(magnitude_of(digits[i])));
    UNROLL for (unsigned i = 0; i < ENTRIES; i++, here += 1)
        UNROLL for (unsigned j = 0; j < POINTS; j++) {
            __mmask8 chosen = _mm512_cmpeq_epi64_mask((__m512i)here, (__m512i)wanted[j]);

            low[j] = vec_take_in(chosen, low[j], vec_load(row[i].word[0]));
            high[j] = vec_take_in(chosen, high[j], vec_load(row[i].word[2]));
        }
    w[0] = (vec)_mm512_shuffle_i64x2((__m512i)low[0], (__m512i)low[1], 0x44);
    w[1] = (vec)_mm512_shuffle_i64x2((__m512i)low[0], (__m512i)low[1], 0xee);
    w[2] = (vec)_mm512_shuffle_i64x2((__m512i)high[0], (__m512i)high[1], 0x44);
    w[3] = (vec)_mm512_shuffle_i64x2((__m512i)high[0], (__m512i)high[1], 0xee);
    entry = fe_x4_from_words(w);
    minus = negated(entry);
    EACH(i)
        entry.v[i] = vec_take_in(negative, entry.v[i], minus.v[i]);
    return entry;
}

void ab_curve25519_base_ifma(struct ab_curve25519_pair *sums, const uint8_t scalar[32])
{
    int8_t digits[NUM_DIGITS];
    struct fe_x4 p;

    signed_digits(digits, NUM_DIGITS, scalar);
    p = begin_sum(look_up(ab_ed25519_base[0], digits));
    for (unsigned i = 1; i < NUM_DIGITS / POINTS; i++)
        p = add(p, look_up(ab_ed25519_base[i], &digits[POINTS * i]));
    EACH(i)
        vec_store(sums->limb[i], p.v[i]);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(&p, sizeof(p));
    _mm256_zeroupper();
}

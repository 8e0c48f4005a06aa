/* Words of entries of the table of P-256's base point, with AVX-512, one digit a lane. Include ifma_vec8.h before. */
#ifndef AB_KERNELS_EC_P256_BASE_ROW_H
#define AB_KERNELS_EC_P256_BASE_ROW_H

#include "kernels/ec/p256/p256_field.h"

/* In each lane, the word whose number is the lowest four bits of place. */
INLINE vec vec_choose_of_16(const uint64_t word[16], vec place)
{
    return (vec)_mm512_permutex2var_epi64((__m512i)vec_load(word), (__m512i)place, (__m512i)vec_load(word + VEC_LANES));
}

/*
 * In each lane, word k of the entry at the place of that lane, of row i: choose within registers, first among sixteen
 * entries, in two registers, then among such groups. Every entry is read. Secret.
 */
INLINE vec base_word(unsigned i, unsigned k, vec place)
{
    const uint64_t *word = ab_p256_table[i][k];
    const __mmask8 is_high = vec_is_equal(place >> 4, vec_set1(1));

    _Static_assert(BASE_WINDOW == 6, "two groups of 16 entries");
    return vec_take_in(is_high, vec_choose_of_16(word, place), vec_choose_of_16(word + 16, place));
}

#endif

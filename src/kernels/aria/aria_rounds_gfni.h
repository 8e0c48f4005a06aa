/*
 * ARIA (RFC 5794) by GFNI: what the templates of the modes in src/kernels/aes need of a cipher.
 *
 * SB1 and SB2 are linear maps of the inverse in AES's field, SB3 and SB4 inverses of linear maps, but for constants,
 * which are in the round keys. One instruction inverts bytes and applies a matrix, one for each half of a block. So the
 * bytes of a block are arranged by their S-boxes, SB1 and SB3 in the low half, SB2 and SB4 in the high one, and a round
 * has one inversion for SB1 and SB2 and another one, after a map, for SB3 and SB4. The diffusion layer A adds up to
 * four bytes of either. The sums of the former are ready before the latter, so the chain of a round is the map, the
 * inversion, two shuffles and two sums.
 *
 * In the next round each place has the other S-box of its pair. A commutes with the exchange of all bytes i and i ^ 2,
 * so if it writes the bytes in their new order, all rounds are alike.
 *
 * To the templates, all rounds between the first and the last key are one (one_round_template.h). The last one has no
 * diffusion layer. Decryption is encryption with other keys.
 */
#include "kernels/aria/aria_kernels.h"

#include <string.h>

#include "kernels/aes/vectors_template.h"
#include "kernels/aria/aria_tables.h"

enum { OWN_KEYS = 3, OUTER_KEYS = 1, NARROW_BLOCKS = 1 };

#define OF(name) vec_##name
#include "kernels/aria/aria_gfni_round_template.h"
#undef OF
#define OF(name) block_##name
#include "kernels/aria/aria_gfni_round_template.h"
#undef OF

#include "kernels/aria/aria_slices.h"

/* Eight vectors in slices take less time than twice two as they are, so half of the slices may stay empty. */
AB_INLINE void aria_four(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec *b)
{
    vec a[WIDE];

    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        a[i] = i < 4 ? b[i] : vec_zero();
    aria_slices(rk, rounds, a);
    AB_UNROLL for (unsigned i = 0; i < 4; i++)
        b[i] = a[i];
}

/* Rounds are much code, so they are functions that the modes call. */
AB_NOINLINE void aria_two(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec *b)
{
    vec a[2] = { b[0], b[1] };

    vec_aria_rounds(rk, rounds, a, 2);
    b[0] = a[0];
    b[1] = a[1];
}

AB_NOINLINE vec aria_one(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec b)
{
    vec_aria_rounds(rk, rounds, &b, 1);
    return b;
}

AB_NOINLINE __m128i aria_block(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, __m128i b)
{
    block_aria_rounds(rk, rounds, &b, 1);
    return b;
}

/* ---- What one_round_template.h uses ---- */

AB_INLINE void own_rounds(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], vec *b, unsigned num)
{
    if (num == 1)
        b[0] = aria_one(rk, key->own_rounds, b[0]);
    else if (num == 2)
        aria_two(rk, key->own_rounds, b);
    else if (num == 4)
        aria_four(rk, key->own_rounds, b);
    else
        aria_slices(rk, key->own_rounds, b);
}

AB_INLINE __m128i own_rounds_of_block(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], __m128i b)
{
    return aria_block(rk, key->own_rounds, b);
}

AB_NOINLINE void own_rounds_of_two(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    __m128i b[2] = { *x, *s };

    block_aria_rounds(key->enc + OWN_KEYS, key->own_rounds, b, 2);
    *x = b[0];
    *s = b[1];
}

/* ---- The key schedule: aria_expand_template.h ---- */

static const struct aria_constants *const aria_constants = &aria_constants_gfni;

/* A round key as a round takes it. */
AB_INLINE __m128i aria_arrange(__m128i k, int is_odd)
{
    return _mm_shuffle_epi8(k, block_operand(is_odd ? aria_arrange_odd : aria_arrange_even));
}

/* A of such a key, in the same order. */
AB_INLINE __m128i aria_diffuse_key(__m128i k)
{
    return _mm_shuffle_epi32(block_aria_diffuse(k, k, _mm_setzero_si128()), 0xb1);
}

/* A round without a key; w has the constants that go before it. */
AB_INLINE __m128i aria_lone_round(__m128i w, int is_odd)
{
    __m128i first, second;

    block_aria_substitute(aria_arrange(w, is_odd), &first, &second);
    w = block_aria_diffuse(first, second, _mm_setzero_si128());
    return _mm_shuffle_epi8(w, block_operand(is_odd ? aria_restore_even : aria_restore_odd));
}

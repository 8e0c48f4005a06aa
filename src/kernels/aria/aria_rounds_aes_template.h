/*
 * ARIA (RFC 5794) by AES instructions: what the templates of the modes in src/kernels/aes need of a cipher.
 *
 * SB1 is AES's S-box and SB3 its inverse, so a round is aesenclast for two bytes of each column and aesdeclast for the
 * other two. SB2(x) = Q SB1(x) + q and SB4(x) = SB3(Q^-1 (x + q)), Q linear: one byte in four goes through a map before
 * aesdeclast, another one after aesenclast. q is in the round keys. The AES instructions also move bytes, and the
 * diffusion layer A reads its seven inputs from their new places. make_aria_tables.py derives maps and places.
 *
 * To the templates, all rounds between the first and the last key are one (one_round_template.h). The last one has no
 * diffusion layer. Decryption is encryption with other keys.
 */
#include "kernels/aria/aria_kernels.h"

#include <string.h>

#include "kernels/aes/byte_maps_template.h"
#include "kernels/aria/aria_tables.h"

enum { OWN_KEYS = 3, OUTER_KEYS = 1, NARROW_BLOCKS = 0 };

/* The S-boxes of a round. Its key has been added. is_odd is a constant. */
AB_INLINE vec aria_substitute(vec a, const struct aria_layer *layer, int is_odd)
{
    struct nibbles n = split_nibbles_under(a, vec_load_aligned(layer->before));
    vec d = vec_aesdeclast(vec_xor(a, map_bytes(n, aria_before)), vec_zero());
    vec e = vec_aesenclast(a, vec_zero());

    n = split_nibbles_under(e, vec_load_aligned(layer->after));
    e = vec_xor(e, map_bytes(n, aria_after));
    return is_odd ? vec_blend_odd16(e, d) : vec_blend_odd16(d, e);
}

AB_INLINE vec aria_diffuse(vec a, const uint8_t inputs[7][32])
{
    vec b[7];

    AB_UNROLL for (unsigned i = 0; i < 7; i++)
        b[i] = vec_shuffle8(a, vec_load_aligned(inputs[i]));
    return vec_xor3(vec_xor3(b[0], b[1], b[2]), vec_xor(b[3], b[4]), vec_xor(b[5], b[6]));
}

/* A round before the last one, and the key of the next. */
AB_INLINE vec aria_round(vec a, const struct aria_layer *layer, int is_odd, vec key)
{
    return vec_xor(aria_diffuse(aria_substitute(a, layer, is_odd), layer->inputs), key);
}

/* All rounds, an even number, over num vectors, without the first key and the last. rk: the keys between. */
AB_INLINE void aria_rounds(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec *b, unsigned num)
{
    for (;; rounds -= 2, rk += 2) {
        vec k = round_key(rk[0]);

        AB_UNROLL for (unsigned i = 0; i < num; i++)
            b[i] = aria_round(b[i], &aria_odd, 1, k);
        if (rounds == 2)
            break;
        k = round_key(rk[1]);
        AB_UNROLL for (unsigned i = 0; i < num; i++)
            b[i] = aria_round(b[i], &aria_even, 0, k);
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_shuffle8(aria_substitute(b[i], &aria_even, 0), vec_load_aligned(aria_unmove));
}

/* A round of four vectors is much code, so the rounds are functions that the modes call. */
AB_NOINLINE void aria_four(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec *b)
{
    vec a[4] = { b[0], b[1], b[2], b[3] };

    aria_rounds(rk, rounds, a, 4);
    AB_UNROLL for (unsigned i = 0; i < 4; i++)
        b[i] = a[i];
}

AB_NOINLINE void aria_two(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec *b)
{
    vec a[2] = { b[0], b[1] };

    aria_rounds(rk, rounds, a, 2);
    b[0] = a[0];
    b[1] = a[1];
}

AB_NOINLINE vec aria_one(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec b)
{
    aria_rounds(rk, rounds, &b, 1);
    return b;
}

/* ---- What one_round_template.h uses ---- */

AB_INLINE void own_rounds(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], vec *b, unsigned num)
{
    if (num == 1)
        b[0] = aria_one(rk, key->own_rounds, b[0]);
    else if (num == 2)
        aria_two(rk, key->own_rounds, b);
    else
        for (unsigned i = 0; i < num; i += 4)
            aria_four(rk, key->own_rounds, b + i);
}

AB_INLINE __m128i own_rounds_of_block(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], __m128i b)
{
    return vec_first(aria_one(rk, key->own_rounds, vec_from_block(b)));
}

AB_INLINE void own_rounds_of_two(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    vec b[2] = { vec_from_block(*x), vec_from_block(*s) };

    aria_two(key->enc + OWN_KEYS, key->own_rounds, b);
    *x = vec_first(b[0]);
    *s = vec_first(b[1]);
}

/* ---- The key schedule: aria_expand_template.h ---- */

static const struct aria_constants *const aria_constants = &aria_constants_aes;

/* Rounds take their keys as they are. */
AB_INLINE __m128i aria_arrange(__m128i k, int is_odd)
{
    (void)is_odd;
    return k;
}

AB_INLINE __m128i aria_diffuse_key(__m128i k)
{
    return vec_first(aria_diffuse(vec_from_block(k), aria_plain));
}

/* A round without a key; w has the constants that go before it. */
AB_INLINE __m128i aria_lone_round(__m128i w, int is_odd)
{
    return vec_first(aria_round(vec_from_block(w), is_odd ? &aria_odd : &aria_even, is_odd, vec_zero()));
}

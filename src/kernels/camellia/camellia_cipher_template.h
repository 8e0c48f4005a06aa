/*
 * Camellia (RFC 3713) by GFNI: what the templates of the modes in src/kernels/aes need of a cipher.
 *
 * A half of a block is a little-endian number, byte 1 the highest, in the form that the inversion in GF(2^8) takes
 * (make_camellia_tables.py), twice in each 128-bit vector: V. A round is V'' = V + F(V'). With I(V') the inverted
 * bytes, each byte of F is the sum of up to six bytes of I(V') under the matrices A R^n B, n = -1, 0, 1 or 2. The two
 * places of a half let one instruction apply two matrices:
 *     first  = A B I | A R B I, of which each byte of F takes at most four bytes, and
 *     second = A R^-1 B I | A R B I, with A R^2 B I in the places 2 and 5 of the low half: at most two.
 * So two shuffles of `first` bring its four bytes to the low and to the high half, whose sum is due in both, and two
 * shuffles of `second`, off the chain of latencies, bring each of its bytes to both.
 *
 * The key of a round is added to its input together with a, and to its result what b leaves after P. With V_1 the
 * input of the first of six rounds and V_0 the other half, V_(i+1) = F(V_i) + V_(i-1) + d_(i+1), where
 *     d_(i+1) = k_(i+1) + k_(i-1) + left,    k_0 = k_7 = 0,
 * since V_(i-1) has k_(i-1) in it. So only d_2 to d_7 are stored. k_1 = d_3 + d_5 + d_7 + left goes to V_1 in advance,
 * and k_6 = d_2 + d_4 + d_6 + left comes out of V_6 in the end. Read backwards, the words d are those of decryption.
 *
 * The sixth round returns its half as it is in the cipher, since FL and the end of the cipher need it so.
 *
 * To the templates, all rounds are one (one_round_template.h); kw_1 to kw_4 are added before and after it.
 */
#include "kernels/aes/vectors_template.h"
#include "kernels/camellia/camellia_tables.h"

enum { OWN_KEYS = 3, OUTER_KEYS = 1, NARROW_BLOCKS = 1, SIX = 6 * 8, FL_KEYS = 2 * 8 };

#define OF(name) vec_##name
#include "kernels/camellia/camellia_rounds_template.h"
#undef OF
#define OF(name) block_##name
#include "kernels/camellia/camellia_rounds_template.h"
#undef OF

/* A round of four vectors is much code, so the rounds are functions that the modes call. */
AB_NOINLINE void camellia_four(const uint8_t *rk, unsigned sixes, vec *b)
{
    vec_camellia_rounds(rk, sixes, b, 4);
}

AB_NOINLINE void camellia_two(const uint8_t *rk, unsigned sixes, vec *b)
{
    vec_camellia_rounds(rk, sixes, b, 2);
}

AB_NOINLINE vec camellia_one(const uint8_t *rk, unsigned sixes, vec b)
{
    vec_camellia_rounds(rk, sixes, &b, 1);
    return b;
}

AB_NOINLINE __m128i camellia_block(const uint8_t *rk, unsigned sixes, __m128i b)
{
    block_camellia_rounds(rk, sixes, &b, 1);
    return b;
}

/* ---- What one_round_template.h uses ---- */

AB_INLINE void own_rounds(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], vec *b, unsigned num)
{
    if (num == 1)
        b[0] = camellia_one(rk[0], key->own_rounds, b[0]);
    else if (num == 2)
        camellia_two(rk[0], key->own_rounds, b);
    else
        for (unsigned i = 0; i < num; i += 4)
            camellia_four(rk[0], key->own_rounds, b + i);
}

AB_INLINE __m128i own_rounds_of_block(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], __m128i b)
{
    return camellia_block(rk[0], key->own_rounds, b);
}

AB_INLINE void own_rounds_of_two(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    vec b[2] = { vec_from_block(*x), vec_from_block(*s) };

    camellia_two(key->enc[OWN_KEYS], key->own_rounds, b);
    *x = vec_first(b[0]);
    *s = vec_first(b[1]);
}

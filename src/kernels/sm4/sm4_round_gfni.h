/*
 * A round of SM4 (GB/T 32907-2016) by GFNI, which inverts bytes and applies an affine map in one instruction: with
 * S(x) = Q inv(A x + a) + 0xd3, the maps `own`, `next` and their sum `both` of sm4_round_aes_template.h take one
 * instruction each. Rotations move the bytes within words.
 */
#include "kernels/sm4/sm4_kernels.h"

#include <string.h>

#include "kernels/aes/vectors_template.h"
#include "kernels/sm4/sm4_state_template.h"

/* A x of the bytes x of the text, and back. */
AB_INLINE vec sm4_map_in(vec a)
{
    return vec_affine(a, sm4_gfni_enter);
}

AB_INLINE vec sm4_map_out(vec a)
{
    return vec_affine(a, sm4_gfni_leave);
}

/* The bits of each byte in the other order. */
AB_INLINE vec sm4_reverse_bits(vec a)
{
    return vec_affine(a, sm4_gfni_reverse);
}

/* As in sm4_round_aes_template.h. The words of a single block need nothing else than those of several. */
AB_INLINE void sm4_round(struct sm4_state *a, unsigned r, vec next_rk, int same)
{
    vec *x0 = &a->x[r % 4];
    const vec p = vec_xor3(a->x[(r + 2) % 4], a->x[(r + 3) % 4], next_rk), q = vec_xor(*x0, p), s = a->sum;
    const vec own = vec_affine_inverse(s, sm4_gfni_own, SM4_GFNI_OWN);
    const vec next = vec_affine_inverse(s, sm4_gfni_next, SM4_GFNI_NEXT);
    const vec both = vec_affine_inverse(s, sm4_gfni_both, SM4_GFNI_BOTH);

    (void)same;
    a->sum = vec_xor3(vec_xor3(q, own, vec_turn32(next, 8)), vec_turn32(next, 16), vec_turn32(both, 24));
    settle(&a->sum);
    *x0 = vec_xor(a->sum, p);
}

/* ---- the key schedule: sm4_expand_template.h ---- */

/*
 * Round r over the words k, sum = k[r + 1] + k[r + 2] + k[r + 3] + CK_r (indices mod 4): replace k[r] and make the next
 * sum.
 */
AB_INLINE void sm4_key_round(__m128i k[4], __m128i *sum, unsigned r, __m128i next_ck)
{
    const __m128i p = _mm_xor_si128(_mm_xor_si128(k[(r + 2) % 4], k[(r + 3) % 4]), next_ck);
    const vec s = vec_from_block(*sum), q = vec_from_block(_mm_xor_si128(k[r % 4], p));
    const vec b0 = vec_affine_inverse(s, sm4_gfni_key0, SM4_GFNI_KEY0);
    const vec b1 = vec_affine_inverse(s, sm4_gfni_key1, SM4_GFNI_KEY1);
    const vec b2 = vec_affine_inverse(s, sm4_gfni_key2, SM4_GFNI_KEY2);
    const vec b3 = vec_affine_inverse(s, sm4_gfni_key3, SM4_GFNI_KEY3);

    *sum = vec_first(vec_xor3(vec_xor3(q, b0, vec_turn32(b1, 8)), vec_turn32(b2, 16), vec_turn32(b3, 24)));
    k[r % 4] = _mm_xor_si128(*sum, p);
}

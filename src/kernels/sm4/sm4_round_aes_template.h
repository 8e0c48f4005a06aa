/*
 * A round of SM4 (GB/T 32907-2016) by AES instructions.
 *
 * A round replaces the word x0 of x0 x1 x2 x3 by x0 + L(S(x1 + x2 + x3 + rk)), where S acts on bytes and L(b) = b +
 * (b <<< 2) + (b <<< 10) + (b <<< 18) + (b <<< 24). make_sm4_tables.py finds S(x) = P (AES(A x + a) + k), A and P
 * linear.
 *
 * With the state as A x and round keys as A rk + a a round is aesenclast with the round key k and the linear map A L P.
 * With bytes in the order of the block, byte i of L(b) is
 *     b_i + (b_i << 2) + (b_i+1 << 2) + (b_i+1 >> 6) + (b_i+2 << 2) + (b_i+2 >> 6) + b_i+3 + (b_i+3 >> 6),
 * so that two maps of bytes suffice, `own` = A (1 + << 2) P and `next` = A (<< 2 + >> 6) P: byte i of the result is
 * own s_i + next s_i+1 + next s_i+2 + (own + next) s_i+3. A map of bytes is a lookup by low and one by high nibble.
 *
 * ShiftRows, which aesenclast applies as well, moves byte i of quarter c to quarter c - i. The shuffles that turn the
 * words undo it.
 */
#include "kernels/sm4/sm4_kernels.h"

#include <string.h>

#include "kernels/aes/byte_maps_template.h"
#include "kernels/sm4/sm4_state_template.h"

/* Where byte i of quarter c comes from: byte i + t of quarter c, which ShiftRows has moved to quarter c - i - t. */
#define SM4_FROM(c, i) (4 * (((c) - (i)) & 3) + ((i) & 3))
#define SM4_QUARTER(c, t) SM4_FROM(c, t), SM4_FROM(c, 1 + (t)), SM4_FROM(c, 2 + (t)), SM4_FROM(c, 3 + (t))
#define SM4_BLOCK(t) SM4_QUARTER(0, t), SM4_QUARTER(1, t), SM4_QUARTER(2, t), SM4_QUARTER(3, t)
#define SM4_TURN(t) { SM4_BLOCK(t), SM4_BLOCK(t) }
#define SM4_TWICE(b) { b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b }

/* Operands that are read from memory in each round: the tables and the state take twelve of the sixteen registers. */
static const _Alignas(32) struct sm4_operands {
    uint8_t turn[4][32], mask[32], constant[32];
} sm4_operands = { { SM4_TURN(0), SM4_TURN(1), SM4_TURN(2), SM4_TURN(3) }, SM4_TWICE(15), SM4_TWICE(SM4_SBOX) };

/*
 * Round r. With p = x[r + 2] + x[r + 3] + next_rk, the next round's sum is p + x[r], where x[r] is the new word. So add
 * the linear map to p + x[r] instead of x[r]; the word itself follows off the chain of latencies. `same` is a constant:
 * all quarters of a vector hold the same word, which ShiftRows does not change.
 */
AB_INLINE void sm4_round(struct sm4_state *a, unsigned r, vec next_rk, int same)
{
    const struct sm4_operands *in = &sm4_operands;
    vec *x0 = &a->x[r % 4], p, s, own, next, second;
    struct nibbles n;

    __asm__ volatile("" : "+r"(in)); /* else the compiler keeps the operands in registers, and the state in memory */
    s = vec_aesenclast(a->sum, vec_load_aligned(in->constant));
    p = vec_xor(vec_xor(a->x[(r + 2) % 4], a->x[(r + 3) % 4]), next_rk);
    settle(&p);
    *x0 = vec_xor(*x0, p);
    settle(x0);
    n.low = vec_and(s, vec_load_aligned(in->mask));
    n.high = vec_and(vec_shr32(s, 4), vec_load_aligned(in->mask));
    own = map_bytes(n, sm4_own);
    next = map_bytes(n, sm4_next);
    settle(&own);
    settle(&next);
    s = vec_xor(own, next);
    if (!same)
        own = vec_shuffle8(own, vec_load_aligned(in->turn[0]));
    *x0 = vec_xor(*x0, own);
    settle(x0);
    second = vec_shuffle8(next, vec_load_aligned(in->turn[2]));
    *x0 = vec_xor(*x0, vec_shuffle8(next, vec_load_aligned(in->turn[1])));
    settle(x0);
    s = vec_xor(second, vec_shuffle8(s, vec_load_aligned(in->turn[3])));
    settle(&s);
    a->sum = vec_xor(s, *x0);
    settle(&a->sum);
    *x0 = vec_xor(a->sum, p);
}

/* A x of the bytes x of the text, and back. */
AB_INLINE vec sm4_map_in(vec a)
{
    return map_bytes(split_nibbles(a), sm4_enter);
}

AB_INLINE vec sm4_map_out(vec a)
{
    return map_bytes(split_nibbles(a), sm4_leave);
}

/* The bits of each byte in the other order. */
AB_INLINE vec sm4_reverse_bits(vec a)
{
    return map_bytes(split_nibbles(a), sm4_reverse);
}

/* ---- the key schedule: sm4_expand_template.h ---- */

AB_INLINE __m128i sm4_look_up(const uint8_t table[16], __m128i index)
{
    return _mm_shuffle_epi8(load_block(table), index);
}

/*
 * Round r over the words k, sum = k[r + 1] + k[r + 2] + k[r + 3] + CK_r (indices mod 4): replace k[r] and make the next
 * sum, which does not wait for the new word (sm4_round).
 */
AB_INLINE void sm4_key_round(__m128i k[4], __m128i *sum, unsigned r, __m128i next_ck)
{
    const __m128i constant = _mm_set1_epi8((char)SM4_SBOX), mask = _mm_set1_epi8(15);
    __m128i s = _mm_aesenclast_si128(*sum, constant);
    __m128i low = _mm_and_si128(s, mask), high = _mm_and_si128(_mm_srli_epi32(s, 4), mask);
    __m128i p = _mm_xor_si128(_mm_xor_si128(k[(r + 2) % 4], k[(r + 3) % 4]), next_ck), turned[4];

    AB_UNROLL for (unsigned i = 0; i < 4; i++) {
        turned[i] = _mm_xor_si128(sm4_look_up(sm4_key_maps[i][0], low), sm4_look_up(sm4_key_maps[i][1], high));
        if (i != 0)
            turned[i] = _mm_shuffle_epi8(turned[i], load_block(sm4_operands.turn[i]));
    }
    *sum = _mm_xor_si128(_mm_xor_si128(turned[0], _mm_xor_si128(p, k[r % 4])), turned[1]);
    *sum = _mm_xor_si128(*sum, _mm_xor_si128(turned[2], turned[3]));
    __asm__("" : "+x"(*sum)); /* else the compiler waits for the new word after all */
    k[r % 4] = _mm_xor_si128(*sum, p);
}

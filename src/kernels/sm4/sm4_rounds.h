/*
 * SM4 (GB/T 32907-2016) by AES instructions: what the templates of the modes in src/kernels/aes need of a cipher.
 *
 * A round replaces the word x0 of x0 x1 x2 x3 by x0 + L(S(x1 + x2 + x3 + rk)), where S acts on bytes and L(b) = b +
 * (b <<< 2) + (b <<< 10) + (b <<< 18) + (b <<< 24). make_sm4_tables.py finds S(x) = P (AES(A x + a) + k), A and P
 * linear.
 *
 * The state is kept as A x, to which the sums of words do not matter, and round keys as A rk + a. Then a round is
 * aesenclast with the round key k and the linear map A L P. With bytes in the order of the block, byte i of L(b) is
 *     b_i + (b_i << 2) + (b_i+1 << 2) + (b_i+1 >> 6) + (b_i+2 << 2) + (b_i+2 >> 6) + b_i+3 + (b_i+3 >> 6),
 * so that two maps of bytes suffice, `own` = A (1 + << 2) P and `next` = A (<< 2 + >> 6) P: byte i of the result is
 * own s_i + next s_i+1 + next s_i+2 + (own + next) s_i+3. A map of bytes is a lookup by low and one by high nibble.
 *
 * Four vectors hold the four words of 4 VEC_BLOCKS blocks, a block's word in each 32-bit quarter. ShiftRows, which
 * aesenclast applies as well, moves byte i of quarter c to quarter c - i. The shuffles that turn the words undo it.
 *
 * To the templates, all 32 rounds are one (one_round_template.h), and the first and the last round key are zero. 32
 * rounds are much code, so they are functions that the modes call instead of being inlined in each of them.
 */
#include "kernels/aes/byte_maps_template.h"
#include "kernels/sm4/sm4_tables.h"

enum { SM4_ROUNDS = 32, OWN_KEYS = 3, OUTER_KEYS = 0 };

/* The four bytes at p in each 32-bit quarter. */
AB_INLINE vec vec_broadcast32(const uint8_t *p)
{
    int32_t word;

    memcpy(&word, p, sizeof(word));
    return vec_set32(word);
}

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
 * The four words of each block, and the input of the S-boxes of the next round r: sum = x[r + 1] + x[r + 2] + x[r + 3]
 * + rk (indices mod 4).
 */
struct sm4_state {
    vec x[4], sum;
};

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

/* The words of 4 VEC_BLOCKS blocks to four vectors or back; each quarter of vectors is transposed. */
AB_INLINE void transpose_words(vec *out, const vec *in)
{
    vec a = vec_unpack_low32(in[0], in[1]), b = vec_unpack_low32(in[2], in[3]);
    vec c = vec_unpack_high32(in[0], in[1]), d = vec_unpack_high32(in[2], in[3]);

    out[0] = vec_unpack_low64(a, b);
    out[1] = vec_unpack_high64(a, b);
    out[2] = vec_unpack_low64(c, d);
    out[3] = vec_unpack_high64(c, d);
}

/* All rounds over groups of four vectors. The last round reads a key beyond the last one, for a sum that is unused. */
AB_INLINE void sm4_rounds(const uint8_t *rk, struct sm4_state *a, unsigned groups, int same)
{
    AB_UNROLL for (unsigned g = 0; g < groups; g++)
        a[g].sum = vec_xor(vec_xor(vec_broadcast32(rk), a[g].x[1]), vec_xor(a[g].x[2], a[g].x[3]));
    for (unsigned i = 0; i < SM4_ROUNDS; i += 4, rk += 16) {
        AB_UNROLL for (unsigned r = 0; r < 4; r++) {
            vec k = vec_broadcast32(rk + 4 * r + 4);

            AB_UNROLL for (unsigned g = 0; g < groups; g++)
                sm4_round(&a[g], r, k, same);
        }
    }
}

/* Process `groups` groups of four vectors of blocks. The last words come first in the output (sec. 6.1). */
AB_INLINE void sm4_groups(const uint8_t *rk, vec *b, unsigned groups)
{
    struct sm4_state a[2];

    AB_UNROLL for (unsigned i = 0; i < 4 * groups; i++)
        b[i] = map_bytes(split_nibbles(b[i]), sm4_enter);
    AB_UNROLL for (unsigned g = 0; g < groups; g++)
        transpose_words(a[g].x, b + 4 * g);
    sm4_rounds(rk, a, groups, 0);
    AB_UNROLL for (unsigned g = 0; g < groups; g++)
        transpose_words(b + 4 * g, (vec[4]){ a[g].x[3], a[g].x[2], a[g].x[1], a[g].x[0] });
    AB_UNROLL for (unsigned i = 0; i < 4 * groups; i++)
        b[i] = map_bytes(split_nibbles(b[i]), sm4_leave);
}

AB_NOINLINE void sm4_eight(const uint8_t *rk, vec *b)
{
    sm4_groups(rk, b, 2);
}

AB_NOINLINE void sm4_four(const uint8_t *rk, vec *b)
{
    sm4_groups(rk, b, 1);
}

/* One block: the four quarters of a vector hold the same word, which ShiftRows does not change. */
AB_NOINLINE __m128i sm4_block(const uint8_t *rk, __m128i block)
{
    vec b = map_bytes(split_nibbles(vec_broadcast(block)), sm4_enter);
    vec low = vec_unpack_low32(b, b), high = vec_unpack_high32(b, b);
    struct sm4_state a = { { vec_unpack_low64(low, low), vec_unpack_high64(low, low), vec_unpack_low64(high, high),
                             vec_unpack_high64(high, high) },
                           vec_zero() };

    sm4_rounds(rk, &a, 1, 1);
    low = vec_unpack_low32(a.x[3], a.x[2]);
    high = vec_unpack_low32(a.x[1], a.x[0]);
    return vec_first(map_bytes(split_nibbles(vec_unpack_low64(low, high)), sm4_leave));
}

/* 1, 2, 4 or 8 vectors. */
AB_INLINE void sm4_vecs(const uint8_t *rk, vec *b, unsigned num)
{
    if (num == 8) {
        sm4_eight(rk, b);
    } else if (num * VEC_BLOCKS == 1) {
        b[0] = vec_broadcast(sm4_block(rk, vec_first(b[0])));
    } else {
        vec x[4] = { vec_zero(), vec_zero(), vec_zero(), vec_zero() };

        memcpy(x, b, num * sizeof(vec));
        sm4_four(rk, x);
        memcpy(b, x, num * sizeof(vec));
    }
}

/* ---- What one_round_template.h uses ---- */

AB_INLINE void own_rounds(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], vec *b, unsigned num)
{
    (void)key;
    sm4_vecs(rk[0], b, num);
}

AB_INLINE __m128i own_rounds_of_block(const struct ab_aes_key *key, const uint8_t (*rk)[AB_AES_BLOCK], __m128i b)
{
    (void)key;
    return sm4_block(rk[0], b);
}

AB_INLINE void own_rounds_of_two(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    vec b[4] = { vec_broadcast(*x), vec_broadcast(*s), vec_zero(), vec_zero() };

    sm4_four(key->enc[OWN_KEYS], b);
    *x = vec_first(b[0]);
    *s = vec_first(b[1]);
}

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

enum { OWN_KEYS = 3, OUTER_KEYS = 1, SIX = 6 * 8, FL_KEYS = 2 * 8 };

/* The order of bytes in a block's halves, and in numbers; its own inverse. */
AB_INLINE vec camellia_order(vec a)
{
    return vec_shuffle8(a, vec_broadcast(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)));
}

AB_INLINE vec camellia_enter_halves(vec a)
{
    vec turned = vec_affine(a, vec_load_aligned(camellia_enter_turned));

    return vec_select(camellia_turned_bytes, turned, vec_affine(a, vec_load_aligned(camellia_enter)));
}

AB_INLINE vec camellia_leave_halves(vec a)
{
    vec turned = vec_affine(a, vec_load_aligned(camellia_leave_turned));

    return vec_select(camellia_turned_bytes, turned, vec_affine(a, vec_load_aligned(camellia_leave)));
}

/* F(a) + b, without what the S-boxes add. */
AB_INLINE vec camellia_round(vec a, vec b)
{
    vec first = vec_affine_inverse(a, vec_load_aligned(camellia_first));
    vec second = vec_affine_inverse(a, vec_load_aligned(camellia_second));
    vec third = vec_affine_inverse(a, vec_load_aligned(camellia_third)), sum;

    second = vec_select(camellia_third_bytes, third, second);
    b = vec_xor3(b, vec_shuffle8(second, vec_load_aligned(camellia_second_sum0)),
                 vec_shuffle8(second, vec_load_aligned(camellia_second_sum1)));
    sum = vec_xor(vec_shuffle8(first, vec_load_aligned(camellia_first_sum0)),
                  vec_shuffle8(first, vec_load_aligned(camellia_first_sum1)));
    return vec_xor3(sum, vec_swap64(sum), b);
}

/* The same as it is in the cipher, without A and turns, and so is b. */
AB_INLINE vec camellia_last_round(vec a, vec b)
{
    vec first = vec_affine_inverse(a, vec_load_aligned(camellia_last_first));
    vec second = vec_affine_inverse(a, vec_load_aligned(camellia_last_second)), sum;

    b = vec_xor3(b, vec_shuffle8(second, vec_load_aligned(camellia_last_second_sum0)),
                 vec_shuffle8(second, vec_load_aligned(camellia_last_second_sum1)));
    sum = vec_xor(vec_shuffle8(first, vec_load_aligned(camellia_last_first_sum0)),
                  vec_shuffle8(first, vec_load_aligned(camellia_last_first_sum1)));
    return vec_xor3(sum, vec_swap64(sum), b);
}

/* Words of a key: kl with zeros below, and not kr and kr likewise. */
struct camellia_fl_key {
    vec left, not_right, right;
};

AB_INLINE struct camellia_fl_key camellia_fl_key(const uint8_t *rk)
{
    vec k = vec_set64(rk), high = vec_broadcast(_mm_set_epi32(-1, 0, -1, 0));
    vec right = vec_and(vec_swap32(k), high);

    return (struct camellia_fl_key){ vec_and(k, high), vec_xor(right, high), right };
}

/*
 * FL and FL^-1, sec. 2.4.2 and 2.4.3: xr += (xl & kl) <<< 1, xl += xr | kr, and back. x | k = (x & ~k) + k. A half has
 * xl above xr.
 */
AB_INLINE vec camellia_fl(vec x, struct camellia_fl_key k)
{
    vec t = vec_turn32(vec_and(x, k.left)), right = vec_and(vec_xor(vec_swap32(x), t), k.not_right);

    return vec_xor3(vec_xor(x, k.right), vec_swap32(t), right);
}

AB_INLINE vec camellia_fl_back(vec x, struct camellia_fl_key k)
{
    x = vec_xor3(x, k.right, vec_and(vec_swap32(x), k.not_right));
    return vec_xor(x, vec_swap32(vec_turn32(vec_and(x, k.left))));
}

/* Six rounds over num vectors of left halves and of right ones. The halves that come out are as in the cipher. */
AB_INLINE void camellia_six(const uint8_t *rk, vec *left, vec *right, unsigned num)
{
    vec in = vec_broadcast(load_block(camellia_left)), out = in;

    AB_UNROLL for (unsigned r = 0; r < 6; r += 2) {
        out = vec_xor(out, vec_set64(rk + 8 * r));
        in = vec_xor(in, vec_set64(rk + 8 * r + 8));
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        left[i] = vec_xor(left[i], in);
    AB_UNROLL for (unsigned r = 0; r < 6; r += 2) {
        vec k = vec_set64(rk + 8 * r);

        AB_UNROLL for (unsigned i = 0; i < num; i++)
            right[i] = camellia_round(left[i], vec_xor(right[i], k));
        k = vec_set64(rk + 8 * r + 8);
        AB_UNROLL for (unsigned i = 0; i < num; i++)
            if (r < 4)
                left[i] = camellia_round(right[i], vec_xor(left[i], k));
            else
                left[i] = camellia_last_round(right[i], camellia_leave_halves(vec_xor(left[i], k)));
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        right[i] = camellia_leave_halves(vec_xor(right[i], out));
}

AB_INLINE void camellia_fl_layer(const uint8_t *rk, vec *left, vec *right, unsigned num)
{
    struct camellia_fl_key k = camellia_fl_key(rk), back = camellia_fl_key(rk + 8);

    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        left[i] = camellia_enter_halves(camellia_fl(left[i], k));
        right[i] = camellia_enter_halves(camellia_fl_back(right[i], back));
    }
}

/* All rounds over num vectors. sixes: 3 or 4 times six rounds. */
AB_INLINE void camellia_rounds(const uint8_t *rk, unsigned sixes, vec *b, unsigned num)
{
    vec left[4], right[4];

    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        vec a = camellia_enter_halves(camellia_order(b[i]));

        left[i] = vec_unpack_low64(a, a);
        right[i] = vec_unpack_high64(a, a);
    }
    camellia_six(rk, left, right, num);
    while (--sixes != 0) {
        camellia_fl_layer(rk + SIX, left, right, num);
        rk += SIX + FL_KEYS;
        camellia_six(rk, left, right, num);
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = camellia_order(vec_unpack_low64(right[i], left[i]));
}

/* A round of four vectors is much code, so the rounds are functions that the modes call. */
AB_NOINLINE void camellia_four(const uint8_t *rk, unsigned sixes, vec *b)
{
    camellia_rounds(rk, sixes, b, 4);
}

AB_NOINLINE void camellia_two(const uint8_t *rk, unsigned sixes, vec *b)
{
    camellia_rounds(rk, sixes, b, 2);
}

AB_NOINLINE vec camellia_one(const uint8_t *rk, unsigned sixes, vec b)
{
    camellia_rounds(rk, sixes, &b, 1);
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
    return vec_first(camellia_one(rk[0], key->own_rounds, vec_from_block(b)));
}

AB_INLINE void own_rounds_of_two(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    vec b[2] = { vec_from_block(*x), vec_from_block(*s) };

    camellia_two(key->enc[OWN_KEYS], key->own_rounds, b);
    *x = vec_first(b[0]);
    *s = vec_first(b[1]);
}

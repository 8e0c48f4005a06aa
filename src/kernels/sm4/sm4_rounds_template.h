/*
 * SM4 (GB/T 32907-2016): what the templates of the modes in src/kernels/aes need of a cipher, over the round of
 * sm4_round_aes_template.h or sm4_round_gfni.h, which is to be included first.
 *
 * The state is kept as A x, to which the sums of words do not matter, and round keys as A rk + a; make_sm4_tables.py
 * finds A and a. Four vectors hold the four words of 4 VEC_BLOCKS blocks, a block's word in each 32-bit quarter.
 *
 * To the templates, all 32 rounds are one (one_round_template.h), and the first and the last round key are zero. 32
 * rounds are much code, so they are functions that the modes call instead of being inlined in each of them.
 */
enum { SM4_ROUNDS = 32, OWN_KEYS = 3, OUTER_KEYS = 0, NARROW_BLOCKS = 0 };

/* The four bytes at p in each 32-bit quarter. */
AB_INLINE vec vec_broadcast32(const uint8_t *p)
{
    int32_t word;

    memcpy(&word, p, sizeof(word));
    return vec_set32(word);
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

/* All rounds over groups of four vectors. The last one reads a key after its own, zero, for a sum that is unused. */
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
        b[i] = sm4_map_in(b[i]);
    AB_UNROLL for (unsigned g = 0; g < groups; g++)
        transpose_words(a[g].x, b + 4 * g);
    sm4_rounds(rk, a, groups, 0);
    AB_UNROLL for (unsigned g = 0; g < groups; g++)
        transpose_words(b + 4 * g, (vec[4]){ a[g].x[3], a[g].x[2], a[g].x[1], a[g].x[0] });
    AB_UNROLL for (unsigned i = 0; i < 4 * groups; i++)
        b[i] = sm4_map_out(b[i]);
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
    vec b = sm4_map_in(vec_broadcast(block));
    vec low = vec_unpack_low32(b, b), high = vec_unpack_high32(b, b);
    struct sm4_state a = { { vec_unpack_low64(low, low), vec_unpack_high64(low, low), vec_unpack_low64(high, high),
                             vec_unpack_high64(high, high) },
                           vec_zero() };

    sm4_rounds(rk, &a, 1, 1);
    low = vec_unpack_low32(a.x[3], a.x[2]);
    high = vec_unpack_low32(a.x[1], a.x[0]);
    return vec_first(sm4_map_out(vec_unpack_low64(low, high)));
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

/* ---- What xts_template.h uses ---- */

AB_INLINE vec tweak_order(vec t, int gb)
{
    return gb ? sm4_reverse_bits(t) : t;
}

AB_INLINE __m128i tweak_order_of_block(__m128i t, int gb)
{
    return gb ? vec_first(sm4_reverse_bits(vec_broadcast(t))) : t;
}

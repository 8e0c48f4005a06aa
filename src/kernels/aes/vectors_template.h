/*
 * What the modes of every block cipher with blocks of 16 bytes share: loads, stores, places of vectors, the first xor
 * with a round key. A cipher's own rounds_template.h includes this file and supplies:
 *   encrypt_round, decrypt_round          round r of 1 to rounds - 1, over vectors side by side
 *   encrypt_middle_rounds                 all of them
 *   encrypt_last, decrypt_last            the last round of a vector, with a last key into which a xor may be folded
 *   encrypt_rounds, encrypt_vecs, decrypt_rounds, decrypt_vecs      the first xor and all rounds but the last, or all
 *   chain_rounds, encrypt_last_block, encrypt_block, decrypt_block  the same for a single block
 *   chain_rounds_beside                   two blocks side by side
 *   num_rounds, MOST_ROUNDS               the number of rounds of a key, and the most that there are
 *   NARROW_BLOCKS                         1: a single block takes less time by encrypt_block than in a vector, which is
 *                                         loaded by a mask and then waits for a store just before
 */
#define AB_INLINE static inline __attribute__((always_inline))
#define AB_NOINLINE static __attribute__((noinline))

/* Unroll loops over a constant number of vectors: the vectors stay in registers only if no loop remains. */
#ifdef __clang__
# define AB_UNROLL _Pragma("clang loop unroll(full)")
#else
# define AB_UNROLL _Pragma("GCC unroll 16")
#endif

enum { WIDE = 8 }; /* vectors in flight */

/*
 * Force the compiler to compute the value here. Otherwise it defers sums to the end of a batch, and spills their terms:
 * the products of GHASH, the words of SM4.
 */
AB_INLINE void settle(vec *v)
{
    __asm__ volatile("" : "+" VEC_REGISTER(*v));
}

AB_INLINE vec round_key(const uint8_t rk[AB_AES_BLOCK])
{
    return vec_broadcast(_mm_load_si128((const __m128i *)(const void *)rk));
}

AB_INLINE __m128i block_key(const struct ab_aes_key *key, unsigned r)
{
    return _mm_load_si128((const __m128i *)(const void *)key->enc[r]);
}

AB_INLINE void load_vecs(vec *b, const uint8_t *in, unsigned num)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_load(in + i * VEC_BYTES);
}

AB_INLINE void store_vecs(uint8_t *out, const vec *b, unsigned num)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        vec_store(out + i * VEC_BYTES, b[i]);
}

/* The position of a kernel in its message; batches advance it. */
struct cursor {
    const uint8_t *in;
    uint8_t *out;
};

AB_INLINE void advance(struct cursor *at, size_t len)
{
    at->in += len;
    at->out += len;
}

AB_INLINE __m128i load_block(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

AB_INLINE void store_block(uint8_t *p, __m128i a)
{
    _mm_storeu_si128((__m128i *)(void *)p, a);
}

AB_INLINE __m128i reverse_bytes(__m128i a)
{
    return _mm_shuffle_epi8(a, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

/* How many of `blocks` lie in vector i: 0..VEC_BLOCKS. */
AB_INLINE size_t blocks_in_vec(size_t blocks, unsigned i)
{
    size_t before = (size_t)i * VEC_BLOCKS;

    if (blocks <= before)
        return 0;
    return blocks - before < VEC_BLOCKS ? blocks - before : VEC_BLOCKS;
}

/* The same for 1..num * VEC_BLOCKS blocks: lanes beyond them are zero, memory beyond them is not touched. */
AB_INLINE void load_ragged(vec *b, const uint8_t *in, unsigned num, size_t blocks)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_load_blocks(in + i * VEC_BYTES, blocks_in_vec(blocks, i));
}

AB_INLINE void store_ragged(uint8_t *out, const vec *b, unsigned num, size_t blocks)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        vec_store_blocks(out + i * VEC_BYTES, b[i], blocks_in_vec(blocks, i));
}

AB_INLINE void whiten(const uint8_t rk[AB_AES_BLOCK], vec *b, unsigned num)
{
    vec k = round_key(rk);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_xor(b[i], k);
}

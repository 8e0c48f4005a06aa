/*
 * The AES rounds over NUM vectors side by side (FIPS 197 sec. 5.1 and 5.3.5). With latency 4 and two instructions a
 * cycle, eight vectors in flight fill the AES unit.
 *
 * Round keys are loaded from memory and broadcast, one load for all the vectors of a round. The last round key may be
 * folded into the data that is xored afterwards: aesenclast(s, k ^ d) = aesenclast(s, k) ^ d.
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

AB_INLINE vec round_key(const uint8_t rk[AB_AES_BLOCK])
{
    return vec_broadcast(_mm_load_si128((const __m128i *)(const void *)rk));
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

AB_INLINE void encrypt_round(const uint8_t rk[AB_AES_BLOCK], vec *b, unsigned num)
{
    vec k = round_key(rk);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenc(b[i], k);
}

AB_INLINE void decrypt_round(const uint8_t rk[AB_AES_BLOCK], vec *b, unsigned num)
{
    vec k = round_key(rk);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesdec(b[i], k);
}

/*
 * All rounds but the first xor and the last, in place. Straight-line: from a loop over the rounds the compilers make
 * one register copy for each vector and round, which together with the loop's own instructions fills the front end of
 * a core that issues six a cycle.
 */
AB_INLINE void encrypt_middle_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        encrypt_round(key->enc[r], b, num);
    if (key->rounds > 10) {
        encrypt_round(key->enc[10], b, num);
        encrypt_round(key->enc[11], b, num);
    }
    if (key->rounds > 12) {
        encrypt_round(key->enc[12], b, num);
        encrypt_round(key->enc[13], b, num);
    }
}

/* All rounds but the last, in place. */
AB_INLINE void encrypt_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    whiten(key->enc[0], b, num);
    encrypt_middle_rounds(key, b, num);
}

AB_INLINE void encrypt_vecs(const struct ab_aes_key *key, vec *b, unsigned num)
{
    vec k = round_key(key->enc[key->rounds]);

    encrypt_rounds(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenclast(b[i], k);
}

AB_INLINE void decrypt_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    whiten(key->dec[0], b, num);
    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        decrypt_round(key->dec[r], b, num);
    if (key->rounds > 10) {
        decrypt_round(key->dec[10], b, num);
        decrypt_round(key->dec[11], b, num);
    }
    if (key->rounds > 12) {
        decrypt_round(key->dec[12], b, num);
        decrypt_round(key->dec[13], b, num);
    }
}

AB_INLINE void decrypt_vecs(const struct ab_aes_key *key, vec *b, unsigned num)
{
    vec k = round_key(key->dec[key->rounds]);

    decrypt_rounds(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesdeclast(b[i], k);
}

/*
 * Rounds 1 to rounds - 1 of one block in a serial chain: straight-line, so that no loop exit is ever mispredicted while
 * nothing else is in flight.
 */
AB_INLINE __m128i chain_rounds(const struct ab_aes_key *key, __m128i s)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;

    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        s = _mm_aesenc_si128(s, rk[r]);
    if (key->rounds > 10) {
        s = _mm_aesenc_si128(s, rk[10]);
        s = _mm_aesenc_si128(s, rk[11]);
    }
    if (key->rounds > 12) {
        s = _mm_aesenc_si128(s, rk[12]);
        s = _mm_aesenc_si128(s, rk[13]);
    }
    return s;
}

AB_INLINE __m128i decrypt_chain_rounds(const struct ab_aes_key *key, __m128i s)
{
    const __m128i *rk = (const __m128i *)(const void *)key->dec;

    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        s = _mm_aesdec_si128(s, rk[r]);
    if (key->rounds > 10) {
        s = _mm_aesdec_si128(s, rk[10]);
        s = _mm_aesdec_si128(s, rk[11]);
    }
    if (key->rounds > 12) {
        s = _mm_aesdec_si128(s, rk[12]);
        s = _mm_aesdec_si128(s, rk[13]);
    }
    return s;
}

/* One block: serial chains and tails. */
AB_INLINE __m128i encrypt_block(const struct ab_aes_key *key, __m128i b)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;

    return _mm_aesenclast_si128(chain_rounds(key, _mm_xor_si128(b, rk[0])), rk[key->rounds]);
}

AB_INLINE __m128i decrypt_block(const struct ab_aes_key *key, __m128i b)
{
    const __m128i *rk = (const __m128i *)(const void *)key->dec;

    return _mm_aesdeclast_si128(decrypt_chain_rounds(key, _mm_xor_si128(b, rk[0])), rk[key->rounds]);
}

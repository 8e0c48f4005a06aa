/*
 * ARIA over 32 blocks in slices: register i holds byte i of each block. An S-box costs one or two instructions for 32
 * bytes, and the diffusion layer no shuffles.
 */
enum { ARIA_SLICES = 16 };

/*
 * Transpose the 16 by 16 bytes of each half of the registers. Each step moves the highest bit of a byte's register to
 * the lowest of its place, and the highest of its place to the lowest of its register.
 */
AB_INLINE void aria_transpose(__m256i s[ARIA_SLICES])
{
    AB_UNROLL for (unsigned step = 0; step < 4; step++) {
        __m256i t[ARIA_SLICES];

        AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES / 2; i++) {
            t[2 * i] = _mm256_unpacklo_epi8(s[i], s[i + ARIA_SLICES / 2]);
            t[2 * i + 1] = _mm256_unpackhi_epi8(s[i], s[i + ARIA_SLICES / 2]);
        }
        AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES; i++)
            s[i] = t[i];
    }
}

AB_INLINE __m256i aria_slice_matrix(uint64_t m)
{
    return _mm256_set1_epi64x((int64_t)m);
}

/* Which of SB1 to SB4, counted from 0, a byte goes through. */
AB_INLINE unsigned aria_box(unsigned byte, int is_odd)
{
    return (is_odd ? byte : byte ^ 2) % 4;
}

/* Apply SB1 to SB4 (box is 0 to 3, a constant). */
AB_INLINE __m256i aria_slice_substitute(__m256i a, unsigned box)
{
    if (box < 2)
        return _mm256_gf2p8affineinv_epi64_epi8(a, aria_slice_matrix(aria_leave[box]), 0);
    a = _mm256_gf2p8affine_epi64_epi8(a, aria_slice_matrix(aria_enter[box - 2]), 0);
    return _mm256_gf2p8affineinv_epi64_epi8(a, aria_slice_matrix(aria_identity[0]), 0);
}

/* The sum of the two bytes in the nth word on that A adds to a byte. */
AB_INLINE __m256i aria_slice_pair(const __m256i *x, unsigned byte, unsigned n)
{
    unsigned word = (byte / 4 + n) % 4;
    const uint8_t *rows = aria_other_rows[byte / 4][word];

    return _mm256_xor_si256(x[4 * word + (byte % 4 ^ rows[0])], x[4 * word + (byte % 4 ^ rows[1])]);
}

AB_INLINE __m256i aria_slice_xor3(__m256i a, __m256i b, __m256i c)
{
    return _mm256_ternarylogic_epi64(a, b, c, 0x96);
}

/* A round before the last one. rk: the key of the next, arranged for it. */
AB_INLINE void aria_slice_round(const uint8_t rk[AB_AES_BLOCK], __m256i s[ARIA_SLICES], int is_odd)
{
    __m256i x[ARIA_SLICES];

    AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES; i++)
        x[i] = aria_slice_substitute(s[i], aria_box(i, is_odd));
    AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES; i++) {
        const uint8_t *restore = is_odd ? aria_restore_even : aria_restore_odd;
        __m256i own = x[i ^ aria_own_row[i / 4]], k = _mm256_set1_epi8((char)rk[restore[i]]);
        __m256i sum = aria_slice_xor3(aria_slice_pair(x, i, 3), own, k);

        s[i] = aria_slice_xor3(aria_slice_pair(x, i, 1), aria_slice_pair(x, i, 2), sum);
    }
}

/* All rounds, an even number, over eight vectors of blocks, without the first key and the last. */
AB_NOINLINE void aria_slices(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, vec *b)
{
    __m256i s[ARIA_SLICES];

    AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES; i++)
        s[i] = _mm256_loadu_si256((const __m256i *)(const void *)b + i);
    aria_transpose(s);
    for (;; rounds -= 2, rk += 2) {
        aria_slice_round(rk[0], s, 1);
        if (rounds == 2)
            break;
        aria_slice_round(rk[1], s, 0);
    }
    AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES; i++)
        s[i] = aria_slice_substitute(s[i], aria_box(i, 0));
    aria_transpose(s);
    AB_UNROLL for (unsigned i = 0; i < ARIA_SLICES; i++)
        _mm256_storeu_si256((__m256i *)(void *)b + i, s[i]);
}

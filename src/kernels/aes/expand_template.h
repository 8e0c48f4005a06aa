/*
 * Key expansion, FIPS 197 sec. 5.2. SubWord comes from aesenclast with a zero round key: on a block whose four columns
 * are equal ShiftRows does nothing, so the result is SubBytes of the word. This avoids aeskeygenassist, which is
 * microcoded on many processors, and keeps the schedule constant time.
 */

/* SubWord of word `word` of a, RotWord first if `rotate`, in all four columns. */
AB_INLINE __m128i sub_word(__m128i a, unsigned word, int rotate)
{
    unsigned first = 4 * word;
    unsigned column = rotate ? (first + 1) | (first + 2) << 8 | (first + 3) << 16 | first << 24
                             : first | (first + 1) << 8 | (first + 2) << 16 | (first + 3) << 24;

    return _mm_aesenclast_si128(_mm_shuffle_epi8(a, _mm_set1_epi32((int)column)), _mm_setzero_si128());
}

/* w[0], w[0]^w[1], w[0]^w[1]^w[2], ...: the running xor of the four words. */
AB_INLINE __m128i prefix_xor(__m128i a)
{
    a = _mm_xor_si128(a, _mm_slli_si128(a, 4));
    return _mm_xor_si128(a, _mm_slli_si128(a, 8));
}

AB_INLINE void expand_128(__m128i *rk, __m128i k)
{
    unsigned rcon = 1;

    rk[0] = k;
    for (unsigned i = 1; i <= 10; i++) {
        __m128i t = _mm_xor_si128(sub_word(k, 3, 1), _mm_set1_epi32((int)rcon));

        rk[i] = k = _mm_xor_si128(prefix_xor(k), t);
        rcon = rcon << 1 ^ (rcon & 0x80 ? 0x11b : 0);
    }
}

AB_INLINE void expand_256(__m128i *rk, __m128i k0, __m128i k1)
{
    rk[0] = k0;
    rk[1] = k1;
    for (unsigned i = 1; i <= 7; i++) {
        __m128i t = _mm_xor_si128(sub_word(k1, 3, 1), _mm_set1_epi32(1 << (i - 1)));

        rk[2 * i] = k0 = _mm_xor_si128(prefix_xor(k0), t);
        if (i < 7)
            rk[2 * i + 1] = k1 = _mm_xor_si128(prefix_xor(k1), sub_word(k0, 3, 0));
    }
}

/* 192 bits: six words a step, of which k0 holds four and the low half of k1 two. */
AB_INLINE void expand_192(uint8_t *rk, __m128i k0, __m128i k1)
{
    for (unsigned i = 0; i <= 8; i++) {
        __m128i t;

        _mm_storeu_si128((__m128i *)(void *)(rk + 24 * i), k0);
        if (i == 8)
            return;
        _mm_storel_epi64((__m128i *)(void *)(rk + 24 * i + 16), k1);
        t = _mm_xor_si128(sub_word(k1, 1, 1), _mm_set1_epi32(1 << i));
        k0 = _mm_xor_si128(prefix_xor(k0), t);
        t = _mm_shuffle_epi32(k0, 0xff);
        k1 = _mm_xor_si128(_mm_xor_si128(k1, _mm_slli_si128(k1, 4)), t);
    }
}

static void expand_encrypt(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len)
{
    __m128i *rk = (__m128i *)(void *)key->enc;
    __m128i k0 = _mm_loadu_si128((const __m128i *)(const void *)user_key);

    key->rounds = (uint32_t)key_len / 4 + 6;
    if (key_len == 16)
        expand_128(rk, k0);
    else if (key_len == 24)
        expand_192(&key->enc[0][0], k0, _mm_loadl_epi64((const __m128i *)(const void *)(user_key + 16)));
    else
        expand_256(rk, k0, _mm_loadu_si128((const __m128i *)(const void *)(user_key + 16)));
}

static void expand_decrypt(struct ab_aes_key *key)
{
    const __m128i *enc = (const __m128i *)(const void *)key->enc;
    __m128i *dec = (__m128i *)(void *)key->dec;
    uint32_t rounds = key->rounds;

    dec[0] = enc[rounds];
    for (uint32_t r = 1; r < rounds; r++)
        dec[r] = _mm_aesimc_si128(enc[rounds - r]);
    dec[rounds] = enc[0];
}

/*
 * Key wrap, SP 800-38F sec. 6.1 (RFC 3394 sec. 2.2): 6 n serial blocks. A is the low half of a register, the semiblock
 * R_i the high half; the step number t is xored to A as a big-endian number.
 */

AB_INLINE __m128i wrap_half(const uint8_t p[8])
{
    return _mm_loadl_epi64((const __m128i *)(const void *)p);
}

AB_INLINE void wrap_store_high(uint8_t p[8], __m128i b)
{
    _mm_storel_epi64((__m128i *)(void *)p, _mm_srli_si128(b, 8));
}

AB_INLINE __m128i wrap_count(uint64_t t)
{
    return _mm_cvtsi64_si128((int64_t)__builtin_bswap64(t));
}

AB_INLINE __m128i wrap_cipher(const struct ab_aes_key *key, int enc, __m128i b)
{
    return enc ? encrypt_block(key, b) : decrypt_block(key, b);
}

static void key_wrap(const struct ab_aes_key *key, int forward, uint8_t a[8], uint8_t *r, size_t n)
{
    __m128i b = wrap_half(a);

    for (uint64_t t = 1; t <= 6 * (uint64_t)n; t++) {
        uint8_t *half = r + 8 * ((t - 1) % n);

        b = wrap_cipher(key, forward, _mm_unpacklo_epi64(b, wrap_half(half)));
        wrap_store_high(half, b);
        b = _mm_xor_si128(b, wrap_count(t));
    }
    _mm_storel_epi64((__m128i *)(void *)a, b);
}

static void key_unwrap(const struct ab_aes_key *key, int forward, uint8_t a[8], uint8_t *r, size_t n)
{
    __m128i b = wrap_half(a);

    for (uint64_t t = 6 * (uint64_t)n; t >= 1; t--) {
        uint8_t *half = r + 8 * ((t - 1) % n);

        b = _mm_unpacklo_epi64(_mm_xor_si128(b, wrap_count(t)), wrap_half(half));
        b = wrap_cipher(key, !forward, b);
        wrap_store_high(half, b);
    }
    _mm_storel_epi64((__m128i *)(void *)a, b);
}

/* CFB encryption with s = 8 and s = 1, SP 800-38A sec. 6.3. */

/* Shift the register by the byte of ciphertext that is produced. */
static void cfb8_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i first = rk[0], last = rk[key->rounds], reg = load_block(iv);

    for (size_t i = 0; i < len; i++) {
        __m128i p = _mm_xor_si128(last, _mm_cvtsi32_si128(in[i]));
        __m128i c = encrypt_last_block(chain_rounds(key, _mm_xor_si128(reg, first)), p);

        reg = _mm_alignr_epi8(c, reg, 1);
        out[i] = (uint8_t)_mm_cvtsi128_si32(c);
    }
    store_block(iv, reg);
}

/* Shift by one bit, as one little-endian number. */
AB_INLINE __m128i shift_left_1(__m128i a)
{
    return _mm_or_si128(_mm_add_epi64(a, a), _mm_slli_si128(_mm_srli_epi64(a, 63), 8));
}

/*
 * Shift the register, byte-reversed in reg, by the bit of ciphertext. All of the next state but that bit is known
 * before the bit is. The bit is the highest of byte 0 of c and becomes the lowest of byte 15 (of byte 0 if reversed).
 */
static void cfb1_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t num_bits)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    const __m128i top = _mm_set_epi64x((int64_t)(1ull << 56), 0), bottom = _mm_set_epi64x(0, 1);
    __m128i first = rk[0], last = rk[key->rounds], reg = reverse_bytes(load_block(iv));
    __m128i s = _mm_xor_si128(load_block(iv), first);

    for (size_t i = 0; i < num_bits; i++) {
        unsigned shift = 7 - i % 8, p = (unsigned)in[i / 8] >> shift & 1;
        __m128i c, moved = shift_left_1(reg), next = _mm_xor_si128(reverse_bytes(moved), first);

        c = encrypt_last_block(chain_rounds(key, s), _mm_xor_si128(last, _mm_cvtsi32_si128((int)(p << 7))));
        s = _mm_xor_si128(next, _mm_and_si128(_mm_srli_epi16(_mm_slli_si128(c, 15), 7), top));
        c = _mm_and_si128(_mm_srli_epi16(c, 7), bottom);
        reg = _mm_or_si128(moved, c);
        out[i / 8] = (uint8_t)((out[i / 8] & ~(1u << shift)) | (unsigned)_mm_cvtsi128_si32(c) << shift);
    }
    store_block(iv, reverse_bytes(reg));
}

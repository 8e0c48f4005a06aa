/* Moves of a block by whole bytes, and access to some bytes of one. */

static const uint8_t move_control[48] = {
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
};

/* Move a by n = 0..16 bytes, to lower addresses (down) or to higher ones, and shift in zeros. n is public. */
AB_INLINE __m128i move_down(__m128i a, size_t n)
{
    return _mm_shuffle_epi8(a, load_block(move_control + 16 + n));
}

AB_INLINE __m128i move_up(__m128i a, size_t n)
{
    return _mm_shuffle_epi8(a, load_block(move_control + 16 - n));
}

/*
 * The bytes at .. at + n - 1 of a block, n = 1..15 and at + n <= 16; in memory these are n bytes at p. After a load the
 * other bytes are zero, a store writes none of them, and block_put_at takes them from a. No byte before p is addressed,
 * not even behind a mask: an access that begins in the page before is slow.
 */
AB_INLINE __m128i block_load_at(const uint8_t *p, size_t at, size_t n)
{
    return move_up(block_load_part(p, n), at);
}

AB_INLINE void block_store_at(uint8_t *p, __m128i a, size_t at, size_t n)
{
    block_store_part(p, move_down(a, at), n);
}

AB_INLINE __m128i block_put_at(__m128i a, __m128i b, size_t at, size_t n)
{
    __m128i mask = move_up(move_down(_mm_set1_epi8((char)0xff), 16 - n), at);

    return _mm_xor_si128(a, _mm_and_si128(mask, _mm_xor_si128(a, b)));
}

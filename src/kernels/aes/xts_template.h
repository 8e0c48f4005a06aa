/*
 * XTS, IEEE 1619-2018 sec. 5.3 and 5.4 (SP 800-38E).
 *
 * Block j is whitened with T_j = T x^j in GF(2^128) modulo x^128 + x^7 + x^2 + x + 1, where T is the encrypted tweak.
 * A batch holds 8 VEC_BLOCKS blocks, so from one batch to the next each tweak is multiplied by x^(8 VEC_BLOCKS): a
 * shift by VEC_BLOCKS whole bytes, and the bytes h that are shifted out return as h * 0x87. None of it waits for the
 * AES rounds beside it, but it must leave the AES unit alone, which is always busy: Intel's processors shift bits of
 * 512-bit registers in the port of that unit, and AMD's multiply without carries in it. So h is moved by shuffles and
 * doubled by additions, in one register for as many vectors as it has room for, and a shift by 7 bits remains. With one
 * block a vector doubling is cheaper, since it leaves the ports of shifts and shuffles to the AES unit.
 *
 * GB/T 17964-2021 has the same field, but the bits of each byte in the other order. The cipher supplies tweak_order and
 * tweak_order_of_block: they turn tweaks from the order of IEEE 1619, in which they are multiplied here, to that of the
 * data unit, or back. gb: 1 for GB/T 17964.
 */

/* h * (x^7 + x^2 + x + 1) for h of less than 57 bits in the high half of each block; the product is its low half. */
AB_INLINE vec high_times_87(vec h)
{
    vec low;

    if (VEC_BLOCKS == 4)
        return vec_clmul_high_low(h, vec_broadcast(_mm_set_epi32(0, 0, 0, 0x87)));
    h = vec_unpack_high64(h, vec_zero());
    low = vec_xor(h, vec_shl64(h, 1));
    return vec_xor(low, vec_xor(vec_shl64(h, 2), vec_shl64(h, 7)));
}

/* T x^n, T x^(n+1) ... in the blocks of one vector; n + VEC_BLOCKS <= 57. */
AB_INLINE vec tweaks_at(__m128i first, unsigned n)
{
    vec t = vec_broadcast(first), out = vec_shr64_lanes(t, n);
    vec carry = vec_unpack_low64(vec_zero(), out);

    return vec_xor3(vec_shl64_lanes(t, n), carry, high_times_87(out));
}

AB_INLINE __m128i next_tweak(__m128i t)
{
    __m128i carry = _mm_shuffle_epi32(_mm_srai_epi32(t, 31), 0x13); /* signs: of bit 127 at 0, of bit 63 at 64 */

    return _mm_xor_si128(_mm_add_epi64(t, t), _mm_and_si128(carry, _mm_set_epi32(0, 1, 0, 0x87)));
}

/*
 * Four doublings from *last, VEC_BLOCKS = 1. The bits that the two halves shift out are the signs of quarters 3 and 1;
 * doubled in step, these show the bits of the next doublings (up to 24, when the reductions reach quarter 1).
 */
AB_INLINE void double_four(vec *next, vec *last, vec *signs)
{
    AB_UNROLL for (unsigned i = 0; i < 4; i++) {
        vec carry = vec_and(vec_sra32(*signs, 31), vec_broadcast(_mm_set_epi32(0, 1, 0, 0x87)));

        *last = vec_xor(vec_add64(*last, *last), carry);
        *signs = vec_add32(*signs, *signs);
        next[i] = *last;
    }
}

AB_INLINE vec signs_of_halves(vec t)
{
    return vec_shuffle8(t, vec_broadcast(_mm_set_epi32(-1, 0x07060504, -1, 0x0f0e0d0c)));
}

/* Multiply four vectors by x^(8 VEC_BLOCKS), VEC_BLOCKS <= 2: the h are the highest bits of the highest quarters. */
AB_INLINE void multiply_four(vec *next, const vec *t)
{
    vec low = vec_unpack_high32(t[0], t[1]), high = vec_unpack_high32(t[2], t[3]);
    vec h = vec_shr32(vec_unpack_high64(low, high), 32 - 8 * VEC_BLOCKS), h2 = vec_add32(h, h), h4 = vec_add32(h2, h2);
    vec back = vec_xor(vec_xor(h, h2), vec_xor(h4, vec_shl32(h, 7)));

    AB_UNROLL for (int i = 0; i < 4; i++) {
        vec quarter = vec_broadcast(_mm_set_epi32(-1, -1, -1, 0x03020100 + 0x04040404 * i));

        next[i] = vec_xor(vec_shl_bytes(t[i]), vec_shuffle8(back, quarter));
    }
}

/* Multiply two vectors by x^(8 VEC_BLOCKS), VEC_BLOCKS = 4: the h are the highest quarters. */
AB_INLINE void multiply_two(vec *next, const vec *t)
{
    const vec quarters = vec_broadcast(_mm_set_epi32(-1, 0x0f0e0d0c, -1, 0x0b0a0908));
    vec h = vec_shuffle8(vec_unpack_high32(t[0], t[1]), quarters), h2 = vec_add64(h, h), h4 = vec_add64(h2, h2);
    vec back = vec_xor(vec_xor3(h, h2, h4), vec_shl64(h, 7));

    next[0] = vec_xor(vec_shl_bytes(t[0]), vec_unpack_low64(back, vec_zero()));
    next[1] = vec_xor(vec_shl_bytes(t[1]), vec_unpack_high64(back, vec_zero()));
}

/* Advance the tweaks by one batch, in two steps; last and signs carry the doublings from one to the other. */
AB_INLINE void next_tweaks(vec *next, const vec *t, unsigned step, vec *last, vec *signs)
{
    if (VEC_BLOCKS == 1) {
        double_four(next + 4 * step, last, signs);
    } else if (VEC_BLOCKS == 2) {
        multiply_four(next + 4 * step, t + 4 * step);
    } else {
        multiply_two(next + 4 * step, t + 4 * step);
        multiply_two(next + 4 * step + 2, t + 4 * step + 2);
    }
}

/* One full batch with the tweaks t; store those of the next batch to `next`. */
AB_INLINE void xts_batch(const struct ab_aes_key *key, const vec t[WIDE], vec next[WIDE], vec *last, const uint8_t *in,
                         uint8_t *out, int enc, int gb)
{
    vec b[WIDE], k = first_key(key, enc), signs = signs_of_halves(*last);

    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        b[i] = vec_xor3(k, vec_load(in + i * VEC_BYTES), tweak_order(t[i], gb));
    AB_UNROLL for (unsigned r = 1; r < 10; r++) {
        middle_round(key, r, b, WIDE, enc);
        if (r == 2 || r == 6)
            next_tweaks(next, t, r / 4, last, &signs);
    }
    late_rounds(key, b, WIDE, enc);
    k = last_key(key, enc);
    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        vec_store(out + i * VEC_BYTES, last_round(b[i], vec_xor(k, tweak_order(t[i], gb)), enc));
}

/* num vectors b with the tweaks t, to b. */
AB_INLINE void xts_vecs(const struct ab_aes_key *key, const vec *t, vec *b, unsigned num, int enc, int gb)
{
    vec k = first_key(key, enc);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_xor3(b[i], k, tweak_order(t[i], gb));
    middle_rounds(key, b, num, enc);
    k = last_key(key, enc);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = last_round(b[i], vec_xor(k, tweak_order(t[i], gb)), enc);
}

/* Process num whole vectors; advance at and t. */
AB_INLINE void xts_some(const struct ab_aes_key *key, const vec **t, struct cursor *at, unsigned num, int enc, int gb)
{
    vec b[WIDE];

    load_vecs(b, at->in, num);
    xts_vecs(key, *t, b, num, enc, gb);
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
    *t += num;
}

/*
 * Process less than a batch, in independent pieces; return the last block, if there is one. A load of it from the
 * output would wait for a store with a mask.
 */
AB_INLINE __m128i xts_tail(const struct ab_aes_key *key, const vec *t, struct cursor *at, size_t blocks, int enc,
                           int gb)
{
    if (blocks & 4 * VEC_BLOCKS)
        xts_some(key, &t, at, 4, enc, gb);
    if (blocks & 2 * VEC_BLOCKS)
        xts_some(key, &t, at, 2, enc, gb);
    if (blocks & VEC_BLOCKS)
        xts_some(key, &t, at, 1, enc, gb);
    if (blocks % VEC_BLOCKS != 0) {
        vec b = vec_load_blocks(at->in, blocks % VEC_BLOCKS);

        xts_vecs(key, t, &b, 1, enc, gb);
        vec_store_blocks(at->out, b, blocks % VEC_BLOCKS);
        advance(at, 16 * (blocks % VEC_BLOCKS));
        return vec_pick_block(b, blocks % VEC_BLOCKS - 1);
    }
    return load_block(at->out - 16);
}

AB_INLINE __m128i xts_block(const struct ab_aes_key *key, __m128i tweak, __m128i b, int enc, int gb)
{
    tweak = tweak_order_of_block(tweak, gb);
    b = _mm_xor_si128(b, tweak);
    return _mm_xor_si128(enc ? encrypt_block(key, b) : decrypt_block(key, b), tweak);
}

/*
 * Ciphertext stealing (sec. 5.3.2, 5.4.2). The r bytes after block `last` at out + end - r become the first r bytes of
 * x, the block that has passed the cipher. The rest of x completes the input's last r bytes to the block that is
 * encrypted with `tweak` and stored at `last`. The first store covers 16 bytes up to the end, the second corrects the
 * overlap.
 */
AB_INLINE void xts_steal(const struct ab_aes_key *key, __m128i tweak, __m128i x, const uint8_t *in_end,
                         uint8_t *out_end, size_t r, int enc, int gb)
{
    __m128i tail = move_down(load_block(in_end - 16), 16 - r);
    __m128i rest = move_up(move_down(x, r), r);

    store_block(out_end - 16, move_up(x, 16 - r));
    store_block(out_end - r - 16, xts_block(key, tweak, _mm_or_si128(tail, rest), enc, gb));
}

/* The first tweak, in the order of IEEE 1619. */
AB_INLINE __m128i first_tweak(const struct ab_aes_key *tweak_key, uint8_t tweak[16], int gb)
{
    __m128i t = load_block(tweak);

    if (tweak_key != NULL) {
        t = encrypt_block(tweak_key, t);
        store_block(tweak, t);
    }
    return tweak_order_of_block(t, gb);
}

/* A data unit of one block, with or without a part of another: none of it fills a vector or waits for a store. */
AB_INLINE void xts_short(const struct ab_aes_key *key, __m128i first, const uint8_t *in, uint8_t *out, size_t len,
                         int enc, int gb)
{
    __m128i second = next_tweak(first), x;

    if (len == 16) {
        store_block(out, xts_block(key, first, load_block(in), enc, gb));
        return;
    }
    x = xts_block(key, enc ? first : second, load_block(in), enc, gb);
    xts_steal(key, enc ? second : first, x, in + len, out + len, len - 16, enc, gb);
}

/* Up to a vector of whole blocks. */
AB_INLINE void xts_few(const struct ab_aes_key *key, __m128i first, const uint8_t *in, uint8_t *out, size_t blocks,
                       int enc, int gb)
{
    vec t = tweaks_at(first, 0), b = vec_load_blocks(in, blocks);

    xts_vecs(key, &t, &b, 1, enc, gb);
    vec_store_blocks(out, b, blocks);
}

/* A data unit of more than a vector, or of several blocks and a part. */
AB_INLINE void xts_long(const struct ab_aes_key *key, __m128i first, const uint8_t *in, uint8_t *out, size_t len,
                        int enc, int gb)
{
    size_t r = len % 16, blocks = len / 16 - (!enc && r != 0);
    struct cursor at = { in, out };
    vec both[2][WIDE], *t = both[0], last;
    __m128i tweak, x;

    for (unsigned i = 0; i < WIDE && i * VEC_BLOCKS <= blocks; i++)
        t[i] = tweaks_at(first, i * VEC_BLOCKS);
    last = blocks >= WIDE * VEC_BLOCKS ? t[WIDE - 1] : t[0];
    for (; blocks >= WIDE * VEC_BLOCKS; blocks -= WIDE * VEC_BLOCKS) {
        vec *next = t == both[0] ? both[1] : both[0];

        xts_batch(key, t, next, &last, at.in, at.out, enc, gb);
        t = next;
        advance(&at, WIDE * VEC_BYTES);
    }
    x = xts_tail(key, t, &at, blocks, enc, gb);
    if (r == 0)
        return;
    memcpy(&tweak, (const uint8_t *)t + 16 * blocks, 16);
    if (enc) {
        xts_steal(key, tweak, x, at.in + r, at.out + r, r, enc, gb);
    } else {
        x = xts_block(key, next_tweak(tweak), load_block(at.in), enc, gb);
        xts_steal(key, tweak, x, at.in + 16 + r, at.out + 16 + r, r, enc, gb);
    }
}

AB_INLINE void xts(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                   const uint8_t *in, uint8_t *out, size_t len, int enc, int gb)
{
    __m128i first = first_tweak(tweak_key, tweak, gb);

    if (len < 32)
        xts_short(key, first, in, out, len, enc, gb);
    else if (len <= VEC_BYTES && len % 16 == 0)
        xts_few(key, first, in, out, len / 16, enc, gb);
    else
        xts_long(key, first, in, out, len, enc, gb);
}

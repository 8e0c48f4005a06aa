/*
 * CTR, SP 800-38A sec. 6.5, with one 128-bit big-endian counter.
 *
 * The counter is kept byte-reversed, as two little-endian 64-bit halves. Within a segment the low half does not wrap,
 * so a vector needs one 64-bit add and one shuffle; a message that wraps is cut in two segments with the carry in
 * between.
 *
 * Most full batches need less, since their counters differ in the last byte alone. If it does not wrap, one byte add
 * makes the counter of a vector; if its low bits are also zero, one xor does, with the first round key folded in.
 */
enum { CTR_WIDE_BLOCKS = WIDE * VEC_BLOCKS, CTR_WIDE_BYTES = WIDE * VEC_BYTES };

AB_INLINE void ctr_advance(__m128i *counter, unsigned blocks)
{
    *counter = _mm_add_epi64(*counter, _mm_set_epi64x(0, (int)blocks));
}

/* {0, 1, 2 ...} in the last byte of the blocks. */
AB_INLINE vec ctr_lanes(void)
{
    return vec_shuffle8(vec_lane_index(), vec_broadcast(_mm_set_epi64x(0x00ffffffffffffff, -1)));
}

/* Make the next num vectors of counter blocks and advance the counter. */
AB_INLINE void ctr_inputs(vec *b, __m128i *counter, unsigned num)
{
    vec base = vec_add64(vec_broadcast(*counter), vec_lane_index());
    vec swap = vec_broadcast(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_shuffle8(vec_add64(base, vec_broadcast(_mm_set_epi64x(0, (int)(i * VEC_BLOCKS)))), swap);
    ctr_advance(counter, num * VEC_BLOCKS);
}

/* Rounds 1 to the last over counters that already include round key 0, then the xor with the data. */
AB_INLINE void ctr_finish(const struct ab_aes_key *key, vec *b, struct cursor *at, unsigned num)
{
    vec last = round_key(key->enc[key->rounds]);

    encrypt_middle_rounds(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = encrypt_last(b[i], vec_xor(last, vec_load(at->in + i * VEC_BYTES)));
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
}

AB_INLINE void ctr_batch(const struct ab_aes_key *key, __m128i *counter, struct cursor *at, unsigned num)
{
    vec b[WIDE];

    ctr_inputs(b, counter, num);
    whiten(key->enc[0], b, num);
    ctr_finish(key, b, at, num);
}

/* i * VEC_BLOCKS in the last byte of the blocks. */
AB_INLINE vec ctr_step(unsigned i)
{
    return vec_broadcast(_mm_set_epi64x((int64_t)((uint64_t)i * VEC_BLOCKS << 56), 0));
}

AB_INLINE void ctr_wide_batch(const struct ab_aes_key *key, __m128i *counter, struct cursor *at)
{
    unsigned last_byte = (unsigned)_mm_cvtsi128_si32(*counter) & 0xff;
    vec b[WIDE], base = vec_broadcast(reverse_bytes(*counter));

    if (last_byte % CTR_WIDE_BLOCKS == 0) {
        base = vec_xor(base, vec_xor(round_key(key->enc[0]), ctr_lanes()));
        AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
            b[i] = vec_xor(base, ctr_step(i));
        ctr_advance(counter, CTR_WIDE_BLOCKS);
    } else if (last_byte <= 256 - CTR_WIDE_BLOCKS) {
        base = vec_add64(base, ctr_lanes());
        AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
            b[i] = vec_add64(base, ctr_step(i));
        whiten(key->enc[0], b, WIDE);
        ctr_advance(counter, CTR_WIDE_BLOCKS);
    } else {
        ctr_inputs(b, counter, WIDE);
        whiten(key->enc[0], b, WIDE);
    }
    ctr_finish(key, b, at, WIDE);
}

/* Process the last 1..VEC_BYTES-1 bytes; store the keystream of the last, partial block (if any) to tail. */
AB_INLINE void ctr_ragged(const struct ab_aes_key *key, __m128i *counter, struct cursor *at, size_t len,
                          uint8_t tail[16])
{
    size_t whole = len / 16, part = len % 16;
    __m128i stream;
    vec b;

    ctr_inputs(&b, counter, 1);
    encrypt_vecs(key, &b, 1);
    vec_store_blocks(at->out, vec_xor(b, vec_load_blocks(at->in, whole)), whole);
    advance(at, 16 * whole);
    if (part == 0)
        return;
    stream = vec_pick_block(b, whole);
    store_block(tail, stream);
    block_store_part(at->out, _mm_xor_si128(stream, block_load_part(at->in, part)), part);
}

/* The same for at most one block. */
AB_INLINE void ctr_lone(const struct ab_aes_key *key, __m128i counter, struct cursor *at, size_t len, uint8_t tail[16])
{
    __m128i stream = encrypt_block(key, reverse_bytes(counter));

    if (len == 16) {
        store_block(at->out, _mm_xor_si128(stream, load_block(at->in)));
        advance(at, 16);
        return;
    }
    store_block(tail, stream);
    block_store_part(at->out, _mm_xor_si128(stream, block_load_part(at->in, len)), len);
}

/* Process len bytes within which the low half of the counter does not wrap. */
AB_INLINE void ctr_run(const struct ab_aes_key *key, __m128i counter, struct cursor *at, size_t len, uint8_t tail[16])
{
    for (; len >= CTR_WIDE_BYTES; len -= CTR_WIDE_BYTES)
        ctr_wide_batch(key, &counter, at);
    if (len & 4 * VEC_BYTES)
        ctr_batch(key, &counter, at, 4);
    if (len & 2 * VEC_BYTES)
        ctr_batch(key, &counter, at, 2);
    if (len & VEC_BYTES)
        ctr_batch(key, &counter, at, 1);
    len %= VEC_BYTES;
    if (NARROW_BLOCKS && len != 0 && len <= 16)
        ctr_lone(key, counter, at, len, tail);
    else if (len != 0)
        ctr_ragged(key, &counter, at, len, tail);
}

/*
 * Process all of it with the counter in a vector and return 1, or return 0 if the lowest 32 bits wrap. Without
 * registers of 64 bits it takes long to take a counter apart and put it together again.
 */
AB_INLINE int ctr_in_vector(const struct ab_aes_key *key, uint8_t counter[16], struct cursor *at, size_t len,
                            uint8_t tail[16])
{
    const __m128i first = load_block(counter), start = reverse_bytes(first);
    const uint32_t blocks = (uint32_t)((len + 15) / 16), low = (uint32_t)_mm_cvtsi128_si32(start);

    if (low + blocks < low)
        return 0;
    if (len == 16)
        store_block(at->out, _mm_xor_si128(encrypt_block(key, first), load_block(at->in)));
    else
        ctr_run(key, start, at, len, tail);
    store_block(counter, reverse_bytes(_mm_add_epi32(start, _mm_cvtsi32_si128((int)blocks))));
    return 1;
}

static void ctr(const struct ab_aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t len,
                uint8_t tail[16])
{
    struct cursor at = { in, out };
    uint64_t high, low;

    if (sizeof(size_t) < sizeof(low) && ctr_in_vector(key, counter, &at, len, tail))
        return;
    memcpy(&high, counter, 8);
    memcpy(&low, counter + 8, 8);
    high = __builtin_bswap64(high);
    low = __builtin_bswap64(low);
    while (len != 0) {
        uint64_t blocks = (len - 1) / 16 + 1, left = 0 - low; /* left: blocks before the low half wraps; 0: 2^64 */
        size_t run = left != 0 && left < blocks ? (size_t)(16 * left) : len;

        ctr_run(key, _mm_set_epi64x((int64_t)high, (int64_t)low), &at, run, tail);
        len -= run;
        low += (run - 1) / 16 + 1;
        high += low == 0;
    }
    high = __builtin_bswap64(high);
    low = __builtin_bswap64(low);
    memcpy(counter, &high, 8);
    memcpy(counter + 8, &low, 8);
}

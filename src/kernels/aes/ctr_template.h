/*
 * CTR, SP 800-38A sec. 6.5, with one 128-bit big-endian counter.
 *
 * The counter is kept byte-reversed, as two little-endian 64-bit halves. Within a segment the low half does not wrap, so
 * a batch needs one 64-bit add a vector; a message that wraps is cut in two segments with the carry in between.
 */

AB_INLINE __m128i reverse_bytes_control(void)
{
    return _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

AB_INLINE void ctr_inputs(vec *b, __m128i counter, unsigned num)
{
    vec base = vec_add64(vec_broadcast(counter), vec_lane_index());
    vec swap = vec_broadcast(reverse_bytes_control());

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_shuffle8(vec_add64(base, vec_broadcast(_mm_set_epi64x(0, (int)(i * VEC_BLOCKS)))), swap);
}

/* The last 1..num * VEC_BLOCKS blocks; the keystream of the last, partial one (if any) to tail. */
AB_INLINE void ctr_ragged(const struct ab_aes_key *key, __m128i counter, const uint8_t *in, uint8_t *out, unsigned num,
                          size_t len, uint8_t tail[16])
{
    vec b[WIDE], data[WIDE];
    size_t whole = len / 16, part = len % 16;

    ctr_inputs(b, counter, num);
    encrypt_vecs(key, b, num);
    load_ragged(data, in, num, whole);
    if (part != 0) {
        uint8_t stream[WIDE * VEC_BYTES];

        store_vecs(stream, b, num);
        for (unsigned i = 0; i < 16; i++)
            tail[i] = stream[(16 * whole + i) % sizeof(stream)];
        for (size_t i = 0; i < part; i++)
            out[16 * whole + i] = in[16 * whole + i] ^ tail[i];
        for (size_t i = 0; i < sizeof(stream); i += 16)
            _mm_storeu_si128((__m128i *)(void *)(stream + i), _mm_setzero_si128());
        __asm__ volatile("" : : "r"(stream) : "memory");
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_xor(b[i], data[i]);
    store_ragged(out, b, num, whole);
}

/* A run of len bytes in which the low half of the counter does not wrap. */
AB_INLINE void ctr_segment(const struct ab_aes_key *key, __m128i counter, const uint8_t *in, uint8_t *out, size_t len,
                           uint8_t tail[16])
{
    vec b[WIDE];

    for (; len >= WIDE * VEC_BYTES; len -= WIDE * VEC_BYTES) {
        vec last = round_key(key->enc[key->rounds]);

        ctr_inputs(b, counter, WIDE);
        counter = _mm_add_epi64(counter, _mm_set_epi64x(0, WIDE * VEC_BLOCKS));
        encrypt_rounds(key, b, WIDE);
        AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
            b[i] = vec_aesenclast(b[i], vec_xor(last, vec_load(in + i * VEC_BYTES)));
        store_vecs(out, b, WIDE);
        in += WIDE * VEC_BYTES;
        out += WIDE * VEC_BYTES;
    }
    if (len > 4 * VEC_BYTES)
        ctr_ragged(key, counter, in, out, 8, len, tail);
    else if (len > 2 * VEC_BYTES)
        ctr_ragged(key, counter, in, out, 4, len, tail);
    else if (len > VEC_BYTES)
        ctr_ragged(key, counter, in, out, 2, len, tail);
    else if (len > 0)
        ctr_ragged(key, counter, in, out, 1, len, tail);
}

static void ctr(const struct ab_aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t len,
                uint8_t tail[16])
{
    uint64_t high, low, blocks = len / 16 + (len % 16 != 0), left;

    memcpy(&high, counter, 8);
    memcpy(&low, counter + 8, 8);
    high = __builtin_bswap64(high);
    low = __builtin_bswap64(low);
    left = 0 - low; /* blocks before the low half wraps; 0 means 2^64 */
    if (left != 0 && left < blocks) {
        ctr_segment(key, _mm_set_epi64x((int64_t)high, (int64_t)low), in, out, 16 * left, tail);
        in += 16 * left;
        out += 16 * left;
        len -= 16 * left;
        high++;
        low = 0;
        blocks -= left;
    }
    ctr_segment(key, _mm_set_epi64x((int64_t)high, (int64_t)low), in, out, len, tail);
    low += blocks;
    high = __builtin_bswap64(high + (blocks != 0 && low == 0));
    low = __builtin_bswap64(low);
    memcpy(counter, &high, 8);
    memcpy(counter + 8, &low, 8);
}

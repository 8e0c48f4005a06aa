/*
 * XCTR (P. Crowley, N. Huckleberry, E. Biggers, "Length-preserving encryption with HCTR2", sec. 3): block i = 1, 2 ...
 * of the keystream is E(iv ^ i), with i in little-endian order, so that a vector needs one add and one xor.
 */

/* Make the next num vectors of cipher inputs; `next` is the number of the first block. */
AB_INLINE void xctr_inputs(vec *b, __m128i iv, uint64_t next, unsigned num)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_xor(vec_broadcast(iv),
                       vec_add64(vec_lane_index(),
                                 vec_broadcast(_mm_set_epi64x(0, (int64_t)(next + (uint64_t)i * VEC_BLOCKS)))));
}

AB_INLINE void xctr_batch(const struct ab_aes_key *key, __m128i iv, uint64_t next, struct cursor *at, unsigned num)
{
    vec b[WIDE];

    xctr_inputs(b, iv, next, num);
    encrypt_vecs(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_xor(b[i], vec_load(at->in + i * VEC_BYTES));
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
}

/* Process the last 1..VEC_BYTES-1 bytes; store the keystream of the last, partial block (if any) to tail. */
AB_INLINE void xctr_ragged(const struct ab_aes_key *key, __m128i iv, uint64_t next, struct cursor *at, size_t len,
                           uint8_t tail[16])
{
    size_t whole = len / 16, part = len % 16;
    __m128i stream;
    vec b;

    xctr_inputs(&b, iv, next, 1);
    encrypt_vecs(key, &b, 1);
    vec_store_blocks(at->out, vec_xor(b, vec_load_blocks(at->in, whole)), whole);
    advance(at, 16 * whole);
    if (part == 0)
        return;
    stream = vec_pick_block(b, whole);
    store_block(tail, stream);
    block_store_part(at->out, _mm_xor_si128(stream, block_load_part(at->in, part)), part);
}

static void xctr(const struct ab_aes_key *key, const uint8_t iv[16], uint64_t *blocks, const uint8_t *in, uint8_t *out,
                 size_t len, uint8_t tail[16])
{
    const uint64_t all = (len + 15) / 16;
    const __m128i start = load_block(iv);
    struct cursor at = { in, out };
    uint64_t next = *blocks + 1;

    for (; len >= WIDE * VEC_BYTES; len -= WIDE * VEC_BYTES, next += WIDE * VEC_BLOCKS)
        xctr_batch(key, start, next, &at, WIDE);
    for (; len >= VEC_BYTES; len -= VEC_BYTES, next += VEC_BLOCKS)
        xctr_batch(key, start, next, &at, 1);
    if (len != 0)
        xctr_ragged(key, start, next, &at, len, tail);
    *blocks += all;
}

/*
 * OCB, RFC 7253 sec. 4.1 to 4.3.
 *
 * Offset_i = Offset_(i-1) ^ L_ntz(i), so Offset_(B m + j) = Offset_(B m) ^ D_j, where D_j, the xor of L_ntz(1) to
 * L_ntz(j), is the same for every m while 0 <= j < B: a table of the key. Batches of B = 8 VEC_BLOCKS blocks start at
 * multiples of B. Only their last block, j = B, needs another L: D_B holds L_log2(B), and the difference to L_ntz is
 * added to it by xor.
 */

enum { OCB_BATCH = WIDE * VEC_BLOCKS, OCB_LOG_BATCH = VEC_BLOCKS == 1 ? 3 : VEC_BLOCKS == 2 ? 4 : 5 };
enum ocb_kind { OCB_ENCRYPT, OCB_DECRYPT, OCB_HASH };

/* State that advances with the blocks. base: the offset at the last multiple of OCB_BATCH. */
struct ocb_state {
    const struct ab_aes_key *key;
    const struct ab_aes_ocb_table *table;
    __m128i base;
    vec sum;
};

/* L_ntz(i), i >= 1. Beyond the table, once in 2^16 blocks, by doubling (sec. 4.1, big-endian). */
AB_INLINE __m128i ocb_l(const struct ab_aes_ocb_table *table, uint64_t i)
{
    unsigned n = (unsigned)__builtin_ctzll(i), last = AB_AES_OCB_NUM_L - 1;
    __m128i l = load_block(table->l[n < last ? n : last]);

    for (; n > last; n--)
        l = reverse_bytes(next_tweak(reverse_bytes(l)));
    return l;
}

/* D_j to D_(j + VEC_BLOCKS - 1) */
AB_INLINE vec ocb_deltas(const struct ocb_state *s, size_t j)
{
    return vec_load_aligned(s->table->d[j]);
}

/* One full batch, j = 1..OCB_BATCH; `extra` is the correction of the last block's D_B. */
AB_INLINE void ocb_batch(struct ocb_state *s, __m128i extra, const uint8_t *in, uint8_t *out, enum ocb_kind kind)
{
    int enc = kind != OCB_DECRYPT;
    vec b[WIDE], before = vec_xor(vec_broadcast(s->base), first_key(s->key, enc)), last = vec_in_last(extra);
    vec after = vec_xor(vec_broadcast(s->base), last_key(s->key, enc));

    AB_UNROLL for (unsigned i = 0; i < WIDE; i++) {
        b[i] = vec_load(in + i * VEC_BYTES);
        if (kind == OCB_ENCRYPT)
            s->sum = vec_xor(s->sum, b[i]);
        b[i] = vec_xor(vec_xor(b[i], ocb_deltas(s, 1 + i * VEC_BLOCKS)), before);
        if (i == WIDE - 1)
            b[i] = vec_xor(b[i], last);
    }
    middle_rounds(s->key, b, WIDE, enc);
    if (kind == OCB_HASH)
        after = last_key(s->key, enc);
    AB_UNROLL for (unsigned i = 0; i < WIDE; i++) {
        vec offset = kind == OCB_HASH ? after : vec_xor(after, ocb_deltas(s, 1 + i * VEC_BLOCKS));

        if (i == WIDE - 1 && kind != OCB_HASH)
            offset = vec_xor(offset, last);
        b[i] = last_round(b[i], offset, enc);
        if (kind != OCB_ENCRYPT)
            s->sum = vec_xor(s->sum, b[i]);
        if (kind != OCB_HASH)
            vec_store(out + i * VEC_BYTES, b[i]);
    }
}

/* num vectors of data b, whose first block is number j of its batch; keep: how many blocks of the last vector count. */
AB_INLINE void ocb_vecs(struct ocb_state *s, size_t j, vec *b, unsigned num, size_t keep, enum ocb_kind kind)
{
    int enc = kind != OCB_DECRYPT;
    vec base = vec_broadcast(s->base), before = vec_xor(base, first_key(s->key, enc));
    vec k = last_key(s->key, enc), after = vec_xor(base, k);

    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        if (kind == OCB_ENCRYPT)
            s->sum = vec_xor(s->sum, b[i]);
        b[i] = vec_xor(b[i], vec_xor(before, ocb_deltas(s, j + i * VEC_BLOCKS)));
    }
    middle_rounds(s->key, b, num, enc);
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        b[i] = last_round(b[i], kind == OCB_HASH ? k : vec_xor(after, ocb_deltas(s, j + i * VEC_BLOCKS)), enc);
        if (kind != OCB_ENCRYPT)
            s->sum = vec_xor(s->sum, i + 1 < num ? b[i] : vec_keep_blocks(b[i], keep));
    }
}

/* HASH has no output. */
AB_INLINE void ocb_advance(struct cursor *at, size_t len, enum ocb_kind kind)
{
    at->in += len;
    if (kind != OCB_HASH)
        at->out += len;
}

/* Process num whole vectors; advance at and j. */
AB_INLINE void ocb_whole(struct ocb_state *s, size_t *j, struct cursor *at, unsigned num, enum ocb_kind kind)
{
    vec b[WIDE];

    load_vecs(b, at->in, num);
    ocb_vecs(s, *j, b, num, VEC_BLOCKS, kind);
    if (kind != OCB_HASH)
        store_vecs(at->out, b, num);
    ocb_advance(at, num * VEC_BYTES, kind);
    *j += num * VEC_BLOCKS;
}

AB_INLINE void ocb_ragged(struct ocb_state *s, size_t j, const struct cursor *at, size_t blocks, enum ocb_kind kind)
{
    vec b = vec_load_blocks(at->in, blocks);

    ocb_vecs(s, j, &b, 1, blocks, kind);
    if (kind != OCB_HASH)
        vec_store_blocks(at->out, b, blocks);
}

/* Blocks j.. of a batch, less than a batch and without its last block, in independent pieces. */
AB_INLINE void ocb_some(struct ocb_state *s, size_t j, struct cursor at, size_t blocks, enum ocb_kind kind)
{
    if (blocks & 4 * VEC_BLOCKS)
        ocb_whole(s, &j, &at, 4, kind);
    if (blocks & 2 * VEC_BLOCKS)
        ocb_whole(s, &j, &at, 2, kind);
    if (blocks & VEC_BLOCKS)
        ocb_whole(s, &j, &at, 1, kind);
    if (blocks % VEC_BLOCKS != 0)
        ocb_ragged(s, j, &at, blocks % VEC_BLOCKS, kind);
}

/* The last block of a batch, alone: with D_0 = 0 its offset is the base of the next batch. */
AB_INLINE void ocb_last_of_batch(struct ocb_state *s, uint64_t i, const struct cursor *at, enum ocb_kind kind)
{
    s->base = _mm_xor_si128(_mm_xor_si128(s->base, load_block(s->table->d[OCB_BATCH - 1])), ocb_l(s->table, i));
    ocb_ragged(s, 0, at, 1, kind);
}

/* The last, partial block: C_* = P_* ^ E(Offset_*); in HASH, E(A_* || 1 || 0 ^ Offset_*) (sec. 4.1 to 4.3). */
AB_INLINE void ocb_part(struct ocb_state *s, __m128i offset, const uint8_t *in, uint8_t *out, size_t len,
                        enum ocb_kind kind)
{
    __m128i data = block_load_part(in, len), one = move_up(_mm_cvtsi32_si128(0x80), len), result;

    if (kind == OCB_HASH) {
        data = encrypt_block(s->key, _mm_xor_si128(_mm_or_si128(data, one), offset));
    } else {
        result = _mm_xor_si128(data, encrypt_block(s->key, offset));
        block_store_part(out, result, len);
        data = _mm_or_si128(kind == OCB_ENCRYPT ? data : keep_part(result, len), one);
    }
    s->sum = vec_xor(s->sum, vec_in_last(data));
}

AB_INLINE void ocb(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                   const uint8_t *in, uint8_t *out, size_t len, enum ocb_kind kind)
{
    size_t j = run->blocks % OCB_BATCH, num_blocks = len / 16, n;
    struct ocb_state s = { key, table, _mm_xor_si128(load_block(run->offset), load_block(table->d[j])), vec_zero() };
    struct cursor at = { in, out };
    __m128i offset;

    while (num_blocks != 0) {
        if (j == 0 && num_blocks >= OCB_BATCH) {
            __m128i extra = _mm_xor_si128(ocb_l(table, run->blocks + OCB_BATCH), load_block(table->l[OCB_LOG_BATCH]));

            n = OCB_BATCH;
            ocb_batch(&s, extra, at.in, at.out, kind);
            s.base = _mm_xor_si128(_mm_xor_si128(s.base, load_block(table->d[OCB_BATCH])), extra);
        } else if (j == OCB_BATCH - 1) {
            n = 1;
            ocb_last_of_batch(&s, run->blocks + 1, &at, kind);
        } else {
            n = num_blocks < OCB_BATCH - 1 - j ? num_blocks : OCB_BATCH - 1 - j;
            ocb_some(&s, j + 1, at, n, kind);
        }
        run->blocks += n;
        num_blocks -= n;
        j = (j + n) % OCB_BATCH;
        ocb_advance(&at, 16 * n, kind);
    }
    offset = _mm_xor_si128(s.base, load_block(table->d[j]));
    if (len % 16 != 0) {
        offset = _mm_xor_si128(offset, load_block(table->l_star));
        ocb_part(&s, offset, at.in, at.out, len % 16, kind);
    }
    store_block(run->offset, offset);
    store_block(run->sum, _mm_xor_si128(load_block(run->sum), vec_sum(s.sum)));
}

static void ocb_encrypt(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    ocb(key, table, run, in, out, len, OCB_ENCRYPT);
}

static void ocb_decrypt(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    ocb(key, table, run, in, out, len, OCB_DECRYPT);
}

static void ocb_hash(const struct ab_aes_key *key, const struct ab_aes_ocb_table *table, struct ab_aes_ocb_run *run,
                     const uint8_t *in, size_t len)
{
    ocb(key, table, run, in, NULL, len, OCB_HASH);
}

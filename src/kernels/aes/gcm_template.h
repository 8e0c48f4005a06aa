/*
 * GCM, SP 800-38D sec. 7: CTR with a 32-bit counter, and GHASH of the ciphertext.
 *
 * Hashing is put off where it can be: a message of up to one batch is only encrypted and its ciphertext kept in
 * `pending`, so that AAD, data and length block are hashed together, with one reduction, when the tag is asked for. Of a
 * longer message the same holds for what is left over after the whole batches. Whole batches are hashed between the
 * rounds of a batch being encrypted: when decrypting of the same, when encrypting of the one before.
 */

enum { GCM_BATCH = WIDE * VEC_BYTES };

/* The counter is kept with its bytes reversed: its low 32 bits, which wrap alone, are then the first lane of a block. */
AB_INLINE vec gcm_counter_step(unsigned blocks)
{
    return vec_broadcast(_mm_set_epi32(0, 0, 0, (int)blocks));
}

AB_INLINE vec gcm_counters_from(const struct ab_aes_gcm *g)
{
    return vec_add32(vec_broadcast(_mm_loadu_si128((const __m128i *)(const void *)g->counter)), vec_lane_index());
}

AB_INLINE void gcm_advance(struct ab_aes_gcm *g, size_t blocks)
{
    uint32_t low;

    memcpy(&low, g->counter, 4);
    low += (uint32_t)blocks;
    memcpy(g->counter, &low, 4);
}

AB_INLINE void gcm_inputs(vec *b, vec counter, unsigned num)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_reverse_bytes(vec_add32(counter, gcm_counter_step(i * VEC_BLOCKS)));
}

/* E(K, J0), before the first data. */
AB_INLINE void gcm_begin(struct ab_aes_gcm *g)
{
    __m128i j0 = _mm_loadu_si128((const __m128i *)(const void *)g->counter);

    _mm_storeu_si128((__m128i *)(void *)g->ek0, encrypt_block(&g->key, reverse_bytes(j0)));
    gcm_advance(g, 1);
}

/* Hashes the pending blocks. */
AB_INLINE void gcm_flush(struct ab_aes_gcm *g)
{
    if (g->pending_len != 0)
        ghash(&g->hash, g->sum, g->pending[0], g->pending_len / 16);
    g->pending_len = 0;
}

/* len = 1 .. num * VEC_BYTES bytes with the keystream b; the ciphertext is left pending. */
AB_INLINE void gcm_ragged_xor(struct ab_aes_gcm *g, const vec *b, const uint8_t *in, uint8_t *out, unsigned num,
                              size_t len, int enc)
{
    uint8_t *kept = g->pending[0] + g->pending_len;

    g->pending_len += (uint32_t)len;
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        size_t now = len < VEC_BYTES ? len : VEC_BYTES;
        vec data, text;

        if (now == 0)
            return;
        data = vec_load_bytes(in + i * VEC_BYTES, now);
        text = vec_xor(data, b[i]);
        vec_store(kept + i * VEC_BYTES, enc ? vec_keep_bytes(text, now) : data);
        vec_store_bytes(out + i * VEC_BYTES, text, now);
        len -= now;
    }
}

AB_INLINE void gcm_ragged(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, unsigned num, size_t len, int enc)
{
    vec b[WIDE];

    gcm_inputs(b, gcm_counters_from(g), num);
    encrypt_vecs(&g->key, b, num);
    gcm_advance(g, len / 16);
    gcm_ragged_xor(g, b, in, out, num, len, enc);
}

/* The last bytes of an update, at most a batch. */
AB_INLINE void gcm_rest(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    if (len > 4 * VEC_BYTES)
        gcm_ragged(g, in, out, 8, len, enc);
    else if (len > 2 * VEC_BYTES)
        gcm_ragged(g, in, out, 4, len, enc);
    else if (len > VEC_BYTES)
        gcm_ragged(g, in, out, 2, len, enc);
    else if (len > 0)
        gcm_ragged(g, in, out, 1, len, enc);
}

/* All rounds but the last of a batch, and between them the hash of the batch at `hash`, with *sum added to its first. */
AB_INLINE void gcm_rounds_and_hash(const struct ab_aes_gcm *g, vec *b, const uint8_t *hash, vec *sum, unsigned rounds)
{
    struct products p = { vec_zero(), vec_zero(), vec_zero() };
    vec k = round_key(g->key.enc[0]);

    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        b[i] = vec_xor(b[i], k);
    AB_UNROLL for (unsigned r = 1; r < rounds; r++) {
        unsigned pair = r * WIDE / 2 / rounds;

        k = round_key(g->key.enc[r]);
        AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
            b[i] = vec_aesenc(b[i], k);
        if (pair != (r - 1) * WIDE / 2 / rounds || r == 1) {
            const uint8_t *at = hash + 2 * pair * VEC_BYTES;
            vec x0 = hash_order(vec_load(at), 1), x1 = hash_order(vec_load(at + VEC_BYTES), 1);

            add_pair(&p, pair == 0 ? vec_xor(x0, *sum) : x0, x1, &g->hash,
                     AB_HASH_POWERS - HASH_BLOCKS + 2 * pair * VEC_BLOCKS);
        }
    }
    *sum = vec_from_block(vec_sum(reduce(&p)));
}

AB_INLINE void gcm_last_round(const struct ab_aes_gcm *g, const vec *b, const uint8_t *in, uint8_t *out,
                              unsigned rounds)
{
    vec k = round_key(g->key.enc[rounds]);

    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        vec_store(out + i * VEC_BYTES, vec_aesenclast(b[i], vec_xor(k, vec_load(in + i * VEC_BYTES))));
}

/* num >= 1 whole batches. Encryption leaves the last one to be hashed. */
AB_INLINE void gcm_batches(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t num, unsigned rounds, int enc)
{
    const uint8_t *hash = enc ? out : in;
    vec counter = gcm_counters_from(g), b[WIDE];
    vec sum = vec_from_block(_mm_loadu_si128((const __m128i *)(const void *)g->sum));

    gcm_advance(g, num * HASH_BLOCKS);
    if (enc) {
        gcm_inputs(b, counter, WIDE);
        counter = vec_add32(counter, gcm_counter_step(HASH_BLOCKS));
        encrypt_rounds(&g->key, b, WIDE);
        gcm_last_round(g, b, in, out, rounds);
        in += GCM_BATCH;
        out += GCM_BATCH;
        num--;
    }
    for (; num != 0; num--) {
        gcm_inputs(b, counter, WIDE);
        counter = vec_add32(counter, gcm_counter_step(HASH_BLOCKS));
        gcm_rounds_and_hash(g, b, hash, &sum, rounds);
        gcm_last_round(g, b, in, out, rounds);
        in += GCM_BATCH;
        out += GCM_BATCH;
        hash += GCM_BATCH;
    }
    _mm_storeu_si128((__m128i *)(void *)g->sum, vec_first(sum));
}

/* What is left after whole batches were encrypted: len < GCM_BATCH bytes, and the hash of the batch before out. */
AB_INLINE void gcm_rest_and_hash(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, unsigned rounds)
{
    vec sum = vec_from_block(_mm_loadu_si128((const __m128i *)(const void *)g->sum)), b[WIDE];
    vec k = round_key(g->key.enc[rounds]);

    gcm_inputs(b, gcm_counters_from(g), WIDE);
    gcm_rounds_and_hash(g, b, out - GCM_BATCH, &sum, rounds);
    _mm_storeu_si128((__m128i *)(void *)g->sum, vec_first(sum));
    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        b[i] = vec_aesenclast(b[i], k);
    gcm_advance(g, len / 16);
    gcm_ragged_xor(g, b, in, out, WIDE, len, 1);
}

AB_INLINE void gcm_encrypt_long(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, unsigned rounds)
{
    size_t whole = len / GCM_BATCH * GCM_BATCH;

    gcm_batches(g, in, out, len / GCM_BATCH, rounds, 1);
    gcm_rest_and_hash(g, in + whole, out + whole, len - whole, rounds);
}

static void gcm_encrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    if (g->text_len == 0)
        gcm_begin(g);
    if (g->pending_len + len > sizeof(g->pending) - 16 * AB_HASH_SLACK || len >= GCM_BATCH)
        gcm_flush(g);
    if (len < GCM_BATCH)
        gcm_rest(g, in, out, len, 1);
    else if (g->key.rounds == 10)
        gcm_encrypt_long(g, in, out, len, 10);
    else if (g->key.rounds == 12)
        gcm_encrypt_long(g, in, out, len, 12);
    else
        gcm_encrypt_long(g, in, out, len, 14);
}

static void gcm_decrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t num = len / GCM_BATCH, whole = num * GCM_BATCH;

    if (g->text_len == 0)
        gcm_begin(g);
    if (g->pending_len + len > sizeof(g->pending) - 16 * AB_HASH_SLACK || num != 0)
        gcm_flush(g);
    if (num != 0) {
        if (g->key.rounds == 10)
            gcm_batches(g, in, out, num, 10, 0);
        else if (g->key.rounds == 12)
            gcm_batches(g, in, out, num, 12, 0);
        else
            gcm_batches(g, in, out, num, 14, 0);
    }
    gcm_rest(g, in + whole, out + whole, len - whole, 0);
}

static void gcm_tag(struct ab_aes_gcm *g, uint8_t tag[16])
{
    __m128i sum = _mm_loadu_si128((const __m128i *)(const void *)g->sum);
    __m128i length = _mm_set_epi64x((int64_t)(8 * g->aad_len), (int64_t)(8 * g->text_len));
    size_t num = (g->pending_len + 15) / 16;
    struct products p = { vec_zero(), vec_zero(), vec_zero() };

    if (g->text_len == 0)
        gcm_begin(g);
    if (num >= HASH_BLOCKS) {
        sum = hash_blocks(&g->hash, sum, g->pending[0], num, 1);
        num = 0;
    }
    if (num != 0)
        add_blocks(&p, &g->hash, vec_from_block(sum), g->pending[0], num, 1, 1);
    else
        length = _mm_xor_si128(length, sum);
    add_one(&p, vec_from_block(length), &g->hash, AB_HASH_POWERS - 1);
    sum = reverse_bytes(vec_sum(reduce(&p)));
    sum = _mm_xor_si128(sum, _mm_loadu_si128((const __m128i *)(const void *)g->ek0));
    _mm_storeu_si128((__m128i *)(void *)tag, sum);
}

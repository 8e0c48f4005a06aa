/*
 * GCM-SIV, RFC 8452 sec. 4 and 5: POLYVAL of the plaintext, and CTR from the tag, whose first four bytes are a
 * little-endian counter. Sealing needs the tag before it can encrypt, so it takes two passes. Opening hashes a batch
 * of plaintext while it decrypts the next.
 *
 * Each message has its own hash key, so a short one makes only the powers it needs.
 */

/* Make sure that the powers H .. H^num exist, HASH_BLOCKS at most. */
AB_INLINE void gcm_siv_make_powers(struct ab_aes_gcm_siv *g, size_t num)
{
    if (g->hash.num == 0)
        start_powers(&g->hash, load_block(g->hash_key));
    need_powers(&g->hash, num < HASH_BLOCKS ? num : HASH_BLOCKS);
}

static void gcm_siv_hash_aad(struct ab_aes_gcm_siv *g, const uint8_t *aad, size_t num_blocks)
{
    gcm_siv_make_powers(g, num_blocks);
    store_block(g->sum, hash_blocks(&g->hash, load_block(g->sum), aad, num_blocks, 0));
}

/* The end of POLYVAL: after `sum`, hash num whole blocks and part bytes of text, then the length block. Few blocks. */
AB_INLINE __m128i gcm_siv_hash_end(const struct ab_hash_key *h, struct products *p, __m128i sum, const uint8_t *text,
                                   size_t num, size_t part, __m128i length)
{
    size_t after = 1 + (part != 0);

    if (num != 0) {
        add_blocks(p, h, vec_from_block(sum), text, num, after, 0);
        sum = _mm_setzero_si128();
    }
    if (part != 0) {
        __m128i last = block_load_part(text + 16 * num, part);

        add_one(p, vec_from_block(_mm_xor_si128(last, sum)), h, AB_HASH_POWERS - 2);
        sum = _mm_setzero_si128();
    }
    add_one(p, vec_from_block(_mm_xor_si128(length, sum)), h, AB_HASH_POWERS - 1);
    return vec_sum(reduce(p));
}

AB_INLINE __m128i gcm_siv_length(const struct ab_aes_gcm_siv *g, size_t len)
{
    return _mm_set_epi64x((int64_t)(8 * (uint64_t)len), (int64_t)(8 * g->aad_len));
}

/* POLYVAL of AAD, text and lengths. */
AB_INLINE __m128i gcm_siv_hash(struct ab_aes_gcm_siv *g, const uint8_t *text, size_t len)
{
    struct products p = { vec_zero(), vec_zero(), vec_zero() };
    size_t num_aad = (g->pending_len + 15) / 16, num = len / 16, part = len % 16, whole = 0;
    __m128i sum = load_block(g->sum);

    gcm_siv_make_powers(g, num_aad + num + 2);
    if (num_aad + num + 2 <= HASH_BLOCKS) {
        if (num_aad != 0) {
            add_blocks(&p, &g->hash, vec_from_block(sum), g->pending, num_aad, num + (part != 0) + 1, 0);
            sum = _mm_setzero_si128();
        }
    } else {
        whole = num / HASH_BLOCKS * HASH_BLOCKS;
        if (num - whole + 2 > HASH_BLOCKS)
            whole = num;
        sum = hash_blocks(&g->hash, sum, g->pending, num_aad, 0);
        sum = hash_blocks(&g->hash, sum, text, whole, 0);
    }
    return gcm_siv_hash_end(&g->hash, &p, sum, text + 16 * whole, num - whole, part, gcm_siv_length(g, len));
}

/* RFC 8452 sec. 4: the tag from POLYVAL. */
AB_INLINE __m128i gcm_siv_tag(const struct ab_aes_gcm_siv *g, __m128i sum)
{
    uint8_t nonce[16] = { 0 };

    memcpy(nonce, g->nonce, sizeof(g->nonce));
    sum = _mm_xor_si128(sum, load_block(nonce));
    return encrypt_block(&g->key, _mm_and_si128(sum, _mm_set_epi64x(INT64_MAX, -1)));
}

/* The first counter block. */
AB_INLINE vec gcm_siv_counter(__m128i tag)
{
    return vec_add32(vec_broadcast(_mm_or_si128(tag, _mm_set_epi64x(INT64_MIN, 0))), vec_lane_index());
}

AB_INLINE void gcm_siv_inputs(vec *b, vec counter, unsigned num)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_add32(counter, gcm_counter_step(i * VEC_BLOCKS));
}

AB_INLINE void gcm_siv_ctr_ragged(const struct ab_aes_key *key, vec counter, const uint8_t *in, uint8_t *out,
                                  unsigned num, size_t len)
{
    vec b[WIDE];

    gcm_siv_inputs(b, counter, num);
    encrypt_vecs(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        size_t now = len < VEC_BYTES ? len : VEC_BYTES;

        if (now == 0)
            return;
        vec_store_bytes(out + i * VEC_BYTES, vec_xor(b[i], vec_load_bytes(in + i * VEC_BYTES, now)), now);
        len -= now;
    }
}

AB_INLINE void gcm_siv_ctr_rest(const struct ab_aes_key *key, vec counter, const uint8_t *in, uint8_t *out, size_t len)
{
    if (len > 4 * VEC_BYTES)
        gcm_siv_ctr_ragged(key, counter, in, out, 8, len);
    else if (len > 2 * VEC_BYTES)
        gcm_siv_ctr_ragged(key, counter, in, out, 4, len);
    else if (len > 0)
        gcm_siv_ctr_ragged(key, counter, in, out, 2, len);
}

AB_INLINE void gcm_siv_batch(const struct ab_aes_key *key, vec *counter, struct gcm_hashing *none, const uint8_t *in,
                             uint8_t *out)
{
    vec b[WIDE];

    gcm_siv_inputs(b, *counter, WIDE);
    encrypt_rounds(key, b, WIDE);
    gcm_last_round(key, b, none, in, out, key->rounds);
    *counter = vec_add32(*counter, gcm_counter_step(HASH_BLOCKS));
}

static void gcm_siv_seal(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    __m128i t = gcm_siv_tag(g, gcm_siv_hash(g, in, len));
    struct gcm_hashing none = { .keeps = 0 };
    vec counter = gcm_siv_counter(t);

    store_block(tag, t);
    for (; len >= GCM_BATCH; len -= GCM_BATCH) {
        gcm_siv_batch(&g->key, &counter, &none, in, out);
        in += GCM_BATCH;
        out += GCM_BATCH;
    }
    gcm_siv_ctr_rest(&g->key, counter, in, out, len);
}

/* num >= 1 batches; hash all but the last. Return the counter after them. */
AB_INLINE vec gcm_siv_open_batches(struct ab_aes_gcm_siv *g, vec counter, const uint8_t *in, uint8_t *out, size_t num,
                                   unsigned rounds)
{
    struct gcm_hashing h = { .key = &g->hash, .as_is = 1, .keeps = VEC_REGISTERS == 32, .data = out };
    vec b[WIDE];

    h.sum = vec_from_block(load_block(g->sum));
    gcm_siv_batch(&g->key, &counter, &h, in, out);
    for (size_t done = GCM_BATCH; done < num * GCM_BATCH; done += GCM_BATCH) {
        gcm_siv_inputs(b, counter, WIDE);
        whiten(g->key.enc[0], b, WIDE);
        gcm_rounds_and_hash(&g->key, b, &h, rounds);
        gcm_last_round(&g->key, b, &h, in + done, out + done, rounds);
        counter = vec_add32(counter, gcm_counter_step(HASH_BLOCKS));
        h.data += GCM_BATCH;
    }
    store_block(g->sum, vec_first(h.sum));
    return counter;
}

/* Decrypt from the received tag and compute the tag of the plaintext. */
static void gcm_siv_open(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len, const uint8_t tag[16],
                         uint8_t right[16])
{
    struct products p = { vec_zero(), vec_zero(), vec_zero() };
    vec counter = gcm_siv_counter(load_block(tag));
    size_t num = len / GCM_BATCH, whole = num * GCM_BATCH, hashed = whole - GCM_BATCH;
    __m128i sum, aad_sum = load_block(g->sum);

    if (num == 0) {
        gcm_siv_ctr_rest(&g->key, counter, in, out, len);
        store_block(right, gcm_siv_tag(g, gcm_siv_hash(g, out, len)));
        return;
    }
    gcm_siv_make_powers(g, HASH_BLOCKS);
    store_block(g->sum, hash_blocks(&g->hash, aad_sum, g->pending, (g->pending_len + 15) / 16, 0));
    if (g->key.rounds == 10)
        counter = gcm_siv_open_batches(g, counter, in, out, num, 10);
    else if (g->key.rounds == 12)
        counter = gcm_siv_open_batches(g, counter, in, out, num, 12);
    else
        counter = gcm_siv_open_batches(g, counter, in, out, num, 14);
    gcm_siv_ctr_rest(&g->key, counter, in + whole, out + whole, len - whole);
    sum = hash_blocks(&g->hash, load_block(g->sum), out + hashed, (len - hashed) / 16, 0);
    sum = gcm_siv_hash_end(&g->hash, &p, sum, out + len - len % 16, 0, len % 16, gcm_siv_length(g, len));
    store_block(g->sum, aad_sum);
    store_block(right, gcm_siv_tag(g, sum));
}

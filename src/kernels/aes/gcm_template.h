/*
 * GCM, SP 800-38D sec. 7: CTR with a 32-bit counter, and GHASH of the ciphertext.
 *
 * Hash late: a message of up to one batch is only encrypted and its ciphertext kept in `pending`, so that one
 * reduction covers AAD, data and length block when the tag is requested. The tail after the whole batches of a longer
 * message is treated alike. Whole batches are hashed between the rounds of a batch: decryption hashes the same batch,
 * encryption the previous one.
 */

enum { GCM_BATCH = WIDE * VEC_BYTES };

/*
 * The counter is kept with its bytes reversed: its low 32 bits, the only ones that wrap, are then the first lane of a
 * block.
 */
AB_INLINE vec gcm_counter_step(unsigned blocks)
{
    return vec_broadcast(_mm_set_epi32(0, 0, 0, (int)blocks));
}

/* Two loads, since set_iv has stored two halves just before: a load across two stores would wait for both. */
AB_INLINE __m128i gcm_counter(const struct ab_aes_gcm *g)
{
    int64_t low, high;

    memcpy(&low, g->counter, 8);
    memcpy(&high, g->counter + 8, 8);
    return _mm_set_epi64x(high, low);
}

/* Store counter + blocks. */
AB_INLINE void gcm_set_counter(struct ab_aes_gcm *g, __m128i counter, size_t blocks)
{
    store_block(g->counter, _mm_add_epi32(counter, _mm_set_epi32(0, 0, 0, (int)blocks)));
}

AB_INLINE void gcm_inputs(vec *b, __m128i first, unsigned num)
{
    vec counter = vec_add32(vec_broadcast(first), vec_lane_index());

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_reverse_bytes(vec_add32(counter, gcm_counter_step(i * VEC_BLOCKS)));
}

/* The counter of the next block. Make E(K, J0) before the first data. */
AB_INLINE __m128i gcm_begin(struct ab_aes_gcm *g)
{
    __m128i counter = gcm_counter(g);

    if (g->text_len != 0)
        return counter;
    store_block(g->ek0, encrypt_block(&g->key, reverse_bytes(counter)));
    return _mm_add_epi32(counter, _mm_set_epi32(0, 0, 0, 1));
}

/* Hash the pending blocks. */
AB_INLINE void gcm_flush(struct ab_aes_gcm *g)
{
    if (g->pending_len != 0)
        ghash(&g->hash, g->sum, g->pending, g->pending_len / 16);
    g->pending_len = 0;
}

/* Xor len = 1 .. num * VEC_BYTES bytes with the keystream b; leave the ciphertext pending. */
AB_INLINE void gcm_ragged_xor(struct ab_aes_gcm *g, const vec *b, const uint8_t *in, uint8_t *out, unsigned num,
                              size_t len, int enc)
{
    uint8_t *kept = g->pending + g->pending_len;

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

AB_INLINE void gcm_ragged(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, unsigned num,
                          size_t len, int enc)
{
    vec b[WIDE];

    gcm_inputs(b, counter, num);
    encrypt_vecs(&g->key, b, num);
    gcm_ragged_xor(g, b, in, out, num, len, enc);
}

/* The same for one whole block, without masks of bytes: with words of 32 bits these take long to make. */
AB_INLINE void gcm_one(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, int enc)
{
    __m128i data = load_block(in), text = _mm_xor_si128(data, encrypt_block(&g->key, reverse_bytes(counter)));

    store_block(g->pending + g->pending_len, enc ? text : data);
    store_block(out, text);
    g->pending_len += 16;
}

/* Process the last bytes of an update, at most a batch. */
AB_INLINE void gcm_rest(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, size_t len,
                        int enc)
{
    gcm_set_counter(g, counter, len / 16);
    if (sizeof(size_t) < sizeof(uint64_t) && len == 16)
        gcm_one(g, counter, in, out, enc);
    else if (len > 4 * VEC_BYTES)
        gcm_ragged(g, counter, in, out, 8, len, enc);
    else if (len > 2 * VEC_BYTES)
        gcm_ragged(g, counter, in, out, 4, len, enc);
    else if (len > VEC_BYTES)
        gcm_ragged(g, counter, in, out, 2, len, enc);
    else if (len > 0)
        gcm_ragged(g, counter, in, out, 1, len, enc);
}

/* The same as a function of its own, for the end of longer messages. */
AB_NOINLINE void gcm_rest_of_long(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, size_t len,
                                  int enc)
{
    gcm_rest(g, counter, in, out, len, enc);
}

/*
 * The counter blocks of a batch whose first counter is 2 mod HASH_BLOCKS, as it is after a 12-byte IV. They differ
 * from a base, a multiple of HASH_BLOCKS, by an xor in the last byte, and the first round key is folded in. The last
 * two blocks differ in this way from the next batch's base.
 */
AB_INLINE vec gcm_base(const struct ab_aes_key *key, __m128i counter)
{
    __m128i base = _mm_sub_epi32(counter, _mm_set_epi32(0, 0, 0, 2));

    return vec_broadcast(_mm_xor_si128(reverse_bytes(base), load_block(key->enc[0])));
}

/* base with n, n + 1 ... in the last bytes; from HASH_BLOCKS on another base applies */
AB_INLINE vec gcm_from_base(vec base, unsigned n)
{
    __m128i first = _mm_set_epi64x((int64_t)((uint64_t)n << 56), 0);

    return vec_xor(base, vec_add64(vec_broadcast(first), vec_last_byte_index()));
}

AB_INLINE void gcm_inputs_from(vec *b, vec base, vec next)
{
    AB_UNROLL for (unsigned i = 0; i < WIDE; i++) {
        unsigned n = 2 + i * VEC_BLOCKS;

        if (n < HASH_BLOCKS)
            b[i] = gcm_from_base(base, n);
        if (n + VEC_BLOCKS > HASH_BLOCKS) {
            vec after = gcm_from_base(next, n - HASH_BLOCKS);

            b[i] = n < HASH_BLOCKS ? vec_pick(b[i], after, 2) : after;
        }
    }
}

/* The hash of a batch, cut into small steps that are spread between the rounds of another. */
struct gcm_hashing {
    const struct ab_hash_key *key;
    const uint8_t *data;
    vec sum; /* sum before the batch, and at the end after it; in the first block only */
    int as_is;      /* a constant: POLYVAL, which does not reverse the bytes */
    int keeps;      /* a constant: the data is `kept`, not at `data` */
    vec kept[WIDE];
    struct products p;
    vec x0, x1;
};

/*
 * Encryption keeps the ciphertext for the hash in registers if there are 32 of them, otherwise it reads it back from
 * the output.
 */
AB_INLINE vec gcm_hash_data(const struct gcm_hashing *h, unsigned i)
{
    return h->keeps ? h->kept[i] : vec_load(h->data + i * VEC_BYTES);
}

enum { GCM_HASH_STEPS = 3 * WIDE / 2 + 1 };

/*
 * Three steps for each pair of vectors, and the reduction. The first pair comes last, since it needs the previous
 * batch's sum.
 */
AB_INLINE void gcm_hash_step(struct gcm_hashing *h, unsigned step)
{
    unsigned pair = (step / 3 + 1) % (WIDE / 2);
    size_t place = AB_HASH_POWERS - HASH_BLOCKS + 2 * pair * VEC_BLOCKS;

    if (step == GCM_HASH_STEPS - 1) {
        h->sum = vec_from_block(vec_sum(reduce(&h->p)));
    } else if (step % 3 == 0) {
        h->x0 = hash_order(gcm_hash_data(h, 2 * pair), !h->as_is);
        h->x1 = hash_order(gcm_hash_data(h, 2 * pair + 1), !h->as_is);
        if (pair == 0)
            h->x0 = vec_xor(h->x0, h->sum);
        add_pair_low(&h->p, h->x0, h->x1, h->key, place);
    } else if (step % 3 == 1) {
        add_pair_high(&h->p, h->x0, h->x1, h->key, place);
    } else {
        add_pair_mid(&h->p, h->x0, h->x1, h->key, place);
    }
}

/* Part `slot` of num_slots of the hash. */
AB_INLINE void gcm_hash_slot(struct gcm_hashing *h, unsigned slot, unsigned num_slots)
{
    unsigned from = slot * GCM_HASH_STEPS / num_slots, to = (slot + 1) * GCM_HASH_STEPS / num_slots;

    AB_UNROLL for (unsigned step = from; step < to; step++)
        gcm_hash_step(h, step);
}

/* All rounds but the last, and the hash of h->data. */
AB_INLINE void gcm_rounds_and_hash(const struct ab_aes_key *key, vec *b, struct gcm_hashing *h, unsigned rounds)
{
    h->p = (struct products){ vec_zero(), vec_zero(), vec_zero() };
    gcm_hash_slot(h, 0, rounds + 1);
    AB_UNROLL for (unsigned r = 1; r < rounds; r++) {
        encrypt_round(key, r, b, WIDE);
        gcm_hash_slot(h, r, rounds + 1);
    }
    gcm_hash_slot(h, rounds, rounds + 1);
}

AB_INLINE void gcm_last_round(const struct ab_aes_key *key, const vec *b, struct gcm_hashing *h, const uint8_t *in,
                              uint8_t *out, unsigned rounds)
{
    vec k = round_key(key->enc[rounds]);

    __asm__ volatile("" : "+r"(in)); /* else the compiler keeps, and spills, what the hash has loaded from there */
    AB_UNROLL for (unsigned i = 0; i < WIDE; i++) {
        vec text = encrypt_last(b[i], vec_xor(k, vec_load(in + i * VEC_BYTES)));

        vec_store(out + i * VEC_BYTES, text);
        if (h->keeps)
            h->kept[i] = text;
    }
}

/*
 * num >= 1 whole batches from a counter that is 2 mod HASH_BLOCKS; return the counter after them. Encryption leaves
 * the last one unhashed.
 */
AB_INLINE __m128i gcm_batches(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, size_t num,
                              unsigned rounds, int enc)
{
    const __m128i step = _mm_set_epi32(0, 0, 0, HASH_BLOCKS);
    struct gcm_hashing h = { .key = &g->hash, .keeps = enc && VEC_REGISTERS == 32, .data = enc ? out : in };
    vec b[WIDE], base = gcm_base(&g->key, counter), next;
    size_t done = 0;

    h.sum = vec_from_block(load_block(g->sum));
    if (enc) {
        counter = _mm_add_epi32(counter, step);
        next = gcm_base(&g->key, counter);
        gcm_inputs_from(b, base, next);
        base = next;
        encrypt_middle_rounds(&g->key, b, WIDE);
        gcm_last_round(&g->key, b, &h, in, out, rounds);
        done += GCM_BATCH;
    }
    for (; done < num * GCM_BATCH; done += GCM_BATCH) {
        counter = _mm_add_epi32(counter, step);
        next = gcm_base(&g->key, counter);
        gcm_inputs_from(b, base, next);
        base = next;
        gcm_rounds_and_hash(&g->key, b, &h, rounds);
        gcm_last_round(&g->key, b, &h, in + done, out + done, rounds);
        h.data += GCM_BATCH;
    }
    store_block(g->sum, vec_first(h.sum));
    return counter;
}

/* The tail after whole batches were encrypted: len < GCM_BATCH bytes, and the hash of the batch before out. */
AB_INLINE void gcm_rest_and_hash(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, size_t len,
                                 unsigned rounds)
{
    struct gcm_hashing h = { .key = &g->hash, .data = out - GCM_BATCH };
    vec k = round_key(g->key.enc[rounds]), b[WIDE];

    gcm_set_counter(g, counter, len / 16);
    h.sum = vec_from_block(load_block(g->sum));
    gcm_inputs(b, counter, WIDE);
    whiten(g->key.enc[0], b, WIDE);
    gcm_rounds_and_hash(&g->key, b, &h, rounds);
    store_block(g->sum, vec_first(h.sum));
    AB_UNROLL for (unsigned i = 0; i < WIDE; i++)
        b[i] = encrypt_last(b[i], k);
    gcm_ragged_xor(g, b, in, out, WIDE, len, 1);
}

AB_INLINE void gcm_long(struct ab_aes_gcm *g, __m128i counter, const uint8_t *in, uint8_t *out, size_t len,
                        unsigned rounds, int enc)
{
    size_t whole = len / GCM_BATCH * GCM_BATCH;

    need_powers(&g->hash, HASH_BLOCKS);
    counter = gcm_batches(g, counter, in, out, len / GCM_BATCH, rounds, enc);
    if (enc)
        gcm_rest_and_hash(g, counter, in + whole, out + whole, len - whole, rounds);
    else
        gcm_rest_of_long(g, counter, in + whole, out + whole, len - whole, 0);
}

/* Bytes to process before the counter is 2 mod HASH_BLOCKS. */
AB_INLINE size_t gcm_bytes_to_base(__m128i counter)
{
    return 16 * ((2 - (uint32_t)_mm_cvtsi128_si32(counter)) % HASH_BLOCKS);
}

/* Finish the block that the text before ends in; return how many bytes that takes. The text goes on beyond it. */
AB_NOINLINE size_t gcm_join(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, int enc)
{
    size_t used = g->text_len % 16, len = 16 - used;
    __m128i counter = gcm_counter(g), data = block_load_at(in, used, len);
    __m128i text = _mm_xor_si128(data, encrypt_block(&g->key, reverse_bytes(counter)));
    uint8_t *kept = g->pending + g->pending_len - used;

    store_block(kept, block_put_at(load_block(kept), enc ? text : data, used, len));
    block_store_at(out, text, used, len);
    gcm_set_counter(g, counter, 1);
    g->pending_len += (uint32_t)len;
    return len;
}

/* Process len >= 1 bytes from a block's beginning on. */
AB_INLINE void gcm_crypt_from_block(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    __m128i counter = gcm_begin(g);
    size_t head = gcm_bytes_to_base(counter);

    if (len < head + GCM_BATCH)
        head = len < GCM_BATCH ? len : GCM_BATCH;
    if (g->pending_len + head > sizeof(g->pending) - 16 * AB_HASH_SLACK)
        gcm_flush(g);
    if (head != 0) {
        gcm_rest(g, counter, in, out, head, enc);
        counter = gcm_counter(g);
        in += head;
        out += head;
        len -= head;
    }
    if (len == 0)
        return;
    gcm_flush(g);
    if (len < GCM_BATCH)
        gcm_rest_of_long(g, counter, in, out, len, enc);
    else if (num_rounds(&g->key) == 10)
        gcm_long(g, counter, in, out, len, 10, enc);
    else if (num_rounds(&g->key) == 12)
        gcm_long(g, counter, in, out, len, 12, enc);
    else
        gcm_long(g, counter, in, out, len, MOST_ROUNDS, enc);
}

AB_INLINE void gcm_crypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    size_t done = g->text_len % 16 == 0 ? 0 : gcm_join(g, in, out, enc);

    gcm_crypt_from_block(g, in + done, out + done, len - done, enc);
}

static void gcm_encrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    gcm_crypt(g, in, out, len, 1);
}

static void gcm_decrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    gcm_crypt(g, in, out, len, 0);
}

static void gcm_tag(struct ab_aes_gcm *g, uint8_t tag[16])
{
    __m128i sum = load_block(g->sum);
    __m128i length = _mm_set_epi64x((int64_t)(8 * g->aad_len), (int64_t)(8 * g->text_len));
    size_t num = (g->pending_len + 15) / 16;
    struct products p = { vec_zero(), vec_zero(), vec_zero() };

    gcm_begin(g);
    need_powers(&g->hash, num < HASH_BLOCKS ? num + 1 : HASH_BLOCKS);
    if (num >= HASH_BLOCKS) {
        sum = hash_blocks(&g->hash, sum, g->pending, num, 1);
        num = 0;
    }
    if (num != 0)
        add_blocks(&p, &g->hash, vec_from_block(sum), g->pending, num, 1, 1);
    else
        length = _mm_xor_si128(length, sum);
    add_one(&p, vec_from_block(length), &g->hash, AB_HASH_POWERS - 1);
    sum = reverse_bytes(vec_sum(reduce(&p)));
    store_block(tag, _mm_xor_si128(sum, load_block(g->ek0)));
}

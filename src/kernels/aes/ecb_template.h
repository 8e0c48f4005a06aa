/*
 * ECB, SP 800-38A sec. 6.1. Eight vectors at a time; the rest runs in batches of 4, 2 and 1 vectors and one ragged
 * vector. These are independent, so out-of-order execution overlaps them: a message costs about one latency of the
 * cipher beyond its full batches. A single block uses a narrow register: a masked store reaches the next load late,
 * and the other modes call ECB for single blocks.
 */

AB_INLINE void ecb_encrypt_batch(const struct ab_aes_key *key, struct cursor *at, unsigned num)
{
    vec b[WIDE];

    load_vecs(b, at->in, num);
    encrypt_vecs(key, b, num);
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
}

static void ecb_encrypt(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    struct cursor at = { in, out };

    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS)
        ecb_encrypt_batch(key, &at, WIDE);
    if (num_blocks & 4 * VEC_BLOCKS)
        ecb_encrypt_batch(key, &at, 4);
    if (num_blocks & 2 * VEC_BLOCKS)
        ecb_encrypt_batch(key, &at, 2);
    if (num_blocks & VEC_BLOCKS)
        ecb_encrypt_batch(key, &at, 1);
    if (num_blocks % VEC_BLOCKS == 1) {
        store_block(at.out, encrypt_block(key, load_block(at.in)));
    } else if (num_blocks % VEC_BLOCKS != 0) {
        vec b = vec_load_blocks(at.in, num_blocks % VEC_BLOCKS);

        encrypt_vecs(key, &b, 1);
        vec_store_blocks(at.out, b, num_blocks % VEC_BLOCKS);
    }
}

AB_INLINE void ecb_decrypt_batch(const struct ab_aes_key *key, struct cursor *at, unsigned num)
{
    vec b[WIDE];

    load_vecs(b, at->in, num);
    decrypt_vecs(key, b, num);
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
}

static void ecb_decrypt(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    struct cursor at = { in, out };

    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS)
        ecb_decrypt_batch(key, &at, WIDE);
    if (num_blocks & 4 * VEC_BLOCKS)
        ecb_decrypt_batch(key, &at, 4);
    if (num_blocks & 2 * VEC_BLOCKS)
        ecb_decrypt_batch(key, &at, 2);
    if (num_blocks & VEC_BLOCKS)
        ecb_decrypt_batch(key, &at, 1);
    if (num_blocks % VEC_BLOCKS == 1) {
        store_block(at.out, decrypt_block(key, load_block(at.in)));
    } else if (num_blocks % VEC_BLOCKS != 0) {
        vec b = vec_load_blocks(at.in, num_blocks % VEC_BLOCKS);

        decrypt_vecs(key, &b, 1);
        vec_store_blocks(at.out, b, num_blocks % VEC_BLOCKS);
    }
}

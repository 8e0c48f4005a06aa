/*
 * ECB, SP 800-38A sec. 6.1. Eight vectors at a time; what is left goes through in one ragged batch of 1, 2, 4 or 8
 * vectors, so that a message costs one latency of the cipher beyond its full batches.
 */

AB_INLINE void ecb_encrypt_ragged(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, unsigned num,
                              size_t blocks)
{
    vec b[WIDE];

    load_ragged(b, in, num, blocks);
    encrypt_vecs(key, b, num);
    store_ragged(out, b, num, blocks);
}

static void ecb_encrypt(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    vec b[WIDE];

    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS) {
        load_vecs(b, in, WIDE);
        encrypt_vecs(key, b, WIDE);
        store_vecs(out, b, WIDE);
        in += WIDE * VEC_BYTES;
        out += WIDE * VEC_BYTES;
    }
    if (num_blocks > 4 * VEC_BLOCKS)
        ecb_encrypt_ragged(key, in, out, 8, num_blocks);
    else if (num_blocks > 2 * VEC_BLOCKS)
        ecb_encrypt_ragged(key, in, out, 4, num_blocks);
    else if (num_blocks > VEC_BLOCKS)
        ecb_encrypt_ragged(key, in, out, 2, num_blocks);
    else if (num_blocks > 0)
        ecb_encrypt_ragged(key, in, out, 1, num_blocks);
}

AB_INLINE void ecb_decrypt_ragged(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, unsigned num,
                              size_t blocks)
{
    vec b[WIDE];

    load_ragged(b, in, num, blocks);
    decrypt_vecs(key, b, num);
    store_ragged(out, b, num, blocks);
}

static void ecb_decrypt(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    vec b[WIDE];

    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS) {
        load_vecs(b, in, WIDE);
        decrypt_vecs(key, b, WIDE);
        store_vecs(out, b, WIDE);
        in += WIDE * VEC_BYTES;
        out += WIDE * VEC_BYTES;
    }
    if (num_blocks > 4 * VEC_BLOCKS)
        ecb_decrypt_ragged(key, in, out, 8, num_blocks);
    else if (num_blocks > 2 * VEC_BLOCKS)
        ecb_decrypt_ragged(key, in, out, 4, num_blocks);
    else if (num_blocks > VEC_BLOCKS)
        ecb_decrypt_ragged(key, in, out, 2, num_blocks);
    else if (num_blocks > 0)
        ecb_decrypt_ragged(key, in, out, 1, num_blocks);
}

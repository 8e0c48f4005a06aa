/*
 * One message: encryption as in encrypt_template.h, and decryption. Decryption is parallel, and narrow vectors are
 * wide enough: the 10 to 14 rounds of a step's four blocks are hidden between those of the hash function, whose chain
 * sets the pace.
 */
void WOVEN(encrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, uint32_t *state,
                    const uint8_t *hashed, size_t num_steps)
{
    void *states = state;
    struct messages m = { key->enc[0], AB_AES_BLOCK, iv, &in, &out, &states, &hashed };

    if (key->rounds == 10)
        encrypt(&m, num_steps, 10, 1);
    else if (key->rounds == 12)
        encrypt(&m, num_steps, 12, 1);
    else
        encrypt(&m, num_steps, 14, 1);
}

/* The last rounds of four blocks; return the ciphertext block that precedes the next ones. */
AB_INLINE __m128i decrypt_end(const struct ab_aes_key *key, __m128i *b, __m128i before, const uint8_t *in, uint8_t *out)
{
    vec last = round_key(key->dec[key->rounds]);

    AB_UNROLL for (unsigned i = 0; i < AB_WOVEN_BLOCKS; i++) {
        __m128i c = load_block(in + i * AB_AES_BLOCK);

        store_block(out + i * AB_AES_BLOCK, vec_aesdeclast(b[i], vec_xor(last, before)));
        before = c;
    }
    return before;
}

AB_INLINE void decrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, uint32_t *state,
                       const uint8_t *hashed, size_t num_steps, const unsigned rounds)
{
    vec b[AB_WOVEN_BLOCKS], before = load_block(iv);
    struct sha_lane sha;

    sha_load(&sha, state);
    for (size_t at = 0; at < AB_WOVEN_STEP * num_steps; at += AB_WOVEN_STEP) {
        sha_begin(&sha);
        load_vecs(b, in + at, AB_WOVEN_BLOCKS);
        whiten(key->dec[0], b, AB_WOVEN_BLOCKS);
        EACH_GROUP for (unsigned g = 0; g < SHA_GROUPS; g++) {
            sha_group(&sha, g, hashed + at);
            if (g != 0 && g < rounds)
                decrypt_round(key, g, b, AB_WOVEN_BLOCKS);
        }
        before = decrypt_end(key, b, before, in + at, out + at);
        sha_end(&sha);
    }
    store_block(iv, before);
    sha_store(state, &sha);
}

void WOVEN(decrypt)(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, uint32_t *state,
                    const uint8_t *hashed, size_t num_steps)
{
    if (key->rounds == 10)
        decrypt(key, iv, in, out, state, hashed, num_steps, 10);
    else if (key->rounds == 12)
        decrypt(key, iv, in, out, state, hashed, num_steps, 12);
    else
        decrypt(key, iv, in, out, state, hashed, num_steps, 14);
}

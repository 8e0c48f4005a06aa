/*
 * CFB with whole blocks, SP 800-38A sec. 6.3 (s = 128).
 *
 * Encryption is a serial chain that folds its xors into the last round key as CBC does (cbc_template.h): the state that
 * enters round 1 is c[i] ^ k0 = aesenclast(s, kl ^ k0 ^ p[i]). Decryption is parallel, p[i] = E(c[i-1]) ^ c[i].
 */

static void cfb_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i first = rk[0], fold = _mm_xor_si128(rk[key->rounds], first);
    __m128i s = _mm_xor_si128(load_block(iv), first);

    for (; num_blocks != 0; num_blocks--) {
        __m128i next = _mm_xor_si128(fold, load_block(in));

        s = encrypt_last_block(chain_rounds(key, s), next);
        store_block(out, _mm_xor_si128(s, first));
        in += 16;
        out += 16;
    }
    store_block(iv, _mm_xor_si128(s, first));
}

/* Decrypt num whole vectors; return their last ciphertext block. */
AB_INLINE __m128i cfb_decrypt_batch(const struct ab_aes_key *key, __m128i iv, struct cursor *at, unsigned num)
{
    vec b[WIDE], last = round_key(key->enc[key->rounds]);
    __m128i next = load_block(at->in + num * VEC_BYTES - 16);

    b[0] = vec_shift_in(vec_broadcast(iv), vec_load(at->in));
    AB_UNROLL for (unsigned i = 1; i < num; i++)
        b[i] = vec_load(at->in + i * VEC_BYTES - 16);
    encrypt_rounds(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = encrypt_last(b[i], vec_xor(last, vec_load(at->in + i * VEC_BYTES)));
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
    return next;
}

/* Decrypt one block. */
AB_INLINE __m128i cfb_decrypt_lone(const struct ab_aes_key *key, __m128i iv, const struct cursor *at)
{
    __m128i c = load_block(at->in);

    store_block(at->out, _mm_xor_si128(c, encrypt_block(key, iv)));
    return c;
}

/* Decrypt the last 1..VEC_BLOCKS-1 blocks. */
AB_INLINE __m128i cfb_decrypt_ragged(const struct ab_aes_key *key, __m128i iv, struct cursor *at, size_t blocks)
{
    vec c = vec_load_blocks(at->in, blocks), b = vec_shift_in(vec_broadcast(iv), c);
    __m128i next = load_block(at->in + 16 * blocks - 16);

    encrypt_vecs(key, &b, 1);
    vec_store_blocks(at->out, vec_xor(b, c), blocks);
    return next;
}

static void cfb_decrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks)
{
    struct cursor at = { in, out };
    __m128i c = load_block(iv);

    if (num_blocks == 1) {
        store_block(iv, cfb_decrypt_lone(key, c, &at));
        return;
    }
    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, WIDE);
    if (num_blocks & 4 * VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, 4);
    if (num_blocks & 2 * VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, 2);
    if (num_blocks & VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, 1);
    num_blocks %= VEC_BLOCKS;
    if (NARROW_BLOCKS && num_blocks == 1)
        c = cfb_decrypt_lone(key, c, &at);
    else if (num_blocks != 0)
        c = cfb_decrypt_ragged(key, c, &at, num_blocks);
    store_block(iv, c);
}

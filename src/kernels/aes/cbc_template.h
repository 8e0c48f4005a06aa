/*
 * CBC, SP 800-38A sec. 6.2.
 *
 * Encryption is one serial chain, c[i] = E(p[i] ^ c[i-1]). With E = aesenclast(.., kl) after a first xor of k0, the
 * state that enters round 1 of the next block is c[i] ^ p[i+1] ^ k0 = aesenclast(s, kl ^ k0 ^ p[i+1]). All xors are
 * folded into the last round key, off the chain, which then costs only the latency of the AES instructions. A second
 * aesenclast beside the chain makes c[i] itself.
 *
 * Decryption is parallel, p[i] = D(c[i]) ^ c[i-1], and the xor is folded into the last round key again.
 */

static void cbc_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i last = rk[key->rounds], fold = _mm_xor_si128(last, rk[0]);
    __m128i c = load_block(iv), s;

    if (num_blocks == 0)
        return;
    s = _mm_xor_si128(_mm_xor_si128(c, rk[0]), load_block(in));
    while (--num_blocks != 0) {
        __m128i next = _mm_xor_si128(fold, load_block(in += 16));

        s = chain_rounds(key, s);
        c = encrypt_last_block(s, last);
        s = encrypt_last_block(s, next);
        store_block(out, c);
        out += 16;
    }
    c = encrypt_last_block(chain_rounds(key, s), last);
    store_block(out, c);
    store_block(iv, c);
}

/* Decrypt num whole vectors; return their last ciphertext block. */
AB_INLINE __m128i cbc_decrypt_batch(const struct ab_aes_key *key, __m128i iv, struct cursor *at, unsigned num)
{
    vec b[WIDE], before_first, last = round_key(key->dec[key->rounds]);
    __m128i next = load_block(at->in + num * VEC_BYTES - 16);

    load_vecs(b, at->in, num);
    before_first = vec_shift_in(vec_broadcast(iv), b[0]);
    decrypt_rounds(key, b, num);
    b[0] = decrypt_last(b[0], vec_xor(last, before_first));
    AB_UNROLL for (unsigned i = 1; i < num; i++)
        b[i] = decrypt_last(b[i], vec_xor(last, vec_load(at->in + i * VEC_BYTES - 16)));
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
    return next;
}

/* Decrypt one block. */
AB_INLINE __m128i cbc_decrypt_lone(const struct ab_aes_key *key, __m128i iv, const uint8_t *in, uint8_t *out)
{
    __m128i c = load_block(in);

    store_block(out, _mm_xor_si128(decrypt_block(key, c), iv));
    return c;
}

/* Decrypt the last 1..VEC_BLOCKS-1 blocks. */
AB_INLINE __m128i cbc_decrypt_ragged(const struct ab_aes_key *key, __m128i iv, struct cursor *at, size_t blocks)
{
    vec b = vec_load_blocks(at->in, blocks), before = vec_shift_in(vec_broadcast(iv), b);
    __m128i next = load_block(at->in + 16 * blocks - 16);

    decrypt_vecs(key, &b, 1);
    vec_store_blocks(at->out, vec_xor(b, before), blocks);
    return next;
}

AB_NOINLINE void cbc_decrypt_many(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                                  size_t num_blocks)
{
    struct cursor at = { in, out };
    __m128i c = load_block(iv);

    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS)
        c = cbc_decrypt_batch(key, c, &at, WIDE);
    if (num_blocks & 4 * VEC_BLOCKS)
        c = cbc_decrypt_batch(key, c, &at, 4);
    if (num_blocks & 2 * VEC_BLOCKS)
        c = cbc_decrypt_batch(key, c, &at, 2);
    if (num_blocks & VEC_BLOCKS)
        c = cbc_decrypt_batch(key, c, &at, 1);
    num_blocks %= VEC_BLOCKS;
    if (NARROW_BLOCKS && num_blocks == 1)
        c = cbc_decrypt_lone(key, c, at.in, at.out);
    else if (num_blocks != 0)
        c = cbc_decrypt_ragged(key, c, &at, num_blocks);
    store_block(iv, c);
}

/* One block does without the stack that vectors need. */
static void cbc_decrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks)
{
    if (NARROW_BLOCKS && num_blocks == 1)
        store_block(iv, cbc_decrypt_lone(key, load_block(iv), in, out));
    else
        cbc_decrypt_many(key, iv, in, out, num_blocks);
}

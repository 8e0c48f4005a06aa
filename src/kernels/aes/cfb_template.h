/*
 * CFB with whole blocks, SP 800-38A sec. 6.3 (s = 128), encryption with s = 8 and s = 1, and OFB, sec. 6.4.
 *
 * The serial chains fold their xors into the last round key as CBC does (cbc_template.h): the state that enters round
 * 1 is c[i] ^ k0 = aesenclast(s, kl ^ k0 ^ p[i]) in CFB and o[i] ^ k0 = aesenclast(s, kl ^ k0) in OFB. CFB decryption
 * is parallel, p[i] = E(c[i-1]) ^ c[i].
 */

static void cfb_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i first = rk[0], fold = _mm_xor_si128(rk[key->rounds], first);
    __m128i s = _mm_xor_si128(load_block(iv), first);

    for (; num_blocks != 0; num_blocks--) {
        __m128i next = _mm_xor_si128(fold, load_block(in));

        s = _mm_aesenclast_si128(chain_rounds(key, s), next);
        store_block(out, _mm_xor_si128(s, first));
        in += 16;
        out += 16;
    }
    store_block(iv, _mm_xor_si128(s, first));
}

static void ofb(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i first = rk[0], fold = _mm_xor_si128(rk[key->rounds], first);
    __m128i s = _mm_xor_si128(load_block(iv), first);

    for (; num_blocks != 0; num_blocks--) {
        s = _mm_aesenclast_si128(chain_rounds(key, s), fold);
        store_block(out, _mm_xor_si128(_mm_xor_si128(s, first), load_block(in)));
        in += 16;
        out += 16;
    }
    store_block(iv, _mm_xor_si128(s, first));
}

/* Shift the register by the byte of ciphertext that is produced. */
static void cfb8_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i first = rk[0], last = rk[key->rounds], reg = load_block(iv);

    for (size_t i = 0; i < len; i++) {
        __m128i p = _mm_xor_si128(last, _mm_cvtsi32_si128(in[i]));
        __m128i c = _mm_aesenclast_si128(chain_rounds(key, _mm_xor_si128(reg, first)), p);

        reg = _mm_alignr_epi8(c, reg, 1);
        out[i] = (uint8_t)_mm_cvtsi128_si32(c);
    }
    store_block(iv, reg);
}

/* Shift by one bit, as one little-endian number. */
AB_INLINE __m128i shift_left_1(__m128i a)
{
    return _mm_or_si128(_mm_add_epi64(a, a), _mm_slli_si128(_mm_srli_epi64(a, 63), 8));
}

/*
 * Shift the register, byte-reversed in reg, by the bit of ciphertext. All of the next state but that bit is known
 * before the bit is. The bit is the highest of byte 0 of c and becomes the lowest of byte 15 (of byte 0 if reversed).
 */
static void cfb1_encrypt(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t num_bits)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    const __m128i top = _mm_set_epi64x((int64_t)(1ull << 56), 0), bottom = _mm_set_epi64x(0, 1);
    __m128i first = rk[0], last = rk[key->rounds], reg = reverse_bytes(load_block(iv));
    __m128i s = _mm_xor_si128(load_block(iv), first);

    for (size_t i = 0; i < num_bits; i++) {
        unsigned shift = 7 - i % 8, p = (unsigned)in[i / 8] >> shift & 1;
        __m128i c, moved = shift_left_1(reg), next = _mm_xor_si128(reverse_bytes(moved), first);

        c = _mm_aesenclast_si128(chain_rounds(key, s), _mm_xor_si128(last, _mm_cvtsi32_si128((int)(p << 7))));
        s = _mm_xor_si128(next, _mm_and_si128(_mm_srli_epi16(_mm_slli_si128(c, 15), 7), top));
        c = _mm_and_si128(_mm_srli_epi16(c, 7), bottom);
        reg = _mm_or_si128(moved, c);
        out[i / 8] = (uint8_t)((out[i / 8] & ~(1u << shift)) | (unsigned)_mm_cvtsi128_si32(c) << shift);
    }
    store_block(iv, reverse_bytes(reg));
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
        b[i] = vec_aesenclast(b[i], vec_xor(last, vec_load(at->in + i * VEC_BYTES)));
    store_vecs(at->out, b, num);
    advance(at, num * VEC_BYTES);
    return next;
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

    for (; num_blocks >= WIDE * VEC_BLOCKS; num_blocks -= WIDE * VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, WIDE);
    if (num_blocks & 4 * VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, 4);
    if (num_blocks & 2 * VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, 2);
    if (num_blocks & VEC_BLOCKS)
        c = cfb_decrypt_batch(key, c, &at, 1);
    if (num_blocks % VEC_BLOCKS != 0)
        c = cfb_decrypt_ragged(key, c, &at, num_blocks % VEC_BLOCKS);
    store_block(iv, c);
}

/*
 * CBC-MAC, and CCM (SP 800-38C sec. 6): one serial chain of the MAC, which is the limit, and the CTR blocks hidden
 * behind it.
 *
 * The chain is rounds times the latency of aesenc and nothing else: next plaintext block and first round key are
 * folded into the last round key, aesenclast(x, k_last ^ p ^ k_0) = mac ^ p ^ k_0. CTR does not depend on the chain,
 * so decryption too has the plaintext before the chain needs it.
 */

static void cbc_mac(const struct ab_aes_key *key, uint8_t mac[16], const uint8_t *in, size_t num_blocks)
{
    __m128i first = block_key(key, 0), last = block_key(key, key->rounds), both = _mm_xor_si128(first, last), x;

    if (num_blocks == 0)
        return;
    x = _mm_xor_si128(_mm_xor_si128(load_block(mac), first), load_block(in));
    for (; num_blocks > 1; num_blocks--) {
        in += 16;
        x = chain_rounds(key, x);
        x = encrypt_last_block(x, _mm_xor_si128(both, load_block(in)));
    }
    x = chain_rounds(key, x);
    store_block(mac, encrypt_last_block(x, last));
}

/* Convert the byte-reversed counter to the cipher's input after the first key, and advance it. */
AB_INLINE __m128i next_counter(__m128i *counter, __m128i first)
{
    __m128i s = _mm_xor_si128(reverse_bytes(*counter), first);

    *counter = _mm_add_epi64(*counter, _mm_set_epi64x(0, 1));
    return s;
}

static void ccm_encrypt(const struct ab_aes_key *key, uint8_t mac[16], const uint8_t counter[16], const uint8_t *in,
                        uint8_t *out, size_t len)
{
    __m128i first = block_key(key, 0), last = block_key(key, key->rounds), both = _mm_xor_si128(first, last);
    __m128i c = reverse_bytes(load_block(counter)), p, x, s;

    if (len == 0)
        return;
    p = load_part(in, len);
    x = _mm_xor_si128(_mm_xor_si128(load_block(mac), first), p);
    for (; len > 16; len -= 16) {
        __m128i next = load_part(in + 16, len - 16);

        s = next_counter(&c, first);
        chain_rounds_beside(key, &x, &s);
        store_block(out, encrypt_last_block(s, _mm_xor_si128(last, p)));
        x = encrypt_last_block(x, _mm_xor_si128(both, next));
        p = next;
        in += 16;
        out += 16;
    }
    s = next_counter(&c, first);
    chain_rounds_beside(key, &x, &s);
    store_part(out, encrypt_last_block(s, _mm_xor_si128(last, p)), len);
    store_block(mac, encrypt_last_block(x, last));
}

static void ccm_decrypt(const struct ab_aes_key *key, uint8_t mac[16], const uint8_t counter[16], const uint8_t *in,
                        uint8_t *out, size_t len)
{
    __m128i first = block_key(key, 0), last = block_key(key, key->rounds), both = _mm_xor_si128(first, last);
    __m128i c = reverse_bytes(load_block(counter)), p, x, s;

    if (len == 0)
        return;
    s = encrypt_last_block(chain_rounds(key, next_counter(&c, first)), last);
    p = keep_part(_mm_xor_si128(s, load_part(in, len)), len);
    x = _mm_xor_si128(_mm_xor_si128(load_block(mac), first), p);
    for (; len > 16; len -= 16) {
        __m128i data = load_part(in + 16, len - 16);

        store_block(out, p);
        s = next_counter(&c, first);
        chain_rounds_beside(key, &x, &s);
        p = keep_part(encrypt_last_block(s, _mm_xor_si128(last, data)), len - 16);
        x = encrypt_last_block(x, _mm_xor_si128(both, p));
        in += 16;
        out += 16;
    }
    x = chain_rounds(key, x);
    store_part(out, p, len);
    store_block(mac, encrypt_last_block(x, last));
}

/*
 * OFB, SP 800-38A sec. 6.4: a serial chain whose xors are folded into the last round key as in CFB (cfb_template.h).
 * The state that enters round 1 is o[i] ^ k0 = aesenclast(s, kl ^ k0).
 */

static void ofb(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;
    __m128i first = rk[0], fold = _mm_xor_si128(rk[key->rounds], first);
    __m128i s = _mm_xor_si128(load_block(iv), first);

    for (; num_blocks != 0; num_blocks--) {
        s = encrypt_last_block(chain_rounds(key, s), fold);
        store_block(out, _mm_xor_si128(_mm_xor_si128(s, first), load_block(in)));
        in += 16;
        out += 16;
    }
    store_block(iv, _mm_xor_si128(s, first));
}

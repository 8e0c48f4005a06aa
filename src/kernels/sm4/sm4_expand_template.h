/*
 * SM4's key schedule, GB/T 32907-2016 sec. 7.3: the recurrence of the cipher, with L'(b) = b + (b <<< 13) + (b <<< 23)
 * in place of L. Byte i of L'(b) is b_i + (b_i+1 << 5) + (b_i+2 >> 3) + (b_i+2 << 7) + (b_i+3 >> 1), four maps. As for
 * a single block, all quarters of a vector hold the same word.
 */

/* A word of four bytes in all quarters. */
AB_INLINE __m128i sm4_word(const uint8_t p[4])
{
    int32_t word;

    memcpy(&word, p, sizeof(word));
    return _mm_set1_epi32(word);
}

/* The last round also reads the key after its own, for a sum that is unused (sm4_rounds). */
AB_INLINE void sm4_end_keys(uint8_t *rk)
{
    memset(rk + 4 * SM4_ROUNDS, 0, 4);
}

/* Store A rk + a. */
AB_INLINE void sm4_store_key(uint8_t *rk, __m128i k)
{
    int32_t word = _mm_cvtsi128_si32(_mm_xor_si128(k, _mm_set1_epi8(SM4_ENTER)));

    memcpy(rk, &word, sizeof(word));
}

static void expand_encrypt(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len)
{
    uint8_t *rk = key->enc[OWN_KEYS];
    __m128i k[4], sum;

    (void)key_len;
    memset(key->enc, 0, OWN_KEYS * AB_AES_BLOCK);
    sm4_end_keys(rk);
    key->rounds = MOST_ROUNDS;
    AB_UNROLL for (unsigned i = 0; i < 4; i++) {
        vec word = vec_broadcast(sm4_word(user_key + 4 * i));

        k[i] = _mm_xor_si128(vec_first(sm4_map_in(word)), sm4_word(sm4_fk[i]));
    }
    sum = _mm_xor_si128(_mm_xor_si128(k[1], k[2]), _mm_xor_si128(k[3], sm4_word(sm4_ck[0])));
    for (unsigned i = 0; i < SM4_ROUNDS; i += 4)
        AB_UNROLL for (unsigned r = 0; r < 4; r++) {
            sm4_key_round(k, &sum, r, sm4_word(sm4_ck[i + r + 1]));
            sm4_store_key(rk + 4 * (i + r), k[r]);
        }
}

/* Decryption is encryption with the round keys in reverse order (sec. 7.2). */
static void expand_decrypt(struct ab_aes_key *key)
{
    const uint8_t *from = key->enc[OWN_KEYS];
    uint8_t *rk = key->dec[OWN_KEYS];

    memset(key->dec, 0, OWN_KEYS * AB_AES_BLOCK);
    sm4_end_keys(rk);
    for (unsigned i = 0; i < SM4_ROUNDS; i++)
        memcpy(rk + 4 * i, from + 4 * (SM4_ROUNDS - 1 - i), 4);
}

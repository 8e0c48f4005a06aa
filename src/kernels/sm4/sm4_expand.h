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

AB_INLINE __m128i sm4_look_up(const uint8_t table[16], __m128i index)
{
    return _mm_shuffle_epi8(load_block(table), index);
}

/*
 * Round r over the words k, sum = k[r + 1] + k[r + 2] + k[r + 3] + CK_r (indices mod 4): replace k[r] and make the next
 * sum, which does not wait for the new word (sm4_round).
 */
AB_INLINE void sm4_key_round(__m128i k[4], __m128i *sum, unsigned r, __m128i next_ck)
{
    const __m128i constant = _mm_set1_epi8((char)SM4_SBOX), mask = _mm_set1_epi8(15);
    __m128i s = _mm_aesenclast_si128(*sum, constant);
    __m128i low = _mm_and_si128(s, mask), high = _mm_and_si128(_mm_srli_epi32(s, 4), mask);
    __m128i p = _mm_xor_si128(_mm_xor_si128(k[(r + 2) % 4], k[(r + 3) % 4]), next_ck), turned[4];

    AB_UNROLL for (unsigned i = 0; i < 4; i++) {
        turned[i] = _mm_xor_si128(sm4_look_up(sm4_key_maps[i][0], low), sm4_look_up(sm4_key_maps[i][1], high));
        if (i != 0)
            turned[i] = _mm_shuffle_epi8(turned[i], load_block(sm4_operands.turn[i]));
    }
    *sum = _mm_xor_si128(_mm_xor_si128(turned[0], _mm_xor_si128(p, k[r % 4])), turned[1]);
    *sum = _mm_xor_si128(*sum, _mm_xor_si128(turned[2], turned[3]));
    __asm__("" : "+x"(*sum)); /* else the compiler waits for the new word after all */
    k[r % 4] = _mm_xor_si128(*sum, p);
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
    key->rounds = MOST_ROUNDS;
    AB_UNROLL for (unsigned i = 0; i < 4; i++) {
        struct nibbles n = split_nibbles(vec_broadcast(sm4_word(user_key + 4 * i)));

        k[i] = _mm_xor_si128(vec_first(map_bytes(n, sm4_enter)), sm4_word(sm4_fk[i]));
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
    memset(key->dec, 0, OWN_KEYS * AB_AES_BLOCK);
    for (unsigned i = 0; i < SM4_ROUNDS; i++)
        memcpy(key->dec[OWN_KEYS] + 4 * i, key->enc[OWN_KEYS] + 4 * (SM4_ROUNDS - 1 - i), 4);
}

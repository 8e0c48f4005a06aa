/*
 * What the templates of the modes use (vectors_template.h), for a cipher that shows them all its rounds as one: rounds
 * is 2, round 1 does everything, and round keys 0 and 2 are added before and after it. The cipher supplies
 *   OWN_KEYS              the first row of its other round keys, 3 or more
 *   OUTER_KEYS            a constant, 0 if round keys 0 and 2 are always zero
 *   NARROW_BLOCKS         as vectors_template.h says
 *   own_rounds            round 1 over 1, 2, 4 or 8 vectors, with the keys of either direction
 *   own_rounds_of_block   the same for a single block; own_rounds_of_two for two blocks, to encrypt
 */
enum { MOST_ROUNDS = 2 };

AB_INLINE unsigned num_rounds(const struct ab_aes_key *key)
{
    (void)key;
    return MOST_ROUNDS;
}

AB_INLINE void add_outer_key(const uint8_t rk[AB_AES_BLOCK], vec *b, unsigned num)
{
    if (OUTER_KEYS)
        whiten(rk, b, num);
}

AB_INLINE __m128i add_outer_key_to_block(const uint8_t rk[AB_AES_BLOCK], __m128i b)
{
    return OUTER_KEYS ? _mm_xor_si128(b, load_block(rk)) : b;
}

AB_INLINE void encrypt_middle_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    own_rounds(key, key->enc + OWN_KEYS, b, num);
}

AB_INLINE void encrypt_round(const struct ab_aes_key *key, unsigned r, vec *b, unsigned num)
{
    if (r == 1)
        own_rounds(key, key->enc + OWN_KEYS, b, num);
}

AB_INLINE void decrypt_round(const struct ab_aes_key *key, unsigned r, vec *b, unsigned num)
{
    if (r == 1)
        own_rounds(key, key->dec + OWN_KEYS, b, num);
}

AB_INLINE void encrypt_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    add_outer_key(key->enc[0], b, num);
    own_rounds(key, key->enc + OWN_KEYS, b, num);
}

AB_INLINE void encrypt_vecs(const struct ab_aes_key *key, vec *b, unsigned num)
{
    encrypt_rounds(key, b, num);
    add_outer_key(key->enc[MOST_ROUNDS], b, num);
}

AB_INLINE void decrypt_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    add_outer_key(key->dec[0], b, num);
    own_rounds(key, key->dec + OWN_KEYS, b, num);
}

AB_INLINE void decrypt_vecs(const struct ab_aes_key *key, vec *b, unsigned num)
{
    decrypt_rounds(key, b, num);
    add_outer_key(key->dec[MOST_ROUNDS], b, num);
}

AB_INLINE vec encrypt_last(vec b, vec k)
{
    return vec_xor(b, k);
}

AB_INLINE vec decrypt_last(vec b, vec k)
{
    return vec_xor(b, k);
}

AB_INLINE __m128i encrypt_last_block(__m128i b, __m128i k)
{
    return _mm_xor_si128(b, k);
}

AB_INLINE __m128i chain_rounds(const struct ab_aes_key *key, __m128i s)
{
    return own_rounds_of_block(key, key->enc + OWN_KEYS, s);
}

AB_INLINE __m128i encrypt_block(const struct ab_aes_key *key, __m128i b)
{
    b = own_rounds_of_block(key, key->enc + OWN_KEYS, add_outer_key_to_block(key->enc[0], b));
    return add_outer_key_to_block(key->enc[MOST_ROUNDS], b);
}

AB_INLINE __m128i decrypt_block(const struct ab_aes_key *key, __m128i b)
{
    b = own_rounds_of_block(key, key->dec + OWN_KEYS, add_outer_key_to_block(key->dec[0], b));
    return add_outer_key_to_block(key->dec[MOST_ROUNDS], b);
}

AB_INLINE void chain_rounds_beside(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    own_rounds_of_two(key, x, s);
}

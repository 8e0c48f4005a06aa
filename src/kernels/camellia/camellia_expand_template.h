/*
 * Camellia's key schedule, RFC 3713 sec. 2.2. A 128-bit number is a vector with its words in little-endian order. A
 * pair of round keys has the first one, the upper half of such a number, in the low half of a vector.
 */

/* A number, its halves exchanged beside it. */
struct camellia_number {
    __m128i n, exchanged;
};

AB_INLINE struct camellia_number camellia_number(__m128i n)
{
    return (struct camellia_number){ n, _mm_shuffle_epi32(n, 0x4e) };
}

/* The halves of a <<< n, 0 <= n < 128, the upper one first. n is a constant. */
AB_INLINE __m128i camellia_turn(const struct camellia_number *a, unsigned n)
{
    __m128i high = n < 64 ? a->n : a->exchanged, low = n < 64 ? a->exchanged : a->n;

    if (n % 64 != 0)
        high = _mm_or_si128(_mm_slli_epi64(high, (int)(n % 64)), _mm_srli_epi64(low, (int)(64 - n % 64)));
    return _mm_shuffle_epi32(high, 0x4e);
}

/* The halves of a block as the rounds have them, first and second of a pair, and back. */
AB_INLINE __m128i camellia_form(__m128i pair)
{
    return block_camellia_enter_halves(pair);
}

/* Two rounds on the pair of halves, with the constants number i and i + 1. */
AB_INLINE __m128i camellia_mix(__m128i pair, unsigned i)
{
    __m128i left_out = load_block(camellia_left), a = camellia_form(pair);
    __m128i left = _mm_unpacklo_epi64(a, a), right = _mm_unpackhi_epi64(a, a);
    right = block_camellia_round(_mm_xor_si128(left, load_block(camellia_sigma[i])), _mm_xor_si128(right, left_out));
    left = block_camellia_round(_mm_xor_si128(right, load_block(camellia_sigma[i + 1])), _mm_xor_si128(left, left_out));
    return block_camellia_leave_halves(_mm_unpacklo_epi64(left, right));
}

/* A pair of round keys with a. */
AB_INLINE __m128i camellia_pair(__m128i pair)
{
    return _mm_xor_si128(camellia_form(pair), _mm_set1_epi8(CAMELLIA_ENTER));
}

/* The words d_2 to d_7 of six rounds (camellia_cipher_template.h) from their keys. */
AB_INLINE void camellia_store_six(uint8_t *rk, __m128i k12, __m128i k34, __m128i k56)
{
    __m128i left_out = load_block(camellia_left), a = camellia_pair(k12), b = camellia_pair(k34),
            c = camellia_pair(k56);

    _mm_storeh_pd((double *)(void *)rk, _mm_castsi128_pd(_mm_xor_si128(a, left_out)));
    store_block(rk + 8, _mm_xor_si128(_mm_xor_si128(a, b), left_out));
    store_block(rk + 24, _mm_xor_si128(_mm_xor_si128(b, c), left_out));
    _mm_storel_epi64((__m128i *)(void *)(rk + 40), _mm_xor_si128(c, left_out));
}

/* A pair of keys as the bytes of a block. */
AB_INLINE void camellia_store_outer(uint8_t *rk, __m128i pair)
{
    store_block(rk, block_camellia_order(pair));
}

enum { EIGHT = SIX + FL_KEYS };

AB_INLINE void camellia_expand_128(struct ab_aes_key *key, const struct camellia_number *l,
                                   const struct camellia_number *a)
{
    uint8_t *rk = key->enc[OWN_KEYS];
    __m128i k9 = camellia_turn(a, 45), k10 = camellia_turn(l, 60);

    camellia_store_outer(key->enc[0], camellia_turn(l, 0));
    camellia_store_six(rk, camellia_turn(a, 0), camellia_turn(l, 15), camellia_turn(a, 15));
    store_block(rk + SIX, camellia_turn(a, 30));
    k9 = _mm_blend_epi16(k9, k10, 0xf0);
    camellia_store_six(rk + EIGHT, camellia_turn(l, 45), k9, camellia_turn(a, 60));
    store_block(rk + EIGHT + SIX, camellia_turn(l, 77));
    camellia_store_six(rk + 2 * EIGHT, camellia_turn(l, 94), camellia_turn(a, 94), camellia_turn(l, 111));
    camellia_store_outer(key->enc[2], camellia_turn(a, 111));
}

AB_INLINE void camellia_expand_256(struct ab_aes_key *key, const struct camellia_number *l,
                                   const struct camellia_number *r, const struct camellia_number *a,
                                   const struct camellia_number *b)
{
    uint8_t *rk = key->enc[OWN_KEYS];

    camellia_store_outer(key->enc[0], camellia_turn(l, 0));
    camellia_store_six(rk, camellia_turn(b, 0), camellia_turn(r, 15), camellia_turn(a, 15));
    store_block(rk + SIX, camellia_turn(r, 30));
    camellia_store_six(rk + EIGHT, camellia_turn(b, 30), camellia_turn(l, 45), camellia_turn(a, 45));
    store_block(rk + EIGHT + SIX, camellia_turn(l, 60));
    camellia_store_six(rk + 2 * EIGHT, camellia_turn(r, 60), camellia_turn(b, 60), camellia_turn(l, 77));
    store_block(rk + 2 * EIGHT + SIX, camellia_turn(a, 77));
    camellia_store_six(rk + 3 * EIGHT, camellia_turn(r, 94), camellia_turn(a, 94), camellia_turn(l, 111));
    camellia_store_outer(key->enc[2], camellia_turn(b, 111));
}

/* A block of the key as a number, and as a pair. */
AB_INLINE struct camellia_number camellia_from_pair(__m128i pair)
{
    return camellia_number(_mm_shuffle_epi32(pair, 0x4e));
}

static void expand_encrypt(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len)
{
    __m128i l = block_camellia_order(load_block(user_key)), r = _mm_setzero_si128(), a;
    struct camellia_number of_l = camellia_from_pair(l), of_r, of_a, of_b;

    if (key_len == 24) {
        r = _mm_loadl_epi64((const __m128i *)(const void *)(user_key + 16));
        r = _mm_unpacklo_epi64(r, _mm_xor_si128(r, _mm_set1_epi8(-1)));
    } else if (key_len == 32) {
        r = load_block(user_key + 16);
    }
    r = block_camellia_order(r);
    key->rounds = MOST_ROUNDS;
    key->own_rounds = key_len == 16 ? 3 : 4;
    a = _mm_xor_si128(camellia_mix(_mm_xor_si128(l, r), 0), l);
    a = camellia_mix(a, 2);
    of_a = camellia_from_pair(a);
    if (key_len == 16) {
        camellia_expand_128(key, &of_l, &of_a);
        return;
    }
    of_r = camellia_from_pair(r);
    of_b = camellia_from_pair(camellia_mix(_mm_xor_si128(a, r), 4));
    camellia_expand_256(key, &of_l, &of_r, &of_a, &of_b);
}

/* Sec. 2.3.3: all keys in reverse order, and so are the words that stand for them. */
static void expand_decrypt(struct ab_aes_key *key)
{
    const uint8_t *enc = (const uint8_t *)key->enc + OWN_KEYS * AB_AES_BLOCK;
    uint8_t *dec = (uint8_t *)key->dec + OWN_KEYS * AB_AES_BLOCK;
    size_t num = key->own_rounds * EIGHT / 8 - 2;

    memcpy(key->dec[0], key->enc[2], AB_AES_BLOCK);
    memcpy(key->dec[2], key->enc[0], AB_AES_BLOCK);
    for (size_t i = 0; i < num; i++)
        memcpy(dec + 8 * i, enc + 8 * (num - 1 - i), 8);
}

/*
 * ARIA's key schedule, RFC 5794 sec. 2.2. It works on single blocks in vectors. The round keys also hold the
 * constants of the S-boxes, which the rounds leave out: struct aria_constants (aria_tables.h).
 */

/* A round with the constant of the schedule in place of its key: FO (odd) or FE. */
AB_INLINE __m128i aria_mix(__m128i w, const uint8_t ck[16], int is_odd)
{
    const struct aria_constants *c = aria_constants;
    __m128i before = load_block(is_odd ? c->before_odd : c->before_even);

    w = aria_lone_round(_mm_xor_si128(_mm_xor_si128(w, load_block(ck)), before), is_odd);
    return _mm_xor_si128(w, load_block(is_odd ? c->left_odd : c->left_even));
}

/* The words W of the schedule as little-endian numbers, each with its two halves exchanged beside it. */
struct aria_words {
    __m128i w[4], swapped[4];
};

/* w >>> n, 0 < n < 128; n is public. */
AB_INLINE __m128i aria_rotate(const struct aria_words *a, unsigned i, unsigned n)
{
    __m128i low = n < 64 ? a->w[i] : a->swapped[i], high = n < 64 ? a->swapped[i] : a->w[i];

    return _mm_or_si128(_mm_srli_epi64(low, (int)(n % 64)), _mm_slli_epi64(high, (int)(64 - n % 64)));
}

/* Round key number r, counted from 1. The templates of the modes add the first and the last to blocks as they are. */
AB_INLINE void aria_store_key(struct ab_aes_key *key, unsigned r, __m128i k)
{
    const struct aria_constants *c = aria_constants;
    unsigned n = key->own_rounds;
    __m128i with = load_block(r == 1 || r == n + 1 ? c->before_odd : r % 2 != 0 ? c->key_odd : c->key_even);
    unsigned row = r == 1 ? 0 : r == n + 1 ? 2 : OWN_KEYS + r - 2;

    k = _mm_xor_si128(reverse_bytes(k), with);
    store_block(key->enc[row], row < OWN_KEYS ? k : aria_arrange(k, r % 2 != 0));
}

/* Keys first to first + 3: W_i + (W_i+1 >>> n), where W_4 is W_0. first and n are constants. */
AB_INLINE void aria_four_keys(struct ab_aes_key *key, const struct aria_words *a, unsigned first, unsigned n)
{
    AB_UNROLL for (unsigned i = 0; i < 4; i++)
        if (first + i <= key->own_rounds + 1)
            aria_store_key(key, first + i, _mm_xor_si128(a->w[i], aria_rotate(a, (i + 1) % 4, n)));
}

static void expand_encrypt(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len)
{
    unsigned ck = (unsigned)key_len / 8 - 2;
    __m128i right = _mm_setzero_si128(), w[4];
    struct aria_words a;

    key->rounds = MOST_ROUNDS;
    key->own_rounds = (uint32_t)key_len / 4 + 8;
    if (key_len == 24)
        right = _mm_loadl_epi64((const __m128i *)(const void *)(user_key + 16));
    else if (key_len == 32)
        right = load_block(user_key + 16);
    w[0] = load_block(user_key);
    w[1] = _mm_xor_si128(aria_mix(w[0], aria_ck[ck], 1), right);
    w[2] = _mm_xor_si128(aria_mix(w[1], aria_ck[(ck + 1) % 3], 0), w[0]);
    w[3] = _mm_xor_si128(aria_mix(w[2], aria_ck[(ck + 2) % 3], 1), w[1]);
    AB_UNROLL for (unsigned i = 0; i < 4; i++) {
        a.w[i] = reverse_bytes(w[i]);
        a.swapped[i] = _mm_shuffle_epi32(a.w[i], 0x4e);
    }
    aria_four_keys(key, &a, 1, 19);
    aria_four_keys(key, &a, 5, 31);
    aria_four_keys(key, &a, 9, 67);
    aria_four_keys(key, &a, 13, 97);
    aria_four_keys(key, &a, 17, 109);
}

/*
 * Sec. 2.2: the keys in reverse order, A of those between the first and the last. What these hold beyond ARIA's keys is
 * q + A q for bytes q, which A leaves as it is: A is its own inverse. An odd key takes the place of an odd one, since
 * the number of rounds is even.
 */
static void expand_decrypt(struct ab_aes_key *key)
{
    unsigned n = key->own_rounds;

    memcpy(key->dec[0], key->enc[2], AB_AES_BLOCK);
    memcpy(key->dec[2], key->enc[0], AB_AES_BLOCK);
    for (unsigned r = 2; r <= n; r++)
        store_block(key->dec[OWN_KEYS + r - 2], aria_diffuse_key(load_block(key->enc[OWN_KEYS + n - r])));
}

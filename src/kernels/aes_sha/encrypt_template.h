/*
 * CBC encryption (SP 800-38A sec. 6.2) and a hash function (FIPS 180-4) in one pass. Include after rounds_template.h
 * with one block a vector, and one of sha1_lane.h and sha256_lane.h.
 *
 * Both are chains of latencies: a step of 64 bytes takes AES-128 160 cycles and AES-256 224, SHA-256 128 and SHA-1
 * about 120. Neither fills its unit, so the rounds of one are issued between those of the other, and both together
 * take as long as the longer one. The chains of several messages run side by side until a unit is full.
 *
 * No register is wider than 128 bits. The SHA instructions exist in the encoding of SSE alone, and while the upper half
 * of a YMM register is not zero, most processors pay for each change between that encoding and AVX's
 * (docs/decisions/0014-cbc-hmac.md).
 */
#ifdef __clang__
# define EACH_GROUP _Pragma("clang loop unroll(full)")
#else
# define EACH_GROUP _Pragma("GCC unroll 20")
#endif

enum { GROUPS_A_BLOCK = SHA_GROUPS / AB_WOVEN_BLOCKS };

/* Round key r of message i is at keys + r * key_stride + i * AB_AES_BLOCK. */
struct messages {
    const uint8_t *keys;
    size_t key_stride;
    uint8_t *chain; /* the previous ciphertext block of each */
    const uint8_t *const *in;
    uint8_t *const *out;
    void *const *state;
    const uint8_t *const *hashed;
};

AB_INLINE __m128i key_of(const struct messages *m, unsigned r, unsigned i)
{
    return vec_load_aligned(m->keys + r * m->key_stride + i * AB_AES_BLOCK);
}

/*
 * Round r = 1..rounds of the block at `at` of message i: s is the state within the block, c the ciphertext. The last
 * round also starts the next block, unless the step ends with it: cbc_template.h gives the reason.
 */
AB_INLINE void cbc_round(const struct messages *m, unsigned i, __m128i *s, __m128i *c, unsigned rounds, unsigned r,
                         size_t at, int is_last)
{
    if (r < rounds) {
        *s = vec_aesenc(*s, key_of(m, r, i));
        return;
    }
    *c = vec_aesenclast(*s, key_of(m, r, i));
    store_block(m->out[i] + at, *c);
    if (!is_last) {
        __m128i next = load_block(m->in[i] + at + AB_AES_BLOCK);

        *s = vec_aesenclast(*s, vec_xor3(next, key_of(m, 0, i), key_of(m, r, i)));
    }
}

/*
 * The AES work that follows group g of the hash function: a block after each quarter of the groups, so that it needs
 * few registers at a time.
 */
AB_INLINE void cbc_block(const struct messages *m, unsigned num_lanes, __m128i *s, __m128i *c, unsigned rounds,
                         unsigned g, size_t at)
{
    unsigned block = g / GROUPS_A_BLOCK;

    if (g % GROUPS_A_BLOCK != GROUPS_A_BLOCK - 1)
        return;
    if (block == 0)
    AB_UNROLL for (unsigned i = 0; i < num_lanes; i++)
            s[i] = vec_xor3(c[i], key_of(m, 0, i), load_block(m->in[i] + at));
    AB_UNROLL for (unsigned r = 1; r <= rounds; r++)
        AB_UNROLL for (unsigned i = 0; i < num_lanes; i++)
            cbc_round(m, i, &s[i], &c[i], rounds, r, at + block * AB_AES_BLOCK, block == AB_WOVEN_BLOCKS - 1);
}

AB_INLINE void encrypt(const struct messages *m, size_t num_steps, const unsigned rounds, const unsigned num_lanes)
{
    struct sha_lane sha[AB_WOVEN_LANES];
    __m128i s[AB_WOVEN_LANES], c[AB_WOVEN_LANES];

    AB_UNROLL for (unsigned i = 0; i < num_lanes; i++) {
        c[i] = load_block(m->chain + i * AB_AES_BLOCK);
        sha_load(&sha[i], m->state[i]);
    }
    for (size_t at = 0; at < AB_WOVEN_STEP * num_steps; at += AB_WOVEN_STEP) {
        AB_UNROLL for (unsigned i = 0; i < num_lanes; i++)
            sha_begin(&sha[i]);
        EACH_GROUP for (unsigned g = 0; g < SHA_GROUPS; g++) {
            AB_UNROLL for (unsigned i = 0; i < num_lanes; i++)
                sha_group(&sha[i], g, m->hashed[i] + at);
            cbc_block(m, num_lanes, s, c, rounds, g, at);
        }
        AB_UNROLL for (unsigned i = 0; i < num_lanes; i++)
            sha_end(&sha[i]);
    }
    AB_UNROLL for (unsigned i = 0; i < num_lanes; i++) {
        store_block(m->chain + i * AB_AES_BLOCK, c[i]);
        sha_store(m->state[i], &sha[i]);
    }
}

void WOVEN(encrypt_lanes)(struct ab_aes_lanes *l, unsigned first, void *const state[], const uint8_t *const hashed[],
                          size_t num_steps)
{
    struct messages m = {
        l->round_key[0][first], sizeof(l->round_key[0]), l->chain[first], l->in + first, l->out + first, state, hashed,
    };

    if (l->rounds == 10)
        encrypt(&m, num_steps, 10, AB_WOVEN_LANES);
    else
        encrypt(&m, num_steps, 14, AB_WOVEN_LANES);
}

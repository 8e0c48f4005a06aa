/*
 * CBC encryption (SP 800-38A sec. 6.2) and a hash function (FIPS 180-4) in one pass. Include after rounds_template.h
 * and one of sha1_lane.h and sha256_lane.h.
 *
 * Both are chains of latencies: a step of 64 bytes takes AES-128 160 cycles and AES-256 224, SHA-256 128 and SHA-1
 * about 120. Neither fills its unit, so the rounds of one are issued between those of the other, and both together
 * take as long as the longer one. The chains of several messages run side by side, AES chains as blocks of a vector,
 * until a unit is full.
 */
#ifdef __clang__
# define EACH_GROUP _Pragma("clang loop unroll(full)")
#else
# define EACH_GROUP _Pragma("GCC unroll 20")
#endif

enum { MAX_VECS = AB_WOVEN_LANES, GROUPS_A_BLOCK = SHA_GROUPS / AB_WOVEN_BLOCKS };

/* VEC_BLOCKS messages in a vector: round key r of vector i is at keys + r * key_stride + i * VEC_BYTES. */
struct messages {
    const uint8_t *keys;
    size_t key_stride;
    uint8_t *chain; /* the previous ciphertext block of each */
    const uint8_t *const *in;
    uint8_t *const *out;
    void *const *state;
    const uint8_t *const *hashed;
};

AB_INLINE vec key_of(const struct messages *m, unsigned r, unsigned i)
{
    return vec_load_aligned(m->keys + r * m->key_stride + i * VEC_BYTES);
}

/*
 * Round r = 1..rounds of the block at `at`, in vector i: s is the state within the block, c the ciphertext. The last
 * round also starts the next block, unless the step ends with it: cbc_template.h gives the reason.
 */
AB_INLINE void cbc_round(const struct messages *m, unsigned i, vec *s, vec *c, unsigned rounds, unsigned r, size_t at,
                         int is_last)
{
    if (r < rounds) {
        *s = vec_aesenc(*s, key_of(m, r, i));
        return;
    }
    *c = vec_aesenclast(*s, key_of(m, r, i));
    vec_to_lanes(m->out + i * VEC_BLOCKS, at, *c, VEC_BLOCKS);
    if (!is_last) {
        vec next = vec_from_lanes(m->in + i * VEC_BLOCKS, at + AB_AES_BLOCK);

        *s = vec_aesenclast(*s, vec_xor3(next, key_of(m, 0, i), key_of(m, r, i)));
    }
}

/*
 * The AES work that follows group g of the hash function: a block after each quarter of the groups, so that it needs
 * few registers at a time.
 */
AB_INLINE void cbc_block(const struct messages *m, unsigned num_vecs, vec *s, vec *c, unsigned rounds, unsigned g,
                         size_t at)
{
    unsigned block = g / GROUPS_A_BLOCK;

    if (g % GROUPS_A_BLOCK != GROUPS_A_BLOCK - 1)
        return;
    if (block == 0)
    AB_UNROLL for (unsigned i = 0; i < num_vecs; i++)
            s[i] = vec_xor3(c[i], key_of(m, 0, i), vec_from_lanes(m->in + i * VEC_BLOCKS, at));
    AB_UNROLL for (unsigned r = 1; r <= rounds; r++)
        AB_UNROLL for (unsigned i = 0; i < num_vecs; i++)
            cbc_round(m, i, &s[i], &c[i], rounds, r, at + block * AB_AES_BLOCK, block == AB_WOVEN_BLOCKS - 1);
}

AB_INLINE void encrypt(const struct messages *m, size_t num_steps, const unsigned rounds, const unsigned num_lanes)
{
    const unsigned num_vecs = num_lanes / VEC_BLOCKS;
    struct sha_lane sha[AB_WOVEN_LANES];
    vec s[MAX_VECS], c[MAX_VECS];

    AB_UNROLL for (unsigned i = 0; i < num_vecs; i++)
        c[i] = vec_load(m->chain + i * VEC_BYTES);
    AB_UNROLL for (unsigned j = 0; j < num_lanes; j++)
        sha_load(&sha[j], m->state[j]);
    for (size_t at = 0; at < AB_WOVEN_STEP * num_steps; at += AB_WOVEN_STEP) {
        AB_UNROLL for (unsigned j = 0; j < num_lanes; j++)
            sha_begin(&sha[j]);
        EACH_GROUP for (unsigned g = 0; g < SHA_GROUPS; g++) {
            AB_UNROLL for (unsigned j = 0; j < num_lanes; j++)
                sha_group(&sha[j], g, m->hashed[j] + at);
            cbc_block(m, num_vecs, s, c, rounds, g, at);
        }
        AB_UNROLL for (unsigned j = 0; j < num_lanes; j++)
            sha_end(&sha[j]);
    }
    AB_UNROLL for (unsigned i = 0; i < num_vecs; i++)
        vec_store(m->chain + i * VEC_BYTES, c[i]);
    AB_UNROLL for (unsigned j = 0; j < num_lanes; j++)
        sha_store(m->state[j], &sha[j]);
}

void WOVEN(encrypt_lanes)(struct ab_aes_lanes *l, unsigned first, void *const state[], const uint8_t *const hashed[],
                          size_t num_steps)
{
    struct messages m = {
        l->round_key[0][first], sizeof(l->round_key[0]), l->chain[first], l->in + first, l->out + first, state, hashed,
    };

    if (l->rounds == 10)
        encrypt(&m, num_steps, 10, AB_WOVEN_LANES);
    else if (l->rounds == 12)
        encrypt(&m, num_steps, 12, AB_WOVEN_LANES);
    else
        encrypt(&m, num_steps, 14, AB_WOVEN_LANES);
}

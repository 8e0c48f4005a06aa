/*
 * Serial chains side by side, a lane each: CBC-MAC, CBC and CFB encryption (SP 800-38A sec. 6.2 and 6.3) of messages that
 * need nothing of each other, each under a key of its own.
 *
 * One chain waits rounds * 4 cycles for every block. Eight vectors of chains fill the AES unit in that time, so WIDE *
 * VEC_BLOCKS lanes go through it together. Up to half as many take four vectors, which are bound by the latency alone.
 *
 * The round keys stand side by side as the blocks do: round r of all lanes is one row, loaded vector by vector. If all lanes
 * have one key, each round key is loaded once and broadcast instead, since of wide registers only two a cycle are loaded.
 */

enum chain { CHAIN_MAC, CHAIN_CBC, CHAIN_CFB };

enum { MAX_LANES = WIDE * VEC_BLOCKS };

/* Round key r for vector i of lanes. */
AB_INLINE vec lanes_key(const struct ab_aes_lanes *l, unsigned r, unsigned i, int shared)
{
    return shared ? round_key(l->round_key[r][0]) : vec_load_aligned(l->round_key[r][i * VEC_BLOCKS]);
}

AB_INLINE void lanes_round(const struct ab_aes_lanes *l, unsigned r, vec *b, unsigned num, int shared)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenc(b[i], lanes_key(l, r, i, shared));
}

AB_INLINE void lanes_middle_rounds(const struct ab_aes_lanes *l, vec *b, unsigned num, int shared)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        lanes_round(l, r, b, num, shared);
    if (l->rounds > 10) {
        lanes_round(l, 10, b, num, shared);
        lanes_round(l, 11, b, num, shared);
    }
    if (l->rounds > 12) {
        lanes_round(l, 12, b, num, shared);
        lanes_round(l, 13, b, num, shared);
    }
}

/* The next block of each lane, from its chain b, into its chain. in and out are those of the lanes, offset bytes along. */
AB_INLINE void lanes_step(const struct ab_aes_lanes *l, const uint8_t *const in[], size_t offset, vec *b, unsigned num,
                          enum chain chain, int shared)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        vec first = lanes_key(l, 0, i, shared);

        b[i] = vec_xor(b[i], chain == CHAIN_CFB ? first : vec_xor(first, vec_from_lanes(in + i * VEC_BLOCKS, offset)));
    }
    lanes_middle_rounds(l, b, num, shared);
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        vec last = lanes_key(l, l->rounds, i, shared);

        b[i] = vec_aesenclast(b[i], chain == CHAIN_CFB ? vec_xor(last, vec_from_lanes(in + i * VEC_BLOCKS, offset)) : last);
    }
}

/* The lanes beyond num_lanes are idle. */
AB_INLINE void lanes_store(const struct ab_aes_lanes *l, size_t offset, const vec *b, unsigned num, unsigned num_lanes)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        unsigned before = i * VEC_BLOCKS;

        if (before + VEC_BLOCKS <= num_lanes)
            vec_to_lanes(l->out + before, offset, b[i], VEC_BLOCKS);
        else if (before < num_lanes)
            vec_to_lanes(l->out + before, offset, b[i], num_lanes - before);
    }
}

/* num vectors of lanes. Idle lanes read what lane 0 reads, compute with whatever key and chain there is, and store nothing. */
AB_INLINE void run_lanes(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks, unsigned num, enum chain chain,
                         int shared)
{
    const uint8_t *in[MAX_LANES];
    vec b[WIDE];

    for (unsigned i = 0; i < num * VEC_BLOCKS; i++)
        in[i] = l->in[i < num_lanes ? i : 0];
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_load_aligned(l->chain[i * VEC_BLOCKS]);
    for (size_t offset = 0; offset < 16 * num_blocks; offset += 16) {
        lanes_step(l, in, offset, b, num, chain, shared);
        if (chain != CHAIN_MAC)
            lanes_store(l, offset, b, num, num_lanes);
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        vec_store(l->chain[i * VEC_BLOCKS], b[i]);
}

AB_INLINE void run_chains(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks, enum chain chain)
{
    if (num_lanes <= MAX_LANES / 2)
        run_lanes(l, num_lanes, num_blocks, WIDE / 2, chain, 0);
    else if (l->is_one_key)
        run_lanes(l, num_lanes, num_blocks, WIDE, chain, 1);
    else
        run_lanes(l, num_lanes, num_blocks, WIDE, chain, 0);
}

static void cbc_mac_lanes(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks)
{
    run_chains(l, num_lanes, num_blocks, CHAIN_MAC);
}

static void cbc_encrypt_lanes(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks)
{
    run_chains(l, num_lanes, num_blocks, CHAIN_CBC);
}

static void cfb_encrypt_lanes(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks)
{
    run_chains(l, num_lanes, num_blocks, CHAIN_CFB);
}

/*
 * Serial chains side by side, one lane each: CBC-MAC, CBC and CFB encryption (SP 800-38A sec. 6.2 and 6.3) of
 * independent messages, each under its own key.
 *
 * One chain waits rounds * 4 cycles for every block. Eight vectors of chains fill the AES unit in that time, so WIDE *
 * VEC_BLOCKS lanes run together. Up to half as many use four vectors, which only the latency bounds.
 *
 * The round keys are laid out like the blocks: round r of all lanes is one row, loaded vector by vector. If all lanes
 * share one key, each round key is loaded once and broadcast. That frees registers, so output and input move between
 * the rounds and no step waits for its data. With four blocks a vector, of which only two a cycle are loaded, eight
 * vectors with separate keys and their output are slower than two times four; these store four blocks of output at a
 * time by whole vectors, since one by one they would cost more than the latency hides. Lanes that share one set of the
 * cache load their input alike: then each line is touched once, not once a block.
 */

enum chain { CHAIN_MAC, CHAIN_CBC, CHAIN_CFB };

enum { MAX_LANES = WIDE * VEC_BLOCKS };

/* A run of blocks of lanes from `first` on, num_lanes of them. */
struct lanes_run {
    const struct ab_aes_lanes *l;
    const uint8_t *in[MAX_LANES];
    uint8_t *const *out;
    vec data[WIDE], done[WIDE]; /* in: input of this step or the next; out: output of the previous step, the chains */
    size_t read, write;         /* offsets of the two */
    unsigned first, num_lanes;
    int has_done; /* `done` belongs to a step that has not been stored */
};

/* Round key r for vector i. */
AB_INLINE vec lanes_key(const struct lanes_run *t, unsigned r, unsigned i, int shared)
{
    return shared ? round_key(t->l->round_key[r][0]) : vec_load_aligned(t->l->round_key[r][t->first + i * VEC_BLOCKS]);
}

AB_INLINE void lanes_store(const struct lanes_run *t, unsigned i, size_t offset)
{
    unsigned before = i * VEC_BLOCKS;

    if (before + VEC_BLOCKS <= t->num_lanes)
        vec_to_lanes(t->out + before, offset, t->done[i], VEC_BLOCKS);
    else if (before < t->num_lanes)
        vec_to_lanes(t->out + before, offset, t->done[i], t->num_lanes - before);
}

AB_INLINE void lanes_move(struct lanes_run *t, unsigned i, enum chain chain)
{
    if (chain != CHAIN_MAC && t->has_done)
        lanes_store(t, i, t->write);
    t->data[i] = vec_from_lanes(t->in + i * VEC_BLOCKS, t->read);
}

AB_INLINE void lanes_move_all(struct lanes_run *t, unsigned num, enum chain chain)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        lanes_move(t, i, chain);
}

/* 1 if data moves between the rounds. This takes registers that the narrowest implementation does not have. */
AB_INLINE int is_woven(int shared)
{
    return shared && VEC_BLOCKS > 1;
}

/* 1 if output is stored by whole vectors. This takes registers too; with two blocks a vector nothing is gained. */
AB_INLINE int is_grouped(unsigned num, enum chain chain)
{
    return num == WIDE / 2 && VEC_BLOCKS == 4 && chain != CHAIN_MAC;
}

AB_INLINE void lanes_round(const struct lanes_run *t, unsigned r, vec *b, unsigned num, int shared)
{
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenc(b[i], lanes_key(t, r, i, shared));
}

AB_INLINE void lanes_middle_rounds(struct lanes_run *t, vec *b, unsigned num, enum chain chain, int shared)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++) {
        lanes_round(t, r, b, num, shared);
        if (is_woven(shared) && r <= num)
            lanes_move(t, r - 1, chain);
    }
    if (t->l->rounds > 10) {
        lanes_round(t, 10, b, num, shared);
        lanes_round(t, 11, b, num, shared);
    }
    if (t->l->rounds > 12) {
        lanes_round(t, 12, b, num, shared);
        lanes_round(t, 13, b, num, shared);
    }
}

/* The next block of each lane. CBC and CBC-MAC xor the input before the rounds, CFB after them. */
AB_INLINE void lanes_encrypt(struct lanes_run *t, unsigned num, enum chain chain, int shared)
{
    vec b[WIDE];

    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        vec first = lanes_key(t, 0, i, shared);

        b[i] = chain == CHAIN_CFB ? vec_xor(t->done[i], first) : vec_xor3(t->done[i], first, t->data[i]);
    }
    lanes_middle_rounds(t, b, num, chain, shared);
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        vec last = lanes_key(t, t->l->rounds, i, shared);

        t->done[i] = vec_aesenclast(b[i], chain == CHAIN_CFB ? vec_xor(last, t->data[i]) : last);
    }
}

AB_INLINE void lanes_step(struct lanes_run *t, unsigned num, enum chain chain, int shared)
{
    if (!is_woven(shared))
        lanes_move_all(t, num, chain);
    lanes_encrypt(t, num, chain, shared);
}

/*
 * The next VEC_BLOCKS blocks of each lane, whose output is gathered in registers and stored by whole vectors; input
 * likewise if by_vector.
 */
AB_INLINE void lanes_group(struct lanes_run *t, size_t offset, unsigned num, enum chain chain, int by_vector)
{
    vec text[WIDE / 2][VEC_BLOCKS];

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        if (by_vector) {
            AB_UNROLL for (unsigned j = 0; j < VEC_BLOCKS; j++)
                text[i][j] = vec_load(t->in[i * VEC_BLOCKS + j] + offset);
            vec_transpose(text[i]);
        }
    AB_UNROLL for (unsigned j = 0; j < VEC_BLOCKS; j++) {
        AB_UNROLL for (unsigned i = 0; i < num; i++)
            t->data[i] = by_vector ? text[i][j] : vec_from_lanes(t->in + i * VEC_BLOCKS, offset + 16 * j);
        lanes_encrypt(t, num, chain, 0);
        __asm__ volatile("" : : : "memory"); /* else the next block's round keys are all kept, and spilled */
        AB_UNROLL for (unsigned i = 0; i < num; i++)
            text[i][j] = t->done[i];
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        if (chain != CHAIN_MAC) {
            vec_transpose(text[i]);
            AB_UNROLL for (unsigned j = 0; j < VEC_BLOCKS; j++)
                if (i * VEC_BLOCKS + j < t->num_lanes)
                    vec_store(t->out[i * VEC_BLOCKS + j] + offset, text[i][j]);
        }
}

/* Idle lanes read what the first lane reads, compute with any key and chain, and store nothing. */
AB_INLINE void lanes_begin(struct lanes_run *t, unsigned num)
{
    for (unsigned i = 0; i < num * VEC_BLOCKS; i++)
        t->in[i] = t->l->in[t->first + (i < t->num_lanes ? i : 0)];
    t->out = t->l->out + t->first;
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        t->done[i] = vec_load_aligned(t->l->chain[t->first + i * VEC_BLOCKS]);
        t->data[i] = vec_from_lanes(t->in + i * VEC_BLOCKS, 0);
    }
}

/* Process num vectors. */
AB_INLINE void run_lanes(struct ab_aes_lanes *l, unsigned first, unsigned num_lanes, size_t num_blocks, unsigned num,
                         enum chain chain, int shared, int by_vector)
{
    int reads_ahead = is_woven(shared) && chain != CHAIN_CFB;
    struct lanes_run t;
    size_t n = 0;

    t.l = l;
    t.first = first;
    t.num_lanes = num_lanes;
    lanes_begin(&t, num);
    for (; (by_vector || is_grouped(num, chain)) && num_blocks - n >= VEC_BLOCKS; n += VEC_BLOCKS)
        lanes_group(&t, 16 * n, num, chain, by_vector);
    for (size_t grouped = n; n < num_blocks; n++) {
        t.has_done = n != grouped;
        t.write = 16 * n - 16;
        t.read = reads_ahead && n + 1 < num_blocks ? 16 * n + 16 : 16 * n;
        lanes_step(&t, num, chain, shared);
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        vec_store(l->chain[first + i * VEC_BLOCKS], t.done[i]);
        if (chain != CHAIN_MAC) /* again, if it was in a group */
            lanes_store(&t, i, 16 * num_blocks - 16);
    }
}

/*
 * 1 if several lanes read from the same place of their pages, as in large buffers from malloc. Their lines then share
 * the few ways of one set of the first-level cache, and loads of one wait for stores of another.
 */
AB_INLINE int are_crowded(const struct ab_aes_lanes *l, unsigned num_lanes)
{
    enum { PAGE = 4096, LINE = 64, FEW = 4 };
    unsigned same = 0;

    for (unsigned i = 0; i < num_lanes; i++)
        same += ((uintptr_t)l->in[i] ^ (uintptr_t)l->in[0]) % PAGE < LINE;
    return same > FEW;
}

AB_INLINE void run_halves(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks, enum chain chain,
                          int by_vector)
{
    enum { HALF = MAX_LANES / 2 };

    for (unsigned first = 0; first < num_lanes; first += HALF)
        run_lanes(l, first, num_lanes - first < HALF ? num_lanes - first : HALF, num_blocks, WIDE / 2, chain, 0,
                  by_vector);
}

AB_INLINE void run_chains(struct ab_aes_lanes *l, unsigned num_lanes, size_t num_blocks, enum chain chain)
{
    int are_many = num_lanes > MAX_LANES / 2;

    if (num_blocks == 0)
        return;
    if (VEC_BLOCKS == 4 && num_blocks >= VEC_BLOCKS && are_crowded(l, num_lanes))
        run_halves(l, num_lanes, num_blocks, chain, 1);
    else if (are_many && l->is_one_key)
        run_lanes(l, 0, num_lanes, num_blocks, WIDE, chain, 1, 0);
    else if (are_many && (VEC_BLOCKS < 4 || chain == CHAIN_MAC))
        run_lanes(l, 0, num_lanes, num_blocks, WIDE, chain, 0, 0);
    else
        run_halves(l, num_lanes, num_blocks, chain, 0);
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

/*
 * ChaCha20 and ChaCha20-Poly1305 (RFC 8439) over the vectors of a chacha_vec_LEVEL.h.
 *
 * Groups      A vector holds one word of each of VEC_BLOCKS blocks, so the 16 vectors of a group are the blocks side by
 *             side; at the end they are transposed. All but the last LAST_BLOCKS blocks of a long message.
 * Rows        A row holds four words of each of ROW_BLOCKS blocks. Up to MAX_ROWS rows of each kind, which keep the
 *             units busy, take little longer than one: the latency of 20 rounds.
 * Poly1305    The additions and rotations occupy the vector units alone, Poly1305 in words of 64 bits the integer units
 *             alone. So all rounds but those of the first blocks of a message also absorb as much ciphertext as they
 *             make: of the blocks before when encrypting, of the same blocks when decrypting.
 *
 * The first blocks of a message begin with the block of counter 0, whose first half is the key of Poly1305.
 */
#ifndef AB_KERNELS_CHACHA_TEMPLATE_H
# define AB_KERNELS_CHACHA_TEMPLATE_H

# include "ct/ct.h"
# include "kernels/chacha/chacha_lanes.h"
# include "kernels/chacha/chacha_message.h"
# include "kernels/chacha/chacha_xor.h"
# include "kernels/chacha/poly1305_vectors.h"

enum {
    BLOCK = AB_CHACHA20_BLOCK,
    GROUP = VEC_BLOCKS * BLOCK, /* bytes */
    ROUNDS = 2 * DOUBLE_ROUNDS,
    SHORT_BLOCKS = MAX_ROWS * ROW_BLOCKS,
    LAST_BLOCKS = 4 * SHORT_BLOCKS, /* rows are faster than groups up to here */
    CHUNK_LEN = CHUNK * AB_POLY1305_BLOCK,
    LONG = 7 * 1024,   /* bytes of text from which on the table of powers pays */
    PIECE = 8 * GROUP, /* of a long text, absorbed at once; it stays in the cache */
    POLY_LONG = 128    /* blocks of Poly1305 alone from which on the table pays */
};

/* ---- rows ---- */

INLINE void row_steps(row *to, const row *from, row *turned, int n, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        to[i] = row_add(to[i], from[i]);
    UNROLL for (unsigned i = 0; i < num; i++)
        turned[i] = row_rotate(row_xor(turned[i], to[i]), n);
}

/*
 * Rows a, c and d turn for the diagonals, and b, the last to be ready, stays: its word k meets word k - 1 of a, k + 1
 * of c and k + 2 of d.
 */
INLINE void row_turns(row *a, row *c, row *d, int forth, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++) {
        a[i] = row_turn(a[i], forth ? 3 : 1);
        d[i] = row_turn(d[i], 2);
        c[i] = row_turn(c[i], forth ? 1 : 3);
    }
}

/*
 * out := in + num * ROW_BLOCKS blocks of key stream from this counter on; in may be NULL for zeros. Meanwhile absorb
 * one block beside each round, and from three rows on a second one beside every fourth, until there are no more.
 */
INLINE void row_blocks(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out, unsigned num,
                       struct weave *w, size_t absorbed)
{
    row a[MAX_ROWS], b[MAX_ROWS], c[MAX_ROWS], d[MAX_ROWS];

    UNROLL for (unsigned i = 0; i < num; i++) {
        a[i] = row_all(ab_chacha_constants);
        b[i] = row_all(key);
        c[i] = row_all(key + 4);
        d[i] = row_counters(counter, ROW_BLOCKS * i);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        row_steps(a, b, d, 16, num);
        row_steps(c, d, b, 12, num);
        row_steps(a, b, d, 8, num);
        row_steps(c, d, b, 7, num);
        row_turns(a, c, d, round % 2 == 0, num);
        if (round < absorbed)
            weave_block(w);
        if (num > 2 && round % 4 == 3 && ROUNDS + round / 4 < absorbed)
            weave_block(w);
    }
    UNROLL for (unsigned i = 0; i < num; i++) {
        const row sum[4] = { row_add(a[i], row_all(ab_chacha_constants)), row_add(b[i], row_all(key)),
                             row_add(c[i], row_all(key + 4)), row_add(d[i], row_counters(counter, ROW_BLOCKS * i)) };
        const size_t at = (size_t)ROW_BLOCKS * BLOCK * i;

        row_store(out + at, in == NULL ? NULL : in + at, sum);
    }
}

/* Write at least num <= SHORT_BLOCKS blocks of key stream. */
NOINLINE void short_keystream(const uint32_t key[8], const uint32_t counter[4], uint8_t out[SHORT_BLOCKS * BLOCK],
                              size_t num)
{
    if (num <= ROW_BLOCKS)
        row_blocks(key, counter, NULL, out, 1, NULL, 0);
    else if (num <= (size_t)2 * ROW_BLOCKS)
        row_blocks(key, counter, NULL, out, 2, NULL, 0);
    else if (MAX_ROWS == 3 || num <= (size_t)3 * ROW_BLOCKS)
        row_blocks(key, counter, NULL, out, 3, NULL, 0);
    else
        row_blocks(key, counter, NULL, out, MAX_ROWS, NULL, 0);
}

/* As many blocks are absorbed beside num blocks of key stream. */
INLINE size_t short_weave(size_t num)
{
    return num <= (size_t)2 * ROW_BLOCKS ? ROUNDS : ROUNDS + 4;
}

/* out := in + at least num blocks of key stream; in may be NULL. Absorb at most short_weave(num) blocks. */
NOINLINE void woven_few_rows(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t num,
                             const uint8_t *mac, size_t absorbed)
{
    struct weave w = weave_start(&c->mac, mac);

    if (num <= ROW_BLOCKS)
        row_blocks(c->key, c->counter, in, out, 1, &w, absorbed);
    else if (num <= (size_t)2 * ROW_BLOCKS)
        row_blocks(c->key, c->counter, in, out, 2, &w, absorbed);
    else if (MAX_ROWS == 3 || num <= (size_t)3 * ROW_BLOCKS)
        row_blocks(c->key, c->counter, in, out, 3, &w, absorbed);
    else
        row_blocks(c->key, c->counter, in, out, MAX_ROWS, &w, absorbed);
    memcpy(c->mac.h, w.h, sizeof(w.h));
}

/* Likewise. all_rows needs a chain in memory, which woven_few_rows keeps in registers. */
static void woven_rows(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t num, const uint8_t *mac,
                       size_t absorbed)
{
    struct weave w = weave_start(&c->mac, mac);

    if (num > (size_t)(MAX_ROWS - 1) * ROW_BLOCKS && all_rows(c->key, c->counter, in, out, &w, absorbed))
        memcpy(c->mac.h, w.h, sizeof(w.h));
    else
        woven_few_rows(c, in, out, num, mac, absorbed);
}

/* ---- groups ---- */

/* Absorb num whole blocks: of POLY_LONG or more, in chunks as far as they reach. */
static void poly1305(struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    const size_t in_chunks = num < POLY_LONG ? 0 : num - num % CHUNK;
    struct weave w;

    if (in_chunks != 0) {
        struct poly_table t;

        poly_long_start(&t, p);
        poly_long_blocks(&t, in, in_chunks);
        poly_long_end(&t, p);
    }
    w = weave_start(p, in + AB_POLY1305_BLOCK * in_chunks);
    for (num -= in_chunks; num != 0; num--)
        weave_block(&w);
    memcpy(p->h, w.h, sizeof(w.h));
}

/* Set the words of the state but the counter. */
INLINE void lanes_start(struct lanes *l, const uint32_t key[8], const uint32_t counter[4])
{
    UNROLL for (unsigned i = 0; i < 4; i++) {
        l->start[i] = vec_all(ab_chacha_constants[i]);
        l->start[4 + i] = vec_all(key[i]);
        l->start[8 + i] = vec_all(key[4 + i]);
    }
    l->start[14] = vec_all(counter[2]);
    l->start[15] = vec_all(counter[3]);
}

INLINE void move_counter(uint32_t counter[4], uint64_t num)
{
    uint64_t low;

    memcpy(&low, counter, sizeof(low));
    low += num;
    memcpy(counter, &low, sizeof(low));
}

/*
 * out := in + the key stream of a group, whose words but the counter are in l; in may be NULL for zeros. Meanwhile
 * absorb num blocks at `mac`.
 */
INLINE void group_blocks(struct lanes *l, const uint32_t counter[4], const uint8_t *in, uint8_t *out,
                         struct ab_poly1305_state *p, const uint8_t *mac, unsigned num)
{
    struct weave chain;
    vec rows[16];

    if (num != 0)
        chain = weave_start(p, mac);
    vec_counters(counter, &l->start[12], &l->start[13]);
    lanes_rounds(l, num != 0 ? &chain : NULL, num);
    if (num != 0)
        memcpy(p->h, chain.h, sizeof(p->h));
    vec_transpose(rows, l->sum);
    UNROLL for (unsigned i = 0; i < 16; i++)
        vec_store(out + GROUP / 16 * i, in == NULL ? NULL : in + GROUP / 16 * i, rows[i]);
}

NOINLINE void plain_group(struct lanes *l, const uint32_t counter[4], const uint8_t *in, uint8_t *out)
{
    group_blocks(l, counter, in, out, NULL, NULL, 0);
}

NOINLINE void half_woven_group(struct lanes *l, struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out,
                               const uint8_t *mac)
{
    group_blocks(l, c->counter, in, out, &c->mac, mac, HALF_WOVEN);
}

NOINLINE void woven_group(struct lanes *l, struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out,
                          const uint8_t *mac)
{
    group_blocks(l, c->counter, in, out, &c->mac, mac, WOVEN);
}

/* ---- the stream ---- */

static void stream(const uint32_t key[8], uint32_t counter[4], const uint8_t *in, uint8_t *out, size_t len,
                   uint8_t tail[BLOCK])
{
    uint8_t keystream[GROUP] __attribute__((aligned(64)));
    const int has_groups = len > (size_t)SHORT_BLOCKS * BLOCK;
    struct lanes l;
    size_t num;

    if (has_groups)
        lanes_start(&l, key, counter);
    for (; len >= GROUP; len -= GROUP, in += GROUP, out += GROUP) {
        plain_group(&l, counter, in, out);
        move_counter(counter, VEC_BLOCKS);
    }
    num = (len + BLOCK - 1) / BLOCK;
    if (num > SHORT_BLOCKS)
        plain_group(&l, counter, NULL, keystream);
    else if (num != 0)
        short_keystream(key, counter, keystream, num);
    move_counter(counter, num);
    xor_bytes(out, in, keystream, len);
    if (len % BLOCK != 0)
        memcpy(tail, keystream + BLOCK * (num - 1), BLOCK);
    if (num != 0)
        wipe_blocks(keystream, num <= SHORT_BLOCKS ? SHORT_BLOCKS : VEC_BLOCKS);
    if (has_groups)
        wipe_blocks(&l, sizeof(l) / BLOCK);
}

/* Set all words of a group of states that have nothing in common. */
INLINE void lanes_load(struct lanes *l, const uint32_t states[VEC_BLOCKS][AB_CHACHA_WORDS])
{
    vec halves[16], words[16];

    UNROLL for (unsigned i = 0; i < 16; i++)
        halves[i] = vec_load(states[i % VEC_BLOCKS] + VEC_BLOCKS * (i / VEC_BLOCKS));
    vec_transpose(words, halves);
    UNROLL for (unsigned i = 0; i < 16; i++)
        l->start[i] = words[2 * (i % VEC_BLOCKS) + i / VEC_BLOCKS];
}

static void blocks(const uint32_t states[AB_CHACHA_MANY][AB_CHACHA_WORDS], uint8_t *out, size_t num)
{
    struct lanes l;

    for (size_t at = 0; at < num; at += VEC_BLOCKS) {
        vec rows[16];

        lanes_load(&l, states + at);
        lanes_rounds(&l, NULL, 0);
        vec_transpose(rows, l.sum);
        UNROLL for (unsigned i = 0; i < 16; i++)
            vec_store(out + BLOCK * at + GROUP / 16 * i, NULL, rows[i]);
    }
    wipe_blocks(&l, sizeof(l) / BLOCK);
}

/* ---- ChaCha20-Poly1305 ---- */

/* Like plain_group; absorb num blocks, as many as fit beside the rounds, the others before. */
static void group(struct lanes *l, struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, const uint8_t *mac,
                  size_t num)
{
    const size_t beside = num >= WOVEN ? WOVEN : num >= HALF_WOVEN ? HALF_WOVEN : 0, before = num - beside;

    poly1305(&c->mac, mac, before);
    mac += AB_POLY1305_BLOCK * before;
    if (beside == 0) {
        plain_group(l, c->counter, in, out);
        return;
    }
    if (beside == WOVEN)
        woven_group(l, c, in, out, mac);
    else
        half_woven_group(l, c, in, out, mac);
}

/* A message in progress: its text, and what of its ciphertext is absorbed. */
struct message {
    const uint8_t *in;
    uint8_t *out;
    size_t len;         /* bytes left */
    const uint8_t *mac; /* ciphertext that is to be absorbed next */
    int decrypts;
};

/* Absorb ciphertext up to `end`, whole blocks. */
INLINE void absorb_up_to(struct ab_chacha20_poly1305 *c, struct message *m, const uint8_t *end)
{
    size_t num = (size_t)(end - m->mac) / AB_POLY1305_BLOCK;

    poly1305(&c->mac, m->mac, num);
    m->mac += AB_POLY1305_BLOCK * num;
}

INLINE void pass(struct message *m, size_t len)
{
    m->in += len;
    m->out += len;
    m->len -= len;
}

/*
 * Process the next len bytes with key stream that is there, of which the last block is the one that the counter is
 * past. Of a text to be decrypted, absorb what is not absorbed so far, before it is overwritten.
 */
INLINE void use_keystream(struct ab_chacha20_poly1305 *c, struct message *m, const uint8_t *keystream, size_t len)
{
    if (m->decrypts) {
        absorb_up_to(c, m, m->in + len);
        message_keep_rest(c, m->in, len);
    }
    xor_bytes(m->out, m->in, keystream, len);
    if (len % BLOCK != 0)
        memcpy(c->keystream, keystream + len / BLOCK * BLOCK, BLOCK);
    pass(m, len);
}

INLINE size_t num_first_blocks(const struct message *m)
{
    const size_t num = 1 + (m->len + BLOCK - 1) / BLOCK;

    if (num <= SHORT_BLOCKS || !m->decrypts)
        return num < SHORT_BLOCKS ? num : SHORT_BLOCKS;
    return num > SHORT_BLOCKS + LAST_BLOCKS ? ROW_BLOCKS : 1 + (num - 1) % SHORT_BLOCKS;
}

/*
 * The block of counter 0, and some text. Nothing is absorbed beside them. A text to be decrypted is absorbed before it
 * is overwritten, so these first blocks are few; one to be encrypted is absorbed beside the next blocks, so the last
 * are few.
 */
INLINE void first_blocks(struct ab_chacha20_poly1305 *c, struct message *m, uint8_t keystream[SHORT_BLOCKS * BLOCK])
{
    const size_t num = num_first_blocks(m), most = (num - 1) * BLOCK;

    short_keystream(c->key, c->counter, keystream, num);
    move_counter(c->counter, num);
    message_start(c, keystream);
    use_keystream(c, m, keystream + BLOCK, m->len < most ? m->len : most);
}

/* As much text as a few rows reach. Absorb what is there, as much as fits beside the rounds, the rest before. */
INLINE void more_blocks(struct ab_chacha20_poly1305 *c, struct message *m, uint8_t keystream[SHORT_BLOCKS * BLOCK])
{
    const size_t most = (size_t)SHORT_BLOCKS * BLOCK, len = m->len < most ? m->len : most;
    const size_t num = (len + BLOCK - 1) / BLOCK;
    const uint8_t *end = m->decrypts ? m->in + len : m->out;
    const size_t absorbed = (size_t)(end - m->mac) / AB_POLY1305_BLOCK;
    const size_t beside = absorbed < short_weave(num) ? absorbed : short_weave(num);

    poly1305(&c->mac, m->mac, absorbed - beside);
    m->mac += AB_POLY1305_BLOCK * absorbed;
    woven_rows(c, len == most ? m->in : NULL, len == most ? m->out : keystream, num,
                          m->mac - AB_POLY1305_BLOCK * beside, beside);
    move_counter(c->counter, num);
    if (len == most)
        pass(m, len);
    else
        use_keystream(c, m, keystream, len);
}

/*
 * How many groups to process before the rows. They leave at most LAST_BLOCKS, and if there is enough text for it they
 * leave rows that are full, or full but for one block: a further group takes SHORT_BLOCKS, a full set of rows, and
 * `step` of the blocks that would not fill another one.
 */
INLINE size_t num_groups(size_t len)
{
    const size_t num = (len + BLOCK - 1) / BLOCK, step = VEC_BLOCKS - SHORT_BLOCKS;
    const size_t least = num <= LAST_BLOCKS ? 0 : (num - LAST_BLOCKS + VEC_BLOCKS - 1) / VEC_BLOCKS;
    const size_t left = num - VEC_BLOCKS * least, over = left % SHORT_BLOCKS;
    const size_t more = step == 0 || over == 0 || over == SHORT_BLOCKS - 1 ? 0 : (over + 1) / step;

    return (least + more) * GROUP <= len ? least + more : least;
}

NOINLINE void groups(struct ab_chacha20_poly1305 *c, struct message *m, size_t num)
{
    struct lanes l;

    lanes_start(&l, c->key, c->counter);
    for (; num != 0; num--) {
        const uint8_t *end = m->decrypts ? m->in + GROUP : m->out;
        const size_t blocks = (size_t)(end - m->mac) / AB_POLY1305_BLOCK;

        group(&l, c, m->in, m->out, m->mac, blocks);
        m->mac += AB_POLY1305_BLOCK * blocks;
        move_counter(c->counter, VEC_BLOCKS);
        pass(m, GROUP);
    }
    wipe_blocks(&l, sizeof(l) / BLOCK);
}

/* ---- long texts: groups, and Poly1305 in vectors between them ---- */

/*
 * Absorb whole chunks: when encrypting all there are, when decrypting those that begin in the next len bytes, which are
 * to be overwritten. At the end of the text absorb the rest of it, too.
 */
INLINE void long_absorb(struct ab_chacha20_poly1305 *c, struct message *m, struct poly_table *t, size_t len)
{
    const uint8_t *end = m->decrypts ? m->in + m->len : m->out;
    const size_t there = (size_t)(end - m->mac) / CHUNK_LEN * CHUNK_LEN;
    const size_t begun = m->decrypts ? (size_t)(m->in + len - m->mac + CHUNK_LEN - 1) / CHUNK_LEN * CHUNK_LEN : there;
    const size_t chunks = begun < there ? begun : there;

    poly_long_blocks(t, m->mac, chunks / AB_POLY1305_BLOCK);
    m->mac += chunks;
    if (m->len == (m->decrypts ? len : 0)) {
        poly_long_end(t, &c->mac);
        absorb_up_to(c, m, end);
    }
}

/* Process the next group, or what is left if that is less. */
INLINE void long_group(struct lanes *l, struct ab_chacha20_poly1305 *c, struct message *m, uint8_t keystream[GROUP])
{
    const int is_whole = m->len >= GROUP;

    plain_group(l, c->counter, is_whole ? m->in : NULL, is_whole ? m->out : keystream);
    move_counter(c->counter, VEC_BLOCKS);
    if (is_whole)
        pass(m, GROUP);
    else
        use_keystream(c, m, keystream, m->len);
}

INLINE void long_piece(struct lanes *l, struct ab_chacha20_poly1305 *c, struct message *m, struct poly_table *t,
                       uint8_t keystream[GROUP])
{
    const size_t len = m->len < PIECE ? m->len : PIECE, after = m->len - len;

    if (m->decrypts)
        long_absorb(c, m, t, len);
    while (m->len != after)
        long_group(l, c, m, keystream);
    if (!m->decrypts)
        long_absorb(c, m, t, 0);
}

/* Make the block of counter 0, if it is to come, and process as many blocks as leave whole groups. Start the table. */
INLINE void long_first_blocks(struct lanes *l, struct ab_chacha20_poly1305 *c, struct message *m, struct poly_table *t,
                              uint8_t keystream[GROUP])
{
    const size_t first = (m->len + BLOCK - 1) / BLOCK % VEC_BLOCKS, num = first + !c->is_keyed;

    if (num > SHORT_BLOCKS)
        plain_group(l, c->counter, NULL, keystream);
    else if (num != 0)
        short_keystream(c->key, c->counter, keystream, num);
    move_counter(c->counter, num);
    if (c->is_keyed)
        message_absorb_pending(c);
    else
        message_start(c, keystream);
    poly_long_start(t, &c->mac);
    if (first == 0)
        return;
    if (m->decrypts)
        long_absorb(c, m, t, first * BLOCK);
    xor_bytes(m->out, m->in, keystream + (num - first) * BLOCK, first * BLOCK);
    pass(m, first * BLOCK);
}

NOINLINE void long_message(struct ab_chacha20_poly1305 *c, struct message *m)
{
    uint8_t keystream[GROUP] __attribute__((aligned(64)));
    struct poly_table t;
    struct lanes l;

    lanes_start(&l, c->key, c->counter);
    long_first_blocks(&l, c, m, &t, keystream);
    while (m->len != 0)
        long_piece(&l, c, m, &t, keystream);
    wipe_blocks(keystream, VEC_BLOCKS);
    wipe_blocks(&l, sizeof(l) / BLOCK);
}

/* Rows, and groups between them. */
INLINE void short_message(struct ab_chacha20_poly1305 *c, struct message *m)
{
    uint8_t keystream[SHORT_BLOCKS * BLOCK] __attribute__((aligned(64)));
    size_t num;

    if (!c->is_keyed)
        first_blocks(c, m, keystream);
    else
        message_absorb_pending(c);
    num = num_groups(m->len);
    if (num != 0)
        groups(c, m, num);
    while (m->len != 0)
        more_blocks(c, m, keystream);
    wipe_blocks(keystream, SHORT_BLOCKS);
}

INLINE void crypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    struct message m = { in, out, len, decrypts ? in : out, decrypts };

    if (len == 0) /* then in and out may be NULL, and adding 0 to a null pointer is undefined */
        m.in = m.mac = m.out = c->keystream;
    message_pad_pending(c); /* long before it is loaded in other pieces than it is stored in */
    if (len >= LONG)
        long_message(c, &m);
    else
        short_message(c, &m);
    if (!decrypts && len != 0) {
        absorb_up_to(c, &m, out + len);
        message_keep_rest(c, out, len);
    }
}

_Static_assert(AB_CHACHA_AHEAD % ROW_BLOCKS == 0, "no more blocks are stored than there is room for");

/* Absorb beside the rounds what fits there, and the rest after them. */
static void ahead(struct ab_chacha20_poly1305 *c, size_t num)
{
    size_t waiting = c->pending_len / AB_POLY1305_BLOCK, made = 0;
    const uint8_t *mac = c->pending;

    while (made < num) {
        const size_t few = num - made < SHORT_BLOCKS ? num - made : SHORT_BLOCKS;
        const size_t beside = waiting < short_weave(few) ? waiting : short_weave(few);

        woven_rows(c, NULL, c->keystream + BLOCK * made, few, mac, beside);
        move_counter(c->counter, few);
        mac += AB_POLY1305_BLOCK * beside;
        waiting -= beside;
        made += few;
    }
    poly1305(&c->mac, mac, waiting);
    c->pending_len = 0;
}

static void encrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt(c, in, out, len, 0);
}

static void decrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt(c, in, out, len, 1);
}

#endif

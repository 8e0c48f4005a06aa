/*
 * ChaCha20 and ChaCha20-Poly1305 (RFC 8439) over the vectors of a chacha_vec_LEVEL.h.
 *
 * Long runs   A vector holds one word of each of VEC_BLOCKS blocks, so the 16 vectors of a group are the blocks side by
 *             side; at the end they are transposed. The additions and rotations of a group occupy the vector units
 *             alone. Poly1305 in words of 64 bits occupies the integer units alone. So the loop over the rounds of a
 *             group also absorbs as much ciphertext as a group has: of the group before when encrypting, of the same
 *             group when decrypting.
 * Short ones  A row holds four words of each of ROW_BLOCKS blocks. Up to MAX_ROWS rows of each kind, which keep the
 *             units busy, take as long as one: the latency of 20 rounds.
 *
 * The first group of a message begins with the block of counter 0, whose first half is the key of Poly1305.
 */
#ifndef AB_KERNELS_CHACHA_TEMPLATE_H
# define AB_KERNELS_CHACHA_TEMPLATE_H

# include "ct/ct.h"
# include "kernels/chacha/chacha_message.h"
# include "kernels/chacha/poly1305_bmi2.h"

enum {
    BLOCK = AB_CHACHA20_BLOCK,
    GROUP = VEC_BLOCKS * BLOCK, /* bytes */
    SHORT_BLOCKS = MAX_ROWS * ROW_BLOCKS,
    DOUBLE_ROUNDS = 10,
    POLY_GROUP = GROUP / AB_POLY1305_BLOCK,
    SHORT_CHAIN = 8, /* blocks that a chain of Poly1305 absorbs beside a group */
    LONG_CHAIN = 32, /* and without one, LONG_CHAINS side by side */
    LONG_CHAINS = 3,
    WEAVE_ROUNDS = WEAVE_CHAINS == 1 ? DOUBLE_ROUNDS : SHORT_CHAIN, /* double rounds beside which blocks are absorbed */
    WEAVE_BLOCKS = POLY_GROUP / WEAVE_ROUNDS / WEAVE_CHAINS /* that many of each chain beside each, or one less */
};

static const uint32_t chacha_constants[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

/* ---- out := in + keystream, for a part of a block or several blocks ---- */

typedef uint64_t two_words __attribute__((vector_size(16), aligned(1), may_alias));

/* The last 16 bytes are loaded before anything is stored and stored last, so that they may overlap those before. */
INLINE void xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *keystream, size_t len)
{
    if (len >= 16) {
        const size_t last = len - 16;
        const two_words end = *(const two_words *)(in + last) ^ *(const two_words *)(keystream + last);

        for (size_t i = 0; i < last; i += 16)
            *(two_words *)(out + i) = *(const two_words *)(in + i) ^ *(const two_words *)(keystream + i);
        *(two_words *)(out + last) = end;
    } else if (len >= 8) {
        const one_word end = *(const one_word *)(in + len - 8) ^ *(const one_word *)(keystream + len - 8);

        *(one_word *)out = *(const one_word *)in ^ *(const one_word *)keystream;
        *(one_word *)(out + len - 8) = end;
    } else {
        for (size_t i = 0; i < len; i++)
            out[i] = in[i] ^ keystream[i];
    }
}

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

/* Write num * ROW_BLOCKS blocks of key stream from this counter on. */
INLINE void row_blocks(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, unsigned num)
{
    row a[MAX_ROWS], b[MAX_ROWS], c[MAX_ROWS], d[MAX_ROWS];

    UNROLL for (unsigned i = 0; i < num; i++) {
        a[i] = row_all(chacha_constants);
        b[i] = row_all(key);
        c[i] = row_all(key + 4);
        d[i] = row_counters(counter, ROW_BLOCKS * i);
    }
    for (unsigned round = 0; round < 2 * DOUBLE_ROUNDS; round++) {
        row_steps(a, b, d, 16, num);
        row_steps(c, d, b, 12, num);
        row_steps(a, b, d, 8, num);
        row_steps(c, d, b, 7, num);
        row_turns(a, c, d, round % 2 == 0, num);
    }
    UNROLL for (unsigned i = 0; i < num; i++)
        row_store(out + (size_t)ROW_BLOCKS * BLOCK * i, row_add(a[i], row_all(chacha_constants)),
                  row_add(b[i], row_all(key)), row_add(c[i], row_all(key + 4)),
                  row_add(d[i], row_counters(counter, ROW_BLOCKS * i)));
}

/* Write at least num <= SHORT_BLOCKS blocks of key stream. */
NOINLINE void short_keystream(const uint32_t key[8], const uint32_t counter[4], uint8_t out[SHORT_BLOCKS * BLOCK],
                              size_t num)
{
    if (num <= ROW_BLOCKS)
        row_blocks(key, counter, out, 1);
    else if (num <= 2 * ROW_BLOCKS)
        row_blocks(key, counter, out, 2);
    else if (MAX_ROWS == 3 || num <= 3 * ROW_BLOCKS)
        row_blocks(key, counter, out, 3);
    else
        row_blocks(key, counter, out, MAX_ROWS);
}

/* ---- groups ---- */

/* What is absorbed beside the rounds. */
struct weave {
    uint64_t h[3], r[2], s1;
    const uint8_t *in;
};

INLINE struct weave weave_start(const struct ab_poly1305_state *p, const uint8_t *in)
{
    return (struct weave){ { p->h[0], p->h[1], p->h[2] }, { p->r[0], p->r[1] }, p->r[1] + (p->r[1] >> 2), in };
}

INLINE void weave_block(struct weave *w)
{
    poly_step(w->h, w->r, w->s1, w->in);
    w->in += AB_POLY1305_BLOCK;
}

/*
 * Several chains of len blocks each absorb side by side, since one alone waits for the latency of its products. The
 * first continues h, the others start from 0; then h := (h f + h') f + h'' ..., f = r^len.
 */
INLINE void chains_start(const struct ab_poly1305_state *p, const uint8_t *in, size_t len, struct weave *chain,
                         unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++) {
        chain[i] = weave_start(p, in + AB_POLY1305_BLOCK * len * i);
        if (i != 0)
            chain[i].h[0] = chain[i].h[1] = chain[i].h[2] = 0;
    }
}

INLINE void chains_join(struct ab_poly1305_state *p, const uint64_t f[3], struct weave *chain, unsigned num)
{
    UNROLL for (unsigned i = 1; i < num; i++) {
        poly_multiply(chain[0].h, f);
        poly_add(chain[0].h, chain[i].h);
    }
    memcpy(p->h, chain[0].h, sizeof(p->h));
}

/* p->power := r^SHORT_CHAIN, once for a message. */
INLINE void poly_need_power(struct ab_poly1305_state *p)
{
    const uint64_t h[3] = { p->r[0], p->r[1], 0 };

    if (p->has_power)
        return;
    poly_split(p->power, h);
    poly_square(p->power, 3);
    p->has_power = 1;
}

/* Absorb num blocks, a multiple of LONG_CHAINS * LONG_CHAIN. */
NOINLINE void poly_long(struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    struct weave chain[LONG_CHAINS];
    uint64_t f[3];

    poly_need_power(p);
    memcpy(f, p->power, sizeof(f));
    poly_square(f, 2);
    for (; num != 0; num -= LONG_CHAINS * LONG_CHAIN, in += AB_POLY1305_BLOCK * LONG_CHAINS * LONG_CHAIN) {
        chains_start(p, in, LONG_CHAIN, chain, LONG_CHAINS);
        for (size_t n = 0; n < LONG_CHAIN; n++) {
            UNROLL for (unsigned i = 0; i < LONG_CHAINS; i++)
                weave_block(&chain[i]);
        }
        chains_join(p, f, chain, LONG_CHAINS);
    }
    ab_wipe(f, sizeof(f));
}

static void poly1305(struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    const size_t in_long = num - num % (LONG_CHAINS * LONG_CHAIN);
    struct weave w;

    if (in_long != 0)
        poly_long(p, in, in_long);
    w = weave_start(p, in + AB_POLY1305_BLOCK * in_long);
    for (num -= in_long; num != 0; num--)
        weave_block(&w);
    memcpy(p->h, w.h, sizeof(w.h));
}

/* Join chains of num * SHORT_CHAIN blocks, 1 or 2. */
INLINE void chains_end(struct ab_poly1305_state *p, unsigned num, struct weave *chain, unsigned num_chains)
{
    uint64_t f[3];

    memcpy(f, p->power, sizeof(f));
    if (num_chains > 1)
        poly_square(f, num - 1);
    chains_join(p, f, chain, num_chains);
}

/* The rows of the matrix, a word of it in each vector. */
struct matrix {
    vec a[4], b[4], c[4], d[4];
};

/*
 * The columns, and then the diagonals. Each is done in two halves, in an order such that two of the four vectors c are
 * at rest during two halves: they wait in memory, if there are no more than 16 registers.
 */
INLINE void column_round(struct matrix *x)
{
    vec_two_quarter_rounds(&x->a[0], &x->a[1], &x->b[0], &x->b[1], &x->c[0], &x->c[1], &x->d[0], &x->d[1]);
    vec_rest(&x->c[0], &x->c[1]);
    vec_two_quarter_rounds(&x->a[2], &x->a[3], &x->b[2], &x->b[3], &x->c[2], &x->c[3], &x->d[2], &x->d[3]);
}

INLINE void diagonal_round(struct matrix *x)
{
    vec_two_quarter_rounds(&x->a[0], &x->a[1], &x->b[1], &x->b[2], &x->c[2], &x->c[3], &x->d[3], &x->d[0]);
    vec_rest(&x->c[2], &x->c[3]);
    vec_two_quarter_rounds(&x->a[2], &x->a[3], &x->b[3], &x->b[0], &x->c[0], &x->c[1], &x->d[1], &x->d[2]);
}

INLINE void matrix_start(struct matrix *x, const uint32_t key[8], const uint32_t counter[4])
{
    UNROLL for (unsigned i = 0; i < 4; i++) {
        x->a[i] = vec_all(chacha_constants[i]);
        x->b[i] = vec_all(key[i]);
        x->c[i] = vec_all(key[4 + i]);
    }
    vec_counters(counter, &x->d[0], &x->d[1]);
    x->d[2] = vec_all(counter[2]);
    x->d[3] = vec_all(counter[3]);
}

INLINE void matrix_add(vec sum[16], const struct matrix *x, const struct matrix *y)
{
    UNROLL for (unsigned i = 0; i < 4; i++) {
        sum[i] = vec_add(x->a[i], y->a[i]);
        sum[4 + i] = vec_add(x->b[i], y->b[i]);
        sum[8 + i] = vec_add(x->c[i], y->c[i]);
        sum[12 + i] = vec_add(x->d[i], y->d[i]);
    }
}

INLINE void move_counter(uint32_t counter[4], uint64_t num)
{
    uint64_t low;

    memcpy(&low, counter, sizeof(low));
    low += num;
    memcpy(counter, &low, sizeof(low));
}

INLINE void weave_chains(struct weave chain[WEAVE_CHAINS])
{
    UNROLL for (unsigned i = 0; i < WEAVE_CHAINS; i++)
        weave_block(&chain[i]);
}

/* One double round; beside it num blocks of each chain, at most 3. */
INLINE void double_round(struct matrix *x, struct weave chain[WEAVE_CHAINS], unsigned num)
{
    column_round(x);
    if (num >= 1)
        weave_chains(chain);
    if (num >= 3)
        weave_chains(chain);
    diagonal_round(x);
    if (num >= 2)
        weave_chains(chain);
}

/*
 * out := in + the key stream of a group; in may be NULL for zeros. Meanwhile absorb WEAVE_CHAINS chains at `mac` of
 * num * WEAVE_ROUNDS blocks each.
 */
INLINE void group_blocks(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
                         struct ab_poly1305_state *p, const uint8_t *mac, unsigned num)
{
    struct weave chain[WEAVE_CHAINS];
    vec sum[16], rows[16];
    struct matrix x, start;

    if (num != 0)
        chains_start(p, mac, num * WEAVE_ROUNDS, chain, WEAVE_CHAINS);
    matrix_start(&x, key, counter);
    for (unsigned i = 0; i < WEAVE_ROUNDS; i++)
        double_round(&x, chain, num);
    for (unsigned i = WEAVE_ROUNDS; i < DOUBLE_ROUNDS; i++)
        double_round(&x, chain, 0);
    if (num != 0)
        chains_end(p, num, chain, WEAVE_CHAINS);
    __asm__("" : "+r"(key), "+r"(counter)); /* load them again: no register is free for them meanwhile */
    matrix_start(&start, key, counter);
    matrix_add(sum, &x, &start);
    vec_transpose(rows, sum);
    UNROLL for (unsigned i = 0; i < 16; i++)
        vec_store(out + GROUP / 16 * i, in == NULL ? NULL : in + GROUP / 16 * i, rows[i]);
}

NOINLINE void plain_group(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out)
{
    group_blocks(key, counter, in, out, NULL, NULL, 0);
}

NOINLINE void half_woven_group(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, const uint8_t *mac)
{
    group_blocks(c->key, c->counter, in, out, &c->mac, mac, WEAVE_BLOCKS - 1);
}

NOINLINE void woven_group(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, const uint8_t *mac)
{
    group_blocks(c->key, c->counter, in, out, &c->mac, mac, WEAVE_BLOCKS);
}

/* ---- the stream ---- */

static void stream(const uint32_t key[8], uint32_t counter[4], const uint8_t *in, uint8_t *out, size_t len,
                   uint8_t tail[BLOCK])
{
    uint8_t keystream[GROUP] __attribute__((aligned(64)));
    size_t num;

    for (; len >= GROUP; len -= GROUP, in += GROUP, out += GROUP) {
        plain_group(key, counter, in, out);
        move_counter(counter, VEC_BLOCKS);
    }
    if (len == 0)
        return;
    num = (len + BLOCK - 1) / BLOCK;
    if (num <= SHORT_BLOCKS)
        short_keystream(key, counter, keystream, num);
    else
        plain_group(key, counter, NULL, keystream);
    move_counter(counter, num);
    xor_bytes(out, in, keystream, len);
    if (len % BLOCK != 0)
        memcpy(tail, keystream + BLOCK * (num - 1), BLOCK);
    ab_wipe(keystream, num <= SHORT_BLOCKS ? SHORT_BLOCKS * BLOCK : GROUP);
}

/* ---- ChaCha20-Poly1305 ---- */

/* Like plain_group; absorb num blocks, as many as fit beside the rounds, the others before. */
static void group(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, const uint8_t *mac, size_t num)
{
    const size_t most = num / ((size_t)WEAVE_ROUNDS * WEAVE_CHAINS);
    const size_t per_round = most > WEAVE_BLOCKS ? WEAVE_BLOCKS : most < WEAVE_BLOCKS - 1 ? 0 : most;
    const size_t before = num - per_round * WEAVE_ROUNDS * WEAVE_CHAINS;

    poly1305(&c->mac, mac, before);
    mac += AB_POLY1305_BLOCK * before;
    if (per_round == 0) {
        plain_group(c->key, c->counter, in, out);
        return;
    }
    if (WEAVE_CHAINS > 1)
        poly_need_power(&c->mac);
    if (per_round == WEAVE_BLOCKS)
        woven_group(c, in, out, mac);
    else
        half_woven_group(c, in, out, mac);
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
    m->in += len;
    m->out += len;
    m->len -= len;
}

/* The block of counter 0 and the text that its group reaches. */
INLINE void first_group(struct ab_chacha20_poly1305 *c, struct message *m)
{
    uint8_t keystream[GROUP] __attribute__((aligned(64)));
    const size_t len = m->len < GROUP - BLOCK ? m->len : GROUP - BLOCK, num = 1 + (len + BLOCK - 1) / BLOCK;

    if (num <= SHORT_BLOCKS)
        short_keystream(c->key, c->counter, keystream, num);
    else
        plain_group(c->key, c->counter, NULL, keystream);
    move_counter(c->counter, num);
    message_start(c, keystream);
    use_keystream(c, m, keystream + BLOCK, len);
    ab_wipe(keystream, num <= SHORT_BLOCKS ? SHORT_BLOCKS * BLOCK : GROUP);
}

/* What remains after the whole groups. */
INLINE void last_group(struct ab_chacha20_poly1305 *c, struct message *m)
{
    uint8_t keystream[GROUP] __attribute__((aligned(64)));
    const size_t num = (m->len + BLOCK - 1) / BLOCK;

    if (num <= SHORT_BLOCKS / 2) {
        short_keystream(c->key, c->counter, keystream, num);
    } else {
        const uint8_t *end = m->decrypts ? m->in + m->len : m->out;
        size_t blocks = (size_t)(end - m->mac) / AB_POLY1305_BLOCK;

        group(c, NULL, keystream, m->mac, blocks);
        m->mac += AB_POLY1305_BLOCK * blocks;
    }
    move_counter(c->counter, num);
    use_keystream(c, m, keystream, m->len);
    ab_wipe(keystream, num <= SHORT_BLOCKS / 2 ? SHORT_BLOCKS * BLOCK : GROUP);
}

INLINE void crypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    struct message m = { in, out, len, decrypts ? in : out, decrypts };

    if (!c->is_keyed)
        first_group(c, &m);
    else
        message_absorb_pending(c);
    while (m.len >= GROUP) {
        const uint8_t *end = decrypts ? m.in + GROUP : m.out;
        const size_t blocks = (size_t)(end - m.mac) / AB_POLY1305_BLOCK;

        group(c, m.in, m.out, m.mac, blocks);
        m.mac += AB_POLY1305_BLOCK * blocks;
        move_counter(c->counter, VEC_BLOCKS);
        m.in += GROUP;
        m.out += GROUP;
        m.len -= GROUP;
    }
    if (m.len != 0)
        last_group(c, &m);
    if (!decrypts && len != 0) {
        absorb_up_to(c, &m, out + len);
        message_keep_rest(c, out, len);
    }
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

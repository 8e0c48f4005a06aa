/*
 * ChaCha20 with AVX-512, and Poly1305 with IFMA; of short messages with the multiplication of BMI2.
 *
 * Where vector and integer instructions have pipes of their own and the rounds take long enough, in "ifma_woven", words
 * beside the rounds of long messages absorb what they can, and IFMA the rest.
 */
#include "cpu/policy.h"
#include "ct/ct.h"
#include "kernels/chacha/chacha_rows_avx512.h"
#include "kernels/chacha/chacha_xor.h"
#include "kernels/chacha/poly1305_bmi2.h"
#include "kernels/chacha/poly1305_ifma.h"

enum {
    PIECE = 4 * LANES_BYTES, /* of a long text, absorbed at once; it stays in the cache */
    POLY_FEW = 20,           /* blocks up to which powers of r do not pay */
    POLY_FEW_MORE = 8,       /* likewise if they are there */
    WOVEN_LEN = LANES_WOVEN * AB_POLY1305_BLOCK
};

/* ---- key stream ---- */

INLINE void move_counter(uint32_t counter[4], uint64_t num)
{
    uint64_t low;

    memcpy(&low, counter, sizeof(low));
    low += num;
    memcpy(counter, &low, sizeof(low));
}

/* out := in + keystream, any length. */
INLINE void xor_text(uint8_t *out, const uint8_t *in, const uint8_t *keystream, size_t len)
{
    for (; len >= (size_t)2 * BLOCK; len -= BLOCK, in += BLOCK, out += BLOCK, keystream += BLOCK)
        vec_store(out,
                  _mm512_xor_si512(_mm512_loadu_si512((const void *)in), _mm512_loadu_si512((const void *)keystream)));
    xor_bytes(out, in, keystream, len);
}

static void stream(const uint32_t key[8], uint32_t counter[4], const uint8_t *in, uint8_t *out, size_t len,
                   uint8_t tail[BLOCK])
{
    uint8_t keystream[LANES_BYTES] __attribute__((aligned(64)));
    size_t num;

    for (; len >= LANES_BYTES; len -= LANES_BYTES, in += LANES_BYTES, out += LANES_BYTES) {
        ab_chacha_text_0_avx512(key, counter, in, out, NULL);
        move_counter(counter, LANE_BLOCKS);
    }
    num = (len + BLOCK - 1) / BLOCK;
    if (num != 0) {
        keystream_blocks(key, counter, keystream, num);
        move_counter(counter, num);
        xor_text(out, in, keystream, len);
        if (len % BLOCK != 0)
            memcpy(tail, keystream + BLOCK * (num - 1), BLOCK);
        wipe_blocks(keystream, stored_blocks(num));
    }
}

_Static_assert((int)AB_CHACHA_MANY == (int)LANE_BLOCKS, "the lanes take as many states");
_Static_assert((int)AB_CHACHA_AHEAD <= (int)WIDE_MOST, "no more blocks are stored than there is room for");

static void blocks(const uint32_t states[AB_CHACHA_MANY][AB_CHACHA_WORDS], uint8_t *out, size_t num)
{
    (void)num;
    separate_lanes(states, out);
}

/* ---- Poly1305 ---- */

/* Absorb num whole blocks. Make the powers of r when that pays. */
static void poly1305(struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    struct poly_powers *powers = (void *)p->powers;

    if (num <= (p->has_powers ? POLY_FEW_MORE : POLY_FEW)) {
        const uint64_t s1 = p->r[1] + (p->r[1] >> 2);

        for (; num != 0; num--, in += AB_POLY1305_BLOCK)
            poly_step(p->h, p->r, s1, in);
        return;
    }
    if (!p->has_powers)
        poly_make_powers(powers, p->r);
    p->has_powers = 1;
    poly_blocks(powers, p, in, num);
}

/* ---- ChaCha20-Poly1305 ---- */

/* A message in progress: its text, and what of its ciphertext is to be absorbed next. */
struct message {
    const uint8_t *in;
    uint8_t *out;
    size_t len; /* bytes left */
    const uint8_t *mac;
    int decrypts;
    size_t woven;      /* bytes that each call of the lanes absorbs, if there are as many: 0 or WOVEN_LEN */
    size_t num_blocks; /* of key stream that were in the buffer, at most */
    uint8_t keystream[LANES_BYTES] __attribute__((aligned(64)));
    struct weave chain __attribute__((aligned(64)));
    uint64_t unused;
};

_Static_assert(sizeof(struct weave) + sizeof(uint64_t) == BLOCK, "the chain is wiped as one block");

/* Bytes of ciphertext that are there and not absorbed. */
INLINE size_t unabsorbed(const struct message *m)
{
    return (size_t)((m->decrypts ? m->in + m->len : m->out) - m->mac);
}

/* Absorb ciphertext up to `end`, whole blocks. */
INLINE void absorb_up_to(struct ab_chacha20_poly1305 *c, struct message *m, const uint8_t *end)
{
    const size_t num = (size_t)(end - m->mac) / AB_POLY1305_BLOCK;

    poly1305(&c->mac, m->mac, num);
    m->mac += AB_POLY1305_BLOCK * num;
}

/*
 * Before the next len bytes are processed, `beside` of them absorbed meanwhile: absorb ciphertext that is to be
 * decrypted and may be overwritten, and what will be left beside later calls of the lanes, at most a piece at once.
 */
INLINE void absorb_before(struct ab_chacha20_poly1305 *c, struct message *m, size_t len, size_t beside)
{
    const size_t there = unabsorbed(m), later = m->len - len, weaves = beside + later / LANES_BYTES * m->woven;
    size_t num = there > weaves ? there - weaves : 0;

    if (!m->decrypts || there <= later + beside)
        return;
    if (num < there - later - beside)
        num = there - later - beside;
    absorb_up_to(c, m, m->mac + (num < PIECE ? num : PIECE));
}

/* After text is encrypted: absorb it in pieces, but for what the next call of the lanes absorbs. */
INLINE void absorb_after(struct ab_chacha20_poly1305 *c, struct message *m)
{
    if (!m->decrypts && (m->len == 0 || unabsorbed(m) >= PIECE))
        absorb_up_to(c, m, m->out - (m->len < LANES_BYTES ? 0 : m->woven));
}

INLINE void pass(struct message *m, size_t len)
{
    m->in += len;
    m->out += len;
    m->len -= len;
}

/* Fill the buffer for `extra` blocks and the text, as much as there is room for; return how many blocks. */
INLINE size_t fill(struct ab_chacha20_poly1305 *c, struct message *m, size_t extra)
{
    const size_t all = extra + (m->len + BLOCK - 1) / BLOCK, num = all < LANE_BLOCKS ? all : LANE_BLOCKS;

    keystream_blocks(c->key, c->counter, m->keystream, num);
    move_counter(c->counter, num);
    m->num_blocks = num > m->num_blocks ? num : m->num_blocks;
    return num;
}

/* Process text with num blocks of key stream that are there. */
INLINE void use_keystream(struct ab_chacha20_poly1305 *c, struct message *m, const uint8_t *keystream, size_t num)
{
    const size_t len = m->len < num * BLOCK ? m->len : num * BLOCK;

    if (len == 0)
        return;
    absorb_before(c, m, len, 0);
    if (m->decrypts && len == m->len)
        message_keep_rest(c, m->in, len);
    xor_text(m->out, m->in, keystream, len);
    if (len % BLOCK != 0)
        memcpy(c->keystream, keystream + len / BLOCK * BLOCK, BLOCK);
    pass(m, len);
    absorb_after(c, m);
}

/* The block of counter 0, the key of Poly1305, and text as far as one call reaches. */
INLINE void first_blocks(struct ab_chacha20_poly1305 *c, struct message *m)
{
    const size_t num = fill(c, m, 1);

    message_start(c, m->keystream);
    use_keystream(c, m, m->keystream + BLOCK, num - 1);
}

/* As much text as one call of the lanes reaches. */
INLINE void text_lanes(struct ab_chacha20_poly1305 *c, struct message *m)
{
    const size_t beside = unabsorbed(m) < m->woven ? 0 : m->woven;

    absorb_before(c, m, LANES_BYTES, beside);
    if (beside == 0) {
        ab_chacha_text_0_avx512(c->key, c->counter, m->in, m->out, NULL);
    } else {
        m->chain = weave_start(&c->mac, m->mac);
        ab_chacha_text_60_avx512(c->key, c->counter, m->in, m->out, &m->chain);
        memcpy(c->mac.h, m->chain.h, sizeof(m->chain.h));
        m->mac += beside;
    }
    move_counter(c->counter, LANE_BLOCKS);
    pass(m, LANES_BYTES);
    absorb_after(c, m);
}

NOINLINE void crypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts,
                    size_t woven)
{
    struct message m;

    m.in = in;
    m.out = out;
    m.len = len;
    m.mac = decrypts ? in : out;
    m.decrypts = decrypts;
    m.woven = woven;
    m.num_blocks = 0;
    message_pad_pending(c); /* long before it is loaded in other pieces than it is stored in */
    if (c->is_keyed)
        message_absorb_pending(c);
    else
        first_blocks(c, &m);
    while (m.len >= LANES_BYTES)
        text_lanes(c, &m);
    if (m.len != 0)
        use_keystream(c, &m, m.keystream, fill(c, &m, 0));
    if (!decrypts && len != 0)
        message_keep_rest(c, out, len);
    wipe_blocks(m.keystream, stored_blocks(m.num_blocks));
    if (woven != 0 && len >= LANES_BYTES)
        wipe_blocks(&m.chain, 1);
}

static void encrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt(c, in, out, len, 0, 0);
}

static void decrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt(c, in, out, len, 1, 0);
}

static void woven_encrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt(c, in, out, len, 0, WOVEN_LEN);
}

static void woven_decrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt(c, in, out, len, 1, WOVEN_LEN);
}

static void ahead(struct ab_chacha20_poly1305 *c, size_t num)
{
    keystream_blocks(c->key, c->counter, c->keystream, num);
    move_counter(c->counter, num);
    poly1305(&c->mac, c->pending, c->pending_len / AB_POLY1305_BLOCK);
    c->pending_len = 0;
}

const struct ab_chacha_kernels ab_chacha_ifma = {
    .needs = { .name = "ifma", .level = AB_LEVEL_AVX512, .bits = AB_BIT_IFMA },
    .is_fallback_alone = 1,
    .slower_from = AB_NUM_LEVELS,
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .ahead = ahead,
    .blocks = blocks,
};

const struct ab_chacha_kernels ab_chacha_ifma_woven = {
    .needs = { .name = "ifma_woven", .level = AB_LEVEL_AVX512, .bits = AB_BIT_IFMA },
    .suits = ab_cpu_is_zen_4,
    .is_fallback_alone = 1,
    .slower_from = AB_NUM_LEVELS,
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = woven_encrypt,
    .decrypt = woven_decrypt,
    .ahead = ahead,
    .blocks = blocks,
};

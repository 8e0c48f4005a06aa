/*
 * Many messages of ChaCha20-Poly1305 at once. The blocks of short messages, their one-time keys first, are listed one
 * after the other and computed AB_CHACHA_MANY at a time, a window of messages after the other.
 */
#include "afterburner/chacha20_poly1305_batch.h"

#include <string.h>

#include "crypto/chacha/xchacha.h"
#include "ct/ct.h"
#include "kernels/chacha/chacha_xor.h"

enum {
    BLOCK = AB_CHACHA20_BLOCK,
    WINDOW = 4 * AB_CHACHA_MANY, /* blocks */
    WINDOW_MESSAGES = WINDOW / 2
};

/* Messages that are processed together, and what is secret of them. */
struct window {
    const struct ab_chacha_kernels *kernels;
    size_t num_listed; /* blocks */
    int is_extended;   /* 1: XChaCha20 */
    uint32_t states[AB_CHACHA_MANY][AB_CHACHA_WORDS];
    uint8_t keystream[WINDOW * BLOCK];
    uint8_t subkeys[WINDOW_MESSAGES][AB_CHACHA20_KEY_LEN]; /* of XChaCha20 */
};

/* ---- key stream ---- */

/* List a block; when as many are listed as the kernel takes, compute them. */
static void list_block(struct window *w, const uint8_t key[AB_CHACHA20_KEY_LEN], const uint32_t counter[4])
{
    uint32_t *state = w->states[w->num_listed % AB_CHACHA_MANY];

    memcpy(state, ab_chacha_constants, sizeof(ab_chacha_constants));
    memcpy(state + 4, key, AB_CHACHA20_KEY_LEN);
    memcpy(state + 12, counter, 4 * sizeof(*counter));
    w->num_listed++;
    if (w->num_listed % AB_CHACHA_MANY == 0)
        w->kernels->blocks(w->states, w->keystream + BLOCK * (w->num_listed - AB_CHACHA_MANY), AB_CHACHA_MANY);
}

/* Compute the blocks that are listed and were not computed, and begin a new list. */
static void compute_rest(struct window *w)
{
    const size_t rest = w->num_listed % AB_CHACHA_MANY;

    if (rest != 0)
        w->kernels->blocks(w->states, w->keystream + BLOCK * (w->num_listed - rest), rest);
    w->num_listed = 0;
}

/* Blocks of a short message. */
static size_t num_blocks(const struct ab_chacha20_poly1305_message *m)
{
    return 1 + (m->len + BLOCK - 1) / BLOCK;
}

static void list_message(struct window *w, const struct ab_chacha20_poly1305_message *m, const uint8_t *key)
{
    uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN];
    uint32_t counter[4] = { 0 };

    if (w->is_extended)
        ab_xchacha_short_nonce(m->nonce, nonce);
    else
        memcpy(nonce, m->nonce, sizeof(nonce));
    memcpy(counter + 1, nonce, sizeof(nonce));
    for (size_t i = num_blocks(m); i != 0; i--, counter[0]++)
        list_block(w, key, counter);
}

static void derive_subkeys(struct window *w, const struct ab_chacha20_poly1305_message messages[], size_t num)
{
    for (size_t i = 0; i < num; i++) {
        uint32_t nonce[4];

        memcpy(nonce, messages[i].nonce, sizeof(nonce));
        list_block(w, messages[i].key, nonce);
    }
    compute_rest(w);
    for (size_t i = 0; i < num; i++) {
        uint32_t block[AB_CHACHA_WORDS];

        memcpy(block, w->keystream + BLOCK * i, sizeof(block));
        ab_chacha_subkey(messages[i].nonce, block, w->subkeys[i]);
        ab_wipe(block, sizeof(block));
    }
}

/* ---- a message with its key stream ---- */

/* Absorb data, padded with zeros to whole blocks. */
static void absorb(const struct ab_chacha_kernels *k, struct ab_poly1305_state *p, const uint8_t *data, size_t len)
{
    const size_t rest = len % AB_POLY1305_BLOCK;
    uint8_t last[AB_POLY1305_BLOCK] = { 0 };

    k->poly1305(p, data, len / AB_POLY1305_BLOCK);
    if (rest == 0)
        return;
    memcpy(last, data + (len - rest), rest);
    k->poly1305(p, last, 1);
}

/* Compute the tag of this ciphertext (RFC 8439 sec. 2.8). */
static void make_tag(const struct ab_chacha_kernels *k, const struct ab_chacha20_poly1305_message *m,
                     const uint8_t *ciphertext, const uint8_t one_time_key[AB_POLY1305_KEY_LEN],
                     uint8_t tag[AB_POLY1305_TAG_LEN])
{
    const uint64_t lengths[2] = { m->aad_len, m->len };
    struct ab_poly1305_state p;

    poly_start(&p, one_time_key);
    absorb(k, &p, m->aad, m->aad_len);
    absorb(k, &p, ciphertext, m->len);
    poly_block(p.h, p.r, (const uint8_t *)lengths);
    poly_finish(&p, tag);
    poly_wipe(&p);
}

static void seal_one(const struct ab_chacha_kernels *k, struct ab_chacha20_poly1305_message *m,
                     const uint8_t *keystream)
{
    xor_bytes(m->out, m->in, keystream + BLOCK, m->len);
    make_tag(k, m, m->out, keystream, m->tag);
    m->ok = 1;
}

static void open_one(const struct ab_chacha_kernels *k, struct ab_chacha20_poly1305_message *m,
                     const uint8_t *keystream)
{
    uint8_t right[AB_POLY1305_TAG_LEN];

    make_tag(k, m, m->in, keystream, right);
    m->ok = ab_ct_memcmp(right, m->tag, sizeof(right)) == 0;
    AB_PUBLIC(&m->ok, sizeof(m->ok)); /* the verdict on the tag is the result */
    if (m->ok)
        xor_bytes(m->out, m->in, keystream + BLOCK, m->len);
    else if (m->len != 0)
        memset(m->out, 0, m->len);
    ab_wipe(right, sizeof(right));
}

/* ---- all messages ---- */

static int process_alone(const struct window *w, struct ab_chacha20_poly1305_message *m, int opens)
{
    struct ab_chacha20_poly1305 c;

    if (w->is_extended) {
        ab_xchacha20_poly1305_start(&c, w->kernels, m->key, m->nonce);
    } else {
        ab_chacha20_poly1305_set_key(&c, w->kernels, m->key);
        ab_chacha20_poly1305_set_nonce(&c, m->nonce);
    }
    ab_chacha20_poly1305_aad(&c, m->aad, m->aad_len);
    m->ok = (opens ? ab_chacha20_poly1305_decrypt : ab_chacha20_poly1305_encrypt)(&c, m->in, m->out, m->len);
    if (m->ok && opens) {
        m->ok = ab_chacha20_poly1305_check_tag(&c, m->tag, AB_POLY1305_TAG_LEN);
        if (!m->ok)
            memset(m->out, 0, m->len);
    } else if (m->ok) {
        ab_chacha20_poly1305_tag(&c, m->tag);
    }
    ab_chacha20_poly1305_wipe(&c);
    return m->ok;
}

/* How many of the first messages are short and fit a window together. */
static size_t num_together(const struct ab_chacha20_poly1305_message messages[], size_t num)
{
    size_t i = 0;

    for (size_t blocks = 0; i < num && i < WINDOW_MESSAGES && messages[i].len <= AB_CHACHA20_POLY1305_SHORT; i++) {
        blocks += num_blocks(&messages[i]);
        if (blocks > WINDOW)
            break;
    }
    return i;
}

static int process_together(struct window *w, struct ab_chacha20_poly1305_message messages[], size_t num, int opens)
{
    const uint8_t *keystream = w->keystream;
    int ok = 1;

    if (w->is_extended)
        derive_subkeys(w, messages, num);
    for (size_t i = 0; i < num; i++)
        list_message(w, &messages[i], w->is_extended ? w->subkeys[i] : messages[i].key);
    compute_rest(w);
    for (size_t i = 0; i < num; i++) {
        (opens ? open_one : seal_one)(w->kernels, &messages[i], keystream);
        ok &= messages[i].ok;
        keystream += BLOCK * num_blocks(&messages[i]);
    }
    return ok;
}

static int process(const struct ab_chacha_kernels *kernels, struct ab_chacha20_poly1305_message messages[], size_t num,
                   int is_extended, int opens)
{
    struct window w;
    int ok = 1;

    w.kernels = kernels;
    w.is_extended = is_extended;
    w.num_listed = 0;
    memset(w.states, 0, sizeof(w.states));
    while (num != 0) {
        const size_t together = num_together(messages, num), done = together == 0 ? 1 : together;

        ok &= together == 0 ? process_alone(&w, messages, opens) : process_together(&w, messages, together, opens);
        messages += done;
        num -= done;
    }
    ab_wipe(&w, sizeof(w));
    return ok;
}

int ab_chacha20_poly1305_seal_many(const struct ab_chacha_kernels *kernels,
                                   struct ab_chacha20_poly1305_message messages[], size_t num)
{
    return process(kernels, messages, num, 0, 0);
}

int ab_chacha20_poly1305_open_many(const struct ab_chacha_kernels *kernels,
                                   struct ab_chacha20_poly1305_message messages[], size_t num)
{
    return process(kernels, messages, num, 0, 1);
}

int ab_xchacha20_poly1305_seal_many(const struct ab_chacha_kernels *kernels,
                                    struct ab_chacha20_poly1305_message messages[], size_t num)
{
    return process(kernels, messages, num, 1, 0);
}

int ab_xchacha20_poly1305_open_many(const struct ab_chacha_kernels *kernels,
                                    struct ab_chacha20_poly1305_message messages[], size_t num)
{
    return process(kernels, messages, num, 1, 1);
}

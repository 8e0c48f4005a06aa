/* Split a long AES call into parts: where each begins, its start value, and how the results are joined. */
#include "threads/split.h"

#include <stdbool.h>
#include <string.h>

#include "crypto/aes/gcm.h"
#include "crypto/aes/xts.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"
#include "threads/gf128.h"

enum { BLOCK = AB_AES_BLOCK };

typedef void blocks_fn(const struct ab_aes_key *key, const uint8_t *in, uint8_t *out, size_t num_blocks);
typedef void chained_fn(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                        size_t num_blocks);
typedef int gcm_fn(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);

/* A call cut into parts of whole blocks; only the last part of an XTS data unit may have a partial block. */
struct work {
    const uint8_t *in;
    uint8_t *out;
    size_t len, part_len, num_parts;
    const struct ab_aes_kernels *kernels;
    const struct ab_aes_key *key;
    union {
        blocks_fn *blocks;
        chained_fn *chained;
        ab_xts_fn *xts;
        gcm_fn *crypt_gcm;
    };
    const struct ab_aes_gcm *g;
    uint8_t (*sums)[BLOCK];                  /* GCM: the hash of each part alone */
    uint8_t start[AB_POOL_MAX_PARTS][BLOCK]; /* start value of each part: IV or counter; XTS: secret */
};

struct part {
    const uint8_t *in;
    uint8_t *out;
    size_t len;
};

static struct part part_of(const struct work *w, size_t i)
{
    size_t at = i * w->part_len;

    return (struct part){ w->in + at, w->out + at, i + 1 == w->num_parts ? w->len - at : w->part_len };
}

static struct work work_of(const struct ab_pool_call *call, const uint8_t *in, uint8_t *out)
{
    return (struct work){
        .in = in, .out = out, .len = call->len, .part_len = call->part_len, .num_parts = call->num_parts
    };
}

/* ---- ECB ---- */

static void ecb_part(const void *work, size_t i)
{
    const struct work *w = work;
    struct part p = part_of(w, i);

    w->blocks(w->key, p.in, p.out, p.len / BLOCK);
}

static void ecb(struct ab_pool *pool, const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks,
                blocks_fn *blocks)
{
    struct ab_pool_call call;

    if (ab_pool_begin(pool, &call, AB_POOL_ECB, num_blocks * BLOCK)) {
        struct work w = work_of(&call, in, out);

        w.key = &c->key;
        w.blocks = blocks;

        ab_pool_run(pool, &call, ecb_part, &w);
    } else {
        blocks(&c->key, in, out, num_blocks);
    }
    ab_pool_end(pool, &call);
}

void ab_split_ecb_encrypt(struct ab_pool *pool, const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out,
                          size_t num_blocks)
{
    ecb(pool, c, in, out, num_blocks, c->kernels->ecb_encrypt);
}

void ab_split_ecb_decrypt(struct ab_pool *pool, const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out,
                          size_t num_blocks)
{
    ecb(pool, c, in, out, num_blocks, c->kernels->ecb_decrypt);
}

/* ---- CBC and CFB decryption: the IV of a part is the block of ciphertext before it ---- */

static void chained_part(const void *work, size_t i)
{
    const struct work *w = work;
    struct part p = part_of(w, i);
    uint8_t iv[BLOCK];

    memcpy(iv, w->start[i], BLOCK);
    w->chained(w->key, iv, p.in, p.out, p.len / BLOCK);
}

static void decrypt_chained(struct ab_pool *pool, struct ab_pool_call *call, const struct ab_aes_ecb *c,
                            uint8_t iv[BLOCK], const uint8_t *in, uint8_t *out, chained_fn *chained)
{
    struct work w = work_of(call, in, out);

    w.key = &c->key;
    w.chained = chained;
    memcpy(w.start[0], iv, BLOCK);
    for (size_t i = 1; i < call->num_parts; i++)
        memcpy(w.start[i], in + i * call->part_len - BLOCK, BLOCK);
    memcpy(iv, in + call->len - BLOCK, BLOCK);
    ab_pool_run(pool, call, chained_part, &w);
}

void ab_split_cbc_decrypt(struct ab_pool *pool, struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out,
                          size_t num_blocks)
{
    struct ab_pool_call call;

    if (ab_pool_begin(pool, &call, AB_POOL_CBC_DECRYPT, num_blocks * BLOCK))
        decrypt_chained(pool, &call, &c->aes, c->iv, in, out, c->aes.kernels->cbc_decrypt);
    else
        ab_aes_cbc_decrypt(c, in, out, num_blocks);
    ab_pool_end(pool, &call);
}

/* The number of bytes that complete the current block of a stream, at most len. */
static size_t head_of(uint64_t used, size_t len)
{
    size_t head = (size_t)(0 - used) % BLOCK;

    return len < head ? len : head;
}

static size_t whole_blocks(size_t len)
{
    return len / BLOCK * BLOCK;
}

void ab_split_cfb_decrypt(struct ab_pool *pool, struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t head = head_of(c->used, len), whole = whole_blocks(len - head);
    struct ab_pool_call call;

    if (ab_pool_begin(pool, &call, AB_POOL_CFB_DECRYPT, whole)) {
        ab_aes_cfb_decrypt(c, in, out, head);
        decrypt_chained(pool, &call, &c->aes, c->reg, in + head, out + head, c->aes.kernels->cfb_decrypt);
        ab_aes_cfb_decrypt(c, in + head + whole, out + head + whole, len - head - whole);
    } else {
        ab_aes_cfb_decrypt(c, in, out, len);
    }
    ab_pool_end(pool, &call);
}

/* ---- CTR ---- */

/* Add num to the big-endian counter. */
static void count(uint8_t counter[BLOCK], uint64_t num)
{
    uint64_t high, low, sum;

    memcpy(&high, counter, 8);
    memcpy(&low, counter + 8, 8);
    low = __builtin_bswap64(low);
    sum = low + num;
    high = __builtin_bswap64(__builtin_bswap64(high) + (sum < low));
    sum = __builtin_bswap64(sum);
    memcpy(counter, &high, 8);
    memcpy(counter + 8, &sum, 8);
}

static void ctr_part(const void *work, size_t i)
{
    const struct work *w = work;
    struct part p = part_of(w, i);
    uint8_t counter[BLOCK], no_tail[BLOCK];

    memcpy(counter, w->start[i], BLOCK);
    w->kernels->ctr(w->key, counter, p.in, p.out, p.len, no_tail);
}

static void ctr_blocks(struct ab_pool *pool, const struct ab_pool_call *call, struct ab_aes_ctr *c, const uint8_t *in,
                       uint8_t *out)
{
    struct work w = work_of(call, in, out);

    w.kernels = c->kernels;
    w.key = &c->key;
    for (size_t i = 0; i < call->num_parts; i++) {
        memcpy(w.start[i], c->counter, BLOCK);
        count(c->counter, part_of(&w, i).len / BLOCK);
    }
    ab_pool_run(pool, call, ctr_part, &w);
}

void ab_split_ctr(struct ab_pool *pool, struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t head = head_of(c->used, len), whole = whole_blocks(len - head);
    struct ab_pool_call call;

    if (ab_pool_begin(pool, &call, AB_POOL_CTR, whole)) {
        ab_aes_ctr_update(c, in, out, head);
        ctr_blocks(pool, &call, c, in + head, out + head);
        ab_aes_ctr_update(c, in + head + whole, out + head + whole, len - head - whole);
    } else {
        ab_aes_ctr_update(c, in, out, len);
    }
    ab_pool_end(pool, &call);
}

/* ---- XTS: block j has the tweak T a^j with T = E(iv) ---- */

static void xts_part(const void *work, size_t i)
{
    const struct work *w = work;
    struct part p = part_of(w, i);
    uint8_t tweak[BLOCK];

    memcpy(tweak, w->start[i], BLOCK);
    w->xts(w->key, NULL, tweak, p.in, p.out, p.len);
    ab_wipe(tweak, sizeof(tweak));
}

/* The field's elements in the order of bits of the standard: to it or back. */
static gf128 tweak_order(gf128 tweak, bool gb)
{
    return gb ? gf128_reverse_bits_of_bytes(tweak) : tweak;
}

static void start_xts_parts(const struct ab_aes_xts *c, const uint8_t iv[BLOCK], struct work *w, bool gb)
{
    gf128 step = gf128_power(u128(2), w->part_len / BLOCK), tweak;

    c->kernels->ecb_encrypt(&c->tweak_key, iv, w->start[0], 1);
    tweak = tweak_order(gf128_load_xts(w->start[0]), gb);
    for (size_t i = 0; i < w->num_parts; i++) {
        gf128_store_xts(w->start[i], tweak_order(tweak, gb));
        tweak = gf128_mul(tweak, step);
    }
}

static void xts_parts(struct ab_pool *pool, struct ab_pool_call *call, const struct ab_aes_xts *c,
                      const uint8_t iv[BLOCK], const uint8_t *in, uint8_t *out, ab_xts_fn *kernel, bool gb)
{
    struct work w = work_of(call, in, out);

    w.key = &c->key;
    w.xts = kernel;
    start_xts_parts(c, iv, &w, gb);
    ab_pool_run(pool, call, xts_part, &w);
    ab_wipe(w.start, w.num_parts * BLOCK);
}

static void xts(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[BLOCK], const uint8_t *in,
                uint8_t *out, size_t len, ab_xts_fn *kernel, bool gb)
{
    struct ab_pool_call call;

    if (ab_pool_begin(pool, &call, AB_POOL_XTS, len))
        xts_parts(pool, &call, c, iv, in, out, kernel, gb);
    else
        ab_xts_lone_unit(c, kernel, iv, in, out, len);
    ab_pool_end(pool, &call);
}

void ab_split_xts_encrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[BLOCK], const uint8_t *in,
                          uint8_t *out, size_t len)
{
    xts(pool, c, iv, in, out, len, c->kernels->xts_encrypt, false);
}

void ab_split_xts_decrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[BLOCK], const uint8_t *in,
                          uint8_t *out, size_t len)
{
    xts(pool, c, iv, in, out, len, c->kernels->xts_decrypt, false);
}

void ab_split_xts_gb_encrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[BLOCK],
                             const uint8_t *in, uint8_t *out, size_t len)
{
    xts(pool, c, iv, in, out, len, c->kernels->xts_gb_encrypt, true);
}

void ab_split_xts_gb_decrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[BLOCK],
                             const uint8_t *in, uint8_t *out, size_t len)
{
    xts(pool, c, iv, in, out, len, c->kernels->xts_gb_decrypt, true);
}

/*
 * ---- GCM: hash each part from zero. If a part has n blocks and hash S, the hash up to its end is the hash up to its
 * start times H^n, plus S (SP 800-38D sec. 6.4 expanded). ----
 */

static void hash_pending(struct ab_aes_gcm *g)
{
    g->kernels->ghash(&g->hash, g->sum, g->pending, g->pending_len / BLOCK);
    g->pending_len = 0;
}

/* Apply inc32 of SP 800-38D sec. 6.2 num times. The counter's bytes are reversed. */
static void count_gcm(uint8_t counter[BLOCK], size_t num)
{
    uint32_t low;

    memcpy(&low, counter, sizeof(low));
    low += (uint32_t)num;
    memcpy(counter, &low, sizeof(low));
}

static void gcm_part(const void *work, size_t i)
{
    const struct work *w = work;
    struct part p = part_of(w, i);
    struct ab_aes_gcm g = *w->g;

    memcpy(g.counter, w->start[i], BLOCK);
    memset(g.sum, 0, BLOCK);
    w->crypt_gcm(&g, p.in, p.out, p.len);
    hash_pending(&g);
    memcpy(w->sums[i], g.sum, BLOCK);
    ab_aes_gcm_wipe(&g);
}

static gf128 hash_key(const struct ab_aes_gcm *g)
{
    uint8_t h[BLOCK] = { 0 }, reversed[BLOCK];
    gf128 key;

    g->kernels->ecb_encrypt(&g->key, h, h, 1);
    for (unsigned i = 0; i < BLOCK; i++)
        reversed[i] = h[BLOCK - 1 - i];
    key = gf128_load_gcm(reversed);
    ab_wipe(h, sizeof(h));
    ab_wipe(reversed, sizeof(reversed));
    return key;
}

static void join_hashes(struct ab_aes_gcm *g, const struct work *w)
{
    gf128 h = hash_key(g), power = gf128_power(h, w->part_len / BLOCK), sum = gf128_load_gcm(g->sum);

    for (size_t i = 0; i < w->num_parts; i++) {
        size_t len = part_of(w, i).len;

        if (len != w->part_len)
            power = gf128_power(h, len / BLOCK);
        sum = u128_xor(gf128_mul(sum, power), gf128_load_gcm(w->sums[i]));
    }
    gf128_store_gcm(g->sum, sum);
}

static void gcm_blocks(struct ab_pool *pool, const struct ab_pool_call *call, struct ab_aes_gcm *g, const uint8_t *in,
                       uint8_t *out, gcm_fn *crypt)
{
    uint8_t sums[AB_POOL_MAX_PARTS][BLOCK];
    struct work w = work_of(call, in, out);

    w.crypt_gcm = crypt;
    w.g = g;
    w.sums = sums;
    hash_pending(g);
    memcpy(w.start[0], g->counter, BLOCK);
    for (size_t i = 1; i < w.num_parts; i++) {
        memcpy(w.start[i], w.start[i - 1], BLOCK);
        count_gcm(w.start[i], w.part_len / BLOCK);
    }
    ab_pool_run(pool, call, gcm_part, &w);
    count_gcm(g->counter, w.len / BLOCK);
    join_hashes(g, &w);
    g->text_len += w.len;
    ab_wipe(sums, w.num_parts * BLOCK);
}

/*
 * Process the first block, or the rest of a partial one, before the split: after it no AAD is pending and the message
 * has begun.
 */
static int gcm(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, gcm_fn *crypt)
{
    size_t head = g->text_len == 0 && len >= BLOCK ? BLOCK : head_of(g->text_len, len),
           whole = whole_blocks(len - head);
    struct ab_pool_call call;
    int ok;

    if (len > AB_AES_GCM_MAX_TEXT - g->text_len)
        return 0;
    if (ab_pool_begin(pool, &call, AB_POOL_GCM, whole)) {
        ok = crypt(g, in, out, head);
        ab_aes_gcm_settle(g);
        gcm_blocks(pool, &call, g, in + head, out + head, crypt);
        ok &= crypt(g, in + head + whole, out + head + whole, len - head - whole);
    } else {
        ok = crypt(g, in, out, len);
    }
    ab_pool_end(pool, &call);
    return ok;
}

int ab_split_gcm_encrypt(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    return gcm(pool, g, in, out, len, ab_aes_gcm_encrypt);
}

int ab_split_gcm_decrypt(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    return gcm(pool, g, in, out, len, ab_aes_gcm_decrypt);
}

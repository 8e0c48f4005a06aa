/*
 * CTR_DRBG over AES, SP 800-90A rev. 1 sec. 10.2.1. Output and the next Key and V are one key stream: CTR from V + 1
 * gives the output, then the seed's length for the update. A short request so costs one call of the kernel and one
 * expansion of a key.
 */
#include "afterburner/drbg.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

enum { SHORT = 208 }; /* bytes of a request that is computed together with the update */

static const uint8_t zeros[SHORT + AB_CTR_DRBG_MAX_SEED];

/* V + 1 of a V that is in place. */
static void increment(uint8_t block[AB_AES_BLOCK])
{
    unsigned carry = 1;

    for (size_t i = AB_AES_BLOCK; i-- > 0; carry >>= 8)
        block[i] = (uint8_t)(carry += block[i]);
}

/* Take Key and V from a seed. */
static void set_seed(struct ab_ctr_drbg *c, const uint8_t *seed)
{
    c->kernels->expand_encrypt(&c->key, seed, c->key_len);
    memcpy(c->next, seed + c->key_len, AB_AES_BLOCK);
    increment(c->next);
    AB_PUBLIC(c->next, AB_AES_BLOCK); /* a counter: docs/constant-time.md, CTR */
}

/* ---- Block_Cipher_df, sec. 10.3.2 ---- */

/* Up to three chains BCC (sec. 10.3.3) over the same blocks, whose first block is their number. */
struct chains {
    const struct ab_aes_kernels *kernels;
    struct ab_aes_key key;
    uint8_t value[3][AB_AES_BLOCK], block[AB_AES_BLOCK];
    size_t num, used; /* chains; bytes in `block` */
};

static void absorb_block(struct chains *b)
{
    for (size_t i = 0; i < b->num; i++)
        for (size_t j = 0; j < AB_AES_BLOCK; j++)
            b->value[i][j] ^= b->block[j];
    b->kernels->ecb_encrypt(&b->key, b->value[0], b->value[0], b->num);
    b->used = 0;
}

static void absorb(struct chains *b, const uint8_t *data, size_t len)
{
    size_t n;

    for (; len > 0; data += n, len -= n) {
        n = AB_AES_BLOCK - b->used;
        n = len < n ? len : n;
        memcpy(b->block + b->used, data, n);
        b->used += n;
        if (b->used == AB_AES_BLOCK)
            absorb_block(b);
    }
}

/* Absorb L | N | input | 80 | 0 ..., lengths in bytes. */
static void absorb_input(struct chains *b, const struct ab_drbg_input *in, size_t num_in, size_t seed_len)
{
    size_t len = 0;
    uint8_t head[8] = { 0 }, end = 0x80;

    for (size_t i = 0; i < num_in; i++)
        len += in[i].len;
    for (size_t i = 0; i < 4; i++)
        head[i] = (uint8_t)(len >> (24 - 8 * i));
    head[7] = (uint8_t)seed_len;
    absorb(b, head, sizeof(head));
    for (size_t i = 0; i < num_in; i++)
        absorb(b, in[i].data, in[i].len);
    absorb(b, &end, 1);
    if (b->used > 0) {
        memset(b->block + b->used, 0, AB_AES_BLOCK - b->used);
        absorb_block(b);
    }
}

static void derive(const struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in,
                   uint8_t seed[AB_CTR_DRBG_MAX_SEED])
{
    struct chains b = { .kernels = c->df, .num = (c->key_len + 2 * AB_AES_BLOCK - 1) / AB_AES_BLOCK };
    uint8_t key[32], *all = b.value[0];

    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)i;
    b.kernels->expand_encrypt(&b.key, key, c->key_len);
    for (unsigned i = 0; i < b.num; i++)
        b.value[i][3] = (uint8_t)i;
    b.kernels->ecb_encrypt(&b.key, all, all, b.num);
    absorb_input(&b, in, num_in, ab_ctr_drbg_seed_len(c->key_len));
    b.kernels->expand_encrypt(&b.key, all, c->key_len);
    b.kernels->ecb_encrypt(&b.key, all + c->key_len, seed, 1);
    for (size_t i = AB_AES_BLOCK; i < ab_ctr_drbg_seed_len(c->key_len); i += AB_AES_BLOCK)
        b.kernels->ecb_encrypt(&b.key, seed + i - AB_AES_BLOCK, seed + i, 1);
    ab_wipe(&b, sizeof(b));
}

/* ---- the generator ---- */

/* The seed that inputs stand for: derived from them, or their sum. */
static void make_seed(const struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in,
                      uint8_t seed[AB_CTR_DRBG_MAX_SEED])
{
    if (c->df != NULL) {
        derive(c, in, num_in, seed);
        return;
    }
    memset(seed, 0, AB_CTR_DRBG_MAX_SEED);
    for (size_t i = 0; i < num_in; i++)
        for (size_t j = 0; j < in[i].len; j++)
            seed[j] ^= in[i].data[j];
}

/* CTR_DRBG_Update, sec. 10.2.1.2. seed NULL: zeros. */
static void update(struct ab_ctr_drbg *c, const uint8_t *seed)
{
    uint8_t stream[AB_CTR_DRBG_MAX_SEED], tail[AB_AES_BLOCK];

    c->kernels->ctr(&c->key, c->next, seed == NULL ? zeros : seed, stream, ab_ctr_drbg_seed_len(c->key_len), tail);
    set_seed(c, stream);
    ab_wipe(stream, sizeof(stream));
    ab_wipe(tail, sizeof(tail));
}

static void mix_in(struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in)
{
    uint8_t seed[AB_CTR_DRBG_MAX_SEED];

    make_seed(c, in, num_in, seed);
    update(c, seed);
    ab_wipe(seed, sizeof(seed));
}

void ab_ctr_drbg_init(struct ab_ctr_drbg *c, const struct ab_aes_kernels *kernels, const struct ab_aes_kernels *df,
                      size_t key_len)
{
    c->kernels = kernels;
    c->df = df;
    c->key_len = (uint32_t)key_len;
}

void ab_ctr_drbg_instantiate(struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in)
{
    set_seed(c, zeros);
    mix_in(c, in, num_in);
}

void ab_ctr_drbg_reseed(struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in)
{
    mix_in(c, in, num_in);
}

/* Whole blocks of output and the update in one key stream; len is at most SHORT. */
static void generate_short(struct ab_ctr_drbg *c, uint8_t *out, size_t len)
{
    size_t whole = (len + AB_AES_BLOCK - 1) / AB_AES_BLOCK * AB_AES_BLOCK;
    size_t all = whole + ab_ctr_drbg_seed_len(c->key_len);
    uint8_t stream[SHORT + AB_CTR_DRBG_MAX_SEED], tail[AB_AES_BLOCK];

    c->kernels->ctr(&c->key, c->next, zeros, stream, all, tail);
    memcpy(out, stream, len);
    set_seed(c, stream + whole);
    ab_wipe(stream, all);
    ab_wipe(tail, sizeof(tail));
}

static void generate_long(struct ab_ctr_drbg *c, const uint8_t *seed, uint8_t *out, size_t len)
{
    uint8_t tail[AB_AES_BLOCK];

    memset(out, 0, len);
    c->kernels->ctr(&c->key, c->next, out, out, len, tail);
    update(c, seed);
    ab_wipe(tail, sizeof(tail));
}

void ab_ctr_drbg_generate(struct ab_ctr_drbg *c, const uint8_t *more, size_t more_len, uint8_t *out, size_t len)
{
    const struct ab_drbg_input in = { more, more_len };
    uint8_t seed[AB_CTR_DRBG_MAX_SEED];

    if (more_len > 0) {
        make_seed(c, &in, 1, seed);
        update(c, seed);
        generate_long(c, seed, out, len);
        ab_wipe(seed, sizeof(seed));
    } else if (len <= SHORT) {
        generate_short(c, out, len);
    } else {
        generate_long(c, NULL, out, len);
    }
}

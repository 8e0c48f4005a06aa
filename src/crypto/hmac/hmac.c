/* HMAC (FIPS 198-1, RFC 2104) over any hash function, with keys as chaining values. */
#include "afterburner/hmac.h"

#include <string.h>

#include "crypto/hash/construction.h"
#include "crypto/hash/chunks.h"
#include "crypto/hmac/hmac_outer.h"
#include "ct/ct.h"

enum { INNER_PAD = 0x36, OUTER_PAD = 0x5c };

typedef uint64_t vector __attribute__((vector_size(AB_CHUNK), aligned(AB_CHUNK), may_alias));

/* Copy a chaining value in whole chunks; a call of memcpy for so few bytes would take longer. */
static void copy_chain(void *to, const void *from, size_t len)
{
    const vector *v = from;
    vector *out = to;

    for (size_t i = 0; i < len; i += AB_CHUNK) {
        *out++ = *v++;
        __asm__ volatile("" : "+r"(v));
    }
}

/* 1 if the key keeps chaining values. */
static int has_chain(const struct ab_hash *hash)
{
    return hash->algorithm->construction->resume != NULL;
}

/* out = in ^ byte, for len bytes */
static void pad_key(union ab_hmac_block *out, const union ab_hmac_block *in, size_t len, uint8_t byte)
{
    uint64_t bytes = 0x0101010101010101 * byte;

    for (size_t i = 0; i < len / 8; i++)
        out->words[i] = in->words[i] ^ bytes;
}

static void hash_key(union ab_hmac_block *b, const struct ab_hash *hash, const uint8_t *key, size_t len)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, key, len);
    ab_hash_final(&c, b->bytes);
}

/*
 * Compress the two blocks, in step where lanes are interleaved. Vector lanes (min_lanes) transpose first, too much for
 * one block.
 */
static void take_blocks(struct ab_hmac_key *k, const union ab_hmac_block *inner, const union ab_hmac_block *outer)
{
    const struct ab_hash_algorithm *a = k->hash->algorithm;
    const struct ab_hash_kernels *kernels = k->hash->kernels;
    void *const chains[] = { k->u.chain.inner, k->u.chain.outer };
    const uint8_t *const blocks[] = { inner->bytes, outer->bytes };

    a->construction->begin(a, chains[0]);
    a->construction->begin(a, chains[1]);
    if (kernels->max_lanes >= 2 && kernels->min_lanes == 0) {
        kernels->compress_lanes(chains, blocks, 1, a->block_len, 2);
    } else {
        a->construction->compress(k->hash, chains[0], blocks[0], 1);
        a->construction->compress(k->hash, chains[1], blocks[1], 1);
    }
}

static void begin_message(struct ab_hash_ctx *c, const struct ab_hash *hash, const union ab_hmac_block *b)
{
    ab_hash_init(c, hash);
    ab_hash_update(c, b->bytes, hash->algorithm->block_len);
}

void ab_hmac_set_key(struct ab_hmac_key *k, const struct ab_hash *hash, const uint8_t *key, size_t len)
{
    size_t block_len = hash->algorithm->block_len;
    union ab_hmac_block inner, outer;

    memset(outer.bytes, 0, block_len);
    if (len > block_len)
        hash_key(&outer, hash, key, len);
    else if (len != 0)
        memcpy(outer.bytes, key, len);
    pad_key(&inner, &outer, block_len, INNER_PAD);
    pad_key(&outer, &outer, block_len, OUTER_PAD);
    k->hash = hash;
    if (has_chain(hash)) {
        take_blocks(k, &inner, &outer);
    } else {
        begin_message(&k->u.message.inner, hash, &inner);
        begin_message(&k->u.message.outer, hash, &outer);
    }
    ab_wipe(inner.bytes, block_len);
    ab_wipe(outer.bytes, block_len);
}

void ab_hmac_copy_key(struct ab_hmac_key *to, const struct ab_hmac_key *from)
{
    size_t len = from->hash->algorithm->construction->chain_len;

    to->hash = from->hash;
    if (has_chain(from->hash)) {
        copy_chain(to->u.chain.inner, from->u.chain.inner, len);
        copy_chain(to->u.chain.outer, from->u.chain.outer, len);
    } else {
        ab_hash_copy(&to->u.message.inner, &from->u.message.inner);
        ab_hash_copy(&to->u.message.outer, &from->u.message.outer);
    }
}

void ab_hmac_wipe(struct ab_hmac_key *k)
{
    if (has_chain(k->hash)) {
        ab_wipe(k->u.chain.inner, k->hash->algorithm->construction->chain_len);
        ab_wipe(k->u.chain.outer, k->hash->algorithm->construction->chain_len);
    } else {
        ab_hash_wipe(&k->u.message.inner);
        ab_hash_wipe(&k->u.message.outer);
    }
}

void ab_hmac_init(struct ab_hash_ctx *message, const struct ab_hmac_key *k)
{
    if (!has_chain(k->hash)) {
        ab_hash_copy(message, &k->u.message.inner);
        return;
    }
    message->hash = k->hash;
    k->hash->algorithm->construction->resume(message, k->u.chain.inner, k->hash->algorithm->block_len);
}

void ab_hmac_outer_chain(const struct ab_hmac_key *k, union ab_hmac_block *b, uint8_t *chain)
{
    const struct ab_hash_algorithm *a = k->hash->algorithm;
    size_t len = a->digest_len, begun = len % AB_CHUNK;

    if (begun != 0)
        ab_chunk_store(b->bytes + len - begun, ab_chunk_load_part(b->bytes + len - begun, begun));
    copy_chain(chain, k->u.chain.outer, a->construction->chain_len);
    a->construction->compress(k->hash, chain, b->bytes, a->construction->pad(a, b->bytes, len, a->block_len + len));
}

static void end_chain(const struct ab_hmac_key *k, union ab_hmac_block *b, uint8_t *out)
{
    uint8_t chain[AB_HMAC_MAX_CHAIN] __attribute__((aligned(AB_CHUNK)));

    ab_hmac_outer_chain(k, b, chain);
    k->hash->algorithm->construction->read(k->hash->algorithm, chain, out);
    ab_wipe(chain, k->hash->algorithm->construction->chain_len);
}

static void end_message(const struct ab_hmac_key *k, const union ab_hmac_block *b, uint8_t *out)
{
    struct ab_hash_ctx c;

    ab_hash_copy(&c, &k->u.message.outer);
    ab_hash_update(&c, b->bytes, k->hash->algorithm->digest_len);
    ab_hash_final(&c, out);
}

void ab_hmac_outer(const struct ab_hmac_key *k, union ab_hmac_block *b, uint8_t *out)
{
    if (has_chain(k->hash))
        end_chain(k, b, out);
    else
        end_message(k, b, out);
    ab_wipe(b->bytes, k->hash->algorithm->digest_len);
}

void ab_hmac_final(struct ab_hash_ctx *message, const struct ab_hmac_key *k, uint8_t *out)
{
    union ab_hmac_block b;

    k->hash->algorithm->construction->final(message, b.bytes);
    ab_hash_wipe(message);
    ab_hmac_outer(k, &b, out);
}

void ab_hmac(const struct ab_hmac_key *k, const uint8_t *data, size_t len, uint8_t *out)
{
    struct ab_hash_ctx message;

    ab_hmac_init(&message, k);
    ab_hash_update(&message, data, len);
    ab_hmac_final(&message, k, out);
}

/*
 * Keys of AES-CBC-HMAC, and sealing of one record. The chains of AES and of the MAC run in parallel from the first
 * block to the last few: the interleaved kernels do so themselves, and neighbouring calls overlap, since neither chain
 * waits for the other until the MAC is encrypted.
 */
#include "crypto/tls/cbc_hmac.h"

#include "ct/ct.h"

enum { INNER_PAD = 0x36, OUTER_PAD = 0x5c };

/* The implementation whose instructions the woven kernels have, and no others: it serves at every level. */
static const struct ab_hash *hash_of(enum ab_hash_id id)
{
    const struct ab_hash *h = ab_hash_list(id);

    while (h->kernels->needs.bits != AB_BIT_SHA || h->kernels->needs.level != AB_LEVEL_SSE41)
        h++;
    return h;
}

void ab_cbc_hmac_set_key(struct ab_cbc_hmac *c, const struct ab_aes_kernels *kernels, enum ab_hash_id id,
                         const uint8_t *key, size_t key_len)
{
    c->hash = hash_of(id);
    ab_aes_ecb_set_key(&c->aes, kernels, key, key_len);
    c->hash->algorithm->construction->begin(c->hash->algorithm, c->inner);
    memcpy(c->outer, c->inner, sizeof(c->outer));
    c->num_keyed = 0;
}

static void start(const struct ab_cbc_hmac *c, uint32_t state[8], const uint8_t *key, uint8_t pad)
{
    uint8_t block[HASH_BLOCK];

    for (size_t i = 0; i < sizeof(block); i++)
        block[i] = key[i] ^ pad;
    c->hash->algorithm->construction->begin(c->hash->algorithm, state);
    c->hash->kernels->compress32(state, block, 1);
    ab_wipe(block, sizeof(block));
}

void ab_cbc_hmac_set_mac_key(struct ab_cbc_hmac *c, const uint8_t *key, size_t len)
{
    uint8_t block[HASH_BLOCK] = { 0 };
    struct ab_hash_ctx longer;

    if (len > sizeof(block)) {
        ab_hash_init(&longer, c->hash);
        ab_hash_update(&longer, key, len);
        ab_hash_final(&longer, block);
    } else if (len != 0) {
        memcpy(block, key, len);
    }
    start(c, c->inner, block, INNER_PAD);
    start(c, c->outer, block, OUTER_PAD);
    c->num_keyed = sizeof(block);
    ab_wipe(block, sizeof(block));
}

void ab_cbc_hmac_wipe(struct ab_cbc_hmac *c)
{
    ab_wipe(c, sizeof(*c));
}

size_t ab_cbc_hmac_sealed_len(const struct ab_cbc_hmac *c, size_t len)
{
    return (len + mac_len_of(c)) / AB_AES_BLOCK * AB_AES_BLOCK + AB_AES_BLOCK;
}

size_t ab_cbc_hmac_put_last(const struct ab_cbc_hmac *c, uint8_t out[4 * AB_AES_BLOCK], const uint8_t *data, size_t len,
                            const uint8_t *mac)
{
    size_t used = len + mac_len_of(c), num_blocks = used / AB_AES_BLOCK + 1, pad = AB_AES_BLOCK * num_blocks - used;
    uint8_t padding[AB_AES_BLOCK];

    memset(out, 0, 4 * AB_AES_BLOCK);
    memset(padding, (int)(pad - 1), sizeof(padding));
    ab_chunk_append(out, 0, data, len);
    ab_chunk_append(out, len, mac, mac_len_of(c));
    ab_chunk_append(out, used, padding, pad);
    return num_blocks;
}

/* Compute the MAC from the state after all whole blocks: `used` bytes in tail remain, of num_bytes in all. */
static void finish_mac(const struct ab_cbc_hmac *c, uint32_t state[8], uint8_t tail[2 * HASH_BLOCK], size_t used,
                       size_t num_bytes, uint8_t mac[AB_CBC_HMAC_MAX_MAC])
{
    _Alignas(AB_CHUNK) uint32_t outer[8];

    c->hash->kernels->compress32(state, tail, pad_tail(c, tail, used, num_bytes));
    put_outer_block(c, tail, state);
    memcpy(outer, c->outer, sizeof(outer));
    c->hash->kernels->compress32(outer, tail, 1);
    read_digest(c, outer, mac);
    ab_wipe(outer, sizeof(outer));
}

/* A record on its way: how far AES is, from in on, and the MAC, from data on. */
struct progress {
    uint8_t *iv;
    const uint8_t *in, *data;
    uint8_t *out;
};

static void encrypt(const struct ab_cbc_hmac *c, struct progress *p, size_t num_blocks)
{
    c->aes.kernels->cbc_encrypt(&c->aes.key, p->iv, p->in, p->out, num_blocks);
    p->in += AB_AES_BLOCK * num_blocks;
    p->out += AB_AES_BLOCK * num_blocks;
}

/* All whole blocks of the hash function. In place, what AES writes stays behind what was hashed. */
static void weave(const struct ab_cbc_hmac *c, struct progress *p, uint32_t state[8], size_t data_len)
{
    ab_woven_encrypt_fn *woven = is_sha1(c) ? c->aes.kernels->cbc_sha1_encrypt : c->aes.kernels->cbc_sha256_encrypt;
    size_t num_steps = (data_len - HEAD_DATA) / HASH_BLOCK, len = HASH_BLOCK * num_steps;

    encrypt(c, p, HEAD_BLOCKS);
    woven(&c->aes.key, p->iv, p->in, p->out, state, p->data + HEAD_DATA, num_steps);
    p->in += len;
    p->out += len;
    p->data += HEAD_DATA + len;
}

void ab_cbc_hmac_seal(const struct ab_cbc_hmac *c, uint8_t iv[AB_AES_BLOCK], const uint8_t header[AB_CBC_HMAC_HEADER],
                      const uint8_t *in, uint8_t *out, size_t prefix_len, size_t len)
{
    struct progress p = { iv, in, in + prefix_len, out };
    const uint8_t *end = in + prefix_len + len;
    _Alignas(AB_CHUNK) uint8_t tail[2 * HASH_BLOCK], last[4 * AB_AES_BLOCK], mac[AB_CBC_HMAC_MAX_MAC];
    _Alignas(AB_CHUNK) uint32_t state[8];
    size_t used = 0, num_whole = (prefix_len + len) / AB_AES_BLOCK, left;

    memcpy(state, c->inner, sizeof(state));
    if (len >= HEAD_DATA) {
        put_head(tail, header, p.data, len);
        c->hash->kernels->compress32(state, tail, 1);
        weave(c, &p, state, len);
    } else {
        put_pseudo_header(tail, header, len);
        used = PSEUDO_LEN;
    }
    left = (size_t)(end - p.data);
    if (left != 0)
        ab_chunk_append(tail, used, p.data, left);
    encrypt(c, &p, num_whole - (size_t)(p.in - in) / AB_AES_BLOCK);
    finish_mac(c, state, tail, used + left, PSEUDO_LEN + len, mac);
    left = ab_cbc_hmac_put_last(c, last, p.in, (size_t)(end - p.in), mac);
    c->aes.kernels->cbc_encrypt(&c->aes.key, iv, last, p.out, left);
    ab_wipe(tail, sizeof(tail));
    ab_wipe(last, sizeof(last));
    ab_wipe(mac, sizeof(mac));
    ab_wipe(state, sizeof(state));
}

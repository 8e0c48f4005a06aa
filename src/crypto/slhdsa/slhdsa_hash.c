/* The tweakable hash functions of FIPS 205 sec. 11, of many strings side by side. */
#include <string.h>

#include "crypto/hash/construction.h"
#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

enum { MAX_LANES = 32, MAX_CHAIN = 208 /* of a hash function */, MAX_BLOCK = 136, COMPRESSED_LEN = 22 };

/* ---- addresses ---- */

static void put32(uint8_t *out, uint32_t x)
{
    x = __builtin_bswap32(x);
    memcpy(out, &x, sizeof(x));
}

void ab_slhdsa_set_word(ab_slhdsa_address a, unsigned at, uint32_t word)
{
    put32(a + at, word);
}

void ab_slhdsa_set_type(ab_slhdsa_address a, enum ab_slhdsa_type type)
{
    put32(a + 16, type);
}

void ab_slhdsa_set_address(ab_slhdsa_address a, unsigned layer, uint64_t tree, enum ab_slhdsa_type type)
{
    memset(a, 0, AB_SLHDSA_ADDRESS_LEN);
    put32(a, layer);
    put32(a + 8, (uint32_t)(tree >> 32));
    put32(a + 12, (uint32_t)tree);
    ab_slhdsa_set_type(a, type);
}

/* ADRSc of sec. 11.2. */
static void compress_address(uint8_t out[COMPRESSED_LEN], const ab_slhdsa_address a)
{
    out[0] = a[3];
    memcpy(out + 1, a + 8, 8);
    out[9] = a[19];
    memcpy(out + 10, a + 20, 12);
}

/* ---- the state after PK.seed ---- */

static void absorb_seed(const struct ab_slhdsa_key *key, const struct ab_hash *hash, void *chain)
{
    const struct ab_hash_algorithm *a = hash->algorithm;
    uint8_t block[128] = { 0 };

    memcpy(block, key->pk_seed, key->params->n);
    a->construction->begin(a, chain);
    a->construction->compress(hash, chain, block, 1);
}

void ab_slhdsa_set_prefix(struct ab_slhdsa_key *key)
{
    uint64_t chain[8] __attribute__((aligned(16)));

    if (key->params->is_shake)
        return;
    absorb_seed(key, key->kernels->narrow, chain);
    memcpy(key->narrow, chain, sizeof(key->narrow));
    absorb_seed(key, key->kernels->wide, chain);
    memcpy(key->wide, chain, sizeof(key->wide));
}

/* ---- strings that are hashed side by side ---- */

struct batch {
    const struct ab_hash *hash;
    unsigned num;
    void *chain[MAX_LANES];
    const uint8_t *block[MAX_LANES];
    uint8_t chains[MAX_LANES][MAX_CHAIN] __attribute__((aligned(16)));
    uint8_t blocks[MAX_LANES][2 * MAX_BLOCK] __attribute__((aligned(16)));
};

/* Start the first b->num strings: write the start of their first blocks. Return its length. */
static size_t start(struct batch *b, const struct ab_slhdsa_key *key, const ab_slhdsa_address *addresses)
{
    const struct ab_hash_algorithm *a = b->hash->algorithm;
    const size_t n = key->params->n;

    for (unsigned i = 0; i < b->num; i++) {
        b->chain[i] = b->chains[i];
        b->block[i] = b->blocks[i];
        if (key->params->is_shake) {
            a->construction->begin(a, b->chains[i]);
            memcpy(b->blocks[i], key->pk_seed, n);
            memcpy(b->blocks[i] + n, addresses[i], AB_SLHDSA_ADDRESS_LEN);
        } else {
            memcpy(b->chains[i], a->id == AB_HASH_SHA256 ? (const void *)key->narrow : key->wide,
                   a->construction->chain_len);
            compress_address(b->blocks[i], addresses[i]);
        }
    }
    return key->params->is_shake ? n + AB_SLHDSA_ADDRESS_LEN : COMPRESSED_LEN;
}

static void compress(struct batch *b, size_t num_blocks)
{
    const struct ab_hash_kernels *k = b->hash->kernels;
    const struct ab_hash_algorithm *a = b->hash->algorithm;

    if (b->num > 1 && b->num >= k->min_lanes && k->max_lanes != 0)
        k->compress_lanes(b->chain, b->block, num_blocks, a->block_len, b->num);
    else
        for (unsigned i = 0; i < b->num; i++)
            a->construction->compress(b->hash, b->chain[i], b->block[i], num_blocks);
}

/* Hash the rest of each string, len bytes at in[i len], after the first `used` ones in the blocks. */
static void absorb(struct batch *b, size_t used, size_t num_bytes, const uint8_t *in, size_t len)
{
    const struct ab_hash_algorithm *a = b->hash->algorithm;
    size_t done = 0, part, num_blocks = 1;

    for (;; done += part, used = 0) {
        part = len - done < a->block_len - used ? len - done : a->block_len - used;
        for (unsigned i = 0; i < b->num; i++)
            memcpy(b->blocks[i] + used, in + i * len + done, part);
        if (used + part < a->block_len)
            break;
        compress(b, 1);
    }
    for (unsigned i = 0; i < b->num; i++) {
        memset(b->blocks[i] + used + part, 0, 16);
        num_blocks = a->construction->pad(a, b->blocks[i], used + part, num_bytes);
    }
    compress(b, num_blocks);
}

static void finish(struct batch *b, uint8_t *out, size_t n)
{
    const struct ab_hash_algorithm *a = b->hash->algorithm;
    uint8_t digest[AB_HASH_MAX_DIGEST];

    for (unsigned i = 0; i < b->num; i++, out += n) {
        a->construction->read(a, b->chains[i], digest);
        memcpy(out, digest, n);
    }
    ab_wipe(digest, sizeof(digest));
}

static void wipe(struct batch *b)
{
    ab_wipe(b->chains, b->num * sizeof(b->chains[0]));
    ab_wipe(b->blocks, b->num * sizeof(b->blocks[0]));
}

static unsigned lanes_of(const struct ab_hash *hash)
{
    return hash->kernels->max_lanes == 0 ? 1 : hash->kernels->max_lanes;
}

static void hash(const struct ab_slhdsa_key *key, const struct ab_hash *function, const ab_slhdsa_address *addresses,
                 const uint8_t *in, size_t len, uint8_t *out, unsigned num)
{
    const unsigned lanes = lanes_of(function);
    const size_t n = key->params->n, seed_len = key->params->is_shake ? 0 : function->algorithm->block_len;
    struct batch b;
    size_t used;

    b.hash = function;
    for (unsigned done = 0; done < num; done += b.num) {
        b.num = num - done < lanes ? num - done : lanes;
        used = start(&b, key, addresses + done);
        absorb(&b, used, seed_len + used + len, in + done * len, len);
        finish(&b, out + done * n, n);
    }
    b.num = num < lanes ? num : lanes;
    wipe(&b);
}

void ab_slhdsa_hash(const struct ab_slhdsa_key *key, const ab_slhdsa_address *addresses, const uint8_t *in, size_t len,
                    uint8_t *out, unsigned num)
{
    hash(key, key->params->category == 1 ? key->kernels->narrow : key->kernels->wide, addresses, in, len, out, num);
}

/* ---- chains ---- */

static void run_chain(const struct ab_slhdsa_key *key, const struct ab_slhdsa_chain *chain, uint8_t *value)
{
    const size_t n = key->params->n;
    ab_slhdsa_address address;

    memcpy(address, chain->address, sizeof(address));
    for (unsigned i = 0;; i++, address[AB_SLHDSA_HASH + 3]++) {
        if (chain->kept != NULL && i == chain->kept_step)
            memcpy(chain->kept, value, n);
        if (i == chain->num_steps)
            break;
        hash(key, key->kernels->narrow, (const ab_slhdsa_address *)&address, value, n, value, 1);
    }
}

/* run may be NULL. */
static void run_by(ab_slhdsa_chains_fn *run, const struct ab_slhdsa_key *key, const struct ab_slhdsa_chain *chains,
                   uint8_t *values, unsigned num)
{
    const void *seed = key->params->is_shake ? (const void *)key->pk_seed : key->narrow;

    if (run != NULL)
        run(seed, key->params->n, chains, values, num);
    else
        for (unsigned i = 0; i < num; i++)
            run_chain(key, &chains[i], values + i * (size_t)key->params->n);
}

void ab_slhdsa_run_chains(const struct ab_slhdsa_key *key, const struct ab_slhdsa_chain *chains, uint8_t *values,
                          unsigned num)
{
    run_by(key->kernels->chains, key, chains, values, num);
}

void ab_slhdsa_run_uneven_chains(const struct ab_slhdsa_key *key, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                 unsigned num)
{
    run_by(key->kernels->uneven != NULL ? key->kernels->uneven : key->kernels->chains, key, chains, values, num);
}

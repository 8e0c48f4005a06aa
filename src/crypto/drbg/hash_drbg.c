/* Hash_DRBG, SP 800-90A rev. 1 sec. 10.1.1. V and C are big-endian numbers modulo 2^(8 seed_len). */
#include "afterburner/drbg.h"

#include <string.h>

#include "crypto/hash/iterate.h"
#include "ct/ct.h"

static uint64_t load(const uint8_t *bytes, size_t len)
{
    uint64_t word = 0;

    if (len >= sizeof(word)) {
        memcpy(&word, bytes + len - sizeof(word), sizeof(word));
        return __builtin_bswap64(word);
    }
    for (size_t i = 0; i < len; i++)
        word = word << 8 | bytes[i];
    return word;
}

/*
 * number += addend, both big-endian; len >= addend_len. Words of the end first, then the bytes before them. The time
 * depends on the lengths alone.
 */
static void add(uint8_t *number, size_t len, const uint8_t *addend, size_t addend_len)
{
    uint64_t carry = 0, word, sum;
    size_t i = len, j = addend_len;

    for (; i >= 8; i -= 8, j -= j < 8 ? j : 8) {
        word = load(number, i);
        sum = word + carry;
        carry = sum < word;
        word = sum + load(addend, j);
        carry |= word < sum;
        word = __builtin_bswap64(word);
        memcpy(number + i - 8, &word, sizeof(word));
    }
    for (; i-- > 0; carry >>= 8) {
        carry += number[i];
        if (j > 0)
            carry += addend[--j];
        number[i] = (uint8_t)carry;
    }
}

static void add_number(uint8_t *number, size_t len, uint32_t n)
{
    const uint8_t bytes[4] = { (uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n };

    add(number, len, bytes, sizeof(bytes));
}

/*
 * Hash_df (sec. 10.3.1) of the bytes of the head, V if the head is not empty, and the inputs, to out, seed_len bytes,
 * which may be V or C.
 */
static void derive(const struct ab_hash_drbg *h, const uint8_t *head, size_t head_len, const struct ab_drbg_input *in,
                   size_t num_in, uint8_t *out)
{
    size_t digest_len = h->hash->algorithm->digest_len, bits = 8 * h->seed_len, n;
    uint8_t start[5] = { 1, 0, 0, (uint8_t)(bits >> 8), (uint8_t)bits };
    uint8_t made[AB_HASH_DRBG_MAX_SEED], digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx message;

    for (size_t done = 0; done < h->seed_len; done += n, start[0]++) {
        ab_hash_init(&message, h->hash);
        ab_hash_update(&message, start, sizeof(start));
        ab_hash_update(&message, head, head_len);
        if (head_len > 0)
            ab_hash_update(&message, h->v, h->seed_len);
        for (size_t i = 0; i < num_in; i++)
            ab_hash_update(&message, in[i].data, in[i].len);
        ab_hash_final(&message, digest);
        n = h->seed_len - done < digest_len ? h->seed_len - done : digest_len;
        memcpy(made + done, digest, n);
    }
    memcpy(out, made, h->seed_len);
    ab_wipe(made, sizeof(made));
    ab_wipe(digest, sizeof(digest));
}

/* C = Hash_df(0 | V); the end of instantiation and of reseeding. */
static void begin(struct ab_hash_drbg *h)
{
    static const uint8_t head[] = { 0 };

    derive(h, head, sizeof(head), NULL, 0, h->c);
    h->reseed_counter = 1;
}

void ab_hash_drbg_instantiate(struct ab_hash_drbg *h, const struct ab_hash *hash, const struct ab_drbg_input *in,
                              size_t num_in)
{
    h->hash = hash;
    h->seed_len = ab_hash_drbg_seed_len(hash->algorithm->digest_len);
    derive(h, NULL, 0, in, num_in, h->v);
    begin(h);
}

void ab_hash_drbg_reseed(struct ab_hash_drbg *h, const struct ab_drbg_input *in, size_t num_in)
{
    static const uint8_t head[] = { 1 };

    derive(h, head, sizeof(head), in, num_in, h->v);
    begin(h);
}

/* V += Hash(first | V | more). */
static void add_hash(struct ab_hash_drbg *h, uint8_t first, const uint8_t *more, size_t more_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx message;

    ab_hash_init(&message, h->hash);
    ab_hash_update(&message, &first, 1);
    ab_hash_update(&message, h->v, h->seed_len);
    ab_hash_update(&message, more, more_len);
    ab_hash_final(&message, digest);
    add(h->v, h->seed_len, digest, h->hash->algorithm->digest_len);
    ab_wipe(digest, sizeof(digest));
}

/* ---- Hashgen, sec. 10.1.1.4: Hash(V) | Hash(V + 1) | ... ---- */

enum { LANE_BLOCK = 128, FEW = 4 }; /* the longest block that is hashed in lanes; fewer digests do not pay */

struct lane {
    uint8_t block[LANE_BLOCK],
        chain[LANE_BLOCK]; /* a whole padded message; its chaining value, no longer than a block */
} __attribute__((aligned(64)));

/* How many of the whole digests in len bytes run best together, one block each. */
static unsigned num_together(const struct ab_hash_drbg *h, size_t len)
{
    const struct ab_hash_algorithm *a = h->hash->algorithm;
    const struct ab_hash_kernels *kernels = h->hash->kernels;
    const size_t chain_len = a->construction->chain_len, least = kernels->min_lanes < FEW ? FEW : kernels->min_lanes;
    unsigned num = 0;

    for (; num < kernels->max_lanes && len >= a->digest_len; num++) /* a division is not of constant time */
        len -= a->digest_len;

    if (chain_len == 0 || chain_len > LANE_BLOCK || a->block_len > LANE_BLOCK
        || h->seed_len + a->construction->min_padding > a->block_len || num < least || kernels->max_lanes < least)
        return 1;
    return num;
}

/* out := the num digests of data, data + 1 ... Adds num to data. */
static void write_together(const struct ab_hash_drbg *h, uint8_t *data, unsigned num, uint8_t *out)
{
    const struct ab_hash_algorithm *a = h->hash->algorithm;
    const uint8_t *in[AB_MAX_LANES] = { NULL };
    struct lane lanes[AB_MAX_LANES];
    void *chains[AB_MAX_LANES] = { NULL };

    for (unsigned i = 0; i < num; i++) {
        memset(lanes[i].block, 0, LANE_BLOCK);
        memcpy(lanes[i].block, data, h->seed_len);
        a->construction->pad(a, lanes[i].block, h->seed_len, h->seed_len);
        a->construction->begin(a, lanes[i].chain);
        in[i] = lanes[i].block;
        chains[i] = lanes[i].chain;
        add_number(data, h->seed_len, 1);
    }
    h->hash->kernels->compress_lanes(chains, in, 1, a->block_len, num);
    for (unsigned i = 0; i < num; i++)
        a->construction->read(a, lanes[i].chain, out + i * a->digest_len);
    ab_wipe(lanes, num * sizeof(lanes[0]));
}

static void write_one(const struct ab_hash_drbg *h, uint8_t *data, uint8_t *out, size_t len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx message;

    ab_hash_init(&message, h->hash);
    ab_hash_update(&message, data, h->seed_len);
    ab_hash_final(&message, digest);
    memcpy(out, digest, len < h->hash->algorithm->digest_len ? len : h->hash->algorithm->digest_len);
    add_number(data, h->seed_len, 1);
    ab_wipe(digest, sizeof(digest));
}

static void write_hashes(const struct ab_hash_drbg *h, uint8_t *out, size_t len)
{
    const size_t digest_len = h->hash->algorithm->digest_len;
    uint8_t data[AB_HASH_DRBG_MAX_SEED];

    memcpy(data, h->v, h->seed_len);
    for (size_t n; len > 0; out += n, len -= n) {
        const unsigned num = num_together(h, len);

        n = num * digest_len < len ? num * digest_len : len;
        if (num > 1)
            write_together(h, data, num, out);
        else
            write_one(h, data, out, n);
    }
    ab_wipe(data, sizeof(data));
}

void ab_hash_drbg_generate(struct ab_hash_drbg *h, const uint8_t *more, size_t more_len, uint8_t *out, size_t len)
{
    if (more_len > 0)
        add_hash(h, 2, more, more_len);
    write_hashes(h, out, len);
    add_hash(h, 3, NULL, 0);
    add(h->v, h->seed_len, h->c, h->seed_len);
    add_number(h->v, h->seed_len, h->reseed_counter++);
}

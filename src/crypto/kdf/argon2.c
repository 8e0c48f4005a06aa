/* Argon2 (RFC 9106): check its costs, hash the inputs into the first blocks, and the last blocks into the output. */
#include "afterburner/argon2.h"

#include <string.h>

#include "crypto/hash/blake2.h"
#include "ct/ct.h"
#include "kernels/argon2/argon2_kernels.h"

enum { DIGEST = 64, SLICES = AB_ARGON2_SLICES, LANE_MIN = 2 * SLICES /* KiB */ };

static uint32_t segment_len_of(const struct ab_argon2_cost *cost)
{
    return cost->memory / (SLICES * cost->lanes);
}

static uint32_t lane_len_of(const struct ab_argon2_cost *cost)
{
    return SLICES * segment_len_of(cost);
}

/* The sizes of sec. 3.1, and memory in whole segments (sec. 3.2, step 2). */
int ab_argon2_memory_len(const struct ab_argon2_cost *cost, size_t *len)
{
    if (cost->passes == 0 || cost->lanes == 0 || cost->lanes > AB_ARGON2_MAX_LANES
        || cost->memory / LANE_MIN < cost->lanes)
        return 0;
    if (cost->version != AB_ARGON2_VERSION_10 && cost->version != AB_ARGON2_VERSION_13)
        return 0;
    return !__builtin_mul_overflow((size_t)lane_len_of(cost) * cost->lanes, AB_ARGON2_BLOCK_LEN, len);
}

static void put32(uint8_t out[4], uint32_t x)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(x >> 8 * i);
}

static void add32(struct ab_hash_ctx *c, uint32_t x)
{
    uint8_t bytes[4];

    put32(bytes, x);
    ab_hash_update(c, bytes, sizeof(bytes));
}

static void add_bytes(struct ab_hash_ctx *c, const struct ab_argon2_bytes *b)
{
    add32(c, (uint32_t)b->len);
    if (b->len != 0)
        ab_hash_update(c, b->data, b->len);
}

/* H_0 of all inputs (sec. 3.2, step 1). */
static void hash_inputs(const struct ab_hash *blake2b, const struct ab_argon2_cost *cost,
                        const struct ab_argon2_inputs *inputs, uint32_t out_len, uint8_t digest[DIGEST])
{
    const uint32_t numbers[] = { cost->lanes, out_len, cost->memory, cost->passes, cost->version, cost->type };
    struct ab_hash_ctx c;

    ab_hash_init(&c, blake2b);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        add32(&c, numbers[i]);
    add_bytes(&c, &inputs->password);
    add_bytes(&c, &inputs->salt);
    add_bytes(&c, &inputs->secret);
    add_bytes(&c, &inputs->ad);
    ab_hash_final(&c, digest);
}

/*
 * The rest of H' (sec. 3.3), once the context has the length and the message: the output is the first half of each
 * digest but the last, of which it is all. Each digest is the message of the next.
 */
static void finish_long_hash(const struct ab_hash *blake2b, struct ab_hash_ctx *c, uint8_t *out, size_t len)
{
    uint8_t digest[DIGEST];

    for (; len > DIGEST; out += DIGEST / 2, len -= DIGEST / 2) {
        ab_hash_final(c, digest);
        memcpy(out, digest, DIGEST / 2);
        ab_blake2_init(c, blake2b, len - DIGEST / 2 < DIGEST ? len - DIGEST / 2 : DIGEST);
        ab_hash_update(c, digest, DIGEST);
    }
    ab_hash_final(c, digest);
    memcpy(out, digest, len);
    ab_wipe(digest, sizeof(digest));
}

/* H' (sec. 3.3), a hash of any length. */
static void long_hash(const struct ab_hash *blake2b, const uint8_t *in, size_t in_len, uint8_t *out, uint32_t len)
{
    struct ab_hash_ctx c;

    ab_blake2_init(&c, blake2b, len < DIGEST ? len : DIGEST);
    add32(&c, len);
    ab_hash_update(&c, in, in_len);
    finish_long_hash(blake2b, &c, out, len);
}

/* The first two blocks of each lane (sec. 3.2, steps 3 and 4). */
void ab_argon2_begin(const struct ab_hash *blake2b, const struct ab_argon2_cost *cost,
                     const struct ab_argon2_inputs *inputs, uint32_t out_len, void *memory)
{
    uint8_t seed[DIGEST + 8];

    hash_inputs(blake2b, cost, inputs, out_len, seed);
    for (uint32_t lane = 0; lane < cost->lanes; lane++) {
        struct ab_argon2_block *first = (struct ab_argon2_block *)memory + (size_t)lane * lane_len_of(cost);

        put32(seed + DIGEST + 4, lane);
        for (uint32_t i = 0; i < 2; i++) {
            put32(seed + DIGEST, i);
            long_hash(blake2b, seed, sizeof(seed), (uint8_t *)first[i].w, AB_ARGON2_BLOCK_LEN);
        }
    }
    ab_wipe(seed, sizeof(seed));
}

void ab_argon2_fill(const struct ab_argon2_kernels *kernels, const struct ab_argon2_cost *cost, void *memory,
                    uint32_t pass, uint32_t slice, uint32_t lane)
{
    const struct ab_argon2_segment s = {
        .memory = memory,
        .type = cost->type,
        .num_passes = cost->passes,
        .num_lanes = cost->lanes,
        .segment_len = segment_len_of(cost),
        .pass = pass,
        .slice = slice,
        .lane = lane,
        .adds = pass != 0 && cost->version != AB_ARGON2_VERSION_10,
    };

    kernels->fill(&s);
}

void ab_argon2_fill_all(const struct ab_argon2_kernels *kernels, const struct ab_argon2_cost *cost, void *memory)
{
    for (uint32_t pass = 0; pass < cost->passes; pass++)
        for (uint32_t slice = 0; slice < SLICES; slice++)
            for (uint32_t lane = 0; lane < cost->lanes; lane++)
                ab_argon2_fill(kernels, cost, memory, pass, slice, lane);
}

/* The hash of the sum of all lanes' last blocks (sec. 3.2, steps 7 and 8). */
void ab_argon2_end(const struct ab_hash *blake2b, const struct ab_argon2_cost *cost, void *memory, uint8_t *out,
                   uint32_t out_len)
{
    const size_t lane_len = lane_len_of(cost);
    struct ab_argon2_block *last = (struct ab_argon2_block *)memory + lane_len - 1;

    for (uint32_t lane = 1; lane < cost->lanes; lane++)
        for (unsigned i = 0; i < AB_ARGON2_WORDS; i++)
            last->w[i] ^= last[lane * lane_len].w[i];
    long_hash(blake2b, (const uint8_t *)last->w, AB_ARGON2_BLOCK_LEN, out, out_len);
    ab_wipe(memory, lane_len * cost->lanes * AB_ARGON2_BLOCK_LEN);
}

void ab_argon2(const struct ab_argon2_kernels *kernels, const struct ab_hash *blake2b,
               const struct ab_argon2_cost *cost, const struct ab_argon2_inputs *inputs, void *memory, uint8_t *out,
               uint32_t out_len)
{
    ab_argon2_begin(blake2b, cost, inputs, out_len, memory);
    ab_argon2_fill_all(kernels, cost, memory);
    ab_argon2_end(blake2b, cost, memory, out, out_len);
}

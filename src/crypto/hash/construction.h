/*
 * What a hash function is made of: a construction (Merkle-Damgard, sponge, BLAKE2), an algorithm's constants, and the
 * kernels of an instruction set. hash_list.c puts them together.
 */
#ifndef AB_CRYPTO_HASH_CONSTRUCTION_H
#define AB_CRYPTO_HASH_CONSTRUCTION_H

#include "afterburner/hash.h"

struct ab_hash_construction {
    void (*init)(struct ab_hash_ctx *c);
    void (*update)(struct ab_hash_ctx *c, const uint8_t *data, size_t len);
    void (*final)(struct ab_hash_ctx *c, uint8_t *out); /* digest_len bytes; hash.c wipes */
};

struct ab_hash_kernels {
    const char *level;
    enum ab_level needs_level;
    uint32_t needs_bits; /* enum ab_cpu_bit */
    int is_fallback;     /* slower than OpenSSL's own: serves only where a faster one fails its self test */
    /* The one that the construction calls: num_blocks blocks of block_len bytes into the state. */
    void (*compress32)(uint32_t *state, const uint8_t *in, size_t num_blocks);
    void (*compress64)(uint64_t *state, const uint8_t *in, size_t num_blocks);
    /*
     * For src/batch: the same of 1 to max_lanes messages at once, num_blocks of block_len bytes (that of the algorithm) at
     * in[i] into the chaining value state[i], laid out as the function above has it. max_lanes 0: there is none.
     */
    unsigned max_lanes;
    void (*compress_lanes)(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                           unsigned num_lanes);
};

#endif

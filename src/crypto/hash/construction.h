/*
 * What a hash function is made of: a construction (Merkle-Damgard, sponge, BLAKE2), an algorithm's constants, and the
 * kernels of an instruction set. hash_list.c puts them together.
 */
#ifndef AB_CRYPTO_HASH_CONSTRUCTION_H
#define AB_CRYPTO_HASH_CONSTRUCTION_H

#include "afterburner/hash.h"
#include "cpu/needs.h"

struct ab_hash_construction {
    void (*init)(struct ab_hash_ctx *c);
    void (*update)(struct ab_hash_ctx *c, const uint8_t *data, size_t len);
    void (*final)(struct ab_hash_ctx *c, uint8_t *out);               /* digest_len bytes; hash.c wipes */
    void (*squeeze)(struct ab_hash_ctx *c, uint8_t *out, size_t len); /* of extendable-output functions */
    /*
     * The same for those who keep nothing of a message but its chaining value, as the kernels have it, aligned to 16 bytes: many
     * messages in step (src/batch), or short ones whose end is known. chain_len 0: this construction does not come apart so.
     */
    size_t chain_len;   /* bytes */
    size_t min_padding; /* bytes that the end of a message takes at least */
    void (*begin)(const struct ab_hash_algorithm *a, void *chain);
    /* The context of a message of which num_bytes, whole blocks, are in chain. c->hash is set; chain is not kept. */
    void (*resume)(struct ab_hash_ctx *c, const void *chain, uint64_t num_bytes);
    void (*compress)(const struct ab_hash *hash, void *chain, const uint8_t *in, size_t num_blocks);
    /*
     * The end of a message of num_bytes, whose last `used` are in tail, zeros after them up to a multiple of 16: how many blocks
     * it takes, one or two. used + min_padding is at most two blocks.
     */
    size_t (*pad)(const struct ab_hash_algorithm *a, uint8_t *tail, size_t used, uint64_t num_bytes);
    void (*read)(const struct ab_hash_algorithm *a, const void *chain, uint8_t *digest); /* digest_len bytes */
};

struct ab_hash_kernels {
    struct ab_needs needs;
    /* The one that the construction calls: num_blocks blocks of block_len bytes into the state. */
    void (*compress32)(uint32_t *state, const uint8_t *in, size_t num_blocks);
    void (*compress32_second)(uint32_t *state, const uint8_t *in,
                              size_t num_blocks); /* of a pair: compress32 is the first's */
    void (*compress64)(uint64_t *state, const uint8_t *in, size_t num_blocks);
    void (*absorb)(uint64_t *state, const uint8_t *in, size_t num_blocks,
                   size_t block_len); /* of sponges: blocks, and */
    void (*permute)(uint64_t *state); /* no more than the permutation */
    /* The same of BLAKE2 (kernels/blake2/blake2_kernels.h): num_bytes up to the end of the first block; is_last: of the message. */
    void (*compress_counted32)(uint32_t *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last);
    void (*compress_counted64)(uint64_t *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last);
    /*
     * For src/batch: the same of 1 to max_lanes messages at once, num_blocks of block_len bytes (that of the algorithm) at
     * in[i] into the chaining value state[i], laid out as the function above has it. max_lanes 0: there is none. With fewer
     * messages than min_lanes the function above, for one after another, is the faster one (0: with none).
     */
    unsigned max_lanes, min_lanes;
    void (*compress_lanes)(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                           unsigned num_lanes);
    /* For PBKDF2, as iterate.h has it. NULL: the functions above do it, a few instructions slower. */
    void (*iterate)(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                    size_t digest_len, unsigned num_lanes);
};

#endif

/*
 * The parts of a hash function: a construction (Merkle-Damgård, sponge, BLAKE2), an algorithm's constants, and the
 * kernels of an instruction set. hash_list.c joins them.
 */
#ifndef AB_CRYPTO_HASH_CONSTRUCTION_H
#define AB_CRYPTO_HASH_CONSTRUCTION_H

#include "afterburner/hash.h"
#include "cpu/policy.h"

/* Take len more bytes of the message. */
typedef void ab_hash_update_fn(struct ab_hash_ctx *c, const uint8_t *data, size_t len);

/*
 * Messages, states and digests may be secret; time depends on lengths alone. Nothing that is written overlaps what is
 * read. Data needs no alignment.
 */
struct ab_hash_construction {
    void (*init)(struct ab_hash_ctx *c);
    ab_hash_update_fn *update;
    void (*final)(struct ab_hash_ctx *c, uint8_t *out);               /* write digest_len bytes; hash.c wipes */
    void (*squeeze)(struct ab_hash_ctx *c, uint8_t *out, size_t len); /* of extendable-output functions */
    int keeps_block; /* 1: an incomplete block waits where ab_md_append (md.h) appends to it */
    /*
     * The same for callers that keep nothing of a message but its chaining value, in the kernels' layout, aligned to
     * 16 bytes: many messages in step (src/batch), or short ones whose end is known. chain_len 0: this construction
     * cannot be split like that.
     */
    size_t chain_len;   /* bytes */
    size_t min_padding; /* the least number of bytes that the end of a message takes */
    void (*begin)(const struct ab_hash_algorithm *a, void *chain);
    /*
     * Set up the context of a message of which num_bytes, whole blocks, are in chain. c->hash is set; chain is not
     * kept.
     */
    void (*resume)(struct ab_hash_ctx *c, const void *chain, uint64_t num_bytes);
    void (*compress)(const struct ab_hash *hash, void *chain, const uint8_t *in, size_t num_blocks);
    /*
     * Pad the end of a message of num_bytes, whose last `used` bytes are in tail, followed by zeros up to a multiple
     * of 16. Return the number of blocks, one or two. used + min_padding is at most two blocks.
     */
    size_t (*pad)(const struct ab_hash_algorithm *a, uint8_t *tail, size_t used, uint64_t num_bytes);
    void (*read)(const struct ab_hash_algorithm *a, const void *chain, uint8_t *digest); /* write digest_len bytes */
};

struct ab_hash_kernels {
    struct ab_needs needs;
    ab_cpu_suits_fn *suits; /* NULL: every processor that has what it needs */
    /* The function that the construction calls: compress num_blocks blocks of block_len bytes into the state. */
    void (*compress32)(uint32_t *state, const uint8_t *in, size_t num_blocks);
    void (*compress32_second)(uint32_t *state, const uint8_t *in,
                              size_t num_blocks); /* second half of a pair; compress32 is the first */
    void (*compress64)(uint64_t *state, const uint8_t *in, size_t num_blocks);
    void (*absorb)(uint64_t *state, const uint8_t *in, size_t num_blocks,
                   size_t block_len); /* sponges: absorb blocks, and */
    void (*permute)(uint64_t *state); /* the permutation alone */
    /*
     * The same for BLAKE2 (kernels/blake2/blake2_kernels.h): num_bytes up to the end of the first block; is_last: of
     * the message.
     */
    void (*compress_counted32)(uint32_t *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last);
    void (*compress_counted64)(uint64_t *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last);
    /*
     * For src/batch: the same for 1 to max_lanes messages at once, num_blocks of block_len bytes (the algorithm's) at
     * in[i] into the chaining value state[i], in the layout of the function above. max_lanes 0: there is none. Below
     * min_lanes messages the function above is faster, one message after another (0: never).
     */
    unsigned max_lanes, min_lanes;
    void (*compress_lanes)(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                           unsigned num_lanes);
    /* For PBKDF2, as in iterate.h. NULL: the functions above do it, a few instructions slower. */
    void (*iterate)(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                    size_t digest_len, unsigned num_lanes);
};

/* As ab_hash_final, but leave the state to the next init, or to ab_hash_wipe. */
static inline void ab_hash_end(struct ab_hash_ctx *c, uint8_t *out)
{
    c->hash->algorithm->construction->final(c, out);
}

#endif

/*
 * The contract of Argon2's filling of memory (RFC 9106 sec. 3.2 to 3.6).
 *
 * A block is 128 little-endian words of 64 bits, in native order. memory holds num_lanes lanes of 4 segment_len blocks
 * each, aligned to 64 bytes. Fill computes the blocks of one lane in one slice of one pass: block := G(previous block,
 * reference block), plus the old block if adds is set. In slice 0 of pass 0 the first two blocks of the lane are input.
 * It reads blocks of all lanes that earlier slices computed and writes only those of its own segment.
 *
 * Blocks are secret. Where the addresses of reference blocks follow from blocks (Argon2d, and Argon2id but for the
 * first two slices of pass 0), caches reveal these addresses; nothing else is revealed. Everything outside the memory
 * is wiped.
 */
#ifndef AB_KERNELS_ARGON2_KERNELS_H
#define AB_KERNELS_ARGON2_KERNELS_H

#include "afterburner/argon2.h"
#include "cpu/needs.h"

enum { AB_ARGON2_WORDS = AB_ARGON2_BLOCK_LEN / 8 };

struct ab_argon2_block {
    uint64_t w[AB_ARGON2_WORDS];
} __attribute__((aligned(64)));

struct ab_argon2_segment {
    struct ab_argon2_block *memory;
    enum ab_argon2_type type;
    uint32_t num_passes, num_lanes, segment_len; /* segment_len >= 2; all segments together are below 2^32 blocks */
    uint32_t pass, slice, lane;
    int adds;
};

struct ab_argon2_kernels {
    struct ab_needs needs;
    void (*fill)(const struct ab_argon2_segment *s);
};

extern const struct ab_argon2_kernels ab_argon2_avx512, ab_argon2_avx2, ab_argon2_portable;

#endif

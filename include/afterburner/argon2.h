/*
 * Argon2 (RFC 9106): derive a key from a password, slowly and with much memory.
 *
 * Units: lengths are bytes, memory is in KiB. Password, salt, secret value, associated data, memory and output are
 * secret. Time depends on the lengths and costs. Argon2d, and Argon2id from the middle of its first pass on, also read
 * memory at places that depend on the password, which caches reveal: the standard demands it. Argon2i does not.
 */
#ifndef AFTERBURNER_ARGON2_H
#define AFTERBURNER_ARGON2_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers of sec. 3.2. */
enum ab_argon2_type { AB_ARGON2D = 0, AB_ARGON2I = 1, AB_ARGON2ID = 2 };

enum {
    AB_ARGON2_VERSION_10 = 0x10, /* later passes replace blocks instead of adding to them */
    AB_ARGON2_VERSION_13 = 0x13, /* RFC 9106 */
    AB_ARGON2_BLOCK_LEN = 1024,
    AB_ARGON2_SLICES = 4, /* of each pass; within a slice, lanes do not depend on each other */
    AB_ARGON2_MAX_LANES = (1 << 24) - 1
};

/* What the derivation costs. */
struct ab_argon2_cost {
    enum ab_argon2_type type;
    uint32_t version; /* one of the two above */
    uint32_t passes;  /* at least 1 */
    uint32_t memory;  /* at least 8 for each lane */
    uint32_t lanes;   /* 1 to AB_ARGON2_MAX_LANES */
};

/* data may be NULL if len is 0. len is below 2^32. */
struct ab_argon2_bytes {
    const uint8_t *data;
    size_t len;
};

struct ab_argon2_inputs {
    struct ab_argon2_bytes password, salt, secret, ad;
};

/* Kernels of one instruction set, and their requirements. Constant. */
struct ab_argon2_kernels;

/* Fastest first, portable last, ended by NULL: all implementations, whether this processor can run them or not. */
AB_API const struct ab_argon2_kernels *const *ab_argon2_list(void);

/* 1 if the cost is within its bounds and the memory fits a size_t; then *len is that memory in bytes. */
AB_API int ab_argon2_memory_len(const struct ab_argon2_cost *cost, size_t *len);

/*
 * A derivation in three steps, over ab_argon2_memory_len bytes of memory aligned to 64, which need not be initialised.
 * blake2b is BLAKE2b-512. Between begin and end, fill each slice of each pass for every lane: all lanes of one slice,
 * in any order or at the same time, before the next slice.
 */
AB_API void ab_argon2_begin(const struct ab_hash *blake2b, const struct ab_argon2_cost *cost,
                            const struct ab_argon2_inputs *inputs, uint32_t out_len, void *memory);
AB_API void ab_argon2_fill(const struct ab_argon2_kernels *kernels, const struct ab_argon2_cost *cost, void *memory,
                           uint32_t pass, uint32_t slice, uint32_t lane);
/* All of them, one after the other. */
AB_API void ab_argon2_fill_all(const struct ab_argon2_kernels *kernels, const struct ab_argon2_cost *cost,
                               void *memory);
/* Write out_len bytes, at least 1 and as many as were passed to ab_argon2_begin, and wipe the memory. */
AB_API void ab_argon2_end(const struct ab_hash *blake2b, const struct ab_argon2_cost *cost, void *memory, uint8_t *out,
                          uint32_t out_len);

/* The three steps. */
AB_API void ab_argon2(const struct ab_argon2_kernels *kernels, const struct ab_hash *blake2b,
                      const struct ab_argon2_cost *cost, const struct ab_argon2_inputs *inputs, void *memory,
                      uint8_t *out, uint32_t out_len);

#ifdef __cplusplus
}
#endif
#endif

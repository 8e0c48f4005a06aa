/*
 * Hash functions: one message at a time. ab_hash_pick decides once which implementation the processor can use; a
 * context is plain memory, copied by assignment.
 *
 * Standards: FIPS 180-4 (SHA-1, SHA-2), GB/T 32905 (SM3), ISO/IEC 10118-3 (RIPEMD-160), RFC 1321 (MD5), RFC 4346 sec.
 * 7.4.3 (MD5-SHA1: one digest after the other), FIPS 202 (SHA-3, SHAKE), SP 800-185 (cSHAKE), RFC 7693 (BLAKE2).
 *
 * Messages and digests may be secret: time and memory addresses depend on lengths alone. Lengths are in bytes. Data and
 * output need no alignment, and are not part of the context. Nothing is allocated, and no call fails.
 */
#ifndef AFTERBURNER_HASH_H
#define AFTERBURNER_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A closed list; the names are OpenSSL's. */
enum ab_hash_id {
    AB_HASH_SHA1,
    AB_HASH_SHA224,
    AB_HASH_SHA256,
    AB_HASH_SHA384,
    AB_HASH_SHA512,
    AB_HASH_SHA512_224,
    AB_HASH_SHA512_256,
    AB_HASH_SM3,
    AB_HASH_RIPEMD160,
    AB_HASH_MD5,
    AB_HASH_MD5_SHA1,
    AB_HASH_SHA3_224,
    AB_HASH_SHA3_256,
    AB_HASH_SHA3_384,
    AB_HASH_SHA3_512,
    AB_HASH_KECCAK_224,
    AB_HASH_KECCAK_256,
    AB_HASH_KECCAK_384,
    AB_HASH_KECCAK_512,
    AB_HASH_SHAKE_128,
    AB_HASH_SHAKE_256,
    AB_HASH_CSHAKE_KECCAK_128, /* cSHAKE and KMAC after their prefix, also called KECCAK-KMAC */
    AB_HASH_CSHAKE_KECCAK_256,
    AB_HASH_BLAKE2B512,
    AB_HASH_BLAKE2S256,
    AB_NUM_HASHES
};

enum {
    AB_HASH_MAX_BLOCK = 200, /* longest block of any of them, in bytes */
    AB_HASH_MAX_DIGEST = 64  /* longest digest_len */
};

/* A hash function. Constant. */
struct ab_hash_algorithm {
    enum ab_hash_id id;
    const char *name;  /* OpenSSL's: "SHA2-256" */
    size_t block_len;  /* bytes of one compression (of an extendable-output function: its rate) */
    size_t digest_len; /* bytes; of an extendable-output function: twice its security strength */
    size_t state_len;  /* bytes of struct ab_hash_ctx's u that it uses, a multiple of 64 */
    const struct ab_hash_construction *construction; /* src/crypto/hash/ */
    const void *details;                             /* what the construction needs to know */
    int is_xof; /* an extendable-output function: MACs and KDFs must not use it as a hash */
};

/* Kernels of one instruction set, and their requirements. Constant. */
struct ab_hash_kernels;

/* One implementation of one hash function: what ab_hash_pick chooses. Constant. */
struct ab_hash {
    const struct ab_hash_algorithm *algorithm;
    const struct ab_hash_kernels *kernels;
};

/* A message in progress. Secret if the message is. Plain memory: a copy continues on its own. */
struct ab_hash_ctx {
    const struct ab_hash *hash;
    union {
        struct {                 /* Merkle-Damgard and BLAKE2: src/crypto/hash/md.c, blake2.c */
            uint64_t num_bytes;  /* of the message so far */
            uint64_t digest_len; /* for BLAKE2; aligns what follows */
            union {              /* the chaining value, and the block being filled */
                struct {
                    uint32_t state[8];
                    uint8_t buffer[64];
                } narrow;
                struct {
                    uint64_t state[8];
                    uint8_t buffer[128];
                } wide;
                uint8_t whole[240]; /* either: eight words, then the block; wiped 64 bytes at a time */
            };
        } md;
        struct { /* two narrow ones over the same message, at times a few bytes apart: crypto/hash/md5_sha1.c */
            uint64_t num_bytes[2];
            struct {
                uint32_t state[8];
                uint8_t buffer[64];
            } half[2];
        } pair;
        struct { /* a sponge: src/crypto/hash/sponge.c */
            uint64_t state[25];
            size_t used; /* bytes of the current block that were absorbed, or given out, so far */
            size_t is_squeezing;
        } sponge;
    } u __attribute__((aligned(16)));
};

/* Fastest first, ended by one without algorithm: all implementations, whether this processor can run them or not. */
AB_API const struct ab_hash *ab_hash_list(enum ab_hash_id id);

/* The instruction set that it uses: "sha", "portable" ... */
AB_API const char *ab_hash_level(const struct ab_hash *hash);

/* 1 if it is a last resort, slower than OpenSSL's on any processor. */
AB_API int ab_hash_is_fallback(const struct ab_hash *hash);

/* 1 if the processor can run this implementation. */
AB_API int ab_hash_is_usable(const struct ab_hash *hash, const struct ab_cpu *cpu);

/* The first usable implementation. Never NULL: the last of each list is portable. */
AB_API const struct ab_hash *ab_hash_pick(enum ab_hash_id id, const struct ab_cpu *cpu);

/* Begin a message. */
AB_API void ab_hash_init(struct ab_hash_ctx *c, const struct ab_hash *hash);

/* Process the next len bytes of the message; data may be NULL if len is 0, and needs no alignment. */
AB_API void ab_hash_update(struct ab_hash_ctx *c, const uint8_t *data, size_t len);

/* End the message: write the algorithm's digest_len bytes to out and wipe the context. */
AB_API void ab_hash_final(struct ab_hash_ctx *c, uint8_t *out);

/*
 * For an extendable-output function (is_xof): the first call ends the message, each writes the next len (0 too) bytes
 * of the output. No update or final after it; wipe the context at the end.
 */
AB_API void ab_hash_squeeze(struct ab_hash_ctx *c, uint8_t *out, size_t len);

/* A copy continues on its own. The same as an assignment, but only as long as the hash needs. */
AB_API void ab_hash_copy(struct ab_hash_ctx *to, const struct ab_hash_ctx *from);

/* Wipe a message that is abandoned. */
AB_API void ab_hash_wipe(struct ab_hash_ctx *c);

#ifdef __cplusplus
}
#endif
#endif

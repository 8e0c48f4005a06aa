/*
 * SLH-DSA (FIPS 205), all twelve parameter sets, pure signatures.
 *
 * Values     Keys and signatures are byte strings in the formats of FIPS 205 sec. 9.1 and 9.2, over strings of n bytes:
 *            a seed SK.seed || SK.prf || PK.seed (3n), a private key SK.seed || SK.prf || PK.seed || PK.root (4n), a
 *            public key PK.seed || PK.root (2n). The first half of a private key is its secret part.
 * Keys       struct ab_slhdsa_key is flat, so a copy is a duplicate. Operations on a key do not change it, so that
 *            several threads may share it.
 * Memory     Nothing is allocated. An operation takes up to 64 KB of the stack. No alignment is needed. Outputs do not
 *            overlap inputs, unless stated otherwise.
 * Secrecy    SK.seed, SK.prf, what is derived from them and not part of a signature, addrnd, and the message to be
 *            signed are secret. Time depends on the parameter set, on lengths, and on the digest of the message under
 *            R and its indices, which the signature shows. Public keys, signatures, and the messages that are verified,
 *            are public.
 * Errors     1 is success and 0 failure, after which a key that was to be set is empty and outputs are untouched,
 *            unless stated otherwise.
 */
#ifndef AFTERBURNER_SLHDSA_H
#define AFTERBURNER_SLHDSA_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/random_source.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ab_slhdsa_id {
    AB_SLHDSA_SHA2_128S,
    AB_SLHDSA_SHA2_128F,
    AB_SLHDSA_SHA2_192S,
    AB_SLHDSA_SHA2_192F,
    AB_SLHDSA_SHA2_256S,
    AB_SLHDSA_SHA2_256F,
    AB_SLHDSA_SHAKE_128S,
    AB_SLHDSA_SHAKE_128F,
    AB_SLHDSA_SHAKE_192S,
    AB_SLHDSA_SHAKE_192F,
    AB_SLHDSA_SHAKE_256S,
    AB_SLHDSA_SHAKE_256F,
    AB_NUM_SLHDSA
};

enum {
    AB_SLHDSA_MAX_N = 32,
    AB_SLHDSA_MAX_SEED_LEN = 3 * AB_SLHDSA_MAX_N,
    AB_SLHDSA_MAX_PUBLIC_LEN = 2 * AB_SLHDSA_MAX_N,
    AB_SLHDSA_MAX_PRIVATE_LEN = 4 * AB_SLHDSA_MAX_N,
    AB_SLHDSA_MAX_CONTEXT_LEN = 255,
    AB_SLHDSA_MAX_SIGNATURE_LEN = 49856 /* of the sets 256f */
};

/* FIPS 205 sec. 11, table 2. lg_w is 4 in all sets. */
struct ab_slhdsa_params {
    enum ab_slhdsa_id id;
    const char *name; /* "SLH-DSA-SHA2-128s" */
    int is_shake;
    unsigned n;             /* bytes of a hash value */
    unsigned d;             /* layers of the hypertree */
    unsigned tree_height;   /* h' of each tree; h = d h' is that of the hypertree */
    unsigned fors_height;   /* a */
    unsigned num_fors;      /* k */
    unsigned category;      /* of security, 1, 3 or 5 */
    unsigned security_bits; /* 8 n */
    size_t seed_len;        /* 3n: SK.seed || SK.prf || PK.seed */
    size_t public_len;      /* 2n */
    size_t private_len;     /* 4n */
    size_t signature_len;   /* (1 + k(1 + a) + h + d len) n */
};

AB_API const struct ab_slhdsa_params *ab_slhdsa_params(enum ab_slhdsa_id id);

/* The hash functions for one instruction set, constant: src/crypto/slhdsa/slhdsa_parts.h. */
struct ab_slhdsa_kernels;

/* The implementations, the fastest first, the portable one last, then NULL; the same on every processor. */
AB_API const struct ab_slhdsa_kernels *const *ab_slhdsa_list(enum ab_slhdsa_id id);
AB_API const char *ab_slhdsa_level(const struct ab_slhdsa_kernels *k);
AB_API int ab_slhdsa_is_usable(const struct ab_slhdsa_kernels *k, const struct ab_cpu *cpu);
/* Return 1 if it is slower than OpenSSL's own. */
AB_API int ab_slhdsa_is_fallback(const struct ab_slhdsa_kernels *k);
/* The first that this processor can run; never NULL. */
AB_API const struct ab_slhdsa_kernels *ab_slhdsa_pick(enum ab_slhdsa_id id, const struct ab_cpu *cpu);

/* A key. Read its flags, params and kernels; the rest belongs to the functions below. */
struct ab_slhdsa_key {
    const struct ab_slhdsa_params *params;
    const struct ab_slhdsa_kernels *kernels;
    uint8_t has_public, has_private; /* 1 or 0; a private key has the public one */
    uint8_t reserved[14];
    uint8_t sk_seed[AB_SLHDSA_MAX_N], sk_prf[AB_SLHDSA_MAX_N], pk_seed[AB_SLHDSA_MAX_N], pk_root[AB_SLHDSA_MAX_N];
    uint32_t narrow[8]; /* SHA-256 and SHA-512 after the block of PK.seed (sec. 11.2); not used by SHAKE */
    uint64_t wide[8];
};

/*
 * Start an empty key. params and kernels, of the list of params->id, must outlive it. Call it before any other
 * function.
 */
AB_API void ab_slhdsa_init(struct ab_slhdsa_key *key, const struct ab_slhdsa_params *params,
                           const struct ab_slhdsa_kernels *kernels);
/* Wipe a key and leave it empty; params and kernels stay. */
AB_API void ab_slhdsa_clear(struct ab_slhdsa_key *key);

/* ---- making keys; each of these replaces what the key held ---- */

/* The key of a seed of params->seed_len bytes: slh_keygen_internal, FIPS 205 algorithm 18. */
AB_API void ab_slhdsa_set_seed(struct ab_slhdsa_key *key, const uint8_t *seed);
/* A new key: slh_keygen, algorithm 21. Return 0 if there are no random bytes. */
AB_API int ab_slhdsa_generate(struct ab_slhdsa_key *key, const struct ab_random_source *random);
/* Import a public key. Return 0 if the length is wrong. */
AB_API int ab_slhdsa_set_public(struct ab_slhdsa_key *key, const uint8_t *in, size_t len);
/*
 * Import a private key of params->private_len bytes. Return 0 if the length is wrong. PK.root is taken as it is, as
 * OpenSSL 3.5 does, since to compute it takes as long as to generate a key: ab_slhdsa_root_is_right.
 */
AB_API int ab_slhdsa_set_private(struct ab_slhdsa_key *key, const uint8_t *in, size_t len);
/* The same from the secret part SK.seed || SK.prf and the public key, 2n bytes each. */
AB_API int ab_slhdsa_set_parts(struct ab_slhdsa_key *key, const uint8_t *secret, size_t secret_len,
                               const uint8_t *public_key, size_t public_len);
/* Return 1 if PK.root is that of SK.seed and PK.seed. Needs a private key. */
AB_API int ab_slhdsa_root_is_right(const struct ab_slhdsa_key *key);

/* ---- exporting: each needs the flag of what it writes ---- */

AB_API void ab_slhdsa_get_public(const struct ab_slhdsa_key *key, uint8_t *out);  /* params->public_len */
AB_API void ab_slhdsa_get_private(const struct ab_slhdsa_key *key, uint8_t *out); /* params->private_len */

/* Return 1 if both keys have a public key and it is the same. Of one parameter set. */
AB_API int ab_slhdsa_same_public(const struct ab_slhdsa_key *a, const struct ab_slhdsa_key *b);
/* Return 1 if both keys have a private key and it is the same, in constant time. Of one parameter set. */
AB_API int ab_slhdsa_same_private(const struct ab_slhdsa_key *a, const struct ab_slhdsa_key *b);

/* ---- messages ---- */

/* A message to be signed or verified, in the caller's memory: nothing is copied, and a message holds no secret. */
struct ab_slhdsa_message {
    const uint8_t *context, *data; /* each may be NULL if its length is 0 */
    size_t context_len, len;
    int is_encoded; /* data is M' itself, and there is no context */
};

/*
 * A message M with a context string: M' = 0 || its length || it || M (FIPS 205 algorithms 22 and 24). Return 0 if the
 * context is longer than 255 bytes.
 */
AB_API int ab_slhdsa_message_init(struct ab_slhdsa_message *m, const uint8_t *context, size_t context_len,
                                  const uint8_t *data, size_t len);
/* M' itself. */
AB_API void ab_slhdsa_message_init_encoded(struct ab_slhdsa_message *m, const uint8_t *data, size_t len);

/* ---- signing needs a private key, verifying a public one ---- */

/*
 * slh_sign_internal, algorithm 19: write params->signature_len bytes. addrnd, n bytes, makes it hedged; NULL stands for
 * PK.seed, which makes it deterministic. The signature may overlap the message.
 */
AB_API void ab_slhdsa_sign_with(const struct ab_slhdsa_key *key, uint8_t *signature,
                                const struct ab_slhdsa_message *message, const uint8_t *addrnd);
/* The same, hedged: with addrnd from a source. Return 0 if there are no random bytes. */
AB_API int ab_slhdsa_sign(const struct ab_slhdsa_key *key, uint8_t *signature, const struct ab_slhdsa_message *message,
                          const struct ab_random_source *random);
/* slh_verify_internal, algorithm 20: return 1 if the signature is valid. */
AB_API int ab_slhdsa_verify(const struct ab_slhdsa_key *key, const uint8_t *signature, size_t len,
                            const struct ab_slhdsa_message *message);

#ifdef __cplusplus
}
#endif
#endif

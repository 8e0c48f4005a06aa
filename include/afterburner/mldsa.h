/*
 * ML-DSA (FIPS 204), all three parameter sets, pure signatures.
 *
 * Values     Keys and signatures are byte strings in the formats of FIPS 204: a public key, a private key (from which
 *            the public one can be derived), a seed xi. A message is signed by way of its representative mu.
 * Keys       struct ab_mldsa_key keeps a key expanded, in the NTT domain: the matrix A, t1 2^d, and s1, s2, t0 of a
 *            private key. It is flat, so a copy is a duplicate. Operations on a key do not change it, so that several
 *            threads may share it.
 * Memory     Nothing is allocated. A key of ML-DSA-44 takes 32 KB (16 KB of them the matrix), of ML-DSA-65 53 KB (30),
 *            of ML-DSA-87 87 KB (56): ab_mldsa_key_size. An operation takes up to 64 KB of the stack. No alignment is
 *            needed, but keys at multiples of 64 bytes are the fastest. Outputs do not overlap inputs, unless stated
 *            otherwise.
 * Secrecy    Private keys and seeds are secret, and so are mu and the message to be signed. Time depends on the
 *            parameter set, on lengths, and on what FIPS 204 lets an observer see: how often the loop of a signature
 *            starts again and which test failed, and how many candidates each sampling rejects, which do not depend on
 *            those accepted. Public keys, signatures, and the messages that are verified, are public.
 * Errors     1 is success and 0 failure, after which a key that was to be set is empty and outputs are untouched,
 *            unless stated otherwise.
 */
#ifndef AFTERBURNER_MLDSA_H
#define AFTERBURNER_MLDSA_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/random_source.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ab_mldsa_id { AB_MLDSA_44, AB_MLDSA_65, AB_MLDSA_87, AB_NUM_MLDSA };

enum {
    AB_MLDSA_N = 256, /* coefficients of a polynomial */
    AB_MLDSA_SEED_LEN = 32,
    AB_MLDSA_RANDOM_LEN = 32, /* rnd, the randomness of a signature */
    AB_MLDSA_MU_LEN = 64,
    AB_MLDSA_MAX_CONTEXT_LEN = 255,
    /* The lengths of ML-DSA-87. */
    AB_MLDSA_MAX_PUBLIC_LEN = 2592,
    AB_MLDSA_MAX_PRIVATE_LEN = 4896,
    AB_MLDSA_MAX_SIGNATURE_LEN = 4627,
    AB_MLDSA_MAX_POLYS = 8 * (7 + 1) + 7 + 8 + 8 /* of a key */
};

/* FIPS 204 sec. 4, tables 1 and 2. */
struct ab_mldsa_params {
    enum ab_mldsa_id id;
    const char *name;       /* "ML-DSA-44" */
    unsigned k, l;          /* rows and columns of the matrix */
    unsigned eta;           /* bound of the coefficients of s1 and s2 */
    unsigned tau;           /* coefficients of the challenge that are not 0 */
    unsigned gamma1_bits;   /* gamma1 = 2^this bounds the coefficients of the mask */
    unsigned num_high;      /* (q - 1) / (2 gamma2): values of HighBits */
    unsigned omega;         /* greatest number of hints */
    unsigned category;      /* of security, 2, 3 or 5; SP 800-57 has 128, 192 and 256 bits for them */
    unsigned security_bits; /* those */
    size_t challenge_len;   /* c~, lambda / 4 */
    size_t public_len;      /* pk */
    size_t private_len;     /* sk */
    size_t signature_len;   /* sigma */
};

AB_API const struct ab_mldsa_params *ab_mldsa_params(enum ab_mldsa_id id);

/* The kernels for one instruction set, constant: src/kernels/mldsa/mldsa_kernels.h. */
struct ab_mldsa_kernels;

/* The implementations, the fastest first, the portable one last, then NULL; the same on every processor. */
AB_API const struct ab_mldsa_kernels *const *ab_mldsa_list(void);
AB_API const char *ab_mldsa_level(const struct ab_mldsa_kernels *k);
AB_API int ab_mldsa_is_usable(const struct ab_mldsa_kernels *k, const struct ab_cpu *cpu);
/* Return 1 if it is slower than OpenSSL's own. */
AB_API int ab_mldsa_is_fallback(const struct ab_mldsa_kernels *k);
/* The first that this processor can run; never NULL. */
AB_API const struct ab_mldsa_kernels *ab_mldsa_pick(const struct ab_cpu *cpu);

/*
 * A key. Read its flags, params and kernels; the rest belongs to the functions below. Only the first
 * ab_mldsa_key_size(params) bytes are used, so memory of that many bytes is enough, and a duplicate is a copy of that
 * many.
 */
struct ab_mldsa_key {
    const struct ab_mldsa_params *params;
    const struct ab_mldsa_kernels *kernels;
    uint8_t has_public, has_private, has_seed; /* 1 or 0; a private key has the public one, a seed has both */
    uint8_t reserved[29 - 2 * sizeof(void *)]; /* puts polys at a multiple of 64 */
    uint8_t seed[AB_MLDSA_SEED_LEN];           /* xi */
    uint8_t rho[32];                           /* from which A is sampled */
    uint8_t signing_seed[32];                  /* K */
    uint8_t tr[64];                            /* H(pk) */
    /* k rows of l polynomials of A and one of -t1 2^d; l of s1, k of s2, k of t0; all in the NTT domain. */
    int32_t polys[AB_MLDSA_MAX_POLYS][AB_MLDSA_N];
};

/* The bytes that a key of these parameters uses, a multiple of 64. */
AB_API size_t ab_mldsa_key_size(const struct ab_mldsa_params *params);

/* Start an empty key. params and kernels must outlive it. Call it before any other function. */
AB_API void ab_mldsa_init(struct ab_mldsa_key *key, const struct ab_mldsa_params *params,
                          const struct ab_mldsa_kernels *kernels);
/* Wipe a key and leave it empty; params and kernels stay. */
AB_API void ab_mldsa_clear(struct ab_mldsa_key *key);
/* Wipe the seed and forget that there was one. */
AB_API void ab_mldsa_forget_seed(struct ab_mldsa_key *key);

/* ---- making keys; each of these replaces what the key held ---- */

/* The key of a seed: ML-DSA.KeyGen_internal, FIPS 204 algorithm 6. */
AB_API void ab_mldsa_set_seed(struct ab_mldsa_key *key, const uint8_t seed[AB_MLDSA_SEED_LEN]);
/* A new key: ML-DSA.KeyGen, algorithm 1. Return 0 if there are no random bytes. */
AB_API int ab_mldsa_generate(struct ab_mldsa_key *key, const struct ab_random_source *random);
/* Import a public key: algorithm 23. Return 0 if the length is wrong. */
AB_API int ab_mldsa_set_public(struct ab_mldsa_key *key, const uint8_t *in, size_t len);
/*
 * Import a private key, algorithm 25, and derive its public key. Return 0 if the length is wrong, a coefficient of s1
 * or s2 is out of range, or t0 or tr is not that of the public key.
 */
AB_API int ab_mldsa_set_private(struct ab_mldsa_key *key, const uint8_t *in, size_t len);

/* ---- exporting: each needs the flag of what it writes ---- */

AB_API void ab_mldsa_get_public(const struct ab_mldsa_key *key, uint8_t *out);  /* params->public_len */
AB_API void ab_mldsa_get_private(const struct ab_mldsa_key *key, uint8_t *out); /* params->private_len */
AB_API void ab_mldsa_get_seed(const struct ab_mldsa_key *key, uint8_t out[AB_MLDSA_SEED_LEN]);

/* Return 1 if both keys have a public key and it is the same. Of one parameter set. */
AB_API int ab_mldsa_same_public(const struct ab_mldsa_key *a, const struct ab_mldsa_key *b);
/* Return 1 if both keys have a private key and it is the same, in constant time. Of one parameter set. */
AB_API int ab_mldsa_same_private(const struct ab_mldsa_key *a, const struct ab_mldsa_key *b);

/* ---- the message representative mu = H(tr || M'), algorithms 7 and 8 ---- */

/* A message in progress. Plain memory: a copy continues on its own. */
struct ab_mldsa_message {
    const struct ab_mldsa_kernels *kernels;
    uint64_t state[25]; /* of SHAKE256 */
    size_t used;        /* bytes of the current block that were absorbed so far */
};

/*
 * Begin a message M to be signed or verified with a public key, and with a context string (NULL if its length is 0):
 * M' = 0 || its length || it || M (algorithms 2 and 3). Return 0 if the context is longer than 255 bytes.
 */
AB_API int ab_mldsa_message_init(struct ab_mldsa_message *m, const struct ab_mldsa_key *key, const uint8_t *context,
                                 size_t context_len);
/* Begin M' itself. */
AB_API void ab_mldsa_message_init_encoded(struct ab_mldsa_message *m, const struct ab_mldsa_key *key);
/* Process the next len bytes of the message; data may be NULL if len is 0. */
AB_API void ab_mldsa_message_update(struct ab_mldsa_message *m, const uint8_t *data, size_t len);
/* End the message and wipe its state. */
AB_API void ab_mldsa_message_final(struct ab_mldsa_message *m, uint8_t mu[AB_MLDSA_MU_LEN]);
/* Wipe a message that is abandoned. */
AB_API void ab_mldsa_message_wipe(struct ab_mldsa_message *m);

/* ---- signing needs a private key, verifying a public one ---- */

/*
 * ML-DSA.Sign_internal, algorithm 7, from line 7 on: write params->signature_len bytes. random is rnd; 32 bytes of zero
 * make it deterministic. Return 0 if 814 iterations of the loop give no signature (appendix C), which has a probability
 * below 2^-256.
 */
AB_API int ab_mldsa_sign_with(const struct ab_mldsa_key *key, uint8_t *signature, const uint8_t mu[AB_MLDSA_MU_LEN],
                              const uint8_t random[AB_MLDSA_RANDOM_LEN]);
/* The same, hedged: with rnd from a source. Return 0 if there are no random bytes, either. */
AB_API int ab_mldsa_sign(const struct ab_mldsa_key *key, uint8_t *signature, const uint8_t mu[AB_MLDSA_MU_LEN],
                         const struct ab_random_source *random);
/* ML-DSA.Verify_internal, algorithm 8, from line 5 on: return 1 if the signature is valid. */
AB_API int ab_mldsa_verify(const struct ab_mldsa_key *key, const uint8_t *signature, size_t len,
                           const uint8_t mu[AB_MLDSA_MU_LEN]);

#ifdef __cplusplus
}
#endif
#endif

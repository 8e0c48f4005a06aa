/*
 * ML-KEM (FIPS 203), all three parameter sets.
 *
 * Values     Keys, ciphertexts and secrets are byte strings in the formats of FIPS 203: an encapsulation key (the
 *            public key), a decapsulation key (the private key, which contains the public one), a seed d || z, a
 *            message m.
 * Keys       struct ab_mlkem_key keeps a key expanded: the matrix, and the vectors of the public and the private key in
 *            the NTT domain. It is flat, so a copy is a duplicate. Operations on a key do not change it, so that
 *            several threads may share it.
 * Memory     Nothing is allocated. No alignment is needed, but keys at multiples of 64 bytes are the fastest. Outputs
 *            do not overlap inputs, unless stated otherwise.
 * Secrecy    Private keys, seeds, messages and shared secrets are secret, and so is whether a ciphertext is valid: time
 *            depends on the parameter set alone. Public keys and ciphertexts are public.
 * Errors     1 is success and 0 failure, after which a key that was to be set is empty and outputs are untouched.
 */
#ifndef AFTERBURNER_MLKEM_H
#define AFTERBURNER_MLKEM_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/random_source.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ab_mlkem_id { AB_MLKEM_512, AB_MLKEM_768, AB_MLKEM_1024, AB_NUM_MLKEM };

enum {
    AB_MLKEM_N = 256, /* coefficients of a polynomial */
    AB_MLKEM_MAX_RANK = 4,
    AB_MLKEM_SEED_LEN = 64,    /* d || z */
    AB_MLKEM_MESSAGE_LEN = 32, /* m, the randomness of an encapsulation */
    AB_MLKEM_SECRET_LEN = 32,
    /* The lengths of ML-KEM-1024. */
    AB_MLKEM_MAX_PUBLIC_LEN = 1568,
    AB_MLKEM_MAX_PRIVATE_LEN = 3168,
    AB_MLKEM_MAX_CIPHERTEXT_LEN = 1568
};

/* FIPS 203 sec. 8, tables 2 and 3. */
struct ab_mlkem_params {
    enum ab_mlkem_id id;
    const char *name;       /* "ML-KEM-512" */
    unsigned rank;          /* k: polynomials in a vector */
    unsigned eta1, eta2;    /* of the noise */
    unsigned d_u, d_v;      /* bits of a compressed coefficient */
    unsigned category;      /* of security, 1, 3 or 5; SP 800-57 has 128, 192 and 256 bits for them */
    unsigned security_bits; /* those */
    size_t public_len;      /* ek */
    size_t private_len;     /* dk */
    size_t ciphertext_len;  /* c */
};

AB_API const struct ab_mlkem_params *ab_mlkem_params(enum ab_mlkem_id id);

/* The kernels for one instruction set, constant: src/kernels/mlkem/mlkem_kernels.h. */
struct ab_mlkem_kernels;

/* The implementations, the fastest first, the portable one last, then NULL; the same on every processor. */
AB_API const struct ab_mlkem_kernels *const *ab_mlkem_list(void);
AB_API const char *ab_mlkem_level(const struct ab_mlkem_kernels *k);
AB_API int ab_mlkem_is_usable(const struct ab_mlkem_kernels *k, const struct ab_cpu *cpu);
/* Return 1 if it is slower than OpenSSL's own. */
AB_API int ab_mlkem_is_fallback(const struct ab_mlkem_kernels *k);
/* The first that this processor can run; never NULL. */
AB_API const struct ab_mlkem_kernels *ab_mlkem_pick(const struct ab_cpu *cpu);

/* A key. Read its flags, params and kernels; the rest belongs to the functions below. */
struct ab_mlkem_key {
    /* k polynomials of t, k of s, k^2 of the matrix A row by row; all in the NTT domain. */
    int16_t polys[AB_MLKEM_MAX_RANK * (AB_MLKEM_MAX_RANK + 2)][AB_MLKEM_N];
    uint8_t rho[32];         /* from which A is sampled */
    uint8_t public_hash[32]; /* H(ek) */
    uint8_t d[32], z[32];    /* the seed; z also belongs to a private key without seed */
    const struct ab_mlkem_params *params;
    const struct ab_mlkem_kernels *kernels;
    uint8_t has_public, has_private, has_seed; /* 1 or 0; a private key has the public one, a seed has both */
};

/* Start an empty key. params and kernels must outlive it. Call it before any other function. */
AB_API void ab_mlkem_init(struct ab_mlkem_key *key, const struct ab_mlkem_params *params,
                          const struct ab_mlkem_kernels *kernels);
/* Wipe a key and leave it empty; params and kernels stay. */
AB_API void ab_mlkem_clear(struct ab_mlkem_key *key);
/* Wipe the seed's d and forget that there was a seed. */
AB_API void ab_mlkem_forget_seed(struct ab_mlkem_key *key);

/* ---- making keys; each of these replaces what the key held ---- */

/* The key of a seed: ML-KEM.KeyGen_internal, FIPS 203 algorithm 16. */
AB_API void ab_mlkem_set_seed(struct ab_mlkem_key *key, const uint8_t seed[AB_MLKEM_SEED_LEN]);
/* A new key: ML-KEM.KeyGen, algorithm 19. Return 0 if there are no random bytes. */
AB_API int ab_mlkem_generate(struct ab_mlkem_key *key, const struct ab_random_source *random);
/* Import an encapsulation key. Return 0 if the length is wrong or a coefficient is not reduced (sec. 7.2). */
AB_API int ab_mlkem_set_public(struct ab_mlkem_key *key, const uint8_t *in, size_t len);
/*
 * Import a decapsulation key. Return 0 if the length is wrong, a coefficient is not reduced, or the hash of the public
 * key in it is wrong (sec. 7.3).
 */
AB_API int ab_mlkem_set_private(struct ab_mlkem_key *key, const uint8_t *in, size_t len);

/* ---- exporting: each needs the flag of what it writes ---- */

AB_API void ab_mlkem_get_public(const struct ab_mlkem_key *key, uint8_t *out);  /* params->public_len */
AB_API void ab_mlkem_get_private(const struct ab_mlkem_key *key, uint8_t *out); /* params->private_len */
AB_API void ab_mlkem_get_seed(const struct ab_mlkem_key *key, uint8_t out[AB_MLKEM_SEED_LEN]);

/* Return 1 if both keys have a public key and it is the same. Of one parameter set. */
AB_API int ab_mlkem_same_public(const struct ab_mlkem_key *a, const struct ab_mlkem_key *b);
/* Return 1 if both keys have a private key and it is the same, in constant time. Of one parameter set. */
AB_API int ab_mlkem_same_private(const struct ab_mlkem_key *a, const struct ab_mlkem_key *b);

/* ---- encapsulation needs a public key, decapsulation a private one ---- */

/* ML-KEM.Encaps_internal, algorithm 17: secret and ciphertext (params->ciphertext_len) of the message m. */
AB_API void ab_mlkem_encapsulate_message(const struct ab_mlkem_key *key, uint8_t *ciphertext,
                                         uint8_t secret[AB_MLKEM_SECRET_LEN],
                                         const uint8_t message[AB_MLKEM_MESSAGE_LEN]);
/* ML-KEM.Encaps, algorithm 20. Return 0 if there are no random bytes. */
AB_API int ab_mlkem_encapsulate(const struct ab_mlkem_key *key, uint8_t *ciphertext,
                                uint8_t secret[AB_MLKEM_SECRET_LEN], const struct ab_random_source *random);
/*
 * ML-KEM.Decaps, algorithm 21: the secret of a ciphertext, or one that its sender cannot know if it is invalid
 * (implicit rejection). Return 0 if the length is wrong.
 */
AB_API int ab_mlkem_decapsulate(const struct ab_mlkem_key *key, uint8_t secret[AB_MLKEM_SECRET_LEN],
                                const uint8_t *ciphertext, size_t len);

#ifdef __cplusplus
}
#endif
#endif

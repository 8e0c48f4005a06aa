/*
 * Blinding (P. Kocher, 1996): compute (x r^e)^d / r instead of x^d, with a random secret r, so that the time of the
 * exponentiation, or anything else that leaks from it, is independent of x. Blindings are secret; n and e are public.
 */
#ifndef AB_CRYPTO_RSA_BLINDING_H
#define AB_CRYPTO_RSA_BLINDING_H

#include "afterburner/random_source.h"
#include "crypto/bignum/bignum.h"

struct ab_rsa_blinding {
    size_t num_uses;
    uint64_t *factor, *inverse; /* r^e and 1/r modulo n, in Montgomery form */
};

/* The blindings that a key keeps for its next operations. */
struct ab_rsa_blindings;

/* Make room for the blindings of a key with n of num_words words. NULL without memory. */
struct ab_rsa_blindings *ab_rsa_blindings_new(size_t num_words);
/* Wipe and free them. */
void ab_rsa_blindings_free(struct ab_rsa_blindings *b);

/*
 * Take a blinding for the caller alone, kept or new. Return 1; 0 without memory; -1 without randomness. Several threads
 * may take and give at once.
 */
int ab_rsa_blinding_take(struct ab_rsa_blindings *b, struct ab_rsa_blinding **blinding, const struct ab_modulus *n,
                         const uint64_t *e, size_t num_e, const struct ab_random_source *random);
/* Give it back after use: square it, and keep it for the next operation unless it was used often or enough are kept. */
void ab_rsa_blinding_give(struct ab_rsa_blindings *b, struct ab_rsa_blinding *blinding, const struct ab_modulus *n);

#endif

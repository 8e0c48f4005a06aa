/*
 * Blinding (P. Kocher, 1996): instead of x^d, (x r^e)^d / r is reckoned with a random r that nobody else knows, so that
 * the time of the exponentiation, or what else leaks of it, has nothing to do with x.
 */
#ifndef AB_CRYPTO_RSA_BLINDING_H
#define AB_CRYPTO_RSA_BLINDING_H

#include "afterburner/random_source.h"
#include "crypto/bignum/bignum.h"

struct ab_rsa_blinding {
    size_t num_uses;
    uint64_t *factor, *inverse; /* r^e and 1/r modulo n, in Montgomery form */
};

/* Those that a key keeps for its next operations. */
struct ab_rsa_blindings;

/* NULL without memory. */
struct ab_rsa_blindings *ab_rsa_blindings_new(size_t num_words);
void ab_rsa_blindings_free(struct ab_rsa_blindings *b);

/* One for the caller alone, kept or new. 1, or 0 without memory, or -1 without randomness. */
int ab_rsa_blinding_take(struct ab_rsa_blindings *b, struct ab_rsa_blinding **blinding, const struct ab_modulus *n,
                         const uint64_t *e, size_t num_e, const struct ab_random_source *random);
/* After its use: it is squared, and kept for the next operation unless it was used often or enough are kept. */
void ab_rsa_blinding_give(struct ab_rsa_blindings *b, struct ab_rsa_blinding *blinding, const struct ab_modulus *n);

#endif

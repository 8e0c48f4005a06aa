/* An RSA key from within: what its numbers are worked up into. */
#ifndef AB_CRYPTO_RSA_KEY_H
#define AB_CRYPTO_RSA_KEY_H

#include "afterburner/rsa.h"
#include "crypto/bignum/bignum.h"
#include "crypto/rsa/blinding.h"

/* A prime of the key. All primes of a key have the same number of words. */
struct ab_rsa_prime {
    struct ab_modulus *m;
    uint64_t *exponent;         /* d modulo r - 1 */
    uint64_t *before;           /* the product of the primes that Garner's method takes before this one ... */
    size_t num_before;          /* ... its words; 0 for the first */
    uint64_t *coefficient;      /* 1 / before modulo r */
    uint64_t *coefficient_mont; /* the same times R */
};

struct ab_rsa_key {
    size_t num_bits; /* of n */
    struct ab_modulus *n;
    uint64_t *e, *d;                /* d: as many words as n; NULL if it was not given */
    size_t num_e;                   /* words of e */
    size_t num_primes;              /* 0: d serves alone */
    size_t prime_words, prime_bits; /* the most that one of them has */
    struct ab_rsa_prime prime[AB_RSA_MAX_PRIMES];
    struct ab_rsa_blindings *blindings; /* NULL: public */
};

/* Garner's method begins with the second prime: qInv of RFC 8017 is the inverse of q modulo p. */
static inline size_t ab_rsa_garner_order(size_t i)
{
    return i < 2 ? 1 - i : i;
}

/*
 * Makes the primes of a key that has n and e, and what belongs to them. 1 if they serve: odd, above one, their product n, coprime
 * to each other and p - 1 to e. 0 if they do not; -1 without memory. Then and with 0, what was made waits for ab_rsa_primes_free.
 */
int ab_rsa_primes_make(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers);
void ab_rsa_primes_free(struct ab_rsa_key *key);

/* x^d modulo n for x < n, in words of n; r may be x. 0 without memory. Not verified. */
typedef int ab_rsa_power_fn(const struct ab_rsa_key *key, uint64_t *r, const uint64_t *x);
ab_rsa_power_fn ab_rsa_private_power; /* by the primes, if there are any */
ab_rsa_power_fn ab_rsa_power_by_d;    /* of a key that has d */

/*
 * The same by the primes in two halves, between which the caller raises the num_primes powers of p in place. work has
 * ab_rsa_powers_words words. 0 without memory.
 */
size_t ab_rsa_powers_words(const struct ab_rsa_key *key);
int ab_rsa_powers_begin(const struct ab_rsa_key *key, struct ab_mod_power *p, uint64_t *work, const uint64_t *x);
int ab_rsa_powers_end(const struct ab_rsa_key *key, uint64_t *r, uint64_t *work);

/* ---- steps of ab_rsa_private and ab_rsa_sign: operations.c, signature.c ---- */

/* The input as a number below n, in words of n. */
enum ab_rsa_result ab_rsa_read_input(const struct ab_rsa_key *key, uint64_t *x, const uint8_t *in, size_t in_len);
/* r is written to out if its power by e is x. */
enum ab_rsa_result ab_rsa_write_verified(const struct ab_rsa_key *key, uint8_t *out, const uint64_t *r,
                                         const uint64_t *x);
/* The message encoded in ab_rsa_size bytes. */
enum ab_rsa_result ab_rsa_encode(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                 const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len, uint8_t *em);
/* X9.31 signs with the lesser of s and n - s. */
void ab_rsa_take_lesser(const struct ab_rsa_key *key, uint8_t *s);

#endif

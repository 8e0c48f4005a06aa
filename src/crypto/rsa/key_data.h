/* The numbers of an RSA key, as operations use them. All but lengths, n and e is secret. */
#ifndef AB_CRYPTO_RSA_KEY_DATA_H
#define AB_CRYPTO_RSA_KEY_DATA_H

#include "afterburner/rsa.h"
#include "crypto/bignum/bignum.h"
#include "crypto/rsa/blinding.h"

/* A prime r of the key. All primes of a key have the same number of words. */
struct ab_rsa_prime {
    struct ab_modulus *m;
    uint64_t *exponent;         /* d modulo r - 1 */
    uint64_t *before;           /* the product of the primes before this one in Garner's method ... */
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

#endif

/*
 * Random primes: FIPS 186-5 app. A.1.3 and B.3 (Miller-Rabin with random bases), for RSA, DSA and Diffie-Hellman.
 *
 * Candidates are secret, since one becomes the prime. Time and addresses depend on lengths, on the place of the prime
 * in the sequence of candidates, and on the number of trailing zero bits of p - 1. Rejected candidates are of no use to
 * anybody.
 */
#ifndef AB_CRYPTO_BIGNUM_PRIME_H
#define AB_CRYPTO_BIGNUM_PRIME_H

#include "afterburner/random_source.h"
#include "crypto/bignum/bignum.h"

/*
 * Return the rounds of Miller-Rabin for a random candidate of this size. A composite passes them with a probability
 * below 2^-112 (FIPS 186-5 table B.1; Damgard, Landrock and Pomerance, 1993). For numbers that somebody else chose, use
 * AB_PRIME_ROUNDS_FOREIGN.
 */
size_t ab_prime_rounds(size_t num_bits);
enum { AB_PRIME_ROUNDS_FOREIGN = 64 };

enum ab_prime_verdict {
    AB_PRIME_NO = 0,
    AB_PRIME_YES = 1,
    AB_PRIME_ERROR = -1 /* no memory, no randomness, stopped */
};

/* Test n, odd and above 3, for small factors, then by this many rounds. */
enum ab_prime_verdict ab_prime_is(const struct ab_bignum *b, const struct ab_random_source *random, const uint64_t *n,
                                  size_t num_words, size_t rounds);

/*
 * The sieve: find which of start, start + 2 ... start + 2 (num - 1) have no odd prime factor below AB_SIEVE_LIMIT.
 * Write the offsets from start of up to max of them (a multiple of 4), in order, and return how many. That number is
 * public; the offsets are secret, and no address or branch depends on a remainder. start is odd, all numbers are above
 * AB_SIEVE_LIMIT, and num is at most AB_SIEVE_MAX.
 */
enum { AB_SIEVE_LIMIT = 1 << 14, AB_SIEVE_MAX = 1 << 14 };
size_t ab_prime_sieve(uint32_t *offsets, size_t max, size_t num, const uint64_t *start, size_t num_words);

/*
 * Return 1 if n, odd and above one, has a prime factor below AB_SIEVE_LIMIT other than itself. Time depends on which.
 */
int ab_prime_has_small_factor(const uint64_t *n, size_t num_words);

/* The conditions on a prime, and the callback that follows the search. */
struct ab_prime_wish {
    size_t num_bits; /* at least 64; p is at least sqrt(2) 2^(num_bits - 1): a product of two has all its bits */
    const uint64_t *coprime; /* p - 1 shares no factor with this odd number (e of RSA), num_coprime words; NULL: any */
    size_t num_coprime;
    size_t rounds; /* ab_prime_rounds(num_bits), or more */
    int (*progress)(void *arg, int stage,
                    int count); /* may be NULL: (0, i) a candidate, (1, i) a round passed; 0 stops */
    void *arg;
};

/* Find a random prime of num_bits / 64 words, rounded up. Return 0 without memory or randomness, or if stopped. */
int ab_prime_random(const struct ab_bignum *b, const struct ab_random_source *random, uint64_t *prime,
                    const struct ab_prime_wish *wish);

#endif

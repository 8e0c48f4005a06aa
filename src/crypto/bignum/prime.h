/*
 * Random primes: FIPS 186-5 app. A.1.3 and B.3 (Miller-Rabin with random bases), for RSA, DSA and Diffie-Hellman.
 *
 * Candidates are secret while they may become a prime that is used: time and addresses depend on lengths, on where in
 * the sequence of candidates the prime was found, and on the number of trailing zero bits of p - 1. What is known of
 * rejected candidates is of no use.
 */
#ifndef AB_CRYPTO_BIGNUM_PRIME_H
#define AB_CRYPTO_BIGNUM_PRIME_H

#include "afterburner/random_source.h"
#include "crypto/bignum/bignum.h"

/*
 * Rounds of Miller-Rabin for a random candidate of this size, of which composites pass with a probability below 2^-112
 * or less (FIPS 186-5 table B.1, Damgard, Landrock and Pomerance 1993). For numbers that somebody else chose:
 * AB_PRIME_ROUNDS_FOREIGN.
 */
size_t ab_prime_rounds(size_t num_bits);
enum { AB_PRIME_ROUNDS_FOREIGN = 64 };

enum ab_prime_verdict {
    AB_PRIME_NO = 0,
    AB_PRIME_YES = 1,
    AB_PRIME_ERROR = -1 /* no memory, no randomness, stopped */
};

/* n: odd, above 3. Small factors first, then that many rounds. */
enum ab_prime_verdict ab_prime_is(const struct ab_bignum *b, const struct ab_random_source *random, const uint64_t *n,
                                  size_t num_words, size_t rounds);

/*
 * The sieve: which of start, start + 2 ... start + 2 (num - 1) have no odd prime factor below AB_SIEVE_LIMIT. Writes up
 * to max (a multiple of 4) offsets from start, in their order, and returns how many; that number is public, the offsets
 * are secret, and every number takes the same path: no address or branch tells a remainder. start is odd, all are above
 * AB_SIEVE_LIMIT, num is at most AB_SIEVE_MAX.
 */
enum { AB_SIEVE_LIMIT = 1 << 14, AB_SIEVE_MAX = 1 << 14 };
size_t ab_prime_sieve(uint32_t *offsets, size_t max, size_t num, const uint64_t *start, size_t num_words);

/* 1 if n, odd and above one, has a prime factor below AB_SIEVE_LIMIT other than itself. Time depends on which. */
int ab_prime_has_small_factor(const uint64_t *n, size_t num_words);

/* What a prime is to be like, and who is told of the search. */
struct ab_prime_wish {
    size_t num_bits; /* at least 64; p is at least sqrt(2) 2^(num_bits - 1): a product of two has all its bits */
    const uint64_t *coprime; /* p - 1 shares no factor with this odd number (e of RSA), num_coprime words; NULL: any */
    size_t num_coprime;
    size_t rounds; /* ab_prime_rounds(num_bits), or more */
    int (*progress)(void *arg, int stage,
                    int count); /* may be NULL: (0, i) a candidate, (1, i) a round passed; 0 stops */
    void *arg;
};

/* A random prime of num_bits / 64 words, rounded up. 0 without memory or randomness, or stopped. */
int ab_prime_random(const struct ab_bignum *b, const struct ab_random_source *random, uint64_t *prime,
                    const struct ab_prime_wish *wish);

#endif

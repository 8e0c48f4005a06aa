/* The sieve that rejects candidates for primes by their small factors, in constant time: see prime.h. */
#include <string.h>

#include "crypto/bignum/prime.h"
#include "ct/ct.h"

/*
 * Compute the odd primes below the limit anew for each use. Take remainders modulo products of neighbouring primes
 * first, each product below 2^PRODUCT_BITS: that is most of the work on long numbers.
 */
enum { MAX_PRIMES = 1900, PRODUCT_BITS = 32, LANES = 8 };

struct sieve {
    size_t num; /* a multiple of LANES: the list is padded with the prime 3 */
    int16_t prime[MAX_PRIMES + 12], rest[MAX_PRIMES + 12];
};

static size_t find_primes(int16_t *primes)
{
    static const size_t half = AB_SIEVE_LIMIT / 2;
    uint8_t composite[AB_SIEVE_LIMIT / 2] = { 0 };
    size_t num = 0;

    for (size_t i = 1; i < half; i++) { /* index i is the number 2i + 1 */
        if (composite[i])
            continue;
        primes[num++] = (int16_t)(2 * i + 1);
        for (size_t j = 2 * i * (i + 1); j < half; j += 2 * i + 1)
            composite[j] = 1;
    }
    return num;
}

/* Return how many of the primes have a product below 2^PRODUCT_BITS, and the product. */
static size_t take_product(uint64_t *product, const int16_t *primes, size_t num)
{
    size_t taken = 0;

    for (*product = 1; taken < num && *product * (uint64_t)primes[taken] >> PRODUCT_BITS == 0; taken++)
        *product *= (uint64_t)primes[taken];
    return taken;
}

/* rest[i] = n modulo prime[i] for the next few primes. Return how many. */
static size_t find_rests(int16_t *rest, const int16_t *primes, size_t num, const uint64_t *n, size_t num_words)
{
    uint64_t product, rest_of_product;
    size_t taken = take_product(&product, primes, num);

    rest_of_product = ab_words_mod_word(n, num_words, (uint32_t)product);
    for (size_t i = 0; i < taken; i++)
        rest[i] = (int16_t)ab_words_mod_word(&rest_of_product, 1, (uint32_t)primes[i]);
    return taken;
}

static void start_sieve(struct sieve *s, const uint64_t *start, size_t num_words)
{
    size_t found = find_primes(s->prime);

    for (size_t i = 0; i < found;)
        i += find_rests(s->rest + i, s->prime + i, found - i, start, num_words);
    for (s->num = found; s->num % LANES != 0; s->num++) {
        s->prime[s->num] = s->prime[0];
        s->rest[s->num] = s->rest[0];
    }
}

/*
 * Return a mask, set if no prime divides the current number, and advance to the next odd one. (Compilers vectorise
 * it.)
 */
static uint64_t step(struct sieve *s)
{
    int16_t divides[LANES] = { 0 };
    uint64_t any = 0;

    for (size_t i = 0; i < s->num; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++) {
            int16_t rest = s->rest[i + lane], less = (int16_t)(rest + 2 - s->prime[i + lane]);

            divides[lane] |= (int16_t)(rest - 1) & ~rest; /* the sign: rest is 0 */
            s->rest[i + lane] = (int16_t)(less + (s->prime[i + lane] & (less >> 15)));
        }
    for (size_t lane = 0; lane < LANES; lane++)
        any |= (uint16_t)divides[lane] >> 15;
    return ab_ct_is_zero(any);
}

typedef uint32_t quad __attribute__((vector_size(16)));

/* offsets[count] = offset if mask is set, touching all places. (Vectors, since compilers branch on single words.) */
static void put(uint32_t *offsets, size_t max, uint64_t count, uint32_t offset, uint64_t mask)
{
    uint32_t place = (uint32_t)ab_ct_barrier(count | ~mask); /* no place has the number 2^32 - 1 */
    quad places = { place, place, place, place }, number = { 0, 1, 2, 3 }, four = { 4, 4, 4, 4 };

    for (size_t i = 0; i < max; i += 4, number += four) {
        quad here = (quad)(number == places), old;

        memcpy(&old, offsets + i, sizeof(old));
        old = (here & offset) | (~here & old);
        memcpy(offsets + i, &old, sizeof(old));
    }
}

size_t ab_prime_sieve(uint32_t *offsets, size_t max, size_t num, const uint64_t *start, size_t num_words)
{
    struct sieve s;
    uint64_t count = 0;

    start_sieve(&s, start, num_words);
    memset(offsets, 0, max * sizeof(*offsets));
    for (size_t i = 0; i < num; i++) {
        uint64_t survives = step(&s) & ab_ct_lt(count, max);

        put(offsets, max, count, (uint32_t)(2 * i), survives);
        count += survives & 1;
    }
    ab_wipe(&s, sizeof(s));
    AB_PUBLIC(&count, sizeof(count));
    return (size_t)count;
}

int ab_prime_has_small_factor(const uint64_t *n, size_t num_words)
{
    int16_t primes[MAX_PRIMES], rest[MAX_PRIMES];
    size_t num = find_primes(primes);
    int is_word = ab_words_num_bits(n, num_words) <= 64;

    for (size_t i = 0, taken; i < num; i += taken) {
        uint64_t divides = 0;

        taken = find_rests(rest, primes + i, num - i, n, num_words);
        for (size_t j = 0; j < taken; j++)
            divides |= ab_ct_is_zero((uint64_t)rest[j]) & ~(0 - (uint64_t)(is_word && n[0] == (uint64_t)primes[i + j]));
        AB_PUBLIC(&divides, sizeof(divides));
        if (divides != 0)
            return 1;
    }
    return 0;
}

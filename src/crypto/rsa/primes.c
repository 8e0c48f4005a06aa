/* The primes of a key, and the numbers computed from them: RFC 8017 sec. 3.2. */
#include "crypto/rsa/primes.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/rsa/integers.h"
#include "ct/ct.h"

/* Whether the key is valid becomes public. */
static int is_set(uint64_t mask)
{
    AB_PUBLIC(&mask, sizeof(mask));
    return mask != 0;
}

static size_t max_len(const struct ab_rsa_numbers *numbers)
{
    size_t len = 0;

    for (size_t i = 0; i < numbers->num_primes; i++)
        len = numbers->prime[i].len > len ? numbers->prime[i].len : len;
    return len;
}

/* Read the primes, and set prime_bits and prime_words. Return 1 if all are odd and above one. */
static int read_primes(struct ab_rsa_key *key, const struct ab_rsa_numbers *numbers, uint64_t *words, size_t num)
{
    uint64_t good = UINT64_MAX;

    for (size_t i = 0; i < numbers->num_primes; i++, words += num) {
        size_t num_bits;

        ab_words_from_le_bytes(words, num, numbers->prime[i].bytes, numbers->prime[i].len);
        num_bits = ab_words_secret_num_bits(words, num);
        key->prime_bits = num_bits > key->prime_bits ? num_bits : key->prime_bits;
        good &= ab_ct_mask(words[0] & 1);
        if (num_bits < 2)
            return 0;
    }
    key->prime_words = (key->prime_bits + 63) / 64;
    return is_set(good);
}

/* Return the words of all numbers of prime i: three of its length, and the product before it. */
static size_t words_of_prime(const struct ab_rsa_key *key, size_t i)
{
    return (3 + (i < 2 ? 1 : i)) * key->prime_words;
}

/* Make the modulus of prime i, and allocate its numbers, all zero. Return 0 without memory. */
static int allocate(struct ab_rsa_key *key, const struct ab_bignum *b, const uint64_t *words, size_t i)
{
    struct ab_rsa_prime *prime = &key->prime[i];

    prime->exponent = calloc(words_of_prime(key, i), sizeof(uint64_t));
    prime->m = ab_modulus_new(b, words, key->prime_words);
    if (prime->exponent == NULL || prime->m == NULL)
        return 0;
    prime->coefficient = prime->exponent + key->prime_words;
    prime->coefficient_mont = prime->coefficient + key->prime_words;
    prime->before = prime->coefficient_mont + key->prime_words;
    return 1;
}

/*
 * Compute the product before each prime in Garner's order. Return 1 if the product of all is n. product and next have
 * num_primes prime_words words each.
 */
static int multiply(struct ab_rsa_key *key, size_t num_primes, uint64_t *product, uint64_t *next)
{
    size_t num = key->prime_words, total = num_primes * num, num_n = key->n->num_words;

    if (total < num_n)
        return 0;
    memcpy(product, key->prime[1].m->n, num * sizeof(*product));
    for (size_t i = 1; i < num_primes; i++) {
        struct ab_rsa_prime *prime = &key->prime[ab_rsa_garner_order(i)];

        memcpy(prime->before, product, i * num * sizeof(*product));
        prime->num_before = i * num;
        ab_words_mul(next, product, i * num, prime->m->n, num);
        memcpy(product, next, (i + 1) * num * sizeof(*product));
    }
    return is_set(ab_words_eq(product, key->n->n, num_n) & ab_words_is_zero(product + num_n, total - num_n));
}

static int check_product(struct ab_rsa_key *key, size_t num_primes)
{
    size_t total = num_primes * key->prime_words;
    uint64_t *product = malloc(2 * total * sizeof(*product));
    int is_n;

    if (product == NULL)
        return -1;
    is_n = multiply(key, num_primes, product, product + total);
    ab_wipe(product, 2 * total * sizeof(*product));
    free(product);
    return is_n;
}

/* d modulo r - 1 is 1/e modulo r - 1. */
static int make_exponent(struct ab_rsa_prime *prime, const struct ab_modulus *e)
{
    size_t num = prime->m->num_words;
    uint64_t exists;

    memcpy(prime->exponent, prime->m->n, num * sizeof(uint64_t));
    prime->exponent[0] -= 1;
    if (!ab_rsa_invert_exponent(prime->exponent, e, prime->exponent, num, &exists))
        return -1;
    return is_set(exists);
}

static int make_exponents(struct ab_rsa_key *key, const struct ab_bignum *b, size_t num_primes)
{
    struct ab_modulus *e = ab_modulus_new(b, key->e, key->num_e);
    int result = e == NULL ? -1 : 1;

    for (size_t i = 0; i < num_primes && result == 1; i++)
        result = make_exponent(&key->prime[i], e);
    ab_modulus_free(e);
    return result;
}

/* Try a given coefficient first, which saves an inversion: its product with the number it inverts must be 1. */
static int make_coefficient(struct ab_rsa_prime *prime, const struct ab_rsa_number *given)
{
    const struct ab_modulus *m = prime->m;
    size_t num = m->num_words;
    uint64_t *before = prime->coefficient_mont, *t = prime->coefficient, exists = 0;
    uint64_t product[AB_BIGNUM_MAX_WORDS], one[AB_BIGNUM_MAX_WORDS] = { 1 };

    if (!ab_mod_reduce(m, before, prime->before, prime->num_before))
        return -1;
    if (given->len != 0 && ab_words_from_le_bytes(t, num, given->bytes, given->len)
        && is_set(ab_words_lt(t, m->n, num))) {
        ab_mod_mul(m, product, t, before);
        exists = ab_words_eq(product, one, num);
        ab_wipe(product, num * sizeof(*product));
    }
    if (!is_set(exists) && !ab_mod_inverse(m, t, before, &exists))
        return -1;
    ab_mod_to_mont(m, prime->coefficient_mont, t);
    return is_set(exists);
}

/* Compute everything from the primes, which words has in num words each. */
static int make(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers,
                const uint64_t *words, size_t num)
{
    size_t num_primes = numbers->num_primes;
    int result;

    for (size_t i = 0; i < num_primes; i++)
        if (!allocate(key, b, words + i * num, i))
            return -1;
    result = check_product(key, num_primes);
    if (result == 1)
        result = make_exponents(key, b, num_primes);
    for (size_t i = 1; i < num_primes && result == 1; i++)
        result = make_coefficient(&key->prime[ab_rsa_garner_order(i)], &numbers->coefficient[i - 1]);
    return result;
}

int ab_rsa_primes_make(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers)
{
    uint64_t *words;
    size_t num, len;
    int result;

    if (numbers->num_primes < 2 || numbers->num_primes > AB_RSA_MAX_PRIMES)
        return 0;
    num = AB_WORDS(max_len(numbers));
    if (num == 0 || num > AB_BIGNUM_MAX_WORDS)
        return 0;
    len = numbers->num_primes * num * sizeof(uint64_t);
    words = malloc(len);
    if (words == NULL)
        return -1;
    result = read_primes(key, numbers, words, num) ? make(key, b, numbers, words, num) : 0;
    ab_wipe(words, len);
    free(words);
    if (result == 1)
        key->num_primes = numbers->num_primes;
    return result;
}

void ab_rsa_primes_free(struct ab_rsa_key *key)
{
    for (size_t i = 0; i < AB_RSA_MAX_PRIMES; i++) {
        struct ab_rsa_prime *prime = &key->prime[i];

        if (prime->exponent != NULL)
            ab_wipe(prime->exponent, words_of_prime(key, i) * sizeof(uint64_t));
        free(prime->exponent);
        ab_modulus_free(prime->m);
        *prime = (struct ab_rsa_prime){ 0 };
    }
}

/* An RSA key: make it from its numbers, free it, and query it. */
#include "crypto/rsa/key_data.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/rsa/integers.h"
#include "crypto/rsa/primes.h"
#include "ct/ct.h"

/* OpenSSL's limits: for n of more than SMALL_BITS bits, e has at most MAX_E_BITS. */
enum { SMALL_BITS = 3072, MAX_E_BITS = 64, MAX_WORDS = AB_RSA_MAX_BITS / 64 };

/* Read a public number and return its bits; 0 if it is longer than any number of a key may be. */
static size_t read_public(uint64_t words[MAX_WORDS], const struct ab_rsa_number *number)
{
    if (!ab_words_from_le_bytes(words, MAX_WORDS, number->bytes, number->len))
        return 0;
    return ab_words_num_bits(words, MAX_WORDS);
}

/* Return 1 if e is odd, at least 3, and below n (RFC 8017 sec. 3.1). */
static int is_exponent(const uint64_t *e, size_t e_bits, const uint64_t *n, size_t n_bits)
{
    if ((e[0] & 1) == 0 || e_bits < 2 || (n_bits > SMALL_BITS && e_bits > MAX_E_BITS))
        return 0;
    return ab_words_lt(e, n, MAX_WORDS) != 0;
}

/* Allocate e and d, and read the public part. */
static int make_public(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers)
{
    uint64_t n[MAX_WORDS], e[MAX_WORDS];
    size_t e_bits = read_public(e, &numbers->e), num_words;

    key->num_bits = read_public(n, &numbers->n);
    if (key->num_bits < AB_RSA_MIN_BITS || (n[0] & 1) == 0 || !is_exponent(e, e_bits, n, key->num_bits))
        return 0;
    num_words = (key->num_bits + 63) / 64;
    key->num_e = (e_bits + 63) / 64;
    key->n = ab_modulus_new(b, n, num_words);
    key->e = malloc((key->num_e + num_words) * sizeof(*e));
    if (key->n == NULL || key->e == NULL)
        return 0;
    memcpy(key->e, e, key->num_e * sizeof(*e));
    return 1;
}

/* Read d. Return 1 if there is one, below n. Its array keeps the length of n. */
static int read_d(struct ab_rsa_key *key, const struct ab_rsa_number *number)
{
    uint64_t *d = key->e + key->num_e, good;

    if (number->len == 0)
        return 0;
    good = 0 - (uint64_t)ab_words_from_le_bytes(d, key->n->num_words, number->bytes, number->len);
    good &= ab_words_lt(d, key->n->n, key->n->num_words) & ~ab_words_is_zero(d, key->n->num_words);
    AB_PUBLIC(&good, sizeof(good));
    if (good == 0)
        return 0;
    key->d = d;
    return 1;
}

/* Read the private part, if there is one. Return 1 if it is valid or absent. */
static int make_private(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers)
{
    int has_d = read_d(key, &numbers->d), has_primes = ab_rsa_primes_make(key, b, numbers);

    if (has_primes != 1)
        ab_rsa_primes_free(key);
    if (has_primes < 0)
        return 0;
    if (!has_d && has_primes == 0)
        return numbers->d.len == 0 && numbers->num_primes == 0;
    key->blindings = ab_rsa_blindings_new(key->n->num_words);
    return key->blindings != NULL;
}

struct ab_rsa_key *ab_rsa_key_new(const struct ab_bignum *b, const struct ab_rsa_numbers *numbers)
{
    struct ab_rsa_key *key = calloc(1, sizeof(*key));

    if (key != NULL && (!make_public(key, b, numbers) || !make_private(key, b, numbers))) {
        ab_rsa_key_free(key);
        return NULL;
    }
    return key;
}

void ab_rsa_key_free(struct ab_rsa_key *key)
{
    if (key == NULL)
        return;
    ab_rsa_blindings_free(key->blindings);
    ab_rsa_primes_free(key);
    if (key->e != NULL && key->n != NULL)
        ab_wipe(key->e, (key->num_e + key->n->num_words) * sizeof(uint64_t));
    free(key->e);
    ab_modulus_free(key->n);
    free(key);
}

size_t ab_rsa_num_bits(const struct ab_rsa_key *key)
{
    return key->num_bits;
}

size_t ab_rsa_size(const struct ab_rsa_key *key)
{
    return (key->num_bits + 7) / 8;
}

int ab_rsa_is_private(const struct ab_rsa_key *key)
{
    return key->blindings != NULL;
}

static struct ab_rsa_number number_of(const uint64_t *words, size_t num)
{
    return (struct ab_rsa_number){ (const uint8_t *)words, words == NULL ? 0 : num * sizeof(*words) };
}

void ab_rsa_key_numbers(const struct ab_rsa_key *key, struct ab_rsa_numbers *numbers)
{
    *numbers = (struct ab_rsa_numbers){ .n = number_of(key->n->n, key->n->num_words),
                                        .e = number_of(key->e, key->num_e),
                                        .d = number_of(key->d, key->n->num_words),
                                        .num_primes = key->num_primes };
    for (size_t i = 0; i < key->num_primes; i++) {
        numbers->prime[i] = number_of(key->prime[i].m->n, key->prime_words);
        numbers->exponent[i] = number_of(key->prime[i].exponent, key->prime_words);
    }
    for (size_t i = 1; i < key->num_primes; i++)
        numbers->coefficient[i - 1] = number_of(key->prime[ab_rsa_garner_order(i)].coefficient, key->prime_words);
}

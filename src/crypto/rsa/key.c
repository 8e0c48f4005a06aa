/* An RSA key: make it from its numbers, free it, and query it. */
#include "crypto/rsa/key_data.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/rsa/integers.h"
#include "crypto/rsa/primes.h"
#include "ct/ct.h"

/* OpenSSL's limits: for n of more than SMALL_BITS bits, e has at most MAX_E_BITS. */
enum { SMALL_BITS = 3072, MAX_E_BITS = 64, MAX_WORDS = AB_RSA_MAX_BITS / 64 };

/* The public part of a key. e is zero above its own length. */
struct public_part {
    uint64_t n[MAX_WORDS], e[MAX_WORDS];
    size_t n_bits, e_bits, num_words; /* num_words: of n */
};

/* Read a public number into num words and return its bits; 0 if it does not fit. */
static size_t read_number(uint64_t *words, size_t num, const struct ab_rsa_number *number)
{
    if (!ab_words_from_le_bytes(words, num, number->bytes, number->len))
        return 0;
    return ab_words_num_bits(words, num);
}

/* Return 1 if e is odd, at least 3, and below n (RFC 8017 sec. 3.1). */
static int is_exponent(const struct public_part *p)
{
    if ((p->e[0] & 1) == 0 || p->e_bits < 2 || (p->n_bits > SMALL_BITS && p->e_bits > MAX_E_BITS))
        return 0;
    return ab_words_lt(p->e, p->n, p->num_words) != 0;
}

/* Return 1 if the public part is usable. */
static int read_public(struct public_part *p, const struct ab_rsa_numbers *numbers)
{
    size_t room = AB_WORDS(numbers->n.len);

    p->n_bits = read_number(p->n, room < MAX_WORDS ? room : MAX_WORDS, &numbers->n);
    if (p->n_bits < AB_RSA_MIN_BITS || (p->n[0] & 1) == 0)
        return 0;
    p->num_words = (p->n_bits + 63) / 64;
    p->e_bits = read_number(p->e, p->num_words, &numbers->e);
    return is_exponent(p);
}

/* Allocate e and d, and read the public part. */
static int make_public(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers)
{
    struct public_part p;

    if (!read_public(&p, numbers))
        return 0;
    key->num_bits = p.n_bits;
    key->num_e = (p.e_bits + 63) / 64;
    key->n = ab_modulus_new(b, p.n, p.num_words);
    key->e = malloc((key->num_e + p.num_words) * sizeof(*key->e));
    if (key->n == NULL || key->e == NULL)
        return 0;
    memcpy(key->e, p.e, key->num_e * sizeof(*key->e));
    return 1;
}

/* Read d into as many words as n has. Return 1 if it is above 0 and below n. */
static int read_private(uint64_t *d, const struct ab_rsa_number *number, const uint64_t *n, size_t num_words)
{
    uint64_t good = ab_ct_mask((uint64_t)ab_words_from_le_bytes(d, num_words, number->bytes, number->len));

    good &= ab_words_lt(d, n, num_words) & ~ab_words_is_zero(d, num_words);
    AB_PUBLIC(&good, sizeof(good));
    return good != 0;
}

/* Read d. Return 1 if there is one, below n. Its array keeps the length of n. */
static int read_d(struct ab_rsa_key *key, const struct ab_rsa_number *number)
{
    uint64_t *d = key->e + key->num_e;

    if (number->len == 0 || !read_private(d, number, key->n->n, key->n->num_words))
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

size_t ab_rsa_numbers_bits(const struct ab_rsa_numbers *numbers)
{
    struct public_part p;
    uint64_t d[MAX_WORDS];
    int is_good;

    if (!read_public(&p, numbers))
        return 0;
    if (numbers->d.len == 0)
        return numbers->num_primes == 0 ? p.n_bits : 0;
    is_good = read_private(d, &numbers->d, p.n, p.num_words);
    ab_wipe(d, p.num_words * sizeof(*d));
    return is_good ? p.n_bits : 0;
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

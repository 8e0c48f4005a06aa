/* Generate RSA key pairs: FIPS 186-5 app. A.1.1 and A.1.3, SP 800-56B sec. 6.3.1.3. */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/prime.h"
#include "crypto/rsa/integers.h"
#include "crypto/rsa/key.h"
#include "ct/ct.h"

enum { MAX_E_WORDS = 4, MAX_HALF_WORDS = AB_RSA_MAX_BITS / 2 / 64, DIFFERENCE = 100 };

struct pair {
    size_t num_words; /* of p and q */
    size_t num_e;
    uint64_t e[MAX_E_WORDS];
    uint64_t p[MAX_HALF_WORDS], q[MAX_HALF_WORDS];
    uint64_t n[2 * MAX_HALF_WORDS], d[2 * MAX_HALF_WORDS];
};

static int read_e(struct pair *pair, const struct ab_rsa_number *e)
{
    static const uint8_t usual[3] = { 1, 0, 1 };
    const struct ab_rsa_number number = e->len != 0 ? *e : (struct ab_rsa_number){ usual, sizeof(usual) };
    size_t num_bits;

    if (!ab_words_from_le_bytes(pair->e, MAX_E_WORDS, number.bytes, number.len))
        return 0;
    num_bits = ab_words_num_bits(pair->e, MAX_E_WORDS);
    pair->num_e = (num_bits + 63) / 64;
    return num_bits >= 2 && (pair->e[0] & 1) != 0;
}

/*
 * Put the greater prime first, and return 1 if |p - q| > 2^(num_bits / 2 - 100). Otherwise a search near the root of n
 * would factor it.
 */
static int sort(struct pair *pair, size_t num_bits)
{
    uint64_t p_less = ab_words_lt(pair->p, pair->q, pair->num_words), *t = pair->n;
    size_t difference;

    ab_words_select(t, p_less, pair->q, pair->p, pair->num_words);
    ab_words_select(pair->q, p_less, pair->p, pair->q, pair->num_words);
    memcpy(pair->p, t, pair->num_words * sizeof(*t));
    ab_words_sub(t, pair->p, pair->q, pair->num_words);
    difference = ab_words_secret_num_bits(t, pair->num_words);
    return difference > num_bits / 2 - DIFFERENCE;
}

static int find_primes(struct pair *pair, const struct ab_bignum *b, const struct ab_random_source *random,
                       const struct ab_rsa_generation *how)
{
    struct ab_prime_wish wish = {
        .coprime = pair->e, .num_coprime = pair->num_e, .progress = how->progress, .arg = how->arg
    };
    size_t bits[2] = { (how->num_bits + 1) / 2, how->num_bits / 2 };
    uint64_t *prime[2] = { pair->p, pair->q };

    for (size_t i = 0; i < 2; i++) {
        wish.num_bits = bits[i];
        wish.rounds = ab_prime_rounds(bits[i]);
        if (!ab_prime_random(b, random, prime[i], &wish)
            || (how->progress != NULL && !how->progress(how->arg, 3, (int)i)))
            return 0;
    }
    return 1;
}

/* Compute n and d. Return 1 if d is above 2^(num_bits / 2), 0 if not, -1 without memory. */
static int derive(struct pair *pair, const struct ab_bignum *b, size_t num_bits)
{
    struct ab_modulus *e = ab_modulus_new(b, pair->e, pair->num_e);
    uint64_t p1[MAX_HALF_WORDS], q1[MAX_HALF_WORDS], lcm[2 * MAX_HALF_WORDS], exists;
    size_t num = pair->num_words, len = num * sizeof(*p1);
    int ok;

    memcpy(p1, pair->p, len);
    memcpy(q1, pair->q, len);
    p1[0] -= 1;
    q1[0] -= 1;
    ok = e != NULL && ab_rsa_lcm(lcm, p1, q1, num) && ab_rsa_invert_exponent(pair->d, e, lcm, 2 * num, &exists);
    ab_words_mul(pair->n, pair->p, num, pair->q, num);
    AB_PUBLIC(pair->n, 2 * len);
    ab_modulus_free(e);
    ab_wipe(p1, len);
    ab_wipe(q1, len);
    ab_wipe(lcm, 2 * len);
    return ok ? ab_words_secret_num_bits(pair->d, 2 * num) > num_bits / 2 : -1;
}

static struct ab_rsa_number number_of(const uint64_t *words, size_t num)
{
    return (struct ab_rsa_number){ (const uint8_t *)words, num * sizeof(*words) };
}

/* Check that the pair belongs together (SP 800-56B sec. 6.4.1.1): the private operation verifies its result. */
static struct ab_rsa_key *make_key(const struct pair *pair, const struct ab_bignum *b,
                                   const struct ab_random_source *random)
{
    const struct ab_rsa_numbers numbers = { number_of(pair->n, 2 * pair->num_words),
                                            number_of(pair->e, pair->num_e),
                                            number_of(pair->d, 2 * pair->num_words),
                                            2,
                                            { number_of(pair->p, pair->num_words),
                                              number_of(pair->q, pair->num_words) },
                                            { { 0 } },
                                            { { 0 } } };
    struct ab_rsa_key *key = ab_rsa_key_new(b, &numbers);
    uint8_t out[AB_RSA_MAX_BYTES];
    const uint8_t two = 2;

    if (key != NULL && (key->num_primes != 2 || ab_rsa_private(key, random, out, &two, 1) != AB_RSA_OK)) {
        ab_rsa_key_free(key);
        return NULL;
    }
    return key;
}

struct ab_rsa_key *ab_rsa_generate(const struct ab_bignum *b, const struct ab_random_source *random,
                                   const struct ab_rsa_generation *how)
{
    struct pair *pair = calloc(1, sizeof(*pair));
    struct ab_rsa_key *key = NULL;
    int is_good = 0;

    if (pair == NULL || how->num_bits < AB_RSA_MIN_BITS || how->num_bits > AB_RSA_MAX_BITS || !read_e(pair, &how->e)) {
        free(pair);
        return NULL;
    }
    pair->num_words = ((how->num_bits + 1) / 2 + 63) / 64;
    while (is_good == 0 && find_primes(pair, b, random, how))
        if (sort(pair, how->num_bits))
            is_good = derive(pair, b, how->num_bits);
    if (is_good == 1)
        key = make_key(pair, b, random);
    ab_wipe(pair, sizeof(*pair));
    free(pair);
    return key;
}

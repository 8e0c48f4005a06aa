/* The private operation of RSA: RSADP and RSASP1 of RFC 8017 sec. 5.1.2 and 5.2.1, by the Chinese remainder theorem. */
#include <stdlib.h>
#include <string.h>

#include "crypto/rsa/key.h"
#include "ct/ct.h"

size_t ab_rsa_powers_words(const struct ab_rsa_key *key)
{
    return 3 * key->num_primes * key->prime_words;
}

int ab_rsa_powers_begin(const struct ab_rsa_key *key, struct ab_mod_power *p, uint64_t *work, const uint64_t *x)
{
    for (size_t i = 0; i < key->num_primes; i++) {
        uint64_t *here = work + i * key->prime_words;

        p[i] = (struct ab_mod_power){ key->prime[i].m, here, here, key->prime[i].exponent };
        if (!ab_mod_reduce(key->prime[i].m, here, x, key->n->num_words))
            return 0;
    }
    return 1;
}

/* One step of Garner's method: r, known modulo `before`, becomes r + before ((power - r) / before modulo the prime). */
static int combine_one(const struct ab_rsa_prime *prime, uint64_t *r, const uint64_t *power, uint64_t *product)
{
    const struct ab_modulus *m = prime->m;
    uint64_t h[AB_BIGNUM_MAX_WORDS];
    size_t num = prime->num_before;

    if (!ab_mod_reduce(m, h, r, num))
        return 0;
    ab_mod_sub(m, h, power, h);
    ab_mod_mont_mul(m, h, h, prime->coefficient_mont);
    ab_words_mul(product, prime->before, num, h, m->num_words);
    memset(r + num, 0, m->num_words * sizeof(*r));
    ab_words_add(r, r, product, num + m->num_words);
    ab_wipe(h, m->num_words * sizeof(*h));
    return 1;
}

/* r = the number with these remainders. r and product have prime_words words for each prime. */
static int combine(const struct ab_rsa_key *key, uint64_t *r, const uint64_t *power, uint64_t *product)
{
    size_t num = key->prime_words;

    memcpy(r, power + num, num * sizeof(*r));
    for (size_t i = 1; i < key->num_primes; i++) {
        size_t here = ab_rsa_garner_order(i);

        if (!combine_one(&key->prime[here], r, power + here * num, product))
            return 0;
    }
    return 1;
}

/* The words of all primes can be more than those of n; the words above are zero. */
int ab_rsa_powers_end(const struct ab_rsa_key *key, uint64_t *r, uint64_t *work)
{
    size_t num = key->num_primes * key->prime_words;

    if (!combine(key, work + num, work, work + 2 * num))
        return 0;
    memcpy(r, work + num, key->n->num_words * sizeof(*r));
    return 1;
}

static int power_by_primes(const struct ab_rsa_key *key, uint64_t *r, const uint64_t *x)
{
    struct ab_mod_power p[AB_RSA_MAX_PRIMES];
    size_t num = ab_rsa_powers_words(key);
    uint64_t *work = malloc(num * sizeof(*work));
    int ok;

    if (work == NULL)
        return 0;
    ok = ab_rsa_powers_begin(key, p, work, x) && ab_mod_exp_pair(p, key->prime_bits)
         && ab_mod_exp_many(p + 2, key->num_primes - 2, key->prime_bits) && ab_rsa_powers_end(key, r, work);
    ab_wipe(work, num * sizeof(*work));
    free(work);
    return ok;
}

int ab_rsa_power_by_d(const struct ab_rsa_key *key, uint64_t *r, const uint64_t *x)
{
    return ab_mod_exp(key->n, r, x, key->d, key->num_bits);
}

int ab_rsa_private_power(const struct ab_rsa_key *key, uint64_t *r, const uint64_t *x)
{
    return key->num_primes != 0 ? power_by_primes(key, r, x) : ab_rsa_power_by_d(key, r, x);
}

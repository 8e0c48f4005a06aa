/* The RSA primitives from bytes to bytes: RFC 8017 sec. 5. */
#include <string.h>

#include "crypto/rsa/key.h"
#include "ct/ct.h"

/* Whether the input is below n becomes public: it is a ciphertext, a signature, or an encoding that always is. */
enum ab_rsa_result ab_rsa_read_input(const struct ab_rsa_key *key, uint64_t *x, const uint8_t *in, size_t in_len)
{
    uint64_t below;

    if (in_len > ab_rsa_size(key))
        return AB_RSA_BAD_INPUT_LENGTH;
    ab_words_from_bytes(x, key->n->num_words, in, in_len);
    below = ab_words_lt(x, key->n->n, key->n->num_words);
    AB_PUBLIC(&below, sizeof(below));
    return below != 0 ? AB_RSA_OK : AB_RSA_NOT_BELOW_MODULUS;
}

enum ab_rsa_result ab_rsa_public(const struct ab_rsa_key *key, uint8_t *out, const uint8_t *in, size_t in_len)
{
    uint64_t x[AB_BIGNUM_MAX_WORDS];
    enum ab_rsa_result result = ab_rsa_read_input(key, x, in, in_len);

    if (result != AB_RSA_OK)
        return result;
    if (ab_mod_exp_public(key->n, x, x, key->e, key->num_e))
        ab_words_to_bytes(out, ab_rsa_size(key), x, key->n->num_words);
    else
        result = AB_RSA_NO_MEMORY;
    ab_wipe(x, key->n->num_words * sizeof(*x));
    return result;
}

/* r = x^d modulo n, with blinding. */
static enum ab_rsa_result blinded_power(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                        uint64_t *r, const uint64_t *x, ab_rsa_power_fn *power)
{
    struct ab_rsa_blinding *blinding;
    int taken = ab_rsa_blinding_take(key->blindings, &blinding, key->n, key->e, key->num_e, random), ok;

    if (taken != 1)
        return taken < 0 ? AB_RSA_NO_RANDOM : AB_RSA_NO_MEMORY;
    ab_mod_mont_mul(key->n, r, x, blinding->factor);
    ok = power(key, r, r);
    ab_mod_mont_mul(key->n, r, r, blinding->inverse);
    ab_rsa_blinding_give(key->blindings, blinding, key->n);
    return ok ? AB_RSA_OK : AB_RSA_NO_MEMORY;
}

/*
 * Raise the result to e and compare it with the input: a result that is right modulo one prime and wrong modulo the
 * other would reveal both primes (Boneh, DeMillo and Lipton, 1997).
 */
enum ab_rsa_result ab_rsa_write_verified(const struct ab_rsa_key *key, uint8_t *out, const uint64_t *r,
                                         const uint64_t *x)
{
    uint64_t again[AB_BIGNUM_MAX_WORDS], equal;

    if (!ab_mod_exp_public(key->n, again, r, key->e, key->num_e))
        return AB_RSA_NO_MEMORY;
    equal = ab_words_eq(again, x, key->n->num_words);
    AB_PUBLIC(&equal, sizeof(equal));
    ab_wipe(again, key->n->num_words * sizeof(*again));
    if (equal == 0)
        return AB_RSA_FAULT;
    ab_words_to_bytes(out, ab_rsa_size(key), r, key->n->num_words);
    return AB_RSA_OK;
}

static enum ab_rsa_result power_and_write(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                          uint8_t *out, const uint64_t *x, ab_rsa_power_fn *power)
{
    uint64_t r[AB_BIGNUM_MAX_WORDS];
    enum ab_rsa_result result = blinded_power(key, random, r, x, power);

    if (result == AB_RSA_OK)
        result = ab_rsa_write_verified(key, out, r, x);
    ab_wipe(r, key->n->num_words * sizeof(*r));
    return result;
}

/*
 * A factor of n that is not prime gives wrong remainders, though all numbers of the key fit together; d is right for
 * any factors. So a result that fails its verification is computed again by d, if there is one.
 */
enum ab_rsa_result ab_rsa_private(const struct ab_rsa_key *key, const struct ab_random_source *random, uint8_t *out,
                                  const uint8_t *in, size_t in_len)
{
    uint64_t x[AB_BIGNUM_MAX_WORDS];
    enum ab_rsa_result result;

    if (!ab_rsa_is_private(key))
        return AB_RSA_NO_PRIVATE_KEY;
    result = ab_rsa_read_input(key, x, in, in_len);
    if (result == AB_RSA_OK)
        result = power_and_write(key, random, out, x, ab_rsa_private_power);
    if (result == AB_RSA_FAULT && key->num_primes != 0 && key->d != NULL)
        result = power_and_write(key, random, out, x, ab_rsa_power_by_d);
    ab_wipe(x, key->n->num_words * sizeof(*x));
    return result;
}

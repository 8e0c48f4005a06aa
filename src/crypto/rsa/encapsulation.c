/* RSASVE, key encapsulation by RSA: SP 800-56B rev. 2 sec. 7.2.1.2. */
#include <string.h>

#include "crypto/rsa/key.h"
#include "ct/ct.h"

/* Return 1 if 1 < z < n - 1. n is odd, so n - 1 is n without its lowest bit. */
static int is_in_range(const struct ab_modulus *n, const uint64_t *z)
{
    uint64_t last[AB_BIGNUM_MAX_WORDS], rest = z[0] >> 1, good;

    memcpy(last, n->n, n->num_words * sizeof(*last));
    last[0] -= 1;
    for (size_t i = 1; i < n->num_words; i++)
        rest |= z[i];
    good = ab_words_lt(z, last, n->num_words) & ~ab_ct_is_zero(rest);
    AB_PUBLIC(&good, sizeof(good)); /* a number out of range is discarded */
    return good != 0;
}

static enum ab_rsa_result draw(const struct ab_rsa_key *key, const struct ab_random_source *random, uint64_t *z)
{
    size_t num = key->n->num_words;

    do {
        if (!random->bytes(random->arg, (uint8_t *)z, num * sizeof(*z)))
            return AB_RSA_NO_RANDOM;
        z[num - 1] &= UINT64_MAX >> (64 * num - key->num_bits);
    } while (!is_in_range(key->n, z));
    return AB_RSA_OK;
}

enum ab_rsa_result ab_rsa_encapsulate(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                      uint8_t *secret, uint8_t *ciphertext)
{
    uint64_t z[AB_BIGNUM_MAX_WORDS];
    uint8_t em[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result = draw(key, random, z);

    if (result == AB_RSA_OK) {
        ab_words_to_bytes(em, k, z, key->n->num_words);
        result = ab_rsa_public(key, ciphertext, em, k);
        if (result == AB_RSA_OK)
            memcpy(secret, em, k);
        ab_wipe(em, k);
        ab_wipe(z, key->n->num_words * sizeof(*z));
    }
    return result;
}

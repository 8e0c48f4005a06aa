/* Vectors, random scalars and expected results for the tests of elliptic curves. */
#include "crypto/ec_cases.h"

#include <string.h>

#include "crypto/bignum/bignum.h"
#include "harness/harness.h"

#include "ec_vectors.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum { NUM_RANDOM = 20, NUM_RANDOM_SLOW = 1, STEP_SLOW = 23 };

const struct t_ec_vectors t_ec_vectors = {
    .multiples = multiples,
    .roots = roots,
    .strays = strays,
    .nonces = nonces,
    .joints = joints,
    .num_multiples = COUNT(multiples),
    .num_roots = COUNT(roots),
    .num_strays = COUNT(strays),
    .num_nonces = COUNT(nonces),
    .num_joints = COUNT(joints),
};

unsigned t_ec_num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

size_t t_ec_step(void)
{
    return t_is_slow() ? STEP_SLOW : 1;
}

size_t t_ec_bytes(uint8_t *out, const char *hex)
{
    const char *at = hex;

    for (; *at != '\0'; at += 2) {
        uint8_t high = (uint8_t)(at[0] <= '9' ? at[0] - '0' : at[0] - 'a' + 10);
        uint8_t low = (uint8_t)(at[1] <= '9' ? at[1] - '0' : at[1] - 'a' + 10);

        *out++ = (uint8_t)(high << 4 | low);
    }
    return (size_t)(at - hex) / 2;
}

void t_ec_words(words r, const char *hex)
{
    uint8_t bytes[AB_EC_MAX_FIELD_LEN];

    memset(r, 0, sizeof(words));
    ab_words_from_bytes(r, AB_EC_MAX_WORDS, bytes, t_ec_bytes(bytes, hex));
}

size_t t_ec_words_len(const struct ab_ec_kernels *c)
{
    return c->domain->num_words * sizeof(uint64_t);
}

void t_ec_random_scalar(const struct ab_ec_kernels *c, words k)
{
    const struct ab_curve_domain *d = c->domain;

    memset(k, 0, sizeof(words));
    do {
        t_random_bytes(k, t_ec_words_len(c));
        k[d->num_words - 1] &= UINT64_MAX >> (64 * d->num_words - d->order_bits);
    } while (!ab_words_lt(k, d->n, d->num_words) || ab_words_is_zero(k, d->num_words));
}

const struct ab_hash *t_ec_hash(enum ab_hash_id id)
{
    const struct ab_hash *h = ab_hash_list(id);

    while (h[1].algorithm != NULL)
        h++;
    return h;
}

int t_ec_wanted_r(const struct ab_ec_kernels *c, words r, const words u, const words v, const words q)
{
    const struct ab_curve_domain *d = c->domain;
    words k, less;

    c->order_mul(k, v, q);
    if (ab_words_add(k, k, u, d->num_words) || !ab_words_lt(k, d->n, d->num_words))
        ab_words_sub(k, k, d->n, d->num_words);
    if (ab_words_is_zero(k, d->num_words))
        return 0;
    c->base(r, NULL, k);
    while (!ab_words_sub(less, r, d->n, d->num_words))
        memcpy(r, less, t_ec_words_len(c));
    return 1;
}

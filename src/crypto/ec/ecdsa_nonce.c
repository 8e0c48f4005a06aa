/* Nonces of ECDSA: deterministic by RFC 6979, or hedged with randomness. */
#include "crypto/ec/ecdsa_nonce.h"

static size_t order_len(const struct ab_ecdsa_nonce *n)
{
    return ab_ec_order_len(n->message.domain);
}

static void seed(struct ab_ecdsa_nonce *n, const struct ab_hash *hash)
{
    const struct ab_curve_domain *d = n->message.domain;
    uint8_t reduced[AB_EC_MAX_ORDER_LEN];
    ab_ec_words e;

    ab_ec_leftmost_bits(d, e, n->message.digest, n->message.digest_len);
    ab_ec_subtract_order_once(d, e, e);
    ab_words_to_bytes(reduced, order_len(n), e, d->num_words);
    ab_nonce_seed(&n->drbg, hash, n->message.private_key, reduced, order_len(n));
    ab_wipe(reduced, sizeof(reduced));
    ab_wipe(e, sizeof(e));
}

void ab_ecdsa_nonce_init(struct ab_ecdsa_nonce *n, const struct ab_ecdsa_message *m, const struct ab_hash *hash,
                         const struct ab_random_source *random)
{
    n->message = *m;
    n->hash = hash;
    n->random = random;
    if (random == NULL)
        seed(n, hash);
}

static int hedged(const struct ab_ecdsa_nonce *n, uint8_t *candidate)
{
    const struct ab_ecdsa_message *m = &n->message;
    const struct ab_nonce_subject subject = { m->private_key, m->digest, order_len(n), m->digest_len };

    return ab_nonce_hedged(n->hash, n->random, &subject, candidate, order_len(n));
}

int ab_ecdsa_nonce_next(struct ab_ecdsa_nonce *n, ab_ec_words k)
{
    uint8_t candidate[AB_EC_MAX_ORDER_LEN];

    do {
        if (n->random == NULL)
            ab_nonce_next(&n->drbg, candidate, order_len(n));
        else if (!hedged(n, candidate))
            return 0;
        ab_ec_leftmost_bits(n->message.domain, k, candidate, order_len(n));
    } while (!ab_ec_is_scalar(n->message.domain, k));
    ab_wipe(candidate, sizeof(candidate));
    return 1;
}

void ab_ecdsa_nonce_wipe(struct ab_ecdsa_nonce *n)
{
    if (n->random == NULL)
        ab_nonce_wipe(&n->drbg);
}

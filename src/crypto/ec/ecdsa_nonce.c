#include "crypto/ec/ecdsa_nonce.h"

enum { RANDOM_LEN = 32, SHA512_LEN = 64, MAX_CANDIDATE_LEN = 2 * AB_HASH_MAX_DIGEST + AB_EC_MAX_ORDER_LEN };

static size_t order_len(const struct ab_ecdsa_nonce *n)
{
    return (n->message.domain->order_bits + 7u) / 8;
}

/* ---- hedged: SHA-512(randomness, private key, block, digest), as many blocks as the order needs ---- */

static int hedged_candidate(struct ab_ecdsa_nonce *n, uint8_t candidate[MAX_CANDIDATE_LEN], size_t *len)
{
    const struct ab_ecdsa_message *m = &n->message;
    uint8_t random[RANDOM_LEN];

    if (!n->random->bytes(n->random->arg, random, sizeof(random)))
        return 0;
    *len = 0;
    for (uint8_t block = 0; *len < order_len(n); block++) {
        struct ab_hash_ctx c;

        ab_hash_init(&c, n->hash);
        ab_hash_update(&c, random, sizeof(random));
        ab_hash_update(&c, m->private_key, order_len(n));
        ab_hash_update(&c, &block, 1);
        ab_hash_update(&c, m->digest, m->digest_len);
        ab_hash_final(&c, candidate + *len);
        *len += SHA512_LEN;
    }
    ab_wipe(random, sizeof(random));
    return 1;
}

/* ---- deterministic: RFC 6979 sec. 3.2, by its steps ---- */

static size_t digest_len(const struct ab_ecdsa_nonce *n)
{
    return n->hash->algorithm->digest_len;
}

/* V = HMAC_K(V) */
static void step_v(struct ab_ecdsa_nonce *n)
{
    ab_hmac(&n->key, n->v, digest_len(n), n->v);
}

/* K = HMAC_K(V || tag || private key || digest), the last two if they are to be there; then V = HMAC_K(V). */
static void step_k(struct ab_ecdsa_nonce *n, uint8_t tag, const uint8_t *reduced_digest)
{
    uint8_t key[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hmac_init(&c, &n->key);
    ab_hash_update(&c, n->v, digest_len(n));
    ab_hash_update(&c, &tag, 1);
    if (reduced_digest != NULL) {
        ab_hash_update(&c, n->message.private_key, order_len(n));
        ab_hash_update(&c, reduced_digest, order_len(n));
    }
    ab_hmac_final(&c, &n->key, key);
    ab_hmac_set_key(&n->key, n->hash, key, digest_len(n));
    step_v(n);
    ab_wipe(key, sizeof(key));
}

/* Steps b to g. */
static void seed(struct ab_ecdsa_nonce *n)
{
    static const uint8_t zeros[AB_HASH_MAX_DIGEST];
    const struct ab_curve_domain *d = n->message.domain;
    uint8_t reduced[AB_EC_MAX_ORDER_LEN];
    ab_ec_words e;

    ab_ec_leftmost_bits(d, e, n->message.digest, n->message.digest_len);
    words_subtract_once(e, e, 0, d->n, d->num_words);
    ab_words_to_bytes(reduced, order_len(n), e, d->num_words);
    memset(n->v, 1, sizeof(n->v));
    ab_hmac_set_key(&n->key, n->hash, zeros, digest_len(n));
    step_k(n, 0, reduced);
    step_k(n, 1, reduced);
    ab_wipe(reduced, sizeof(reduced));
    ab_wipe(e, sizeof(e));
}

/* Step h. */
static void deterministic_candidate(struct ab_ecdsa_nonce *n, uint8_t candidate[MAX_CANDIDATE_LEN], size_t *len)
{
    if (n->is_first)
        seed(n);
    else
        step_k(n, 0, NULL);
    n->is_first = 0;
    for (*len = 0; *len < order_len(n); *len += digest_len(n)) {
        step_v(n);
        memcpy(candidate + *len, n->v, digest_len(n));
    }
}

/* ---- either ---- */

void ab_ecdsa_nonce_init(struct ab_ecdsa_nonce *n, const struct ab_ecdsa_message *m, const struct ab_hash *hash,
                         const struct ab_random_source *random)
{
    n->message = *m;
    n->hash = hash;
    n->random = random;
    n->is_first = 1;
}

int ab_ecdsa_nonce_next(struct ab_ecdsa_nonce *n, ab_ec_words k)
{
    uint8_t candidate[MAX_CANDIDATE_LEN];
    size_t len;

    do {
        if (n->random == NULL)
            deterministic_candidate(n, candidate, &len);
        else if (!hedged_candidate(n, candidate, &len))
            return 0;
        ab_ec_leftmost_bits(n->message.domain, k, candidate, len);
    } while (!ab_ec_is_scalar(n->message.domain, k));
    ab_wipe(candidate, sizeof(candidate));
    return 1;
}

void ab_ecdsa_nonce_wipe(struct ab_ecdsa_nonce *n)
{
    if (n->random == NULL)
        ab_hmac_wipe(&n->key);
    ab_wipe(n->v, sizeof(n->v));
}

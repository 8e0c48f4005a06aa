/* Bytes for the nonces of DSA and ECDSA: deterministic (RFC 6979) and hedged. */
#include "crypto/nonce/nonce.h"

#include <string.h>

#include "ct/ct.h"

enum { RANDOM_LEN = 32 };

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- deterministic ---- */

static size_t digest_len(const struct ab_nonce_drbg *g)
{
    return g->key.hash->algorithm->digest_len;
}

/* V = HMAC_K(V) */
static void step_v(struct ab_nonce_drbg *g)
{
    ab_hmac(&g->key, g->value, digest_len(g), g->value);
}

/* K = HMAC_K(V || tag || private key || digest), the last two unless NULL; then V = HMAC_K(V). */
static void step_k(struct ab_nonce_drbg *g, uint8_t tag, const uint8_t *private_key, const uint8_t *digest, size_t len)
{
    const struct ab_hash *hash = g->key.hash;
    uint8_t key[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hmac_init(&c, &g->key);
    ab_hash_update(&c, g->value, digest_len(g));
    ab_hash_update(&c, &tag, 1);
    ab_hash_update(&c, private_key, len);
    ab_hash_update(&c, digest, len);
    ab_hmac_final(&c, &g->key, key);
    ab_hmac_set_key(&g->key, hash, key, digest_len(g));
    step_v(g);
    ab_wipe(key, sizeof(key));
}

void ab_nonce_seed(struct ab_nonce_drbg *g, const struct ab_hash *hash, const uint8_t *private_key,
                   const uint8_t *digest, size_t len)
{
    static const uint8_t zeros[AB_HASH_MAX_DIGEST];

    g->is_used = 0;
    memset(g->value, 1, sizeof(g->value));
    ab_hmac_set_key(&g->key, hash, zeros, hash->algorithm->digest_len);
    step_k(g, 0, private_key, digest, len);
    step_k(g, 1, private_key, digest, len);
}

void ab_nonce_next(struct ab_nonce_drbg *g, uint8_t *out, size_t len)
{
    if (g->is_used)
        step_k(g, 0, NULL, NULL, 0);
    g->is_used = 1;
    for (size_t done = 0; done < len; done += digest_len(g)) {
        step_v(g);
        memcpy(out + done, g->value, min(len - done, digest_len(g)));
    }
}

void ab_nonce_wipe(struct ab_nonce_drbg *g)
{
    ab_hmac_wipe(&g->key);
    ab_wipe(g->value, sizeof(g->value));
}

/* ---- hedged ---- */

int ab_nonce_hedged(const struct ab_hash *hash, const struct ab_random_source *random, const struct ab_nonce_subject *m,
                    uint8_t *out, size_t len)
{
    const size_t block_len = hash->algorithm->digest_len;
    uint8_t entropy[RANDOM_LEN], block[AB_HASH_MAX_DIGEST], number = 0;

    if (!random->bytes(random->arg, entropy, sizeof(entropy)))
        return 0;
    for (size_t done = 0; done < len; done += block_len, number++) {
        struct ab_hash_ctx c;

        ab_hash_init(&c, hash);
        ab_hash_update(&c, entropy, sizeof(entropy));
        ab_hash_update(&c, m->private_key, m->private_key_len);
        ab_hash_update(&c, &number, 1);
        ab_hash_update(&c, m->digest, m->digest_len);
        ab_hash_final(&c, block);
        memcpy(out + done, block, min(len - done, block_len));
    }
    ab_wipe(entropy, sizeof(entropy));
    ab_wipe(block, sizeof(block));
    return 1;
}

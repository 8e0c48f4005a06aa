/* HMAC_DRBG, SP 800-90A rev. 1 sec. 10.1.2. */
#include "afterburner/drbg.h"

#include <string.h>

static size_t len_of(const struct ab_hmac_drbg *h)
{
    return h->key.hash->algorithm->digest_len;
}

void ab_hmac_drbg_set_hash(struct ab_hmac_drbg *h, const struct ab_hash *hash)
{
    ab_hmac_set_key(&h->key, hash, h->k, hash->algorithm->digest_len);
}

static void next_v(struct ab_hmac_drbg *h)
{
    ab_hmac(&h->key, h->v, len_of(h), h->v);
}

/* K = HMAC(K, V | separator | inputs), V = HMAC(K, V). */
static void mix_once(struct ab_hmac_drbg *h, uint8_t separator, const struct ab_drbg_input *in, size_t num_in)
{
    const struct ab_hash *hash = h->key.hash;
    struct ab_hash_ctx message;

    ab_hmac_init(&message, &h->key);
    ab_hash_update(&message, h->v, len_of(h));
    ab_hash_update(&message, &separator, 1);
    for (size_t i = 0; i < num_in; i++)
        ab_hash_update(&message, in[i].data, in[i].len);
    ab_hmac_final(&message, &h->key, h->k);
    ab_hmac_drbg_set_hash(h, hash);
    next_v(h);
}

/* HMAC_DRBG_Update, sec. 10.1.2.2. */
static void update(struct ab_hmac_drbg *h, const struct ab_drbg_input *in, size_t num_in)
{
    size_t len = 0;

    for (size_t i = 0; i < num_in; i++)
        len |= in[i].len;
    mix_once(h, 0, in, num_in);
    if (len != 0)
        mix_once(h, 1, in, num_in);
}

void ab_hmac_drbg_instantiate(struct ab_hmac_drbg *h, const struct ab_hash *hash, const struct ab_drbg_input *in,
                              size_t num_in)
{
    size_t len = hash->algorithm->digest_len;

    memset(h->k, 0, len);
    memset(h->v, 1, len);
    ab_hmac_drbg_set_hash(h, hash);
    update(h, in, num_in);
}

void ab_hmac_drbg_reseed(struct ab_hmac_drbg *h, const struct ab_drbg_input *in, size_t num_in)
{
    update(h, in, num_in);
}

void ab_hmac_drbg_generate(struct ab_hmac_drbg *h, const uint8_t *more, size_t more_len, uint8_t *out, size_t len)
{
    const struct ab_drbg_input in = { more, more_len };
    size_t n;

    if (more_len > 0)
        update(h, &in, 1);
    for (; len > 0; out += n, len -= n) {
        next_v(h);
        n = len < len_of(h) ? len : len_of(h);
        memcpy(out, h->v, n);
    }
    update(h, &in, 1);
}

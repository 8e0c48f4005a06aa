/* The PRF of TLS 1.0 to 1.2 (RFC 5246 sec. 5, RFC 2246 sec. 5). */
#include "afterburner/tls1_prf.h"

#include <string.h>

#include "afterburner/hmac.h"
#include "ct/ct.h"

/* HMAC(secret, a | seed) */
static void block(const struct ab_hmac_key *k, const uint8_t *a, const uint8_t *seed, size_t seed_len, uint8_t *out)
{
    struct ab_hash_ctx message;

    ab_hmac_init(&message, k);
    ab_hash_update(&message, a, k->hash->algorithm->digest_len);
    ab_hash_update(&message, seed, seed_len);
    ab_hmac_final(&message, k, out);
}

/* out ^= P_hash(secret, seed), where A(i) = HMAC(secret, A(i - 1)), A(0) = seed (RFC 5246 sec. 5). */
static void add_p_hash(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *seed,
                       size_t seed_len, uint8_t *out, size_t out_len)
{
    uint8_t a[AB_HASH_MAX_DIGEST], p[AB_HASH_MAX_DIGEST];
    size_t digest_len = hash->algorithm->digest_len;
    struct ab_hmac_key k;

    ab_hmac_set_key(&k, hash, secret, secret_len);
    ab_hmac(&k, seed, seed_len, a);
    for (;; ab_hmac(&k, a, digest_len, a)) {
        size_t len = out_len < digest_len ? out_len : digest_len;

        block(&k, a, seed, seed_len, p);
        for (size_t i = 0; i < len; i++)
            out[i] ^= p[i];
        if (out_len == len)
            break;
        out += len;
        out_len -= len;
    }
    ab_hmac_wipe(&k);
    ab_wipe(a, digest_len);
    ab_wipe(p, digest_len);
}

void ab_tls1_prf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *seed,
                 size_t seed_len, uint8_t *out, size_t out_len)
{
    memset(out, 0, out_len);
    add_p_hash(hash, secret, secret_len, seed, seed_len, out, out_len);
}

void ab_tls1_prf_md5_sha1(const struct ab_hash *md5, const struct ab_hash *sha1, const uint8_t *secret,
                          size_t secret_len, const uint8_t *seed, size_t seed_len, uint8_t *out, size_t out_len)
{
    size_t half = secret_len / 2 + secret_len % 2;

    ab_tls1_prf(md5, secret, half, seed, seed_len, out, out_len);
    add_p_hash(sha1, secret + secret_len - half, half, seed, seed_len, out, out_len);
}

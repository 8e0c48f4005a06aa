/*
 * Implicit rejection, draft-irtf-cfrg-rsa-guidance sec. 7: the message to return for a ciphertext with a wrong padding.
 * It is a function of the private exponent and the ciphertext, so equal ciphertexts give equal messages, and nobody
 * without d can tell it from a genuine one.
 */
#include <string.h>

#include "afterburner/hmac.h"
#include "crypto/rsa/encoding.h"
#include "ct/ct.h"

enum { DIGEST_LEN = 32, NUM_LENGTHS = 128 };

/* Derive the key: HMAC(SHA-256(d), ciphertext), with d and ciphertext in k bytes each. */
static void derive_key(struct ab_hmac_key *key, const struct ab_hash *sha256, size_t k, const uint8_t *d,
                       const uint8_t *ciphertext, size_t ciphertext_len)
{
    static const uint8_t zeros[AB_RSA_MAX_BYTES];
    uint8_t digest[DIGEST_LEN];
    struct ab_hash_ctx c;

    ab_hash_init(&c, sha256);
    ab_hash_update(&c, d, k);
    ab_hash_final(&c, digest);
    ab_hmac_set_key(key, sha256, digest, sizeof(digest));
    ab_hmac_init(&c, key);
    ab_hash_update(&c, zeros, k - ciphertext_len);
    ab_hash_update(&c, ciphertext, ciphertext_len);
    ab_hmac_final(&c, key, digest);
    ab_hmac_set_key(key, sha256, digest, sizeof(digest));
    ab_wipe(digest, sizeof(digest));
}

/* Each block is HMAC(key, counter || label || length in bits); the numbers have two bytes. */
static void expand(const struct ab_hmac_key *key, uint8_t *out, size_t len, const char *label)
{
    const uint8_t num_bits[2] = { (uint8_t)(8 * len >> 8), (uint8_t)(8 * len) };
    uint8_t digest[DIGEST_LEN];

    for (size_t i = 0; DIGEST_LEN * i < len; i++) {
        const uint8_t counter[2] = { (uint8_t)(i >> 8), (uint8_t)i };
        size_t left = len - DIGEST_LEN * i;
        struct ab_hash_ctx c;

        ab_hmac_init(&c, key);
        ab_hash_update(&c, counter, sizeof(counter));
        ab_hash_update(&c, (const uint8_t *)label, strlen(label));
        ab_hash_update(&c, num_bits, sizeof(num_bits));
        ab_hmac_final(&c, key, digest);
        memcpy(out + DIGEST_LEN * i, digest, left < DIGEST_LEN ? left : DIGEST_LEN);
    }
    ab_wipe(digest, sizeof(digest));
}

/*
 * Return the last candidate below the limit, or 0 if there is none. Candidates are cut to the bits of the limit, so
 * each is below it with a probability above one half.
 */
static uint64_t choose_len(const uint8_t *candidates, uint64_t limit)
{
    uint64_t bits = UINT64_MAX >> __builtin_clzll(limit), len = 0;

    for (size_t i = 0; i < NUM_LENGTHS; i++) {
        uint64_t candidate = ((uint64_t)candidates[2 * i] << 8 | candidates[2 * i + 1]) & bits;

        len = ab_ct_select(ab_ct_lt(candidate, limit), candidate, len);
    }
    return len;
}

void ab_rsa_synthetic(const struct ab_hash *sha256, uint8_t *block, uint64_t *len, size_t k, const uint8_t *d,
                      const uint8_t *ciphertext, size_t ciphertext_len)
{
    uint8_t candidates[2 * NUM_LENGTHS];
    struct ab_hmac_key key;

    derive_key(&key, sha256, k, d, ciphertext, ciphertext_len);
    expand(&key, block, k, "message");
    expand(&key, candidates, sizeof(candidates), "length");
    *len = choose_len(candidates, k - (AB_RSA_PKCS1_OVERHEAD - 1));
    ab_hmac_wipe(&key);
    ab_wipe(candidates, sizeof(candidates));
}

/*
 * draft-irtf-cfrg-rsa-guidance sec. 7: what a ciphertext with a wrong padding is decrypted to. It follows from the
 * private exponent and the ciphertext, so that the same one always gives the same, and nobody without d can tell it
 * from a message.
 */
#include <string.h>

#include "afterburner/hmac.h"
#include "crypto/rsa/encoding.h"
#include "ct/ct.h"

enum { DIGEST_LEN = 32, NUM_LENGTHS = 128 };

/* The key of what follows: HMAC(SHA-256(d), ciphertext), both in k bytes. */
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

/* Counter, label and length in bits, each number in two bytes. */
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
 * The last of the candidates that is below the limit, or 0: cut to the bits of the limit, each is with a probability
 * above a half.
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

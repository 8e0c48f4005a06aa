/* Schnorr signatures over any kernels of their group. */
#include "afterburner/schnorr.h"

#include <string.h>

#include "kernels/schnorr/schnorr_kernels.h"
#include "kernels/schnorr/schnorr_words.h"

enum { HASH_LEN = 32, HASH_BITS = 60, BASE = 4 };

const struct ab_schnorr_kernels *const *ab_schnorr_list(void)
{
    static const struct ab_schnorr_kernels *const list[] = { &ab_schnorr_scalar, &ab_schnorr_portable, NULL };

    return list;
}

static uint64_t load(const uint8_t bytes[8])
{
    uint64_t value;

    memcpy(&value, bytes, sizeof(value));
    return __builtin_bswap64(value);
}

static void store(uint8_t bytes[8], uint64_t value)
{
    value = __builtin_bswap64(value);
    memcpy(bytes, &value, sizeof(value));
}

int ab_schnorr_is_private(const uint8_t private_key[AB_SCHNORR_KEY_LEN])
{
    uint64_t x = load(private_key), is_right;

    is_right = ~ab_ct_is_zero(x) & ab_ct_is_zero(x >> AB_SCHNORR_BITS) & ab_ct_lt(x, AB_SCHNORR_Q);
    AB_PUBLIC(&is_right, sizeof(is_right));
    return is_right != 0;
}

void ab_schnorr_public(const struct ab_schnorr_kernels *k, uint8_t public_key[AB_SCHNORR_KEY_LEN],
                       const uint8_t private_key[AB_SCHNORR_KEY_LEN])
{
    store(public_key, k->power(BASE, load(private_key)));
}

int ab_schnorr_is_public(const struct ab_schnorr_kernels *k, const uint8_t public_key[AB_SCHNORR_KEY_LEN])
{
    uint64_t y = load(public_key);

    return y > 1 && y < AB_SCHNORR_P && k->power(y, AB_SCHNORR_Q) == 1;
}

/* digest := SHA-256 of eight bytes, the public key and the message. */
static void hash(const struct ab_hash *sha256, uint8_t digest[HASH_LEN], const uint8_t first[8],
                 const uint8_t public_key[AB_SCHNORR_KEY_LEN], const uint8_t *message, size_t len)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, sha256);
    ab_hash_update(&c, first, 8);
    ab_hash_update(&c, public_key, AB_SCHNORR_KEY_LEN);
    ab_hash_update(&c, message, len);
    ab_hash_final(&c, digest);
}

/* The challenge e = H(r || y || m). */
static uint64_t challenge(const struct ab_hash *sha256, uint64_t r, const uint8_t public_key[AB_SCHNORR_KEY_LEN],
                          const uint8_t *message, size_t len)
{
    uint8_t digest[HASH_LEN], first[8];

    store(first, r);
    hash(sha256, digest, first, public_key, message, len);
    return load(digest) >> (64 - HASH_BITS);
}

/* The nonce: 120 bits of a hash mod q, so that its bias is below 2^-59. */
static uint64_t nonce(const struct ab_hash *sha256, const uint8_t private_key[AB_SCHNORR_KEY_LEN],
                      const uint8_t public_key[AB_SCHNORR_KEY_LEN], const uint8_t *message, size_t len)
{
    uint8_t digest[HASH_LEN];
    uint64_t k;

    hash(sha256, digest, private_key, public_key, message, len);
    k = ab_schnorr_mul_add(load(digest) >> (64 - HASH_BITS), (uint64_t)1 << HASH_BITS,
                           load(digest + 8) >> (64 - HASH_BITS), AB_SCHNORR_Q);
    ab_wipe(digest, sizeof(digest));
    return k;
}

void ab_schnorr_sign(const struct ab_schnorr_kernels *kernels, const struct ab_hash *sha256,
                     uint8_t signature[AB_SCHNORR_SIGNATURE_LEN], const uint8_t *message, size_t len,
                     const uint8_t private_key[AB_SCHNORR_KEY_LEN], const uint8_t public_key[AB_SCHNORR_KEY_LEN])
{
    uint64_t k = nonce(sha256, private_key, public_key, message, len);
    uint64_t e = challenge(sha256, kernels->power(BASE, k), public_key, message, len);

    store(signature, e);
    store(signature + 8, ab_schnorr_mul_add(load(private_key), e, k, AB_SCHNORR_Q));
    ab_wipe(&k, sizeof(k));
}

int ab_schnorr_verify(const struct ab_schnorr_kernels *kernels, const struct ab_hash *sha256,
                      const uint8_t signature[AB_SCHNORR_SIGNATURE_LEN], const uint8_t *message, size_t len,
                      const uint8_t public_key[AB_SCHNORR_KEY_LEN])
{
    uint64_t e = load(signature), s = load(signature + 8), y = load(public_key), r;

    if (e >> HASH_BITS != 0 || s >= AB_SCHNORR_Q || !ab_schnorr_is_public(kernels, public_key))
        return 0;
    /* y^-e = y^(q - e), since y has order q */
    r = ab_schnorr_mul_add(kernels->power(BASE, s), kernels->power(y, AB_SCHNORR_Q - e), 0, AB_SCHNORR_P);
    return challenge(sha256, r, public_key, message, len) == e;
}

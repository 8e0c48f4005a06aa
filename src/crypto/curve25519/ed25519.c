/* Ed25519 (RFC 8032 sec. 5.1): public keys, signatures and their verification, with contexts and prehashing. */
#include <string.h>

#include "afterburner/curve25519.h"
#include "crypto/curve25519/curve25519_parts.h"
#include "crypto/eddsa/scalar.h"
#include "ct/ct.h"
#include "kernels/curve25519/curve25519_kernels.h"

enum { HALF = AB_ED25519_HALF, DIGEST_LEN = 2 * AB_ED25519_HALF };

void ab_ed25519_expand(const struct ab_hash *sha512, uint8_t halves[DIGEST_LEN],
                       const uint8_t private_key[AB_ED25519_KEY_LEN])
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, sha512);
    ab_hash_update(&c, private_key, AB_ED25519_KEY_LEN);
    ab_hash_final(&c, halves);
    halves[0] &= 248;
    halves[31] = (uint8_t)((halves[31] & 127) | 64);
}

/* Begin a hash with dom2(phflag, context), sec. 2, which the pure instance omits. */
static void begin(struct ab_hash_ctx *c, const struct ab_hash *sha512, const struct ab_ed25519_message *m)
{
    static const uint8_t text[] = "SigEd25519 no Ed25519 collisions";
    const uint8_t flags[2] = { m->instance == AB_ED25519PH, (uint8_t)m->context_len };

    ab_hash_init(c, sha512);
    if (m->instance == AB_ED25519)
        return;
    ab_hash_update(c, text, sizeof(text) - 1);
    ab_hash_update(c, flags, sizeof(flags));
    ab_hash_update(c, m->context, m->context_len);
}

static void finish(struct ab_hash_ctx *c, const struct ab_ed25519_message *m, uint8_t scalar[HALF])
{
    uint8_t digest[DIGEST_LEN];

    ab_hash_update(c, m->data, m->len);
    ab_hash_final(c, digest);
    ab_scalar_reduce(&ab_order25519, scalar, digest, sizeof(digest));
    ab_wipe(digest, sizeof(digest));
}

void ab_ed25519_challenge(const struct ab_hash *sha512, uint8_t k[HALF], const uint8_t r[HALF],
                          const uint8_t public_key[HALF], const struct ab_ed25519_message *m)
{
    struct ab_hash_ctx c;

    begin(&c, sha512, m);
    ab_hash_update(&c, r, HALF);
    ab_hash_update(&c, public_key, HALF);
    finish(&c, m, k);
}

void ab_ed25519_nonce(const struct ab_hash *sha512, uint8_t nonce[HALF], const uint8_t prefix[HALF],
                      const struct ab_ed25519_message *m)
{
    struct ab_hash_ctx c;

    begin(&c, sha512, m);
    ab_hash_update(&c, prefix, HALF);
    finish(&c, m, nonce);
}

void ab_ed25519_public(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512,
                       uint8_t public_key[AB_ED25519_KEY_LEN], const uint8_t private_key[AB_ED25519_KEY_LEN])
{
    uint8_t halves[DIGEST_LEN];

    ab_ed25519_expand(sha512, halves, private_key);
    k->base_point(public_key, halves);
    ab_wipe(halves, sizeof(halves));
}

void ab_ed25519_finish(const struct ab_hash *sha512, uint8_t signature[AB_ED25519_SIGNATURE_LEN], const uint8_t r[HALF],
                       const struct ab_ed25519_message *m, const uint8_t scalar[HALF], const uint8_t nonce[HALF],
                       const uint8_t public_key[AB_ED25519_KEY_LEN])
{
    uint8_t c[HALF], point[HALF];

    memcpy(point, r, HALF);
    AB_PUBLIC(point, sizeof(point));
    ab_ed25519_challenge(sha512, c, point, public_key, m);
    ab_scalar_mul_add(&ab_order25519, signature + HALF, c, scalar, nonce);
    AB_PUBLIC(signature + HALF, HALF);
    memcpy(signature, point, HALF);
}

void ab_ed25519_sign(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512,
                     uint8_t signature[AB_ED25519_SIGNATURE_LEN], const struct ab_ed25519_message *m,
                     const uint8_t private_key[AB_ED25519_KEY_LEN], const uint8_t public_key[AB_ED25519_KEY_LEN])
{
    uint8_t halves[DIGEST_LEN], nonce[HALF], r[HALF];

    ab_ed25519_expand(sha512, halves, private_key);
    ab_ed25519_nonce(sha512, nonce, halves + HALF, m);
    k->base_point(r, nonce);
    ab_ed25519_finish(sha512, signature, r, m, halves, nonce, public_key);
    ab_wipe(halves, sizeof(halves));
    ab_wipe(nonce, sizeof(nonce));
}

int ab_ed25519_verify(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512,
                      const uint8_t signature[AB_ED25519_SIGNATURE_LEN], const struct ab_ed25519_message *m,
                      const uint8_t public_key[AB_ED25519_KEY_LEN])
{
    uint8_t c[HALF], right[HALF] = { 0 };

    if (!ab_scalar_is_reduced(&ab_order25519, signature + HALF))
        return 0;
    ab_ed25519_challenge(sha512, c, signature, public_key, m);
    return k->check(right, signature + HALF, c, public_key) && memcmp(right, signature, HALF) == 0;
}

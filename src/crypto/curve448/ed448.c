/* Ed448 (RFC 8032 sec. 5.2): public keys, signatures and their verification, with contexts and prehashing. */
#include <string.h>

#include "afterburner/curve448.h"
#include "crypto/eddsa/scalar.h"
#include "ct/ct.h"
#include "kernels/curve448/curve448_kernels.h"

enum { HALF = AB_ED448_KEY_LEN, DIGEST_LEN = 2 * HALF, SCALAR_LEN = 56 };

/* RFC 8032 sec. 5.2.5: the first half of the hash is the scalar, the second half the prefix of nonces. Secret. */
static void expand(const struct ab_hash *shake256, uint8_t halves[DIGEST_LEN],
                   const uint8_t private_key[AB_ED448_KEY_LEN])
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, shake256);
    ab_hash_update(&c, private_key, AB_ED448_KEY_LEN);
    ab_hash_squeeze(&c, halves, DIGEST_LEN);
    ab_hash_wipe(&c);
    halves[0] &= 252;
    halves[55] |= 128;
    halves[56] = 0;
}

/* Begin a hash with dom4(phflag, context), sec. 2. */
static void begin(struct ab_hash_ctx *c, const struct ab_hash *shake256, const struct ab_ed448_message *m)
{
    static const uint8_t text[] = "SigEd448";
    const uint8_t flags[2] = { m->is_prehashed != 0, (uint8_t)m->context_len };

    ab_hash_init(c, shake256);
    ab_hash_update(c, text, sizeof(text) - 1);
    ab_hash_update(c, flags, sizeof(flags));
    ab_hash_update(c, m->context, m->context_len);
}

static void finish(struct ab_hash_ctx *c, const struct ab_ed448_message *m, uint8_t scalar[SCALAR_LEN])
{
    uint8_t digest[DIGEST_LEN];

    ab_hash_update(c, m->data, m->len);
    ab_hash_squeeze(c, digest, sizeof(digest));
    ab_hash_wipe(c);
    ab_scalar_reduce(&ab_order448, scalar, digest, sizeof(digest));
    ab_wipe(digest, sizeof(digest));
}

/* k = H(dom || R || A || M) mod the order. Public. */
static void challenge(const struct ab_hash *shake256, uint8_t k[SCALAR_LEN], const uint8_t r[HALF],
                      const uint8_t public_key[HALF], const struct ab_ed448_message *m)
{
    struct ab_hash_ctx c;

    begin(&c, shake256, m);
    ab_hash_update(&c, r, HALF);
    ab_hash_update(&c, public_key, HALF);
    finish(&c, m, k);
}

/* nonce = H(dom || prefix || M) mod the order. Secret. */
static void make_nonce(const struct ab_hash *shake256, uint8_t nonce[SCALAR_LEN], const uint8_t prefix[HALF],
                       const struct ab_ed448_message *m)
{
    struct ab_hash_ctx c;

    begin(&c, shake256, m);
    ab_hash_update(&c, prefix, HALF);
    finish(&c, m, nonce);
}

void ab_ed448_public(const struct ab_curve448_kernels *k, const struct ab_hash *shake256,
                     uint8_t public_key[AB_ED448_KEY_LEN], const uint8_t private_key[AB_ED448_KEY_LEN])
{
    uint8_t halves[DIGEST_LEN];

    expand(shake256, halves, private_key);
    ab_scalar_reduce(&ab_order448, halves, halves, SCALAR_LEN);
    k->base_point(public_key, halves);
    ab_wipe(halves, sizeof(halves));
}

void ab_ed448_sign(const struct ab_curve448_kernels *k, const struct ab_hash *shake256,
                   uint8_t signature[AB_ED448_SIGNATURE_LEN], const struct ab_ed448_message *m,
                   const uint8_t private_key[AB_ED448_KEY_LEN], const uint8_t public_key[AB_ED448_KEY_LEN])
{
    uint8_t halves[DIGEST_LEN], nonce[SCALAR_LEN], r[HALF], c[SCALAR_LEN];

    expand(shake256, halves, private_key);
    make_nonce(shake256, nonce, halves + HALF, m);
    k->base_point(r, nonce);
    AB_PUBLIC(r, sizeof(r));
    challenge(shake256, c, r, public_key, m);
    ab_scalar_mul_add(&ab_order448, signature + HALF, c, halves, nonce);
    signature[AB_ED448_SIGNATURE_LEN - 1] = 0;
    AB_PUBLIC(signature + HALF, HALF);
    memcpy(signature, r, HALF);
    ab_wipe(halves, sizeof(halves));
    ab_wipe(nonce, sizeof(nonce));
}

int ab_ed448_verify(const struct ab_curve448_kernels *k, const struct ab_hash *shake256,
                    const uint8_t signature[AB_ED448_SIGNATURE_LEN], const struct ab_ed448_message *m,
                    const uint8_t public_key[AB_ED448_KEY_LEN])
{
    uint8_t c[SCALAR_LEN];

    if (signature[AB_ED448_SIGNATURE_LEN - 1] != 0 || !ab_scalar_is_reduced(&ab_order448, signature + HALF))
        return 0;
    challenge(shake256, c, signature, public_key, m);
    return k->check(signature, signature + HALF, c, public_key);
}

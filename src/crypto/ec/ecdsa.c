/* ECDSA, FIPS 186-5 sec. 6.4: signing and verification of a digest. */
#include "crypto/ec/ecdsa_nonce.h"
#include "crypto/ec/ecdsa_sign.h"

void ab_ecdsa_read_digest(const struct ab_curve_domain *d, ab_ec_words e, const uint8_t *digest, size_t len)
{
    ab_ec_leftmost_bits(d, e, digest, len);
    ab_ec_subtract_order_once(d, e, e); /* e < 2^order_bits < 2n */
}

int ab_ecdsa_read_signature(const struct ab_curve_domain *d, ab_ec_words r, ab_ec_words s, const uint8_t *signature)
{
    const size_t len = ab_ec_order_len(d);

    ab_words_from_bytes(r, d->num_words, signature, len);
    ab_words_from_bytes(s, d->num_words, signature + len, len);
    return ab_ec_is_scalar(d, r) && ab_ec_is_scalar(d, s);
}

void ab_ecdsa_write_signature(const struct ab_curve_domain *d, uint8_t *signature, const ab_ec_words r,
                              const ab_ec_words s)
{
    const size_t len = ab_ec_order_len(d);

    ab_words_to_bytes(signature, len, r, d->num_words);
    ab_words_to_bytes(signature + len, len, s, d->num_words);
}

int ab_ecdsa_finish(const struct ab_ec_kernels *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e,
                    const ab_ec_words key, const ab_ec_words inverse)
{
    const struct ab_curve_domain *d = c->domain;
    ab_ec_words t;

    for (unsigned i = 0; i < d->cofactor; i++) /* Hasse: p < (cofactor + 1) n */
        ab_ec_subtract_order_once(d, r, r);
    c->order_mul(t, r, key);
    ab_ec_order_add(d, t, t, e);
    c->order_mul(s, inverse, t);
    ab_wipe(t, sizeof(t));
    AB_PUBLIC(r, d->num_words * sizeof(*r));
    AB_PUBLIC(s, d->num_words * sizeof(*s));
    return !ab_words_is_zero(r, d->num_words) && !ab_words_is_zero(s, d->num_words);
}

int ab_ecdsa_sign_with(const struct ab_ec_kernels *c, ab_ec_words r, ab_ec_words s, const ab_ec_words e,
                       const ab_ec_words key, const ab_ec_words nonce)
{
    ab_ec_words inverse;
    int ok;

    c->base(r, NULL, nonce);
    c->order_invert(inverse, nonce);
    ok = ab_ecdsa_finish(c, r, s, e, key, inverse);
    ab_wipe(inverse, sizeof(inverse));
    return ok;
}

/* At most one nonce in 2^109 gives no signature, so a second one in a row means that the kernels are broken. */
enum { MAX_NONCES = 2 };

static int sign(const struct ab_ec_kernels *c, uint8_t *signature, const struct ab_ecdsa_message *m,
                const struct ab_hash *hash, const struct ab_random_source *random)
{
    ab_ec_words key, nonce, e, r, s;
    struct ab_ecdsa_nonce n;
    int ok = 0;

    if (!ab_ec_read_private(c->domain, key, m->private_key))
        return 0;
    ab_ecdsa_read_digest(c->domain, e, m->digest, m->digest_len);
    ab_ecdsa_nonce_init(&n, m, hash, random);
    for (unsigned i = 0; i < MAX_NONCES && !ok && ab_ecdsa_nonce_next(&n, nonce); i++)
        ok = ab_ecdsa_sign_with(c, r, s, e, key, nonce);
    if (ok)
        ab_ecdsa_write_signature(c->domain, signature, r, s);
    ab_ecdsa_nonce_wipe(&n);
    ab_wipe(key, sizeof(key));
    ab_wipe(nonce, sizeof(nonce));
    ab_wipe(e, sizeof(e));
    return ok;
}

int ab_ecdsa_sign(const struct ab_ec_kernels *c, uint8_t *signature, const uint8_t *digest, size_t digest_len,
                  const uint8_t *private_key, const struct ab_hash *sha512, const struct ab_random_source *random)
{
    return sign(c, signature, &(struct ab_ecdsa_message){ c->domain, digest, digest_len, private_key }, sha512, random);
}

int ab_ecdsa_sign_deterministic(const struct ab_ec_kernels *c, uint8_t *signature, const uint8_t *digest,
                                size_t digest_len, const uint8_t *private_key, const struct ab_hash *hash)
{
    return sign(c, signature, &(struct ab_ecdsa_message){ c->domain, digest, digest_len, private_key }, hash, NULL);
}

int ab_ecdsa_verify(const struct ab_ec_kernels *c, const uint8_t *signature, const uint8_t *digest, size_t digest_len,
                    const uint8_t *xy)
{
    const struct ab_curve_domain *d = c->domain;
    const size_t field_len = ab_curve_field_len(c);
    ab_ec_words r, s, e, x, y;

    if (!ab_ecdsa_read_signature(d, r, s, signature))
        return 0;
    ab_ecdsa_read_digest(d, e, digest, digest_len);
    ab_words_from_bytes(x, d->num_words, xy, field_len);
    ab_words_from_bytes(y, d->num_words, xy + field_len, field_len);
    c->order_invert(s, s);
    c->order_mul(e, e, s);
    c->order_mul(s, r, s);
    return c->check(e, s, x, y, r);
}

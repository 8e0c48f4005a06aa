/* The known-answer test of a curve: keys, ECDH, ECDSA and compressed points. */
#include "crypto/ec/ec_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/ec/ec_kat_data.h"
#include "crypto/ec/ec_words.h"
#include "crypto/implementation.h"
#include "kernels/ec/ec_kernels.h"

enum { DIGEST_LEN = 64 };

/* Make a key. Its first byte is 0, so that it is below every order. */
static void make_key(const struct ab_ec_kernels *c, uint8_t *key, void (*fill)(uint8_t *out, size_t len))
{
    fill(key, ab_curve_order_len(c));
    key[0] = 0;
}

/* Return 1 if compressing and decoding gives the same point, and the other parity another one. */
static int decodes(const struct ab_ec_kernels *c, const uint8_t *xy)
{
    uint8_t encoded[AB_EC_MAX_ENCODED_LEN], same[AB_EC_MAX_XY_LEN], opposite[AB_EC_MAX_XY_LEN];
    const size_t len = ab_ec_encode(c, encoded, AB_EC_COMPRESSED, xy), xy_len = 2 * ab_curve_field_len(c);
    int ok = ab_ec_decode(c, same, encoded, len);

    encoded[0] ^= 1;
    return ok && ab_ec_decode(c, opposite, encoded, len) && memcmp(same, xy, xy_len) == 0
           && memcmp(opposite, xy, xy_len) != 0;
}

/* Return 1 if a public key and a shared secret are right, for the keys ab_kat_key and ab_kat_iv. */
static int exchanges(const struct ab_ec_kernels *c, const struct answers *right)
{
    uint8_t ours[AB_EC_MAX_ORDER_LEN], theirs[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], secret[AB_EC_MAX_FIELD_LEN];
    const size_t len = ab_curve_field_len(c);

    make_key(c, ours, ab_kat_key);
    make_key(c, theirs, ab_kat_iv);
    return ab_ec_public(c, xy, theirs) && ab_kat_fold(xy, 2 * len) == right->public_key && ab_ecdh(c, secret, ours, xy)
           && ab_kat_fold(secret, len) == right->secret && decodes(c, xy);
}

/* Return 1 if a signature with the nonce of RFC 6979 is right and verifies, and a wrong digest does not. */
static int signs(const struct ab_ec_kernels *c, const struct ab_hash *sha512, const struct answers *right)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], signature[AB_ECDSA_MAX_LEN], text[AB_KAT_LEN];
    int ok;

    make_key(c, key, ab_kat_key);
    ab_kat_message(text);
    ok = ab_ec_public(c, xy, key) && ab_ecdsa_sign_deterministic(c, signature, text, DIGEST_LEN, key, sha512)
         && ab_kat_fold(signature, 2 * ab_curve_order_len(c)) == right->signature
         && ab_ecdsa_verify(c, signature, text, DIGEST_LEN, xy);
    text[0] ^= 1;
    return ok && !ab_ecdsa_verify(c, signature, text, DIGEST_LEN, xy);
}

int ab_ec_kat(const struct ab_ec_kernels *c, const struct ab_hash *sha512)
{
    const struct answers *right = &answers[ab_curve_id(c)];

    return exchanges(c, right) && signs(c, sha512, right);
}

/* Return 1 if 3 G + 5 Q and (3/d + 5) Q have the same x-coordinate for Q = d G, and 5 G + 3 Q has another. */
static int agrees(const struct ab_ec_kernels *c, const ab_ec_words d, const ab_ec_words qx, const ab_ec_words qy)
{
    static const ab_ec_words three = { 3 }, five = { 5 };
    ab_ec_words scalar = { 0 }, r = { 0 };

    c->order_invert(scalar, d);
    c->order_mul(scalar, scalar, three);
    ab_ec_order_add(c->domain, scalar, scalar, five);
    c->multiply(r, NULL, scalar, qx, qy);
    for (unsigned i = 0; i < c->domain->cofactor; i++) /* Hasse: p < (cofactor + 1) n */
        ab_ec_subtract_order_once(c->domain, r, r);
    return c->check(three, five, qx, qy, r) && !c->check(five, three, qx, qy, r);
}

/* Results start as zeros, so that no earlier result can pass for one. */
int ab_ec_first_use_kat(const struct ab_ec_kernels *c)
{
    const size_t len = sizeof(uint64_t) * c->domain->num_words;
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN] = { 0 };
    ab_ec_words d, x, y, same_y = { 0 };

    make_key(c, key, ab_kat_iv);
    return ab_ec_public(c, xy, key) && ab_kat_fold(xy, 2 * ab_curve_field_len(c)) == answers[ab_curve_id(c)].public_key
           && ab_ec_read_private(c->domain, d, key) && ab_ec_read_point(c, x, y, xy) && agrees(c, d, x, y)
           && c->decompress(same_y, x, y[0] & 1) && memcmp(same_y, y, len) == 0;
}

static const char *family_name(unsigned id)
{
    return ab_curve_name(*ab_curve_list((enum ab_curve_id)id));
}

_Static_assert(offsetof(struct ab_ec_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned id, unsigned i, struct ab_implementation *out)
{
    return ab_implementation_of(ab_curve_list((enum ab_curve_id)id)[i], out);
}

static int family_self_test(unsigned id, const void *curve, const struct ab_test_support *support)
{
    (void)id;
    return ab_ec_kat(curve, support->hash);
}

static int family_first_use_test(unsigned id, const void *curve, const struct ab_test_support *support)
{
    (void)id, (void)support;
    return ab_ec_first_use_kat(curve);
}

/* Where no fast implementation passes, the default provider's curve serves. */
const struct ab_family_kind ab_curve_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .first_use_without_hash = 1,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHA512,
};

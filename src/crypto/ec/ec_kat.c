/* The known-answer test of a curve: keys, ECDH, ECDSA and compressed points. */
#include "crypto/ec/ec_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/ec/ec_kat_data.h"
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

/* Where no fast implementation passes, the default provider's curve serves. */
const struct ab_family_kind ab_curve_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHA512,
};

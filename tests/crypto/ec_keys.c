/* ECDSA, ECDH and encodings with one implementation of a curve; the vectors of ECDSA are those of RFC 6979. */
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "crypto/ec/ecdsa_sign.h"
#include "crypto/ec_cases.h"
#include "harness/harness.h"
#include "harness/random_source.h"

/* ---- ECDSA ---- */

static void check_nonce(const struct ab_ec_kernels *c, const struct nonce *n)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], right[AB_ECDSA_MAX_LEN], made[AB_ECDSA_MAX_LEN];
    uint8_t digest[AB_HASH_MAX_DIGEST];
    const struct ab_hash *h = t_ec_hash(n->hash);
    const size_t len = ab_curve_order_len(c), digest_len = h->algorithm->digest_len;
    struct ab_hash_ctx ctx;

    t_ec_bytes(key, n->private_key);
    t_ec_bytes(right, n->r);
    t_ec_bytes(right + len, n->s);
    ab_hash_init(&ctx, h);
    ab_hash_update(&ctx, (const uint8_t *)n->message, strlen(n->message));
    ab_hash_final(&ctx, digest);
    CHECK(ab_ec_public(c, xy, key));
    CHECK(ab_ecdsa_sign_deterministic(c, made, digest, digest_len, key, h));
    CHECK_BYTES(made, right, 2 * len);
    CHECK(ab_ecdsa_verify(c, right, digest, digest_len, xy));
    digest[digest_len - 1] ^= 0x80; /* the last byte counts if the digest is no longer than the order */
    CHECK(ab_ecdsa_verify(c, right, digest, digest_len, xy) == (8 * digest_len > ab_curve_order_bits(c)));
}

static void check_nonces(const struct ab_ec_kernels *c)
{
    t_where.check = "RFC 6979, extra";
    for (size_t i = 0; i < t_ec_vectors.num_nonces; i += t_is_slow() ? 7 : 1)
        if (t_ec_vectors.nonces[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            check_nonce(c, &t_ec_vectors.nonces[i]);
        }
}

/* Sign digests of every length; every altered bit must be detected. */
static void check_signatures(const struct ab_ec_kernels *c)
{
    const size_t len = 2 * ab_curve_order_len(c);
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], s[AB_ECDSA_MAX_LEN], again[AB_ECDSA_MAX_LEN], digest[100];

    t_where.check = "signatures";
    CHECK(!ab_ec_generate(c, key, xy, &t_no_random_source));
    for (size_t digest_len = 0; digest_len <= sizeof(digest); digest_len += t_is_slow() ? 50 : 7) {
        t_where.len = digest_len;
        t_random_bytes(digest, sizeof(digest));
        CHECK(ab_ec_generate(c, key, xy, &t_random_source));
        CHECK(ab_ecdsa_sign(c, s, digest, digest_len, key, t_ec_hash(AB_HASH_SHA512), &t_random_source));
        CHECK(ab_ecdsa_verify(c, s, digest, digest_len, xy));
        CHECK(ab_ecdsa_sign(c, again, digest, digest_len, key, t_ec_hash(AB_HASH_SHA512), &t_random_source));
        CHECK(memcmp(s, again, len) != 0);
        CHECK(!ab_ecdsa_sign(c, again, digest, digest_len, key, t_ec_hash(AB_HASH_SHA512), &t_no_random_source));
    }
    for (size_t bit = 0; bit < 8 * len; bit += t_is_slow() ? 311 : 23) {
        s[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(!ab_ecdsa_verify(c, s, digest, sizeof(digest), xy));
        s[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

/* Refuse r and s that are 0 or not below the order. */
static void check_ranges(const struct ab_ec_kernels *c)
{
    const struct ab_curve_domain *d = c->domain;
    const size_t len = ab_curve_order_len(c);
    uint8_t key[AB_EC_MAX_ORDER_LEN] = { 0 }, xy[AB_EC_MAX_XY_LEN], good[AB_ECDSA_MAX_LEN], bad[AB_ECDSA_MAX_LEN];
    uint8_t zero[AB_EC_MAX_ORDER_LEN] = { 0 }, order[AB_EC_MAX_ORDER_LEN], secret[AB_EC_MAX_FIELD_LEN];
    words above;

    t_where.check = "ranges";
    ab_words_to_bytes(order, len, d->n, d->num_words);
    key[len - 1] = 7;
    CHECK(ab_ec_public(c, xy, key));
    CHECK(ab_ecdsa_sign_deterministic(c, good, order, len, key, t_ec_hash(AB_HASH_SHA256)));
    CHECK(ab_ecdsa_verify(c, good, order, len, xy));
    /* The order as a digest is congruent to zero, unless bits are cut off. */
    CHECK(ab_ecdsa_verify(c, good, zero, len, xy) == (ab_curve_order_bits(c) % 8 == 0));
    for (unsigned half = 0; half < 2; half++)
        for (unsigned i = 0; i < 2; i++) {
            memcpy(bad, good, sizeof(bad));
            memcpy(bad + half * len, i == 0 ? zero : order, len);
            CHECK(!ab_ecdsa_verify(c, bad, order, len, xy));
        }
    ab_words_add(above, d->n, (words){ 1 }, d->num_words);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1)
            memcpy(key, order, len);
        else if (i == 2)
            ab_words_to_bytes(key, len, above, d->num_words);
        else
            memset(key, 0, len);
        CHECK(!ab_ec_check_private(c, key));
        CHECK(!ab_ec_public(c, bad, key));
        CHECK(!ab_ecdh(c, secret, key, xy));
        CHECK(!ab_ecdsa_sign_deterministic(c, bad, order, len, key, t_ec_hash(AB_HASH_SHA256)));
    }
}

/* p - 1 as the x-coordinate of a nonce: signing subtracts the order as often as it fits. */
static void check_largest_x(const struct ab_ec_kernels *c)
{
    const unsigned num = c->domain->num_words;
    words r, s, e, key, inverse, wanted_r, wanted_s;

    t_where.check = "an x-coordinate of p - 1";
    t_ec_random_scalar(c, e);
    t_ec_random_scalar(c, key);
    t_ec_random_scalar(c, inverse);
    ab_words_sub(r, c->domain->p, (words){ 1 }, num);
    memcpy(wanted_r, r, sizeof(wanted_r));
    while (!ab_words_lt(wanted_r, c->domain->n, num))
        ab_words_sub(wanted_r, wanted_r, c->domain->n, num);
    CHECK(ab_ecdsa_finish(c, r, s, e, key, inverse));
    CHECK_BYTES(r, wanted_r, t_ec_words_len(c));
    CHECK(ab_ecdsa_finish(c, wanted_r, wanted_s, e, key, inverse));
    CHECK_BYTES(s, wanted_s, t_ec_words_len(c));
}

/* ---- keys and encodings ---- */

/* A coordinate of a point is refused with p added to it, where its bytes can hold the sum: P-521's always can. */
static void check_coordinates_above(const struct ab_ec_kernels *c, const uint8_t *xy)
{
    const unsigned num = c->domain->num_words;
    const size_t len = ab_curve_field_len(c);

    for (unsigned i = 0; i < 2; i++) {
        uint8_t above[AB_EC_MAX_XY_LEN];
        words coordinate;

        memcpy(above, xy, 2 * len);
        ab_words_from_bytes(coordinate, num, xy + i * len, len);
        if (ab_words_add(coordinate, coordinate, c->domain->p, num) == 0
            && ab_words_to_bytes(above + i * len, len, coordinate, num))
            CHECK(!ab_ec_check_public(c, above));
    }
}

/* Both parties compute the same secret; a point off the curve and coordinates that are not below p are refused. */
static void check_exchange(const struct ab_ec_kernels *c)
{
    const size_t len = ab_curve_field_len(c);
    uint8_t key[2][AB_EC_MAX_ORDER_LEN], xy[2][AB_EC_MAX_XY_LEN], secret[2][AB_EC_MAX_FIELD_LEN];

    t_where.check = "key exchange";
    for (unsigned i = 0; i < 2; i++) {
        CHECK(ab_ec_generate(c, key[i], xy[i], &t_random_source));
        CHECK(ab_ec_check_private(c, key[i]));
        CHECK(ab_ec_check_public(c, xy[i]));
    }
    for (unsigned i = 0; i < 2; i++)
        CHECK(ab_ecdh(c, secret[i], key[i], xy[1 - i]));
    CHECK_BYTES(secret[0], secret[1], len);
    for (unsigned i = 0; i < 2 * len; i += 5) {
        xy[0][i] ^= 1;
        CHECK(!ab_ec_check_public(c, xy[0]));
        CHECK(!ab_ecdh(c, secret[0], key[0], xy[0]));
        xy[0][i] ^= 1;
    }
    for (unsigned i = 0; i < 2; i++) {
        memcpy(xy[1], xy[0], sizeof(xy[1]));
        ab_words_to_bytes(xy[1] + i * len, len, c->domain->p, c->domain->num_words);
        CHECK(!ab_ec_check_public(c, xy[1]));
    }
    check_coordinates_above(c, xy[0]);
    memset(xy[1], 0, sizeof(xy[1]));
    CHECK(!ab_ec_check_public(c, xy[1]));
}

static void check_encodings(const struct ab_ec_kernels *c)
{
    static const enum ab_ec_form forms[] = { AB_EC_COMPRESSED, AB_EC_UNCOMPRESSED, AB_EC_HYBRID };
    const size_t len = ab_curve_field_len(c);
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], decoded[AB_EC_MAX_XY_LEN],
        encoded[AB_EC_MAX_ENCODED_LEN + 1];

    t_where.check = "encodings, extra";
    CHECK(!ab_ec_decode(c, decoded, (const uint8_t *)"", 1)); /* infinity */
    CHECK(!ab_ec_decode(c, decoded, (const uint8_t *)"", 0));
    for (unsigned i = 0; i < 3 * (t_is_slow() ? 1 : 4); i++) {
        size_t encoded_len;

        t_where.extra = i;
        CHECK(ab_ec_generate(c, key, xy, &t_random_source));
        encoded_len = ab_ec_encode(c, encoded, forms[i % 3], xy);
        CHECK(encoded_len == 1 + (i % 3 == 0 ? len : 2 * len));
        CHECK(ab_ec_decode(c, decoded, encoded, encoded_len));
        CHECK_BYTES(decoded, xy, 2 * len);
        CHECK(!ab_ec_decode(c, decoded, encoded, encoded_len - 1));
        CHECK(!ab_ec_decode(c, decoded, encoded, encoded_len + 1));
        for (unsigned tag = 0; tag < 256; tag++) {
            uint8_t right = encoded[0];
            int is_other_root = i % 3 == 0 && tag == (right ^ 1u);
            int is_other_form = i % 3 != 0
                                && (tag == AB_EC_UNCOMPRESSED || tag == (AB_EC_HYBRID | (xy[2 * len - 1] & 1u)));

            encoded[0] = (uint8_t)tag;
            CHECK(ab_ec_decode(c, decoded, encoded, encoded_len) == (tag == right || is_other_root || is_other_form));
            encoded[0] = right;
        }
    }
}

void t_ec_check_keys(const struct ab_ec_kernels *c)
{
    check_nonces(c);
    check_signatures(c);
    check_ranges(c);
    check_largest_x(c);
    check_exchange(c);
    check_encodings(c);
}

/*
 * Elliptic curves: every implementation of every curve that this processor can run, against results computed by
 * Python's integers, the vectors of RFC 6979, and the relations between the functions.
 */
#include <string.h>

#include "afterburner/ec.h"
#include "crypto/bignum/bignum.h"
#include "crypto/ec/ec_kat.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/random_source.h"
#include "harness/suites.h"
#include "kernels/ec/ec_kernels.h"
#include "kernels/ec/ec_batch_kernels.h"

enum { NUM_RANDOM = 20, NUM_RANDOM_SLOW = 1, STEP_SLOW = 23 };

typedef uint64_t words[AB_EC_MAX_WORDS];

/* Numbers are hexadecimal; all of one curve have the same length. */
struct multiple {
    enum ab_curve_id id;
    const char *scalar, *px, *py, *x, *y; /* px empty: the base point */
};
struct root {
    enum ab_curve_id id;
    const char *x, *y; /* the even y; empty: there is no such point */
};
struct stray {
    enum ab_curve_id id;
    const char *x, *y; /* a point of the curve whose order is not n */
};
struct nonce {
    enum ab_curve_id id;
    const char *private_key, *r, *s;
    enum ab_hash_id hash;
    const char *message;
};
struct joint {
    enum ab_curve_id id;
    const char *u, *v, *qx, *qy, *r; /* the x-coordinate of u G + v Q is r + n */
};

#include "ec_vectors.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static unsigned num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

/* Test all vectors, or a sample. */
static size_t step(void)
{
    return t_is_slow() ? STEP_SLOW : 1;
}

static size_t from_hex(uint8_t *out, const char *hex)
{
    const char *at = hex;

    for (; *at != '\0'; at += 2) {
        uint8_t high = (uint8_t)(at[0] <= '9' ? at[0] - '0' : at[0] - 'a' + 10);
        uint8_t low = (uint8_t)(at[1] <= '9' ? at[1] - '0' : at[1] - 'a' + 10);

        *out++ = (uint8_t)(high << 4 | low);
    }
    return (size_t)(at - hex) / 2;
}

static void words_from_hex(words r, const char *hex)
{
    uint8_t bytes[AB_EC_MAX_FIELD_LEN];

    memset(r, 0, sizeof(words));
    ab_words_from_bytes(r, AB_EC_MAX_WORDS, bytes, from_hex(bytes, hex));
}

static size_t words_len(const struct ab_ec_kernels *c)
{
    return c->domain->num_words * sizeof(uint64_t);
}

static void random_scalar(const struct ab_ec_kernels *c, words k)
{
    const struct ab_curve_domain *d = c->domain;

    memset(k, 0, sizeof(words));
    do {
        t_random_bytes(k, words_len(c));
        k[d->num_words - 1] &= UINT64_MAX >> (64 * d->num_words - d->order_bits);
    } while (!ab_words_lt(k, d->n, d->num_words) || ab_words_is_zero(k, d->num_words));
}

/* Pick the portable implementation, since hash functions are not tested here. */
static const struct ab_hash *hash(enum ab_hash_id id)
{
    const struct ab_hash *h = ab_hash_list(id);

    while (h[1].algorithm != NULL)
        h++;
    return h;
}

/* ---- points ---- */

static void check_multiple(const struct ab_ec_kernels *c, const struct multiple *m)
{
    words k, px, py, wanted_x, wanted_y, x, y;

    words_from_hex(k, m->scalar);
    words_from_hex(wanted_x, m->x);
    words_from_hex(wanted_y, m->y);
    if (m->px[0] == '\0') {
        static const uint64_t one[AB_EC_MAX_WORDS] = { 1 };

        c->base(x, y, k);
        CHECK(!t_upper_halves_dirty());
        CHECK_BYTES(x, wanted_x, words_len(c));
        CHECK_BYTES(y, wanted_y, words_len(c));
        c->base(px, py, one);
    } else {
        words_from_hex(px, m->px);
        words_from_hex(py, m->py);
    }
    CHECK(c->is_on_curve(px, py));
    c->multiply(x, y, k, px, py);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(x, wanted_x, words_len(c));
    CHECK_BYTES(y, wanted_y, words_len(c));
    c->multiply(px, NULL, k, px, py); /* x alone, written over its input */
    CHECK_BYTES(px, wanted_x, words_len(c));
}

static void check_multiples(const struct ab_ec_kernels *c)
{
    static const words zero;
    words x, y, k;

    t_where.check = "multiples, extra";
    for (size_t i = 0; i < COUNT(multiples); i += step())
        if (multiples[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            check_multiple(c, &multiples[i]);
        }
    t_where.check = "the scalar 0";
    c->base(x, y, zero);
    CHECK_BYTES(x, zero, words_len(c));
    CHECK_BYTES(y, zero, words_len(c));
    random_scalar(c, k);
    c->base(x, y, k);
    c->multiply(x, y, zero, x, y);
    CHECK_BYTES(x, zero, words_len(c));
    CHECK_BYTES(y, zero, words_len(c));
}

static void check_root(const struct ab_ec_kernels *c, const struct root *r)
{
    words x, y, wanted;
    int has_root = r->y[0] != '\0';

    words_from_hex(x, r->x);
    words_from_hex(wanted, has_root ? r->y : "00");
    for (unsigned is_odd = 0; is_odd < 2; is_odd++) {
        CHECK(c->decompress(y, x, is_odd) == has_root);
        if (!has_root)
            continue;
        CHECK((y[0] & 1) == is_odd);
        CHECK(c->is_on_curve(x, y));
        if (is_odd)
            ab_words_sub(y, c->domain->p, y, c->domain->num_words);
        CHECK_BYTES(y, wanted, words_len(c));
        y[0] ^= 2;
        if (ab_words_lt(y, c->domain->p, c->domain->num_words))
            CHECK(!c->is_on_curve(x, y));
    }
}

static void check_roots(const struct ab_ec_kernels *c)
{
    t_where.check = "square roots, extra";
    for (size_t i = 0; i < COUNT(roots); i += step())
        if (roots[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            check_root(c, &roots[i]);
        }
}

static void check_strays(const struct ab_ec_kernels *c)
{
    words x, y, other;

    t_where.check = "points of other orders, extra";
    for (size_t i = 0; i < COUNT(strays); i++)
        if (strays[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            words_from_hex(x, strays[i].x);
            words_from_hex(y, strays[i].y);
            CHECK(!c->is_on_curve(x, y));
            CHECK(!c->decompress(other, x, y[0] & 1));
        }
}

/* ---- scalars ---- */

static void check_product(const struct ab_ec_kernels *c, const struct ab_modulus *m, const words a, const words b)
{
    words product, wanted;

    c->order_mul(product, a, b);
    ab_mod_mul(m, wanted, a, b);
    CHECK_BYTES(product, wanted, words_len(c));
    memcpy(product, a, sizeof(product));
    c->order_mul(product, product, b);
    CHECK_BYTES(product, wanted, words_len(c));
}

static void check_inverse(const struct ab_ec_kernels *c, const words a)
{
    static const words one = { 1 };
    words inverse, product;

    c->order_invert(inverse, a);
    c->order_mul(product, inverse, a);
    CHECK_BYTES(product, one, words_len(c));
    c->order_invert(inverse, inverse);
    CHECK_BYTES(inverse, a, words_len(c));
}

static void check_scalars(const struct ab_ec_kernels *c)
{
    static const words zero;
    const struct ab_curve_domain *d = c->domain;
    struct ab_modulus *m;
    struct ab_bignum b;
    struct ab_cpu cpu;
    words x, y;

    t_where.check = "scalars";
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&b, &cpu);
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++)
        b.kernels = *k; /* portable, since an emulator may get the others wrong */
    m = ab_modulus_new(&b, d->n, d->num_words);
    if (!CHECK(m != NULL))
        return;
    for (unsigned i = 0; i < 20 * num_random(); i++) {
        random_scalar(c, x);
        random_scalar(c, y);
        for (unsigned j = 0; j < i % 4 && j + 1u < d->num_words; j++)
            x[(i / 4 + j) % (d->num_words - 1u)] = i % 8 < 4 ? 0 : UINT64_MAX;
        check_product(c, m, x, y);
        check_inverse(c, x);
    }
    for (unsigned i = 1; i < 5; i++) {
        ab_words_sub(x, d->n, (words){ i }, d->num_words);
        check_product(c, m, x, x);
        check_product(c, m, x, (words){ i });
        check_inverse(c, x);
        check_inverse(c, (words){ i });
    }
    c->order_invert(x, zero);
    CHECK_BYTES(x, zero, words_len(c));
    ab_modulus_free(m);
}

/* ---- u G + v Q ---- */

/* Compute the x-coordinate of u G + v (q G) modulo n. Returns 0 if the point is infinity. */
static int wanted_r(const struct ab_ec_kernels *c, words r, const words u, const words v, const words q)
{
    const struct ab_curve_domain *d = c->domain;
    words k, less;

    c->order_mul(k, v, q);
    if (ab_words_add(k, k, u, d->num_words) || !ab_words_lt(k, d->n, d->num_words))
        ab_words_sub(k, k, d->n, d->num_words);
    if (ab_words_is_zero(k, d->num_words))
        return 0;
    c->base(r, NULL, k);
    while (!ab_words_sub(less, r, d->n, d->num_words))
        memcpy(r, less, words_len(c));
    return 1;
}

static void check_joint(const struct ab_ec_kernels *c, const words u, const words v, const words q)
{
    words x, y, r = { 1 };
    int is_finite = wanted_r(c, r, u, v, q);

    c->base(x, y, q);
    CHECK(c->check(u, v, x, y, r) == is_finite);
    CHECK(!t_upper_halves_dirty());
    r[0] ^= 1;
    CHECK(!c->check(u, v, x, y, r));
}

/* Check points whose x-coordinate is not below the order. */
static void check_remainders(const struct ab_ec_kernels *c)
{
    words u, v, qx, qy, r;

    t_where.check = "x-coordinates not below the order, extra";
    for (size_t i = 0; i < COUNT(joints); i++)
        if (joints[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            words_from_hex(u, joints[i].u);
            words_from_hex(v, joints[i].v);
            words_from_hex(qx, joints[i].qx);
            words_from_hex(qy, joints[i].qy);
            words_from_hex(r, joints[i].r);
            CHECK(c->check(u, v, qx, qy, r));
            r[0] ^= 1;
            CHECK(!c->check(u, v, qx, qy, r));
        }
}

static void check_joints(const struct ab_ec_kernels *c)
{
    const struct ab_curve_domain *d = c->domain;
    words u, v, q, minus;

    t_where.check = "u G + v Q";
    for (unsigned i = 0; i < num_random(); i++) {
        random_scalar(c, u);
        random_scalar(c, v);
        random_scalar(c, q);
        check_joint(c, u, v, q);
        check_joint(c, (words){ 0 }, v, q);
        check_joint(c, u, (words){ 0 }, q);
        c->order_mul(u, v, q); /* equal points, then opposite points */
        check_joint(c, u, v, q);
        ab_words_sub(minus, d->n, u, d->num_words);
        memset(minus + d->num_words, 0, sizeof(words) - words_len(c));
        check_joint(c, minus, v, q);
    }
    for (unsigned i = 0; i < (t_is_slow() ? 3 : 12); i++)
        for (unsigned j = 0; j < (t_is_slow() ? 2 : 12); j++) {
            ab_words_sub(minus, d->n, (words){ j + 1 }, d->num_words);
            check_joint(c, (words){ i }, (words){ j }, (words){ 1 });
            check_joint(c, (words){ i }, (words){ j + 1 }, minus);
            check_joint(c, (words){ i }, minus, (words){ 1 });
        }
}

/* ---- ECDSA ---- */

static void check_nonce(const struct ab_ec_kernels *c, const struct nonce *n)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], right[AB_ECDSA_MAX_LEN], made[AB_ECDSA_MAX_LEN];
    uint8_t digest[AB_HASH_MAX_DIGEST];
    const struct ab_hash *h = hash(n->hash);
    const size_t len = ab_curve_order_len(c), digest_len = h->algorithm->digest_len;
    struct ab_hash_ctx ctx;

    from_hex(key, n->private_key);
    from_hex(right, n->r);
    from_hex(right + len, n->s);
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
    for (size_t i = 0; i < COUNT(nonces); i += t_is_slow() ? 7 : 1)
        if (nonces[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            check_nonce(c, &nonces[i]);
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
        CHECK(ab_ecdsa_sign(c, s, digest, digest_len, key, hash(AB_HASH_SHA512), &t_random_source));
        CHECK(ab_ecdsa_verify(c, s, digest, digest_len, xy));
        CHECK(ab_ecdsa_sign(c, again, digest, digest_len, key, hash(AB_HASH_SHA512), &t_random_source));
        CHECK(memcmp(s, again, len) != 0);
        CHECK(!ab_ecdsa_sign(c, again, digest, digest_len, key, hash(AB_HASH_SHA512), &t_no_random_source));
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
    CHECK(ab_ecdsa_sign_deterministic(c, good, order, len, key, hash(AB_HASH_SHA256)));
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
        CHECK(!ab_ecdsa_sign_deterministic(c, bad, order, len, key, hash(AB_HASH_SHA256)));
    }
}

/* ---- keys and encodings ---- */

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

/* ---- several keys in lanes, against the same vectors and the portable implementation ---- */

/* Returns a place beside an inaccessible page. */
static struct ab_ec_numbers *at_page(unsigned region)
{
    const enum t_end end = region % 2 != 0 ? T_AT_START : T_AT_END;

    return (struct ab_ec_numbers *)(void *)t_place(region, end, 0, sizeof(struct ab_ec_numbers));
}

/* The inputs of one lane, and its expected results. */
struct lane_case {
    words scalar, px, py, x, y;
    int is_of_base;
};

static void check_lane_cases(const struct ab_ec_batch_kernels *l, const struct lane_case *cases)
{
    struct ab_ec_numbers *scalar = at_page(0), *px = at_page(1), *py = at_page(2), *x = at_page(3), y;
    const size_t len = l->domain->num_words * sizeof(uint64_t);

    for (unsigned i = 0; i < l->width; i++) {
        memcpy(scalar->v[i], cases[i].scalar, sizeof(words));
        memcpy(px->v[i], cases[i].px, sizeof(words));
        memcpy(py->v[i], cases[i].py, sizeof(words));
    }
    l->base(x, &y, scalar);
    CHECK(!t_upper_halves_dirty());
    for (unsigned i = 0; i < l->width; i++)
        if (cases[i].is_of_base) {
            CHECK_BYTES(x->v[i], cases[i].x, len);
            CHECK_BYTES(y.v[i], cases[i].y, len);
        }
    l->multiply(x, &y, scalar, px, py);
    CHECK(!t_upper_halves_dirty());
    l->multiply(px, NULL, scalar, px, py); /* x alone, written over its input */
    for (unsigned i = 0; i < l->width; i++) {
        CHECK_BYTES(x->v[i], cases[i].x, len);
        CHECK_BYTES(y.v[i], cases[i].y, len);
        CHECK_BYTES(px->v[i], cases[i].x, len);
    }
}

static void read_case(struct lane_case *out, const struct ab_ec_kernels *c, const struct multiple *m)
{
    static const words one = { 1 };

    memset(out, 0, sizeof(*out));
    words_from_hex(out->scalar, m->scalar);
    words_from_hex(out->x, m->x);
    words_from_hex(out->y, m->y);
    out->is_of_base = m->px[0] == '\0';
    if (out->is_of_base) {
        c->base(out->px, out->py, one);
    } else {
        words_from_hex(out->px, m->px);
        words_from_hex(out->py, m->py);
    }
}

/* Lane 5 has the scalar 0. */
static void random_case(struct lane_case *out, const struct ab_ec_kernels *c, unsigned lane)
{
    words k;

    memset(out, 0, sizeof(*out));
    random_scalar(c, k);
    c->base(out->px, out->py, k);
    if (lane != 5)
        random_scalar(c, out->scalar);
    c->multiply(out->x, out->y, out->scalar, out->px, out->py);
}

static void check_lane_multiples(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c)
{
    static struct lane_case cases[AB_EC_MAX_LANES];
    unsigned num = 0;

    t_where.check = "multiples in step, extra";
    for (unsigned i = 0; i < l->width; i++)
        random_case(&cases[i], c, i);
    check_lane_cases(l, cases);
    for (size_t i = 0; i < COUNT(multiples); i += step())
        if (multiples[i].id == l->domain->id) {
            t_where.extra = i;
            read_case(&cases[num++], c, &multiples[i]);
            if (num == l->width) {
                check_lane_cases(l, cases);
                num = 0;
            }
        }
    for (unsigned n = 0; n < num_random(); n++) {
        for (unsigned i = 0; i < l->width; i++)
            random_case(&cases[i], c, i);
        check_lane_cases(l, cases);
    }
}

/* The operands of check, lane by lane, and one bit for each lane with a valid signature. */
struct lane_joints {
    struct ab_ec_numbers u, v, qx, qy, r;
    unsigned num;
    uint32_t right;
};

static void check_lane_joints(const struct ab_ec_batch_kernels *l, struct lane_joints *j)
{
    CHECK(l->check(&j->u, &j->v, &j->qx, &j->qy, &j->r) == j->right);
    CHECK(!t_upper_halves_dirty());
    j->num = j->right = 0;
}

/* Fill the next lane; when the last one is filled, check all of them. */
static void add_lane(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c, struct lane_joints *j,
                     const words u, const words v, const words q, int is_wrong)
{
    const unsigned i = j->num++;

    memset(j->r.v[i], 0, sizeof(words));
    memcpy(j->u.v[i], u, sizeof(words));
    memcpy(j->v.v[i], v, sizeof(words));
    c->base(j->qx.v[i], j->qy.v[i], q);
    j->right |= (uint32_t)(wanted_r(c, j->r.v[i], u, v, q) && !is_wrong) << i;
    j->r.v[i][0] ^= (uint64_t)is_wrong;
    if (j->num == l->width)
        check_lane_joints(l, j);
}

/* Check random operands, right and wrong; u G and v Q equal and opposite; 0. */
static void check_lanes_jointly(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c)
{
    const struct ab_curve_domain *d = c->domain;
    static struct lane_joints j;
    words u, v, q, minus;

    t_where.check = "u G + v Q in step";
    for (unsigned i = 0; i < l->width * num_random(); i++) {
        memset(minus, 0, sizeof(minus));
        random_scalar(c, u);
        random_scalar(c, v);
        random_scalar(c, q);
        if (i % 5 == 3)
            c->order_mul(u, v, q);
        ab_words_sub(minus, d->n, u, d->num_words);
        add_lane(l, c, &j,
                 i % 7 == 4    ? (words){ 0 }
                 : i % 10 == 8 ? minus
                               : u,
                 i % 9 == 5 ? (words){ 0 } : v, q, i % 3 == 1);
    }
    for (size_t i = 0; i < COUNT(joints); i++)
        if (joints[i].id == l->domain->id) {
            words_from_hex(j.u.v[j.num], joints[i].u);
            words_from_hex(j.v.v[j.num], joints[i].v);
            words_from_hex(j.qx.v[j.num], joints[i].qx);
            words_from_hex(j.qy.v[j.num], joints[i].qy);
            words_from_hex(j.r.v[j.num], joints[i].r);
            j.right |= 1u << j.num;
            if (++j.num == l->width)
                check_lane_joints(l, &j);
        }
    CHECK(j.num == 0); /* every lane was checked */
}

static void base_of_seven(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar)
{
    ab_p256_batch8_ifma.base(x, y, scalar);
    y->v[7][0] ^= 1;
}

static void multiply_seven(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar,
                           const struct ab_ec_numbers *px, const struct ab_ec_numbers *py)
{
    ab_p256_batch8_ifma.multiply(x, y, scalar, px, py);
    x->v[7][3] ^= 1;
}

static uint32_t all_right(const struct ab_ec_numbers *u, const struct ab_ec_numbers *v, const struct ab_ec_numbers *qx,
                          const struct ab_ec_numbers *qy, const struct ab_ec_numbers *r)
{
    (void)u, (void)v, (void)qx, (void)qy, (void)r;
    return 0xff;
}

/* The known-answer test must fail if one lane is wrong. */
static void check_broken_lanes(const struct ab_ec_batch_kernels *l)
{
    struct ab_ec_batch_kernels broken[3] = { *l, *l, *l };

    t_where.check = "broken lanes, extra";
    CHECK(ab_ec_batch_kat(l));
    broken[0].base = base_of_seven;
    broken[1].multiply = multiply_seven;
    broken[2].check = all_right;
    for (unsigned i = 0; i < COUNT(broken); i++) {
        t_where.extra = i;
        CHECK(!ab_ec_batch_kat(&broken[i]));
    }
}

static void check_lanes(const struct ab_ec_batch_kernels *l)
{
    const struct ab_ec_kernels *const *c = ab_curve_list(l->domain->id);

    while (c[1] != NULL)
        c++;
    t_where.subject = l->domain->name;
    t_where.level = l->needs.name;
    check_lane_multiples(l, *c);
    check_lanes_jointly(l, *c);
    check_broken_lanes(l);
}

/* ---- the known-answer test must fail for kernels that do nothing ---- */

static void no_base(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    (void)x, (void)y, (void)scalar;
}

static void no_multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py)
{
    (void)x, (void)y, (void)scalar, (void)px, (void)py;
}

static int yes_check(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    (void)u, (void)v, (void)qx, (void)qy, (void)r;
    return 1;
}

static int no_decompress(uint64_t *y, const uint64_t *x, unsigned is_odd)
{
    (void)y, (void)x, (void)is_odd;
    return 1;
}

static void no_order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    (void)r, (void)a, (void)b;
}

static void no_order_invert(uint64_t *r, const uint64_t *a)
{
    (void)r, (void)a;
}

static void check_broken_kernels(const struct ab_ec_kernels *c)
{
    struct ab_ec_kernels broken[6];

    t_where.check = "broken kernels, extra";
    for (unsigned i = 0; i < COUNT(broken); i++)
        broken[i] = *c;
    broken[0].base = no_base;
    broken[1].multiply = no_multiply;
    broken[2].check = yes_check;
    broken[3].decompress = no_decompress;
    broken[4].order_mul = no_order_mul;
    broken[5].order_invert = no_order_invert;
    for (unsigned i = 0; i < COUNT(broken); i++) {
        t_where.extra = i;
        CHECK(!ab_ec_kat(&broken[i], hash(AB_HASH_SHA512)));
    }
}

static void check_curve(const struct ab_ec_kernels *c)
{
    t_where.subject = ab_curve_name(c);
    t_where.level = ab_curve_level(c);
    check_multiples(c);
    check_roots(c);
    check_strays(c);
    check_scalars(c);
    check_joints(c);
    check_remainders(c);
    check_nonces(c);
    check_signatures(c);
    check_ranges(c);
    check_exchange(c);
    check_encodings(c);
    t_where.check = "known answers";
    CHECK(ab_ec_kat(c, hash(AB_HASH_SHA512)));
}

/*
 * In the emulator, which is slow, one curve of each length stands for all that share code (kernels/ec/prime/); on
 * silicon every curve is tested. seen has one bit for each number of words.
 */
static int is_repeated(const struct ab_curve_domain *d, uint32_t *seen)
{
    const uint32_t bit = 1u << d->num_words, was_seen = *seen & bit;

    if (d->id <= AB_P521 || !t_is_emulated())
        return 0;
    *seen |= bit;
    return was_seen != 0;
}

void ab_suite_ec(void)
{
    const struct ab_ec_batch_kernels *const lanes = &ab_p256_batch8_ifma;
    struct ab_cpu cpu;
    uint32_t untested, seen = 0;

    t_seed(11);
    ab_cpu_detect(&cpu);
    untested = t_untested_bits(&cpu);
    for (unsigned id = 0; id < AB_NUM_CURVES; id++) {
        const struct ab_ec_kernels *const *c = ab_curve_list((enum ab_curve_id)id);

        if (is_repeated((*c)->domain, &seen))
            continue;
        for (; *c != NULL; c++) {
            if (t_is_left_to_silicon(&(*c)->needs))
                continue;
            if (ab_curve_is_usable(*c, &cpu) && ((*c)->needs.bits & untested) == 0)
                check_curve(*c);
            if (c[1] == NULL)
                check_broken_kernels(*c);
        }
    }
    if (ab_cpu_has(&cpu, &lanes->needs))
        check_lanes(lanes);
}

/*
 * The field of fe25519.h beyond its arithmetic, which the file that includes this defines: bytes, comparison, inverse,
 * decoding. Secret.
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/invert.h"
#include "kernels/curve25519/base_table.h"
#include "kernels/curve25519/fe25519.h"
#include "kernels/curve25519/fe25519_powers_template.h"

static const struct fe ZERO, ONE = { { 1 } };

INLINE void fe_cswap(struct fe *a, struct fe *b, uint64_t mask)
{
    for (unsigned i = 0; i < 4; i++) {
        uint64_t x = mask & (a->v[i] ^ b->v[i]);

        a->v[i] ^= x;
        b->v[i] ^= x;
    }
}

INLINE void fe_select(struct fe *r, const struct fe *a, uint64_t mask)
{
    for (unsigned i = 0; i < 4; i++)
        r->v[i] ^= mask & (r->v[i] ^ a->v[i]);
}

static void fe_load(struct fe *r, const uint8_t bytes[32])
{
    memcpy(r->v, bytes, sizeof(r->v));
}

/* r = a mod p: fold what is above 2^255 with 19, then subtract p if the result is >= p. */
static void fe_reduce_fully(struct fe *r, const struct fe *a)
{
    struct fe t = *a, less;
    uint64_t top = t.v[3] >> 63;

    t.v[3] &= INT64_MAX;
    fe_add(&t, &t, &(struct fe){ { 19 * top } });
    fe_add(&less, &t, &(struct fe){ { 19 } }); /* t - p + 2^255 */
    top = less.v[3] >> 63;
    less.v[3] &= INT64_MAX;
    *r = t;
    fe_select(r, &less, ab_ct_mask(top));
}

static void fe_store(uint8_t bytes[32], const struct fe *a)
{
    struct fe t;

    fe_reduce_fully(&t, a);
    memcpy(bytes, t.v, sizeof(t.v));
}

/* r = 1/a, 0 for 0. */
static void fe_invert(struct fe *r, const struct fe *a)
{
    /* 2^255 - 19; -1/19 modulo 2^62 */
    static const struct ab_invert256_modulus p = { { -19, 0, 0, 0, 128 }, 0x39435e50d79435e5 };
    struct fe t;

    fe_reduce_fully(&t, a);
    ab_invert256(r->v, t.v, &p);
}

static uint64_t fe_is_zero(const struct fe *a)
{
    struct fe t;

    fe_reduce_fully(&t, a);
    return ab_ct_is_zero(t.v[0] | t.v[1] | t.v[2] | t.v[3]);
}

static uint64_t fe_is_odd(const struct fe *a)
{
    struct fe t;

    fe_reduce_fully(&t, a);
    return t.v[0] & 1;
}

/*
 * Decode a point and negate its x (RFC 8032 sec. 5.1.3): x^2 = (y^2 - 1) / (d y^2 + 1) = u / v, and x is u v^3 (u
 * v^7)^((p - 5) / 8) or that times sqrt(-1); return 0 if neither is a root. As in OpenSSL, y may be p or more and is
 * reduced, and x = 0 may have either sign. Public.
 */
static int fe_decode_negated(struct fe *x, struct fe *y, const uint8_t in[32])
{
    struct fe u, v, w, square;

    fe_load(y, in);
    y->v[3] &= INT64_MAX;
    fe_sqr(&w, y);
    fe_sub(&u, &w, &ONE);
    fe_mul(&v, &w, &ab_ed25519_d);
    fe_add(&v, &v, &ONE);
    fe_sqr(&w, &v);
    fe_mul(&w, &w, &v); /* v^3 */
    fe_sqr(x, &w);
    fe_mul(x, x, &v);
    fe_mul(x, x, &u); /* u v^7 */
    fe_power_root(x, x);
    fe_mul(x, x, &w);
    fe_mul(x, x, &u);
    fe_sqr(&square, x);
    fe_mul(&square, &square, &v);
    fe_sub(&w, &square, &u);
    if (!fe_is_zero(&w)) {
        fe_add(&w, &square, &u);
        if (!fe_is_zero(&w))
            return 0;
        fe_mul(x, x, &ab_ed25519_sqrt_m1);
    }
    if (fe_is_odd(x) == in[31] >> 7)
        fe_sub(x, &ZERO, x);
    return 1;
}

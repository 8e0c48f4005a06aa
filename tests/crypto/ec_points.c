/*
 * Kernels of one implementation of a curve: multiples of points, square roots, arithmetic modulo the order and
 * u G + v Q, against vectors and the relations between the functions.
 */
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "crypto/ec_cases.h"
#include "harness/harness.h"

/* ---- points ---- */

static void check_multiple(const struct ab_ec_kernels *c, const struct multiple *m)
{
    words k, px, py, wanted_x, wanted_y, x, y;

    t_ec_words(k, m->scalar);
    t_ec_words(wanted_x, m->x);
    t_ec_words(wanted_y, m->y);
    if (m->px[0] == '\0') {
        static const uint64_t one[AB_EC_MAX_WORDS] = { 1 };

        c->base(x, y, k);
        CHECK(!t_upper_halves_dirty());
        CHECK_BYTES(x, wanted_x, t_ec_words_len(c));
        CHECK_BYTES(y, wanted_y, t_ec_words_len(c));
        c->base(px, py, one);
    } else {
        t_ec_words(px, m->px);
        t_ec_words(py, m->py);
    }
    CHECK(c->is_on_curve(px, py));
    c->multiply(x, y, k, px, py);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(x, wanted_x, t_ec_words_len(c));
    CHECK_BYTES(y, wanted_y, t_ec_words_len(c));
    c->multiply(px, NULL, k, px, py); /* x alone, written over its input */
    CHECK_BYTES(px, wanted_x, t_ec_words_len(c));
}

static void check_multiples(const struct ab_ec_kernels *c)
{
    static const words zero;
    words x, y, k;

    t_where.check = "multiples, extra";
    for (size_t i = 0; i < t_ec_vectors.num_multiples; i += t_ec_step())
        if (t_ec_vectors.multiples[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            check_multiple(c, &t_ec_vectors.multiples[i]);
        }
    t_where.check = "the scalar 0";
    c->base(x, y, zero);
    CHECK_BYTES(x, zero, t_ec_words_len(c));
    CHECK_BYTES(y, zero, t_ec_words_len(c));
    t_ec_random_scalar(c, k);
    c->base(x, y, k);
    c->multiply(x, y, zero, x, y);
    CHECK_BYTES(x, zero, t_ec_words_len(c));
    CHECK_BYTES(y, zero, t_ec_words_len(c));
}

static void check_root(const struct ab_ec_kernels *c, const struct root *r)
{
    words x, y, wanted;
    int has_root = r->y[0] != '\0';

    t_ec_words(x, r->x);
    t_ec_words(wanted, has_root ? r->y : "00");
    for (unsigned is_odd = 0; is_odd < 2; is_odd++) {
        CHECK(c->decompress(y, x, is_odd) == has_root);
        if (!has_root)
            continue;
        CHECK((y[0] & 1) == is_odd);
        CHECK(c->is_on_curve(x, y));
        if (is_odd)
            ab_words_sub(y, c->domain->p, y, c->domain->num_words);
        CHECK_BYTES(y, wanted, t_ec_words_len(c));
        y[0] ^= 2;
        if (ab_words_lt(y, c->domain->p, c->domain->num_words))
            CHECK(!c->is_on_curve(x, y));
    }
}

static void check_roots(const struct ab_ec_kernels *c)
{
    t_where.check = "square roots, extra";
    for (size_t i = 0; i < t_ec_vectors.num_roots; i += t_ec_step())
        if (t_ec_vectors.roots[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            check_root(c, &t_ec_vectors.roots[i]);
        }
}

static void check_strays(const struct ab_ec_kernels *c)
{
    words x, y, other;

    t_where.check = "points of other orders, extra";
    for (size_t i = 0; i < t_ec_vectors.num_strays; i++)
        if (t_ec_vectors.strays[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            t_ec_words(x, t_ec_vectors.strays[i].x);
            t_ec_words(y, t_ec_vectors.strays[i].y);
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
    CHECK_BYTES(product, wanted, t_ec_words_len(c));
    memcpy(product, a, sizeof(product));
    c->order_mul(product, product, b);
    CHECK_BYTES(product, wanted, t_ec_words_len(c));
}

static void check_inverse(const struct ab_ec_kernels *c, const words a)
{
    static const words one = { 1 };
    words inverse, product;

    c->order_invert(inverse, a);
    c->order_mul(product, inverse, a);
    CHECK_BYTES(product, one, t_ec_words_len(c));
    c->order_invert(inverse, inverse);
    CHECK_BYTES(inverse, a, t_ec_words_len(c));
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
    for (unsigned i = 0; i < 20 * t_ec_num_random(); i++) {
        t_ec_random_scalar(c, x);
        t_ec_random_scalar(c, y);
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
    CHECK_BYTES(x, zero, t_ec_words_len(c));
    ab_modulus_free(m);
}

/* ---- u G + v Q ---- */

static void check_joint(const struct ab_ec_kernels *c, const words u, const words v, const words q)
{
    words x, y, r = { 1 };
    int is_finite = t_ec_wanted_r(c, r, u, v, q);

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
    for (size_t i = 0; i < t_ec_vectors.num_joints; i++)
        if (t_ec_vectors.joints[i].id == ab_curve_id(c)) {
            t_where.extra = i;
            t_ec_words(u, t_ec_vectors.joints[i].u);
            t_ec_words(v, t_ec_vectors.joints[i].v);
            t_ec_words(qx, t_ec_vectors.joints[i].qx);
            t_ec_words(qy, t_ec_vectors.joints[i].qy);
            t_ec_words(r, t_ec_vectors.joints[i].r);
            CHECK(c->check(u, v, qx, qy, r));
            r[0] ^= 1;
            CHECK(!c->check(u, v, qx, qy, r));
        }
}

static void check_joints(const struct ab_ec_kernels *c)
{
    const struct ab_curve_domain *d = c->domain;
    const uint64_t bit = (uint64_t)1 << 40;
    words u, v, q, minus;

    t_where.check = "u G + v Q";
    for (unsigned i = 0; i < t_ec_num_random(); i++) {
        t_ec_random_scalar(c, u);
        t_ec_random_scalar(c, v);
        t_ec_random_scalar(c, q);
        check_joint(c, u, v, q);
        check_joint(c, (words){ 0 }, v, q);
        check_joint(c, u, (words){ 0 }, q);
        c->order_mul(u, v, q); /* equal points, then opposite points */
        check_joint(c, u, v, q);
        ab_words_sub(minus, d->n, u, d->num_words);
        memset(minus + d->num_words, 0, sizeof(words) - t_ec_words_len(c));
        check_joint(c, minus, v, q);
    }
    ab_words_sub(minus, d->n, (words){ 1 }, d->num_words); /* sums that are infinity, or of equal points, on the way */
    check_joint(c, (words){ bit + 3 }, (words){ bit }, minus);
    check_joint(c, (words){ bit }, (words){ bit + 3 }, minus);
    check_joint(c, (words){ bit + 3 }, (words){ bit }, (words){ 1 });
    for (unsigned i = 0; i < (t_is_slow() ? 3 : 12); i++)
        for (unsigned j = 0; j < (t_is_slow() ? 2 : 12); j++) {
            ab_words_sub(minus, d->n, (words){ j + 1 }, d->num_words);
            check_joint(c, (words){ i }, (words){ j }, (words){ 1 });
            check_joint(c, (words){ i }, (words){ j + 1 }, minus);
            check_joint(c, (words){ i }, minus, (words){ 1 });
        }
}

void t_ec_check_points(const struct ab_ec_kernels *c)
{
    check_multiples(c);
    check_roots(c);
    check_strays(c);
    check_scalars(c);
    check_joints(c);
    check_remainders(c);
}

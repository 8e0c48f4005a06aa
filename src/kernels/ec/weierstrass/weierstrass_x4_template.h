/*
 * A table of kernels for y^2 = x^3 - 3 x + b with four products side by side (fe_x4_template.h), for P-384 and P-521:
 * the members base, multiply and check. A doubling is three rounds of products that do not depend on each other, an
 * addition four. The formulas, and why sums need no case distinctions, are those of weierstrass_template.h. A point
 * carries Z^2 and a = 3 (X - Z^2) (X + Z^2), since the last round of each operation has room for them.
 *
 * A comment after a selection of lanes says what elements 0 to 3 then are. Doubling and addition have a thousand
 * instructions each and are therefore not inlined.
 */
#include "kernels/bignum/digits.h"
#include "kernels/ec/weierstrass/take_entry.h"
#include "kernels/ec/weierstrass/weierstrass_point_template.h"

/* Elements Y, a, Z^2, X; and Z in element 1 of z. All settled. */
struct point_x4 {
    struct fe_x4 yazx, z;
};

/* A point as the second operand of a sum: elements X, Z, Z^2, Y; and Z^3 in element 2 of zzz. All settled. */
struct addend {
    struct fe_x4 xzzy, zzz;
};

/*
 * The factors of the last round. x is X in all elements, zz is Z^2 in elements 1 and 2, first becomes element 0. The
 * result, settled: first, X - Z^2, X + Z^2, X.
 */
INLINE struct fe_x4 last_factors(struct fe_x4 x, struct fe_x4 zz, struct fe_x4 first)
{
    x = fe_x4_sub(x, LANE_1, zz);
    x = fe_x4_add(x, LANE_2, zz);
    return fe_x4_settle(fe_x4_blend(x, LANE_0, first));
}

/*
 * The point from the last round: elements 0 and 1 of last are Y and a / 3, element 2 of zz is Z^2, element 3 of factors
 * is X.
 */
INLINE struct fe_x4 finish(struct fe_x4 last, struct fe_x4 zz, struct fe_x4 factors)
{
    last = fe_x4_add(last, LANE_1, fe_x4_twice(last));
    last = fe_x4_blend(last, LANE_2, zz);
    return fe_x4_settle(fe_x4_blend(last, LANE_3, factors));
}

/* p = 2p: with H = 2 Y^2, X3 = a^2 - 4 X H, Z3 = 2 Y Z, Y3 = a (2 X H - X3) - 2 H^2. */
static __attribute__((noinline)) void twice_x4(struct point_x4 *p)
{
    struct fe_x4 m, s, n, xh, aa, x, first, zz;

    m = fe_x4_mul(fe_x4_permute(p->yazx, LANES(0, 0, 1, 1)),              /* Y, Y, a */
                  fe_x4_pick(p->yazx, p->z, LANES(0, SECOND + 1, 1, 1))); /* Y, Z, a */
    s = fe_x4_settle(fe_x4_add(m, LANE_0 | LANE_1, m));                   /* H, Z3, a^2 */
    n = fe_x4_mul(fe_x4_pick(s, p->yazx, LANES(SECOND + 3, 0, 1, 1)),     /* X, H, Z3 */
                  fe_x4_permute(s, LANES(0, 0, 1, 1)));                   /* H, H, Z3 */
    xh = fe_x4_twice(fe_x4_permute(n, LANES(0, 0, 0, 0)));
    aa = fe_x4_permute(s, LANES(2, 2, 2, 2));
    zz = fe_x4_permute(n, LANES(2, 2, 2, 2));
    x = fe_x4_sub(aa, ALL_LANES, fe_x4_twice(xh));
    first = fe_x4_sub(xh, LANE_0, x);
    x = last_factors(x, zz, first);                                   /* 2 X H - X3, X3 - Z3^2, X3 + Z3^2, X3 */
    m = fe_x4_mul(fe_x4_pick(x, p->yazx, LANES(SECOND + 1, 1, 1, 1)), /* a, X3 - Z3^2 */
                  fe_x4_permute(x, LANES(0, 2, 2, 2)));               /* 2 X H - X3, X3 + Z3^2 */
    m = fe_x4_sub(m, LANE_0, fe_x4_twice(fe_x4_permute(n, LANES(1, 1, 1, 1))));
    p->yazx = finish(m, zz, x);
    p->z = s;
}

/* What a sum computes of its points: H = U2 - U1 in element 0 of h, R = S2 - S1 in element 3 of r. */
struct difference_x4 {
    struct fe_x4 h, r;
};

/*
 * p = p + q, wrong for equal points (Z = 0) and for infinity. U1 = X1 Z2^2, U2 = X2 Z1^2, S1 = Y1 Z2^3, S2 = Y2 Z1^3;
 * X3 = R^2 - H^3 - 2 U1 H^2, Y3 = R (U1 H^2 - X3) - S1 H^3, Z3 = Z1 Z2 H.
 */
static __attribute__((noinline)) void add_x4(struct point_x4 *p, const struct addend *q, struct difference_x4 *d)
{
    struct fe_x4 m, h, s, cube, v, x, zz, y1 = fe_x4_permute(p->yazx, LANES(0, 0, 0, 0));

    m = fe_x4_mul(fe_x4_pick(p->yazx, p->z, LANES(2, SECOND + 1, 3, SECOND + 1)), /* Z1^2, Z1, X1, Z1 */
                  q->xzzy);
    h = fe_x4_settle(fe_x4_sub(m, LANE_0, fe_x4_permute(m, LANES(2, 2, 2, 2)))); /* H, Z1 Z2, U1, Y2 Z1 */
    v = fe_x4_pick(h, p->yazx, LANES(0, 0, 0, SECOND + 2));
    m = fe_x4_mul(fe_x4_blend(h, LANE_2, y1),                                    /* H, Z1 Z2, Y1, Y2 Z1 */
                  fe_x4_blend(v, LANE_2, q->zzz));                               /* H, H, Z2^3, Z1^2 */
    s = fe_x4_settle(fe_x4_sub(m, LANE_3, fe_x4_permute(m, LANES(2, 2, 2, 2)))); /* H^2, Z3, S1, R */
    m = fe_x4_mul(fe_x4_permute(s, LANES(0, 1, 0, 3)),                           /* H^2, Z3, H^2, R */
                  fe_x4_pick(s, h, LANES(SECOND, 1, SECOND + 2, 3)));            /* H, Z3, U1, R */
    cube = fe_x4_permute(fe_x4_settle(m), LANES(0, 0, 0, 0));
    v = fe_x4_permute(m, LANES(2, 2, 2, 2));
    zz = fe_x4_permute(m, LANES(1, 1, 1, 1));
    x = fe_x4_sub(fe_x4_permute(m, LANES(3, 3, 3, 3)), ALL_LANES, fe_x4_permute(m, LANES(0, 0, 0, 0)));
    x = fe_x4_sub(x, ALL_LANES, fe_x4_twice(v));
    x = last_factors(x, zz, fe_x4_sub(v, LANE_0, x)); /* U1 H^2 - X3, X3 - Z3^2, X3 + Z3^2, X3 */
    v = fe_x4_permute(x, LANES(0, 2, 2, 2));
    m = fe_x4_mul(fe_x4_pick(s, x, LANES(3, SECOND + 1, 2, 2)), /* R, X3 - Z3^2, S1 */
                  fe_x4_blend(v, LANE_2, cube));                /* U1 H^2 - X3, X3 + Z3^2, H^3 */
    m = fe_x4_sub(m, LANE_0, fe_x4_permute(m, LANES(2, 2, 2, 2)));
    p->yazx = finish(m, zz, x);
    p->z = s;
    d->h = h;
    d->r = s;
}

/* ---- conversions of points ---- */

/* q = p */
static void to_addend(struct addend *q, const struct point_x4 *p)
{
    q->xzzy = fe_x4_pick(p->yazx, p->z, LANES(3, SECOND + 1, 2, 0));
    q->zzz = fe_x4_settle(fe_x4_mul(fe_x4_permute(p->yazx, LANES(2, 2, 2, 2)), fe_x4_permute(p->z, LANES(1, 1, 1, 1))));
}

/* p = q */
INLINE void from_addend(struct point_x4 *p, const struct addend *q)
{
    struct fe_x4 zz = fe_x4_permute(q->xzzy, LANES(2, 2, 2, 2)), y = fe_x4_permute(q->xzzy, LANES(3, 3, 3, 3)), m;
    struct fe_x4 x = last_factors(fe_x4_permute(q->xzzy, LANES(0, 0, 0, 0)), zz, y);

    m = fe_x4_mul(fe_x4_permute(x, LANES(1, 1, 1, 1)), fe_x4_permute(x, LANES(2, 2, 2, 2)));
    p->yazx = finish(fe_x4_blend(m, LANE_0, y), zz, x);
    p->z = q->xzzy;
}

/* q = an entry of a table, Z = 1. */
INLINE void from_entry(struct addend *q, const struct affine *entry)
{
    q->xzzy = fe_x4_from(&entry->x, &ONE, &ONE, &entry->y);
    q->zzz = fe_x4_from(&ONE, &ONE, &ONE, &ONE);
}

/* q = -q if the mask is all ones. Secret. */
INLINE void negate_addend(struct addend *q, uint64_t mask)
{
    const struct fe_x4 zero = { 0 };

    q->xzzy = fe_x4_blend(q->xzzy, LANE_3 & (__mmask8)mask, fe_x4_settle(fe_x4_sub(zero, LANE_3, q->xzzy)));
}

/* Return a mask: this element of a settled vector is 0 modulo p. */
static uint64_t is_zero_lane(const struct fe_x4 *a, unsigned lane)
{
    struct fe t;

    fe_x4_lane(&t, a, lane);
    return fe_is_zero(&t);
}

/* Replace sum = p + q by 2p if d shows that p = q. Secret. */
static void mend_sum_x4(struct point_x4 *sum, const struct point_x4 *p, const struct difference_x4 *d)
{
    uint64_t equal = ab_ct_barrier(is_zero_lane(&d->h, 0) & is_zero_lane(&d->r, 3));
    struct point_x4 two = *p;

    twice_x4(&two);
    sum->yazx = fe_x4_blend(sum->yazx, (__mmask8)equal, two.yazx);
    sum->z = fe_x4_blend(sum->z, (__mmask8)equal, two.z);
    ab_wipe(&two, sizeof(two));
}

/* r = p */
static void to_point(struct point *r, const struct point_x4 *p)
{
    fe_x4_lane(&r->x, &p->yazx, 3);
    fe_x4_lane(&r->y, &p->yazx, 0);
    fe_x4_lane(&r->z, &p->z, 1);
}

/* ---- multiples of the base point ---- */

enum { BASE_ENTRIES = 1 << (BASE_WINDOW - 1) };

/* r = the digit times the point of this row, every entry of which is read. Secret. */
static void look_up_base(struct addend *r, const struct affine row[BASE_ENTRIES], struct digit d)
{
    struct affine entry;

    take_entry(&entry, row, BASE_ENTRIES, sizeof(entry), d.place);
    negate_if(&entry.y, d.negative);
    from_entry(r, &entry);
    ab_wipe(&entry, sizeof(entry));
}

/* p = k G for an odd k, as in weierstrass_template.h with BASE_TABLE. Secret. */
static void multiply_base(struct point_x4 *p, const uint64_t k[NUM_WORDS])
{
    uint64_t digits[NUM_WORDS + 1];
    struct difference_x4 d;
    struct point_x4 before;
    struct addend entry;

    regular_digits(digits, k, NUM_WORDS, BASE_WINDOW * BASE_DIGITS);
    look_up_base(&entry, BASE_TABLE[0], regular_digit(digits, BASE_WINDOW, BASE_WINDOW));
    from_addend(p, &entry);
    for (unsigned i = 3; i < BASE_DIGITS; i += 2) {
        look_up_base(&entry, BASE_TABLE[i / 2], regular_digit(digits, i * BASE_WINDOW, BASE_WINDOW));
        add_x4(p, &entry, &d);
    }
    for (unsigned i = 0; i < BASE_WINDOW; i++)
        twice_x4(p);
    for (unsigned i = 0; i < BASE_DIGITS; i += 2) {
        look_up_base(&entry, BASE_TABLE[i / 2], regular_digit(digits, i * BASE_WINDOW, BASE_WINDOW));
        before = *p;
        add_x4(p, &entry, &d);
    }
    mend_sum_x4(p, &before, &d);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&before, sizeof(before));
    ab_wipe(&d, sizeof(d));
}

static void base(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct point_x4 p_x4;
    struct point p;

    multiply_base(&p_x4, k);
    to_point(&p, &p_x4);
    to_affine(x, y, &p, negative);
    ab_wipe(k, sizeof(k));
    ab_wipe(&p_x4, sizeof(p_x4));
    ab_wipe(&p, sizeof(p));
    leave_vectors();
}

/* ---- multiples of any point ---- */

enum { WINDOW = 5, ENTRIES = 1 << (WINDOW - 1), DIGITS = (SCALAR_BITS + WINDOW - 1) / WINDOW };

/* table[i] = (2i + 1) (x, y). */
static void odd_multiples(struct addend *table, unsigned num, const uint64_t *x, const uint64_t *y)
{
    struct difference_x4 d;
    struct addend step;
    struct affine q;
    struct point_x4 p, two;

    fe_from_words(&q.x, x);
    fe_from_words(&q.y, y);
    from_entry(&table[0], &q);
    from_addend(&p, &table[0]);
    two = p;
    twice_x4(&two);
    to_addend(&step, &two);
    for (unsigned i = 1; i < num; i++) {
        add_x4(&p, &step, &d);
        to_addend(&table[i], &p);
    }
}

INLINE void look_up(struct addend *r, const struct addend table[ENTRIES], struct digit digit)
{
    *r = table[0];
    for (unsigned i = 1; i < ENTRIES; i++) {
        __mmask8 chosen = (__mmask8)ab_ct_eq(i, digit.place);

        r->xzzy = fe_x4_blend(r->xzzy, chosen, table[i].xzzy);
        r->zzz = fe_x4_blend(r->zzz, chosen, table[i].zzz);
    }
    negate_addend(r, digit.negative);
}

static void multiply_point(struct point_x4 *p, const uint64_t k[NUM_WORDS], const struct addend table[ENTRIES])
{
    uint64_t digits[NUM_WORDS + 1];
    struct difference_x4 d;
    struct point_x4 before;
    struct addend entry;

    regular_digits(digits, k, NUM_WORDS, WINDOW * DIGITS);
    look_up(&entry, table, regular_digit(digits, (DIGITS - 1) * WINDOW, WINDOW));
    from_addend(p, &entry);
    for (unsigned i = DIGITS - 1; i-- > 0;) {
        for (unsigned j = 0; j < WINDOW; j++)
            twice_x4(p);
        look_up(&entry, table, regular_digit(digits, i * WINDOW, WINDOW));
        before = *p;
        add_x4(p, &entry, &d);
    }
    mend_sum_x4(p, &before, &d);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&before, sizeof(before));
    ab_wipe(&d, sizeof(d));
}

static void multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct addend table[ENTRIES];
    struct point_x4 p_x4;
    struct point p;

    odd_multiples(table, ENTRIES, px, py);
    multiply_point(&p_x4, k, table);
    to_point(&p, &p_x4);
    to_affine(x, y, &p, negative);
    ab_wipe(k, sizeof(k));
    ab_wipe(&p_x4, sizeof(p_x4));
    ab_wipe(&p, sizeof(p));
    leave_vectors();
}

/* ---- verification; public, so its time depends on all arguments ---- */

enum { SPARSE_WINDOW = 5, SPARSE_ENTRIES = 1 << (SPARSE_WINDOW - 2), SPARSE_DIGITS = 64 * NUM_WORDS + 1 };

/* p = p + q. p is infinity unless is_finite, and may be equal or opposite to q. Return 1 if the sum is finite. */
static int add_public(struct point_x4 *p, int is_finite, const struct addend *q)
{
    struct point_x4 before = *p;
    struct difference_x4 d;

    if (!is_finite) {
        from_addend(p, q);
        return 1;
    }
    add_x4(p, q, &d);
    if (!is_zero_lane(&d.h, 0))
        return 1;
    if (!is_zero_lane(&d.r, 3))
        return 0;
    *p = before;
    twice_x4(p);
    return 1;
}

static int add_digit(struct point_x4 *p, int is_finite, const struct addend *table, int digit)
{
    struct addend q = table[place_of(digit)];

    negate_addend(&q, 0 - (uint64_t)(digit < 0));
    return add_public(p, is_finite, &q);
}

static int add_base_digit(struct point_x4 *p, int is_finite, int digit)
{
    struct affine entry = BASE_TABLE[0][place_of(digit)];
    struct addend q;

    negate_if(&entry.y, 0 - (uint64_t)(digit < 0));
    from_entry(&q, &entry);
    return add_public(p, is_finite, &q);
}

/* p = u G + v (qx, qy). Return 1 if it is finite. */
static int joint(struct point_x4 *p, const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy)
{
    int8_t of_base[SPARSE_DIGITS], of_q[SPARSE_DIGITS];
    unsigned num_u = sparse_digits(of_base, SPARSE_DIGITS, u, BASE_WINDOW + 1);
    unsigned num_v = sparse_digits(of_q, SPARSE_DIGITS, v, SPARSE_WINDOW);
    struct addend table[SPARSE_ENTRIES];
    int is_finite = 0;

    odd_multiples(table, SPARSE_ENTRIES, qx, qy);
    for (unsigned i = num_u > num_v ? num_u : num_v; i-- > 0;) {
        if (is_finite)
            twice_x4(p);
        if (of_q[i] != 0)
            is_finite = add_digit(p, is_finite, table, of_q[i]);
        if (of_base[i] != 0)
            is_finite = add_base_digit(p, is_finite, of_base[i]);
    }
    return is_finite;
}

static int check(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    struct point_x4 p_x4 = { 0 };
    struct point p;
    int ok = 0;

    if (joint(&p_x4, u, v, qx, qy)) {
        to_point(&p, &p_x4);
        ok = has_remainder(&p, r);
    }
    leave_vectors();
    return ok;
}

/*
 * A table of kernels for y^2 = x^3 - 3 x + b that takes eight keys in step, one a lane of a vector: base, multiply and
 * check of ec_batch_kernels.h. Sums need no case distinctions, for the reason that weierstrass_template.h gives. The
 * file that includes this defines before
 *
 *     vec, LANES                   a vector of LANES words, and its functions (ifma_vec8.h)
 *     struct fes                   an element in each lane; "carried": limbs from 0 to 2^52
 *     fes_add, fes_sub (a, b)      limb by limb, not carried
 *     fes_multiple (k)             k p
 *     fes_carry, fes_fold (a)      the same element carried; carried and below 1.01 p. Values from 0 to 16 p fit
 *     fes_mul (a, b), fes_sqr (a)  of carried elements below k p and l p: below (k l / 16 + 1) p, not carried
 *     wide_mul, wide_sqr, reduce, reduce_two (r, s, a, b)   the two halves of a multiplication, so that two reductions
 *                                                           overlap
 *     fes_one, fes_is_zero (a)     1 in every lane; the mask of lanes that are 0 modulo p
 *     fes_from_words, fes_to_words, words_invert            from and to plain form; 1/a of one number in plain form
 *     NUM_WORDS, SCALAR_BITS, BASE_WINDOW, BASE_DIGITS, PRIME, ORDER   as in weierstrass_template.h
 *     fes_base (x, w, i, place)    X, below 16 p, and W = 2Y, below 1.01 p, of the entry at the place of each lane in
 *                                  row i of the table: 1, 3, 5 ... times 2^(BASE_WINDOW i) G. Every entry is read.
 *     check_one                    check of ec_kernels.h, for the lanes whose sums went wrong
 *
 * All bounds of values are given as multiples of p. All is secret except in check.
 */
#include <string.h>

#include "kernels/bignum/digits.h"
#include "kernels/ec/ec_batch_kernels.h"

/* ---- lanes ---- */

/*
 * One word for each lane, `stride` words apart in memory. (VPSCATTERQQ stopped an emulator, and little time is spent
 * here.)
 */
INLINE vec vec_gather(const uint64_t *word, unsigned stride)
{
    vec r;

    UNROLL for (unsigned i = 0; i < LANES; i++)
        r[i] = word[i * stride];
    return r;
}

INLINE void vec_scatter(uint64_t *word, unsigned stride, vec a)
{
    UNROLL for (unsigned i = 0; i < LANES; i++)
        word[i * stride] = a[i];
}

/* b in the lanes of the mask, a in the others. */
INLINE struct fes fes_take(__mmask8 mask, struct fes a, struct fes b)
{
    EACH(i)
        a.v[i] = vec_take_in(mask, a.v[i], b.v[i]);
    return a;
}

/* a - b in the lanes of the mask, a + b in the others. */
INLINE struct fes fes_add_or_sub(__mmask8 mask, struct fes a, struct fes b)
{
    EACH(i)
        a.v[i] = vec_sub_in(mask, vec_add_in((__mmask8)~mask, a.v[i], b.v[i]), b.v[i]);
    return a;
}

/* Lane (i + n) mod 8 in lane i. */
INLINE struct fes fes_rotate(struct fes a, unsigned n)
{
    const vec lanes = ((vec){ 0, 1, 2, 3, 4, 5, 6, 7 } + n) & vec_set1(LANES - 1);

    EACH(i)
        a.v[i] = vec_permute(a.v[i], lanes);
    return a;
}

/* a b, carried, as a function of its own, for places that a multiplication passes a few times. */
static void __attribute__((noinline)) store_product(struct fes *r, const struct fes *a, const struct fes *b)
{
    *r = fes_carry(fes_mul(*a, *b));
}

INLINE struct fes product(struct fes a, struct fes b)
{
    store_product(&a, &a, &b);
    return a;
}

/* ---- the group law ---- */

/* The point (X / Z^2, W / 2 Z^3), and zz = Z^2. X below 1.01, W 8, Z 2.2, Z^2 1.31; all carried. */
struct point {
    struct fes x, w, z, zz;
};

/* A point with Z = 1: X below 16, W below 2.2; carried. */
struct entry {
    struct fes x, w;
};

/* What a sum computes of its points: H = U2 - U1 and R = W2' - W1', where W' is W times the cube of the other Z. */
struct difference {
    struct fes h, r;
};

/* p = q, or -q in the lanes of the mask. */
static void begin(struct point *p, const struct entry *q, __mmask8 negative)
{
    p->x = fes_fold(q->x);
    p->w = fes_carry(fes_take(negative, q->w, fes_sub(fes_multiple(3), q->w)));
    p->z = p->zz = fes_one();
}

/* p = -p in the lanes of the mask, as the last step of a multiplication: W below 7.9 before, and 8 after. */
INLINE void negate(struct point *p, __mmask8 mask)
{
    p->w = fes_carry(fes_take(mask, p->w, fes_sub(fes_multiple(8), p->w)));
}

/* (X - Z^2) (X + Z^2), below 1.5 once reduced. */
INLINE struct wide slope(const struct point *p)
{
    return wide_mul(fes_carry(fes_sub(p->x, fes_sub(p->zz, fes_multiple(2)))), fes_carry(fes_add(p->x, p->zz)));
}

/*
 * p = 2^num p. A = 3 (X - Z^2) (X + Z^2) < 4.5 of the next doubling is computed while W of this one is not known yet.
 */
NOINLINE void twice_times(struct point *p, unsigned num)
{
    struct fes a = reduce(slope(p));

    for (; num != 0; num--) {
        struct fes ww, t, x_ww, wwww;

        a = fes_carry(fes_add(fes_add(a, a), a));
        reduce_two(&ww, &t, wide_sqr(p->w), wide_sqr(a));
        ww = fes_carry(ww);
        reduce_two(&x_ww, &p->z, wide_mul(p->x, ww), wide_mul(p->w, p->z));
        p->z = fes_carry(p->z);
        p->x = fes_fold(fes_sub(t, fes_sub(fes_add(x_ww, x_ww), fes_multiple(3))));
        reduce_two(&p->zz, &wwww, wide_sqr(p->z), wide_sqr(ww));
        p->zz = fes_carry(p->zz);
        reduce_two(&t, &a, wide_mul(a, fes_carry(fes_sub(x_ww, fes_sub(p->x, fes_multiple(2))))), slope(p));
        p->w = fes_carry(fes_sub(fes_add(t, t), fes_sub(wwww, fes_multiple(3))));
    }
}

/*
 * Complete the sum s, where s->z holds Z1 Z2, below 2.2: U1 below 1.2, W1' below 8, R below 11.2, H below 4.31. So I =
 * (2H)^2 is below 5.65, Z 2.19, J = H I 2.53, V = U1 I 1.43, W1' J 2.27; J + 2V is below 6.
 */
INLINE void finish_sum(struct point *s, struct fes u1, struct fes w1, const struct difference *d)
{
    const struct fes twice_h = fes_carry(fes_add(d->h, d->h));
    struct fes i, j, v, t, rr;

    reduce_two(&i, &s->z, wide_sqr(twice_h), wide_mul(s->z, twice_h));
    i = fes_carry(i);
    s->z = fes_carry(s->z);
    reduce_two(&j, &v, wide_mul(d->h, i), wide_mul(u1, i));
    j = fes_carry(j);
    reduce_two(&rr, &s->zz, wide_sqr(d->r), wide_sqr(s->z));
    s->zz = fes_carry(s->zz);
    s->x = fes_fold(fes_sub(fes_sub(rr, j), fes_sub(fes_add(v, v), fes_multiple(6))));
    reduce_two(&t, &j, wide_mul(d->r, fes_carry(fes_sub(v, fes_sub(s->x, fes_multiple(2))))), wide_mul(w1, j));
    t = fes_add(fes_sub(t, j), fes_multiple(3));
    s->w = fes_fold(fes_add(t, t));
}

/* p = p + q, or p - q in the lanes of the mask; wrong for equal points. d receives the differences. */
static void __attribute__((noinline)) add_entry(struct point *p, const struct entry *q, __mmask8 negative,
                                                struct difference *d)
{
    struct fes zzz, u2;

    reduce_two(&zzz, &u2, wide_mul(p->z, p->zz), wide_mul(q->x, p->zz));
    zzz = fes_carry(zzz);
    d->h = fes_carry(fes_sub(u2, fes_sub(p->x, fes_multiple(2))));
    d->r = fes_carry(fes_add_or_sub(negative, fes_sub(fes_multiple(10), p->w), fes_mul(q->w, zzz)));
    finish_sum(p, p->x, p->w, d);
}

/* p = p + q; wrong (Z = 0) for equal points. */
static void add(struct point *p, const struct point *q)
{
    const struct fes u1 = product(p->x, q->zz);
    const struct fes w1 = product(p->w, product(q->z, q->zz));
    const struct fes w2 = product(q->w, product(p->z, p->zz));
    struct difference d;

    d.h = fes_carry(fes_sub(product(q->x, p->zz), fes_sub(u1, fes_multiple(2))));
    d.r = fes_carry(fes_sub(w2, fes_sub(w1, fes_multiple(2))));
    p->z = product(p->z, q->z);
    finish_sum(p, u1, w1, &d);
    ab_wipe(&d, sizeof(d));
}

/* The last addition of a multiplication, the only one whose points may be equal: those lanes take the double. */
static void add_last(struct point *p, const struct entry *q, __mmask8 negative)
{
    struct point two = *p;
    struct difference d;
    __mmask8 equal;

    add_entry(p, q, negative, &d);
    equal = fes_is_zero(d.h) & fes_is_zero(d.r);
    twice_times(&two, 1);
    p->x = fes_take(equal, p->x, two.x);
    p->w = fes_take(equal, p->w, two.w);
    p->z = fes_take(equal, p->z, two.z);
    p->zz = fes_take(equal, p->zz, two.zz);
    ab_wipe(&two, sizeof(two));
    ab_wipe(&d, sizeof(d));
}

/* ---- inverses ---- */

/*
 * 1/a in each lane, 0 for 0. One inversion serves all lanes: 1/a_i is the inverse of the product of all lanes times the
 * product of the others. Both products are built by rotations whose distance doubles.
 */
static struct fes fes_invert(struct fes a)
{
    const __mmask8 zero = fes_is_zero(a);
    struct fes all_lanes = fes_take(zero, a, fes_one()), others = fes_rotate(all_lanes, 1), next;
    vec w[NUM_WORDS];
    uint64_t all[NUM_WORDS];

    all_lanes = product(all_lanes, others);
    for (unsigned distance = 2; distance < LANES; distance *= 2) {
        next = fes_rotate(all_lanes, distance);
        all_lanes = product(all_lanes, next);
        others = product(others, next);
    }
    fes_to_words(w, all_lanes);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        all[i] = w[i][0];
    words_invert(all);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        w[i] = vec_set1(all[i]);
    others = product(fes_from_words(w), others);
    ab_wipe(all, sizeof(all));
    ab_wipe(w, sizeof(w));
    return fes_take(zero, others, fes_multiple(0));
}

/* e = p, from inverse = 1/Z. */
INLINE void to_entry(struct entry *e, const struct point *p, struct fes inverse)
{
    const struct fes square = product(inverse, inverse);

    e->x = product(p->x, square);
    e->w = product(p->w, product(square, inverse));
}

/* ---- numbers in memory ---- */

static void load_numbers(vec w[NUM_WORDS], const struct ab_ec_numbers *a)
{
    for (unsigned i = 0; i < NUM_WORDS; i++)
        w[i] = vec_gather(&a->v[0][i], AB_EC_MAX_WORDS);
}

static void store_numbers(struct ab_ec_numbers *a, const vec w[NUM_WORDS])
{
    for (unsigned i = 0; i < NUM_WORDS; i++)
        vec_scatter(&a->v[0][i], AB_EC_MAX_WORDS, w[i]);
}

static struct fes load_element(const struct ab_ec_numbers *a)
{
    vec w[NUM_WORDS];

    load_numbers(w, a);
    return fes_from_words(w);
}

static void load_entry(struct entry *e, const struct ab_ec_numbers *x, const struct ab_ec_numbers *y)
{
    e->x = load_element(x);
    e->w = load_element(y);
    e->w = fes_carry(fes_add(e->w, e->w));
}

/* Write the coordinates of p in plain form, zeros for infinity. y may be NULL. */
static void store_point(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct point *p)
{
    struct entry e;
    vec w[NUM_WORDS];

    to_entry(&e, p, fes_invert(p->z));
    fes_to_words(w, e.x);
    store_numbers(x, w);
    if (y != NULL) {
        fes_to_words(w, e.w);
        store_numbers(y, w);
        for (unsigned i = 0; i < LANES; i++)
            words_mod_half(y->v[i], y->v[i], PRIME, NUM_WORDS);
    }
    ab_wipe(&e, sizeof(e));
    ab_wipe(w, sizeof(w));
}

/* K of digits.h for each scalar made odd, and the mask of the scalars that were negated for that. */
struct scalars {
    vec k[NUM_WORDS + 1];
    __mmask8 negative;
};

static void load_scalars(struct scalars *s, const struct ab_ec_numbers *scalar, unsigned num_bits)
{
    uint64_t odd[NUM_WORDS], k[LANES][NUM_WORDS + 1];

    s->negative = 0;
    for (unsigned i = 0; i < LANES; i++) {
        s->negative |= (__mmask8)(make_odd(odd, scalar->v[i], ORDER, NUM_WORDS) & 1u << i);
        regular_digits(k[i], odd, NUM_WORDS, num_bits);
    }
    for (unsigned i = 0; i <= NUM_WORDS; i++)
        s->k[i] = vec_gather(&k[0][i], NUM_WORDS + 1);
    ab_wipe(odd, sizeof(odd));
    ab_wipe(k, sizeof(k));
}

/* A digit in each lane: its place and the mask of the negative ones. */
struct lane_digits {
    vec place;
    __mmask8 negative;
};

/* regular_digit of digits.h in each lane. */
INLINE struct lane_digits digits_at(const struct scalars *s, unsigned bit, unsigned w)
{
    const vec places = vec_set1(((uint64_t)1 << (w - 1)) - 1), sign = places + 1;
    vec b = s->k[bit / 64] >> bit % 64;
    struct lane_digits d;

    if (bit % 64 + w > 64)
        b |= s->k[bit / 64 + 1] << (64 - bit % 64);
    d.negative = _mm512_testn_epi64_mask((__m512i)b, (__m512i)sign);
    d.place = vec_take_in(d.negative, b, ~b) & places;
    return d;
}

/* ---- multiples of the base point ---- */

/* Look up digit i of each lane; the sign is returned, not applied. */
INLINE struct lane_digits base_digit(struct entry *e, const struct scalars *s, unsigned i)
{
    const struct lane_digits d = digits_at(s, i * BASE_WINDOW, BASE_WINDOW);

    fes_base(&e->x, &e->w, i, d.place);
    return d;
}

/*
 * p = scalar G. Every digit has its row, so nothing is doubled; digits are added from the lowest, so sums stay below
 * the next one.
 */
static void multiply_base(struct point *p, const struct scalars *s)
{
    struct lane_digits d;
    struct difference difference;
    struct entry e;

    d = base_digit(&e, s, 0);
    begin(p, &e, d.negative);
    for (unsigned i = 1; i < BASE_DIGITS - 1; i++) {
        d = base_digit(&e, s, i);
        add_entry(p, &e, d.negative, &difference);
    }
    d = base_digit(&e, s, BASE_DIGITS - 1);
    add_last(p, &e, d.negative);
    negate(p, s->negative);
    ab_wipe(&d, sizeof(d));
    ab_wipe(&difference, sizeof(difference));
    ab_wipe(&e, sizeof(e));
}

static void base(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar)
{
    struct scalars s;
    struct point p;

    load_scalars(&s, scalar, BASE_WINDOW * BASE_DIGITS);
    multiply_base(&p, &s);
    store_point(x, y, &p);
    ab_wipe(&s, sizeof(s));
    ab_wipe(&p, sizeof(p));
    leave_vectors();
}

/* ---- multiples of any point ---- */

enum { WINDOW = 4, ENTRIES = 1 << (WINDOW - 1), DIGITS = (SCALAR_BITS + WINDOW - 1) / WINDOW };

/* table[i] = (2i + 1) q, all with Z = 1 by one inversion. */
static void odd_multiples(struct entry table[ENTRIES], const struct entry *q)
{
    struct point multiple[ENTRIES], two;
    struct fes z_product[ENTRIES], inverse;

    begin(&multiple[0], q, 0);
    two = multiple[0];
    twice_times(&two, 1);
    z_product[0] = fes_one();
    for (unsigned i = 1; i < ENTRIES; i++) {
        multiple[i] = multiple[i - 1];
        add(&multiple[i], &two);
        z_product[i] = product(z_product[i - 1], multiple[i].z);
    }
    inverse = fes_invert(z_product[ENTRIES - 1]);
    for (unsigned i = ENTRIES; --i > 0;) {
        to_entry(&table[i], &multiple[i], product(inverse, z_product[i - 1]));
        inverse = product(inverse, multiple[i].z);
    }
    table[0] = *q;
}

/* e = the entry at the place of each lane. All entries are read. */
static void take_multiple(struct entry *e, const struct entry table[ENTRIES], vec place)
{
    *e = table[0];
    for (unsigned i = 1; i < ENTRIES; i++) {
        const __mmask8 here = vec_is_equal(place, vec_set1(i));

        e->x = fes_take(here, e->x, table[i].x);
        e->w = fes_take(here, e->w, table[i].w);
    }
}

/* p = scalar q, in fixed windows of four bits. */
static void multiply_point(struct point *p, const struct scalars *s, const struct entry *q)
{
    struct entry table[ENTRIES], e;
    struct difference difference;
    struct lane_digits d = digits_at(s, (DIGITS - 1) * WINDOW, WINDOW);

    odd_multiples(table, q);
    take_multiple(&e, table, d.place);
    begin(p, &e, d.negative);
    for (unsigned i = DIGITS - 1; i-- > 0;) {
        d = digits_at(s, i * WINDOW, WINDOW);
        take_multiple(&e, table, d.place);
        twice_times(p, WINDOW);
        if (i != 0)
            add_entry(p, &e, d.negative, &difference);
    }
    add_last(p, &e, d.negative);
    negate(p, s->negative);
    ab_wipe(table, sizeof(table));
    ab_wipe(&e, sizeof(e));
    ab_wipe(&difference, sizeof(difference));
    ab_wipe(&d, sizeof(d));
}

static void multiply(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar,
                     const struct ab_ec_numbers *px, const struct ab_ec_numbers *py)
{
    struct scalars s;
    struct entry q;
    struct point p;

    load_scalars(&s, scalar, WINDOW * DIGITS);
    load_entry(&q, px, py);
    multiply_point(&p, &s, &q);
    store_point(x, y, &p);
    ab_wipe(&s, sizeof(s));
    ab_wipe(&p, sizeof(p));
    leave_vectors();
}

/* ---- verification; public ---- */

/* Return 1 if r + n is below p, so that it could be the x-coordinate, too. */
static int has_second(const uint64_t *r)
{
    uint64_t sum[NUM_WORDS], less[NUM_WORDS];

    return words_add(sum, r, ORDER, NUM_WORDS) == 0 && words_sub(less, sum, PRIME, NUM_WORDS) != 0;
}

/*
 * Compare X with r Z^2. Z = 0 means that one of the two multiples is infinity or that they are equal or opposite. Such
 * lanes, and lanes whose r may stand for r + n, are checked one by one; the chance of either is about 2^-128 for a
 * genuine signature.
 */
static uint32_t check(const struct ab_ec_numbers *u, const struct ab_ec_numbers *v, const struct ab_ec_numbers *qx,
                      const struct ab_ec_numbers *qy, const struct ab_ec_numbers *r)
{
    struct point of_base, of_q;
    uint32_t right, unknown;
    struct scalars s;
    struct entry q;

    load_scalars(&s, u, BASE_WINDOW * BASE_DIGITS);
    multiply_base(&of_base, &s);
    load_scalars(&s, v, WINDOW * DIGITS);
    load_entry(&q, qx, qy);
    multiply_point(&of_q, &s, &q);
    add(&of_q, &of_base);
    right = fes_is_zero(fes_carry(fes_sub(fes_mul(load_element(r), of_q.zz), fes_sub(of_q.x, fes_multiple(2)))));
    unknown = fes_is_zero(of_q.z);
    leave_vectors();
    for (unsigned i = 0; i < LANES; i++)
        if ((unknown >> i & 1) != 0 || ((right >> i & 1) == 0 && has_second(r->v[i]))) {
            right &= ~(1u << i);
            right |= (uint32_t)check_one(u->v[i], v->v[i], qx->v[i], qy->v[i], r->v[i]) << i;
        }
    return right;
}

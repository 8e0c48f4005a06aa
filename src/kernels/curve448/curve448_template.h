/*
 * X448 and Ed448 for one key over fe448.h: the table of kernels for curve448, y^2 = x^3 + 156326 x^2 + x, and
 * edwards448, x^2 + y^2 = 1 + d x^2 y^2 with d = -39081 (RFC 7748 sec. 4.2).
 *
 * d is not a square, so the formulas of the sum are complete: no pair of points is an exception (Hisil, Wong, Carter,
 * Dawson, "Twisted Edwards Curves Revisited", 2008, sec. 3.1 with a = 1). Points are extended, (X : Y : Z : T) with T =
 * XY / Z.
 */
#include "kernels/bignum/digits.h"
#include "kernels/curve448/base_table.h"
#include "kernels/curve448/curve448_kernels.h"
#include "kernels/curve448/fe448.h"

enum { A24 = 39081, SCALAR_BITS = 448, NUM_DIGITS = 112, ROW_STEP = NUM_DIGITS / AB_ED448_ROWS, WINDOW = 6 };
enum { BASE_WINDOW = 8, NUM_ODD = 1 << (WINDOW - 2) };

#include "kernels/ladder_template.h"

struct point {
    struct fe x, y, z, t;
};

/* ---- the Montgomery ladder, RFC 7748 sec. 5 ---- */

enum { LADDER_LEN = 56, LADDER_BITS = SCALAR_BITS };

INLINE void load_u(struct fe *r, const uint8_t u[56])
{
    fe_load(r, u);
}

#include "kernels/ladder_key_template.h"

/* ---- edwards448 ---- */

/* The sum from A = x1 x2, B = y1 y2, C = d t1 t2, D = z1 z2 and M = (x1 + y1)(x2 + y2). */
INLINE void finish_sum(struct point *r, const struct fe *a, const struct fe *b, const struct fe *c, const struct fe *d,
                       const struct fe *m)
{
    struct fe e, f, g, h;

    fe_add(&e, a, b);
    fe_sub(&e, m, &e);
    fe_sub(&f, d, c);
    fe_add(&g, d, c);
    fe_sub(&h, b, a);
    fe_mul(&r->x, &e, &f);
    fe_mul(&r->y, &g, &h);
    fe_mul(&r->t, &e, &h);
    fe_mul(&r->z, &f, &g);
}

/* A point with Z = 1 as the second operand of a sum. */
struct addend {
    struct fe x, y, sum, td; /* sum is x + y */
};

/* r = p + q for q with Z = 1 */
INLINE void add_entry(struct point *r, const struct point *p, const struct addend *q)
{
    struct fe a, b, c, m;

    fe_mul(&a, &p->x, &q->x);
    fe_mul(&b, &p->y, &q->y);
    fe_mul(&c, &p->t, &q->td);
    fe_add(&m, &p->x, &p->y);
    fe_mul(&m, &m, &q->sum);
    finish_sum(r, &a, &b, &c, &p->z, &m);
}

/* r = p + q */
static void add(struct point *r, const struct point *p, const struct point *q)
{
    struct fe a, b, c, d, m, sum;

    fe_mul(&a, &p->x, &q->x);
    fe_mul(&b, &p->y, &q->y);
    fe_mul(&c, &p->t, &q->t);
    fe_mul_small(&c, &c, MINUS_D);
    fe_sub(&c, &ZERO, &c);
    fe_mul(&d, &p->z, &q->z);
    fe_add(&sum, &q->x, &q->y);
    fe_add(&m, &p->x, &p->y);
    fe_mul(&m, &m, &sum);
    finish_sum(r, &a, &b, &c, &d, &m);
}

/* r = 2p. T is computed only if with_t; only a sum reads it. */
INLINE void twice(struct point *r, const struct point *p, int with_t)
{
    struct fe b, c, d, e, h, j;

    fe_add(&b, &p->x, &p->y);
    fe_sqr(&b, &b);
    fe_sqr(&c, &p->x);
    fe_sqr(&d, &p->y);
    fe_sqr(&h, &p->z);
    fe_add(&e, &c, &d);
    fe_add(&h, &h, &h);
    fe_sub(&j, &e, &h);
    fe_sub(&b, &b, &e);
    fe_sub(&c, &c, &d);
    fe_mul(&r->x, &b, &j);
    fe_mul(&r->y, &e, &c);
    fe_mul(&r->z, &e, &j);
    if (with_t)
        fe_mul(&r->t, &b, &c);
}

/* p = 2^num p, num at least 1; with T. */
static void twice_times(struct point *p, unsigned num)
{
    while (--num != 0)
        twice(p, p, 0);
    twice(p, p, 1);
}

/* ---- multiples of the base point ---- */

/* a = -a = (-x, y) if the mask is all ones. Secret. */
INLINE void negate_addend(struct addend *a, uint64_t mask)
{
    struct fe minus;

    fe_sub(&minus, &ZERO, &a->x);
    fe_select(&a->x, &minus, mask);
    fe_sub(&minus, &ZERO, &a->td);
    fe_select(&a->td, &minus, mask);
    fe_add(&a->sum, &a->x, &a->y);
}

/* r = digit times the point of this row; every entry is read. Secret. */
INLINE void look_up(struct addend *r, const struct ab_ed448_entry row[AB_ED448_COLUMNS], int digit)
{
    const uint64_t negative = sign_of(digit), n = magnitude_of(digit);

    *r = (struct addend){ .y = ONE };
    for (unsigned i = 0; i < AB_ED448_COLUMNS; i++) {
        uint64_t mask = ab_ct_eq(n, i + 1);

        for (unsigned j = 0; j < AB_FE448_LIMBS; j++) {
            r->x.v[j] ^= mask & (r->x.v[j] ^ row[i].limb[j][0]);
            r->y.v[j] ^= mask & (r->y.v[j] ^ row[i].limb[j][1]);
            r->td.v[j] ^= mask & (r->td.v[j] ^ row[i].limb[j][3]);
        }
    }
    negate_addend(r, negative);
}

/*
 * p = scalar B. Row i of the table is 1 to 8 times 2^(16 i) B: add the highest of every four digits, multiply by 16,
 * add the next. Secret.
 */
static void multiply_base(struct point *p, const uint8_t scalar[56])
{
    struct addend entry;
    int8_t e[NUM_DIGITS];

    signed_digits(e, NUM_DIGITS, scalar);
    *p = (struct point){ .y = ONE, .z = ONE };
    for (unsigned digit = ROW_STEP; digit-- > 0;) {
        if (digit != ROW_STEP - 1)
            twice_times(p, 4);
        for (unsigned i = 0; i < AB_ED448_ROWS; i++) {
            look_up(&entry, ab_ed448_base[i], e[ROW_STEP * i + digit]);
            add_entry(p, p, &entry);
        }
    }
    ab_wipe(e, sizeof(e));
    ab_wipe(&entry, sizeof(entry));
}

static void base_point(uint8_t out[57], const uint8_t scalar[56])
{
    struct point p;

    multiply_base(&p, scalar);
    fe_encode(out, &p.x, &p.y, &p.z);
    ab_wipe(&p, sizeof(p));
}

static void base_u(uint8_t out[56], const uint8_t scalar[56])
{
    struct point p;

    multiply_base(&p, scalar);
    fe_encode_u(out, &p.x, &p.y);
    ab_wipe(&p, sizeof(p));
}

/* ---- verification; public, so its time depends on all arguments ---- */

static int decode(struct point *p, const uint8_t in[57])
{
    p->z = ONE;
    return fe_decode(&p->x, &p->y, &p->t, in);
}

static void negate(struct point *p)
{
    fe_sub(&p->x, &ZERO, &p->x);
    fe_sub(&p->t, &ZERO, &p->t);
}

/* table[i] = (2i + 1) p */
static void odd_multiples(struct point table[NUM_ODD], const struct point *p)
{
    struct point two;

    twice(&two, p, 1);
    table[0] = *p;
    for (unsigned i = 1; i < NUM_ODD; i++)
        add(&table[i], &table[i - 1], &two);
}

static void add_digit(struct point *p, const struct point table[NUM_ODD], int digit)
{
    struct point q = table[place_of(digit)];

    if (digit < 0)
        negate(&q);
    add(p, p, &q);
}

static void add_base_digit(struct point *p, int digit)
{
    const struct ab_ed448_entry *entry = &ab_ed448_odd[place_of(digit)];
    struct addend q;

    for (unsigned i = 0; i < AB_FE448_LIMBS; i++) {
        q.x.v[i] = entry->limb[i][0];
        q.y.v[i] = entry->limb[i][1];
        q.td.v[i] = entry->limb[i][3];
    }
    negate_addend(&q, 0 - (uint64_t)(digit < 0));
    add_entry(p, p, &q);
}

/* p = s B + h A */
static void multiply_two(struct point *p, const uint8_t s[56], const uint8_t h[56], const struct point *a)
{
    int8_t of_base[SCALAR_BITS], of_a[SCALAR_BITS];
    unsigned num_s = sparse_digits(of_base, SCALAR_BITS, s, BASE_WINDOW);
    unsigned num_h = sparse_digits(of_a, SCALAR_BITS, h, WINDOW);
    struct point table[NUM_ODD];

    *p = (struct point){ .y = ONE, .z = ONE };
    odd_multiples(table, a);
    for (unsigned i = num_s > num_h ? num_s : num_h; i-- > 0;) {
        twice(p, p, i == 0 || of_a[i] != 0 || of_base[i] != 0);
        if (of_a[i] != 0)
            add_digit(p, table, of_a[i]);
        if (of_base[i] != 0)
            add_base_digit(p, of_base[i]);
    }
}

static int check(const uint8_t r[57], const uint8_t s[56], const uint8_t h[56], const uint8_t a[57])
{
    struct point p, minus_a, minus_r;

    if (!decode(&minus_a, a) || !decode(&minus_r, r))
        return 0;
    negate(&minus_a);
    negate(&minus_r);
    multiply_two(&p, s, h, &minus_a);
    add(&p, &p, &minus_r);
    twice_times(&p, 2);
    return fe_is_neutral(&p.x, &p.y, &p.z);
}

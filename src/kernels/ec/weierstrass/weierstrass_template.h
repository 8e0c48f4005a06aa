/*
 * The curve y^2 = x^3 + a x + b and its points of prime order, over the field functions of the file that includes this. That file
 * brings
 *
 *     enum { NUM_WORDS,            words of a coordinate and of a scalar
 *            SCALAR_BITS,          of the order
 *            BASE_WINDOW, BASE_DIGITS }   see multiply_base below
 *     struct fe                    an element of the field; only one representation of each value
 *     fe_add, fe_sub, fe_mul (r, a, b), fe_sqr, fe_half (r, a)      results may lie on arguments
 *     fe_is_zero (a)               a mask
 *     fe_select (r, mask, a, b)    mask ? a : b
 *     fe_invert (r, a)             of 0: 0
 *     fe_sqrt (r, a)               a root, if there is one; public
 *     fe_from_words (r, words), fe_to_words (words, a)              plain form
 *     CURVE_B, ONE, ZERO           struct fe
 *     CURVE_A, enum { A_IS_ZERO }  CURVE_A is a macro, of a struct fe; without it a is -3
 *     PRIME, ORDER                 const uint64_t[NUM_WORDS]
 *     HAS_COFACTOR                 a macro, if the curve has other points, too
 *     BASE_TABLE                   const struct affine[(BASE_DIGITS + 1) / 2][1 << (BASE_WINDOW - 1)]
 *     ODD_TABLE                    a macro, if there is one of [BASE_DIGITS / 2] rows for digits at odd places
 *
 * Why there are no exceptions in constant time: the scalar is made odd (k or n - k) and cut into odd digits. What is
 * added to a multiple m of the point is a multiple d of it, and of m and d one is odd and one even, so they differ, also
 * in sign, as integers. They can only be the same modulo n where |m| + |d| reaches n, which is so in the last addition
 * alone; that one chooses the double by a mask where it must.
 */
#include "kernels/ec/weierstrass/weierstrass_group_template.h"

/* ---- multiples of the base point ---- */

/*
 * Row i of the table is 2^(2 w i) times 1, 3, 5 ... times the base point, w = BASE_WINDOW: digits at odd places first,
 * times 2^w, then those at even places, the highest of all last. 2^(w (BASE_DIGITS - 1)) is below n, so that no sum
 * before the last reaches it. A table of the odd places' own has that 2^w in it.
 */
#ifdef ODD_TABLE
enum { ODD_DOUBLINGS = 0 };
#else
# define ODD_TABLE BASE_TABLE
enum { ODD_DOUBLINGS = BASE_WINDOW };
#endif

static void multiply_base(struct point *p, const uint64_t k[NUM_WORDS])
{
    _Static_assert(BASE_DIGITS % 2 == 1, "the highest digit comes last");
    uint64_t digits[NUM_WORDS + 1];
    struct difference d;
    struct affine entry;
    struct point sum;

    regular_digits(digits, k, NUM_WORDS, BASE_WINDOW * BASE_DIGITS);
    look_up_base(&entry, ODD_TABLE[0], regular_digit(digits, BASE_WINDOW, BASE_WINDOW));
    *p = (struct point){ entry.x, entry.y, ONE };
    for (unsigned i = 3; i < BASE_DIGITS; i += 2) {
        look_up_base(&entry, ODD_TABLE[i / 2], regular_digit(digits, i * BASE_WINDOW, BASE_WINDOW));
        add_affine(p, p, &entry, &d);
    }
    for (unsigned i = ODD_DOUBLINGS; i > 0; i--)
        twice(p, p);
    for (unsigned i = 0; i < BASE_DIGITS; i += 2) {
        look_up_base(&entry, BASE_TABLE[i / 2], regular_digit(digits, i * BASE_WINDOW, BASE_WINDOW));
        add_affine(&sum, p, &entry, &d);
        if (i == BASE_DIGITS - 1)
            mend_sum(&sum, p, &d);
        *p = sum;
    }
    ab_wipe(digits, sizeof(digits));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&sum, sizeof(sum));
    ab_wipe(&d, sizeof(d));
}

/* ---- multiples of any point ---- */

enum { WINDOW = 5, ENTRIES = 1 << (WINDOW - 1), DIGITS = (SCALAR_BITS + WINDOW - 1) / WINDOW };

INLINE void look_up(struct point *r, const struct point table[ENTRIES], struct digit d)
{
    take_entry(r, table, ENTRIES, sizeof(*r), d.place);
    negate_if(&r->y, d.negative);
}

static void multiply_point(struct point *p, const uint64_t k[NUM_WORDS], const struct point *q)
{
    uint64_t digits[NUM_WORDS + 1];
    struct point table[ENTRIES], entry, sum;
    struct difference d;

    odd_multiples(table, ENTRIES, q);
    regular_digits(digits, k, NUM_WORDS, WINDOW * DIGITS);
    look_up(p, table, regular_digit(digits, (DIGITS - 1) * WINDOW, WINDOW));
    for (unsigned i = DIGITS - 1; i-- > 0;) {
        for (unsigned j = 0; j < WINDOW; j++)
            twice(p, p);
        look_up(&entry, table, regular_digit(digits, i * WINDOW, WINDOW));
        add(&sum, p, &entry, &d);
        if (i == 0)
            mend_sum(&sum, p, &d);
        *p = sum;
    }
    ab_wipe(digits, sizeof(digits));
    ab_wipe(table, sizeof(table));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&sum, sizeof(sum));
    ab_wipe(&d, sizeof(d));
}

/* ---- members of the table of kernels ---- */

static void base(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct point p;

    multiply_base(&p, k);
    finish_multiple(x, y, &p, k, negative);
}

static void multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct point p, q;

    from_affine(&q, px, py);
    multiply_point(&p, k, &q);
    finish_multiple(x, y, &p, k, negative);
}

/*
 * A table of kernels for y^2 = x^3 + a x + b: the members base and multiply, and from weierstrass_group_template.h
 * check, is_on_curve and decompress. The file that includes this defines before
 *
 *     enum { NUM_WORDS,            words of a coordinate and of a scalar
 *            SCALAR_BITS,          of the order
 *            BASE_WINDOW, BASE_DIGITS }   digits of multiply_base
 *     struct fe                    an element of the field
 *     fe_add, fe_sub, fe_mul (r, a, b), fe_sqr, fe_half (r, a)      r may be an argument
 *     fe_is_zero (a)               returns a mask
 *     fe_select (r, mask, a, b)    r = mask ? a : b
 *     fe_invert (r, a)             0 for 0
 *     fe_sqrt (r, a)               a square root if there is one, else any value; public
 *     fe_from_words (r, words), fe_to_words (words, a)              from and to plain form, below p
 *     CURVE_B, ONE, ZERO           struct fe
 *     CURVE_A, enum { A_IS_ZERO }  CURVE_A is a macro for a struct fe; without it a is -3
 *     PRIME, ORDER                 const uint64_t[NUM_WORDS]
 *     BASE_TABLE                   const struct affine[(BASE_DIGITS + 1) / 2][1 << (BASE_WINDOW - 1)], or else
 *                                  take_base, base_multiple and ODD_DOUBLINGS of weierstrass_group_template.h
 *
 * All field functions but fe_sqrt are in constant time. Bounds of elements are the field's own: every function takes
 * what every other returns.
 *
 * Why sums need no case distinctions: the scalar is made odd (k or n - k) and written in odd digits
 * (kernels/bignum/digits.h). Each addition adds d times the point to m times the point, where one of m and d is odd and
 * the other even, so m differs from d and -d as an integer. They can be equal modulo n only if |m| + |d| >= n, which
 * only the last addition reaches; that one replaces the sum by the double under a mask (mend_sum).
 */
#include "kernels/ec/weierstrass/weierstrass_group_template.h"

/* ---- multiples of the base point ---- */

/*
 * Row i of BASE_TABLE is 1, 3, 5 ... times 2^(2 w i) G, w = BASE_WINDOW. Add the digits at odd places, multiply by 2^w,
 * then add the digits at even places, the highest of all last: 2^(w (BASE_DIGITS - 1)) is below n, so no sum before the
 * last reaches n. A table with a row for each digit includes the factor 2^w, so that nothing is doubled: ODD_DOUBLINGS
 * is 0.
 */

/* p = k G for an odd k. Secret. */
static void multiply_base(struct point *p, const uint64_t k[NUM_WORDS])
{
    _Static_assert(BASE_DIGITS % 2 == 1, "the highest digit comes last");
    uint64_t digits[NUM_WORDS + 1];
    struct difference d;
    struct affine entry;
    struct point before;

    regular_digits(digits, k, NUM_WORDS, BASE_WINDOW * BASE_DIGITS);
    look_up_base(&entry, 1, regular_digit(digits, BASE_WINDOW, BASE_WINDOW));
    *p = (struct point){ entry.x, entry.y, ONE };
    for (unsigned i = 3; i != BASE_DIGITS + 1; i += 2) {
        if (i == BASE_DIGITS) { /* the odd places are done */
            for (unsigned j = ODD_DOUBLINGS; j > 0; j--)
                twice(p, p);
            i = 0;
        }
        look_up_base(&entry, i, regular_digit(digits, i * BASE_WINDOW, BASE_WINDOW));
        if (i == BASE_DIGITS - 1)
            before = *p;
        add_affine(p, p, &entry, &d);
    }
    mend_sum(p, &before, &d);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&before, sizeof(before));
    ab_wipe(&d, sizeof(d));
}

/* ---- multiples of any point ---- */

enum { WINDOW = 5, ENTRIES = 1 << (WINDOW - 1), DIGITS = (SCALAR_BITS + WINDOW - 1) / WINDOW };

/* r = the digit times the point of the table, every entry of which is read. Secret. */
INLINE void look_up(struct point *r, const struct point table[ENTRIES], struct digit d)
{
    take_entry(r, table, ENTRIES, sizeof(*r), d.place);
    negate_if(&r->y, d.negative);
}

/* p = k q for an odd k: fixed windows of 5 bits, from the highest digit. Secret, q too. */
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

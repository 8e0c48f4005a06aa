/*
 * Points of a curve over the field functions of the file that includes this (weierstrass_template.h), whichever way they are
 * added: from Jacobian coordinates, (X / Z^2, Y / Z^3), infinity having Z = 0.
 */
#include <string.h>

#include "kernels/ec/words.h"

/* Whole vectors long, for take_entry. */
struct point {
    struct fe x, y, z;
} __attribute__((aligned(32)));

/* The coordinates of p, y negated where the mask is all ones; zeros of infinity. */
static void to_affine(uint64_t *x, uint64_t *y, const struct point *p, uint64_t negative)
{
    struct fe inverse, square, t, minus;

    fe_invert(&inverse, &p->z);
    fe_sqr(&square, &inverse);
    fe_mul(&t, &p->x, &square);
    fe_to_words(x, &t);
    if (y != NULL) {
        fe_mul(&square, &square, &inverse);
        fe_mul(&t, &p->y, &square);
        fe_sub(&minus, &ZERO, &t);
        fe_select(&t, negative, &minus, &t);
        fe_to_words(y, &t);
    }
    ab_wipe(&inverse, sizeof(inverse)); /* Z tells of the scalar */
    ab_wipe(&square, sizeof(square));
    ab_wipe(&t, sizeof(t));
}

/* End a multiplication: write the coordinates as to_affine does, and wipe p and the odd scalar k. */
INLINE void finish_multiple(uint64_t *x, uint64_t *y, struct point *p, uint64_t k[NUM_WORDS], uint64_t negative)
{
    to_affine(x, y, p, negative);
    ab_wipe(k, NUM_WORDS * sizeof(*k));
    ab_wipe(p, sizeof(*p));
    leave_vectors();
}

INLINE void negate_if(struct fe *y, uint64_t mask)
{
    struct fe minus;

    fe_sub(&minus, &ZERO, y);
    fe_select(y, mask, &minus, y);
}

static int is_zero(const struct fe *a)
{
    return fe_is_zero(a) != 0;
}

/* X = x Z^2 */
static int has_x(const struct point *p, const struct fe *zz, const uint64_t *x)
{
    struct fe t;

    fe_from_words(&t, x);
    fe_mul(&t, &t, zz);
    fe_sub(&t, &t, &p->x);
    return is_zero(&t);
}

/* Is it finite, and r its x-coordinate modulo the order? Public. */
static int has_remainder(const struct point *p, const uint64_t *r)
{
    uint64_t x[NUM_WORDS], less[NUM_WORDS], carry = 0;
    struct fe zz;

    if (is_zero(&p->z))
        return 0;
    fe_sqr(&zz, &p->z);
    memcpy(x, r, sizeof(x));
    for (; carry == 0 && words_sub(less, x, PRIME, NUM_WORDS) != 0; carry = words_add(x, x, ORDER, NUM_WORDS))
        if (has_x(p, &zz, x))
            return 1;
    return 0;
}

/*
 * Points in Jacobian coordinates, over the field functions that weierstrass_template.h lists: (X : Y : Z) is (X / Z^2,
 * Y / Z^3), and infinity has Z = 0. Every kernel of one key uses this, whichever way it adds points.
 */
#include <string.h>

#include "kernels/ec/words.h"

/* Aligned so that an entry of a table is a whole number of vectors (take_entry.h). */
struct point {
    struct fe x, y, z;
} __attribute__((aligned(32)));

/* Write the coordinates of p, zeros for infinity; negate y if the mask is all ones. y may be NULL. Secret. */
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
    ab_wipe(&inverse, sizeof(inverse)); /* Z reveals bits of the scalar */
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

/* y = -y if the mask is all ones. Secret. */
INLINE void negate_if(struct fe *y, uint64_t mask)
{
    struct fe minus;

    fe_sub(&minus, &ZERO, y);
    fe_select(y, mask, &minus, y);
}

/* Return 1 for 0. Public. */
static int is_zero(const struct fe *a)
{
    return fe_is_zero(a) != 0;
}

/* Return 1 if the x-coordinate of p is x, that is X = x Z^2, where zz is Z^2. Public. */
static int has_x(const struct point *p, const struct fe *zz, const uint64_t *x)
{
    struct fe t;

    fe_from_words(&t, x);
    fe_mul(&t, &t, zz);
    fe_sub(&t, &t, &p->x);
    return is_zero(&t);
}

/* Return 1 if p is finite and its x-coordinate is r modulo the order: try r, r + n ... below p. Public. */
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

/*
 * Multiples of points with secret scalars, on a curve that is data.
 *
 * The scalar is made odd (k or n - k) and cut into odd digits, positive and negative (kernels/bignum/digits.h). The sum
 * of a multiple m of the point and a multiple d has no exception: of m and d one is odd and one is even, so they differ
 * as integers, also in sign. They can only be equal modulo n where |m| + |d| reaches n, which only the last sum can;
 * that one selects the double by a mask.
 *
 * The base point has no table: it is multiplied like any other point.
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/digits.h"
#include "kernels/carry.h"
#include "kernels/ec/prime/prime_kernels.h"
#include "kernels/ec/prime/prime_point.h"

/* 4 bits: with 5, the larger table costs as much as the fewer sums save. */
enum { WINDOW = 4, ENTRIES = 1 << (WINDOW - 1) };

/* The scalar in digits: (k - 1) / 2 + 2^(WINDOW num - 1), for an odd k. */
struct scalar {
    uint64_t digits[AB_PRIME_MAX_WORDS + 1];
    unsigned num;
    uint64_t negative; /* mask: k is n less the scalar, so the result has to be negated */
};

/* k = scalar or n - scalar, whichever is odd; n is odd. */
static uint64_t odd_scalar(uint64_t *k, const uint64_t *scalar, const struct ab_prime *f)
{
    const uint64_t *n = f->curve->domain.n;
    const uint64_t even = ab_ct_barrier((scalar[0] & 1) - 1);
    ab_prime_element negated;
    unsigned char borrow = 0;

    for (unsigned i = 0; i < f->words->num; i++) {
        unsigned long long difference;

        borrow = _subborrow_u64(borrow, n[i], scalar[i], &difference);
        negated[i] = difference;
    }
    ab_prime_select(f, k, even, negated, scalar);
    ab_wipe(negated, sizeof(negated));
    return even;
}

static void cut(struct scalar *s, const uint64_t *scalar, const struct ab_prime *f)
{
    const unsigned num_words = f->words->num;
    unsigned top;
    ab_prime_element k;

    s->negative = odd_scalar(k, scalar, f);
    s->num = (f->curve->domain.order_bits + WINDOW - 1u) / WINDOW;
    for (unsigned i = 0; i + 1 < num_words; i++)
        s->digits[i] = k[i] >> 1 | k[i + 1] << 63;
    s->digits[num_words - 1] = k[num_words - 1] >> 1;
    s->digits[num_words] = 0;
    top = WINDOW * s->num - 1;
    s->digits[top / 64] |= (uint64_t)1 << top % 64;
    ab_wipe(k, sizeof(k));
}

/* r = digit times the point whose odd multiples the table has; every entry is read. */
static void look_up(const struct ab_prime *f, struct ab_prime_point *r, const struct ab_prime_point *table,
                    struct digit d)
{
    memset(r, 0, sizeof(*r));
    for (unsigned i = 0; i < ENTRIES; i++) {
        const uint64_t mask = ab_ct_barrier(ab_ct_is_zero(i ^ d.place));

        for (unsigned j = 0; j < f->words->num; j++) {
            r->x[j] |= table[i].x[j] & mask;
            r->y[j] |= table[i].y[j] & mask;
            r->z[j] |= table[i].z[j] & mask;
        }
    }
    ab_prime_negate_if(f, r->y, d.negative);
}

/* sum = p + q, to 2 p if q was equal to p. */
static void mend(const struct ab_prime *f, struct ab_prime_point *sum, const struct ab_prime_point *p,
                 const struct ab_prime_difference *d)
{
    const uint64_t equal = ab_ct_barrier(ab_prime_is_zero(f, d->h) & ab_prime_is_zero(f, d->r));
    struct ab_prime_point two;

    ab_prime_double(f, &two, p);
    ab_prime_select(f, sum->x, equal, two.x, sum->x);
    ab_prime_select(f, sum->y, equal, two.y, sum->y);
    ab_prime_select(f, sum->z, equal, two.z, sum->z);
    ab_wipe(&two, sizeof(two));
}

static void multiply_point(struct ab_prime_point *p, const struct scalar *s, const struct ab_prime_point *q,
                           const struct ab_prime *f)
{
    struct ab_prime_point table[ENTRIES], entry, sum;
    struct ab_prime_difference d;

    ab_prime_odd_multiples(f, table, ENTRIES, q);
    look_up(f, p, table, regular_digit(s->digits, (s->num - 1) * WINDOW, WINDOW));
    for (unsigned i = s->num - 1; i-- > 0;) {
        for (unsigned j = 0; j < WINDOW; j++)
            ab_prime_double(f, p, p);
        look_up(f, &entry, table, regular_digit(s->digits, i * WINDOW, WINDOW));
        ab_prime_sum(f, &sum, p, &entry, &d);
        if (i == 0)
            mend(f, &sum, p, &d);
        *p = sum;
    }
    ab_wipe(table, sizeof(table));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&sum, sizeof(sum));
    ab_wipe(&d, sizeof(d));
}

/* The coordinates of scalar times q. */
static void multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const struct ab_prime_point *q,
                     const struct ab_prime *f)
{
    struct ab_prime_point p;
    struct scalar s;

    cut(&s, scalar, f);
    multiply_point(&p, &s, q, f);
    ab_prime_to_affine(f, x, y, &p, s.negative);
    ab_wipe(&s, sizeof(s));
    ab_wipe(&p, sizeof(p));
}

void ab_prime_base(uint64_t *x, uint64_t *y, const uint64_t *scalar, const struct ab_prime *f)
{
    struct ab_prime_point q;

    ab_prime_base_point(f, &q);
    multiply(x, y, scalar, &q, f);
}

void ab_prime_multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py,
                       const struct ab_prime *f)
{
    struct ab_prime_point q;

    ab_prime_from_affine(f, &q, px, py);
    multiply(x, y, scalar, &q, f);
}

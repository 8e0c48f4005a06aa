/*
 * X25519 and Ed25519 for several keys in step, over fe25519_batch_template.h and fe_mul, fe_sqr and fe_mul_small of the
 * file that includes this: the members ladder, base_u and base_point. Secret.
 */
#include "kernels/bignum/digits.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"
#include "kernels/curve25519/fe25519_powers_template.h"

#include "kernels/curve25519/curve25519_formulas_template.h"

enum { NUM_DIGITS = 64, NUM_MULTIPLES = 8 };

/* r = 1/a = a^(p - 2) = (a^((p - 5) / 8))^8 a^3; 0 for 0. */
static void fe_invert(struct fe *r, const struct fe *a)
{
    struct fe root, cube;

    fe_power_root(&root, a);
    fe_sqr_times(&root, &root, 3);
    fe_sqr(&cube, a);
    fe_mul(&cube, &cube, a);
    fe_mul(r, &root, &cube);
}

/* ---- the Montgomery ladder, RFC 7748 sec. 5 ---- */

static void ladder(uint8_t (*out)[32], const uint8_t (*scalar)[32], const uint8_t (*u)[32])
{
    struct rung s = { .x2 = ONE, .z3 = ONE };
    vec bits[4], words[4], swapped = { 0 };
    struct fe x1;

    load_words(words, u);
    load_words(bits, scalar);
    fe_from_words(&x1, words);
    s.x3 = x1;
    for (unsigned i = 255; i-- > 0;) {
        vec bit = 0 - (bits[i / 64] >> i % 64 & 1);

        fe_cswap(&s.x2, &s.x3, swapped ^ bit);
        fe_cswap(&s.z2, &s.z3, swapped ^ bit);
        swapped = bit;
        climb(&s, &x1);
    }
    fe_cswap(&s.x2, &s.x3, swapped);
    fe_cswap(&s.z2, &s.z3, swapped);
    fe_invert(&s.z2, &s.z2);
    fe_mul(&s.x2, &s.x2, &s.z2);
    fe_store(out, &s.x2);
    ab_wipe(&s, sizeof(s));
    ab_wipe(bits, sizeof(bits));
}

/* ---- the Edwards curve ---- */

static void encode(uint8_t (*out)[32], const struct point *p)
{
    struct fe x, y, inverse;
    uint64_t odd[LANES];
    vec sign;

    fe_invert(&inverse, &p->z);
    fe_mul(&x, &p->x, &inverse);
    fe_mul(&y, &p->y, &inverse);
    fe_store(out, &y);
    sign = fe_is_odd(&x);
    memcpy(odd, &sign, sizeof(odd));
    for (unsigned i = 0; i < LANES; i++)
        out[i][31] |= (uint8_t)(odd[i] & 0x80);
}

/* out = u = (1 + y) / (1 - y) */
static void encode_u(uint8_t (*out)[32], const struct point *p)
{
    struct fe above, below;

    fe_add(&above, &p->z, &p->y);
    fe_sub(&below, &p->z, &p->y);
    fe_invert(&below, &below);
    fe_mul(&above, &above, &below);
    fe_store(out, &above);
}

/* Digit i of every lane: its magnitude, and a mask of the negative ones. */
struct digits {
    vec magnitude[NUM_DIGITS], negative[NUM_DIGITS];
};

static void cut_digits(struct digits *d, const uint8_t (*scalar)[32])
{
    uint64_t magnitude[LANES], negative[LANES];
    int8_t e[LANES][NUM_DIGITS];

    for (unsigned lane = 0; lane < LANES; lane++)
        signed_digits(e[lane], NUM_DIGITS, scalar[lane]);
    for (unsigned i = 0; i < NUM_DIGITS; i++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            negative[lane] = (uint64_t)((int64_t)e[lane][i] >> 63);
            magnitude[lane] = ((uint64_t)(int64_t)e[lane][i] ^ negative[lane]) - negative[lane];
        }
        d->magnitude[i] = vec_load(magnitude);
        d->negative[i] = vec_load(negative);
    }
    ab_wipe(e, sizeof(e));
    ab_wipe(magnitude, sizeof(magnitude));
}

/* a = -a in the lanes of the mask. */
INLINE void negate(struct addend *a, vec mask)
{
    struct fe minus;

    fe_cswap(&a->plus, &a->minus, mask);
    fe_sub(&minus, &ZERO, &a->t2d);
    fe_select(&a->t2d, &minus, mask);
}

/* r = the digit times the point of this row; every entry is read. */
INLINE void look_up_base(struct addend *r, const struct ab_ed25519_entry row[8], vec magnitude, vec negative)
{
    const vec one = { 0 };
    vec minus[4] = { one + 1 }, plus[4] = { one + 1 }, t2d[4] = { one };

    for (unsigned i = 0; i < NUM_MULTIPLES; i++) {
        vec chosen = (vec)(magnitude == i + 1);

    UNROLL for (unsigned j = 0; j < 4; j++) {
            minus[j] = vec_select(chosen, row[i].word[j][0] + one, minus[j]);
            plus[j] = vec_select(chosen, row[i].word[j][1] + one, plus[j]);
            t2d[j] = vec_select(chosen, row[i].word[j][3] + one, t2d[j]);
        }
    }
    fe_from_words(&r->minus, minus);
    fe_from_words(&r->plus, plus);
    fe_from_words(&r->t2d, t2d);
    negate(r, negative);
}

/* p = scalar B. Row i of the table is 1 to 8 times 256^i B: add the odd digits, multiply by 16, add the even ones. */
static void multiply_base(struct point *p, const uint8_t (*scalar)[32])
{
    struct addend entry;
    struct digits e;

    cut_digits(&e, scalar);
    *p = (struct point){ .y = ONE, .z = ONE };
    for (unsigned i = 1; i != NUM_DIGITS; i += 2) {
        if (i == NUM_DIGITS + 1) { /* the odd digits are done */
            for (unsigned j = 0; j < 4; j++)
                twice(p, p);
            i = 0;
        }
        look_up_base(&entry, ab_ed25519_base[i / 2], e.magnitude[i], e.negative[i]);
        add(p, p, &entry, 1);
    }
    ab_wipe(&e, sizeof(e));
    ab_wipe(&entry, sizeof(entry));
}

static void base_point(uint8_t (*out)[32], const uint8_t (*scalar)[32])
{
    struct point p;

    multiply_base(&p, scalar);
    encode(out, &p);
    ab_wipe(&p, sizeof(p));
}

static void base_u(uint8_t (*out)[32], const uint8_t (*scalar)[32])
{
    struct point p;

    multiply_base(&p, scalar);
    encode_u(out, &p);
    ab_wipe(&p, sizeof(p));
}

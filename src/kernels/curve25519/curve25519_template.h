/*
 * X25519 and Ed25519 for one key: the table of kernels over the field functions of the file that includes this
 * (fe25519.h).
 */
#include "kernels/curve25519/base_table.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/bignum/digits.h"
#include "kernels/curve25519/fe25519_template.h"

#include "kernels/curve25519/curve25519_formulas_template.h"

enum { NUM_DIGITS = 64, NUM_BITS = 256 };

/* ---- the Montgomery ladder, RFC 7748 sec. 5 ---- */

enum { LADDER_LEN = 32, LADDER_BITS = 255 };

/* The top bit of u does not count. */
INLINE void load_u(struct fe *r, const uint8_t u[32])
{
    fe_load(r, u);
    r->v[3] &= INT64_MAX;
}

#include "kernels/ladder_key_template.h"

/* ---- the Edwards curve ---- */

static void encode(uint8_t out[32], const struct point *p)
{
    struct fe x, y, inverse;

    fe_invert(&inverse, &p->z);
    fe_mul(&x, &p->x, &inverse);
    fe_mul(&y, &p->y, &inverse);
    fe_store(out, &y);
    out[31] |= (uint8_t)(fe_is_odd(&x) << 7);
}

/* out = u = (1 + y) / (1 - y) */
static void encode_u(uint8_t out[32], const struct point *p)
{
    struct fe above, below;

    fe_add(&above, &p->z, &p->y);
    fe_sub(&below, &p->z, &p->y);
    fe_invert(&below, &below);
    fe_mul(&above, &above, &below);
    fe_store(out, &above);
}

/* ---- multiples of the base point ---- */

/* r = digit times the point of this row; every entry is read. Secret. */
INLINE void look_up(struct addend *r, const struct ab_ed25519_entry row[8], int digit)
{
    const uint64_t negative = sign_of(digit), n = magnitude_of(digit);
    struct fe minus;

    *r = (struct addend){ .plus = ONE, .minus = ONE };
    for (unsigned i = 0; i < 8; i++) {
        uint64_t mask = ab_ct_eq(n, i + 1);

        for (unsigned j = 0; j < 4; j++) {
            r->minus.v[j] ^= mask & (r->minus.v[j] ^ row[i].word[j][0]);
            r->plus.v[j] ^= mask & (r->plus.v[j] ^ row[i].word[j][1]);
            r->t2d.v[j] ^= mask & (r->t2d.v[j] ^ row[i].word[j][3]);
        }
    }
    fe_cswap(&r->plus, &r->minus, negative);
    fe_sub(&minus, &ZERO, &r->t2d);
    fe_select(&r->t2d, &minus, negative);
}

/*
 * p = scalar B. Row i of the table is 1 to 8 times 256^i B: add the odd digits, multiply by 16, add the even ones.
 * Secret.
 */
static void multiply_base(struct point *p, const uint8_t scalar[32])
{
    struct addend entry;
    int8_t e[NUM_DIGITS];

    signed_digits(e, NUM_DIGITS, scalar);
    *p = (struct point){ .y = ONE, .z = ONE };
    for (unsigned i = 1; i != NUM_DIGITS; i += 2) {
        if (i == NUM_DIGITS + 1) { /* the odd digits are done */
            for (unsigned j = 0; j < 4; j++)
                twice(p, p);
            i = 0;
        }
        look_up(&entry, ab_ed25519_base[i / 2], e[i]);
        add(p, p, &entry, 1);
    }
    ab_wipe(e, sizeof(e));
    ab_wipe(&entry, sizeof(entry));
}

static void base_point(uint8_t out[32], const uint8_t scalar[32])
{
    struct point p;

    multiply_base(&p, scalar);
    encode(out, &p);
    ab_wipe(&p, sizeof(p));
}

static void base_u(uint8_t out[32], const uint8_t scalar[32])
{
    struct point p;

    multiply_base(&p, scalar);
    encode_u(out, &p);
    ab_wipe(&p, sizeof(p));
}

/* ---- verification; public, so its time depends on all arguments ---- */

static void to_addend(struct addend *r, const struct point *p)
{
    fe_add(&r->plus, &p->y, &p->x);
    fe_sub(&r->minus, &p->y, &p->x);
    fe_add(&r->z2, &p->z, &p->z);
    fe_mul(&r->t2d, &p->t, &ab_ed25519_2d);
}

static void negate(struct addend *a)
{
    struct fe plus = a->plus;

    a->plus = a->minus;
    a->minus = plus;
    fe_sub(&a->t2d, &ZERO, &a->t2d);
}

/* table[i] = (2i + 1) p */
static void odd_multiples(struct addend table[8], const struct point *p)
{
    struct point q = *p, two;
    struct addend step;

    twice(&two, p);
    to_addend(&step, &two);
    for (unsigned i = 0;; i++) {
        to_addend(&table[i], &q);
        if (i == 7)
            return;
        add(&q, &q, &step, 0);
    }
}

static void add_digit(struct point *p, const struct addend table[8], int digit)
{
    struct addend a = table[place_of(digit)];

    if (digit < 0)
        negate(&a);
    add(p, p, &a, 0);
}

static void add_base_digit(struct point *p, int digit)
{
    const struct ab_ed25519_entry *entry = &ab_ed25519_odd[place_of(digit)];
    struct addend a;

    for (unsigned i = 0; i < 4; i++) {
        a.minus.v[i] = entry->word[i][0];
        a.plus.v[i] = entry->word[i][1];
        a.t2d.v[i] = entry->word[i][3];
    }
    if (digit < 0)
        negate(&a);
    add(p, p, &a, 1);
}

static int check(uint8_t out[32], const uint8_t s[32], const uint8_t h[32], const uint8_t a[32])
{
    struct point p = { .y = ONE, .z = ONE }, minus_a;
    int8_t of_base[NUM_BITS], of_a[NUM_BITS];
    struct addend table[8];
    unsigned num_s, num_h;

    if (!fe_decode_negated(&minus_a.x, &minus_a.y, a))
        return 0;
    minus_a.z = ONE;
    fe_mul(&minus_a.t, &minus_a.x, &minus_a.y);
    odd_multiples(table, &minus_a);
    num_s = sparse_digits(of_base, NUM_BITS, s, 8);
    num_h = sparse_digits(of_a, NUM_BITS, h, 5);
    for (unsigned i = num_s > num_h ? num_s : num_h; i-- > 0;) {
        twice(&p, &p);
        if (of_a[i] != 0)
            add_digit(&p, table, of_a[i]);
        if (of_base[i] != 0)
            add_base_digit(&p, of_base[i]);
    }
    encode(out, &p);
    return 1;
}

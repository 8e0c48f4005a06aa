/*
 * P-256 for one key with AVX-512 IFMA, four elements side by side. Sums whose points may be equal use the functions of
 * p256_field_adx.h.
 */
#include "kernels/ec/words.h"

#include "kernels/bignum/ifma_vec4.h"

#include "kernels/ec/p256/p256_x4_template.h"

#include "kernels/ec/p256/p256_base_ifma.h"
#include "kernels/ec/p256/p256_template.h"

/* ---- second operands of sums ---- */

/* q = an entry of a table, which has the factor 2^256. */
static inline void load_addend(struct addend *q, const struct affine *entry, struct fes one)
{
    struct fes xy;
    vec w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = (vec){ entry->x.v[i], entry->y.v[i], 0, 0 };
    xy = fes_from_words(w);
    q->a = fes_take_in(1, one, xy);
    q->b = fes_take_in(2, one, xy);
}

/* q = s */
static inline void to_addend(struct addend *q, const struct sum *s)
{
    const struct fes zz = fes_carry(fes_spread(s->zz, 0)), z = fes_spread(s->z, 0);

    q->a = fes_take_in(1, fes_take_in(4, z, zz), fes_spread(s->x, 2));
    q->b = fes_take_in(1, fes_spread(s->y, 0), fes_carry(fes_mul(z, zz)));
}

/* q = -q if the mask is all ones. Secret. */
static inline void negate_addend(struct addend *q, uint64_t mask)
{
    q->b = fes_take_in((unsigned)mask & 2, q->b, fes_carry(fes_sub(fes_multiple(16), q->b)));
}

/* a[i], b[i] = (2i + 1) q, for q with Z = 1: the two members of struct addend apart, since they are read apart. */
static void odd_addends(struct fes *a, struct fes *b, unsigned num, const struct point *q)
{
    const struct affine entry = { q->x, q->y };
    struct addend first, two;
    struct sum s, twice_q;

    load_addend(&first, &entry, fes_one());
    begin_sum(&s, &first, 1);
    twice_q = s;
    double_sum(&twice_q);
    to_addend(&two, &twice_q);
    for (unsigned i = 0;; i++) {
        to_addend(&first, &s);
        a[i] = first.a;
        b[i] = first.b;
        if (i == num - 1)
            return;
        add_to_sum(&s, &two, 0);
    }
}

/* p = s */
static void to_point(struct point *p, const struct sum *s)
{
    struct fe xyz[3];

    from_sum(xyz, s, 0);
    *p = (struct point){ xyz[0], xyz[1], xyz[2] };
    ab_wipe(xyz, sizeof(xyz));
}

/* ---- multiples of the base point ---- */

/* p = k G for an odd k: the sums of even and of odd places, and the last digit. Secret. */

static void multiply_base(struct point *p, const uint64_t k[NUM_WORDS])
{
    uint64_t digits[NUM_WORDS + 1];
    struct fe even[3], odd[3];
    struct point high, low;
    struct difference d;
    struct affine last;

    regular_digits(digits, k, NUM_WORDS, BASE_WINDOW * BASE_DIGITS);
    ab_p256_base_ifma(even, odd, digits);
    high = (struct point){ odd[0], odd[1], odd[2] };
    low = (struct point){ even[0], even[1], even[2] };
    add(&low, &low, &high, &d);
    look_up_base(&last, BASE_TABLE[BASE_DIGITS / 2],
                 regular_digit(digits, (BASE_DIGITS - 1) * BASE_WINDOW, BASE_WINDOW));
    add_affine(p, &low, &last, &d);
    mend_sum(p, &low, &d);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(even, sizeof(even));
    ab_wipe(odd, sizeof(odd));
    ab_wipe(&high, sizeof(high));
    ab_wipe(&low, sizeof(low));
    ab_wipe(&d, sizeof(d));
    ab_wipe(&last, sizeof(last));
}

/* ---- multiples of any point ---- */

enum { WINDOW = 5, ENTRIES = 1 << (WINDOW - 1), DIGITS = (SCALAR_BITS + WINDOW - 1) / WINDOW };

/* q = the digit times the point of the table, every entry of which is read. Secret. */
static inline void take_addend(struct addend *q, const struct fes *a, const struct fes *b, struct digit d)
{
    take_entry(&q->a, a, ENTRIES, sizeof(*a), d.place);
    take_entry(&q->b, b, ENTRIES, sizeof(*b), d.place);
    negate_addend(q, d.negative);
}

/* p = s + q, the last addition of a multiplication and the only one whose points may be equal. */
static void add_last(struct point *p, const struct sum *s, const struct addend *q)
{
    struct point before, last;
    struct difference d;
    struct sum t;

    begin_sum(&t, q, 0);
    to_point(&last, &t);
    to_point(&before, s);
    add(p, &before, &last, &d);
    mend_sum(p, &before, &d);
    ab_wipe(&before, sizeof(before));
    ab_wipe(&last, sizeof(last));
    ab_wipe(&d, sizeof(d));
    ab_wipe(&t, sizeof(t));
}

/* p = k q for an odd k, q with Z = 1: fixed windows of 5 bits. Secret, q too. */
static void multiply_point(struct point *p, const uint64_t k[NUM_WORDS], const struct point *q)
{
    uint64_t digits[NUM_WORDS + 1];
    struct fes a[ENTRIES], b[ENTRIES];
    struct addend entry;
    struct sum s;

    odd_addends(a, b, ENTRIES, q);
    regular_digits(digits, k, NUM_WORDS, WINDOW * DIGITS);
    take_addend(&entry, a, b, regular_digit(digits, (DIGITS - 1) * WINDOW, WINDOW));
    begin_sum(&s, &entry, 0);
    for (unsigned i = DIGITS - 1; i-- > 0;) {
        take_addend(&entry, a, b, regular_digit(digits, i * WINDOW, WINDOW));
        for (unsigned j = 0; j < WINDOW; j++)
            double_sum(&s);
        if (i != 0)
            add_to_sum(&s, &entry, 0);
    }
    add_last(p, &s, &entry);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(a, sizeof(a));
    ab_wipe(b, sizeof(b));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&s, sizeof(s));
}

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

/* ---- verification; public, so its time depends on all arguments ---- */

/* The sum so far; s is undefined until has_begun. */
struct public_sum {
    struct sum s;
    int has_begun;
};

/* p += digit times q, for q already looked up. Equal points give infinity, wrongly. */
static inline void add_public(struct public_sum *p, struct addend *q, int digit, int z_is_one)
{
    negate_addend(q, 0 - (uint64_t)(digit < 0));
    if (p->has_begun)
        add_to_sum(&p->s, q, z_is_one);
    else
        begin_sum(&p->s, q, z_is_one);
    p->has_begun = 1;
}

/* p = u G + v q, or infinity, if some sum had equal points. */
static void joint_x4(struct point *p, const uint64_t *u, const uint64_t *v, const struct point *q)
{
    int8_t of_base[SPARSE_DIGITS], of_q[SPARSE_DIGITS];
    unsigned num_u = sparse_digits(of_base, SPARSE_DIGITS, u, BASE_WINDOW + 1);
    unsigned num_v = sparse_digits(of_q, SPARSE_DIGITS, v, SPARSE_WINDOW);
    struct fes a[SPARSE_ENTRIES], b[SPARSE_ENTRIES], one = fes_one();
    struct public_sum sum = { 0 };
    struct addend entry;

    odd_addends(a, b, SPARSE_ENTRIES, q);
    for (unsigned i = num_u > num_v ? num_u : num_v; i-- > 0;) {
        if (sum.has_begun)
            double_sum(&sum.s);
        if (of_q[i] != 0) {
            entry = (struct addend){ a[place_of(of_q[i])], b[place_of(of_q[i])] };
            add_public(&sum, &entry, of_q[i], 0);
        }
        if (of_base[i] != 0) {
            load_addend(&entry, &BASE_TABLE[0][place_of(of_base[i])], one);
            add_public(&sum, &entry, of_base[i], 1);
        }
    }
    to_point(p, &sum.s);
}

/*
 * A sum of equal points gives infinity, wrongly, and infinity stays infinity. So if the result is infinity, which no
 * honest signature makes it, repeat the verification with the complete functions of weierstrass_group_template.h.
 */
static int check_x4(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    struct point p, q;
    int ok;

    from_affine(&q, qx, qy);
    joint_x4(&p, u, v, &q);
    ok = is_zero(&p.z) ? check(u, v, qx, qy, r) : has_remainder(&p, r);
    leave_vectors();
    return ok;
}

const struct ab_ec_kernels ab_p256_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    &ab_p256_domain,
    .base = base,
    .multiply = multiply,
    .check = check_x4,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};

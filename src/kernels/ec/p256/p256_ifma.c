/*
 * P-256 for one key with AVX-512 IFMA, four elements side by side. Sums whose points may be equal, and what multiplies
 * no points, are functions of p256_sums.h and of WORDS_KERNELS.
 */
#include "kernels/ec/words.h"

#include "kernels/bignum/ifma_vec4.h"

#include "kernels/ec/p256/p256_x4_template.h"

#include "kernels/bignum/digits.h"
#include "kernels/ec/p256/p256_base_ifma.h"
#include "kernels/ec/p256/p256_base_table.h"
#include "kernels/ec/p256/p256_sums.h"
#include "kernels/ec/weierstrass/take_entry.h"

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

/* a[i], b[i] = (2i + 1) q, the two members of struct addend apart, since they are read apart. */
static void odd_addends(struct fes *a, struct fes *b, unsigned num, const struct affine *q)
{
    struct addend first, two;
    struct sum s, twice_q;

    load_addend(&first, q, fes_one());
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

/* ---- multiples of the base point ---- */

static void base(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS), digits[NUM_WORDS + 1];
    struct fe even[3], odd[3];

    regular_digits(digits, k, NUM_WORDS, BASE_WINDOW * BASE_DIGITS);
    ab_p256_base_ifma(even, odd, digits);
    ab_p256_base_sum(x, y, even, odd, digits, negative);
    ab_wipe(k, sizeof(k));
    ab_wipe(digits, sizeof(digits));
    ab_wipe(even, sizeof(even));
    ab_wipe(odd, sizeof(odd));
    leave_vectors();
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

/*
 * p + last = k q for an odd k, q with Z = 1: fixed windows of 5 bits. The last addition is the only one whose points
 * may be equal. Secret, q too.
 */
static void multiply_point(struct fe p[3], struct fe last[3], const uint64_t k[NUM_WORDS], const struct affine *q)
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
    from_sum(p, &s, 0);
    begin_sum(&s, &entry, 0);
    from_sum(last, &s, 0);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(a, sizeof(a));
    ab_wipe(b, sizeof(b));
    ab_wipe(&entry, sizeof(entry));
    ab_wipe(&s, sizeof(s));
}

static void multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct affine q = ab_p256_from_words(px, py);
    struct fe p[3], last[3];

    multiply_point(p, last, k, &q);
    ab_p256_sum(x, y, p, last, negative);
    ab_wipe(k, sizeof(k));
    ab_wipe(&q, sizeof(q));
    ab_wipe(p, sizeof(p));
    ab_wipe(last, sizeof(last));
    leave_vectors();
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

enum { SPARSE_WINDOW = 5, SPARSE_ENTRIES = 1 << (SPARSE_WINDOW - 2), SPARSE_DIGITS = 64 * NUM_WORDS + 1 };

/* p = u G + v q, or infinity, if some sum had equal points. */
static void joint_x4(struct fe p[3], const uint64_t *u, const uint64_t *v, const struct affine *q)
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
            const struct affine of_row = base_multiple(place_of(of_base[i]));

            load_addend(&entry, &of_row, one);
            add_public(&sum, &entry, of_base[i], 1);
        }
    }
    from_sum(p, &sum.s, 0);
}

/*
 * A sum of equal points gives infinity, wrongly, and infinity stays infinity. So if the result is infinity, which no
 * honest signature makes it, repeat the verification with the complete functions of WORDS_KERNELS.
 */
static int check_x4(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    const struct affine q = ab_p256_from_words(qx, qy);
    struct fe p[3];
    int ok;

    joint_x4(p, u, v, &q);
    ok = words_is_zero(p[2].v, NUM_WORDS) != 0 ? WORDS_KERNELS.check(u, v, qx, qy, r) : ab_p256_has_remainder(p, r);
    leave_vectors();
    return ok;
}

#include "kernels/ec/weierstrass/words_kernels_template.h"

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

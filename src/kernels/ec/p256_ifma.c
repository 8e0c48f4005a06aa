/*
 * P-256 with AVX-512 IFMA, four field elements side by side: doubling a point takes three rounds of products that do not
 * wait for each other, adding one four.
 *
 * Limbs of 52 bits, in Montgomery's form with the factor 2^260 = 16 2^256: there is room for 16 p, so that sums and
 * differences, to which multiples of p are added, need no reduction. A product of a < k p and b < l p is below (k l / 16
 * + 1) p. The limbs of what is added and subtracted may be of any size and sign; they are carried once before they are
 * multiplied. Where bounds would grow from step to step what is above 2^256 is folded as well (fe4_fold), which leaves
 * less than 1.01 p.
 */
#include <immintrin.h>

#include "kernels/ec/p256_field_adx.h"

#include "kernels/ec/p256_template.h"

enum { NUM_LIMBS = 5, LIMB = 52 };
#define LIMB_MASK (((uint64_t)1 << LIMB) - 1)
#define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

/* Limb i of four elements, one a lane. */
struct fe4 {
    __m256i v[NUM_LIMBS];
};

/* From which lane each comes, lane 0 first. */
#define LANES(a, b, c, d) _mm256_set_epi64x(d, c, b, a)

/* ---- four elements ---- */

INLINE struct fe4 fe4_add(struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = _mm256_add_epi64(a.v[i], b.v[i]);
    return a;
}

INLINE struct fe4 fe4_sub(struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = _mm256_sub_epi64(a.v[i], b.v[i]);
    return a;
}

/* a + b, a - b in these lanes, a in the others. */
INLINE struct fe4 fe4_add_in(__mmask8 lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = _mm256_mask_add_epi64(a.v[i], lanes, a.v[i], b.v[i]);
    return a;
}

INLINE struct fe4 fe4_sub_in(__mmask8 lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = _mm256_mask_sub_epi64(a.v[i], lanes, a.v[i], b.v[i]);
    return a;
}

/* a in these lanes, b in the others. */
INLINE struct fe4 fe4_blend(__mmask8 lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        b.v[i] = _mm256_mask_mov_epi64(b.v[i], lanes, a.v[i]);
    return b;
}

INLINE struct fe4 fe4_permute(struct fe4 a, __m256i lanes)
{
    EACH(i)
        a.v[i] = _mm256_permutexvar_epi64(lanes, a.v[i]);
    return a;
}

/* k p in each lane. */
INLINE struct fe4 fe4_multiple(int64_t k)
{
    const int64_t p[NUM_LIMBS] = { 0xfffffffffffff, 0xfffffffffff, 0, 0x1000000000, 0xffffffff0000 };
    struct fe4 r;

    EACH(i)
        r.v[i] = _mm256_set1_epi64x(k * p[i]);
    return r;
}

/* Limbs from 0 to 2^52; the value is from 0 to 2^260. */
INLINE struct fe4 fe4_carry(struct fe4 a)
{
    const __m256i mask = _mm256_set1_epi64x(LIMB_MASK);

    UNROLL for (unsigned i = 0; i + 1 < NUM_LIMBS; i++) {
        a.v[i + 1] = _mm256_add_epi64(a.v[i + 1], _mm256_srai_epi64(a.v[i], LIMB));
        a.v[i] = _mm256_and_si256(a.v[i], mask);
    }
    return a;
}

/* The same modulo p, less than 1.01 p: h 2^256 = h (2^224 - 2^192 - 2^96 + 1). The value is from 0 on. */
INLINE struct fe4 fe4_fold(struct fe4 a)
{
    __m256i h = _mm256_srai_epi64(a.v[4], 48);

    a.v[4] = _mm256_add_epi64(_mm256_and_si256(a.v[4], _mm256_set1_epi64x(0xffffffffffff)), _mm256_slli_epi64(h, 16));
    a.v[3] = _mm256_sub_epi64(a.v[3], _mm256_slli_epi64(h, 36));
    a.v[1] = _mm256_sub_epi64(a.v[1], _mm256_slli_epi64(h, 44));
    a.v[0] = _mm256_add_epi64(a.v[0], h);
    return fe4_carry(a);
}

/*
 * Products of carried limbs; the limbs of the result are not carried. Column by column: what the columns below leave,
 * low and high parts of the products, and then the multiple of p + 1 = 2^96 + 2^192 + 2^208 (2^48 - 2^16) by the lowest
 * limb m, which vanishes with it: m p = m (p + 1) - m.
 */
INLINE struct fe4 fe4_mul(struct fe4 a, struct fe4 b)
{
    const __m256i p1 = _mm256_set1_epi64x((int64_t)1 << 44), p3 = _mm256_set1_epi64x((int64_t)1 << 36);
    const __m256i p4 = _mm256_set1_epi64x(0xffffffff0000);
    __m256i low[2 * NUM_LIMBS] = { 0 }, high[2 * NUM_LIMBS] = { 0 }, left[2 * NUM_LIMBS] = { 0 };
    struct fe4 r;

    UNROLL for (unsigned k = 0; k < 2 * NUM_LIMBS; k++) {
        __m256i sum;

        UNROLL for (unsigned i = k < NUM_LIMBS ? 0 : k - NUM_LIMBS + 1; i <= k && i < NUM_LIMBS; i++) {
            low[k] = _mm256_madd52lo_epu64(low[k], a.v[i], b.v[k - i]);
            high[k] = _mm256_madd52hi_epu64(high[k], a.v[i], b.v[k - i]);
        }
        sum = _mm256_add_epi64(left[k], low[k]);
        if (k > 0)
            sum = _mm256_add_epi64(sum, high[k - 1]);
        if (k >= NUM_LIMBS) {
            r.v[k - NUM_LIMBS] = sum;
            continue;
        }
        left[k + 1] = _mm256_add_epi64(_mm256_madd52lo_epu64(left[k + 1], sum, p1), _mm256_srli_epi64(sum, LIMB));
        left[k + 2] = _mm256_madd52hi_epu64(left[k + 2], sum, p1);
        left[k + 3] = _mm256_madd52lo_epu64(left[k + 3], sum, p3);
        left[k + 4] = _mm256_madd52lo_epu64(_mm256_madd52hi_epu64(left[k + 4], sum, p3), sum, p4);
        left[k + 5] = _mm256_madd52hi_epu64(left[k + 5], sum, p4);
    }
    return r;
}

/* Words of elements with the factor 2^256, word i of each lane; 16 times as much has the factor 2^260. */
INLINE struct fe4 fe4_from_words(const __m256i w[4])
{
    const __m256i mask = _mm256_set1_epi64x(LIMB_MASK);
    struct fe4 r;

    r.v[0] = _mm256_and_si256(_mm256_slli_epi64(w[0], 4), mask);
    r.v[1] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[0], 48), _mm256_slli_epi64(w[1], 16)), mask);
    r.v[2] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[1], 36), _mm256_slli_epi64(w[2], 28)), mask);
    r.v[3] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[2], 24), _mm256_slli_epi64(w[3], 40)), mask);
    r.v[4] = _mm256_srli_epi64(w[3], 12);
    return r;
}

INLINE struct fe4 fe4_from(const struct fe *a, const struct fe *b, const struct fe *c, const struct fe *d)
{
    __m256i w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = _mm256_set_epi64x((int64_t)d->v[i], (int64_t)c->v[i], (int64_t)b->v[i], (int64_t)a->v[i]);
    return fe4_fold(fe4_from_words(w));
}

/* One lane of carried limbs, below 2p, in the form that the limbs have. */
static void fe4_lane(struct fe *r, const struct fe4 *a, unsigned lane)
{
    uint64_t limb[NUM_LIMBS], lanes[4];

    EACH(i) {
        _mm256_storeu_si256((__m256i *)lanes, a->v[i]);
        limb[i] = lanes[lane];
    }
    subtract_once(r, limb[0] | limb[1] << 52, limb[1] >> 12 | limb[2] << 40, limb[2] >> 24 | limb[3] << 28,
                  limb[3] >> 36 | limb[4] << 16, limb[4] >> 48);
    ab_wipe(limb, sizeof(limb));
    ab_wipe(lanes, sizeof(lanes));
}

/* ---- points ---- */

/*
 * A point, and what its double needs: 2Y, a = 3 (X - Z^2) (X + Z^2), 2Y in lanes 0 to 2 of y, X in lane 2 of x, Z in
 * lane 0 of z; all carried, y folded. Z^2 is in lane 0 of zz, not carried. What other lanes hold does not matter.
 */
struct sum {
    struct fe4 y, x, z, zz;
};

/*
 * For the sum with a point: X, -, Z^2, Z and Z^3, 2Y (or Y, if z_is_one), carried.
 */
struct addend {
    struct fe4 a, b;
};

/* From lanes 0 (X - Z^2) (X + Z^2) and 1, half of 2Y but for what is to be taken away from it, 2p more in its lanes. */
INLINE struct fe4 finish_y(struct fe4 product, struct fe4 less)
{
    struct fe4 y = fe4_permute(product, LANES(1, 0, 1, 1));
    struct fe4 twice_y = fe4_add_in(2, fe4_add(y, y), y);

    return fe4_fold(fe4_sub_in(5, twice_y, fe4_sub(less, fe4_multiple(4))));
}

/* Bounds, in p: X 8.8, Z 1.6 before; X 5.1, Z 1.2, Z^2 1.1 after. */
INLINE void double_sum(struct sum *s)
{
    struct fe4 t, g, w, b, x, left, right;

    t = fe4_mul(s->y, fe4_blend(1, s->z, s->y)); /* Z' = 2Y Z, a^2, (2Y)^2 */
    g = fe4_carry(fe4_permute(t, LANES(0, 2, 2, 2)));
    w = fe4_mul(fe4_blend(4, s->x, g), g); /* Z'^2, 16 Y^4, 4 X Y^2 */
    b = fe4_permute(w, LANES(2, 2, 2, 2));
    x = fe4_sub(fe4_permute(t, LANES(1, 1, 1, 1)), fe4_sub(fe4_add(b, b), fe4_multiple(4)));

    /* X' - Z'^2, a, X' and X' + Z'^2, 4 X Y^2 - X' */
    left = fe4_blend(2, s->y, fe4_carry(fe4_sub_in(1, x, fe4_sub(w, fe4_multiple(2)))));
    right = fe4_carry(fe4_blend(1, fe4_add(x, w), fe4_sub(b, fe4_sub(x, fe4_multiple(6)))));
    s->y = finish_y(fe4_mul(left, right), fe4_permute(w, LANES(1, 1, 1, 1)));
    s->x = left;
    s->z = g;
    s->zz = w;
}

/*
 * Bounds, in p: X 8.8, Z 1.6, Z^2 1.2 before and after; the addend's X and Y 16, Z 1.6, its powers 1.2. Not for equal
 * points.
 */
INLINE void add_to_sum(struct sum *s, const struct addend *q, int z_is_one)
{
    const struct fe4 zz = fe4_permute(fe4_carry(s->zz), LANES(0, 0, 0, 0)), z = fe4_permute(s->z, LANES(0, 0, 0, 0));
    struct fe4 t, u, h, twice_h, v, r, x, left, right;

    /* U2 = X2 ZZ1, Z1^3, U1 = X1 ZZ2, Z1 Z2 */
    t = fe4_mul(fe4_blend(2, z, q->a), fe4_blend(8, z, fe4_blend(4, s->x, zz)));
    h = fe4_sub(fe4_permute(t, LANES(0, 0, 0, 0)), fe4_sub(fe4_permute(t, LANES(2, 2, 2, 2)), fe4_multiple(2)));
    u = fe4_carry(z_is_one ? fe4_add_in(2, t, t) : t);
    twice_h = fe4_carry(fe4_add(h, h));
    h = fe4_carry(h);

    /* S1 = 2 Y1 Z2^3, S2 = 2 Y2 Z1^3, I = (2H)^2, Z = 2H Z1 Z2 */
    v = fe4_mul(fe4_blend(12, twice_h, q->b), fe4_blend(1, s->y, fe4_blend(4, twice_h, u)));
    r = fe4_sub_in(2, fe4_permute(v, LANES(2, 1, 2, 3)), fe4_sub(fe4_permute(v, LANES(0, 0, 0, 0)), fe4_multiple(2)));
    r = fe4_carry(r); /* I, R = S2 - S1, I, Z */

    /* J = H I, R^2, V = U1 I, Z^2 */
    t = fe4_mul(fe4_blend(1, h, fe4_blend(4, u, r)), r);
    s->zz = fe4_permute(t, LANES(3, 3, 3, 3));
    h = fe4_permute(t, LANES(2, 2, 2, 2));
    x = fe4_sub(fe4_permute(t, LANES(1, 1, 1, 1)), fe4_permute(t, LANES(0, 0, 0, 0)));
    x = fe4_sub(x, fe4_sub(fe4_add(h, h), fe4_multiple(6)));

    /* X - Z^2, R, X, J and X + Z^2, V - X, -, S1 */
    left = fe4_sub_in(1, x, fe4_sub(s->zz, fe4_multiple(2)));
    left = fe4_blend(2, r, fe4_carry(fe4_blend(8, fe4_permute(t, LANES(0, 0, 0, 0)), left)));
    right = fe4_blend(1, fe4_add(x, s->zz), fe4_sub(h, fe4_sub(x, fe4_multiple(9))));
    right = fe4_carry(fe4_blend(8, fe4_permute(v, LANES(0, 0, 0, 0)), right));
    t = fe4_mul(left, right);
    h = fe4_permute(t, LANES(3, 3, 3, 3));
    s->y = finish_y(t, fe4_add(h, h));
    s->x = left;
    s->z = fe4_permute(r, LANES(3, 3, 3, 3));
}

/* 1 in each lane. */
INLINE struct fe4 fe4_one(void)
{
    return fe4_from(&ONE, &ONE, &ONE, &ONE);
}

/* A sum that begins with this. */
INLINE void begin_sum(struct sum *s, const struct addend *q, int z_is_one)
{
    struct fe4 y = fe4_permute(q->b, LANES(1, 1, 1, 1)), x = fe4_permute(q->a, LANES(0, 0, 0, 0)), t;

    s->zz = fe4_permute(q->a, LANES(2, 2, 2, 2));
    s->z = fe4_permute(q->a, LANES(3, 3, 3, 3));
    s->x = x = fe4_fold(x);
    t = fe4_mul(fe4_carry(fe4_sub(x, fe4_sub(s->zz, fe4_multiple(2)))), fe4_carry(fe4_add(x, s->zz)));
    s->y = fe4_fold(fe4_blend(2, fe4_add(fe4_add(t, t), t), z_is_one ? fe4_add(y, y) : y));
}

/* The sum as an addend. */
INLINE void to_addend(struct addend *q, const struct sum *s)
{
    struct fe4 zz = fe4_carry(fe4_permute(s->zz, LANES(0, 0, 0, 0))), z = fe4_permute(s->z, LANES(0, 0, 0, 0));
    struct fe4 x = fe4_permute(s->x, LANES(2, 2, 2, 2)), zzz = fe4_carry(fe4_mul(z, zz));

    q->a = fe4_blend(1, x, fe4_blend(4, zz, z));
    q->b = fe4_blend(1, zzz, fe4_permute(s->y, LANES(0, 0, 0, 0)));
}

/* -Q where the mask is all ones. */
INLINE void negate_addend(struct addend *q, uint64_t mask)
{
    q->b = fe4_blend((__mmask8)(mask & 2), fe4_carry(fe4_sub(fe4_multiple(16), q->b)), q->b);
}

/* To the field's other functions, whose elements have the factor 2^256. */
static void from_sum(struct point *p, const struct sum *s)
{
    static const struct fe sixteenth = { { 0, 0, 0, (uint64_t)1 << 60 } };
    struct fe4 t = fe4_fold(fe4_blend(1, s->z, fe4_blend(4, s->x, fe4_permute(s->y, LANES(0, 0, 0, 0)))));

    fe4_lane(&p->z, &t, 0);
    fe4_lane(&p->y, &t, 1);
    fe4_lane(&p->x, &t, 2);
    fe_half(&p->y, &p->y);
    fe_mul(&p->x, &p->x, &sixteenth);
    fe_mul(&p->y, &p->y, &sixteenth);
    fe_mul(&p->z, &p->z, &sixteenth);
    ab_wipe(&t, sizeof(t));
}

/* ---- multiples of the base point, as weierstrass_template.h has them ---- */

/* Affine, with the factor 2^256. */
INLINE void load_addend(struct addend *q, const struct affine *entry, struct fe4 one)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)&entry->x), y = _mm256_loadu_si256((const __m256i *)&entry->y);
    __m256i even = _mm256_unpacklo_epi64(x, y), odd = _mm256_unpackhi_epi64(x, y);
    const __m256i w[4] = { even, odd, _mm256_permute2x128_si256(even, even, 1), _mm256_permute2x128_si256(odd, odd, 1) };
    struct fe4 xy = fe4_from_words(w);

    q->a = fe4_blend(1, xy, one);
    q->b = fe4_blend(2, xy, one);
}

INLINE void base_addend(struct addend *q, const uint64_t *digits, unsigned i, struct fe4 one)
{
    struct digit d = regular_digit(digits, i * BASE_WINDOW, BASE_WINDOW);
    struct affine entry;

    take_entry(&entry, BASE_TABLE[i / 2], BASE_ENTRIES, sizeof(entry), d.place);
    load_addend(q, &entry, one);
    negate_addend(q, d.negative);
}

static void multiply_base(struct point *p, const uint64_t k[NUM_WORDS])
{
    uint64_t digits[NUM_WORDS + 1];
    struct fe4 one = fe4_one();
    struct difference d;
    struct affine last;
    struct point before;
    struct addend q;
    struct sum s;

    regular_digits(digits, k, NUM_WORDS, BASE_WINDOW * BASE_DIGITS);
    base_addend(&q, digits, 1, one);
    begin_sum(&s, &q, 1);
    for (unsigned i = 3; i < BASE_DIGITS; i += 2) {
        base_addend(&q, digits, i, one);
        add_to_sum(&s, &q, 1);
    }
    for (unsigned i = 0; i < BASE_WINDOW; i++)
        double_sum(&s);
    for (unsigned i = 0; i < BASE_DIGITS - 1; i += 2) {
        base_addend(&q, digits, i, one);
        add_to_sum(&s, &q, 1);
    }
    from_sum(&before, &s);
    look_up_base(&last, BASE_TABLE[BASE_DIGITS / 2], regular_digit(digits, (BASE_DIGITS - 1) * BASE_WINDOW, BASE_WINDOW));
    add_affine(p, &before, &last, &d);
    mend_sum(p, &before, &d);
    ab_wipe(digits, sizeof(digits));
    ab_wipe(&d, sizeof(d));
    ab_wipe(&last, sizeof(last));
    ab_wipe(&before, sizeof(before));
    ab_wipe(&q, sizeof(q));
    ab_wipe(&s, sizeof(s));
}

/* ---- multiples of any point ---- */

enum { WINDOW = 5, ENTRIES = 1 << (WINDOW - 1), DIGITS = (SCALAR_BITS + WINDOW - 1) / WINDOW };

/* 1, 3, 5 ... times q, which is affine; both halves of the addends apart, since that is how they are read. */
static void odd_addends(struct fe4 *a, struct fe4 *b, unsigned num, const struct point *q)
{
    const struct affine entry = { q->x, q->y };
    struct addend first, two;
    struct sum s, twice_q;

    load_addend(&first, &entry, fe4_one());
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

INLINE void take_addend(struct addend *q, const struct fe4 *a, const struct fe4 *b, struct digit d)
{
    take_entry(&q->a, a, ENTRIES, sizeof(*a), d.place);
    take_entry(&q->b, b, ENTRIES, sizeof(*b), d.place);
    negate_addend(q, d.negative);
}

/* The last addition by the other functions, which have a way out if the points are equal. */
static void add_last(struct point *p, const struct sum *s, const struct addend *q)
{
    struct point before, last;
    struct difference d;
    struct sum t;

    begin_sum(&t, q, 0);
    from_sum(&last, &t);
    from_sum(&before, s);
    add(p, &before, &last, &d);
    mend_sum(p, &before, &d);
    ab_wipe(&before, sizeof(before));
    ab_wipe(&last, sizeof(last));
    ab_wipe(&d, sizeof(d));
    ab_wipe(&t, sizeof(t));
}

static void multiply_point(struct point *p, const uint64_t k[NUM_WORDS], const struct point *q)
{
    uint64_t digits[NUM_WORDS + 1];
    struct fe4 a[ENTRIES], b[ENTRIES];
    struct addend entry;
    struct sum s;

    odd_addends(a, b, ENTRIES, q);
    regular_digits(digits, k, NUM_WORDS, WINDOW * DIGITS);
    take_addend(&entry, a, b, regular_digit(digits, (DIGITS - 1) * WINDOW, WINDOW));
    begin_sum(&s, &entry, 0);
    for (unsigned i = DIGITS - 1; i-- > 0;) {
        for (unsigned j = 0; j < WINDOW; j++)
            double_sum(&s);
        take_addend(&entry, a, b, regular_digit(digits, i * WINDOW, WINDOW));
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

#include "kernels/ec/weierstrass_entries.h"

/* ---- u G + v Q, in a time that depends on all of it ---- */

/* The sum so far, which is nothing before the first addend. */
struct public_sum {
    struct sum s;
    int has_begun;
};

INLINE void add_public(struct public_sum *p, struct addend *q, int digit, int z_is_one)
{
    negate_addend(q, 0 - (uint64_t)(digit < 0));
    if (p->has_begun)
        add_to_sum(&p->s, q, z_is_one);
    else
        begin_sum(&p->s, q, z_is_one);
    p->has_begun = 1;
}

static void joint_by_lanes(struct point *p, const uint64_t *u, const uint64_t *v, const struct point *q)
{
    int8_t of_base[MAX_SPARSE_DIGITS], of_q[MAX_SPARSE_DIGITS];
    unsigned num_u = sparse_digits(of_base, u, NUM_WORDS, BASE_WINDOW + 1);
    unsigned num_v = sparse_digits(of_q, v, NUM_WORDS, SPARSE_WINDOW);
    struct fe4 a[SPARSE_ENTRIES], b[SPARSE_ENTRIES], one = fe4_one();
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
    from_sum(p, &sum.s);
}

/*
 * Sums of equal points come out as infinity, wrongly, and of what is infinity nothing else becomes. So if the end is
 * infinity, which a random signature never makes it, the other functions are asked.
 */
static int check_by_lanes(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    struct point p, q;
    int ok;

    from_affine(&q, qx, qy);
    joint_by_lanes(&p, u, v, &q);
    ok = is_zero(&p.z) ? check(u, v, qx, qy, r) : has_right_x(&p, r);
    leave_vectors();
    return ok;
}

const struct ab_curve ab_p256_ifma = {
    &ab_p256_domain, "ifma", AB_LEVEL_VAES512, AB_BIT_ADX | AB_BIT_IFMA,
    .base = base, .multiply = multiply, .check = check_by_lanes, .is_on_curve = is_on_curve, .decompress = decompress,
    .order_mul = order_mul, .order_invert = order_invert,
};

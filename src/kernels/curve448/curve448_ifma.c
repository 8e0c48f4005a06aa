/*
 * X448 and Ed448 for one key with AVX-512 IFMA, field elements of one point side by side: a step of the ladder is three
 * rounds of products that do not depend on each other, a sum or a doubling two. A vector has eight lanes, of which at
 * most five are used; a round takes as long for eight products as for one.
 *
 * Ten limbs of 45 bits. VPMADD52 multiplies the lowest 52 bits of two limbs, which leaves seven bits for sums, so only
 * products are carried. It adds the lower or the upper 52 bits of a product; an upper half weighs 2^52, 2^7 limbs.
 * 2^450 = 2^226 + 4 modulo p: with h = 2^225, h^2 = 2 h + 4. So (a0 + a1 h)(b0 + b1 h) = a0 b0 + 4 a1 b1 + h ((a0 +
 * a1)(b0 + b1) - a0 b0 + a1 b1), three products of five limbs by five.
 */
#include <immintrin.h>

#include "kernels/bignum/digits.h"
#include "kernels/curve448/base_table.h"
#include "kernels/curve448/curve448_kernels.h"
#include "kernels/curve448/fe448.h"
#include "kernels/inline.h"

enum { NUM_LIMBS = 10, HALF_LIMBS = NUM_LIMBS / 2, LIMB = 45, UPPER_SHIFT = 52 - LIMB, A24 = 39081, SCALAR_BITS = 448 };
enum {
    NUM_DIGITS = 112,
    ROW_STEP = NUM_DIGITS / AB_ED448_ROWS,
    WINDOW = 6,
    BASE_WINDOW = 8,
    NUM_ODD = 1 << (WINDOW - 2)
};
#define MASK45 ((1ll << LIMB) - 1)
#define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)
#define EACH_OF_HALF(i) UNROLL for (unsigned i = 0; i < HALF_LIMBS; i++)

/*
 * Limb i of eight elements, one in each lane, in v[i]. A point has lanes X, Y, Z, T; the second operand of a sum
 * (addend) has lanes X, Y, Z, d T, X + Y. Other lanes hold anything. "Carried" means limbs below 2^45 + 2^18.
 */
struct fe_x8 {
    __m512i v[NUM_LIMBS];
};

/* The operand of a permutation that takes lanes a to e to lanes 0 to 4. */
#define LANES(a, b, c, d, e) _mm512_set_epi64(0, 0, 0, e, d, c, b, a)

/* Limb i of 4p = 2^450 - 2^226 - 4, whose limbs are all ones except two. */
INLINE int64_t limb_of_4p(unsigned i)
{
    return MASK45 - (i == 0 ? 3 : i == HALF_LIMBS ? 2 : 0);
}

/* Columns 0 to 9 of the product of five limbs by five, plus those of 4p 2^11 if with_multiple. */
INLINE void half_product(__m512i column[NUM_LIMBS], const __m512i a[HALF_LIMBS], const __m512i b[HALF_LIMBS],
                         int with_multiple)
{
    __m512i low[NUM_LIMBS], high[NUM_LIMBS];

    EACH(i)
    {
        low[i] = _mm512_set1_epi64(with_multiple ? limb_of_4p(i) << 11 : 0);
        high[i] = _mm512_setzero_si512();
    }
    EACH_OF_HALF(i)
    EACH_OF_HALF(j)
    {
        low[i + j] = _mm512_madd52lo_epu64(low[i + j], a[i], b[j]);
        high[i + j] = _mm512_madd52hi_epu64(high[i + j], a[i], b[j]);
    }
    column[0] = low[0];
    UNROLL for (unsigned i = 1; i < NUM_LIMBS; i++)
        column[i] = _mm512_add_epi64(low[i], _mm512_slli_epi64(high[i - 1], UPPER_SHIFT));
}

/* The same elements, carried, for limbs below 2^61. */
INLINE struct fe_x8 fe_x8_carry(struct fe_x8 a)
{
    const __m512i mask = _mm512_set1_epi64(MASK45);
    __m512i over[NUM_LIMBS];

    EACH(i)
        over[i] = _mm512_srli_epi64(a.v[i], LIMB);
    a.v[0] = _mm512_add_epi64(_mm512_and_si512(a.v[0], mask), _mm512_slli_epi64(over[NUM_LIMBS - 1], 2));
    UNROLL for (unsigned i = 1; i < NUM_LIMBS; i++)
        a.v[i] = _mm512_add_epi64(_mm512_and_si512(a.v[i], mask), over[i - 1]);
    a.v[HALF_LIMBS] = _mm512_add_epi64(a.v[HALF_LIMBS], _mm512_slli_epi64(over[NUM_LIMBS - 1], 1));
    return a;
}

/*
 * a b, carried, for limbs of a and b below 2^49. Columns stay below 2^56; the multiple of p in the columns of a1 b1,
 * whose limbs have that size, keeps differences from falling below zero.
 */
INLINE struct fe_x8 fe_x8_mul(struct fe_x8 a, struct fe_x8 b)
{
    __m512i sum_a[HALF_LIMBS], sum_b[HALF_LIMBS], first[NUM_LIMBS], second[NUM_LIMBS], both[NUM_LIMBS];
    __m512i upper[NUM_LIMBS];
    struct fe_x8 r;

    EACH_OF_HALF(i) {
        sum_a[i] = _mm512_add_epi64(a.v[i], a.v[HALF_LIMBS + i]);
        sum_b[i] = _mm512_add_epi64(b.v[i], b.v[HALF_LIMBS + i]);
    }
    half_product(second, a.v + HALF_LIMBS, b.v + HALF_LIMBS, 1);
    half_product(first, a.v, b.v, 0);
    half_product(both, sum_a, sum_b, 0);
    EACH(i) {
        upper[i] = _mm512_add_epi64(_mm512_sub_epi64(both[i], first[i]), second[i]);
        first[i] = _mm512_add_epi64(first[i], _mm512_slli_epi64(second[i], 2));
    }
    EACH_OF_HALF(i) {
        __m512i twice = _mm512_slli_epi64(upper[HALF_LIMBS + i], 1);

        r.v[i] = _mm512_add_epi64(first[i], _mm512_slli_epi64(twice, 1));
        r.v[HALF_LIMBS + i] = _mm512_add_epi64(_mm512_add_epi64(first[HALF_LIMBS + i], upper[i]), twice);
    }
    return fe_x8_carry(r);
}

INLINE struct fe_x8 fe_x8_permute(struct fe_x8 a, __m512i lanes)
{
    EACH(i)
        a.v[i] = _mm512_permutexvar_epi64(lanes, a.v[i]);
    return a;
}

/* a in these lanes, b in the others. */
INLINE struct fe_x8 fe_x8_blend(__mmask8 lanes, struct fe_x8 a, struct fe_x8 b)
{
    EACH(i)
        b.v[i] = _mm512_mask_mov_epi64(b.v[i], lanes, a.v[i]);
    return b;
}

/*
 * a + b in the lanes of plus, a - b + 16p in those of minus, a in the others; not carried. b: carried, or a sum of two.
 */
INLINE struct fe_x8 fe_x8_add_sub(struct fe_x8 a, struct fe_x8 b, __mmask8 plus, __mmask8 minus)
{
    EACH(i) {
        __m512i sum = _mm512_mask_add_epi64(a.v[i], plus, a.v[i], b.v[i]);
        __m512i above = _mm512_add_epi64(a.v[i], _mm512_set1_epi64(4 * limb_of_4p(i)));

        a.v[i] = _mm512_mask_sub_epi64(sum, minus, above, b.v[i]);
    }
    return a;
}

/* ---- between limbs of 56 and of 45 bits ---- */

/* From w[i] = limb i of each lane, below 2^56. */
INLINE struct fe_x8 fe_x8_from_limbs(const __m512i w[AB_FE448_LIMBS])
{
    const __m512i mask = _mm512_set1_epi64(MASK45);
    struct fe_x8 r;

    EACH(i) {
        unsigned at = LIMB * i / LIMB_BITS, shift = LIMB * i % LIMB_BITS;
        __m512i bits = _mm512_srli_epi64(w[at], shift);

        if (shift + LIMB > LIMB_BITS && at + 1 < AB_FE448_LIMBS)
            bits = _mm512_or_si512(bits, _mm512_slli_epi64(w[at + 1], LIMB_BITS - shift));
        r.v[i] = _mm512_and_si512(bits, mask);
    }
    return r;
}

/* Four elements side by side; lane 4 repeats lane 0. */
static struct fe_x8 fe_x8_from(const struct fe *a, const struct fe *b, const struct fe *c, const struct fe *d)
{
    const struct fe *from[4] = { a, b, c, d };
    __m512i w[AB_FE448_LIMBS];
    struct fe least[4];

    for (unsigned i = 0; i < 4; i++)
        fe_reduce_fully(&least[i], from[i]);
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        w[i] = _mm512_set_epi64(0, 0, 0, (int64_t)least[0].v[i], (int64_t)least[3].v[i], (int64_t)least[2].v[i],
                                (int64_t)least[1].v[i], (int64_t)least[0].v[i]);
    return fe_x8_from_limbs(w);
}

/* r = one lane of carried elements. */
static void fe_x8_lane(struct fe *r, const struct fe_x8 *a, unsigned lane)
{
    uint64_t lanes[8], over = 0;
    struct fe t = ZERO;

    for (unsigned i = 0; i < NUM_LIMBS; i++) {
        unsigned at = LIMB * i / LIMB_BITS, shift = LIMB * i % LIMB_BITS;
        uint64_t above;

        _mm512_storeu_si512(lanes, a->v[i]);
        t.v[at] += lanes[lane] << shift & LIMB_MASK;
        above = lanes[lane] >> (LIMB_BITS - shift);
        if (at + 1 < AB_FE448_LIMBS)
            t.v[at + 1] += above;
        else
            over += above;
    }
    t.v[0] += over; /* 2^448 = 2^224 + 1 */
    t.v[HALF] += over;
    fe_carry(&t);
    *r = t;
}

/* ---- the Montgomery ladder, RFC 7748 sec. 5 ---- */

/*
 * A step: s holds x2, z2, x3, z3; double the first point and add it to the second, where x1 is the u-coordinate of
 * their difference. The products of the three rounds are a^2, b^2, da, cb; then AA BB, 39081 E, (da + cb)^2, (da -
 * cb)^2; then those that give z2 and z3.
 */
INLINE struct fe_x8 climb(struct fe_x8 s, struct fe_x8 x1, struct fe_x8 a24)
{
    struct fe_x8 sums, squares, e, t, u;

    /* a = x2 + z2, b = x2 - z2, c = x3 + z3, d = x3 - z3 */
    sums = fe_x8_add_sub(fe_x8_permute(s, LANES(0, 0, 2, 2, 0)), fe_x8_permute(s, LANES(1, 1, 3, 3, 0)), 5, 10);
    t = fe_x8_mul(fe_x8_permute(sums, LANES(0, 1, 3, 2, 0)), fe_x8_permute(sums, LANES(0, 1, 0, 1, 0)));

    /* AA, E = AA - BB, da + cb, da - cb */
    sums = fe_x8_add_sub(fe_x8_permute(t, LANES(0, 0, 2, 2, 0)), fe_x8_permute(t, LANES(1, 1, 3, 3, 0)), 4, 10);
    e = fe_x8_blend(1, t, sums);
    u = fe_x8_blend(1, fe_x8_permute(t, LANES(1, 1, 1, 1, 0)), fe_x8_blend(2, a24, e));
    squares = fe_x8_mul(e, u); /* AA BB, 39081 E, (da + cb)^2, (da - cb)^2 */

    /* E (AA + 39081 E), x1 (da - cb)^2 */
    sums = fe_x8_add_sub(squares, fe_x8_permute(t, LANES(0, 0, 0, 0, 0)), 2, 0);
    t = fe_x8_mul(fe_x8_blend(2, e, x1), sums);
    return fe_x8_blend(10, t, squares);
}

/* Swap (x2 : z2) and (x3 : z3) if the mask is all ones. Secret. */
INLINE struct fe_x8 fe_x8_cswap(struct fe_x8 s, uint64_t mask)
{
    const __m512i all = _mm512_set1_epi64((int64_t)mask);

    EACH(i) {
        __m512i difference = _mm512_xor_si512(s.v[i], _mm512_permutexvar_epi64(LANES(2, 3, 0, 1, 4), s.v[i]));

        s.v[i] = _mm512_xor_si512(s.v[i], _mm512_and_si512(all, difference));
    }
    return s;
}

static void ladder(uint8_t out[56], const uint8_t scalar[56], const uint8_t u[56])
{
    const struct fe a24 = { { A24 } };
    uint64_t swapped = 0;
    struct fe_x8 s, xs, factor;
    struct fe x, z;

    fe_load(&x, u);
    s = fe_x8_from(&ONE, &ZERO, &x, &ONE);
    xs = fe_x8_from(&x, &x, &x, &x);
    factor = fe_x8_from(&a24, &a24, &a24, &a24);
    for (unsigned i = SCALAR_BITS; i-- > 0;) {
        uint64_t bit = ab_ct_mask(scalar[i / 8] >> i % 8 & 1);

        s = climb(fe_x8_cswap(s, ab_ct_barrier(swapped ^ bit)), xs, factor);
        swapped = bit;
    }
    s = fe_x8_cswap(s, swapped);
    fe_x8_lane(&x, &s, 0);
    fe_x8_lane(&z, &s, 1);
    fe_invert(&z, &z);
    fe_mul(&x, &x, &z);
    fe_store(out, &x);
    ab_wipe(&s, sizeof(s));
    ab_wipe(&x, sizeof(x));
}

/* ---- edwards448; formulas as in curve448_template.h ---- */

/* A product as a function of its own, for places that a verification passes only a few times. */
NOINLINE void store_product(struct fe_x8 *r, const struct fe_x8 *a, const struct fe_x8 *b)
{
    *r = fe_x8_mul(*a, *b);
}

typedef struct fe_x8 product_fn(struct fe_x8 a, struct fe_x8 b);

INLINE struct fe_x8 called_product(struct fe_x8 a, struct fe_x8 b)
{
    store_product(&a, &a, &b);
    return a;
}

/* The point E F, G H, F G, E H from lanes E, F, G, H. */
INLINE struct fe_x8 finish_sum(struct fe_x8 efgh, product_fn *mul)
{
    return mul(fe_x8_permute(efgh, LANES(0, 2, 1, 0, 0)), fe_x8_permute(efgh, LANES(1, 3, 2, 3, 0)));
}

/* p + q for an addend q. */
INLINE struct fe_x8 add_with(struct fe_x8 p, struct fe_x8 q, product_fn *mul)
{
    /* X, Y, Z, T, X + Y; the products A, B, D, C, M */
    struct fe_x8 sums = fe_x8_add_sub(fe_x8_permute(p, LANES(0, 1, 2, 3, 0)), fe_x8_permute(p, LANES(1, 1, 1, 1, 1)),
                                      16, 0);
    struct fe_x8 s = mul(sums, q);

    /* M - A, D - C, D + C, B - A; then M - A - B */
    sums = fe_x8_add_sub(fe_x8_permute(s, LANES(4, 2, 2, 1, 0)), fe_x8_permute(s, LANES(0, 3, 3, 0, 0)), 4, 11);
    return finish_sum(fe_x8_add_sub(sums, fe_x8_permute(s, LANES(1, 1, 1, 1, 1)), 0, 1), mul);
}

INLINE struct fe_x8 add(struct fe_x8 p, struct fe_x8 q)
{
    return add_with(p, q, fe_x8_mul);
}

INLINE struct fe_x8 twice_with(struct fe_x8 p, product_fn *mul)
{
    /* X, Y, Z, X + Y; the squares C, D, H, B */
    struct fe_x8 sums = fe_x8_add_sub(fe_x8_permute(p, LANES(0, 1, 2, 0, 0)), fe_x8_permute(p, LANES(1, 1, 1, 1, 1)),
                                      8, 0);
    struct fe_x8 s = mul(sums, sums), h = fe_x8_permute(s, LANES(1, 2, 2, 2, 2));

    /* B - C, C + D, C + D, C - D; then B - C - D, C + D - 2H */
    sums = fe_x8_add_sub(fe_x8_permute(s, LANES(3, 0, 0, 0, 0)), fe_x8_permute(s, LANES(0, 1, 1, 1, 1)), 6, 9);
    sums = fe_x8_add_sub(sums, h, 0, 3);
    return finish_sum(fe_x8_add_sub(sums, h, 0, 2), mul);
}

INLINE struct fe_x8 twice(struct fe_x8 p)
{
    return twice_with(p, fe_x8_mul);
}

INLINE struct fe_x8 identity(void)
{
    return fe_x8_from(&ZERO, &ONE, &ONE, &ZERO);
}

/* X, Y, Z of a point. */
static void coordinates(struct fe xyz[3], const struct fe_x8 *p)
{
    for (unsigned i = 0; i < 3; i++)
        fe_x8_lane(&xyz[i], p, i);
}

/* The opposite of a carried addend: -X, Y, Z, -d T, Y - X = (X + Y) - 2 X. */
INLINE struct fe_x8 negated(struct fe_x8 a)
{
    const struct fe_x8 none = { 0 };
    struct fe_x8 xt = fe_x8_permute(a, LANES(0, 0, 0, 3, 0));

    return fe_x8_add_sub(fe_x8_add_sub(fe_x8_blend(9, none, a), xt, 0, 25), xt, 0, 16);
}

/* ---- multiples of the base point ---- */

/* An addend from limb[i] = limb i of x, y, x + y, d x y. */
INLINE struct fe_x8 to_base_addend(const __m256i limb[AB_FE448_LIMBS])
{
    const struct fe_x8 one = { { _mm512_set1_epi64(1) } };
    __m512i w[AB_FE448_LIMBS];

    UNROLL for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        w[i] = _mm512_permutexvar_epi64(LANES(0, 1, 0, 3, 2), _mm512_castsi256_si512(limb[i]));
    return fe_x8_blend(4, one, fe_x8_from_limbs(w));
}

/* digit times the point of this row; every entry is read. 0 gives (0, 1). Secret. */
INLINE struct fe_x8 look_up(const struct ab_ed448_entry row[AB_ED448_COLUMNS], int digit)
{
    const uint64_t negative = sign_of(digit), n = magnitude_of(digit);
    __m256i limb[AB_FE448_LIMBS] = { _mm256_set_epi64x(0, 1, 1, 0) };
    struct fe_x8 entry;

    UNROLL for (unsigned i = 0; i < AB_ED448_COLUMNS; i++) {
        __mmask8 chosen = (__mmask8)ab_ct_eq(n, i + 1);

        UNROLL for (unsigned j = 0; j < AB_FE448_LIMBS; j++)
            limb[j] = _mm256_mask_mov_epi64(limb[j], chosen, _mm256_load_si256((const __m256i *)row[i].limb[j]));
    }
    entry = to_base_addend(limb);
    return fe_x8_blend((__mmask8)negative, negated(entry), entry);
}

/*
 * scalar B. Row i of the table is 1 to 8 times 2^(16 i) B: add the highest of every four digits, multiply by 16, add
 * the next. Secret.
 */
static struct fe_x8 multiply_base(const uint8_t scalar[56])
{
    struct fe_x8 p = identity();
    int8_t e[NUM_DIGITS];

    signed_digits(e, NUM_DIGITS, scalar);
    for (unsigned digit = ROW_STEP; digit-- > 0;) {
        for (unsigned i = 0; i < 4 && digit != ROW_STEP - 1; i++)
            p = twice(p);
        for (unsigned i = 0; i < AB_ED448_ROWS; i++)
            p = add(p, look_up(ab_ed448_base[i], e[ROW_STEP * i + digit]));
    }
    ab_wipe(e, sizeof(e));
    return p;
}

static void base_point(uint8_t out[57], const uint8_t scalar[56])
{
    struct fe_x8 p = multiply_base(scalar);
    struct fe xyz[3];

    coordinates(xyz, &p);
    fe_encode(out, &xyz[0], &xyz[1], &xyz[2]);
    ab_wipe(&p, sizeof(p));
    ab_wipe(xyz, sizeof(xyz));
}

static void base_u(uint8_t out[56], const uint8_t scalar[56])
{
    struct fe_x8 p = multiply_base(scalar);
    struct fe xyz[3];

    coordinates(xyz, &p);
    fe_encode_u(out, &xyz[0], &xyz[1]);
    ab_wipe(&p, sizeof(p));
    ab_wipe(xyz, sizeof(xyz));
}

/* ---- verification; public, so its time depends on all arguments ---- */

/* The addend of a point; factors is 1, 1, 1, d, 1. */
INLINE struct fe_x8 to_addend(struct fe_x8 p, struct fe_x8 factors)
{
    return called_product(fe_x8_add_sub(fe_x8_permute(p, LANES(0, 1, 2, 3, 0)),
                                        fe_x8_permute(p, LANES(1, 1, 1, 1, 1)), 16, 0), factors);
}

/* The same as functions of their own. */
NOINLINE void store_double(struct fe_x8 *r, const struct fe_x8 *p)
{
    *r = twice_with(*p, called_product);
}

NOINLINE void store_sum(struct fe_x8 *r, const struct fe_x8 *p, const struct fe_x8 *q)
{
    *r = add_with(*p, *q, called_product);
}

NOINLINE void store_addend(struct fe_x8 *r, const struct fe_x8 *p, const struct fe_x8 *factors)
{
    *r = to_addend(*p, *factors);
}

/* table[i] = (2i + 1) p, as addends */
static void odd_multiples(struct fe_x8 table[NUM_ODD], struct fe_x8 p, struct fe_x8 factors)
{
    struct fe_x8 step;

    store_double(&step, &p);
    store_addend(&step, &step, &factors);
    for (unsigned i = 0; i < NUM_ODD; i++) {
        store_addend(&table[i], &p, &factors);
        store_sum(&p, &p, &step);
    }
}

INLINE struct fe_x8 with_sign(struct fe_x8 a, int digit)
{
    return digit < 0 ? negated(a) : a;
}

static struct fe_x8 base_addend(int digit)
{
    const struct ab_ed448_entry *entry = &ab_ed448_odd[place_of(digit)];
    __m256i limb[AB_FE448_LIMBS];

    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        limb[i] = _mm256_load_si256((const __m256i *)entry->limb[i]);
    return with_sign(to_base_addend(limb), digit);
}

/* s B + h A */
static struct fe_x8 multiply_two(const uint8_t s[56], const uint8_t h[56], struct fe_x8 a, struct fe_x8 factors)
{
    int8_t of_base[SCALAR_BITS], of_a[SCALAR_BITS];
    unsigned num_s = sparse_digits(of_base, SCALAR_BITS, s, BASE_WINDOW);
    unsigned num_h = sparse_digits(of_a, SCALAR_BITS, h, WINDOW);
    struct fe_x8 p = identity(), table[NUM_ODD];

    odd_multiples(table, a, factors);
    for (unsigned i = num_s > num_h ? num_s : num_h; i-- > 0;) {
        p = twice(p);
        if (of_a[i] != 0)
            p = add(p, with_sign(table[place_of(of_a[i])], of_a[i]));
        if (of_base[i] != 0)
            p = add(p, base_addend(of_base[i]));
    }
    return p;
}

/* p = the opposite of an encoded point. Return 0 if it is none. */
static int decode_negated(struct fe_x8 *p, const uint8_t in[57])
{
    struct fe x, y, t;

    if (!fe_decode(&x, &y, &t, in))
        return 0;
    fe_sub(&x, &ZERO, &x);
    fe_sub(&t, &ZERO, &t);
    *p = fe_x8_from(&x, &y, &ONE, &t);
    return 1;
}

static int check(const uint8_t r[57], const uint8_t s[56], const uint8_t h[56], const uint8_t a[57])
{
    const struct fe minus_d = { { MINUS_D } };
    struct fe_x8 p, minus_a, minus_r, factors;
    struct fe d, xyz[3];

    if (!decode_negated(&minus_a, a) || !decode_negated(&minus_r, r))
        return 0;
    fe_sub(&d, &ZERO, &minus_d);
    factors = fe_x8_from(&ONE, &ONE, &ONE, &d); /* and lane 4 is like lane 0 */
    p = multiply_two(s, h, minus_a, factors);
    store_addend(&minus_r, &minus_r, &factors);
    store_sum(&p, &p, &minus_r);
    store_double(&p, &p);
    store_double(&p, &p);
    coordinates(xyz, &p);
    return fe_is_neutral(&xyz[0], &xyz[1], &xyz[2]);
}

const struct ab_curve448_kernels ab_curve448_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 },
    .ladder = ladder, .base_u = base_u, .base_point = base_point, .check = check,
};

/*
 * X25519 and Ed25519 with AVX-512 IFMA, four field elements side by side: a step of the ladder is three rounds of
 * products that do not wait for each other, the sum or the double of points two rounds of four.
 *
 * Limbs of 51 bits, below 2^51 + 2^13 where they are multiplied: VPMADD52 takes the lowest 52 bits of a limb and gives
 * the lower or the upper 52 of a product. The upper ones weigh 2^52, twice a limb, so their sums are doubled; what
 * comes to lie at 2^255 folds with 19.
 */
#include <immintrin.h>

#include "kernels/curve25519/fe25519_adx.h"

#include "kernels/curve25519/base_table.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/bignum/digits.h"
#include "kernels/curve25519/fe25519_template.h"

enum { NUM_LIMBS = 5, LIMB = 51, A24 = 121665, NUM_DIGITS = 64, NUM_BITS = 256 };
#define LIMB_MASK (((uint64_t)1 << LIMB) - 1)
#ifdef __clang__
# define UNROLL _Pragma("clang loop unroll(full)")
#else
# define UNROLL _Pragma("GCC unroll 10")
#endif
#define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

/* Limb i of four elements, one a lane. */
struct fe4 {
    __m256i v[NUM_LIMBS];
};

/*
 * From which lane each comes, lane 0 first. A point has the lanes X, Y, Z, T, what is added to one Y - X, Y + X, 2Z,
 * 2dT.
 */
#define LANES(a, b, c, d) _mm256_set_epi64x(d, c, b, a)

INLINE struct fe4 fe4_carry(struct fe4 a)
{
    const __m256i mask = _mm256_set1_epi64x(LIMB_MASK);
    __m256i over[NUM_LIMBS];
    struct fe4 r;

    EACH(i)
        over[i] = _mm256_srli_epi64(a.v[i], LIMB);
    r.v[0] = _mm256_madd52lo_epu64(_mm256_and_si256(a.v[0], mask), over[4], _mm256_set1_epi64x(19));
    UNROLL for (unsigned i = 1; i < NUM_LIMBS; i++)
        r.v[i] = _mm256_add_epi64(_mm256_and_si256(a.v[i], mask), over[i - 1]);
    return r;
}

INLINE __m256i times_19(__m256i x)
{
    return _mm256_add_epi64(_mm256_add_epi64(_mm256_slli_epi64(x, 4), _mm256_slli_epi64(x, 1)), x);
}

/* Limb i + j of a product: the sums of its lower parts, and those of the upper parts of the limb below. */
struct wide4 {
    __m256i low[2 * NUM_LIMBS], high[2 * NUM_LIMBS];
};

INLINE struct fe4 fe4_reduce(const struct wide4 *w)
{
    __m256i limb[2 * NUM_LIMBS];
    struct fe4 r;

    limb[0] = w->low[0];
    UNROLL for (unsigned i = 1; i < 2 * NUM_LIMBS; i++)
        limb[i] = _mm256_add_epi64(w->low[i], _mm256_slli_epi64(w->high[i - 1], 1));
    EACH(i)
        r.v[i] = _mm256_add_epi64(limb[i], times_19(limb[i + NUM_LIMBS]));
    return fe4_carry(r);
}

INLINE struct fe4 fe4_mul(struct fe4 a, struct fe4 b)
{
    struct wide4 w = { 0 };

    EACH(i)
        EACH(j) {
            w.low[i + j] = _mm256_madd52lo_epu64(w.low[i + j], a.v[i], b.v[j]);
            w.high[i + j] = _mm256_madd52hi_epu64(w.high[i + j], a.v[i], b.v[j]);
        }
    return fe4_reduce(&w);
}

INLINE struct fe4 fe4_permute(struct fe4 a, __m256i lanes)
{
    EACH(i)
        a.v[i] = _mm256_permutexvar_epi64(lanes, a.v[i]);
    return a;
}

/* a where the lane's bit is set, else b. */
INLINE struct fe4 fe4_blend(__mmask8 lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        b.v[i] = _mm256_mask_mov_epi64(b.v[i], lanes, a.v[i]);
    return b;
}

/* a + b in the lanes of `plus`, a - b in those of `minus`, a in the others; neither is carried. */
INLINE struct fe4 fe4_add_sub(struct fe4 a, struct fe4 b, __mmask8 plus, __mmask8 minus)
{
    /* 8p, whose limbs are above those of any b */
    const __m256i lowest = _mm256_set1_epi64x(8 * (int64_t)(LIMB_MASK - 18)), other = _mm256_set1_epi64x(8 * (int64_t)LIMB_MASK);

    EACH(i) {
        __m256i sum = _mm256_mask_add_epi64(a.v[i], plus, a.v[i], b.v[i]);

        a.v[i] = _mm256_mask_sub_epi64(sum, minus, _mm256_add_epi64(a.v[i], i == 0 ? lowest : other), b.v[i]);
    }
    return a;
}

/* Word i of each lane to limbs. The lanes are below 2^256; the last limb takes what is above 2^255. */
INLINE struct fe4 fe4_from_words(const __m256i w[4])
{
    const __m256i mask = _mm256_set1_epi64x(LIMB_MASK);
    struct fe4 r;

    r.v[0] = _mm256_and_si256(w[0], mask);
    r.v[1] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[0], 51), _mm256_slli_epi64(w[1], 13)), mask);
    r.v[2] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[1], 38), _mm256_slli_epi64(w[2], 26)), mask);
    r.v[3] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[2], 25), _mm256_slli_epi64(w[3], 39)), mask);
    r.v[4] = _mm256_srli_epi64(w[3], 12);
    return r;
}

INLINE struct fe4 fe4_from(const struct fe *a, const struct fe *b, const struct fe *c, const struct fe *d)
{
    __m256i w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = _mm256_set_epi64x((int64_t)d->v[i], (int64_t)c->v[i], (int64_t)b->v[i], (int64_t)a->v[i]);
    return fe4_carry(fe4_from_words(w));
}

/* One lane, of carried limbs. */
static void fe4_lane(struct fe *r, const struct fe4 *a, unsigned lane)
{
    uint64_t limb[NUM_LIMBS], lanes[4];

    EACH(i) {
        _mm256_storeu_si256((__m256i *)lanes, a->v[i]);
        limb[i] = lanes[lane];
    }
    for (unsigned i = 0; i < NUM_LIMBS - 1; i++) {
        limb[i + 1] += limb[i] >> LIMB;
        limb[i] &= LIMB_MASK;
    }
    *r = (struct fe){ { limb[0] | limb[1] << 51, limb[1] >> 13 | limb[2] << 38, limb[2] >> 26 | limb[3] << 25,
                        limb[3] >> 39 | limb[4] << 12 } };
}

/* ---- the Montgomery ladder, RFC 7748 sec. 5 ---- */

/*
 * s holds x2, z2, x3, z3 and becomes twice the first point and the sum of both, whose difference is x1. The products of
 * the three rounds are a^2, b^2, da, cb; then AA BB, 121665 E, (da + cb)^2, (da - cb)^2; then those that give z2 and
 * z3.
 */
INLINE struct fe4 climb(struct fe4 s, struct fe4 x1, struct fe4 a24)
{
    struct fe4 sums, squares, e, t, u;

    /* a = x2 + z2, b = x2 - z2, c = x3 + z3, d = x3 - z3 */
    sums = fe4_carry(fe4_add_sub(fe4_permute(s, LANES(0, 0, 2, 2)), fe4_permute(s, LANES(1, 1, 3, 3)), 5, 10));
    t = fe4_mul(fe4_permute(sums, LANES(0, 1, 3, 2)), fe4_permute(sums, LANES(0, 1, 0, 1)));

    /* AA, E = AA - BB, da + cb, da - cb */
    sums = fe4_carry(fe4_add_sub(fe4_permute(t, LANES(0, 0, 2, 2)), fe4_permute(t, LANES(1, 1, 3, 3)), 4, 10));
    e = fe4_blend(1, t, sums); /* AA, E, da + cb, da - cb */
    u = fe4_blend(1, fe4_permute(t, LANES(1, 1, 1, 1)), fe4_blend(2, a24, e));
    squares = fe4_mul(e, u); /* AA BB, 121665 E, (da + cb)^2, (da - cb)^2 */

    /* E (AA + 121665 E), x1 (da - cb)^2 */
    sums = fe4_carry(fe4_add_sub(squares, fe4_permute(t, LANES(0, 0, 0, 0)), 2, 0));
    t = fe4_mul(fe4_blend(2, e, x1), sums);
    return fe4_blend(10, t, squares);
}

/* Exchanges (x2 : z2) with (x3 : z3) where mask is all ones. */
INLINE struct fe4 fe4_cswap(struct fe4 s, uint64_t mask)
{
    const __m256i all = _mm256_set1_epi64x((int64_t)mask);

    EACH(i) {
        __m256i difference = _mm256_xor_si256(s.v[i], _mm256_permutexvar_epi64(LANES(2, 3, 0, 1), s.v[i]));

        s.v[i] = _mm256_xor_si256(s.v[i], _mm256_and_si256(all, difference));
    }
    return s;
}

static void ladder(uint8_t out[32], const uint8_t scalar[32], const uint8_t u[32])
{
    const struct fe a24 = { { A24 } };
    uint64_t swapped = 0;
    struct fe4 s, xs, factor;
    struct fe x, z;

    fe_load(&x, u);
    x.v[3] &= INT64_MAX;
    s = fe4_from(&ONE, &ZERO, &x, &ONE);
    xs = fe4_from(&x, &x, &x, &x);
    factor = fe4_from(&a24, &a24, &a24, &a24);
    for (unsigned i = 255; i-- > 0;) {
        uint64_t bit = 0 - (uint64_t)(scalar[i / 8] >> i % 8 & 1);

        s = climb(fe4_cswap(s, ab_ct_barrier(swapped ^ bit)), xs, factor);
        swapped = bit;
    }
    s = fe4_cswap(s, swapped);
    fe4_lane(&x, &s, 0);
    fe4_lane(&z, &s, 1);
    fe_invert(&z, &z);
    fe_mul(&x, &x, &z);
    fe_store(out, &x);
    ab_wipe(&s, sizeof(s));
    ab_wipe(&x, sizeof(x));
}

/* ---- the Edwards curve; formulas as in curve25519_template.h ---- */

/* Lanes E, F, G, H to the point E F, G H, F G, E H. */
INLINE struct fe4 finish_sum(struct fe4 efgh)
{
    return fe4_mul(fe4_permute(efgh, LANES(0, 2, 1, 0)), fe4_permute(efgh, LANES(1, 3, 2, 3)));
}

/* p and an addend. */
INLINE struct fe4 add(struct fe4 p, struct fe4 q)
{
    /* Y - X, Y + X, Z, T */
    struct fe4 sums = fe4_carry(fe4_add_sub(fe4_permute(p, LANES(1, 1, 2, 3)), fe4_permute(p, LANES(0, 0, 0, 0)), 2, 1));
    struct fe4 abdc = fe4_mul(sums, q);

    /* B - A, D - C, D + C, B + A */
    return finish_sum(fe4_carry(
        fe4_add_sub(fe4_permute(abdc, LANES(1, 2, 2, 1)), fe4_permute(abdc, LANES(0, 3, 3, 0)), 12, 3)));
}

INLINE struct fe4 twice(struct fe4 p)
{
    /* X, Y, Z, X + Y; their squares */
    struct fe4 sums = fe4_carry(fe4_add_sub(fe4_permute(p, LANES(0, 1, 2, 0)), fe4_permute(p, LANES(1, 1, 1, 1)), 8, 0));
    struct fe4 s = fe4_mul(sums, sums);
    struct fe4 a = fe4_permute(s, LANES(0, 0, 0, 0)), b = fe4_permute(s, LANES(1, 1, 1, 1));
    struct fe4 last = fe4_permute(s, LANES(3, 2, 2, 2)); /* (X + Y)^2, C */
    struct fe4 hg = fe4_add_sub(a, b, 9, 6);             /* A + B, A - B, A - B, A + B */

    hg = fe4_add_sub(hg, last, 2, 1);
    return finish_sum(fe4_carry(fe4_add_sub(hg, last, 2, 0)));
}

INLINE struct fe4 identity(void)
{
    return fe4_from(&ZERO, &ONE, &ONE, &ZERO);
}

/* X, Y, Z of a point. */
static void coordinates(struct fe xyz[3], const struct fe4 *p)
{
    for (unsigned i = 0; i < 3; i++)
        fe4_lane(&xyz[i], p, i);
}

static void encode(uint8_t out[32], const struct fe4 *p)
{
    struct fe xyz[3];

    coordinates(xyz, p);
    fe_invert(&xyz[2], &xyz[2]);
    fe_mul(&xyz[0], &xyz[0], &xyz[2]);
    fe_mul(&xyz[1], &xyz[1], &xyz[2]);
    fe_store(out, &xyz[1]);
    out[31] |= (uint8_t)(fe_is_odd(&xyz[0]) << 7);
    ab_wipe(xyz, sizeof(xyz));
}

/* -A in the lanes of an addend: Y + X, Y - X, 2Z, -2dT. */
INLINE struct fe4 negated(struct fe4 a)
{
    const struct fe4 none = { 0 };
    struct fe4 swapped = fe4_permute(a, LANES(1, 0, 2, 3));

    return fe4_blend(8, fe4_carry(fe4_add_sub(none, swapped, 0, 8)), swapped);
}

/* ---- multiples of the base point ---- */

INLINE struct fe4 entry_to_addend(const struct ab_ed25519_entry *entry)
{
    __m256i w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = _mm256_load_si256((const __m256i *)entry->word[i]);
    return fe4_from_words(w);
}

/* digit times the point of this row, every entry of which is read. */
INLINE struct fe4 look_up(const struct ab_ed25519_entry row[8], int digit)
{
    uint64_t negative = 0 - (uint64_t)((unsigned)digit >> 31), n = (uint64_t)((digit ^ (int)negative) - (int)negative);
    __m512i low = _mm512_set_epi64(0, 0, 0, 0, 0, 2, 1, 1), high = _mm512_setzero_si512();
    __m256i w[4];
    struct fe4 entry;

    UNROLL for (unsigned i = 0; i < 8; i++) {
        __mmask8 chosen = (__mmask8)ab_ct_eq(n, i + 1);

        low = _mm512_mask_mov_epi64(low, chosen, _mm512_load_si512(row[i].word[0]));
        high = _mm512_mask_mov_epi64(high, chosen, _mm512_load_si512(row[i].word[2]));
    }
    w[0] = _mm512_castsi512_si256(low);
    w[1] = _mm512_extracti64x4_epi64(low, 1);
    w[2] = _mm512_castsi512_si256(high);
    w[3] = _mm512_extracti64x4_epi64(high, 1);
    entry = fe4_from_words(w);
    return fe4_blend((__mmask8)negative, negated(entry), entry);
}

/* Row i of the table is 256^i times 1 to 8 times the base point: odd digits first, times 16, then the even ones. */
static struct fe4 multiply_base(const uint8_t scalar[32])
{
    struct fe4 p = identity();
    int8_t e[NUM_DIGITS];

    signed_digits(e, NUM_DIGITS, scalar);
    for (unsigned i = 1; i < NUM_DIGITS; i += 2)
        p = add(p, look_up(ab_ed25519_base[i / 2], e[i]));
    for (unsigned i = 0; i < 4; i++)
        p = twice(p);
    for (unsigned i = 0; i < NUM_DIGITS; i += 2)
        p = add(p, look_up(ab_ed25519_base[i / 2], e[i]));
    ab_wipe(e, sizeof(e));
    return p;
}

static void base_point(uint8_t out[32], const uint8_t scalar[32])
{
    struct fe4 p = multiply_base(scalar);

    encode(out, &p);
    ab_wipe(&p, sizeof(p));
}

/* u = (1 + y) / (1 - y) */
static void base_u(uint8_t out[32], const uint8_t scalar[32])
{
    struct fe4 p = multiply_base(scalar);
    struct fe xyz[3], above, below;

    coordinates(xyz, &p);
    fe_add(&above, &xyz[2], &xyz[1]);
    fe_sub(&below, &xyz[2], &xyz[1]);
    fe_invert(&below, &below);
    fe_mul(&above, &above, &below);
    fe_store(out, &above);
    ab_wipe(&p, sizeof(p));
    ab_wipe(xyz, sizeof(xyz));
    ab_wipe(&below, sizeof(below));
}

/* ---- s B - h A, in a time that depends on all of it ---- */

/* X, Y, Z, T to Y - X, Y + X, 2Z, 2dT */
INLINE struct fe4 to_addend(struct fe4 p, struct fe4 factors)
{
    return fe4_mul(fe4_carry(fe4_add_sub(fe4_permute(p, LANES(1, 1, 2, 3)), fe4_permute(p, LANES(0, 0, 0, 0)), 2, 1)), factors);
}

/* 1, 3, ... 15 times p. */
static void odd_multiples(struct fe4 table[8], struct fe4 p)
{
    const struct fe two = { { 2 } };
    const struct fe4 factors = fe4_from(&ONE, &ONE, &two, &ab_ed25519_2d);
    struct fe4 step = to_addend(twice(p), factors);

    for (unsigned i = 0; i < 8; i++) {
        table[i] = to_addend(p, factors);
        p = add(p, step);
    }
}

INLINE struct fe4 with_sign(struct fe4 a, int digit)
{
    return digit < 0 ? negated(a) : a;
}

static int check(uint8_t out[32], const uint8_t s[32], const uint8_t h[32], const uint8_t a[32])
{
    int8_t of_base[NUM_BITS], of_a[NUM_BITS];
    struct fe4 p = identity(), table[8];
    unsigned num_s, num_h;
    struct fe x, y, t;

    if (!fe_decode_negated(&x, &y, a))
        return 0;
    fe_mul(&t, &x, &y);
    odd_multiples(table, fe4_from(&x, &y, &ONE, &t));
    num_s = sparse_digits(of_base, NUM_BITS, s, 8);
    num_h = sparse_digits(of_a, NUM_BITS, h, 5);
    for (unsigned i = num_s > num_h ? num_s : num_h; i-- > 0;) {
        p = twice(p);
        if (of_a[i] != 0)
            p = add(p, with_sign(table[place_of(of_a[i])], of_a[i]));
        if (of_base[i] != 0)
            p = add(p, with_sign(entry_to_addend(&ab_ed25519_odd[place_of(of_base[i])]), of_base[i]));
    }
    encode(out, &p);
    return 1;
}

const struct ab_curve25519_kernels ab_curve25519_ifma = {
    "ifma", AB_LEVEL_VAES512, AB_BIT_ADX | AB_BIT_IFMA,
    .ladder = ladder, .base_u = base_u, .base_point = base_point, .check = check,
};

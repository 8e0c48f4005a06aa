/*
 * Division steps modulo numbers of one length, which the file that includes this defines:
 *
 *     INVERT_WORDS, INVERT_LIMBS      64-bit words of a number; limbs of 62 bits of a signed one
 *     INVERT_BATCHES                  batches of 54 steps
 *     INVERT_MODULUS                  the struct of limb[INVERT_LIMBS] and inverse
 *
 * For b bits (45907 b + 26313) / 19929 steps are enough (B. S. Hvass, D. F. Aranha, B. Spitters, "High-assurance field
 * inversion for curve-based cryptography", 2021, sec. 3).
 *
 * Numbers are limbs of 62 bits in two's complement, all but the highest from 0 to 2^62. A batch of steps looks at only
 * the lowest bits of f and g and yields the matrix t of the batch: 2^62 (f', g') = t (f, g), up to signs. The same
 * matrix applies to d and e, which represent f and g modulo m: 2^62 f = d a, 2^62 g = e a. At the end g is 0 and f is 1
 * or -1, so d is the inverse up to the sign and the factor 2^62.
 */
#include "ct/ct.h"
#include "kernels/bignum/division_steps.h"
#include "kernels/wide.h"

enum { LIMB = 62, GROUPS = 3, SPARE = LIMB - GROUPS * AB_DIVISION_STEPS };
#define LIMB_MASK (UINT64_MAX >> (64 - LIMB))

struct number {
    int64_t v[INVERT_LIMBS];
};

/* Return the product of the matrices: first, then second. */
static struct ab_division_matrix then(const struct ab_division_matrix *first, const struct ab_division_matrix *second)
{
    return (struct ab_division_matrix){
        second->u * first->u + second->v * first->q,
        second->u * first->v + second->v * first->r,
        second->q * first->u + second->r * first->q,
        second->q * first->v + second->r * first->r,
    };
}

/*
 * Run a batch, and return 1/2 - delta after it; start is 1/2 - delta before. The matrix is scaled by 2^SPARE to fill a
 * limb.
 */
static int steps(int start, uint64_t f, uint64_t g, struct ab_division_matrix *t)
{
    *t = (struct ab_division_matrix){ 1 << SPARE, 0, 0, 1 << SPARE };
    for (unsigned i = 0; i < GROUPS; i++) {
        struct ab_division_matrix group;
        uint64_t f0 = f, g0 = g;

        start = ab_division_steps(start, f, g, &group);
        f = ((uint64_t)group.u * f0 + (uint64_t)group.v * g0) >> AB_DIVISION_STEPS;
        g = ((uint64_t)group.q * f0 + (uint64_t)group.r * g0) >> AB_DIVISION_STEPS;
        *t = then(t, &group);
    }
    return start;
}

static int64_t low_limb(int128 x)
{
    return (int64_t)(s128_low(x) & LIMB_MASK);
}

/* Return x / 2^62 for |x| < 2^125, by a shift and a sum: shifts of two words are slow on many processors. */
static int64_t high_limb(int128 x)
{
    return (int64_t)(s128_high(x) * (1U << (64 - LIMB)) + (s128_low(x) >> LIMB));
}

/* out = (a f + b g) / 2^62, which is exact. */
static void combine(struct number *out, const struct number *f, const struct number *g, int64_t a, int64_t b)
{
    int64_t carry = high_limb(s128_mul_add(s128_mul(a, f->v[0]), b, g->v[0]));

    for (unsigned i = 1; i < INVERT_LIMBS; i++) {
        int128 sum = s128_add(s128_mul_add(s128_mul(a, f->v[i]), b, g->v[i]), s128(carry));

        out->v[i - 1] = low_limb(sum);
        carry = high_limb(sum);
    }
    out->v[INVERT_LIMBS - 1] = carry;
}

/* Return the c from -2^61 to 2^61 that makes sum + c m a multiple of 2^62. */
static int64_t clearing_factor(int128 sum, const struct INVERT_MODULUS *m)
{
    return (int64_t)((0 - s128_low(sum) * m->inverse) << (64 - LIMB)) >> (64 - LIMB);
}

/*
 * out = (a d + b e + c m) / 2^62, with the c from -2^61 to 2^61 that makes the division exact. So out exceeds the
 * larger of d and e by at most m / 2 if |a| + |b| is 2^62, and is below m if it is 1: all batches together need at most
 * five bits above m.
 */
static void combine_modulo(struct number *out, const struct number *d, const struct number *e, int64_t a, int64_t b,
                           const struct INVERT_MODULUS *m)
{
    int128 sum = s128_mul_add(s128_mul(a, d->v[0]), b, e->v[0]);
    int64_t c = clearing_factor(sum, m);
    int64_t carry = high_limb(s128_mul_add(sum, m->limb[0], c));

    for (unsigned i = 1; i < INVERT_LIMBS; i++) {
        sum = s128_add(s128_mul_add(s128_mul_add(s128_mul(a, d->v[i]), b, e->v[i]), m->limb[i], c), s128(carry));
        out->v[i - 1] = low_limb(sum);
        carry = high_limb(sum);
    }
    out->v[INVERT_LIMBS - 1] = carry;
}

/* Bring a from the range -m to m into 0 to m. */
static void normalise(struct number *a, const struct INVERT_MODULUS *m)
{
    int64_t carry = 0, negative = ab_ct_sign(a->v[INVERT_LIMBS - 1]);

    for (unsigned i = 0; i < INVERT_LIMBS; i++) {
        carry += a->v[i] + (m->limb[i] & negative);
        a->v[i] = carry & (int64_t)LIMB_MASK;
        carry >>= LIMB;
    }
}

/* Limb i begins at bit 62 i, word i at bit 64 i. A word has bits of at most two limbs, as there are fewer than 30. */
static void to_words(uint64_t r[INVERT_WORDS], const struct number *a)
{
    const uint64_t *v = (const uint64_t *)a->v;

    for (unsigned i = 0; i < INVERT_WORDS; i++) {
        unsigned limb = 64 * i / LIMB, shift = 64 * i % LIMB;

        r[i] = v[limb] >> shift | (limb + 1 < INVERT_LIMBS ? v[limb + 1] << (LIMB - shift) : 0);
    }
}

static void from_words(struct number *r, const uint64_t a[INVERT_WORDS])
{
    for (unsigned i = 0; i < INVERT_LIMBS; i++) {
        unsigned word = LIMB * i / 64, shift = LIMB * i % 64;
        uint64_t bits = word < INVERT_WORDS ? a[word] >> shift : 0;

        if (shift > 64 - LIMB && word + 1 < INVERT_WORDS)
            bits |= a[word + 1] << (64 - shift);
        r->v[i] = (int64_t)(bits & LIMB_MASK);
    }
}

static void invert(uint64_t r[INVERT_WORDS], const uint64_t a[INVERT_WORDS], const struct INVERT_MODULUS *m)
{
    struct number f, g, d = { { 0 } }, e = { { 0, 1 } }, f0, g0, d0, e0; /* e is 2^62 */
    struct ab_division_matrix t;
    int start = 0;

    for (unsigned i = 0; i < INVERT_LIMBS; i++)
        f.v[i] = m->limb[i];
    from_words(&g, a);
    for (unsigned i = 0; i < INVERT_BATCHES; i++) {
        f0 = f;
        g0 = g;
        d0 = d;
        e0 = e;
        start = steps(start, (uint64_t)f.v[0], (uint64_t)g.v[0], &t);
        combine(&f, &f0, &g0, t.u, t.v);
        combine(&g, &f0, &g0, t.q, t.r);
        combine_modulo(&d, &d0, &e0, t.u, t.v, m);
        combine_modulo(&e, &d0, &e0, t.q, t.r, m);
    }
    d0 = d;
    combine_modulo(&d, &d0, &d0, 1 | f.v[INVERT_LIMBS - 1] >> 63, 0, m);
    normalise(&d, m);
    to_words(r, &d);
    ab_wipe(&d, sizeof(d));
    ab_wipe(&e, sizeof(e));
    ab_wipe(&g, sizeof(g));
    ab_wipe(&d0, sizeof(d0));
    ab_wipe(&e0, sizeof(e0));
    ab_wipe(&g0, sizeof(g0));
    ab_wipe(&f0, sizeof(f0));
    ab_wipe(&t, sizeof(t));
}

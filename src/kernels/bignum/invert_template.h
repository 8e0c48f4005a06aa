/*
 * Division steps over a modulus of the length that the file which includes this says:
 *
 *     INVERT_WORDS, INVERT_LIMBS      64-bit words of a number, and limbs of 62 bits of one with a sign
 *     INVERT_BATCHES                  how many times 59 steps
 *     INVERT_MODULUS                  the struct of limb[INVERT_LIMBS] and inverse
 *
 * For b bits (45907 b + 26313) / 19929 steps are enough (B. S. Hvass, D. F. Aranha, B. Spitters, "High-assurance field
 * inversion for curve-based cryptography", 2021, sec. 3).
 *
 * Numbers are limbs of 62 bits in two's complement, all but the highest from 0 to 2^62. A batch of steps looks at
 * the lowest bits of f and g alone and gives the matrix t that they amount to: 2^62 (f', g') = t (f, g). The same
 * matrix takes d and e, which stand for f and g modulo m: f = d a, g = e a. In the end g is 0 and f is 1 or -1, so d is
 * the inverse but for the sign.
 */
#include "ct/ct.h"

enum { LIMB = 62, STEPS = 59, SPARE = LIMB - STEPS };
#define LIMB_MASK (UINT64_MAX >> (64 - LIMB))

__extension__ typedef __int128 int128;

struct number {
    int64_t v[INVERT_LIMBS];
};

struct matrix {
    int64_t u, v, q, r;
};

/*
 * 59 steps; the matrix is three bits larger than they make it, so that it fits the 62 of a limb. zeta is -(delta +
 * 1/2).
 */
static int64_t steps(int64_t zeta, uint64_t f, uint64_t g, struct matrix *t)
{
    uint64_t u = 1 << SPARE, v = 0, q = 0, r = 1 << SPARE;

    for (unsigned i = 0; i < STEPS; i++) {
        uint64_t negative = (uint64_t)(zeta >> 63), odd = 0 - (g & 1);

        g += ((f ^ negative) - negative) & odd;
        q += ((u ^ negative) - negative) & odd;
        r += ((v ^ negative) - negative) & odd;
        negative &= odd;
        zeta = (int64_t)((uint64_t)zeta ^ negative) - 1;
        f += g & negative;
        u += q & negative;
        v += r & negative;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    *t = (struct matrix){ (int64_t)u, (int64_t)v, (int64_t)q, (int64_t)r };
    return zeta;
}

static int64_t low_limb(int128 x)
{
    return (int64_t)((uint64_t)x & LIMB_MASK);
}

/* (a f + b g) / 2^62, which is exact. */
static void combine(struct number *out, const struct number *f, const struct number *g, int64_t a, int64_t b)
{
    int128 sum = (int128)a * f->v[0] + (int128)b * g->v[0];

    for (unsigned i = 1; i < INVERT_LIMBS; i++) {
        sum = (sum >> LIMB) + (int128)a * f->v[i] + (int128)b * g->v[i];
        out->v[i - 1] = low_limb(sum);
    }
    out->v[INVERT_LIMBS - 1] = (int64_t)(sum >> LIMB);
}

/*
 * The same modulo m, for d and e from -2m to m: a negative one counts as m more, and a multiple of m makes the lowest
 * limb vanish. The results are again from -2m to m.
 */
static void combine_modulo(struct number *out, const struct number *d, const struct number *e, int64_t a, int64_t b,
                           const struct INVERT_MODULUS *m)
{
    int64_t factor = (a & d->v[INVERT_LIMBS - 1] >> 63) + (b & e->v[INVERT_LIMBS - 1] >> 63);
    int128 sum = (int128)a * d->v[0] + (int128)b * e->v[0];

    factor -= (int64_t)(((uint64_t)sum * m->inverse + (uint64_t)factor) & LIMB_MASK);
    sum += (int128)m->limb[0] * factor;
    for (unsigned i = 1; i < INVERT_LIMBS; i++) {
        sum = (sum >> LIMB) + (int128)a * d->v[i] + (int128)b * e->v[i] + (int128)m->limb[i] * factor;
        out->v[i - 1] = low_limb(sum);
    }
    out->v[INVERT_LIMBS - 1] = (int64_t)(sum >> LIMB);
}

/* Each limb from 0 to 2^62 but the highest, which has the sign. */
static void carry(struct number *a)
{
    for (unsigned i = 0; i + 1 < INVERT_LIMBS; i++) {
        a->v[i + 1] += a->v[i] >> LIMB;
        a->v[i] &= (int64_t)LIMB_MASK;
    }
}

static void add_if(struct number *a, const struct INVERT_MODULUS *m, int64_t mask)
{
    for (unsigned i = 0; i < INVERT_LIMBS; i++)
        a->v[i] += m->limb[i] & mask;
    carry(a);
}

/* From -2m to m, negated if the mask is all ones, to 0 to m. */
static void normalise(struct number *a, int64_t negative, const struct INVERT_MODULUS *m)
{
    add_if(a, m, a->v[INVERT_LIMBS - 1] >> 63);
    for (unsigned i = 0; i < INVERT_LIMBS; i++)
        a->v[i] = (a->v[i] ^ negative) - negative;
    carry(a);
    add_if(a, m, a->v[INVERT_LIMBS - 1] >> 63);
}

/* Limb i begins at bit 62 i, word i at bit 64 i; a word has parts of two limbs, since there are less than 30. */
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
    struct number f, g, d = { { 0 } }, e = { { 1 } };
    int64_t zeta = -1;

    for (unsigned i = 0; i < INVERT_LIMBS; i++)
        f.v[i] = m->limb[i];
    from_words(&g, a);
    for (unsigned i = 0; i < INVERT_BATCHES; i++) {
        struct number f0 = f, g0 = g, d0 = d, e0 = e;
        struct matrix t;

        zeta = steps(zeta, (uint64_t)f.v[0], (uint64_t)g.v[0], &t);
        combine(&f, &f0, &g0, t.u, t.v);
        combine(&g, &f0, &g0, t.q, t.r);
        combine_modulo(&d, &d0, &e0, t.u, t.v, m);
        combine_modulo(&e, &d0, &e0, t.q, t.r, m);
    }
    normalise(&d, f.v[INVERT_LIMBS - 1] >> 63, m);
    to_words(r, &d);
    ab_wipe(&d, sizeof(d));
    ab_wipe(&e, sizeof(e));
    ab_wipe(&g, sizeof(g));
}

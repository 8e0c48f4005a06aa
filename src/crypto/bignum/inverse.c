/*
 * Division steps: D. J. Bernstein and B.-Y. Yang, "Fast constant-time gcd computation and modular inversion", 2019,
 * sec. 8 to 11.
 *
 * From f = n, g = a, delta = 1 a step goes to (1 - delta, g, (g - f) / 2) if delta > 0 and g is odd, else to (1 +
 * delta, f, (g + (g mod 2) f) / 2). By theorem 11.2 the numbers of steps below make g = 0, and f the greatest common
 * divisor but for its sign. Numbers are limbs of 62 bits in two's complement, all but the highest from 0 to 2^62. 62
 * steps look at the lowest limbs alone and give the matrix t that they amount to: 2^62 (f', g') = t (f, g). The same
 * takes d and e, for which f = d a and g = e a modulo n, so that in the end d is the inverse.
 */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"
#include "kernels/wide.h"

enum { LIMB = 62 };
#define LIMB_MASK (UINT64_MAX >> (64 - LIMB))

struct matrix {
    int64_t u, v, q, r;
};

/* Arrays of one length. */
struct state {
    size_t num_limbs;
    uint64_t n_inverse; /* -1/n modulo 2^64 */
    int64_t *f, *g, *d, *e, *n;
};

static size_t num_steps(size_t num_bits)
{
    return (49 * num_bits + (num_bits < 46 ? 80 : 57)) / 17;
}

/* Work on f and g modulo 2^64: bits lost at the top do not reach the lowest bit within LIMB steps. */
static int64_t divide(int64_t delta, uint64_t f, uint64_t g, struct matrix *t)
{
    uint64_t u = 1, v = 0, q = 0, r = 1;

    for (unsigned i = 0; i < LIMB; i++) {
        uint64_t odd = ab_ct_mask(g & 1), swap = ab_ct_barrier((uint64_t)((0 - delta) >> 63) & odd);

        g += ((f ^ swap) - swap) & odd;
        q += ((u ^ swap) - swap) & odd;
        r += ((v ^ swap) - swap) & odd;
        f += g & swap; /* g - f is there already: f + (g - f) = g */
        u += q & swap;
        v += r & swap;
        delta = (int64_t)(((uint64_t)delta ^ swap) - swap) + 1;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    *t = (struct matrix){ (int64_t)u, (int64_t)v, (int64_t)q, (int64_t)r };
    return delta;
}

static int64_t low_limb(int128 x)
{
    return (int64_t)(s128_low(x) & LIMB_MASK);
}

/* (f, g) = t (f, g) / 2^62, which is exact. */
static void combine(const struct state *s, const struct matrix *t)
{
    int128 f = s128_mul_add(s128_mul(t->u, s->f[0]), t->v, s->g[0]),
           g = s128_mul_add(s128_mul(t->q, s->f[0]), t->r, s->g[0]);

    for (size_t i = 1; i < s->num_limbs; i++) {
        f = s128_mul_add(s128_mul_add(s128_right(f, LIMB), t->u, s->f[i]), t->v, s->g[i]);
        g = s128_mul_add(s128_mul_add(s128_right(g, LIMB), t->q, s->f[i]), t->r, s->g[i]);
        s->f[i - 1] = low_limb(f);
        s->g[i - 1] = low_limb(g);
    }
    s->f[s->num_limbs - 1] = (int64_t)s128_low(s128_right(f, LIMB));
    s->g[s->num_limbs - 1] = (int64_t)s128_low(s128_right(g, LIMB));
}

/* Return the multiple of n to add to a d + b e: n more for a negative d or e, and what makes the lowest limb zero. */
static int64_t multiple(const struct state *s, int64_t a, int64_t b, int128 lowest)
{
    size_t top = s->num_limbs - 1;
    int64_t for_d = a & ab_ct_sign(s->d[top]), for_e = b & ab_ct_sign(s->e[top]);
    int64_t factor = for_d + for_e;

    return factor - (int64_t)(((uint64_t)factor - s128_low(lowest) * s->n_inverse) & LIMB_MASK);
}

/* (d, e) = t (d, e) / 2^62 modulo n; both are from -2n to n, before and after. */
static void combine_modulo(const struct state *s, const struct matrix *t)
{
    int128 d = s128_mul_add(s128_mul(t->u, s->d[0]), t->v, s->e[0]),
           e = s128_mul_add(s128_mul(t->q, s->d[0]), t->r, s->e[0]);
    int64_t for_d = multiple(s, t->u, t->v, d), for_e = multiple(s, t->q, t->r, e);

    d = s128_mul_add(d, s->n[0], for_d);
    e = s128_mul_add(e, s->n[0], for_e);
    for (size_t i = 1; i < s->num_limbs; i++) {
        d = s128_mul_add(s128_mul_add(s128_mul_add(s128_right(d, LIMB), t->u, s->d[i]), t->v, s->e[i]), s->n[i], for_d);
        e = s128_mul_add(s128_mul_add(s128_mul_add(s128_right(e, LIMB), t->q, s->d[i]), t->r, s->e[i]), s->n[i], for_e);
        s->d[i - 1] = low_limb(d);
        s->e[i - 1] = low_limb(e);
    }
    s->d[s->num_limbs - 1] = (int64_t)s128_low(s128_right(d, LIMB));
    s->e[s->num_limbs - 1] = (int64_t)s128_low(s128_right(e, LIMB));
}

static void carry(int64_t *a, size_t num_limbs)
{
    for (size_t i = 0; i + 1 < num_limbs; i++) {
        a[i + 1] += a[i] >> LIMB;
        a[i] &= (int64_t)LIMB_MASK;
    }
}

static void add_n_if_negative(const struct state *s)
{
    int64_t mask = ab_ct_sign(s->d[s->num_limbs - 1]);

    for (size_t i = 0; i < s->num_limbs; i++)
        s->d[i] += s->n[i] & mask;
    carry(s->d, s->num_limbs);
}

/* Give d the sign of f, and bring it into the range from 0 to n. */
static void normalise(const struct state *s)
{
    int64_t negative = ab_ct_sign(s->f[s->num_limbs - 1]);

    add_n_if_negative(s);
    for (size_t i = 0; i < s->num_limbs; i++)
        s->d[i] = (s->d[i] ^ negative) - negative;
    carry(s->d, s->num_limbs);
    add_n_if_negative(s);
}

/* Return a mask: f is 1 or -1. */
static uint64_t is_unit(const struct state *s)
{
    uint64_t negative = (uint64_t)ab_ct_sign(s->f[s->num_limbs - 1]), difference = 0;

    for (size_t i = 0; i + 1 < s->num_limbs; i++)
        difference |= (uint64_t)s->f[i] ^ (negative & LIMB_MASK) ^ (i == 0 ? ~negative & 1 : 0);
    return ab_ct_is_zero(difference | ((uint64_t)s->f[s->num_limbs - 1] ^ negative));
}

static void from_words(int64_t *limbs, size_t num_limbs, const uint64_t *words, size_t num_words)
{
    for (size_t i = 0; i < num_limbs; i++) {
        size_t word = LIMB * i / 64, shift = LIMB * i % 64;
        uint64_t low = word < num_words ? words[word] >> shift : 0;
        uint64_t high = shift > 2 && word + 1 < num_words ? words[word + 1] << (64 - shift) : 0;

        limbs[i] = (int64_t)((low | high) & LIMB_MASK);
    }
}

static void to_words(uint64_t *words, size_t num_words, const int64_t *limbs, size_t num_limbs)
{
    for (size_t i = 0; i < num_words; i++) {
        size_t limb = 64 * i / LIMB, shift = 64 * i % LIMB;

        words[i] = (uint64_t)limbs[limb] >> shift;
        if (limb + 1 < num_limbs)
            words[i] |= (uint64_t)limbs[limb + 1] << (LIMB - shift);
    }
}

static void run(struct state *s, size_t num_bits)
{
    int64_t delta = 1;

    for (size_t num = (num_steps(num_bits) + LIMB - 1) / LIMB; num > 0; num--) {
        struct matrix t;

        delta = divide(delta, (uint64_t)s->f[0], (uint64_t)s->g[0], &t);
        combine(s, &t);
        combine_modulo(s, &t);
    }
    normalise(s);
}

int ab_mod_inverse(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, uint64_t *exists)
{
    size_t num_limbs = 64 * m->num_words / LIMB + 1, len = 5 * num_limbs * sizeof(int64_t);
    int64_t *limbs = calloc(1, len);
    struct state s = { num_limbs,
                       m->n_inverse,
                       limbs,
                       limbs + num_limbs,
                       limbs + 2 * num_limbs,
                       limbs + 3 * num_limbs,
                       limbs + 4 * num_limbs };

    if (limbs == NULL)
        return 0;
    from_words(s.n, num_limbs, m->n, m->num_words);
    from_words(s.g, num_limbs, a, m->num_words);
    memcpy(s.f, s.n, num_limbs * sizeof(*s.f));
    s.e[0] = 1;
    run(&s, 64 * m->num_words);
    *exists = is_unit(&s);
    to_words(r, m->num_words, s.d, num_limbs);
    for (size_t i = 0; i < m->num_words; i++)
        r[i] &= *exists;
    ab_wipe(limbs, len);
    free(limbs);
    return 1;
}

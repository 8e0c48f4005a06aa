/*
 * The field of 2^255 - 19 for several keys in step, one element in each lane of 64 bits. The file that includes this
 * defines before LANES, NUM_LIMBS, SUMS_ARE_CARRIED and limb_offset(i), the bit at which limb i begins; and after ONE,
 * add_19_times and, with r an argument,
 *
 *     fe_mul (r, a, b)    fe_sqr (r, a)    fe_mul_small (r, a, n) for n below 2^32
 *
 * Bounds: the file that includes this says what limbs a carried element has. The three functions take what fe_add and
 * fe_sub return, and return carried elements. All is secret.
 */
#ifndef AB_KERNELS_CURVE25519_FE25519_BATCH_TEMPLATE_H
# define AB_KERNELS_CURVE25519_FE25519_BATCH_TEMPLATE_H

# include <string.h>

# include "ct/ct.h"
# include "kernels/curve25519/base_table.h"
# include "kernels/inline.h"

# define fe fe_batch /* fe25519.h defines struct fe for one element */
# define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

typedef uint64_t vec __attribute__((vector_size(8 * LANES)));

struct fe {
    vec v[NUM_LIMBS];
};

INLINE unsigned limb_bits(unsigned i)
{
    return limb_offset(i + 1) - limb_offset(i);
}

INLINE uint64_t limb_mask(unsigned i)
{
    return ((uint64_t)1 << limb_bits(i)) - 1;
}

/* sum + 19 x, for x below 2^52 / 19 (IFMA multiplies 52 bits and keeps the lower half). */
INLINE vec add_19_times(vec sum, vec x);

/* mask ? a : b, bit by bit. */
INLINE vec vec_select(vec mask, vec a, vec b)
{
    return b ^ (mask & (a ^ b));
}

INLINE vec vec_load(const uint64_t lane[LANES])
{
    vec r;

    memcpy(&r, lane, sizeof(r));
    return r;
}

static const struct fe ZERO;

/* Carry a once: each limb to the next, the highest to limb 0 with 19. */
INLINE void fe_carry(struct fe *a)
{
    vec over[NUM_LIMBS];

    EACH(i)
    over[i] = a->v[i] >> limb_bits(i);
    EACH(i)
    a->v[i] &= limb_mask(i);
    a->v[0] = add_19_times(a->v[0], over[NUM_LIMBS - 1]);
    UNROLL for (unsigned i = 1; i < NUM_LIMBS; i++)
        a->v[i] += over[i - 1];
}

/* r = a + b, for carried elements, or one of them a sum of two. */
INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    EACH(i)
        r->v[i] = a->v[i] + b->v[i];
    if (SUMS_ARE_CARRIED)
        fe_carry(r);
}

/* r = a - b + 8p, carried; 8p keeps limbs positive. a and b: carried, or sums of two. */
INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    EACH(i)
        r->v[i] = a->v[i] + 8 * (limb_mask(i) - (i == 0 ? 18 : 0)) - b->v[i];
    fe_carry(r);
}

/* r = a in the lanes of the mask. */
INLINE void fe_select(struct fe *r, const struct fe *a, vec mask)
{
    EACH(i)
        r->v[i] = vec_select(mask, a->v[i], r->v[i]);
}

INLINE void fe_cswap(struct fe *a, struct fe *b, vec mask)
{
    EACH(i) {
        vec x = mask & (a->v[i] ^ b->v[i]);

        a->v[i] ^= x;
        b->v[i] ^= x;
    }
}

/* Limb i of the 256 bits in four words. */
INLINE vec cut_limb(const vec w[4], unsigned i)
{
    unsigned at = limb_offset(i) / 64, shift = limb_offset(i) % 64;
    vec bits = w[at] >> shift;

    if (shift + limb_bits(i) > 64 && at < 3)
        bits |= w[at + 1] << (64 - shift);
    return bits & limb_mask(i);
}

/* From four words, least significant first; bit 255 is ignored. */
INLINE void fe_from_words(struct fe *r, const vec w[4])
{
    EACH(i)
        r->v[i] = cut_limb(w, i);
}

/* w[j] = word j of the 32 bytes of each lane. */
static void load_words(vec w[4], const uint8_t (*bytes)[32])
{
    uint64_t word[4][LANES];

    for (unsigned i = 0; i < LANES; i++)
        for (unsigned j = 0; j < 4; j++)
            memcpy(&word[j][i], bytes[i] + 8 * j, 8);
    for (unsigned j = 0; j < 4; j++)
        w[j] = vec_load(word[j]);
    ab_wipe(word, sizeof(word));
}

/* Carry each limb to the next, one after another; return what exceeds 2^255. */
static vec fe_carry_through(struct fe *a)
{
    vec over = { 0 };

    for (unsigned i = 0; i < NUM_LIMBS; i++) {
        a->v[i] += over;
        over = a->v[i] >> limb_bits(i);
        a->v[i] &= limb_mask(i);
    }
    return over;
}

/* r = a mod p. */
static void fe_reduce_fully(struct fe *r, const struct fe *a)
{
    struct fe above;
    vec over;

    *r = *a;
    over = fe_carry_through(r);
    r->v[0] = add_19_times(r->v[0], over);
    over = fe_carry_through(r);
    r->v[0] = add_19_times(r->v[0], over); /* below 2^255 now, except for v[0] */
    fe_carry_through(r);
    above = *r;
    above.v[0] += 19;
    fe_select(r, &above, 0 - (fe_carry_through(&above) & 1)); /* subtract p where a was p or more */
}

static void fe_store(uint8_t (*bytes)[32], const struct fe *a)
{
    uint64_t limb[LANES];
    struct fe t;

    fe_reduce_fully(&t, a);
    memset(bytes, 0, 32 * LANES);
    for (unsigned i = 0; i < NUM_LIMBS; i++) {
        memcpy(limb, &t.v[i], sizeof(limb));
        for (unsigned lane = 0; lane < LANES; lane++) {
            unsigned at = limb_offset(i) / 8;
            uint64_t word = 0;

            memcpy(&word, bytes[lane] + at, at + 8 <= 32 ? 8 : 32 - at);
            word |= limb[lane] << limb_offset(i) % 8; /* 51 bits at most, and 7 */
            memcpy(bytes[lane] + at, &word, at + 8 <= 32 ? 8 : 32 - at);
        }
    }
    ab_wipe(limb, sizeof(limb));
}

/* Return a mask: a mod p is odd. */
static vec fe_is_odd(const struct fe *a)
{
    struct fe t;

    fe_reduce_fully(&t, a);
    return 0 - (t.v[0] & 1);
}

#endif

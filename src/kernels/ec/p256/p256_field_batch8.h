/*
 * The field of P-256 for eight keys in step with AVX-512 IFMA, for weierstrass_batch8_template.h: one element a lane,
 * limbs and bounds as in p256_limbs_template.h. Factors must be carried; products are not, so that what is added to
 * them is carried with them. All is secret.
 */
#ifndef AB_KERNELS_EC_P256_FIELD_BATCH8_H
# define AB_KERNELS_EC_P256_FIELD_BATCH8_H

# include "kernels/ec/p256/p256_field.h"

# include "kernels/bignum/ifma_vec8.h"
# include "kernels/ec/p256/p256_base_row.h"
# include "kernels/ec/p256/p256_limbs_template.h"

/* A product before its reduction: column i weighs 2^(52 i). */
struct wide {
    vec c[2 * NUM_LIMBS];
};

/* Column i sums the low halves of a.v[j] b.v[i - j] and the high halves of a.v[j] b.v[i - 1 - j]. */
INLINE struct wide wide_mul(struct fes a, struct fes b)
{
    struct wide r = { 0 };

    EACH(i)
    UNROLL for (unsigned j = 0; j < NUM_LIMBS; j++) {
            r.c[i + j] = vec_madd_low(r.c[i + j], a.v[i], b.v[j]);
            r.c[i + j + 1] = vec_madd_high(r.c[i + j + 1], a.v[i], b.v[j]);
        }
    return r;
}

/* Each product of two different limbs is made once and doubled. */
INLINE struct wide wide_sqr(struct fes a)
{
    struct wide r = { 0 };

    EACH(i)
        UNROLL for (unsigned j = i + 1; j < NUM_LIMBS; j++) {
            r.c[i + j] = vec_madd_low(r.c[i + j], a.v[i], a.v[j]);
            r.c[i + j + 1] = vec_madd_high(r.c[i + j + 1], a.v[i], a.v[j]);
        }
    UNROLL for (unsigned i = 1; i < 2 * NUM_LIMBS - 1; i++)
        r.c[i] += r.c[i];
    EACH(i) {
        r.c[2 * i] = vec_madd_low(r.c[2 * i], a.v[i], a.v[i]);
        r.c[2 * i + 1] = vec_madd_high(r.c[2 * i + 1], a.v[i], a.v[i]);
    }
    return r;
}

/* Cancel column c[0] by a multiple of p, and carry what is above 2^52 of it to c[1]. */
INLINE void reduce_limb(vec *c)
{
    const vec p1 = vec_set1(PRIME_AND_1[1]), p3 = vec_set1(PRIME_AND_1[3]), p4 = vec_set1(PRIME_AND_1[4]);

    c[1] = vec_madd_low(c[1] + (c[0] >> LIMB), c[0], p1);
    c[2] = vec_madd_high(c[2], c[0], p1);
    c[3] = vec_madd_low(c[3], c[0], p3);
    c[4] = vec_madd_low(vec_madd_high(c[4], c[0], p3), c[0], p4);
    c[5] = vec_madd_high(c[5], c[0], p4);
}

INLINE struct fes upper_half(struct wide a)
{
    struct fes r;

    EACH(i)
        r.v[i] = a.c[NUM_LIMBS + i];
    return r;
}

/* a / 2^260 modulo p, not carried. */
INLINE struct fes reduce(struct wide a)
{
    EACH(i)
        reduce_limb(a.c + i);
    return upper_half(a);
}

/* Reduce two products at once: each column depends on the one below, so two chains run in parallel. */
INLINE void reduce_two(struct fes *r, struct fes *s, struct wide a, struct wide b)
{
    EACH(i) {
        reduce_limb(a.c + i);
        reduce_limb(b.c + i);
    }
    *r = upper_half(a);
    *s = upper_half(b);
}

INLINE struct fes fes_mul(struct fes a, struct fes b)
{
    return reduce(wide_mul(a, b));
}

INLINE struct fes fes_sqr(struct fes a)
{
    return reduce(wide_sqr(a));
}

/* The same number in every lane. */
INLINE struct fes fes_constant(const uint64_t limb[NUM_LIMBS])
{
    struct fes r;

    EACH(i)
        r.v[i] = vec_set1(limb[i]);
    return r;
}

INLINE struct fes fes_one(void)
{
    static const uint64_t one[NUM_LIMBS] = { 0x10, 0xf000000000000, 0xfffffffffffff, 0xffeffffffffff, 0xfffff };

    return fes_constant(one);
}

/* ---- multiples of the base point ---- */

/*
 * X and 2Y of the entry at the place of each lane, of row i of the table, which has the factor 2^256 where this field
 * has 2^260: X is multiplied by 16, Y by 32. Carried, below 16 p and 1.01 p.
 */
INLINE void fes_base(struct fes *x, struct fes *w, unsigned i, vec place)
{
    vec word[2 * NUM_WORDS];

    UNROLL for (unsigned k = 0; k < 2 * NUM_WORDS; k++)
        word[k] = base_word(i, k, place);
    *x = fes_shifted(word, 4);
    *w = fes_fold(fes_shifted(word + NUM_WORDS, 5));
}

/* ---- plain form ---- */

/* From plain form, below 2^256; carried, at most 1.07 p. */
static struct fes fes_from_words(const vec w[NUM_WORDS])
{
    /* 2^520 */
    static const uint64_t square[NUM_LIMBS] = { 0x300, 0xffffffff00000, 0xffffefffffffb, 0xfdfffffffffff, 0x4ffffff };
    const vec mask = vec_set1(LIMB_MASK);
    const struct fes plain = { { w[0] & mask, (w[0] >> 52 | w[1] << 12) & mask, (w[1] >> 40 | w[2] << 24) & mask,
                                 (w[2] >> 28 | w[3] << 36) & mask, w[3] >> 16 } };

    return fes_carry(fes_mul(plain, fes_constant(square)));
}

/* a / 2^260 modulo p, from 0 to p, for a carried a: 0 for a = 0, p for any other multiple of p. */
static struct fes divide_by_factor(struct fes a)
{
    struct wide r = { 0 };

    EACH(i)
        r.c[i] = a.v[i];
    return fes_carry(reduce(r));
}

/* The mask of lanes whose limbs are those of k p. */
INLINE __mmask8 is_multiple(struct fes a, uint64_t k)
{
    const struct fes multiple = fes_multiple(k);
    vec differs = { 0 };

    EACH(i)
        differs |= a.v[i] ^ multiple.v[i];
    return _mm512_testn_epi64_mask((__m512i)differs, (__m512i)differs);
}

/* The mask of lanes that are 0 modulo p, for a carried a. */
static __mmask8 fes_is_zero(struct fes a)
{
    const struct fes t = divide_by_factor(a);

    return is_multiple(t, 0) | is_multiple(t, 1);
}

/* w[i] = word i of each lane in plain form, below p, for a carried a. */
static void fes_to_words(vec w[NUM_WORDS], struct fes a)
{
    struct fes t = divide_by_factor(a);
    const __mmask8 is_prime = is_multiple(t, 1);

    EACH(i)
        t.v[i] = vec_take_in(is_prime, t.v[i], vec_set1(0));
    w[0] = t.v[0] | t.v[1] << 52;
    w[1] = t.v[1] >> 12 | t.v[2] << 40;
    w[2] = t.v[2] >> 24 | t.v[3] << 28;
    w[3] = t.v[3] >> 36 | t.v[4] << 16;
}

#endif

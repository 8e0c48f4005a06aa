/*
 * Poly1305 (RFC 8439 sec. 2.5) of many blocks with AVX-512 IFMA: GROUP_VECS vectors of eight blocks between two
 * reductions.
 *
 * Numbers are in limbs of 44, 44 and 42 bits, n = n0 + 2^44 n1 + 2^88 n2, a number in each lane. 2^132 = 20 mod p, so
 * the product of a and f has the limbs
 *
 *   a0 f0 + a1 20 f2 + a2 20 f1,   a0 f1 + a1 f0 + a2 20 f2,   a0 f2 + a1 f1 + a2 f0.
 *
 * VPMADD52LUQ and VPMADD52HUQ add the low 52 bits of such a product and the bits above. The latter belong to the next
 * limb, times 2^(52 - 44).
 *
 * Lane j accumulates the blocks j, j + 8, j + 16 ... with powers of r^8. At the end it is multiplied by r^(8 - j), and
 * the lanes are added up. If the number of blocks is no multiple of 8 the first vector lacks its first blocks. Blocks
 * come in the lanes in the order 0 4 1 5 2 6 3 7, since unpacking leaves them so.
 *
 * Bounds: after eight_carry limbs are below 2^44 + 2^20, 2^44 and 2^42; twenty times as much is below 2^49. A block
 * with what was absorbed before it is below 2^45 in each limb. So products are below 2^45 2^49, their upper parts below
 * 2^42, and the sums of a group, of 3 GROUP_VECS products, below 12 2^52 + 2^45 < 2^56 and 12 2^42 < 2^46.
 */
#ifndef AB_KERNELS_POLY1305_IFMA_H
# define AB_KERNELS_POLY1305_IFMA_H

# include <immintrin.h>

# include "kernels/chacha/chacha_message.h"

enum { LIMBS = 3, LANES = 8, GROUP_VECS = 4, LANES_LEN = LANES * AB_POLY1305_BLOCK };

typedef __m512i eight;

/* A number in each lane. */
struct eight_numbers {
    eight limb[LIMBS];
};

/* f, and twenty times its limbs 1 and 2. */
struct eight_factor {
    struct eight_numbers f;
    eight f20[LIMBS - 1];
};

/* The low and the upper parts of products, limb by limb. */
struct eight_sums {
    eight low[LIMBS], high[LIMBS];
};

/* power[i] is r^(8 (i + 1)) in all lanes, and last has r^8 to r in the order of the blocks in lanes. */
struct poly_table {
    struct eight_factor power[GROUP_VECS], last;
    uint64_t is_set, unused[7];
};

_Static_assert(sizeof(struct poly_table) % AB_CHACHA20_BLOCK == 0, "the table is wiped in blocks");

INLINE eight eight_all(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

INLINE eight eight_mask(unsigned bits)
{
    return eight_all(((uint64_t)1 << bits) - 1);
}

INLINE eight eight_times_5(eight a)
{
    return _mm512_add_epi64(a, _mm512_slli_epi64(a, 2));
}

/* sums += a f */
INLINE void eight_multiply(struct eight_sums *sums, const struct eight_numbers *a, const struct eight_factor *f)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++) {
        UNROLL for (unsigned j = 0; j < LIMBS; j++) {
            const eight b = i + j < LIMBS ? f->f.limb[j] : f->f20[j - 1];
            const unsigned k = (i + j) % LIMBS;

            sums->low[k] = _mm512_madd52lo_epu64(sums->low[k], a->limb[i], b);
            sums->high[k] = _mm512_madd52hi_epu64(sums->high[k], a->limb[i], b);
        }
    }
}

/*
 * out := the number whose parts these are: low ones below 2^56, upper ones below 2^46. What limb 2 has beyond 42 bits
 * returns as five times as much.
 */
INLINE void eight_carry(struct eight_numbers *out, const struct eight_sums *sums)
{
    const eight top = eight_times_5(_mm512_slli_epi64(sums->high[2], 10));
    const eight limb0 = _mm512_add_epi64(sums->low[0], top);
    const eight limb1 = _mm512_add_epi64(_mm512_add_epi64(sums->low[1], _mm512_slli_epi64(sums->high[0], 8)),
                                         _mm512_srli_epi64(limb0, 44));
    const eight limb2 = _mm512_add_epi64(_mm512_add_epi64(sums->low[2], _mm512_slli_epi64(sums->high[1], 8)),
                                         _mm512_srli_epi64(limb1, 44));

    out->limb[0] = _mm512_add_epi64(_mm512_and_si512(limb0, eight_mask(44)),
                                    eight_times_5(_mm512_srli_epi64(limb2, 42)));
    out->limb[1] = _mm512_and_si512(limb1, eight_mask(44));
    out->limb[2] = _mm512_and_si512(limb2, eight_mask(42));
}

/* out := a f */
INLINE void eight_product(struct eight_numbers *out, const struct eight_numbers *a, const struct eight_factor *f)
{
    struct eight_sums sums = { 0 };

    eight_multiply(&sums, a, f);
    eight_carry(out, &sums);
}

INLINE void eight_set_factor(struct eight_factor *out, const struct eight_numbers *a)
{
    out->f = *a;
    UNROLL for (unsigned i = 1; i < LIMBS; i++)
        out->f20[i - 1] = _mm512_slli_epi64(eight_times_5(a->limb[i]), 2);
}

/* out := lane 0 of a in all lanes. */
INLINE void eight_set_power(struct eight_factor *out, const struct eight_numbers *a)
{
    struct eight_numbers first;

    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        first.limb[i] = _mm512_broadcastq_epi64(_mm512_castsi512_si128(a->limb[i]));
    eight_set_factor(out, &first);
}

/* Lanes of a are replaced by those of b. */
INLINE void eight_replace(struct eight_numbers *a, __mmask8 lanes, const struct eight_numbers *b)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        a->limb[i] = _mm512_mask_mov_epi64(a->limb[i], lanes, b->limb[i]);
}

/* Make the table: in turn r and r^2, r to r^4, r to r^8, r^16, r^24 and r^32. */
NOINLINE void poly_table_set(struct poly_table *t, const uint64_t r[2])
{
    const uint64_t words[3] = { r[0], r[1], 0 };
    struct eight_numbers a, product;
    struct eight_factor f;
    uint64_t limbs[LIMBS];

    poly_split(limbs, words);
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        a.limb[i] = eight_all(limbs[i]);
    eight_set_factor(&f, &a);
    eight_product(&product, &a, &f);
    eight_set_factor(&f, &product); /* r^2 */
    eight_replace(&a, 0x33, &product);
    eight_product(&product, &a, &f);
    eight_set_power(&f, &product); /* r^4 */
    eight_replace(&a, 0x0f, &product);
    eight_product(&product, &a, &f);
    eight_replace(&a, 0x55, &product);
    eight_set_factor(&t->last, &a);
    eight_set_power(&t->power[0], &a);
    eight_product(&a, &t->power[0].f, &t->power[0]);
    eight_set_factor(&t->power[1], &a);
    eight_product(&product, &a, &t->power[0]);
    eight_set_factor(&t->power[2], &product);
    eight_product(&product, &a, &t->power[1]);
    eight_set_factor(&t->power[3], &product);
    t->is_set = 1;
}

/* out := blocks in limbs, from those of their words, without the bit beyond each block. */
INLINE void eight_split(struct eight_numbers *out, eight first, eight second)
{
    const eight low = _mm512_unpacklo_epi64(first, second), high = _mm512_unpackhi_epi64(first, second);

    out->limb[0] = _mm512_and_si512(low, eight_mask(44));
    out->limb[1] = _mm512_and_si512(_mm512_or_si512(_mm512_srli_epi64(low, 44), _mm512_slli_epi64(high, 20)),
                                    eight_mask(44));
    out->limb[2] = _mm512_srli_epi64(high, 24);
}

INLINE void eight_load(struct eight_numbers *out, const uint8_t *in)
{
    eight_split(out, _mm512_loadu_si512((const void *)in), _mm512_loadu_si512((const void *)(in + 64)));
    out->limb[2] = _mm512_or_si512(out->limb[2], eight_all((uint64_t)1 << 40));
}

/* Likewise of the first num blocks, 1 to 8, as the last of the eight; h is added to the first of them. */
INLINE void eight_load_first(struct eight_numbers *out, const uint8_t *in, size_t num, const uint64_t h[3])
{
    const eight order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), first = eight_all(LANES - num);
    const uint8_t *from = (const uint8_t *)((uintptr_t)in - AB_POLY1305_BLOCK * (LANES - num));
    const unsigned words = 0xffffu << 2 * (LANES - num);
    uint64_t limbs[LIMBS];

    eight_split(out, _mm512_maskz_loadu_epi64((__mmask8)words, (const void *)from),
                _mm512_maskz_loadu_epi64((__mmask8)(words >> 8), (const void *)(from + 64)));
    out->limb[2] = _mm512_mask_or_epi64(out->limb[2], _mm512_cmpge_epi64_mask(order, first), out->limb[2],
                                        eight_all((uint64_t)1 << 40));
    poly_split(limbs, h);
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        out->limb[i] = _mm512_mask_add_epi64(out->limb[i], _mm512_cmpeq_epi64_mask(order, first), out->limb[i],
                                             eight_all(limbs[i]));
}

/* sums += a, of limbs below 2^45 */
INLINE void eight_add(struct eight_sums *sums, const struct eight_numbers *a)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        sums->low[i] = _mm512_add_epi64(sums->low[i], a->limb[i]);
}

/* a := a r^8 + the first vector, and the following num - 1 ones, num at most GROUP_VECS. */
INLINE void poly_first_group(struct eight_numbers *a, const struct poly_table *t, const uint8_t *in, size_t num)
{
    struct eight_sums sums = { 0 };

    LOOP for (; num > 1; num--, in += LANES_LEN) {
        eight_multiply(&sums, a, &t->power[num - 2]);
        eight_load(a, in);
    }
    eight_add(&sums, a);
    eight_carry(a, &sums);
}

/* a := a r^32 + m_0 r^24 + m_1 r^16 + m_2 r^8 + m_3. The product with a comes last, since a is ready last. */
INLINE void poly_group(struct eight_numbers *a, const struct poly_table *t, const uint8_t *in)
{
    struct eight_sums sums = { 0 };
    struct eight_numbers m;

    UNROLL for (unsigned i = 0; i < GROUP_VECS - 1; i++) {
        eight_load(&m, in + LANES_LEN * i);
        eight_multiply(&sums, &m, &t->power[GROUP_VECS - 2 - i]);
    }
    eight_load(&m, in + LANES_LEN * (GROUP_VECS - 1));
    eight_add(&sums, &m);
    eight_multiply(&sums, a, &t->power[GROUP_VECS - 1]);
    eight_carry(a, &sums);
}

/*
 * h := sum[0] + 2^44 sum[1] + 2^88 sum[2], sums of eight limbs, so below 2^48. Its bits from 2^130 on return as five
 * times as much.
 */
INLINE void eight_join(uint64_t h[3], const uint64_t sum[LIMBS])
{
    uint64_t middle, top;
    uint128 d = u128_add(u128(sum[0]), u128_left(u128(sum[1]), 44));

    h[0] = u128_low(d);
    middle = u128_high(d);
    d = u128_add(u128(middle), u128_left(u128(sum[2]), 24));
    h[1] = u128_low(d);
    top = u128_high(d);
    poly_fold_top(h, top);
}

/* Absorb num blocks, at least 1. */
NOINLINE void poly_blocks(const struct poly_table *t, struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    const size_t first = (num - 1) % LANES + 1, vecs = (num - first) / LANES + 1, begin = (vecs - 1) % GROUP_VECS + 1;
    struct eight_numbers a, product;
    uint64_t sum[LIMBS];

    eight_load_first(&a, in, first, p->h);
    in += AB_POLY1305_BLOCK * first;
    poly_first_group(&a, t, in, begin);
    in += LANES_LEN * (begin - 1);
    for (num = (vecs - begin) / GROUP_VECS; num != 0; num--, in += GROUP_VECS * LANES_LEN) {
        __asm__("" : "+r"(t)); /* the table stays where it is: compilers would load all of it and spill it */
        poly_group(&a, t, in);
    }
    eight_product(&product, &a, &t->last);
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        sum[i] = (uint64_t)_mm512_reduce_add_epi64(product.limb[i]);
    eight_join(p->h, sum);
}

#endif

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

typedef __m512i eight_vec;

INLINE eight_vec eight_all(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

INLINE eight_vec eight_plus(eight_vec a, eight_vec b)
{
    return _mm512_add_epi64(a, b);
}

INLINE eight_vec eight_and(eight_vec a, eight_vec b)
{
    return _mm512_and_si512(a, b);
}

INLINE eight_vec eight_left(eight_vec a, unsigned n)
{
    return _mm512_slli_epi64(a, n);
}

INLINE eight_vec eight_right(eight_vec a, unsigned n)
{
    return _mm512_srli_epi64(a, n);
}

INLINE eight_vec eight_madd_low(eight_vec sum, eight_vec a, eight_vec b)
{
    return _mm512_madd52lo_epu64(sum, a, b);
}

INLINE eight_vec eight_madd_high(eight_vec sum, eight_vec a, eight_vec b)
{
    return _mm512_madd52hi_epu64(sum, a, b);
}

# define OF(name) eight_##name
# include "kernels/chacha/poly1305_ifma_template.h"
# undef OF

/* Four lanes, for the powers of r: half as wide, an instruction takes less time where it is split over two units. */
typedef __m256i four_vec;

INLINE four_vec four_all(uint64_t word)
{
    return _mm256_set1_epi64x((long long)word);
}

INLINE four_vec four_plus(four_vec a, four_vec b)
{
    return _mm256_add_epi64(a, b);
}

INLINE four_vec four_and(four_vec a, four_vec b)
{
    return _mm256_and_si256(a, b);
}

INLINE four_vec four_left(four_vec a, unsigned n)
{
    return _mm256_slli_epi64(a, (int)n);
}

INLINE four_vec four_right(four_vec a, unsigned n)
{
    return _mm256_srli_epi64(a, (int)n);
}

INLINE four_vec four_madd_low(four_vec sum, four_vec a, four_vec b)
{
    return _mm256_madd52lo_epu64(sum, a, b);
}

INLINE four_vec four_madd_high(four_vec sum, four_vec a, four_vec b)
{
    return _mm256_madd52hi_epu64(sum, a, b);
}

# define OF(name) four_##name
# include "kernels/chacha/poly1305_ifma_template.h"
# undef OF

/*
 * What the state keeps of the powers of r. words[i][j] is limb i of r^(8 (j + 1)), and from LIMBS on twenty times limb
 * i - LIMBS + 1. last has r^8 to r in the order of the blocks in lanes.
 */
struct poly_powers {
    uint64_t words[2 * LIMBS - 1][GROUP_VECS], last[LIMBS][LANES];
};

_Static_assert(sizeof(struct poly_powers) == sizeof(((struct ab_poly1305_state *)0)->powers), "the state has room");

/* out := lane 0 of a in all lanes. */
INLINE void four_set_power(struct four_factor *out, const struct four_numbers *a)
{
    struct four_numbers first;

    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        first.limb[i] = _mm256_broadcastq_epi64(_mm256_castsi256_si128(a->limb[i]));
    four_set_factor(out, &first);
}

/* Lanes of a are replaced by those of b. */
INLINE void four_replace(struct four_numbers *a, __mmask8 lanes, const struct four_numbers *b)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        a->limb[i] = _mm256_mask_mov_epi64(a->limb[i], lanes, b->limb[i]);
}

/* words := the numbers of a, and what a factor has besides. */
INLINE void powers_keep_words(struct poly_powers *t, const struct four_numbers *a)
{
    struct four_factor f;

    four_set_factor(&f, a);
    UNROLL for (unsigned i = 0; i < 2 * LIMBS - 1; i++)
        _mm256_storeu_si256((__m256i *)(void *)t->words[i], i < LIMBS ? f.f.limb[i] : f.f20[i - LIMBS]);
}

/* last := the lanes of a and b by turns. */
INLINE void powers_keep_last(struct poly_powers *t, const struct four_numbers *a, const struct four_numbers *b)
{
    const eight_vec order = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);

    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        _mm512_storeu_si512((void *)t->last[i], _mm512_permutex2var_epi64(_mm512_castsi256_si512(a->limb[i]), order,
                                                                          _mm512_castsi256_si512(b->limb[i])));
}

/* Make the powers: in turn r and r^2, r^4 to r, r^8 to r^5, r^16, then r^24 and r^32. */
NOINLINE void poly_make_powers(struct poly_powers *t, const uint64_t r[2])
{
    const uint64_t words[3] = { r[0], r[1], 0 };
    struct four_numbers a, product;
    struct four_factor f;
    uint64_t limbs[LIMBS];

    poly_split(limbs, words);
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        a.limb[i] = four_all(limbs[i]);
    four_set_factor(&f, &a);
    four_product(&product, &a, &f); /* r^2 */
    four_set_factor(&f, &product);
    four_replace(&a, 0x5, &product);
    four_product(&product, &a, &f);
    four_replace(&a, 0x3, &product); /* r^4 to r */
    four_set_power(&f, &a);
    four_product(&product, &a, &f); /* r^8 to r^5 */
    powers_keep_last(t, &product, &a);
    four_set_power(&f, &product);
    a = f.f;
    four_product(&product, &a, &f); /* r^16 */
    four_replace(&a, 0xa, &product);
    four_set_factor(&f, &product);
    four_product(&product, &a, &f); /* r^24 and r^32, twice */
    four_replace(&a, 0xc, &product);
    powers_keep_words(t, &a);
}

/* out := r^(8 (n + 1)) in all lanes. */
INLINE void eight_set_power(struct eight_factor *out, const struct poly_powers *t, size_t n)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        out->f.limb[i] = eight_all(t->words[i][n]);
    UNROLL for (unsigned i = 0; i < LIMBS - 1; i++)
        out->f20[i] = eight_all(t->words[LIMBS + i][n]);
}

INLINE void eight_set_last(struct eight_factor *out, const struct poly_powers *t)
{
    struct eight_numbers last;

    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        last.limb[i] = _mm512_loadu_si512((const void *)t->last[i]);
    eight_set_factor(out, &last);
}

/* out := blocks in limbs, from those of their words, without the bit beyond each block. */
INLINE void eight_split(struct eight_numbers *out, eight_vec first, eight_vec second)
{
    const eight_vec low = _mm512_unpacklo_epi64(first, second), high = _mm512_unpackhi_epi64(first, second);

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
    const eight_vec order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), first = eight_all(LANES - num);
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
INLINE void poly_first_group(struct eight_numbers *a, const struct poly_powers *t, const uint8_t *in, size_t num)
{
    struct eight_sums sums = { 0 };
    struct eight_factor f;

    LOOP for (; num > 1; num--, in += LANES_LEN) {
        eight_set_power(&f, t, num - 2);
        eight_multiply(&sums, a, &f);
        eight_load(a, in);
    }
    eight_add(&sums, a);
    eight_carry(a, &sums);
}

/* a := a r^32 + m_0 r^24 + m_1 r^16 + m_2 r^8 + m_3. The product with a comes last, since a is ready last. */
INLINE void poly_group(struct eight_numbers *a, const struct poly_powers *t, const uint8_t *in)
{
    struct eight_sums sums = { 0 };
    struct eight_factor f;
    struct eight_numbers m;

    UNROLL for (unsigned i = 0; i < GROUP_VECS - 1; i++) {
        eight_load(&m, in + LANES_LEN * i);
        eight_set_power(&f, t, GROUP_VECS - 2 - i);
        eight_multiply(&sums, &m, &f);
    }
    eight_load(&m, in + LANES_LEN * (GROUP_VECS - 1));
    eight_add(&sums, &m);
    eight_set_power(&f, t, GROUP_VECS - 1);
    eight_multiply(&sums, a, &f);
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
NOINLINE void poly_blocks(const struct poly_powers *t, struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    const size_t first = (num - 1) % LANES + 1, vecs = (num - first) / LANES + 1, begin = (vecs - 1) % GROUP_VECS + 1;
    struct eight_numbers a, product;
    struct eight_factor last;
    uint64_t sum[LIMBS];

    eight_load_first(&a, in, first, p->h);
    in += AB_POLY1305_BLOCK * first;
    poly_first_group(&a, t, in, begin);
    in += LANES_LEN * (begin - 1);
    for (num = (vecs - begin) / GROUP_VECS; num != 0; num--, in += GROUP_VECS * LANES_LEN) {
        __asm__("" : "+r"(t)); /* the powers stay where they are: compilers would load all of them and spill them */
        poly_group(&a, t, in);
    }
    eight_set_last(&last, t);
    eight_product(&product, &a, &last);
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        sum[i] = (uint64_t)_mm512_reduce_add_epi64(product.limb[i]);
    eight_join(p->h, sum);
}

#endif

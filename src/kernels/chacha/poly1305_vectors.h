/*
 * Poly1305 (RFC 8439 sec. 2.5) of long messages with AVX2: CHUNK blocks between two reductions.
 *
 * Powers of r and the accumulator are in limbs of 26 bits, n = n0 + 2^26 n1 + ... + 2^104 n4. The message, the other
 * factor of most products, stays in words of 32 bits: block m is w0 + 2^32 w1 + 2^64 w2 + 2^96 w3 + 2^128, and
 *
 *   m r^k = w0 (r^k) + w1 (2^32 r^k) + w2 (2^64 r^k) + w3 (2^96 r^k) + 2^128 r^k.
 *
 * With the limbs of these multiples of r^k in a table a block takes 20 products, and neither masks nor carries. A
 * vector holds two blocks. A product reads its even words, w0 and w2 of both blocks, and after a shift the odd ones.
 * The four lanes accumulate different parts of the same sum, h r^CHUNK + m_1 r^CHUNK + ... + m_CHUNK r, and are added
 * up at the end of the message.
 *
 * Bounds: limbs of the table and of h are below 2^26 + 2^25. The sum of a chunk has in each lane and limb 2 PAIRS = 32
 * products with words, below 32 2^32 (2^26 + 2^25) = 3/2 2^63, five with limbs of h, of which four may be five times as
 * large, below 21 9/4 2^52 < 2^58, and a constant below 2^45: below 3/2 2^63 + 2^59.
 */
#ifndef AB_KERNELS_POLY1305_VECTORS_H
# define AB_KERNELS_POLY1305_VECTORS_H

# include <immintrin.h>

# include "kernels/chacha/chacha_message.h"

enum { LIMBS = 5, LIMB_BITS = 26, PAIRS = 16, CHUNK = 2 * PAIRS };

typedef __m256i four;
typedef uint64_t lane_word __attribute__((may_alias));

/*
 * sum += a b, of the low 32 bits of each lane. One product after the other: compilers would make all of them before
 * they add any, and spill them.
 */
INLINE void four_add_product(four *sum, four a, four b)
{
    *sum = _mm256_add_epi64(*sum, _mm256_mul_epu32(a, b));
    __asm__("" : "+x"(*sum));
}

/* A number in each lane. */
struct four_numbers {
    four limb[LIMBS];
};

/* The same number f in each lane, and 5 f: a limb from 2^130 on returns as 5 times itself. */
struct four_factor {
    struct four_numbers f, f5;
};

/*
 * For pair i of a chunk, with k = CHUNK - 2 i: even[i] has r^k, 2^64 r^k, r^(k - 1) and 2^64 r^(k - 1) in its lanes,
 * and odd[i] 2^32 times these. power is r^CHUNK. The lanes of top add up to 2^128 (r + r^2 + ... + r^CHUNK). h is what
 * was absorbed so far.
 */
struct poly_table {
    struct four_numbers even[PAIRS], odd[PAIRS], top, h;
    struct four_factor power;
};

INLINE four four_all(uint64_t word)
{
    return _mm256_set1_epi64x((long long)word);
}

INLINE four four_mask(void)
{
    return four_all(((uint64_t)1 << LIMB_BITS) - 1);
}

INLINE four four_times_5(four a)
{
    return _mm256_add_epi64(a, _mm256_slli_epi64(a, 2));
}

/* low + 2^64 middle + 2^128 high in limbs, with high <= 4. The highest limb is at most 2^26 + 2^24, others < 2^26. */
INLINE void four_split(struct four_numbers *out, four low, four middle, four high)
{
    const four mask = four_mask();

    out->limb[0] = _mm256_and_si256(low, mask);
    out->limb[1] = _mm256_and_si256(_mm256_srli_epi64(low, 26), mask);
    out->limb[2] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(low, 52), _mm256_slli_epi64(middle, 12)), mask);
    out->limb[3] = _mm256_and_si256(_mm256_srli_epi64(middle, 14), mask);
    out->limb[4] = _mm256_add_epi64(_mm256_srli_epi64(middle, 40), _mm256_slli_epi64(high, 24));
}

/* Move what limb i has beyond 26 bits to the next one. */
INLINE void four_carry_limb(struct four_numbers *a, unsigned i)
{
    const four carry = _mm256_srli_epi64(a->limb[i], LIMB_BITS);

    a->limb[i] = _mm256_and_si256(a->limb[i], four_mask());
    a->limb[(i + 1) % LIMBS] = _mm256_add_epi64(a->limb[(i + 1) % LIMBS], i == LIMBS - 1 ? four_times_5(carry) : carry);
}

/* Carry from limbs below 3/2 2^63 + 2^59: in two chains side by side. The limbs are then below 2^26 + 2^15. */
INLINE void four_carry(struct four_numbers *a)
{
    four_carry_limb(a, 0);
    four_carry_limb(a, 3);
    four_carry_limb(a, 1);
    four_carry_limb(a, 4);
    four_carry_limb(a, 2);
    four_carry_limb(a, 0);
    four_carry_limb(a, 3);
}

/* The factor that is lane 0 of a. */
INLINE void four_set_factor(struct four_factor *out, const struct four_numbers *a)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++) {
        out->f.limb[i] = _mm256_permute4x64_epi64(a->limb[i], 0);
        out->f5.limb[i] = four_times_5(out->f.limb[i]);
    }
}

/* out += a f. Limbs of a and f are below 2^26 + 2^25. */
INLINE void four_multiply(struct four_numbers *out, const struct four_numbers *a, const struct four_factor *f)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++) {
        UNROLL for (unsigned j = 0; j < LIMBS; j++)
            four_add_product(&out->limb[(i + j) % LIMBS], a->limb[i],
                             i + j < LIMBS ? f->f.limb[j] : f->f5.limb[j]);
    }
}

/* out += words * factors: the low word of each lane by each limb of the lane. */
INLINE void four_add_words(struct four_numbers *out, four words, const struct four_numbers *factors)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        four_add_product(&out->limb[i], words, factors->limb[i]);
}

/*
 * out := 2^32 a = 2^26 2^6 a. Limbs of a are below 2^26 + 2^25, so the shifted ones are below 15/2 2^32 and the carries
 * below 15/2 2^6 = 480; the result's are below 2^26 + 480.
 */
INLINE void four_shift_32(struct four_numbers *out, const struct four_numbers *a)
{
    four carry[LIMBS];

    UNROLL for (unsigned i = 0; i < LIMBS; i++) {
        const four limb = a->limb[(i + LIMBS - 1) % LIMBS];
        const four shifted = _mm256_slli_epi64(i == 0 ? four_times_5(limb) : limb, 6);

        out->limb[i] = _mm256_and_si256(shifted, four_mask());
        carry[i] = _mm256_srli_epi64(shifted, LIMB_BITS);
    }
    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        out->limb[i] = _mm256_add_epi64(out->limb[i], i == 0 ? four_times_5(carry[LIMBS - 1]) : carry[i - 1]);
}

/*
 * Set top: the sum of 2^64 r^k, in lanes 1 and 3 of even, times 2^64 = 2^52 2^12. A sum is below PAIRS (2^26 + 2^25),
 * and five times as much, shifted, is below 2^45.
 */
INLINE void poly_set_top(struct poly_table *t)
{
    const four lanes = _mm256_set_epi64x(-1, 0, -1, 0);

    UNROLL for (unsigned i = 0; i < LIMBS; i++) {
        four sum = t->even[0].limb[i];

        LOOP for (unsigned j = 1; j < PAIRS; j++)
            sum = _mm256_add_epi64(sum, t->even[j].limb[i]);
        sum = _mm256_slli_epi64(_mm256_and_si256(sum, lanes), 12);
        t->top.limb[(i + 2) % LIMBS] = i + 2 < LIMBS ? sum : four_times_5(sum);
    }
}

/* Set the last pair of the table, of r^2 and r: 2^64 (r0 + 2^64 r1) = s1 + 2^64 r0. */
INLINE void poly_first_powers(struct four_numbers *out, const uint64_t r[2])
{
    const uint64_t s1 = r[1] + (r[1] >> 2);
    uint64_t square[3] = { 0 }, shifted[3] = { 0 };

    poly_words(square, r, r[0], r[1], 0);
    poly_words(shifted, r, s1, r[0], 0);
    four_split(out, _mm256_set_epi64x((long long)s1, (long long)r[0], (long long)shifted[0], (long long)square[0]),
               _mm256_set_epi64x((long long)r[0], (long long)r[1], (long long)shifted[1], (long long)square[1]),
               _mm256_set_epi64x(0, 0, (long long)shifted[2], (long long)square[2]));
}

/* even := the powers of r, from the last pair on: 1, 2, 4 ... pairs by the power of r that is next above them. */
INLINE void poly_set_powers(struct poly_table *t, const uint64_t r[2])
{
    poly_first_powers(&t->even[PAIRS - 1], r);
    for (unsigned n = 1; n < PAIRS; n *= 2) {
        four_set_factor(&t->power, &t->even[PAIRS - n]);
        LOOP for (unsigned i = PAIRS - n; i < PAIRS; i++) {
            struct four_numbers product = { 0 };

            four_multiply(&product, &t->even[i], &t->power);
            four_carry(&product);
            t->even[i - n] = product;
        }
    }
    four_set_factor(&t->power, &t->even[0]);
}

/* Make the table for r of p, and continue with h of p. */
NOINLINE void poly_long_start(struct poly_table *t, const struct ab_poly1305_state *p)
{
    poly_set_powers(t, p->r);
    LOOP for (unsigned i = 0; i < PAIRS; i++)
        four_shift_32(&t->odd[i], &t->even[i]);
    poly_set_top(t);
    four_split(&t->h, _mm256_set_epi64x(0, 0, 0, (long long)p->h[0]), _mm256_set_epi64x(0, 0, 0, (long long)p->h[1]),
               _mm256_set_epi64x(0, 0, 0, (long long)p->h[2]));
}

/* h := h r^CHUNK + m_1 r^CHUNK + ... + m_CHUNK r. The product with h comes last, since h is ready last. */
INLINE void poly_chunk(struct four_numbers *h, const struct poly_table *t, const uint8_t *in)
{
    struct four_numbers sum = t->top;

    LOOP for (unsigned i = 0; i < PAIRS; i++) {
        const four words = _mm256_loadu_si256((const four *)(const void *)(in + 2 * AB_POLY1305_BLOCK * i));

        four_add_words(&sum, words, &t->even[i]);
        four_add_words(&sum, _mm256_srli_epi64(words, 32), &t->odd[i]);
    }
    four_multiply(&sum, h, &t->power);
    four_carry(&sum);
    *h = sum;
}

/* Absorb num blocks, a multiple of CHUNK. */
NOINLINE void poly_long_blocks(struct poly_table *t, const uint8_t *in, size_t num)
{
    struct four_numbers h = t->h;

    for (; num != 0; num -= CHUNK, in += CHUNK * AB_POLY1305_BLOCK) {
        __asm__("" : "+r"(t)); /* the table stays where it is: compilers would load all of it and spill it */
        poly_chunk(&h, t, in);
    }
    t->h = h;
}

/* h := the sum of the lanes, whose limbs are below 2^26 + 2^25. Its bits from 2^130 on return as five times as much. */
INLINE void four_join(uint64_t h[3], const lane_word *lanes)
{
    uint64_t sum[LIMBS], top;
    uint128 d;

    UNROLL for (unsigned i = 0; i < LIMBS; i++)
        sum[i] = lanes[4 * i] + lanes[4 * i + 1] + lanes[4 * i + 2] + lanes[4 * i + 3];
    d = u128_add(u128(sum[0] + (sum[1] << 26)), u128_left(u128(sum[2]), 52));
    h[0] = u128_low(d);
    d = u128_add(u128_add(u128_right(d, 64), u128(sum[3] << 14)), u128_left(u128(sum[4]), 40));
    h[1] = u128_low(d);
    top = u128_high(d);
    poly_fold_top(h, top);
}

_Static_assert(sizeof(struct poly_table) % AB_CHACHA20_BLOCK == 0, "the table is wiped in blocks");

/* Give p its h, and wipe the table. */
NOINLINE void poly_long_end(struct poly_table *t, struct ab_poly1305_state *p)
{
    four_join(p->h, (const lane_word *)t->h.limb);
    wipe_blocks(t, sizeof(*t) / AB_CHACHA20_BLOCK);
}

#endif

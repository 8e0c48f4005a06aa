/*
 * Poly1305 (RFC 8439 sec. 2.5) in words of 64 bits: start, one block, the end.
 *
 * A block: with h = h0 + 2^64 h1 + 2^128 h2 after m was added, and s1 = r1 + r1 / 4, so that 2^128 r1 = s1 mod p,
 *
 *   d0 = h0 r0 + h1 s1,   d1 = h0 r1 + h1 r0 + h2 s1,   d2 = h2 r0,   h r = d0 + 2^64 d1 + 2^128 d2 mod p.
 *
 * Bounds: r0, r1 < 2^60, so s1 < 5/4 2^60. h2 <= 4 on entry; m adds at most 1 and a carry: h2 <= 6. Hence
 * d0 < 2^124 + 5/4 2^124 and d1 < 2^125 + 6 * 5/4 2^60 are below 2^126, and d2 <= 6 2^60. With the carries,
 * t = d2 + floor(d1 / 2^64) < 6 2^60 + 2^62 + 1 < 2^63. The bits from 2^130 on, t >> 2, return as 5 (t >> 2)
 * < 5/4 2^63 < 2^64, a word; what is left of h2 is t & 3, and the carry of that addition makes it at most 4.
 */
#ifndef AB_KERNELS_POLY1305_WORDS_H
#define AB_KERNELS_POLY1305_WORDS_H

#include <string.h>

#include "ct/ct.h"
#include "kernels/chacha/chacha_kernels.h"
#include "kernels/inline.h"
#include "kernels/wide.h"

typedef uint64_t one_word __attribute__((aligned(1), may_alias));

INLINE uint64_t poly_load(const uint8_t *in)
{
    uint64_t word;

    memcpy(&word, in, sizeof(word));
    return word;
}

/*
 * h := h[0] + 2^64 h[1] + 2^128 top mod p, for 5/4 top < 2^64. The bits from 2^130 on, top >> 2, return as five times
 * as much, so that h[2] <= 4.
 */
INLINE void poly_fold_top(uint64_t h[3], uint64_t top)
{
    uint128 sum = u128_sum(h[0], 5 * (top >> 2), 0);

    h[0] = u128_low(sum);
    sum = u128_sum(h[1], u128_high(sum), 0);
    h[1] = u128_low(sum);
    h[2] = (top & 3) + u128_high(sum);
}

/* Start a message under the one-time key r || s. */
INLINE void poly_start(struct ab_poly1305_state *p, const uint8_t key[AB_POLY1305_KEY_LEN])
{
    p->h[0] = p->h[1] = p->h[2] = 0;
    p->r[0] = poly_load(key) & 0x0ffffffc0fffffff;
    p->r[1] = poly_load(key + 8) & 0x0ffffffc0ffffffc;
    p->s[0] = poly_load(key + 16);
    p->s[1] = poly_load(key + 24);
    p->has_powers = 0;
}

/* Wipe what was used. One by one: REP STOS, which compilers make of more, is slow to start. */
INLINE void poly_wipe(struct ab_poly1305_state *p)
{
    ab_wipe(p->h, sizeof(p->h));
    ab_wipe(p->r, sizeof(p->r));
    ab_wipe(p->s, sizeof(p->s));
    if (p->has_powers)
        for (unsigned i = 0; i < sizeof(p->powers) / sizeof(p->powers[0]); i += 4)
            ab_wipe(p->powers + i, 4 * sizeof(p->powers[0]));
    p->has_powers = 0;
}

/* h := (h + m) r mod p for m = m0 + 2^64 m1 + 2^128 top, top <= 1. h[2] <= 4 before and after. */
INLINE void poly_words(uint64_t h[3], const uint64_t r[2], uint64_t m0, uint64_t m1, uint64_t top)
{
    const uint64_t s1 = r[1] + (r[1] >> 2);
    uint128 sum = u128_sum(h[0], m0, 0), d0, d1;
    uint64_t h0 = u128_low(sum), h1, h2, t;

    sum = u128_sum(h[1], m1, u128_high(sum));
    h1 = u128_low(sum);
    h2 = h[2] + top + u128_high(sum);
    d0 = u128_add(u128_mul(h0, r[0]), u128_mul(h1, s1));
    d1 = u128_add(u128_add(u128_mul(h0, r[1]), u128_mul(h1, r[0])), u128(h2 * s1));
    d1 = u128_add(d1, u128(u128_high(d0)));
    t = h2 * r[0] + u128_high(d1);
    sum = u128_sum(u128_low(d0), t >> 2, t & ~(uint64_t)3);
    h[0] = u128_low(sum);
    sum = u128_sum(u128_low(d1), u128_high(sum), 0);
    h[1] = u128_low(sum);
    h[2] = (t & 3) + u128_high(sum);
}

INLINE void poly_block(uint64_t h[3], const uint64_t r[2], const uint8_t *in)
{
    poly_words(h, r, poly_load(in), poly_load(in + 8), 1);
}

/* The last block of a message, of len bytes, 1 to 15: the bit beyond its end takes the place of 2^128. */
INLINE void poly_last_block(uint64_t h[3], const uint64_t r[2], const uint8_t *in, size_t len)
{
    uint8_t block[AB_POLY1305_BLOCK] = { 0 };

    memcpy(block, in, len);
    block[len] = 1;
    poly_words(h, r, poly_load(block), poly_load(block + 8), 0);
    ab_wipe(block, sizeof(block));
}

/*
 * A factor in limbs of 44, 44 and 42 bits, for products with numbers that are not clamped:
 * f[0] + 2^44 f[1] + 2^88 f[2]. From h < 5 2^128: f[0], f[1] < 2^44, f[2] < 2^43.
 */
INLINE void poly_split(uint64_t f[3], const uint64_t h[3])
{
    const uint64_t mask = ((uint64_t)1 << 44) - 1;

    f[0] = h[0] & mask;
    f[1] = (h[0] >> 44 | h[1] << 20) & mask;
    f[2] = h[1] >> 24 | h[2] << 40;
}

/* tag := (h mod p) + s mod 2^128. h < 5 2^128 < 2 p, so p is subtracted at most once: if h + 5 reaches 2^130. */
INLINE void poly_finish(const struct ab_poly1305_state *p, uint8_t tag[AB_POLY1305_TAG_LEN])
{
    uint128 sum = u128_sum(p->h[0], 5, 0);
    uint64_t g0 = u128_low(sum), g1, mask;

    sum = u128_sum(p->h[1], u128_high(sum), 0);
    g1 = u128_low(sum);
    mask = ab_ct_mask((p->h[2] + u128_high(sum)) >> 2);
    g0 = (g0 & mask) | (p->h[0] & ~mask);
    g1 = (g1 & mask) | (p->h[1] & ~mask);
    sum = u128_sum(g0, p->s[0], 0);
    g0 = u128_low(sum);
    g1 += p->s[1] + u128_high(sum);
    memcpy(tag, &g0, 8);
    memcpy(tag + 8, &g1, 8);
}

#endif

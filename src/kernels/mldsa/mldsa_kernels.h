/*
 * The contract of the kernels of ML-DSA (FIPS 204): polynomials over Z_q, q = 8380417, in n = 256 coefficients.
 *
 * Values     A polynomial is 256 signed words in the order of the standard, both as a polynomial and in the NTT domain
 *            (FIPS 204 sec. 7.5): all levels give and take the same numbers modulo q. Each function states the sizes
 *            that it takes and leaves. "Reduced" is 0 <= c < q, "centred" is |c| <= (q - 1) / 2. High bits and hints
 *            are bytes.
 * Memory     No alignment is needed, but multiples of 64 bytes are the fastest. Outputs do not overlap inputs, but
 *            where a function works in place. Byte strings have exactly the length stated; nothing beyond is touched.
 * Secrecy    Everything is secret, so running time and memory accesses depend on lengths and parameters alone, except
 *            in sampling: sample_matrix branches on rho and on what is sampled from it, which are public; sample_secret
 *            and sample_challenge on which candidates they reject, which does not depend on the values of those that
 *            they accept. Secrets are wiped from the stack.
 */
#ifndef AB_KERNELS_MLDSA_KERNELS_H
#define AB_KERNELS_MLDSA_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/needs.h"
#include "kernels/keccak/keccak_kernels.h"

enum {
    AB_MLDSA_Q = 8380417,
    AB_MLDSA_POLY = 256,   /* coefficients */
    AB_MLDSA_D = 13,       /* bits of t0 */
    AB_MLDSA_MAX_K = 8,    /* polynomials in a vector */
    AB_MLDSA_MAX_L = 7,    /* likewise */
    AB_MLDSA_MAX_TAU = 60, /* nonzero coefficients of a challenge */
    AB_MLDSA_MAX_LANES = 8,
    /* Values of HighBits: (q - 1) / (2 gamma2). */
    AB_MLDSA_HIGH_16 = 16,
    AB_MLDSA_HIGH_44 = 44
};

typedef int32_t ab_mldsa_poly[AB_MLDSA_POLY];
typedef uint8_t ab_mldsa_bytes[AB_MLDSA_POLY];

/* gamma2 = (q - 1) / (2 num_high), without a division. */
static inline int32_t ab_mldsa_gamma2(unsigned num_high)
{
    return num_high == AB_MLDSA_HIGH_16 ? (AB_MLDSA_Q - 1) / (2 * AB_MLDSA_HIGH_16)
                                        : (AB_MLDSA_Q - 1) / (2 * AB_MLDSA_HIGH_44);
}

struct ab_mldsa_kernels {
    struct ab_needs needs;

    /* For SHAKE256 of single messages. */
    ab_keccak_absorb_fn *absorb;
    /* The same for up to num_lanes messages at once; NULL if there are no lanes. */
    ab_keccak_absorb_lanes_fn *absorb_lanes;
    /*
     * How many messages absorb_lanes takes at most, and how many polynomials sample_mask makes in step: 1, 4 or 8.
     * Multiples of it are fastest.
     */
    unsigned num_lanes;

    /* The NTT in place, algorithm 41: |c| < q in, |c| < 9 q out. */
    void (*ntt)(ab_mldsa_poly a);
    /* 2^32 times the inverse of the NTT in place, algorithm 42: |c| < q in, centred out. */
    void (*inverse_ntt)(ab_mldsa_poly a);
    /*
     * out := 2^-32 times the sum of a[i] b[i] for i < num, 1 to 8, products of the NTT domain: |a[i]| < 9 q for the
     * last one and < q for the others, |b[i]| < 9 q in; |c| < q out. (That is, the sum of the products' sizes is
     * below 144 q^2 < 2^31 q.)
     */
    void (*inner_product)(ab_mldsa_poly out, const ab_mldsa_poly *a, const ab_mldsa_poly *b, unsigned num);

    /* a := a + b and a := a - b: |a| + |b| < 2^31 in. */
    void (*add)(ab_mldsa_poly a, const ab_mldsa_poly b);
    void (*subtract)(ab_mldsa_poly a, const ab_mldsa_poly b);
    /* Return 0 if all |c| < bound, and another value if not: |c| < 2^31. */
    unsigned (*exceeds)(const ab_mldsa_poly a, int32_t bound);

    /*
     * out[i * stride + j] := RejNTTPoly(rho || j || i) for i < k, j < l: the matrix A, algorithms 30 and 32. Reduced.
     * Public.
     */
    void (*sample_matrix)(ab_mldsa_poly *out, size_t stride, const uint8_t rho[32], unsigned k, unsigned l);
    /* out[i] := RejBoundedPoly(seed || i as two bytes) for i < num, with eta 2 or 4: algorithms 31 and 33. */
    void (*sample_secret)(ab_mldsa_poly *out, const uint8_t seed[64], unsigned num, unsigned eta);
    /*
     * out[i] := the polynomial of ExpandMask, algorithm 34, for seed || nonce + i as two bytes, i < num: -2^bits < c <=
     * 2^bits, bits 17 or 19.
     */
    void (*sample_mask)(ab_mldsa_poly *out, const uint8_t seed[64], unsigned nonce, unsigned num, unsigned bits);
    /* out := SampleInBall, algorithm 29, of 32, 48 or 64 bytes: tau <= 60 coefficients are 1 or -1, the others 0. */
    void (*sample_challenge)(ab_mldsa_poly out, const uint8_t *in, size_t len, unsigned tau);

    /* t1, t0 := Power2Round, algorithm 35, and minus_t1 := -t1: |a| < q in; 0 <= t1 < 2^10, -2^12 < t0 <= 2^12. */
    void (*power2round)(ab_mldsa_poly minus_t1, ab_mldsa_poly t0, const ab_mldsa_poly a);
    /*
     * high, low := Decompose, algorithm 36: |a| < q in. 0 <= high < num_high (16 or 44), -gamma2 <= low <= gamma2. low
     * may be a.
     */
    void (*decompose)(ab_mldsa_bytes high, ab_mldsa_poly low, const ab_mldsa_poly a, unsigned num_high);
    /*
     * hints := MakeHint, algorithm 39, for w - c s2 + c t0 and w - c s2, from the high bits of w and its low bits minus
     * c s2 plus c t0: 1 where the high bits of both differ, else 0. Return their number. Right if the low bits of
     * w - c s2 are smaller than gamma2 - beta and c t0 is smaller than gamma2.
     */
    unsigned (*make_hint)(ab_mldsa_bytes hints, const ab_mldsa_bytes high, const ab_mldsa_poly low, unsigned num_high);
    /* high := UseHint, algorithm 40: |a| < q; hints are 0 or 1. */
    void (*use_hint)(ab_mldsa_bytes high, const ab_mldsa_poly a, const ab_mldsa_bytes hints, unsigned num_high);

    /*
     * out := the values top - c in `bits` bits each, 32 * bits bytes: BitPack, algorithm 17. 0 <= top - c < 2^bits;
     * bits is 3, 4, 10, 13, 18 or 20.
     */
    void (*pack)(uint8_t *out, const ab_mldsa_poly a, int32_t top, unsigned bits);
    /* The inverse, algorithm 19. */
    void (*unpack)(ab_mldsa_poly out, const uint8_t *in, int32_t top, unsigned bits);
    /* out := SimpleBitPack of high bits (w1Encode, algorithm 28): 128 bytes for 16 values and 192 bytes for 44. */
    void (*pack_high)(uint8_t *out, const ab_mldsa_bytes high, unsigned num_high);
};

extern const struct ab_mldsa_kernels ab_mldsa_portable; /* C; the oracle of the others in tests */
extern const struct ab_mldsa_kernels ab_mldsa_avx2, ab_mldsa_avx512;

#endif

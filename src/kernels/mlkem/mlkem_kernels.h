/*
 * The contract of the kernels of ML-KEM (FIPS 203): polynomials over Z_q, q = 3329, in n = 256 coefficients.
 *
 * Values     A polynomial is 256 signed words in the order of the standard, both as a polynomial and in the NTT domain
 *            (FIPS 203 sec. 4.3): all levels give and take the same numbers modulo q. A coefficient may be any
 *            representative with |c| < q, in and out, unless a function says "reduced": 0 <= c < q. No factor of
 *            Montgomery's reduction is left in a result.
 * Memory     No alignment is needed, but multiples of 64 bytes are the fastest. Outputs do not overlap inputs, but
 *            where a function works in place. Byte strings have exactly the length stated; nothing beyond is touched.
 * Secrecy    Everything is secret, so running time and memory accesses depend on lengths and parameters alone, with two
 *            exceptions: sample_matrix branches on rho and on what is sampled from it, which are public. Secrets are
 *            wiped from the stack.
 */
#ifndef AB_KERNELS_MLKEM_KERNELS_H
#define AB_KERNELS_MLKEM_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/needs.h"
#include "kernels/keccak/keccak_kernels.h"

enum {
    AB_MLKEM_Q = 3329,
    AB_MLKEM_POLY = 256, /* coefficients */
    AB_MLKEM_MAX_K = 4,  /* polynomials in a vector */
    AB_MLKEM_MAX_LANES = 8,
    AB_MLKEM_MAX_NOISE = 9 /* polynomials of one sample_noise: y, e1 and e2 of an encapsulation */
};

typedef int16_t ab_mlkem_poly[AB_MLKEM_POLY];

/*
 * A polynomial b of the NTT domain as the second factor of products (algorithm 12): for each pair of coefficients b0,
 * b1 of a factor X^2 - gamma, straight has b0, b1 gamma and crossed has b1, b0. So the product with a0, a1 consists of
 * two inner products of two words each.
 */
struct ab_mlkem_factor {
    ab_mlkem_poly straight, crossed; /* |c| < q */
};

struct ab_mlkem_kernels {
    struct ab_needs needs;

    /* For the hash functions G, H and J, one message at a time. */
    ab_keccak_absorb_fn *absorb;
    /* The same for up to max_lanes messages at once; NULL and 1 if there are no lanes. */
    ab_keccak_absorb_lanes_fn *absorb_lanes;
    unsigned max_lanes;

    /* The NTT in place and its inverse, algorithms 9 and 10. */
    void (*ntt)(ab_mlkem_poly a);
    void (*inverse_ntt)(ab_mlkem_poly a);

    /* out := b as a factor. */
    void (*prepare)(struct ab_mlkem_factor *out, const ab_mlkem_poly b);
    /* out := the sum of a[i * stride] b[i] for i < k, products of the NTT domain (algorithm 11); k is 2, 3 or 4. */
    void (*inner_product)(ab_mlkem_poly out, const ab_mlkem_poly *a, size_t stride, const struct ab_mlkem_factor *b,
                          unsigned k);

    void (*add)(ab_mlkem_poly a, const ab_mlkem_poly b);      /* a := a + b */
    void (*subtract)(ab_mlkem_poly a, const ab_mlkem_poly b); /* a := b - a */

    /*
     * out[i * k + j] := SampleNTT(rho || j || i) for i, j < k, 2 to 4: the matrix A of algorithm 13, row by row.
     * Reduced. Public.
     */
    void (*sample_matrix)(ab_mlkem_poly *out, const uint8_t rho[32], unsigned k);
    /*
     * The same matrix for the rho that ends an encoded public key of len bytes, and digest := H(in), its SHA3-256, at
     * the same time. NULL: no faster than one after the other. Public.
     */
    void (*expand)(ab_mlkem_poly *out, uint8_t digest[32], const uint8_t *in, size_t len, unsigned k);
    /*
     * out[i] := SamplePolyCBD_eta(PRF_eta(seed, first + i)) for i < num <= 9, eta 2 or 3 (algorithm 8): |c| <= eta.
     */
    void (*sample_noise)(ab_mlkem_poly *out, const uint8_t seed[32], unsigned first, unsigned num, unsigned eta);

    /* out := ByteEncode_12 (algorithm 5), 384 bytes. */
    void (*encode)(uint8_t *out, const ab_mlkem_poly a);
    /* out := ByteDecode_12 (algorithm 6), 12 bits each. Return 0 if all are reduced, and another value if not. */
    unsigned (*decode)(ab_mlkem_poly out, const uint8_t *in);
    /* out := ByteEncode_d(Compress_d(a)), 32 d bytes; d is 1, 4, 5, 10 or 11 (sec. 4.2.1). */
    void (*compress)(uint8_t *out, const ab_mlkem_poly a, unsigned d);
    /* out := Decompress_d(ByteDecode_d(in)), reduced. */
    void (*decompress)(ab_mlkem_poly out, const uint8_t *in, unsigned d);
};

extern const struct ab_mlkem_kernels ab_mlkem_portable; /* C; the oracle of the others in tests */
extern const struct ab_mlkem_kernels ab_mlkem_avx2, ab_mlkem_avx512;

#endif

/*
 * The contract of the kernels of the curve behind X25519 and Ed25519 (RFC 7748 sec. 4.1, RFC 8032 sec. 5.1).
 *
 * Values     Scalars are 32 bytes, little-endian, below 2^255. Points are 32 bytes: a u-coordinate (RFC 7748 sec. 5) or
 *            an encoded point of the Edwards curve (RFC 8032 sec. 5.1.2). B is the base point.
 * Memory     No alignment is needed; out may be the same array as an input.
 * Secrecy    Running time and memory accesses depend on no argument, except in check, which is public. Secrets are
 *            wiped from the stack.
 */
#ifndef AB_KERNELS_CURVE25519_KERNELS_H
#define AB_KERNELS_CURVE25519_KERNELS_H

#include <stdint.h>

#include "cpu/needs.h"

struct ab_curve25519_kernels {
    struct ab_needs needs;

    /*
     * out := the u-coordinate of scalar times the point with u-coordinate u, RFC 7748 sec. 5. The highest bit of u is
     * ignored; u need not be below p.
     */
    void (*ladder)(uint8_t out[32], const uint8_t scalar[32], const uint8_t u[32]);
    /* out := scalar B, as a u-coordinate (base_u) and as an encoded point of the Edwards curve (base_point). */
    void (*base_u)(uint8_t out[32], const uint8_t scalar[32]);
    void (*base_point)(uint8_t out[32], const uint8_t scalar[32]);
    /*
     * out := the encoding of s B - h A for the encoded point a, s and h below 2^253. Return 0 if a is no point. Public.
     */
    int (*check)(uint8_t out[32], const uint8_t s[32], const uint8_t h[32], const uint8_t a[32]);
};

extern const struct ab_curve25519_kernels ab_curve25519_portable; /* C; the oracle of the others in tests */
extern const struct ab_curve25519_kernels ab_curve25519_adx;      /* MULX, ADCX, ADOX */
extern const struct ab_curve25519_kernels ab_curve25519_ifma;     /* AVX-512 IFMA */

#endif

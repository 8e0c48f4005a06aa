/*
 * The contract of the kernels of the curve behind X25519 and Ed25519 (RFC 7748 sec. 4.1, RFC 8032 sec. 5.1).
 *
 * Scalars are 32 bytes little-endian, below 2^255. Points are 32 bytes: a u-coordinate (RFC 7748 sec. 5), or an encoded
 * point of the Edwards curve (RFC 8032 sec. 5.1.2). Nothing needs alignment; out may lie on any input. Time depends on
 * no argument, but that of check, all of whose arguments are public. What is left on the stack is wiped.
 */
#ifndef AB_KERNELS_CURVE25519_KERNELS_H
#define AB_KERNELS_CURVE25519_KERNELS_H

#include <stdint.h>

#include "cpu/needs.h"

struct ab_curve25519_kernels {
    struct ab_needs needs;

    /*
     * The u-coordinate of scalar times the point of this u; the highest bit of u is ignored, any value below 2^255
     * taken.
     */
    void (*ladder)(uint8_t out[32], const uint8_t scalar[32], const uint8_t u[32]);
    /* scalar times the base point, as a u-coordinate and as a point of the Edwards curve. */
    void (*base_u)(uint8_t out[32], const uint8_t scalar[32]);
    void (*base_point)(uint8_t out[32], const uint8_t scalar[32]);
    /* Encodes s B - h A, for the encoded point a; 0 if that is no point. s and h below 2^253. */
    int (*check)(uint8_t out[32], const uint8_t s[32], const uint8_t h[32], const uint8_t a[32]);
};

extern const struct ab_curve25519_kernels ab_curve25519_portable; /* C; the oracle of the others */
extern const struct ab_curve25519_kernels ab_curve25519_adx;      /* MULX, ADCX, ADOX */
extern const struct ab_curve25519_kernels ab_curve25519_ifma;     /* AVX-512 IFMA */

#endif

/*
 * The contract of the kernels for elliptic curves over prime fields, y^2 = x^3 + a x + b. They work in the subgroup of
 * points of order n, a prime, so every scalar from 1 to n - 1 gives a point that has coordinates. A cofactor above 1
 * means that the curve has other points, too.
 *
 * Values     Numbers are arrays of num_words 64-bit words, least significant first, in plain form (not Montgomery form)
 *            and fully reduced: coordinates below p, scalars below n. Points are affine, of order n, and never infinity
 *            unless a function says otherwise.
 * Memory     No alignment is needed. An output may be the same array as an input; they must not overlap in any other
 *            way.
 * Secrecy    Running time and memory accesses depend on no argument, except in functions marked public. Secrets are
 *            wiped from the stack before a function returns.
 */
#ifndef AB_KERNELS_EC_KERNELS_H
#define AB_KERNELS_EC_KERNELS_H

#include <stdint.h>

#include "afterburner/ec.h"
#include "cpu/needs.h"

enum { AB_EC_MAX_WORDS = 9 };

enum { AB_CURVE_NAME_ROOM = 24 }; /* "wap-wsg-idm-ecid-wtls12" */

/*
 * The parameters of a curve. The arrays p and n are the prime of the field and the order. There is no pointer: the
 * dynamic linker copies and relocates pages with pointers in every process.
 */
struct ab_curve_domain {
    enum ab_curve_id id;
    char name[AB_CURVE_NAME_ROOM];
    uint16_t field_bits, order_bits;
    uint16_t num_words; /* of a coordinate and of a scalar */
    uint16_t cofactor;
    uint64_t p[AB_EC_MAX_WORDS], n[AB_EC_MAX_WORDS];
};

extern const struct ab_curve_domain ab_p256_domain, ab_p384_domain, ab_p521_domain; /* ec_domains.c */

struct ab_ec_kernels {
    struct ab_needs needs;
    const struct ab_curve_domain *domain;

    /*
     * (x, y) := scalar G for the base point G, SP 800-186 sec. 3.2.1; zeros for a scalar of 0. y may be NULL. Secret.
     */
    void (*base)(uint64_t *x, uint64_t *y, const uint64_t *scalar);
    /* (x, y) := scalar (px, py); zeros for a scalar of 0. y may be NULL. Secret, the point too. */
    void (*multiply)(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py);
    /*
     * Verify, FIPS 186-5 sec. 6.4.2 steps 5 to 9: return 1 if u G + v Q is not infinity and its x-coordinate is r
     * modulo n. u, v, r < n; each may be 0. Public. (No inverse is needed: compare X with r Z^2, (r + n) Z^2 and so
     * on.)
     */
    int (*check)(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r);

    /* Return 1 if the point is on the curve and of order n, for any x, y < p. Public. */
    int (*is_on_curve)(const uint64_t *x, const uint64_t *y);
    /* Write the y with y mod 2 = is_odd and return 1, or return 0 if no point of order n has this x < p. Public. */
    int (*decompress)(uint64_t *y, const uint64_t *x, unsigned is_odd);

    /* r := a b mod n for a, b < n; r := 1/a mod n for a < n, and 0 for 0. Secret. */
    void (*order_mul)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*order_invert)(uint64_t *r, const uint64_t *a);
};

/* The implementations of each curve. src/crypto/ec/ec.c has the order in which they are preferred. */
extern const struct ab_ec_kernels ab_p256_adx;  /* MULX, ADCX, ADOX */
extern const struct ab_ec_kernels ab_p256_i686; /* C and AVX2, on 32-bit x86 */
extern const struct ab_ec_kernels ab_p256_ifma; /* AVX-512 IFMA */
extern const struct ab_ec_kernels ab_p384_portable, ab_p384_adx, ab_p384_ifma;
extern const struct ab_ec_kernels ab_p521_adx, ab_p521_ifma;
/*
 * prime/prime_curves.def lists the other curves, for this header and for the list of implementations in
 * src/crypto/ec/ec.c. UNROLLED_CURVE: kernels compiled for its modulus (prime/prime_unrolled.c.in). SHORT_CURVE,
 * LONG_CURVE and FALLBACK_CURVE: the shared body that takes the modulus as data, LONG with MULX besides. All are made
 * by CMake with generate/make_prime_curves.py; ab_brainpoolP256r1_adx, for example, comes from the row with that name.
 */
#define UNROLLED_CURVE(id, name, same) extern const struct ab_ec_kernels ab_##name##_portable, ab_##name##_adx;
#define SHORT_CURVE(id, name, same) extern const struct ab_ec_kernels ab_##name##_portable;
#define LONG_CURVE(id, name, same) extern const struct ab_ec_kernels ab_##name##_portable, ab_##name##_adx;
#define FALLBACK_CURVE(id, name, same) extern const struct ab_ec_kernels ab_##name##_portable;
#include "kernels/ec/prime/prime_curves.def"
#undef UNROLLED_CURVE
#undef SHORT_CURVE
#undef LONG_CURVE
#undef FALLBACK_CURVE

#endif

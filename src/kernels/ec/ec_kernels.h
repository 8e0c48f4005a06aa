/*
 * The contract of the kernels for elliptic curves over prime fields, y^2 = x^3 + a x + b: for their points of the order n, a
 * prime (so that every scalar from 1 to n - 1 gives a point that has coordinates). Where the curve has more points than
 * those and infinity, its cofactor is more than 1.
 *
 * Numbers are arrays of num_words 64-bit words, the least significant first, in plain form (not Montgomery's), reduced:
 * coordinates below p, scalars below n. Points are affine and of the order n; none is infinity unless it says so. Nothing
 * needs alignment; outputs may lie wholly on inputs. Time depends on no argument, but in those functions that say their
 * arguments are public. What is left of secrets on the stack is wiped.
 */
#ifndef AB_KERNELS_EC_KERNELS_H
#define AB_KERNELS_EC_KERNELS_H

#include <stdint.h>

#include "afterburner/ec.h"
#include "cpu/needs.h"

enum { AB_EC_MAX_WORDS = 9 };

/* The parameters of a curve. */
struct ab_curve_domain {
    enum ab_curve_id id;
    const char *name;
    uint16_t field_bits, order_bits;
    uint16_t num_words; /* of both coordinates and scalars */
    uint16_t cofactor;
    uint64_t p[AB_EC_MAX_WORDS], n[AB_EC_MAX_WORDS];
};

extern const struct ab_curve_domain ab_p256_domain, ab_p384_domain, ab_p521_domain; /* ec_domains.c */

struct ab_ec_kernels {
    const struct ab_curve_domain *domain;
    struct ab_needs needs;

    /* scalar times the base point; y may be NULL. A scalar of 0 gives zeros. */
    void (*base)(uint64_t *x, uint64_t *y, const uint64_t *scalar);
    /* scalar times a point; y may be NULL. A scalar of 0 gives zeros. */
    void (*multiply)(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py);
    /*
     * FIPS 186-5 sec. 6.4.2 steps 5 to 9: 1 if u G + v Q is not infinity and its x-coordinate modulo n is r; u, v, r <
     * n, any of them 0. All is public. (No inverse is needed: X = r Z^2 or X = (r + n) Z^2 and so on.)
     */
    int (*check)(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r);

    /* 1 if the point, of any x, y < p, is on the curve and has the order n. Public. */
    int (*is_on_curve)(const uint64_t *x, const uint64_t *y);
    /* The y that is odd or even, 1 or 0, as is said; 0 if no point of the order n has this x < p. Public. */
    int (*decompress)(uint64_t *y, const uint64_t *x, unsigned is_odd);

    /* Modulo n: r = a b, and r = 1/a, of 0 being 0. */
    void (*order_mul)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*order_invert)(uint64_t *r, const uint64_t *a);
};

/* Those of each curve; which comes first, and the ends of the lists, stand in src/crypto/ec/ec.c. */
extern const struct ab_ec_kernels ab_p256_portable; /* C; the oracle of the others */
extern const struct ab_ec_kernels ab_p256_adx;      /* MULX, ADCX, ADOX */
extern const struct ab_ec_kernels ab_p256_ifma;     /* AVX-512 IFMA */
extern const struct ab_ec_kernels ab_p384_portable, ab_p384_adx, ab_p384_ifma;
extern const struct ab_ec_kernels ab_p521_portable, ab_p521_adx, ab_p521_ifma;
/* Made by CMake from prime_curve.c.in. */
#define SHORT_CURVE(id, name, same) extern const struct ab_ec_kernels ab_##name##_portable;
#define LONG_CURVE(id, name, same) extern const struct ab_ec_kernels ab_##name##_portable, ab_##name##_adx;
#include "kernels/ec/prime_curves.def"
#undef SHORT_CURVE
#undef LONG_CURVE

#endif

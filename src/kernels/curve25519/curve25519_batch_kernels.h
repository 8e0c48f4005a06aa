/*
 * The contract of the kernels that do several operations of X25519 or Ed25519 in step: element i of each array belongs
 * to operation i, for which the functions do what curve25519_kernels.h says. Arrays have `width` elements, and every
 * element is computed, so each needs valid numbers. Bounds, aliasing and secrecy are those of that header.
 */
#ifndef AB_KERNELS_CURVE25519_BATCH_KERNELS_H
#define AB_KERNELS_CURVE25519_BATCH_KERNELS_H

#include <stdint.h>

#include "cpu/needs.h"

enum { AB_CURVE25519_MAX_LANES = 8 };

struct ab_curve25519_batch_kernels {
    struct ab_needs needs;
    unsigned width; /* number of lanes */

    void (*ladder)(uint8_t (*out)[32], const uint8_t (*scalar)[32], const uint8_t (*u)[32]);
    void (*base_u)(uint8_t (*out)[32], const uint8_t (*scalar)[32]);
    void (*base_point)(uint8_t (*out)[32], const uint8_t (*scalar)[32]);
    /* Bit i of the result is 1 if a[i] is a point. NULL where one at a time is faster. */
    uint32_t (*check)(uint8_t (*out)[32], const uint8_t (*s)[32], const uint8_t (*h)[32], const uint8_t (*a)[32]);
};

extern const struct ab_curve25519_batch_kernels ab_curve25519_batch4_avx2; /* 4 lanes */
extern const struct ab_curve25519_batch_kernels ab_curve25519_batch8_ifma; /* 8 lanes */

#endif

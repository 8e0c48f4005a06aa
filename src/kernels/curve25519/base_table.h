/* Constants of the curve, made by src/kernels/curve25519/generate/make_curve25519_table.py from RFC 8032 sec. 5.1. */
#ifndef AB_KERNELS_CURVE25519_BASE_TABLE_H
#define AB_KERNELS_CURVE25519_BASE_TABLE_H

#include "kernels/curve25519/fe25519.h"

/* A point (x, y) as it is added: word i of y - x, y + x, 2 and 2 d x y. */
struct ab_ed25519_entry {
    _Alignas(64) uint64_t word[4][4];
};

extern const struct ab_ed25519_entry ab_ed25519_base[32][8]; /* (j + 1) 256^i B */
extern const struct ab_ed25519_entry ab_ed25519_odd[64];     /* (2i + 1) B */
extern const struct fe ab_ed25519_d, ab_ed25519_2d, ab_ed25519_sqrt_m1;

#endif

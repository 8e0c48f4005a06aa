/* Constants of edwards448, made by src/kernels/curve448/generate/make_curve448_table.py from RFC 8032 sec. 5.2. */
#ifndef AB_KERNELS_CURVE448_BASE_TABLE_H
#define AB_KERNELS_CURVE448_BASE_TABLE_H

#include <stdint.h>

enum { AB_FE448_LIMBS = 8, AB_ED448_ROWS = 28, AB_ED448_COLUMNS = 8, AB_ED448_ODD = 64 };

/* An element of the field; fe448.h has its bounds. */
struct ab_fe448 {
    uint64_t v[AB_FE448_LIMBS];
};

/* A point (x, y) as the second operand of a sum: limb i of x, y, x + y and d x y, each below p. */
struct ab_ed448_entry {
    _Alignas(64) uint64_t limb[AB_FE448_LIMBS][4];
};

extern const struct ab_ed448_entry ab_ed448_base[AB_ED448_ROWS][AB_ED448_COLUMNS]; /* (j + 1) 2^(16 i) B */
extern const struct ab_ed448_entry ab_ed448_odd[AB_ED448_ODD];                     /* (2 i + 1) B */

#endif

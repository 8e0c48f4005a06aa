/*
 * Fields whose elements are limbs that may exceed their bits, or words that may exceed p, one implementation each.
 * Their functions are static, so one file for each implementation includes its kernel and exports them here.
 */
#ifndef AB_TESTS_LIMBS_CASES_H
#define AB_TESTS_LIMBS_CASES_H

#include <stdint.h>

#include "cpu/needs.h"

enum { LIMBS_MOST = 12, LIMBS_LANES = 8, LIMBS_WORDS = 9 };
enum limbs_operation { LIMBS_VALUE, LIMBS_MUL, LIMBS_SQR, LIMBS_ADD, LIMBS_SUB, LIMBS_NUM_OPERATIONS };

/* Limb i of the element in lane l is at [i][l]. */
typedef uint64_t limbs_elements[LIMBS_MOST][LIMBS_LANES];

struct limbs_case {
    const char *name;
    struct ab_needs needs;
    const uint64_t *p; /* num_words words */
    unsigned num_words, num_limbs, num_lanes;
    uint16_t offset[LIMBS_MOST];         /* the bit at which a limb begins */
    uint64_t most[LIMBS_MOST];           /* the greatest value of a limb in a factor */
    uint64_t most_in_sum[LIMBS_MOST];    /* the same in a term of a sum or difference; all 0: as in a factor */
    unsigned value_scale, product_scale; /* words are a / 2^value_scale, products a b / 2^product_scale */
    /* r = words of a, a b, a^2, a + b or a - b, below p. Return 0 if there is no such operation. */
    int (*run)(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a,
               limbs_elements b);
};

extern const struct limbs_case limbs_25519_portable, limbs_25519_adx;
extern const struct limbs_case limbs_25519_batch4_avx2, limbs_25519_batch8_ifma, limbs_25519_ifma;
extern const struct limbs_case limbs_448_portable, limbs_448_ifma;
extern const struct limbs_case limbs_p256_batch8_ifma, limbs_p256_ifma, limbs_p384_ifma, limbs_p521_ifma;

#endif

/*
 * The fields of src/kernels/ec, one implementation each. Their functions are static, so one file for each
 * implementation exports them here.
 */
#ifndef AB_TESTS_EC_FIELD_CASES_H
#define AB_TESTS_EC_FIELD_CASES_H

#include "kernels/ec/ec_kernels.h"

/* Inputs are words that need not be reduced: any value below 2^max_bits. Results are below p. */
struct field_case {
    const struct ab_curve_domain *domain;
    struct ab_needs needs;
    unsigned max_bits;
    void (*mul)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*sqr)(uint64_t *r, const uint64_t *a);
    void (*add)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*sub)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*half)(uint64_t *r, const uint64_t *a);
    void (*invert)(uint64_t *r, const uint64_t *a);
    uint64_t (*is_zero)(const uint64_t *a);
    void (*select)(uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b);
    /*
     * Four elements at once: a b, and (4 b b + 2 a b) (a b - 4 b b). NULL if the implementation has no such functions.
     */
    void (*mul4)(uint64_t r[4][AB_EC_MAX_WORDS], const uint64_t a[4][AB_EC_MAX_WORDS],
                 const uint64_t b[4][AB_EC_MAX_WORDS]);
    void (*sums4)(uint64_t r[4][AB_EC_MAX_WORDS], const uint64_t a[4][AB_EC_MAX_WORDS],
                  const uint64_t b[4][AB_EC_MAX_WORDS]);
};

extern const struct field_case field_p384_portable, field_p384_adx, field_p384_ifma;
extern const struct field_case field_p521_adx, field_p521_ifma;

#endif

/* The functions of p256_sums.h, over the field and the points that the file that includes this defines. */
#include "kernels/ec/p256/p256_sums.h"

struct affine ab_p256_from_words(const uint64_t *x, const uint64_t *y)
{
    struct affine r;

    fe_from_words(&r.x, x);
    fe_from_words(&r.y, y);
    return r;
}

void ab_p256_sum(uint64_t *x, uint64_t *y, const struct fe p[3], const struct fe q[3], uint64_t negative)
{
    struct point before = { p[0], p[1], p[2] }, last = { q[0], q[1], q[2] }, sum;
    struct difference d;

    add(&sum, &before, &last, &d);
    mend_sum(&sum, &before, &d);
    to_affine(x, y, &sum, negative);
    ab_wipe(&before, sizeof(before));
    ab_wipe(&last, sizeof(last));
    ab_wipe(&sum, sizeof(sum));
    ab_wipe(&d, sizeof(d));
}

void ab_p256_base_sum(uint64_t *x, uint64_t *y, const struct fe even[3], const struct fe odd[3],
                      const uint64_t digits[NUM_WORDS + 1], uint64_t negative)
{
    struct point high = { odd[0], odd[1], odd[2] }, low = { even[0], even[1], even[2] }, sum;
    struct difference d;
    struct affine last;

    add(&low, &low, &high, &d);
    look_up_base(&last, BASE_DIGITS - 1, regular_digit(digits, (BASE_DIGITS - 1) * BASE_WINDOW, BASE_WINDOW));
    add_affine(&sum, &low, &last, &d);
    mend_sum(&sum, &low, &d);
    to_affine(x, y, &sum, negative);
    ab_wipe(&high, sizeof(high));
    ab_wipe(&low, sizeof(low));
    ab_wipe(&sum, sizeof(sum));
    ab_wipe(&d, sizeof(d));
    ab_wipe(&last, sizeof(last));
}

int ab_p256_has_remainder(const struct fe p[3], const uint64_t *r)
{
    const struct point sum = { p[0], p[1], p[2] };

    return has_remainder(&sum, r);
}

/* The list of implementations of X448 and Ed448. */
#include "afterburner/curve448.h"
#include "kernels/curve448/curve448_kernels.h"

const struct ab_curve448_kernels *const *ab_curve448_list(void)
{
    static const struct ab_curve448_kernels *const list[] = { &ab_curve448_ifma, &ab_curve448_bmi2,
                                                              &ab_curve448_portable, NULL };

    return list;
}

/* Export the portable field of P-521: see ec_field_cases.h. */
#include "kernels/ec/p521/p521_field_portable.h"

#include "kernels/ec/p521/p521_element_template.h"
#include "kernels/ec_field_template.h"

const struct field_case field_p521_portable = {
    &ab_p521_domain,
    { "portable", AB_LEVEL_NONE, 0, 0 },
    522,
    mul,
    sqr,
    add,
    sub,
    half,
    invert,
    zero,
    choose,
    NULL,
    NULL,
};

/* Export the portable field of P-384: see ec_field_cases.h. */
#include "kernels/ec/p384/p384_field_portable.h"

#include "kernels/ec/p384/p384_element_template.h"
#include "kernels/ec_field_template.h"

const struct field_case field_p384_portable = {
    &ab_p384_domain, { "portable", AB_LEVEL_NONE, 0, 0 }, 384, FIELD_FUNCTIONS, NULL, NULL,
};

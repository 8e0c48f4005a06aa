/* Export the field of P-384 with IFMA: see ec_field_cases.h. */
#include "kernels/ec/p384/p384_field_x4.h"

#include "kernels/ec/p384/p384_element_template.h"
#include "kernels/ec_field_template.h"
#include "kernels/ec_field_x4_template.h"

const struct field_case field_p384_ifma = {
    &ab_p384_domain, { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 }, 384, FIELD_FUNCTIONS, FIELD_X4_FUNCTIONS,
};

/* Export the field of P-384 with ADX: see ec_field_cases.h. */
#include "kernels/ec/p384/p384_field_adx.h"

#include "kernels/ec/p384/p384_element_template.h"
#include "kernels/ec_field_template.h"

const struct field_case field_p384_adx = {
    &ab_p384_domain, { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 }, 384, FIELD_FUNCTIONS, NULL, NULL,
};

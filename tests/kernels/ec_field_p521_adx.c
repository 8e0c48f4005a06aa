/* Export the field of P-521 with ADX: see ec_field_cases.h. */
#include "kernels/ec/p521/p521_field_adx.h"

#include "kernels/ec/p521/p521_element_template.h"
#include "kernels/ec_field_template.h"

const struct field_case field_p521_adx = {
    &ab_p521_domain, { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 }, 522, FIELD_FUNCTIONS, NULL, NULL,
};

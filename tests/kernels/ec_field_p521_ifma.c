/* Export the field of P-521 with IFMA: see ec_field_cases.h. */
#include "kernels/ec/p521/p521_field_x4.h"

#include "kernels/ec/p521/p521_element_template.h"
#include "kernels/ec_field_template.h"
#include "kernels/ec_field_x4_template.h"

const struct field_case field_p521_ifma = {
    &ab_p521_domain, { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 }, 522, FIELD_FUNCTIONS, FIELD_X4_FUNCTIONS,
};

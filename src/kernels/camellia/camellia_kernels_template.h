/* The table of one level, as src/kernels/aes/kernels_template.h is for AES; the templates of the modes are the same. */
#include "kernels/camellia/camellia_kernels.h"

#include <string.h>

#include "kernels/camellia/camellia_cipher_template.h"
#include "kernels/aes/one_round_template.h"
#include "kernels/camellia/camellia_expand_template.h"
#include "kernels/aes/ecb_template.h"
#include "kernels/aes/cbc_template.h"
#include "kernels/aes/cfb_template.h"
#include "kernels/aes/cfb_parts_template.h"
#include "kernels/aes/ofb_template.h"
#include "kernels/aes/part_template.h"
#include "kernels/aes/ctr_template.h"

const struct ab_aes_kernels AB_SYMBOL(ab_camellia_kernels) = {
    .needs = NEEDS,
    .expand_encrypt = expand_encrypt,
    .expand_decrypt = expand_decrypt,
    .ecb_encrypt = ecb_encrypt,
    .ecb_decrypt = ecb_decrypt,
    .cbc_encrypt = cbc_encrypt,
    .cbc_decrypt = cbc_decrypt,
    .cfb_encrypt = cfb_encrypt,
    .cfb_decrypt = cfb_decrypt,
    .cfb8_encrypt = cfb8_encrypt,
    .cfb1_encrypt = cfb1_encrypt,
    .ofb = ofb,
    .feedback_part = feedback_part,
    .ctr = ctr,
};

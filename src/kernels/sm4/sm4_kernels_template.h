/* The table of one level, as src/kernels/aes/kernels_template.h is for AES; the templates of the modes are the same. */
#include "kernels/sm4/sm4_rounds_template.h"
#include "kernels/aes/one_round_template.h"
#include "kernels/sm4/sm4_expand_template.h"
#include "kernels/aes/ecb_template.h"
#include "kernels/aes/cbc_template.h"
#include "kernels/aes/cfb_template.h"
#include "kernels/aes/ofb_template.h"
#include "kernels/aes/part_template.h"
#include "kernels/aes/ctr_template.h"
#include "kernels/aes/twoway_template.h"
#include "kernels/aes/xts_template.h"
#include "kernels/sm4/sm4_xts_template.h"
#include "kernels/aes/ccm_template.h"
#include "kernels/aes/ghash_template.h"
#include "kernels/aes/gcm_template.h"

const struct ab_aes_kernels AB_SYMBOL(ab_sm4_kernels) = {
    .needs = NEEDS,
    .expand_encrypt = expand_encrypt,
    .expand_decrypt = expand_decrypt,
    .ecb_encrypt = ecb_encrypt,
    .ecb_decrypt = ecb_decrypt,
    .cbc_encrypt = cbc_encrypt,
    .cbc_decrypt = cbc_decrypt,
    .cfb_encrypt = cfb_encrypt,
    .cfb_decrypt = cfb_decrypt,
    .ofb = ofb,
    .feedback_part = feedback_part,
    .ctr = ctr,
    .xts_encrypt = xts_encrypt,
    .xts_decrypt = xts_decrypt,
    .xts_gb_encrypt = xts_gb_encrypt,
    .xts_gb_decrypt = xts_gb_decrypt,
    .cbc_mac = cbc_mac,
    .ccm_encrypt = ccm_encrypt,
    .ccm_decrypt = ccm_decrypt,
    .ghash_init = ghash_init,
    .ghash = ghash,
    .gcm_encrypt = gcm_encrypt,
    .gcm_decrypt = gcm_decrypt,
    .gcm_tag = gcm_tag,
};

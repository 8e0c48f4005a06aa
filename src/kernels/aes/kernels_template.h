/*
 * The table of one level: included last by aes_LEVEL.c, after its vec_LEVEL.h. Every kernel of the level is a static
 * function of that file, reached through the table alone. The file defines NEEDS, struct ab_needs of the level, and
 * WOVEN, which turns the name of a function of woven.h into a pointer to it, or into NULL.
 */
#include "kernels/aes/aes_kernels.h"

#include <string.h>

#include "kernels/aes/rounds_template.h"
#include "kernels/aes/expand_template.h"
#include "kernels/aes/ecb_template.h"
#include "kernels/aes/cbc_template.h"
#include "kernels/aes/cfb_template.h"
#include "kernels/aes/cfb_parts_template.h"
#include "kernels/aes/ofb_template.h"
#include "kernels/aes/part_template.h"
#include "kernels/aes/ctr_template.h"
#include "kernels/aes/twoway_template.h"
#include "kernels/aes/xts_template.h"
#include "kernels/aes/aes_xts_template.h"
#include "kernels/aes/ocb_template.h"
#include "kernels/aes/ccm_template.h"
#include "kernels/aes/lanes_template.h"
#include "kernels/aes/wrap_template.h"
#include "kernels/aes/ghash_template.h"
#include "kernels/aes/gcm_template.h"
#include "kernels/aes/gcm_siv_template.h"
#include "kernels/aes_sha/woven.h"

const struct ab_aes_kernels AB_SYMBOL(ab_aes_kernels) = {
    .needs = NEEDS,
    .max_lanes = MAX_LANES,
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
    .xts_encrypt = xts_encrypt,
    .xts_decrypt = xts_decrypt,
    .ocb_encrypt = ocb_encrypt,
    .ocb_decrypt = ocb_decrypt,
    .ocb_hash = ocb_hash,
    .cbc_mac = cbc_mac,
    .cbc_mac_lanes = cbc_mac_lanes,
    .cbc_encrypt_lanes = cbc_encrypt_lanes,
    .cfb_encrypt_lanes = cfb_encrypt_lanes,
    .ccm_encrypt = ccm_encrypt,
    .ccm_decrypt = ccm_decrypt,
    .key_wrap = key_wrap,
    .key_unwrap = key_unwrap,
    .ghash_init = ghash_init,
    .ghash = ghash,
    .gcm_encrypt = gcm_encrypt,
    .gcm_decrypt = gcm_decrypt,
    .gcm_tag = gcm_tag,
    .gcm_siv_hash_aad = gcm_siv_hash_aad,
    .gcm_siv_seal = gcm_siv_seal,
    .gcm_siv_open = gcm_siv_open,
    .cbc_sha1_encrypt = WOVEN(ab_cbc_sha1_encrypt_aesni),
    .cbc_sha256_encrypt = WOVEN(ab_cbc_sha256_encrypt_aesni),
    .cbc_sha1_decrypt = WOVEN(ab_cbc_sha1_decrypt_aesni),
    .cbc_sha256_decrypt = WOVEN(ab_cbc_sha256_decrypt_aesni),
    .cbc_sha1_encrypt_lanes = WOVEN(AB_SYMBOL(ab_cbc_sha1_encrypt_lanes)),
    .cbc_sha256_encrypt_lanes = WOVEN(AB_SYMBOL(ab_cbc_sha256_encrypt_lanes)),
};

#include "crypto/kat_list.h"

const struct ab_kat ab_kat_list[AB_NUM_FAMILIES] = {
    [AB_FAMILY_AES_ECB] = { "AES-ECB", ab_aes_ecb_kat, 0 },
    [AB_FAMILY_AES_CBC] = { "AES-CBC", ab_aes_cbc_kat, 0 },
    [AB_FAMILY_AES_CBC_CTS] = { "AES-CBC-CTS", ab_aes_cbc_cts_kat, 0 },
    [AB_FAMILY_AES_CFB] = { "AES-CFB", ab_aes_cfb_kat, 0 },
    [AB_FAMILY_AES_CFB8] = { "AES-CFB8", ab_aes_cfb8_kat, 0 },
    [AB_FAMILY_AES_CFB1] = { "AES-CFB1", ab_aes_cfb1_kat, 0 },
    [AB_FAMILY_AES_OFB] = { "AES-OFB", ab_aes_ofb_kat, 0 },
    [AB_FAMILY_AES_CTR] = { "AES-CTR", ab_aes_ctr_kat, 0 },
    [AB_FAMILY_AES_XTS] = { "AES-XTS", ab_aes_xts_kat, 0 },
    [AB_FAMILY_AES_OCB] = { "AES-OCB", ab_aes_ocb_kat, 0 },
    [AB_FAMILY_AES_CCM] = { "AES-CCM", ab_aes_ccm_kat, 0 },
    [AB_FAMILY_AES_SIV] = { "AES-SIV", ab_aes_siv_kat, 0 },
    [AB_FAMILY_AES_WRAP] = { "AES-WRAP", ab_aes_wrap_kat, 0 },
    [AB_FAMILY_AES_GCM] = { "AES-GCM", ab_aes_gcm_kat, 0 },
    [AB_FAMILY_AES_GCM_SIV] = { "AES-GCM-SIV", ab_aes_gcm_siv_kat, 0 },
    [AB_FAMILY_AES_CMAC] = { "AES-CMAC", ab_aes_cmac_kat, 0 },
    [AB_FAMILY_AES_LANES] = { "AES-LANES", ab_aes_lanes_kat, 0 },
    [AB_FAMILY_AES_CBC_HMAC_SHA1] = { "AES-CBC-HMAC-SHA1", ab_aes_cbc_hmac_sha1_kat, AB_BIT_SHA },
    [AB_FAMILY_AES_CBC_HMAC_SHA256] = { "AES-CBC-HMAC-SHA256", ab_aes_cbc_hmac_sha256_kat, AB_BIT_SHA },
};

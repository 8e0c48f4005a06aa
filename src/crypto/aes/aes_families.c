/* The modes of AES as families: all have the same list of kernels, and each has its own known-answer test. */
#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "kernels/aes/aes_kernels.h"

static const struct {
    const char *name;
    ab_aes_kat_fn *kat;
    int is_woven; /* with SHA, by its instructions */
} modes[AB_NUM_AES_FAMILIES] = {
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
    [AB_FAMILY_AES_CBC_HMAC_SHA1] = { "AES-CBC-HMAC-SHA1", ab_aes_cbc_hmac_sha1_kat, 1 },
    [AB_FAMILY_AES_CBC_HMAC_SHA256] = { "AES-CBC-HMAC-SHA256", ab_aes_cbc_hmac_sha256_kat, 1 },
};

static const char *name(unsigned mode)
{
    return modes[mode].name;
}

_Static_assert(offsetof(struct ab_aes_kernels, needs) == 0, "ab_implementation_of reads it there");

static int get(unsigned mode, unsigned i, struct ab_implementation *out)
{
    const struct ab_aes_kernels *kernels = ab_aes_list()[i];

    if (!ab_implementation_of(kernels, out))
        return 0;
    if (!modes[mode].is_woven)
        return 1;
    if (kernels->cbc_sha1_encrypt == NULL) /* portable, so the last: no portable kernel is woven */
        return 0;
    out->needs.bits |= AB_BIT_SHA;
    return 1;
}

static int self_test(unsigned mode, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    return modes[mode].kat(kernels);
}

const struct ab_family_kind ab_aes_kind = {
    .name = name,
    .get = get,
    .self_test = self_test,
    .fallback_serves = 1,
};

/* The modes of SM4 as families, with one list of kernels. Their known-answer tests are AES's, with other answers. */
#include "afterburner/sm4.h"
#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "crypto/sm4/sm4_kat_data.h"
#include "kernels/sm4/sm4_kernels.h"

enum { KEY_LEN = 16 };

static const char *name(unsigned mode)
{
    static const char *const names[] = { "SM4-ECB", "SM4-CBC", "SM4-CFB", "SM4-OFB",
                                         "SM4-CTR", "SM4-XTS", "SM4-CCM", "SM4-GCM" };

    return names[mode];
}

static int get(unsigned mode, unsigned i, struct ab_implementation *out)
{
    (void)mode;
    return ab_implementation_of(ab_sm4_list()[i], out);
}

/* Both standards. */
static int check_xts(const struct ab_aes_kernels *kernels)
{
    static const struct ab_kat_xts ieee = { ab_aes_xts_encrypt, ab_aes_xts_decrypt, AB_KAT_SM4_XTS,
                                            AB_KAT_SM4_XTS_SHORT },
                                   gb = { ab_sm4_xts_gb_encrypt, ab_sm4_xts_gb_decrypt, AB_KAT_SM4_XTS_GB,
                                          AB_KAT_SM4_XTS_GB_SHORT };

    return ab_kat_check_xts(kernels, 2 * KEY_LEN, &ieee) && ab_kat_check_xts(kernels, 2 * KEY_LEN, &gb);
}

static int self_test(unsigned mode, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    switch (AB_FAMILY_SM4_ECB + mode) {
    case AB_FAMILY_SM4_ECB: return ab_kat_check_ecb(kernels, KEY_LEN, AB_KAT_SM4_ECB);
    case AB_FAMILY_SM4_CBC: return ab_kat_check_cbc(kernels, KEY_LEN, AB_KAT_SM4_CBC);
    case AB_FAMILY_SM4_CFB: return ab_kat_check_cfb(kernels, KEY_LEN, AB_KAT_SM4_CFB);
    case AB_FAMILY_SM4_OFB: return ab_kat_check_ofb(kernels, KEY_LEN, AB_KAT_SM4_OFB);
    case AB_FAMILY_SM4_CTR: return ab_kat_check_ctr(kernels, KEY_LEN, AB_KAT_SM4_CTR);
    case AB_FAMILY_SM4_XTS: return check_xts(kernels);
    case AB_FAMILY_SM4_CCM: return ab_kat_check_ccm(kernels, KEY_LEN, AB_KAT_SM4_CCM);
    default: return ab_kat_check_gcm(kernels, KEY_LEN, AB_KAT_SM4_GCM, AB_KAT_SM4_GCM_LONG_IV);
    }
}

const struct ab_family_kind ab_sm4_kind = {
    .name = name,
    .get = get,
    .self_test = self_test,
    .fallback_serves = 1,
};

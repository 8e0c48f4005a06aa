/* The modes of ARIA as families, with one list of kernels. Their known-answer tests are AES's, with other answers. */
#include "crypto/aes/aes_kat.h"
#include "crypto/aria/aria_kat_data.h"
#include "crypto/implementation.h"
#include "kernels/aria/aria_kernels.h"

enum { NUM_MODES = AB_FAMILY_ARIA_GCM + 1 - AB_FAMILY_ARIA_ECB, NUM_KEYS = 3 };

static const char *name(unsigned mode)
{
    static const char *const names[NUM_MODES] = { "ARIA-ECB", "ARIA-CBC", "ARIA-CFB", "ARIA-CFB8", "ARIA-CFB1",
                                                  "ARIA-OFB", "ARIA-CTR", "ARIA-CCM", "ARIA-GCM" };

    return names[mode];
}

static int get(unsigned mode, unsigned i, struct ab_implementation *out)
{
    (void)mode;
    return ab_implementation_of(ab_aria_list()[i], out);
}

/* The tests that take one answer, by mode. */
static ab_kat_check_fn *const checks[NUM_MODES - 1] = {
    ab_kat_check_ecb,  ab_kat_check_cbc, ab_kat_check_cfb, ab_kat_check_cfb8,
    ab_kat_check_cfb1, ab_kat_check_ofb, ab_kat_check_ctr, ab_kat_check_ccm,
};

static const uint64_t answers[NUM_MODES][NUM_KEYS] = {
    { AB_KAT_ARIA_ECB_128, AB_KAT_ARIA_ECB_192, AB_KAT_ARIA_ECB_256 },
    { AB_KAT_ARIA_CBC_128, AB_KAT_ARIA_CBC_192, AB_KAT_ARIA_CBC_256 },
    { AB_KAT_ARIA_CFB_128, AB_KAT_ARIA_CFB_192, AB_KAT_ARIA_CFB_256 },
    { AB_KAT_ARIA_CFB8_128, AB_KAT_ARIA_CFB8_192, AB_KAT_ARIA_CFB8_256 },
    { AB_KAT_ARIA_CFB1_128, AB_KAT_ARIA_CFB1_192, AB_KAT_ARIA_CFB1_256 },
    { AB_KAT_ARIA_OFB_128, AB_KAT_ARIA_OFB_192, AB_KAT_ARIA_OFB_256 },
    { AB_KAT_ARIA_CTR_128, AB_KAT_ARIA_CTR_192, AB_KAT_ARIA_CTR_256 },
    { AB_KAT_ARIA_CCM_128, AB_KAT_ARIA_CCM_192, AB_KAT_ARIA_CCM_256 },
    { AB_KAT_ARIA_GCM_128, AB_KAT_ARIA_GCM_192, AB_KAT_ARIA_GCM_256 },
};

static const uint64_t long_iv_answers[NUM_KEYS] = { AB_KAT_ARIA_GCM_128_LONG_IV, AB_KAT_ARIA_GCM_192_LONG_IV,
                                                    AB_KAT_ARIA_GCM_256_LONG_IV };

static int self_test(unsigned mode, const void *kernels, const struct ab_test_support *support)
{
    int ok = 1;

    (void)support;
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        size_t key_len = 16 + 8 * i;

        if (AB_FAMILY_ARIA_ECB + mode == AB_FAMILY_ARIA_GCM)
            ok = ok && ab_kat_check_gcm(kernels, key_len, answers[mode][i], long_iv_answers[i]);
        else
            ok = ok && checks[mode](kernels, key_len, answers[mode][i]);
    }
    return ok;
}

const struct ab_family_kind ab_aria_kind = {
    .name = name,
    .get = get,
    .self_test = self_test,
    .fallback_serves = 1,
};

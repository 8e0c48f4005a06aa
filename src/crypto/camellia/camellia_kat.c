/* The modes of Camellia as families, with one list of kernels. Their known-answer tests are those of AES. */
#include "crypto/aes/aes_kat.h"
#include "crypto/camellia/camellia_kat_data.h"
#include "crypto/implementation.h"
#include "kernels/camellia/camellia_kernels.h"

enum { NUM_MODES = AB_FAMILY_CAMELLIA_CTR + 1 - AB_FAMILY_CAMELLIA_ECB, NUM_KEYS = 3 };

static const char *name(unsigned mode)
{
    static const char *const names[NUM_MODES] = {
        "Camellia-ECB",  "Camellia-CBC",  "Camellia-CBC-CTS", "Camellia-CFB",
        "Camellia-CFB8", "Camellia-CFB1", "Camellia-OFB",     "Camellia-CTR"
    };

    return names[mode];
}

static int get(unsigned mode, unsigned i, struct ab_implementation *out)
{
    (void)mode;
    return ab_implementation_of(ab_camellia_list()[i], out);
}

static ab_kat_check_fn *const checks[NUM_MODES] = { ab_kat_check_ecb, ab_kat_check_cbc,  ab_kat_check_cts,
                                                    ab_kat_check_cfb, ab_kat_check_cfb8, ab_kat_check_cfb1,
                                                    ab_kat_check_ofb, ab_kat_check_ctr };

static const uint64_t answers[NUM_MODES][NUM_KEYS] = {
    { AB_KAT_CAMELLIA_ECB_128, AB_KAT_CAMELLIA_ECB_192, AB_KAT_CAMELLIA_ECB_256 },
    { AB_KAT_CAMELLIA_CBC_128, AB_KAT_CAMELLIA_CBC_192, AB_KAT_CAMELLIA_CBC_256 },
    { AB_KAT_CAMELLIA_CBC_CTS_128, AB_KAT_CAMELLIA_CBC_CTS_192, AB_KAT_CAMELLIA_CBC_CTS_256 },
    { AB_KAT_CAMELLIA_CFB_128, AB_KAT_CAMELLIA_CFB_192, AB_KAT_CAMELLIA_CFB_256 },
    { AB_KAT_CAMELLIA_CFB8_128, AB_KAT_CAMELLIA_CFB8_192, AB_KAT_CAMELLIA_CFB8_256 },
    { AB_KAT_CAMELLIA_CFB1_128, AB_KAT_CAMELLIA_CFB1_192, AB_KAT_CAMELLIA_CFB1_256 },
    { AB_KAT_CAMELLIA_OFB_128, AB_KAT_CAMELLIA_OFB_192, AB_KAT_CAMELLIA_OFB_256 },
    { AB_KAT_CAMELLIA_CTR_128, AB_KAT_CAMELLIA_CTR_192, AB_KAT_CAMELLIA_CTR_256 },
};

static int self_test(unsigned mode, const void *kernels, const struct ab_test_support *support)
{
    int ok = 1;

    (void)support;
    for (unsigned i = 0; i < NUM_KEYS; i++)
        ok = ok && checks[mode](kernels, 16 + 8 * i, answers[mode][i]);
    return ok;
}

const struct ab_family_kind ab_camellia_kind = {
    .name = name,
    .get = get,
    .self_test = self_test,
    .fallback_serves = 1,
};

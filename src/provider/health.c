#include "provider/health.h"

#include "crypto/aes/aes_kat.h"
#include "provider/error.h"

static const struct {
    const char *name;
    ab_aes_kat_fn *kat;
} families[AB_NUM_FAMILIES] = {
    [AB_FAMILY_AES_ECB] = { "AES-ECB", ab_aes_ecb_kat },
    [AB_FAMILY_AES_CBC] = { "AES-CBC", ab_aes_cbc_kat },
    [AB_FAMILY_AES_CFB] = { "AES-CFB", ab_aes_cfb_kat },
    [AB_FAMILY_AES_CFB8] = { "AES-CFB8", ab_aes_cfb8_kat },
    [AB_FAMILY_AES_CFB1] = { "AES-CFB1", ab_aes_cfb1_kat },
    [AB_FAMILY_AES_OFB] = { "AES-OFB", ab_aes_ofb_kat },
    [AB_FAMILY_AES_CTR] = { "AES-CTR", ab_aes_ctr_kat },
};

/* Values of prov->health[]: untested, out of service, or a level that passed. */
enum { UNTESTED = 0, FAILED = 0xff };

const char *ab_family_name(enum ab_family family)
{
    return families[family].name;
}

static unsigned char find_passing_level(struct ab_provctx *prov, enum ab_family family)
{
    enum ab_level level = prov->level;
    const struct ab_aes_kernels *kernels;

    while ((kernels = ab_aes_pick(level)) != NULL) {
        level = ab_aes_level(kernels);
        if (families[family].kat(kernels)) {
            ab_log(prov, AB_LOG_INFO, "%s: serves at level %s", families[family].name, ab_level_name(level));
            return (unsigned char)level;
        }
        ab_log(prov, AB_LOG_ERROR, "%s: self test failed at level %s", families[family].name, ab_level_name(level));
        level--;
    }
    return FAILED;
}

const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = atomic_load_explicit(&prov->health[family], memory_order_relaxed);

    if (state == UNTESTED) { /* racing threads find the same answer */
        state = find_passing_level(prov, family);
        atomic_store_explicit(&prov->health[family], state, memory_order_relaxed);
    }
    if (state == FAILED) {
        AB_RAISE(prov, AB_R_SELF_TEST_FAILED, "%s, every level", families[family].name);
        return NULL;
    }
    return ab_aes_pick((enum ab_level)state);
}

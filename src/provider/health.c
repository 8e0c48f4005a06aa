#include "provider/health.h"

#include "crypto/kat_list.h"
#include "provider/error.h"

/* Values of prov->health[]: untested, out of service, or a level that passed. */
enum { UNTESTED = 0, FAILED = 0xff };

static unsigned char find_passing_level(struct ab_provctx *prov, enum ab_family family)
{
    enum ab_level level = prov->level;
    const struct ab_aes_kernels *kernels;

    while ((kernels = ab_aes_pick(level)) != NULL) {
        level = ab_aes_level(kernels);
        if (ab_kat_list[family].run(kernels)) {
            ab_log(prov, AB_LOG_INFO, "%s: serves at level %s", ab_kat_list[family].name, ab_level_name(level));
            return (unsigned char)level;
        }
        ab_log(prov, AB_LOG_ERROR, "%s: self test failed at level %s", ab_kat_list[family].name, ab_level_name(level));
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
        AB_RAISE(prov, AB_R_SELF_TEST_FAILED, "%s, every level", ab_kat_list[family].name);
        return NULL;
    }
    return ab_aes_pick((enum ab_level)state);
}

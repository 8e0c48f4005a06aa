/* The list of named groups, and their arithmetic, made at first use and kept in the provider context. */
#include "provider/keymgmt/ffc_groups.h"

#include <strings.h>

#include "provider/keep_first.h"

static const struct ab_ffc_group_name groups[AB_NUM_FFC_GROUPS] = {
    { "ffdhe2048", 225 }, { "ffdhe3072", 275 },   { "ffdhe4096", 325 },   { "ffdhe6144", 375 },   { "ffdhe8192", 400 },
    { "modp_1536", 200 }, { "modp_2048", 225 },   { "modp_3072", 275 },   { "modp_4096", 325 },   { "modp_6144", 375 },
    { "modp_8192", 400 }, { "dh_1024_160", 160 }, { "dh_2048_224", 224 }, { "dh_2048_256", 224 },
};

int ab_ffc_group_find(const char *name)
{
    for (int i = 0; i < AB_NUM_FFC_GROUPS; i++)
        if (strcasecmp(name, groups[i].name) == 0)
            return i;
    return -1;
}

const struct ab_ffc_group_name *ab_ffc_group_name(int group)
{
    return &groups[group];
}

static void drop(void *group)
{
    ab_ffc_free(group);
}

struct ab_ffc *ab_ffc_group_hold(struct ab_provctx *prov, int group, const struct ab_bignum *b,
                                 const struct ab_ffc_numbers *n)
{
    void *there = atomic_load_explicit(&prov->ffc_groups[group], memory_order_acquire);

    if (there == NULL && (there = ab_ffc_new(b, n, groups[group].private_bits)) != NULL)
        there = ab_keep_first(&prov->ffc_groups[group], there, drop);
    if (there == NULL || ab_ffc_has_numbers(there, n))
        return there == NULL ? NULL : ab_ffc_hold(there);
    return ab_ffc_new(b, n, groups[group].private_bits); /* other numbers under this name */
}

void ab_ffc_groups_release(struct ab_provctx *prov)
{
    for (int i = 0; i < AB_NUM_FFC_GROUPS; i++)
        ab_ffc_free(atomic_exchange(&prov->ffc_groups[i], NULL));
}

/* The groups of Diffie-Hellman that have names: RFC 7919, RFC 3526, RFC 5114. Their numbers come from the default provider. */
#ifndef AB_PROVIDER_KEYMGMT_FFC_GROUPS_H
#define AB_PROVIDER_KEYMGMT_FFC_GROUPS_H

#include "afterburner/ffc.h"
#include "provider/provctx.h"

struct ab_ffc_group_name {
    const char *name;
    unsigned private_bits; /* of private keys as the default provider makes them */
};

/* The place in the list, below AB_NUM_FFC_GROUPS, or -1. */
int ab_ffc_group_find(const char *name);
const struct ab_ffc_group_name *ab_ffc_group_name(int group);

/* A reference to the group of this library context, which is made of the numbers at the first call. NULL as of ab_ffc_new. */
struct ab_ffc *ab_ffc_group_hold(struct ab_provctx *prov, int group, const struct ab_bignum *b,
                                 const struct ab_ffc_numbers *n);

/* Before the provider context goes. */
void ab_ffc_groups_release(struct ab_provctx *prov);

#endif

/* The named groups of Diffie-Hellman: RFC 7919, RFC 3526, RFC 5114. Their numbers come from the default provider. */
#ifndef AB_PROVIDER_KEYMGMT_FFC_GROUPS_H
#define AB_PROVIDER_KEYMGMT_FFC_GROUPS_H

#include "afterburner/ffc.h"
#include "provider/provctx.h"

struct ab_ffc_group_name {
    const char *name;
    unsigned private_bits; /* length of private keys that the default provider generates */
};

/* The index in the list, below AB_NUM_FFC_GROUPS, or -1. */
int ab_ffc_group_find(const char *name);
const struct ab_ffc_group_name *ab_ffc_group_name(int group);

/*
 * Return a reference to the group of this library context; the first call makes it from the numbers. NULL as from
 * ab_ffc_new.
 */
struct ab_ffc *ab_ffc_group_hold(struct ab_provctx *prov, int group, const struct ab_bignum *b,
                                 const struct ab_ffc_numbers *n);

/* Call it before the provider context is freed. */
void ab_ffc_groups_release(struct ab_provctx *prov);

#endif

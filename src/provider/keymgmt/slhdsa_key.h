/*
 * A key of SLH-DSA (FIPS 205) as key management and signatures share it: reference-counted, and wiped with its last
 * reference. A key that has a public part never changes, so that threads may share it.
 */
#ifndef AB_PROVIDER_KEYMGMT_SLHDSA_KEY_H
#define AB_PROVIDER_KEYMGMT_SLHDSA_KEY_H

#include <stdatomic.h>

#include "afterburner/slhdsa.h"
#include "provider/provctx.h"

struct ab_slhdsa_keydata {
    struct ab_provctx *prov;
    _Atomic unsigned references;
    struct ab_slhdsa_key key;
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_slhdsa_keydata *ab_slhdsa_keydata_new(struct ab_provctx *prov, enum ab_slhdsa_id id);
struct ab_slhdsa_keydata *ab_slhdsa_keydata_hold(struct ab_slhdsa_keydata *k);
/* k may be NULL. */
void ab_slhdsa_keydata_free(struct ab_slhdsa_keydata *k);

/*
 * A new key with the parts of `selection` (OSSL_KEYMGMT_SELECT_...) that k has: nothing, the public key, or all of it.
 * NULL with an error raised.
 */
struct ab_slhdsa_keydata *ab_slhdsa_keydata_dup(const struct ab_slhdsa_keydata *k, int selection);

#endif

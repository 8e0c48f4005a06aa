/*
 * A key of ML-DSA (FIPS 204) as key management and signatures share it: reference-counted, and wiped with its last
 * reference. It stays expanded, so a signature or its verification samples no matrix.
 *
 * Like the default provider's, a key that has a public part never changes. Only an empty key takes one, by import, and
 * its owner alone does that.
 */
#ifndef AB_PROVIDER_KEYMGMT_MLDSA_KEY_H
#define AB_PROVIDER_KEYMGMT_MLDSA_KEY_H

#include <stdatomic.h>

#include "afterburner/mldsa.h"
#include "provider/provctx.h"

struct ab_mldsa_keydata {
    struct ab_provctx *prov;
    _Atomic unsigned references;
    struct ab_mldsa_key key; /* secret; last, because it takes only the memory that its parameter set needs */
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_mldsa_keydata *ab_mldsa_keydata_new(struct ab_provctx *prov, enum ab_mldsa_id id);
struct ab_mldsa_keydata *ab_mldsa_keydata_hold(struct ab_mldsa_keydata *k);
/* k may be NULL. */
void ab_mldsa_keydata_free(struct ab_mldsa_keydata *k);

/*
 * A new key with the parts of `selection` (OSSL_KEYMGMT_SELECT_...) that k has: nothing, the public key, or all of it.
 * NULL with an error raised.
 */
struct ab_mldsa_keydata *ab_mldsa_keydata_dup(const struct ab_mldsa_keydata *k, int selection);

/* 1 if the key has what is selected, as the default provider counts: every part needs the public one. */
int ab_mldsa_keydata_has(const struct ab_mldsa_keydata *k, int selection);

/* Make a new key: from the seed, or at random if seed is NULL. Returns 0 with an error raised. */
int ab_mldsa_keydata_generate(struct ab_mldsa_keydata *k, const uint8_t seed[AB_MLDSA_SEED_LEN]);

/*
 * The parts of a key in the encodings of FIPS 204, of the lengths of its parameter set. A part that is absent is NULL.
 * Seed and private key are secret.
 */
struct ab_mldsa_parts {
    const uint8_t *seed, *private_key, *public_key;
};

/*
 * Fill an empty key, checked as the default provider does: the encodings, and whether the parts agree. Returns 0 with
 * an error raised, and the key empty.
 */
int ab_mldsa_keydata_import(struct ab_mldsa_keydata *k, const struct ab_mldsa_parts *in);

/* 1 if the private key yields the public one. Needs both. */
int ab_mldsa_keydata_check_pair(const struct ab_mldsa_keydata *k);

#endif

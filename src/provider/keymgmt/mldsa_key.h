/*
 * A key of ML-DSA (FIPS 204) as key management and signatures share it: reference-counted, and wiped with its last
 * reference. A private key stays expanded, so a signature samples no matrix. A public key is expanded by the first
 * operation that needs it: many are only read from certificates, and an expanded key takes 30 to 90 KB.
 *
 * Like the default provider's, a key that has a public part never changes. Only an empty key takes one, by import, and
 * its owner alone does that. Other threads may then share it.
 */
#ifndef AB_PROVIDER_KEYMGMT_MLDSA_KEY_H
#define AB_PROVIDER_KEYMGMT_MLDSA_KEY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "afterburner/mldsa.h"
#include "provider/keymgmt/key_parts.h"
#include "provider/provctx.h"

struct ab_mldsa_keydata {
    struct ab_provctx *prov;
    const struct ab_mldsa_params *params;
    _Atomic unsigned references;
    bool is_public; /* a public key alone: */
    uint8_t public_key[AB_MLDSA_MAX_PUBLIC_LEN];
    void *_Atomic expanded; /* struct ab_mldsa_key; NULL: the key is empty, or a public key that no operation needed */
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_mldsa_keydata *ab_mldsa_keydata_new(struct ab_provctx *prov, enum ab_mldsa_id id);
struct ab_mldsa_keydata *ab_mldsa_keydata_hold(struct ab_mldsa_keydata *k);
/* k may be NULL. */
void ab_mldsa_keydata_free(struct ab_mldsa_keydata *k);

/* The key for an operation, expanded if necessary. NULL with an error raised, also of an empty key. Thread-safe. */
const struct ab_mldsa_key *ab_mldsa_keydata_expand(struct ab_mldsa_keydata *k);

/*
 * A new key with the parts of `selection` (OSSL_KEYMGMT_SELECT_...) that k has: nothing, the public key, or all of it.
 * NULL with an error raised.
 */
struct ab_mldsa_keydata *ab_mldsa_keydata_dup(const struct ab_mldsa_keydata *k, int selection);

/* 1 if the key has what is selected, as the default provider counts: every part needs the public one. k may be NULL. */
int ab_mldsa_keydata_has(const struct ab_mldsa_keydata *k, int selection);
/* The private key, which has the public one, and may have a seed; NULL if there is none. */
const struct ab_mldsa_key *ab_mldsa_keydata_private(const struct ab_mldsa_keydata *k);
/* Write the encoding of the public key, params->public_len bytes. Needs one. */
void ab_mldsa_keydata_get_public(const struct ab_mldsa_keydata *k, uint8_t *out);

/* Make a new key: from the seed, or at random if seed is NULL. Returns 0 with an error raised. */
int ab_mldsa_keydata_generate(struct ab_mldsa_keydata *k, const uint8_t seed[AB_MLDSA_SEED_LEN]);

/*
 * Fill an empty key, checked as the default provider does: the encodings, and whether the parts agree. Returns 0 with
 * an error raised, and the key empty.
 */
int ab_mldsa_keydata_import(struct ab_mldsa_keydata *k, const struct ab_key_parts *in);

/* 1 if the private key yields the public one. Needs both. */
int ab_mldsa_keydata_check_pair(const struct ab_mldsa_keydata *k);

#endif

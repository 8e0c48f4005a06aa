/*
 * A key of DSA, DH or DHX as key management, key exchange and signature pass it on: counted, and wiped with its last holder. It is
 * the default provider's key data (twin.h), which answers all questions, and beside it the numbers as our arithmetic takes them,
 * which are made at the first operation and shared by threads. Only its owner's import and set_params change it.
 */
#ifndef AB_PROVIDER_KEYMGMT_FFC_KEY_H
#define AB_PROVIDER_KEYMGMT_FFC_KEY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "afterburner/dh.h"
#include "afterburner/dsa.h"
#include "provider/fallback/twin.h"

/* Numbers have ab_ffc_words(group) words. */
struct ab_ffc_native {
    struct ab_ffc *group;
    bool is_named;                  /* a group of ffc_groups.h */
    size_t usual_bits;              /* how long private keys of this group are; 0: not told */
    uint64_t *x;                    /* secret; NULL: there is none */
    size_t x_bits;                  /* x is below 2^x_bits: public */
    uint64_t *y;                    /* NULL: there is none */
    struct ab_dsa_public *verifier; /* of DSA, if there is a y */
};

struct ab_ffc_key {
    struct ab_twin twin;
    _Atomic unsigned references;
    void *_Atomic native; /* struct ab_ffc_native; NULL: not made yet */
};

/* Without key data yet; one reference. NULL with an error raised. */
struct ab_ffc_key *ab_ffc_key_new(struct ab_provctx *prov, enum ab_key_type type);
struct ab_ffc_key *ab_ffc_key_hold(struct ab_ffc_key *key);
/* NULL is allowed. */
void ab_ffc_key_free(struct ab_ffc_key *key);

/* NULL if our arithmetic does not take the key: the default provider does. No error is raised. */
const struct ab_ffc_native *ab_ffc_key_native(struct ab_ffc_key *key);
/* Before the owner changes the twin. */
void ab_ffc_key_forget_native(struct ab_ffc_key *key);

/* Takes over a pair of numbers, allocated, of the group of `like`; for a key whose twin was given the same. 0 without memory. */
int ab_ffc_key_adopt_pair(struct ab_ffc_key *key, const struct ab_ffc_native *like, uint64_t *x, size_t x_bits,
                          uint64_t *y);

/* The public number, num words; 0 if there is none or it is longer. */
int ab_ffc_key_public(const struct ab_ffc_key *key, uint64_t *y, size_t num);

#endif

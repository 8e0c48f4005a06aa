/*
 * A key of DSA, DH or DHX as key management, key exchange and signature share it: reference-counted, and wiped with its
 * last reference. It consists of the default provider's key data (provider/fallback/twin.h), which answers every query,
 * and of the numbers in the form of our arithmetic, which the first operation makes and all threads share. Only the
 * owner changes a key, by import and set_params.
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
    size_t usual_bits;              /* length of private keys of this group; 0: unknown */
    uint64_t *x;                    /* secret; NULL: none */
    size_t x_bits;                  /* x is below 2^x_bits; public */
    uint64_t *y;                    /* NULL: none */
    struct ab_dsa_public *verifier; /* DSA only, if there is a y */
};

struct ab_ffc_key {
    struct ab_twin twin;
    _Atomic unsigned references;
    void *_Atomic native; /* struct ab_ffc_native; NULL: not made yet */
};

/* Allocate a key without key data and with one reference. NULL with an error raised. */
struct ab_ffc_key *ab_ffc_key_new(struct ab_provctx *prov, enum ab_key_type type);
struct ab_ffc_key *ab_ffc_key_hold(struct ab_ffc_key *key);
/* key may be NULL. */
void ab_ffc_key_free(struct ab_ffc_key *key);

/*
 * The native numbers, or NULL if our arithmetic does not support the key and the default provider must operate on it.
 * Raises no error.
 */
const struct ab_ffc_native *ab_ffc_key_native(struct ab_ffc_key *key);
/* Call it before the owner changes the twin. */
void ab_ffc_key_forget_native(struct ab_ffc_key *key);

/*
 * Take ownership of an allocated pair of numbers of the group of `like`, for a key whose twin has the same. Returns 0
 * if out of memory.
 */
int ab_ffc_key_adopt_pair(struct ab_ffc_key *key, const struct ab_ffc_native *like, uint64_t *x, size_t x_bits,
                          uint64_t *y);

/* Write the public number as num words. Returns 0 if there is none or it is longer. */
int ab_ffc_key_public(const struct ab_ffc_key *key, uint64_t *y, size_t num);

#endif

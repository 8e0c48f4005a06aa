/*
 * A key of RSA or RSA-PSS as key management and the operations of RSA share it: reference-counted, and wiped with its
 * last reference.
 *
 * The imported parameters are kept as they are. The native key is made from them at the first operation, so a key that
 * is only read costs no arithmetic, and the twin when it is needed. So exports and checks of a key are the default
 * provider's, even for wrong numbers, although the native key recomputes most of its numbers.
 */
#ifndef AB_PROVIDER_KEYMGMT_RSA_KEY_H
#define AB_PROVIDER_KEYMGMT_RSA_KEY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "afterburner/rsa.h"
#include "provider/fallback/twin.h"
#include "provider/param_copy.h"

struct ab_rsa_keydata {
    struct ab_twin twin; /* twin.type: AB_KEY_RSA or AB_KEY_RSA_PSS */
    _Atomic unsigned references;
    struct ab_param_copy imported;
    int imported_selection;
    size_t num_bits;   /* of n, if the numbers are in `imported` and make a native key; 0: only the twin has them */
    size_t num_primes; /* of them: 0, or 2 to AB_RSA_MAX_PRIMES */
    bool is_private;   /* d is among them */
    /* RSA-PSS with restrictions: one digest, one mask function, a minimum salt length; only the twin knows which */
    bool is_restricted;
    void *_Atomic native;        /* struct ab_rsa_key; NULL: not made yet, or not possible */
    void *_Atomic native_public; /* the same of n and e alone; NULL also where `native` serves */
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_rsa_keydata *ab_rsa_keydata_new(struct ab_provctx *prov, enum ab_key_type type);
struct ab_rsa_keydata *ab_rsa_keydata_hold(struct ab_rsa_keydata *key);
/* key may be NULL. */
void ab_rsa_keydata_free(struct ab_rsa_keydata *key);

/*
 * Import the list into an empty key. Returns 0 on failure. The default provider handles all that is not plain. A key
 * that has numbers takes no others, and nothing else changes it: contexts hold its native key, and no release of
 * libcrypto imports into such a key.
 */
int ab_rsa_keydata_import(struct ab_rsa_keydata *key, int selection, const OSSL_PARAM params[]);
/* Make an empty key the generated one. Takes ownership of `native`, also on failure. */
int ab_rsa_keydata_generated(struct ab_rsa_keydata *key, struct ab_rsa_key *native);
/* Take ownership of the default provider's key data for an empty key. Returns 0 if it is NULL. */
int ab_rsa_keydata_adopt(struct ab_rsa_keydata *key, void *twin_keydata);

/* Whether num_bits is not 0, and both keys have the same n and e. */
bool ab_rsa_keydata_is_same_public(const struct ab_rsa_keydata *a, const struct ab_rsa_keydata *b);

/* The native key; NULL if only the default provider supports the key. Thread-safe, as is the twin. */
const struct ab_rsa_key *ab_rsa_keydata_native(struct ab_rsa_keydata *key);
/* The same for operations with n and e, which does without what only a private operation needs. */
const struct ab_rsa_key *ab_rsa_keydata_native_public(struct ab_rsa_keydata *key);
/* The default provider's key data; NULL with an error raised. */
void *ab_rsa_keydata_twin(struct ab_rsa_keydata *key);

#endif

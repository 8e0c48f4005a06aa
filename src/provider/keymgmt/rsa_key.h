/*
 * A key of RSA or RSA-PSS as key management and the operations of RSA pass it on: counted, and wiped with its last holder.
 *
 * What an import told is kept word for word: the twin is made of it when it is needed. So a key's exports and checks are those of
 * the default provider, also of numbers that are wrong, though the native key reckons most of them anew.
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
    struct ab_param_copy told;
    int told_selection;
    bool is_restricted;   /* of RSA-PSS: it allows one digest,
        one mask function and salts of some length; only the twin knows which */
    void *_Atomic native; /* struct ab_rsa_key; NULL: not made yet, or it cannot be */
};

/* Empty, with one reference; NULL with an error raised. */
struct ab_rsa_keydata *ab_rsa_keydata_new(struct ab_provctx *prov, enum ab_key_type type);
struct ab_rsa_keydata *ab_rsa_keydata_hold(struct ab_rsa_keydata *key);
/* NULL is allowed. */
void ab_rsa_keydata_free(struct ab_rsa_keydata *key);

/* An empty key takes what the list says, or 0. The default provider judges all that is not plain. */
int ab_rsa_keydata_import(struct ab_rsa_keydata *key, int selection, const OSSL_PARAM params[]);
/* An empty key becomes one that was generated; it takes the key over, also if it fails. */
int ab_rsa_keydata_generated(struct ab_rsa_keydata *key, struct ab_rsa_key *native);
/* An empty key takes over the default provider's; 0 if there is none. */
int ab_rsa_keydata_adopt(struct ab_rsa_keydata *key, void *twin_keydata);

/* The native key; NULL if only the default provider can use it. Thread-safe, as is the twin. */
const struct ab_rsa_key *ab_rsa_keydata_native(struct ab_rsa_keydata *key);
/* The default provider's key data; NULL with an error raised. */
void *ab_rsa_keydata_twin(struct ab_rsa_keydata *key);

#endif

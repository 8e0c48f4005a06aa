/* A Schnorr key as key management and signature share it: reference-counted, and wiped with its last reference. */
#ifndef AB_PROVIDER_KEYMGMT_SCHNORR_KEY_H
#define AB_PROVIDER_KEYMGMT_SCHNORR_KEY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "afterburner/schnorr.h"
#include "provider/provctx.h"

struct ab_schnorr_key {
    struct ab_provctx *prov;
    _Atomic unsigned references;
    bool has_public, has_private; /* a private key comes with its public key */
    uint8_t public_key[AB_SCHNORR_KEY_LEN];
    uint8_t private_key[AB_SCHNORR_KEY_LEN]; /* secret */
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_schnorr_key *ab_schnorr_key_new(struct ab_provctx *prov);
void ab_schnorr_key_hold(void *key);
/* key may be NULL. */
void ab_schnorr_key_free(void *key);

#endif

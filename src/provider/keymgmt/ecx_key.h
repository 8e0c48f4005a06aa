/*
 * A key of X25519, Ed25519, X448 or Ed448 as key management, key exchange and signature share it: reference-counted,
 * and wiped with its last reference. Only the owner changes a key, by import or encoded-pub-key.
 */
#ifndef AB_PROVIDER_KEYMGMT_ECX_KEY_H
#define AB_PROVIDER_KEYMGMT_ECX_KEY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "provider/provctx.h"

enum ab_ecx_type { AB_ECX_X25519, AB_ECX_ED25519, AB_ECX_X448, AB_ECX_ED448 };
enum { AB_ECX_MAX_KEY_LEN = 57 };

struct ab_ecx_key {
    struct ab_provctx *prov;
    _Atomic unsigned references;
    enum ab_ecx_type type;
    bool has_public, has_private;
    size_t len; /* of either key */
    uint8_t public_key[AB_ECX_MAX_KEY_LEN];
    uint8_t private_key[AB_ECX_MAX_KEY_LEN]; /* secret */
};

static inline enum ab_family ab_ecx_family(enum ab_ecx_type type)
{
    return type == AB_ECX_X25519 || type == AB_ECX_ED25519 ? AB_FAMILY_CURVE25519 : AB_FAMILY_CURVE448;
}

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_ecx_key *ab_ecx_key_new(struct ab_provctx *prov, enum ab_ecx_type type);
struct ab_ecx_key *ab_ecx_key_hold(struct ab_ecx_key *key);
/* key may be NULL. */
void ab_ecx_key_free(struct ab_ecx_key *key);

/*
 * Compute the public key of the private one into out, key->len bytes. Returns 0 with an error raised if no
 * implementation passes its test.
 */
int ab_ecx_key_derive_public(const struct ab_ecx_key *key, uint8_t out[AB_ECX_MAX_KEY_LEN]);

#endif

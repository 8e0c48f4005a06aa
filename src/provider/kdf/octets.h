/* Inputs of a KDF: byte strings of any length, secret, copied into its context. */
#ifndef AB_PROVIDER_KDF_OCTETS_H
#define AB_PROVIDER_KDF_OCTETS_H

#include <openssl/core.h>
#include <stddef.h>
#include <stdint.h>

#include "provider/provctx.h"

enum { AB_OCTETS_NEAR = 64 };

/*
 * Not set if data and len are zero, whatever the other members are. A struct ab_octets must not be moved, since short
 * strings are stored inside it, which saves malloc and free.
 */
struct ab_octets {
    uint8_t *data; /* NULL: not set. A string that is set may be empty */
    size_t len;
    size_t size; /* allocated bytes, if data is not `near` */
    uint8_t near[AB_OCTETS_NEAR];
};

/* Mark it as not set. */
static inline void ab_octets_prepare(struct ab_octets *o)
{
    o->data = NULL;
    o->len = 0;
}

/* Replace o by a copy of the data or of the parameter. Returns 0 with an error raised and o not set on failure. */
int ab_octets_set(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len);
int ab_octets_set_param(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p);

/* Replace o by the concatenation of all parameters of this name; one at NULL is empty. Errors as above. */
int ab_octets_set_params(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM params[],
                         const char *key);

/* Append to o, which is unchanged on failure. */
int ab_octets_append(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len);

/* `to` must not be set. */
int ab_octets_copy(const struct ab_provctx *prov, struct ab_octets *to, const struct ab_octets *from);

/* Wipe o and mark it as not set. */
void ab_octets_clear(struct ab_octets *o);

#endif

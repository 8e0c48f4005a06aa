/* Byte strings that a KDF is given, of any length and secret: its context has a copy. */
#ifndef AB_PROVIDER_KDF_OCTETS_H
#define AB_PROVIDER_KDF_OCTETS_H

#include <openssl/core.h>
#include <stddef.h>
#include <stdint.h>

#include "provider/provctx.h"

enum { AB_OCTETS_NEAR = 64 };

/* Not given if data and len are zero, whatever the rest is. It may not move: short ones stand in it, to spare malloc and free. */
struct ab_octets {
    uint8_t *data; /* NULL if not given; what is given may be empty */
    size_t len;
    size_t size; /* of what was allocated, if data is not near */
    uint8_t near[AB_OCTETS_NEAR];
};

/* Makes it not given. */
static inline void ab_octets_prepare(struct ab_octets *o)
{
    o->data = NULL;
    o->len = 0;
}

/* Replaces o, by a copy or by what the parameter has. 0, with an error raised and o not given, if that cannot be. */
int ab_octets_set(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len);
int ab_octets_set_param(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p);

/* Replaces o by all that the parameters of this name have, one behind the other; one at no address is empty. As above. */
int ab_octets_set_params(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM params[],
                         const char *key);

/* Adds to o; it is unchanged if that fails. */
int ab_octets_append(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len);

/* to is not given yet. */
int ab_octets_copy(const struct ab_provctx *prov, struct ab_octets *to, const struct ab_octets *from);

/* Wipes it; o is as if never given. */
void ab_octets_clear(struct ab_octets *o);

#endif

/* Byte strings of KDF contexts: set, append, copy, wipe. */
#include "provider/kdf/octets.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/param.h"

static int is_near(const struct ab_octets *o)
{
    return o->data == o->near;
}

void ab_octets_clear(struct ab_octets *o)
{
    if (o->data == NULL)
        return;
    ab_wipe(o->data, o->len);
    if (!is_near(o))
        free(o->data);
    o->data = NULL;
    o->len = 0;
}

/* Make room for len bytes in all, more than `near` has, and keep the content. */
static int grow(const struct ab_provctx *prov, struct ab_octets *o, size_t len)
{
    uint8_t *data = malloc(len);
    size_t kept = o->len;

    if (data == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "%zu bytes", len);
        return 0;
    }
    if (kept != 0)
        memcpy(data, o->data, kept);
    ab_octets_clear(o);
    o->data = data;
    o->len = kept;
    o->size = len;
    return 1;
}

int ab_octets_append(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len)
{
    size_t all = o->len + len;

    if (all < len)
        return 0;
    if (o->data == NULL)
        o->data = o->near;
    if (all > (is_near(o) ? sizeof(o->near) : o->size) && !grow(prov, o, all))
        return 0;
    if (len != 0)
        memcpy(o->data + o->len, data, len);
    o->len = all;
    return 1;
}

int ab_octets_set(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len)
{
    ab_octets_clear(o);
    return ab_octets_append(prov, o, data, len);
}

int ab_octets_set_param(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p)
{
    const uint8_t *data;
    size_t len;

    if (ab_param_get_octets(p, &data, &len) && data != NULL)
        return ab_octets_set(prov, o, data, len);
    ab_octets_clear(o);
    AB_RAISE_DETAIL(prov, AB_R_INVALID_PARAMETER, "%s", p->key);
    return 0;
}

int ab_octets_copy(const struct ab_provctx *prov, struct ab_octets *to, const struct ab_octets *from)
{
    return from->data == NULL || ab_octets_append(prov, to, from->data, from->len);
}

int ab_octets_set_params(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM params[], const char *key)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, key);
    const uint8_t *data;
    size_t len;

    ab_octets_clear(o);
    for (; p != NULL; p = ab_param_locate_const(p + 1, key)) {
        if (!ab_param_get_octets(p, &data, &len)) {
            AB_RAISE_DETAIL(prov, AB_R_INVALID_PARAMETER, "%s", p->key);
            return 0;
        }
        if (!ab_octets_append(prov, o, data, data == NULL ? 0 : len))
            return 0;
    }
    return 1;
}

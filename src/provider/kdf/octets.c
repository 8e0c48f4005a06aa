#include "provider/kdf/octets.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/param.h"

void ab_octets_clear(struct ab_octets *o)
{
    if (o->data != NULL)
        ab_wipe(o->data, o->len);
    free(o->data);
    *o = (struct ab_octets){ 0 };
}

/* Room for `size` bytes after it, what is there being kept. */
static int grow(const struct ab_provctx *prov, struct ab_octets *o, size_t size)
{
    struct ab_octets larger = { malloc(size + (size == 0)), o->len, size };

    if (larger.data == NULL) {
        AB_RAISE(prov, AB_R_OUT_OF_MEMORY, "%zu bytes", size);
        return 0;
    }
    if (o->len != 0)
        memcpy(larger.data, o->data, o->len);
    ab_octets_clear(o);
    *o = larger;
    return 1;
}

int ab_octets_append(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len)
{
    if (len > SIZE_MAX - o->len || ((o->data == NULL || len > o->size - o->len) && !grow(prov, o, o->len + len)))
        return 0;
    if (len != 0)
        memcpy(o->data + o->len, data, len);
    o->len += len;
    return 1;
}

int ab_octets_set(const struct ab_provctx *prov, struct ab_octets *o, const uint8_t *data, size_t len)
{
    if (len > o->size || o->data == NULL)
        ab_octets_clear(o);
    else
        ab_wipe(o->data, o->len);
    o->len = 0;
    return ab_octets_append(prov, o, data, len);
}

int ab_octets_set_param(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p)
{
    const uint8_t *data;
    size_t len;

    if (ab_param_get_octets(p, &data, &len) && data != NULL)
        return ab_octets_set(prov, o, data, len);
    ab_octets_clear(o);
    AB_RAISE(prov, AB_R_INVALID_PARAMETER, "%s", p->key);
    return 0;
}

int ab_octets_copy(const struct ab_provctx *prov, struct ab_octets *to, const struct ab_octets *from)
{
    return from->data == NULL || ab_octets_append(prov, to, from->data, from->len);
}

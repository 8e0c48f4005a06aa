/* Wipe memory that held secrets. */
#include "ct/ct.h"

#include <string.h>

int ab_ct_memcmp(const void *a, const void *b, size_t len)
{
    const uint8_t *x = a, *y = b;
    uint64_t diff = 0, v, w;

    for (; len >= sizeof(v); len -= sizeof(v)) {
        memcpy(&v, x, sizeof(v));
        memcpy(&w, y, sizeof(w));
        diff |= v ^ w;
        x += sizeof(v);
        y += sizeof(w);
    }
    for (size_t i = 0; i < len; i++)
        diff |= (uint64_t)(x[i] ^ y[i]);
    return (int)(~ab_ct_is_zero(diff) & 1);
}

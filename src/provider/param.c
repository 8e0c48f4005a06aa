/* Find, read and write parameters. */
#include "provider/param.h"

#include <limits.h>
#include <openssl/params.h>
#include <string.h>

const OSSL_PARAM *ab_param_locate_const(const OSSL_PARAM *params, const char *key)
{
    for (; params != NULL && params->key != NULL; params++)
        if (ab_param_is(params, key))
            return params;
    return NULL;
}

int ab_param_repeats(const OSSL_PARAM params[])
{
    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (ab_param_locate_const(params, p->key) != p)
            return 1;
    return 0;
}

OSSL_PARAM *ab_param_locate(OSSL_PARAM *params, const char *key)
{
    for (; params != NULL && params->key != NULL; params++)
        if (ab_param_is(params, key))
            return params;
    return NULL;
}

/* A double that is a whole number, which OpenSSL also accepts as an integer. */
static int read_real(const OSSL_PARAM *p, uint64_t *value, int *negative)
{
    double d;

    if (p->data == NULL || p->data_size != sizeof(d))
        return 0;
    memcpy(&d, p->data, sizeof(d));
    *negative = d < 0;
    if (!(d >= -0x1p63 && d < 0x1p64))
        return 0;
    *value = *negative ? (uint64_t)(int64_t)d : (uint64_t)d;
    return *negative ? (double)(int64_t)d == d : (double)(uint64_t)d == d;
}

/* Native-endian integers of 1 to 8 bytes: all processors here are little-endian, so the low bytes come first. */
static int read_integer(const OSSL_PARAM *p, uint64_t *value, int *negative)
{
    const uint8_t *bytes = p->data;
    uint64_t v = 0;

    if (bytes == NULL || p->data_size == 0 || p->data_size > sizeof(v))
        return 0;
    memcpy(&v, bytes, p->data_size);
    *negative = p->data_type == OSSL_PARAM_INTEGER && bytes[p->data_size - 1] >> 7;
    *value = v;
    return 1;
}

static int read_number(const OSSL_PARAM *p, uint64_t *value, int *negative)
{
    if (p == NULL)
        return 0;
    switch (p->data_type) {
    case OSSL_PARAM_INTEGER:
    case OSSL_PARAM_UNSIGNED_INTEGER: return read_integer(p, value, negative);
    case OSSL_PARAM_REAL: return read_real(p, value, negative);
    default: return 0;
    }
}

int ab_param_get_uint64(const OSSL_PARAM *p, uint64_t *value)
{
    int negative;
    uint64_t v;

    if (!read_number(p, &v, &negative) || negative)
        return 0;
    *value = v;
    return 1;
}

int ab_param_get_size(const OSSL_PARAM *p, size_t *value)
{
    uint64_t v;

    if (!ab_param_get_uint64(p, &v) || (size_t)v != v)
        return 0;
    *value = (size_t)v;
    return 1;
}

int ab_param_get_int(const OSSL_PARAM *p, int *value)
{
    int negative;
    uint64_t v;

    if (!read_number(p, &v, &negative))
        return 0;
    if (negative && p->data_size < sizeof(v))
        v |= UINT64_MAX << 8 * p->data_size;
    if (negative ? (int64_t)v < INT_MIN : v > INT_MAX)
        return 0;
    *value = (int)(int64_t)v;
    return 1;
}

int ab_param_get_uint(const OSSL_PARAM *p, unsigned *value)
{
    uint64_t v;

    if (p != NULL && p->data != NULL && p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && p->data_size == sizeof(*value)) {
        memcpy(value, p->data, sizeof(*value)); /* the usual type */
        return 1;
    }
    if (!ab_param_get_uint64(p, &v) || v > UINT32_MAX)
        return 0;
    *value = (unsigned)v;
    return 1;
}

int ab_param_get_octets(const OSSL_PARAM *p, const uint8_t **data, size_t *len)
{
    if (p == NULL || p->data_type != OSSL_PARAM_OCTET_STRING)
        return 0;
    *data = p->data;
    *len = p->data_size;
    return 1;
}

int ab_param_get_utf8(const OSSL_PARAM *p, const char **text)
{
    if (p == NULL || p->data == NULL)
        return 0;
    if (p->data_type == OSSL_PARAM_UTF8_PTR)
        *text = *(const char **)p->data;
    else if (p->data_type == OSSL_PARAM_UTF8_STRING)
        *text = p->data;
    else
        return 0;
    return *text != NULL;
}

int ab_param_set_uint64(OSSL_PARAM *p, uint64_t value)
{
    size_t size;

    if (p == NULL || (p->data_type != OSSL_PARAM_INTEGER && p->data_type != OSSL_PARAM_UNSIGNED_INTEGER))
        return 0;
    size = p->data_size;
    p->return_size = size == 0 || p->data == NULL ? sizeof(value) : size;
    if (p->data == NULL)
        return 1;
    if (size == 0 || size > sizeof(value))
        return 0;
    if (p->data_type == OSSL_PARAM_INTEGER && value >> (8 * size - 1))
        return 0;
    if (size < sizeof(value) && value >> (8 * size))
        return 0;
    if (size == sizeof(value)) /* the common case: faster than a call of memcpy */
        memcpy(p->data, &value, sizeof(value));
    else
        memcpy(p->data, &value, size);
    return 1;
}

int ab_param_set_octets(OSSL_PARAM *p, const void *data, size_t len)
{
    if (p == NULL)
        return 0;
    p->return_size = len;
    if (p->data_type == OSSL_PARAM_OCTET_PTR) {
        if (p->data != NULL)
            *(const void **)p->data = data;
        return 1;
    }
    if (p->data_type != OSSL_PARAM_OCTET_STRING)
        return 0;
    if (p->data == NULL)
        return 1;
    if (p->data_size < len)
        return 0;
    if (len != 0)
        memcpy(p->data, data, len);
    return 1;
}

int ab_param_reserve_octets(OSSL_PARAM *p, size_t len, uint8_t **room)
{
    if (p->data_type != OSSL_PARAM_OCTET_STRING)
        return 0;
    p->return_size = len;
    *room = p->data;
    return p->data == NULL || p->data_size >= len;
}

int ab_param_set_utf8(OSSL_PARAM *p, const char *text)
{
    size_t len = strlen(text);

    if (p == NULL || p->data_type != OSSL_PARAM_UTF8_STRING)
        return 0;
    p->return_size = len;
    if (p->data == NULL)
        return 1;
    if (p->data_size < len)
        return 0;
    memcpy(p->data, text, len);
    if (p->data_size > len)
        ((char *)p->data)[len] = '\0';
    return 1;
}

int ab_param_set_utf8_ptr(OSSL_PARAM *p, const char *text)
{
    if (p == NULL || p->data_type != OSSL_PARAM_UTF8_PTR)
        return 0;
    p->return_size = strlen(text);
    if (p->data != NULL)
        *(const char **)p->data = text;
    return 1;
}

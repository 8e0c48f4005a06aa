/*
 * Read, write and copy lists of parameters (OSSL_PARAM). Input: for each parameter a byte for its name, one for its
 * type, one for its size, and its data. Compare what is read with a plain reading; nothing beyond the data is touched.
 */
#include <limits.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "provider/param.h"
#include "provider/param_copy.h"

enum { MAX_PARAMS = 8, MAX_SIZE = 20, NUM_NAMES = 4 };

static const char *const names[NUM_NAMES] = { "size", "siz", "sizes", "" };
static const unsigned types[] = { OSSL_PARAM_INTEGER,
                                  OSSL_PARAM_UNSIGNED_INTEGER,
                                  OSSL_PARAM_REAL,
                                  OSSL_PARAM_UTF8_STRING,
                                  OSSL_PARAM_OCTET_STRING,
                                  OSSL_PARAM_UTF8_PTR,
                                  OSSL_PARAM_OCTET_PTR,
                                  0,
                                  99 };
enum { NUM_TYPES = sizeof(types) / sizeof(types[0]) };

static int is_pointer(const OSSL_PARAM *p)
{
    return p->data_type == OSSL_PARAM_UTF8_PTR || p->data_type == OSSL_PARAM_OCTET_PTR;
}

/* Memory of its own for the data, so that the sanitizer sees what lies beyond. A size above the greatest: no data. */
static OSSL_PARAM take_param(const uint8_t **data, size_t *len)
{
    static const struct {
        const char *text;
    } pointer = { "text" };
    const uint8_t *head = *data, *from = head + 3;
    OSSL_PARAM p = { names[head[0] % NUM_NAMES], types[head[1] % NUM_TYPES], NULL, head[2] % (MAX_SIZE + 2),
                     OSSL_PARAM_UNMODIFIED };
    size_t part = 0;

    *len -= 3;
    if (p.data_size <= MAX_SIZE) {
        part = p.data_size < *len ? p.data_size : *len;
        if (is_pointer(&p))
            p.data_size = sizeof(pointer);
        p.data = calloc(1, p.data_size + (p.data_size == 0));
        expect(p.data != NULL);
        if (is_pointer(&p))
            memcpy(p.data, &pointer, sizeof(pointer));
        else
            memcpy(p.data, from, part);
    }
    *data = from + part;
    *len -= part;
    return p;
}

/* ---- numbers ---- */

/* Read an integer of up to 16 bytes. Returns 0 if the parameter is none of at most 8 bytes. */
static int plain_integer(const OSSL_PARAM *p, __int128 *value)
{
    const uint8_t *bytes = p->data;
    unsigned __int128 sum = 0;

    if ((p->data_type != OSSL_PARAM_INTEGER && p->data_type != OSSL_PARAM_UNSIGNED_INTEGER) || bytes == NULL
        || p->data_size == 0 || p->data_size > 8)
        return 0;
    for (size_t i = p->data_size; i-- > 0;)
        sum = sum << 8 | bytes[i];
    *value = (__int128)sum;
    if (p->data_type == OSSL_PARAM_INTEGER && bytes[p->data_size - 1] >= 128)
        *value -= (__int128)1 << 8 * p->data_size;
    return 1;
}

/* The same for a double that is a whole number of 64 bits. */
static int plain_real(const OSSL_PARAM *p, __int128 *value)
{
    double d;

    if (p->data_type != OSSL_PARAM_REAL || p->data == NULL || p->data_size != sizeof(d))
        return 0;
    memcpy(&d, p->data, sizeof(d));
    if (!(d > -0x1p64 && d < 0x1p64))
        return 0;
    *value = (__int128)d;
    return (double)*value == d;
}

static void check_numbers(const OSSL_PARAM *p)
{
    __int128 value = 0;
    uint64_t as_uint64 = 0;
    size_t as_size = 0;
    unsigned as_uint = 0;
    int as_int = 0, is_number = plain_integer(p, &value) || plain_real(p, &value);

    expect(ab_param_get_uint64(p, &as_uint64) == (is_number && value >= 0 && value <= UINT64_MAX));
    expect(ab_param_get_size(p, &as_size) == (is_number && value >= 0 && value <= SIZE_MAX));
    expect(ab_param_get_uint(p, &as_uint) == (is_number && value >= 0 && value <= UINT_MAX));
    expect(ab_param_get_int(p, &as_int) == (is_number && value >= INT_MIN && value <= INT_MAX));
    if (!is_number)
        return;
    expect(value < 0 || value > UINT64_MAX || as_uint64 == (uint64_t)value);
    expect(value < 0 || value > SIZE_MAX || as_size == (size_t)value);
    expect(value < 0 || value > UINT_MAX || as_uint == (unsigned)value);
    expect(value < INT_MIN || value > INT_MAX || as_int == (int)value);
}

/* ---- texts and lists ---- */

static void check_views(const OSSL_PARAM *p)
{
    const uint8_t *octets = NULL;
    const char *text = NULL;
    size_t len = 0;

    expect(ab_param_get_octets(p, &octets, &len) == (p->data_type == OSSL_PARAM_OCTET_STRING));
    expect(p->data_type != OSSL_PARAM_OCTET_STRING || (octets == p->data && len == p->data_size));
    if (ab_param_get_utf8(p, &text))
        expect(p->data_type == OSSL_PARAM_UTF8_PTR ? strcmp(text, "text") == 0 : text == p->data);
    else
        expect(p->data == NULL || (p->data_type != OSSL_PARAM_UTF8_PTR && p->data_type != OSSL_PARAM_UTF8_STRING));
}

static void check_names(const OSSL_PARAM *params, size_t num)
{
    int repeats = 0;

    for (size_t i = 0; i < num; i++) {
        size_t first = 0;

        while (first < i && strcmp(params[first].key, params[i].key) != 0)
            first++;
        repeats |= first < i;
        expect(ab_param_locate_const(params, params[i].key) == &params[first]);
    }
    expect(ab_param_repeats(params) == repeats);
    expect(ab_param_locate_const(params, "another name") == NULL);
}

static void check_copy(const OSSL_PARAM *params)
{
    struct ab_param_copy copy;
    const OSSL_PARAM *c;

    expect(ab_param_copy_make(&copy, params));
    c = copy.list;
    for (const OSSL_PARAM *p = params; p->key != NULL; p++) {
        if (p->data == NULL || is_pointer(p))
            continue;
        expect(strcmp(c->key, p->key) == 0 && c->data_type == p->data_type && c->data_size == p->data_size);
        expect(memcmp(c->data, p->data, p->data_size) == 0 && ((const char *)c->data)[c->data_size] == 0);
        c++;
    }
    expect(c->key == NULL);
    ab_param_copy_free(&copy);
}

/* ---- what is written is read again ---- */

static void check_setters(OSSL_PARAM *p, uint64_t number)
{
    static const char text[] = "seventeen letters";
    uint64_t again = 0;
    size_t len = number % sizeof(text);

    if (ab_param_set_uint64(p, number) && p->data != NULL)
        expect(ab_param_get_uint64(p, &again) && again == number && p->return_size == p->data_size);
    if (is_pointer(p))
        return;
    if (ab_param_set_octets(p, text, len)) {
        expect(p->return_size == len && (p->data == NULL || memcmp(p->data, text, len) == 0));
        expect(p->data == NULL || p->data_size >= len);
    }
    if (ab_param_set_utf8(p, text)) {
        expect(p->return_size == strlen(text) && (p->data == NULL || memcmp(p->data, text, strlen(text)) == 0));
        expect(p->data == NULL || p->data_size == strlen(text) || strcmp(p->data, text) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    OSSL_PARAM params[MAX_PARAMS + 1];
    size_t num = 0;
    uint64_t number;

    take_words(&number, 1, &data, &len);
    while (len >= 3 && num < MAX_PARAMS)
        params[num++] = take_param(&data, &len);
    params[num] = (OSSL_PARAM){ .key = NULL };
    check_names(params, num);
    check_copy(params);
    for (size_t i = 0; i < num; i++) {
        check_numbers(&params[i]);
        check_views(&params[i]);
        check_setters(&params[i], number);
    }
    for (size_t i = 0; i < num; i++)
        free(params[i].data);
    return 0;
}

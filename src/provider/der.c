/* Read and write DER. */
#include "provider/der.h"

#include <string.h>

enum { LONG_FORM = 0x80 };

static size_t num_length_bytes(size_t len)
{
    return len < LONG_FORM ? 1 : len < 256 ? 2 : 3;
}

size_t ab_der_element_len(size_t len)
{
    return 1 + num_length_bytes(len) + len;
}

uint8_t *ab_der_write_head(uint8_t *at, uint8_t tag, size_t len)
{
    size_t extra = num_length_bytes(len) - 1;

    *at++ = tag;
    if (extra > 0)
        *at++ = (uint8_t)(LONG_FORM | extra);
    if (extra > 1)
        *at++ = (uint8_t)(len >> 8);
    *at++ = (uint8_t)len;
    return at;
}

uint8_t *ab_der_write(uint8_t *at, uint8_t tag, const uint8_t *content, size_t len)
{
    at = ab_der_write_head(at, tag, len);
    if (len != 0)
        memcpy(at, content, len);
    return at + len;
}

int ab_der_peek(const struct ab_der *r, uint8_t tag, size_t *head, size_t *len)
{
    size_t extra;

    if (r->len < 2 || r->at[0] != tag)
        return 0;
    *head = 2;
    *len = r->at[1];
    if (*len < LONG_FORM)
        return 1;
    extra = *len - LONG_FORM;
    if (extra < 1 || extra > 2 || r->len - 2 < extra)
        return 0;
    *head = 2 + extra;
    *len = extra == 1 ? r->at[2] : (size_t)r->at[2] << 8 | r->at[3];
    return num_length_bytes(*len) == 1 + extra;
}

int ab_der_read(struct ab_der *r, uint8_t tag, struct ab_der *content)
{
    size_t head, len;

    if (!ab_der_peek(r, tag, &head, &len) || len > r->len - head)
        return 0;
    content->at = r->at + head;
    content->len = len;
    r->at += head + len;
    r->len -= head + len;
    return 1;
}

int ab_der_read_sized(struct ab_der *r, uint8_t tag, size_t len, const uint8_t **content)
{
    struct ab_der next = *r, in;

    if (!ab_der_read(&next, tag, &in) || in.len != len)
        return 0;
    *r = next;
    *content = in.at;
    return 1;
}

/* DER of ECDSA signatures. */
#include "provider/signature/ecdsa_der.h"

#include <string.h>

enum { SEQUENCE = 0x30, INTEGER = 0x02, LONG_FORM = 0x80 };

size_t ab_ecdsa_der_max_len(size_t bits)
{
    size_t numbers = 2 * (2 + bits / 8 + 1);

    return numbers + (numbers < LONG_FORM ? 2 : 3);
}

/* ---- writing: lengths below 256 ---- */

static uint8_t *write_head(uint8_t *at, uint8_t tag, size_t len)
{
    *at++ = tag;
    if (len >= LONG_FORM)
        *at++ = LONG_FORM | 1;
    *at++ = (uint8_t)len;
    return at;
}

static size_t num_zeros(const uint8_t *number, size_t len)
{
    size_t n = 0;

    while (n < len - 1 && number[n] == 0) /* zero has one byte */
        n++;
    return n;
}

/* The length of the content; a number whose first bit is set gets a leading zero byte. */
static size_t integer_len(const uint8_t *number, size_t len)
{
    size_t zeros = num_zeros(number, len);

    return len - zeros + (number[zeros] >> 7);
}

static uint8_t *write_integer(uint8_t *at, const uint8_t *number, size_t len)
{
    size_t zeros = num_zeros(number, len);

    at = write_head(at, INTEGER, integer_len(number, len));
    if (number[zeros] >> 7)
        *at++ = 0;
    memcpy(at, number + zeros, len - zeros);
    return at + len - zeros;
}

size_t ab_ecdsa_der_write(uint8_t *der, const uint8_t *pair, size_t len)
{
    uint8_t *at = write_head(der, SEQUENCE, 4 + integer_len(pair, len) + integer_len(pair + len, len));

    at = write_integer(at, pair, len);
    return (size_t)(write_integer(at, pair + len, len) - der);
}

/* ---- reading ---- */

struct reader {
    const uint8_t *at;
    size_t len; /* bytes left */
};

/* DER requires the shortest form of a length; a length of three bytes is more than any signature needs. */
static int read_head(struct reader *r, uint8_t tag, size_t *len)
{
    size_t extra;

    if (r->len < 2 || r->at[0] != tag)
        return 0;
    *len = r->at[1];
    extra = *len < LONG_FORM ? 0 : *len - LONG_FORM;
    r->at += 2;
    r->len -= 2;
    if (*len < LONG_FORM)
        return *len <= r->len;
    if (extra < 1 || extra > 2 || r->len < extra)
        return 0;
    *len = extra == 1 ? r->at[0] : (size_t)r->at[0] << 8 | r->at[1];
    r->at += extra;
    r->len -= extra;
    return *len >= (extra == 1 ? LONG_FORM : 256u) && *len <= r->len;
}

static enum ab_der_verdict read_integer(struct reader *r, uint8_t *number, size_t len)
{
    size_t content, zeros;

    if (!read_head(r, INTEGER, &content) || content == 0 || r->at[0] >> 7
        || (content > 1 && r->at[0] == 0 && !(r->at[1] >> 7)))
        return AB_DER_WRONG;
    zeros = content > 1 && r->at[0] == 0;
    memset(number, 0, len);
    if (content - zeros <= len)
        memcpy(number + len - (content - zeros), r->at + zeros, content - zeros);
    r->at += content;
    r->len -= content;
    return content - zeros <= len ? AB_DER_RIGHT : AB_DER_TOO_LONG;
}

enum ab_der_verdict ab_ecdsa_der_read(const uint8_t *der, size_t der_len, uint8_t *pair, size_t len)
{
    struct reader r = { der, der_len };
    enum ab_der_verdict first, second;
    size_t content;

    if (!read_head(&r, SEQUENCE, &content) || content != r.len)
        return AB_DER_WRONG;
    first = read_integer(&r, pair, len);
    second = first == AB_DER_WRONG ? AB_DER_WRONG : read_integer(&r, pair + len, len);
    if (second == AB_DER_WRONG || r.len != 0)
        return AB_DER_WRONG;
    return first < second ? first : second;
}

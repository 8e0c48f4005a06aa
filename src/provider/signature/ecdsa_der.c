/* DER of ECDSA signatures. */
#include "provider/signature/ecdsa_der.h"

#include <string.h>

#include "provider/der.h"

size_t ab_ecdsa_der_max_len(size_t bits)
{
    return ab_der_element_len(2 * (2 + bits / 8 + 1));
}

/* ---- writing ---- */

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

    at = ab_der_write_head(at, AB_DER_INTEGER, integer_len(number, len));
    if (number[zeros] >> 7)
        *at++ = 0;
    memcpy(at, number + zeros, len - zeros);
    return at + len - zeros;
}

size_t ab_ecdsa_der_write(uint8_t *der, const uint8_t *pair, size_t len)
{
    size_t r = integer_len(pair, len), s = integer_len(pair + len, len);
    uint8_t *at = ab_der_write_head(der, AB_DER_SEQUENCE, ab_der_element_len(r) + ab_der_element_len(s));

    at = write_integer(at, pair, len);
    return (size_t)(write_integer(at, pair + len, len) - der);
}

/* ---- reading ---- */

static enum ab_der_verdict read_integer(struct ab_der *r, uint8_t *number, size_t len)
{
    struct ab_der in;
    size_t zeros;

    if (!ab_der_read(r, AB_DER_INTEGER, &in) || in.len == 0 || in.at[0] >> 7
        || (in.len > 1 && in.at[0] == 0 && !(in.at[1] >> 7)))
        return AB_DER_WRONG;
    zeros = in.len > 1 && in.at[0] == 0;
    memset(number, 0, len);
    if (in.len - zeros > len)
        return AB_DER_TOO_LONG;
    memcpy(number + len - (in.len - zeros), in.at + zeros, in.len - zeros);
    return AB_DER_RIGHT;
}

enum ab_der_verdict ab_ecdsa_der_read(const uint8_t *der, size_t der_len, uint8_t *pair, size_t len)
{
    struct ab_der whole = { der, der_len }, r;
    enum ab_der_verdict first, second;

    if (!ab_der_read(&whole, AB_DER_SEQUENCE, &r) || whole.len != 0)
        return AB_DER_WRONG;
    first = read_integer(&r, pair, len);
    second = first == AB_DER_WRONG ? AB_DER_WRONG : read_integer(&r, pair + len, len);
    if (second == AB_DER_WRONG || r.len != 0)
        return AB_DER_WRONG;
    return first < second ? first : second;
}

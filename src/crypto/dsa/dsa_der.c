/* DER of DSA signatures: see dsa_der.h. */
#include "crypto/dsa/dsa_der.h"

#include "crypto/bignum/bignum.h"

enum { SEQUENCE = 0x30, INTEGER = 0x02, LONG_FORM = 0x80, SIGN_BIT = 0x80 };

/* ---- encoding ---- */

/* Return the length of the content of an INTEGER: one bit more than the number, for the sign. */
static size_t integer_len(size_t num_bits)
{
    return num_bits / 8 + 1;
}

/* Write identifier and length octets. */
static size_t head_len(size_t content_len)
{
    return content_len < LONG_FORM ? 2 : content_len < 0x100 ? 3 : 4;
}

size_t ab_dsa_der_max_len(size_t num_bits)
{
    size_t content = 2 * (head_len(integer_len(num_bits)) + integer_len(num_bits));

    return head_len(content) + content;
}

static uint8_t *put_head(uint8_t *out, uint8_t identifier, size_t len)
{
    *out++ = identifier;
    if (len >= LONG_FORM)
        *out++ = len < 0x100 ? 0x81 : 0x82;
    if (len >= 0x100)
        *out++ = (uint8_t)(len >> 8);
    *out++ = (uint8_t)len;
    return out;
}

static uint8_t *put_integer(uint8_t *out, const uint64_t *a, size_t num)
{
    size_t len = integer_len(ab_words_num_bits(a, num));

    out = put_head(out, INTEGER, len);
    ab_words_to_bytes(out, len, a, num);
    return out + len;
}

size_t ab_dsa_der_encode(uint8_t *out, const uint64_t *r, const uint64_t *s, size_t num)
{
    size_t r_len = integer_len(ab_words_num_bits(r, num)), s_len = integer_len(ab_words_num_bits(s, num));
    uint8_t *end = put_head(out, SEQUENCE, head_len(r_len) + r_len + head_len(s_len) + s_len);

    end = put_integer(end, r, num);
    end = put_integer(end, s, num);
    return (size_t)(end - out);
}

/* ---- decoding ---- */

struct reader {
    const uint8_t *next;
    size_t left;
};

static int take_byte(struct reader *r, uint8_t *byte)
{
    if (r->left == 0)
        return 0;
    *byte = *r->next++;
    r->left--;
    return 1;
}

/* Read length octets of at most two bytes. Only the shortest form is accepted. */
static int take_length(struct reader *r, size_t *len)
{
    uint8_t first, high = 0, low;

    if (!take_byte(r, &first))
        return 0;
    *len = first;
    if (first < LONG_FORM)
        return 1;
    if (first > 0x82 || first == LONG_FORM || (first == 0x82 && !take_byte(r, &high)) || !take_byte(r, &low))
        return 0;
    *len = (size_t)high << 8 | low;
    return first == 0x82 ? high != 0 : low >= LONG_FORM;
}

static int take_content(struct reader *r, uint8_t identifier, struct reader *content)
{
    uint8_t first;
    size_t len;

    if (!take_byte(r, &first) || first != identifier || !take_length(r, &len) || len > r->left)
        return 0;
    *content = (struct reader){ r->next, len };
    r->next += len;
    r->left -= len;
    return 1;
}

/* Accept only nonnegative numbers without superfluous leading zeros. */
static int is_number(const struct reader *r)
{
    if (r->left == 0 || (r->next[0] & SIGN_BIT) != 0)
        return 0;
    return r->left == 1 || r->next[0] != 0 || (r->next[1] & SIGN_BIT) != 0;
}

enum ab_dsa_der ab_dsa_der_decode(const uint8_t *in, size_t len, uint64_t *r, uint64_t *s, size_t num)
{
    struct reader all = { in, len }, both, first, second;

    if (!take_content(&all, SEQUENCE, &both) || all.left != 0 || !take_content(&both, INTEGER, &first)
        || !take_content(&both, INTEGER, &second) || both.left != 0 || !is_number(&first) || !is_number(&second))
        return AB_DSA_DER_WRONG;
    if (!ab_words_from_bytes(r, num, first.next, first.left) || !ab_words_from_bytes(s, num, second.next, second.left))
        return AB_DSA_DER_TOO_LARGE;
    return AB_DSA_DER_OK;
}

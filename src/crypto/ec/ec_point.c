/* Encode, decode and check points (SEC 1 sec. 2.3.3 and 2.3.4). Points are public, so time may depend on them. */
#include <string.h>

#include "crypto/ec/ec_words.h"

size_t ab_ec_encode(const struct ab_ec_kernels *c, uint8_t *encoded, enum ab_ec_form form, const uint8_t *xy)
{
    const size_t len = ab_curve_field_len(c);
    const unsigned is_odd = xy[2 * len - 1] & 1;

    encoded[0] = (uint8_t)(form == AB_EC_UNCOMPRESSED ? form : form | is_odd);
    memcpy(encoded + 1, xy, form == AB_EC_COMPRESSED ? len : 2 * len);
    return 1 + (form == AB_EC_COMPRESSED ? len : 2 * len);
}

static int decode_compressed(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *x_bytes, unsigned is_odd)
{
    const size_t len = ab_curve_field_len(c);
    ab_ec_words x, y;

    ab_words_from_bytes(x, c->domain->num_words, x_bytes, len);
    if (!ab_words_lt(x, c->domain->p, c->domain->num_words) || !c->decompress(y, x, is_odd))
        return 0;
    memmove(xy, x_bytes, len);
    ab_words_to_bytes(xy + len, len, y, c->domain->num_words);
    return 1;
}

int ab_ec_decode(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *encoded, size_t len)
{
    const size_t field_len = ab_curve_field_len(c);

    if (len == 1 + field_len && (encoded[0] & ~1) == AB_EC_COMPRESSED)
        return decode_compressed(c, xy, encoded + 1, encoded[0] & 1);
    if (len != 1 + 2 * field_len || !ab_ec_check_public(c, encoded + 1))
        return 0;
    if (encoded[0] != AB_EC_UNCOMPRESSED && encoded[0] != (AB_EC_HYBRID | (encoded[len - 1] & 1)))
        return 0;
    memmove(xy, encoded + 1, 2 * field_len);
    return 1;
}

int ab_ec_check_public(const struct ab_ec_kernels *c, const uint8_t *xy)
{
    ab_ec_words x, y;

    return ab_ec_read_point(c, x, y, xy);
}

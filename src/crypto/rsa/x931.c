/* ANSI X9.31: 6b bb ... bb ba (6a if there is no room for padding), the digest, a byte that names it, cc. */
#include <string.h>

#include "crypto/rsa/encoding.h"

enum { FIRST = 0x6b, FIRST_AND_END = 0x6a, FILL = 0xbb, END = 0xba, LAST = 0xcc };

enum ab_rsa_result ab_rsa_x931_encode(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                      size_t len)
{
    size_t trailer_len = digest == AB_RSA_NO_DIGEST ? 0 : 1, start;

    if (!ab_rsa_has_digest(AB_RSA_X931, digest))
        return AB_RSA_UNKNOWN_DIGEST;
    if (digest != AB_RSA_NO_DIGEST && len != ab_rsa_digest_len(digest))
        return AB_RSA_BAD_INPUT_LENGTH;
    if (len > k || len + trailer_len + 2 > k)
        return AB_RSA_TOO_LONG;
    start = k - 1 - trailer_len - len;
    memset(em, FILL, start);
    em[start - 1] = END;
    em[0] = start == 1 ? FIRST_AND_END : FIRST;
    memcpy(em + start, message, len);
    if (trailer_len != 0)
        em[k - 2] = ab_rsa_x931_trailer(digest);
    em[k - 1] = LAST;
    return AB_RSA_OK;
}

/* Return where the digest begins; 0 if the padding is wrong. */
static size_t end_of_padding(const uint8_t *em, size_t k)
{
    size_t i = 1;

    if (em[0] == FIRST_AND_END)
        return 1;
    while (i < k - 2 && em[i] == FILL)
        i++;
    return em[i] == END && i > 1 ? i + 1 : 0;
}

enum ab_rsa_result ab_rsa_x931_recover(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t **at,
                                       size_t *len)
{
    size_t start;

    if (em[0] != FIRST && em[0] != FIRST_AND_END)
        return AB_RSA_BAD_FIRST_BYTE;
    start = end_of_padding(em, k);
    if (start == 0)
        return AB_RSA_BAD_PADDING;
    if (em[k - 1] != LAST)
        return AB_RSA_BAD_LAST_BYTE;
    *at = em + start;
    *len = k - 1 - start;
    if (digest == AB_RSA_NO_DIGEST)
        return AB_RSA_OK;
    if (*len == 0 || em[k - 2] != ab_rsa_x931_trailer(digest))
        return AB_RSA_BAD_TRAILER;
    *len -= 1;
    return *len == ab_rsa_digest_len(digest) ? AB_RSA_OK : AB_RSA_BAD_INPUT_LENGTH;
}

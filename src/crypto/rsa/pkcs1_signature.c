/* EMSA-PKCS1-v1_5: RFC 8017 sec. 9.2. 00 01 ff ... ff 00, and then a DigestInfo with the digest. */
#include <string.h>

#include "crypto/rsa/encoding.h"

enum { OCTET_STRING = 0x04, MDC2_LEN = 16 };

/* Write the block of a message after a prefix. */
static enum ab_rsa_result encode(uint8_t *em, size_t k, const uint8_t *prefix, size_t prefix_len,
                                 const uint8_t *message, size_t len)
{
    if (len > k || prefix_len + len + AB_RSA_PKCS1_OVERHEAD > k)
        return AB_RSA_TOO_LONG;
    memset(em, 0xff, k - len);
    em[0] = 0;
    em[1] = 1;
    em[k - len - prefix_len - 1] = 0;
    memcpy(em + k - len - prefix_len, prefix, prefix_len);
    memcpy(em + k - len, message, len);
    return AB_RSA_OK;
}

static int has_right_len(enum ab_rsa_digest digest, size_t len)
{
    return digest == AB_RSA_NO_DIGEST || len == ab_rsa_digest_len(digest);
}

static enum ab_rsa_result encode_digest_info(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                             size_t len)
{
    uint8_t prefix[AB_RSA_MAX_DIGEST_INFO];

    return encode(em, k, prefix, ab_rsa_digest_info(digest, prefix), message, len);
}

static enum ab_rsa_result encode_octet_string(uint8_t *em, size_t k, const uint8_t *digest)
{
    static const uint8_t prefix[2] = { OCTET_STRING, MDC2_LEN };

    return encode(em, k, prefix, sizeof(prefix), digest, MDC2_LEN);
}

enum ab_rsa_result ab_rsa_pkcs1_encode(uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                       size_t len)
{
    if (!has_right_len(digest, len))
        return AB_RSA_BAD_INPUT_LENGTH;
    return digest == AB_RSA_MDC2 ? encode_octet_string(em, k, message)
                                 : encode_digest_info(em, k, digest, message, len);
}

/* Parse 00 01, at least eight ff, 00. The rest begins at *at. */
static enum ab_rsa_result read_block(const uint8_t *em, size_t k, const uint8_t **at, size_t *len)
{
    size_t i = 2;

    if (em[0] != 0)
        return AB_RSA_BAD_FIRST_BYTE;
    if (em[1] != 1)
        return AB_RSA_BAD_BLOCK_TYPE;
    while (i < k && em[i] == 0xff)
        i++;
    if (i == k)
        return AB_RSA_NO_END_OF_PADDING;
    if (em[i] != 0)
        return AB_RSA_BAD_PADDING;
    if (i < AB_RSA_PKCS1_OVERHEAD - 1)
        return AB_RSA_SHORT_PADDING;
    *at = em + i + 1;
    *len = k - i - 1;
    return AB_RSA_OK;
}

enum ab_rsa_result ab_rsa_pkcs1_compare(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t *message,
                                        size_t len)
{
    uint8_t right[AB_RSA_MAX_BYTES];
    enum ab_rsa_result result;
    const uint8_t *at;
    size_t found;

    if (has_right_len(digest, len)) {
        if (encode_digest_info(right, k, digest, message, len) == AB_RSA_OK && memcmp(em, right, k) == 0)
            return AB_RSA_OK;
        if (digest == AB_RSA_MDC2 && encode_octet_string(right, k, message) == AB_RSA_OK && memcmp(em, right, k) == 0)
            return AB_RSA_OK;
    }
    result = read_block(em, k, &at, &found);
    if (result != AB_RSA_OK)
        return result;
    return has_right_len(digest, len) ? AB_RSA_BAD_SIGNATURE : AB_RSA_BAD_INPUT_LENGTH;
}

/* Take the digest from the end if its encoding is this block. */
enum ab_rsa_result ab_rsa_pkcs1_recover(const uint8_t *em, size_t k, enum ab_rsa_digest digest, const uint8_t **at,
                                        size_t *len)
{
    enum ab_rsa_result result = read_block(em, k, at, len);
    size_t digest_len = ab_rsa_digest_len(digest);

    if (result != AB_RSA_OK || digest == AB_RSA_NO_DIGEST)
        return result;
    if (*len < digest_len)
        return digest == AB_RSA_MD5_SHA1 ? AB_RSA_BAD_SIGNATURE : AB_RSA_BAD_INPUT_LENGTH;
    *at = em + k - digest_len;
    *len = digest_len;
    return ab_rsa_pkcs1_compare(em, k, digest, *at, *len);
}

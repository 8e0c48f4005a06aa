/* Signatures of RSA: signing, verification and recovery for every scheme. */
#include <string.h>

#include "crypto/rsa/encoding.h"
#include "crypto/rsa/key.h"
#include "ct/ct.h"

enum ab_rsa_result ab_rsa_encode(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                 const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len, uint8_t *em)
{
    size_t k = ab_rsa_size(key);

    switch (scheme->padding) {
    case AB_RSA_PKCS1: return ab_rsa_pkcs1_encode(em, k, scheme->digest, message, len);
    case AB_RSA_PSS: return ab_rsa_pss_encode(em, key->num_bits, random, scheme, message, len);
    case AB_RSA_X931: return ab_rsa_x931_encode(em, k, scheme->digest, message, len);
    case AB_RSA_NONE: break;
    }
    if (len != k)
        return len > k ? AB_RSA_TOO_LONG : AB_RSA_BAD_INPUT_LENGTH;
    memcpy(em, message, len);
    return AB_RSA_OK;
}

/* r = n - a, for a of k bytes below n. */
static void subtract_from_n(const struct ab_rsa_key *key, uint64_t *r, const uint8_t *a)
{
    size_t num = key->n->num_words;

    ab_words_from_bytes(r, num, a, ab_rsa_size(key));
    ab_words_sub(r, key->n->n, r, num);
}

void ab_rsa_take_lesser(const struct ab_rsa_key *key, uint8_t *s)
{
    uint64_t here[AB_BIGNUM_MAX_WORDS], other[AB_BIGNUM_MAX_WORDS];
    size_t num = key->n->num_words;

    ab_words_from_bytes(here, num, s, ab_rsa_size(key));
    subtract_from_n(key, other, s);
    ab_words_select(here, ab_words_lt(other, here, num), other, here, num);
    ab_words_to_bytes(s, ab_rsa_size(key), here, num);
}

enum ab_rsa_result ab_rsa_sign(const struct ab_rsa_key *key, const struct ab_random_source *random,
                               const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len,
                               uint8_t *signature)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result = ab_rsa_encode(key, random, scheme, message, len, em);

    if (result == AB_RSA_OK)
        result = ab_rsa_private(key, random, em, em, k);
    if (result == AB_RSA_OK) {
        if (scheme->padding == AB_RSA_X931)
            ab_rsa_take_lesser(key, em);
        memcpy(signature, em, k);
        AB_PUBLIC(signature, k);
    }
    ab_wipe(em, k);
    return result;
}

/* Recover the encoding. In X9.31 the right one of x and n - x ends in the digit c. */
static enum ab_rsa_result open_signature(const struct ab_rsa_key *key, enum ab_rsa_padding padding, uint8_t *em,
                                         const uint8_t *signature, size_t signature_len)
{
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result = ab_rsa_public(key, em, signature, signature_len);
    uint64_t other[AB_BIGNUM_MAX_WORDS];

    if (result == AB_RSA_OK && padding == AB_RSA_X931 && (em[k - 1] & 15) != 12) {
        subtract_from_n(key, other, em);
        ab_words_to_bytes(em, k, other, key->n->num_words);
    }
    return result;
}

static enum ab_rsa_result recover(const struct ab_rsa_scheme *scheme, const uint8_t *em, size_t k, const uint8_t **at,
                                  size_t *len)
{
    switch (scheme->padding) {
    case AB_RSA_PKCS1: return ab_rsa_pkcs1_recover(em, k, scheme->digest, at, len);
    case AB_RSA_X931: return ab_rsa_x931_recover(em, k, scheme->digest, at, len);
    case AB_RSA_NONE:
        *at = em;
        *len = k;
        return AB_RSA_OK;
    case AB_RSA_PSS: break;
    }
    return AB_RSA_BAD_SIGNATURE; /* PSS contains only a hash of the digest */
}

/* As OpenSSL does, require full length only with a DigestInfo: other signatures may lack leading zeros. */
static int is_too_short(const struct ab_rsa_key *key, const struct ab_rsa_scheme *scheme, size_t signature_len)
{
    return scheme->padding == AB_RSA_PKCS1 && scheme->digest != AB_RSA_NO_DIGEST && signature_len < ab_rsa_size(key);
}

enum ab_rsa_result ab_rsa_verify(const struct ab_rsa_key *key, const struct ab_rsa_scheme *scheme,
                                 const uint8_t *message, size_t len, const uint8_t *signature, size_t signature_len)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key), found_len;
    enum ab_rsa_result result;
    const uint8_t *found;

    if (is_too_short(key, scheme, signature_len))
        return AB_RSA_BAD_INPUT_LENGTH;
    result = open_signature(key, scheme->padding, em, signature, signature_len);
    if (result != AB_RSA_OK)
        return result;
    if (scheme->padding == AB_RSA_PKCS1)
        return ab_rsa_pkcs1_compare(em, k, scheme->digest, message, len);
    if (scheme->padding == AB_RSA_PSS)
        return ab_rsa_pss_compare(em, key->num_bits, scheme, message, len);
    result = recover(scheme, em, k, &found, &found_len);
    if (result != AB_RSA_OK)
        return result;
    return found_len == len && memcmp(found, message, len) == 0 ? AB_RSA_OK : AB_RSA_BAD_SIGNATURE;
}

enum ab_rsa_result ab_rsa_recover(const struct ab_rsa_key *key, const struct ab_rsa_scheme *scheme, uint8_t *message,
                                  size_t out_size, size_t *len, const uint8_t *signature, size_t signature_len)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    enum ab_rsa_result result;
    const uint8_t *found;
    size_t found_len;

    if (is_too_short(key, scheme, signature_len))
        return AB_RSA_BAD_INPUT_LENGTH;
    result = open_signature(key, scheme->padding, em, signature, signature_len);
    if (result == AB_RSA_OK)
        result = recover(scheme, em, ab_rsa_size(key), &found, &found_len);
    if (result != AB_RSA_OK)
        return result;
    if (found_len > out_size)
        return AB_RSA_OUTPUT_TOO_SMALL;
    memcpy(message, found, found_len);
    *len = found_len;
    return AB_RSA_OK;
}

/* RSAES-PKCS1-v1_5: RFC 8017 sec. 7.2. 00 02, at least eight bytes other than zero, 00, the message. */
#include <string.h>

#include "crypto/rsa/encoding.h"
#include "crypto/rsa/key.h"
#include "ct/ct.h"

/* Draw nonzero bytes. That a byte was zero says nothing about the byte that replaces it. */
static int fill(uint8_t *padding, size_t len, const struct ab_random_source *random)
{
    if (!random->bytes(random->arg, padding, len))
        return 0;
    for (size_t i = 0; i < len; i++)
        for (;;) {
            uint64_t is_zero = ab_ct_is_zero(padding[i]);

            AB_PUBLIC(&is_zero, sizeof(is_zero));
            if (is_zero == 0)
                break;
            if (!random->bytes(random->arg, padding + i, 1))
                return 0;
        }
    return 1;
}

enum ab_rsa_result ab_rsa_encrypt_pkcs1(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                        const uint8_t *message, size_t len, uint8_t *ciphertext)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result = AB_RSA_NO_RANDOM;

    if (len > k - AB_RSA_PKCS1_OVERHEAD)
        return AB_RSA_TOO_LONG;
    em[0] = 0;
    em[1] = 2;
    em[k - len - 1] = 0;
    memcpy(em + k - len, message, len);
    if (fill(em + 2, k - len - 3, random))
        result = ab_rsa_public(key, ciphertext, em, k);
    ab_wipe(em, k);
    return result;
}

/* Return a mask, set if the padding is right, and where the message begins. */
static uint64_t find_message(const uint8_t *em, size_t k, uint64_t *start)
{
    uint64_t good = ab_ct_is_zero(em[0]) & ab_ct_eq(em[1], 2), found = 0, at = 0;

    for (size_t i = 2; i < k; i++) {
        uint64_t is_zero = ab_ct_is_zero(em[i]);

        at = ab_ct_select(is_zero & ~found, i, at);
        found |= is_zero;
    }
    *start = at + 1;
    return good & ~ab_ct_lt(at, AB_RSA_PKCS1_OVERHEAD - 1); /* 0 if there is no separator */
}

/* Both the length and whether there is a message are secret. */
static enum ab_rsa_result unpad(uint8_t *em, size_t k, uint8_t *message, size_t out_size, size_t *len)
{
    uint64_t start, good = find_message(em, k, &start);

    start = ab_ct_select(good, start, AB_RSA_PKCS1_OVERHEAD);
    good &= ~ab_ct_lt(out_size, k - start);
    ab_rsa_copy_secret(message, out_size, em, k, AB_RSA_PKCS1_OVERHEAD, start, good);
    *len = (size_t)ab_ct_select(good, k - start, 0);
    return (enum ab_rsa_result)ab_ct_select(good, AB_RSA_OK, (uint64_t)AB_RSA_BAD_CIPHERTEXT);
}

/* Decrypt to the message, or to the synthetic one. */
static void unpad_or_replace(uint8_t *em, uint8_t *synthetic, uint64_t synthetic_len, size_t k, uint8_t *message,
                             size_t out_size, size_t *len)
{
    uint64_t start, good = find_message(em, k, &start);

    good &= ~ab_ct_lt(out_size, k - start);
    start = ab_ct_select(good, start, k - synthetic_len);
    for (size_t i = 0; i < k; i++)
        em[i] = (uint8_t)ab_ct_select(good, em[i], synthetic[i]);
    ab_rsa_copy_secret(message, out_size, em, k, AB_RSA_PKCS1_OVERHEAD, start, UINT64_MAX);
    *len = (size_t)ab_ct_select(ab_ct_lt(out_size, k - start), out_size, k - start);
}

static enum ab_rsa_result reject_implicitly(const struct ab_rsa_key *key, const struct ab_hash *sha256, uint8_t *em,
                                            uint8_t *message, size_t out_size, size_t *len, const uint8_t *ciphertext,
                                            size_t ciphertext_len)
{
    uint8_t d[AB_RSA_MAX_BYTES], synthetic[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key);
    uint64_t synthetic_len;

    ab_words_to_bytes(d, k, key->d, key->n->num_words);
    ab_rsa_synthetic(sha256, synthetic, &synthetic_len, k, d, ciphertext, ciphertext_len);
    ab_wipe(d, k);
    unpad_or_replace(em, synthetic, synthetic_len, k, message, out_size, len);
    ab_wipe(synthetic, k);
    return AB_RSA_OK;
}

enum ab_rsa_result ab_rsa_decrypt_pkcs1(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                        const struct ab_hash *sha256, uint8_t *message, size_t out_size, size_t *len,
                                        const uint8_t *ciphertext, size_t ciphertext_len)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result;

    if (sha256 != NULL && key->d == NULL)
        return AB_RSA_NO_PRIVATE_KEY;
    result = ab_rsa_private(key, random, em, ciphertext, ciphertext_len);
    if (result != AB_RSA_OK)
        return result;
    if (sha256 != NULL)
        result = reject_implicitly(key, sha256, em, message, out_size, len, ciphertext, ciphertext_len);
    else
        result = unpad(em, k, message, out_size, len);
    ab_wipe(em, k);
    return result;
}

/* Return a mask, set if the premaster secret begins with this version of TLS. */
static uint64_t has_version(const uint8_t *premaster, unsigned version)
{
    return ab_ct_eq((uint64_t)premaster[0] << 8 | premaster[1], version & 0xffff);
}

/* Check padding, separator and version, and collect the results in one mask. */
static uint64_t is_premaster(const uint8_t *em, size_t k, unsigned client_version, unsigned other_version)
{
    const uint8_t *premaster = em + k - AB_RSA_PREMASTER_LEN;
    uint64_t good = ab_ct_is_zero(em[0]) & ab_ct_eq(em[1], 2) & ab_ct_is_zero(premaster[-1]);
    uint64_t version = has_version(premaster, client_version);

    for (const uint8_t *at = em + 2; at < premaster - 1; at++)
        good &= ~ab_ct_is_zero(*at);
    if (other_version != 0)
        version |= has_version(premaster, other_version);
    return good & version;
}

enum ab_rsa_result ab_rsa_decrypt_premaster(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                            unsigned client_version, unsigned other_version,
                                            uint8_t premaster[AB_RSA_PREMASTER_LEN], const uint8_t *ciphertext,
                                            size_t ciphertext_len)
{
    uint8_t em[AB_RSA_MAX_BYTES], other[AB_RSA_PREMASTER_LEN];
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result;
    uint64_t good;

    if (k < AB_RSA_PKCS1_OVERHEAD + AB_RSA_PREMASTER_LEN)
        return AB_RSA_BAD_CIPHERTEXT;
    if (!random->bytes(random->arg, other, sizeof(other)))
        return AB_RSA_NO_RANDOM;
    result = ab_rsa_private(key, random, em, ciphertext, ciphertext_len);
    if (result != AB_RSA_OK)
        return result;
    good = is_premaster(em, k, client_version, other_version);
    for (size_t i = 0; i < AB_RSA_PREMASTER_LEN; i++)
        premaster[i] = (uint8_t)ab_ct_select(good, em[k - AB_RSA_PREMASTER_LEN + i], other[i]);
    ab_wipe(em, k);
    ab_wipe(other, sizeof(other));
    return AB_RSA_OK;
}

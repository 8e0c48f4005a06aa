/* HKDF (RFC 5869) and TLS 1.3's HKDF-Expand-Label (RFC 8446 sec. 7.1). */
#include "afterburner/hkdf.h"

#include <string.h>

#include "afterburner/hmac.h"
#include "ct/ct.h"

void ab_hkdf_extract(const struct ab_hash *hash, const uint8_t *salt, size_t salt_len, const uint8_t *key,
                     size_t key_len, uint8_t *prk)
{
    struct ab_hmac_key k;

    ab_hmac_set_key(&k, hash, salt, salt_len);
    ab_hmac(&k, key, key_len, prk);
    ab_hmac_wipe(&k);
}

/*
 * T(number) = HMAC(prk, T(number - 1) | info | number), where T(0) is empty: before and after in t (RFC 5869 sec. 2.3).
 */
static void next_block(const struct ab_hmac_key *k, uint8_t number, const uint8_t *info, size_t info_len, uint8_t *t)
{
    struct ab_hash_ctx message;

    ab_hmac_init(&message, k);
    if (number > 1)
        ab_hash_update(&message, t, k->hash->algorithm->digest_len);
    ab_hash_update(&message, info, info_len);
    ab_hash_update(&message, &number, 1);
    ab_hmac_final(&message, k, t);
}

int ab_hkdf_expand(const struct ab_hash *hash, const uint8_t *prk, size_t prk_len, const uint8_t *info, size_t info_len,
                   uint8_t *out, size_t out_len)
{
    size_t digest_len = hash->algorithm->digest_len;
    uint8_t t[AB_HASH_MAX_DIGEST];
    struct ab_hmac_key k;

    if (out_len > AB_HKDF_MAX_BLOCKS * digest_len)
        return 0;
    ab_hmac_set_key(&k, hash, prk, prk_len);
    for (uint8_t number = 1; out_len != 0; number++) {
        size_t len = out_len < digest_len ? out_len : digest_len;

        next_block(&k, number, info, info_len, t);
        memcpy(out, t, len);
        out += len;
        out_len -= len;
    }
    ab_hmac_wipe(&k);
    ab_wipe(t, digest_len);
    return 1;
}

/* A one-byte length, then the bytes, in two parts. */
static size_t put_vector(uint8_t *at, const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    *at++ = (uint8_t)(a_len + b_len);
    if (a_len != 0)
        memcpy(at, a, a_len);
    if (b_len != 0)
        memcpy(at + a_len, b, b_len);
    return 1 + a_len + b_len;
}

int ab_tls13_expand_label(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len,
                          const struct ab_tls13_label *label, uint8_t *out, size_t out_len)
{
    uint8_t info[2 + 1 + AB_TLS13_MAX_PART + 1 + AB_TLS13_MAX_PART]; /* struct HkdfLabel */
    size_t len = 2;

    if (label->prefix_len > AB_TLS13_MAX_PART || label->label_len > AB_TLS13_MAX_PART - label->prefix_len
        || label->context_len > AB_TLS13_MAX_PART)
        return 0;
    info[0] = (uint8_t)(out_len >> 8);
    info[1] = (uint8_t)out_len;
    len += put_vector(info + len, label->prefix, label->prefix_len, label->label, label->label_len);
    len += put_vector(info + len, label->context, label->context_len, NULL, 0);
    return ab_hkdf_expand(hash, secret, secret_len, info, len, out, out_len);
}

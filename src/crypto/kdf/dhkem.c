/* DHKEM's key schedule (RFC 9180 sec. 4 and 7.1.3). */
#include "crypto/kdf/dhkem.h"

#include <string.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "afterburner/hkdf.h"
#include "afterburner/hmac.h"
#include "ct/ct.h"

const struct ab_dhkem ab_dhkem_x25519 = { AB_HASH_SHA256, 0x20, AB_X25519_LEN };
const struct ab_dhkem ab_dhkem_x448 = { AB_HASH_SHA512, 0x21, AB_X448_LEN };
const struct ab_dhkem ab_dhkem_curves[AB_NUM_CURVES] = {
    [AB_P256] = { AB_HASH_SHA256, 0x10, 32 },
    [AB_P384] = { AB_HASH_SHA384, 0x11, 48 },
    [AB_P521] = { AB_HASH_SHA512, 0x12, 66 },
};

enum { PREFIX_LEN = 12, MAX_LABEL = 13, LENGTH_LEN = 2 };

/* "HPKE-v1", then the suite, which is "KEM" and kem_id: sec. 4 and 4.1. */
static void write_prefix(const struct ab_dhkem *kem, uint8_t out[PREFIX_LEN])
{
    memcpy(out, "HPKE-v1KEM", PREFIX_LEN - 2);
    out[PREFIX_LEN - 2] = 0;
    out[PREFIX_LEN - 1] = kem->id;
}

/* LabeledExtract without a salt. */
static void extract(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *prk, const char *label,
                    const uint8_t *ikm, size_t len)
{
    uint8_t prefix[PREFIX_LEN];
    struct ab_hash_ctx message;
    struct ab_hmac_key k;

    write_prefix(kem, prefix);
    ab_hmac_set_key(&k, hash, NULL, 0);
    ab_hmac_init(&message, &k);
    ab_hash_update(&message, prefix, sizeof(prefix));
    ab_hash_update(&message, (const uint8_t *)label, strlen(label));
    ab_hash_update(&message, ikm, len);
    ab_hmac_final(&message, &k, prk);
    ab_hmac_wipe(&k);
}

/* LabeledExpand: the requested length precedes all. */
static void expand(const struct ab_dhkem *kem, const struct ab_hash *hash, const uint8_t *prk, const char *label,
                   const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len)
{
    uint8_t labeled[LENGTH_LEN + PREFIX_LEN + MAX_LABEL + AB_DHKEM_MAX_CONTEXT], *at = labeled;

    *at++ = 0;
    *at++ = (uint8_t)out_len;
    write_prefix(kem, at);
    at += PREFIX_LEN;
    memcpy(at, label, strlen(label));
    at += strlen(label);
    if (info_len != 0)
        memcpy(at, info, info_len);
    ab_hkdf_expand(hash, prk, hash->algorithm->digest_len, labeled, (size_t)(at - labeled) + info_len, out, out_len);
}

void ab_dhkem_private(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *private_key, const uint8_t *ikm,
                      size_t len)
{
    uint8_t prk[AB_HASH_MAX_DIGEST];

    extract(kem, hash, prk, "dkp_prk", ikm, len);
    expand(kem, hash, prk, "sk", NULL, 0, private_key, kem->key_len);
    ab_wipe(prk, sizeof(prk));
}

int ab_dhkem_curve_private(const struct ab_ec_kernels *c, const struct ab_hash *hash, uint8_t *private_key,
                           const uint8_t *ikm, size_t len)
{
    const struct ab_dhkem *kem = &ab_dhkem_curves[ab_curve_id(c)];
    const uint8_t first_bits = (uint8_t)(0xff >> (8 * kem->key_len - ab_curve_order_bits(c)));
    uint8_t prk[AB_HASH_MAX_DIGEST], counter = 0;
    int ok;

    extract(kem, hash, prk, "dkp_prk", ikm, len);
    do {
        expand(kem, hash, prk, "candidate", &counter, 1, private_key, kem->key_len);
        private_key[0] &= first_bits;
        ok = ab_ec_check_private(c, private_key);
    } while (!ok && counter++ != 0xff);
    ab_wipe(prk, sizeof(prk));
    return ok;
}

void ab_dhkem_secret(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *secret, const uint8_t *dh,
                     size_t dh_len, const uint8_t *context, size_t context_len)
{
    uint8_t prk[AB_HASH_MAX_DIGEST];

    extract(kem, hash, prk, "eae_prk", dh, dh_len);
    expand(kem, hash, prk, "shared_secret", context, context_len, secret, hash->algorithm->digest_len);
    ab_wipe(prk, sizeof(prk));
}

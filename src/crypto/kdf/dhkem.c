#include "crypto/kdf/dhkem.h"

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "afterburner/hkdf.h"
#include "afterburner/hmac.h"
#include "ct/ct.h"

const struct ab_dhkem ab_dhkem_x25519 = { AB_HASH_SHA256, 0x20, AB_X25519_LEN };
const struct ab_dhkem ab_dhkem_x448 = { AB_HASH_SHA512, 0x21, AB_X448_LEN };

/* "HPKE-v1", then the suite, "KEM" and kem_id (sec. 4 and 7.1), then the label; before it all, to expand, the length wanted. */
void ab_dhkem_private(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *private_key, const uint8_t *ikm, size_t len)
{
    const uint8_t expand_label[] = { 0, kem->key_len, 'H', 'P', 'K', 'E', '-', 'v', '1', 'K', 'E', 'M', 0, kem->id, 's', 'k' };
    const uint8_t extract_label[] = { 'H', 'P', 'K', 'E', '-', 'v', '1', 'K', 'E', 'M', 0, kem->id,
                                      'd', 'k', 'p', '_', 'p', 'r', 'k' };
    uint8_t prk[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx message;
    struct ab_hmac_key k;

    ab_hmac_set_key(&k, hash, NULL, 0); /* HKDF-Extract without a salt, over the label and ikm */
    ab_hmac_init(&message, &k);
    ab_hash_update(&message, extract_label, sizeof(extract_label));
    ab_hash_update(&message, ikm, len);
    ab_hmac_final(&message, &k, prk);
    ab_hkdf_expand(hash, prk, hash->algorithm->digest_len, expand_label, sizeof(expand_label), private_key, kem->key_len);
    ab_hmac_wipe(&k);
    ab_wipe(prk, sizeof(prk));
}

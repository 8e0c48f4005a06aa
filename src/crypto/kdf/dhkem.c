#include "crypto/kdf/dhkem.h"

#include "afterburner/hkdf.h"
#include "afterburner/hmac.h"
#include "ct/ct.h"

/* "HPKE-v1", then the suite, "KEM" and 0x0020 (sec. 4 and 7.1), then the label. */
static const uint8_t EXTRACT_LABEL[] = "HPKE-v1KEM\0\x20" "dkp_prk";
static const uint8_t EXPAND_LABEL[] = "\0\x20" "HPKE-v1KEM\0\x20" "sk"; /* behind the length wanted; no info */

enum { DIGEST_LEN = 32 };

void ab_dhkem_x25519_private(const struct ab_hash *sha256, uint8_t private_key[AB_X25519_LEN], const uint8_t *ikm, size_t len)
{
    uint8_t prk[DIGEST_LEN];
    struct ab_hash_ctx message;
    struct ab_hmac_key k;

    ab_hmac_set_key(&k, sha256, NULL, 0); /* HKDF-Extract without a salt, over the label and ikm */
    ab_hmac_init(&message, &k);
    ab_hash_update(&message, EXTRACT_LABEL, sizeof(EXTRACT_LABEL) - 1);
    ab_hash_update(&message, ikm, len);
    ab_hmac_final(&message, &k, prk);
    ab_hkdf_expand(sha256, prk, sizeof(prk), EXPAND_LABEL, sizeof(EXPAND_LABEL) - 1, private_key, AB_X25519_LEN);
    ab_hmac_wipe(&k);
    ab_wipe(prk, sizeof(prk));
}

/* The mask generation function MGF1 of RFC 8017 app. B.2.1. */
#include "crypto/hash/mgf1.h"

#include "ct/ct.h"

void ab_mgf1_xor(const struct ab_hash *hash, uint8_t *data, size_t len, const uint8_t *seed, size_t seed_len)
{
    uint8_t mask[AB_HASH_MAX_DIGEST];
    size_t digest_len = hash->algorithm->digest_len;
    struct ab_hash_ctx seeded, c;

    ab_hash_init(&seeded, hash);
    ab_hash_update(&seeded, seed, seed_len);
    for (uint32_t counter = 0; len > 0; counter++) {
        const uint8_t bytes[4] = { (uint8_t)(counter >> 24), (uint8_t)(counter >> 16), (uint8_t)(counter >> 8),
                                   (uint8_t)counter };
        size_t num = len < digest_len ? len : digest_len;

        ab_hash_copy(&c, &seeded);
        ab_hash_update(&c, bytes, sizeof(bytes));
        ab_hash_final(&c, mask);
        for (size_t i = 0; i < num; i++)
            data[i] ^= mask[i];
        data += num;
        len -= num;
    }
    ab_hash_wipe(&seeded);
    ab_wipe(mask, sizeof(mask));
}

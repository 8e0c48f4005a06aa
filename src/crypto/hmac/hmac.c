#include "afterburner/hmac.h"

#include <string.h>

#include "ct/ct.h"

enum { INNER_PAD = 0x36, OUTER_PAD = 0x5c };

static void start(struct ab_hash_ctx *c, const struct ab_hash *hash, const uint8_t *key_block, uint8_t pad)
{
    uint8_t block[AB_HASH_MAX_BLOCK];
    size_t len = hash->algorithm->block_len;

    for (size_t i = 0; i < len; i++)
        block[i] = key_block[i] ^ pad;
    ab_hash_init(c, hash);
    ab_hash_update(c, block, len);
    ab_wipe(block, sizeof(block));
}

void ab_hmac_set_key(struct ab_hmac_key *k, const struct ab_hash *hash, const uint8_t *key, size_t len)
{
    uint8_t block[AB_HASH_MAX_BLOCK] = { 0 };

    if (len > hash->algorithm->block_len) {
        ab_hash_init(&k->inner, hash);
        ab_hash_update(&k->inner, key, len);
        ab_hash_final(&k->inner, block);
    } else if (len != 0) {
        memcpy(block, key, len);
    }
    start(&k->inner, hash, block, INNER_PAD);
    start(&k->outer, hash, block, OUTER_PAD);
    ab_wipe(block, sizeof(block));
}

void ab_hmac_wipe(struct ab_hmac_key *k)
{
    ab_hash_wipe(&k->inner);
    ab_hash_wipe(&k->outer);
}

void ab_hmac_init(struct ab_hash_ctx *message, const struct ab_hmac_key *k)
{
    ab_hash_copy(message, &k->inner);
}

void ab_hmac_final(struct ab_hash_ctx *message, const struct ab_hmac_key *k, uint8_t *out)
{
    size_t len = message->hash->algorithm->digest_len;
    uint8_t digest[AB_HASH_MAX_DIGEST];

    ab_hash_final(message, digest);
    ab_hash_copy(message, &k->outer);
    ab_hash_update(message, digest, len);
    ab_hash_final(message, out);
    ab_wipe(digest, sizeof(digest));
}

void ab_hmac(const struct ab_hmac_key *k, const uint8_t *data, size_t len, uint8_t *out)
{
    struct ab_hash_ctx message;

    ab_hmac_init(&message, k);
    ab_hash_update(&message, data, len);
    ab_hmac_final(&message, k, out);
}

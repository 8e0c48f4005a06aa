#include "crypto/hash/hash_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/hash/hash_kat_data.h"

enum { IN_BYTES = 300 };

static uint64_t digest_at_once(const struct ab_hash *hash, const uint8_t *message, size_t len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, message, len);
    ab_hash_final(&c, digest);
    return ab_kat_fold(digest, hash->algorithm->digest_len);
}

static uint64_t digest_bytewise(const struct ab_hash *hash, const uint8_t *message, size_t len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    for (size_t i = 0; i < len; i++)
        ab_hash_update(&c, message + i, 1);
    ab_hash_final(&c, digest);
    return ab_kat_fold(digest, hash->algorithm->digest_len);
}

int ab_hash_kat(const struct ab_hash *hash)
{
    const struct ab_hash_answers *answers = &ab_hash_answers[hash->algorithm->id];
    uint8_t message[AB_KAT_LEN];

    ab_kat_message(message);
    return digest_at_once(hash, message, 0) == answers->empty
           && digest_at_once(hash, message, AB_KAT_LEN) == answers->whole
           && digest_bytewise(hash, message, IN_BYTES) == answers->part;
}

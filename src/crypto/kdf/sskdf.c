/* The one-step KDF of SP 800-56C, X9.63's and X9.42's, over a hash. */
#include "afterburner/sskdf.h"

#include <string.h>

#include "ct/ct.h"

/* A string of bytes. */
struct piece {
    const uint8_t *data;
    size_t len;
};

static void hash_pieces(const struct ab_hash *hash, const struct piece *pieces, unsigned num, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    for (unsigned i = 0; i < num; i++)
        ab_hash_update(&c, pieces[i].data, pieces[i].len);
    ab_hash_final(&c, digest);
}

/* The digests, one behind the other, of the pieces, one of which is a four-byte counter from 1 on. */
static void derive(const struct ab_hash *hash, const struct piece *pieces, unsigned num, uint8_t counter[4],
                   uint8_t *out, size_t out_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    size_t digest_len = hash->algorithm->digest_len;

    for (uint32_t number = 1; out_len != 0; number++) {
        uint32_t big_endian = __builtin_bswap32(number);
        size_t len = out_len < digest_len ? out_len : digest_len;

        memcpy(counter, &big_endian, sizeof(big_endian));
        hash_pieces(hash, pieces, num, digest);
        memcpy(out, digest, len);
        out += len;
        out_len -= len;
    }
    ab_wipe(digest, digest_len);
}

void ab_sskdf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *info,
              size_t info_len, uint8_t *out, size_t out_len)
{
    uint8_t counter[4];
    const struct piece pieces[3] = { { counter, sizeof(counter) }, { secret, secret_len }, { info, info_len } };

    derive(hash, pieces, 3, counter, out, out_len);
}

void ab_x963_kdf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *info,
                 size_t info_len, uint8_t *out, size_t out_len)
{
    uint8_t counter[4];
    const struct piece pieces[3] = { { secret, secret_len }, { counter, sizeof(counter) }, { info, info_len } };

    derive(hash, pieces, 3, counter, out, out_len);
}

void ab_x942_kdf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *before,
                 size_t before_len, const uint8_t *after, size_t after_len, uint8_t *out, size_t out_len)
{
    uint8_t counter[4];
    const struct piece pieces[4] = {
        { secret, secret_len }, { before, before_len }, { counter, sizeof(counter) }, { after, after_len }
    };

    derive(hash, pieces, 4, counter, out, out_len);
}

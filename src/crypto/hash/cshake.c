/* cSHAKE and KMAC (SP 800-185): their prefixes over the sponge. */
#include "crypto/hash/cshake.h"

#include <string.h>

#include "crypto/hash/sponge.h"

enum { MAX_BYTES = 8 };

/* Write x from its first nonzero byte (at least one byte) to the last (sec. 2.3.1); return how many. */
static size_t put_integer(uint8_t out[MAX_BYTES], uint64_t x)
{
    size_t n = 1;

    while (n < MAX_BYTES && x >> 8 * n != 0)
        n++;
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(x >> 8 * (n - 1 - i));
    return n;
}

static void add_left_encoded(struct ab_hash_ctx *c, uint64_t x)
{
    uint8_t code[1 + MAX_BYTES];
    size_t n = put_integer(code + 1, x);

    code[0] = (uint8_t)n;
    ab_hash_update(c, code, 1 + n);
}

static void add_right_encoded(struct ab_hash_ctx *c, uint64_t x)
{
    uint8_t code[MAX_BYTES + 1];
    size_t n = put_integer(code, x);

    code[n] = (uint8_t)n;
    ab_hash_update(c, code, n + 1);
}

/* encode_string (sec. 2.3.2) */
static void add_string(struct ab_hash_ctx *c, const uint8_t *string, size_t len)
{
    add_left_encoded(c, (uint64_t)len * 8);
    ab_hash_update(c, string, len);
}

/* bytepad (sec. 2.3.3) to the rate, of everything that is added in between. */
static void begin_padded(struct ab_hash_ctx *c)
{
    add_left_encoded(c, c->hash->algorithm->block_len);
}

static void end_padded(struct ab_hash_ctx *c)
{
    ab_sponge_fill_block(c);
}

void ab_cshake_init(struct ab_hash_ctx *c, const struct ab_hash *hash, const char *name, const uint8_t *custom,
                    size_t custom_len)
{
    ab_hash_init(c, hash);
    begin_padded(c);
    add_string(c, (const uint8_t *)name, strlen(name));
    add_string(c, custom, custom_len);
    end_padded(c);
}

void ab_kmac_init(struct ab_hash_ctx *c, const struct ab_hash *hash, const uint8_t *key, size_t key_len,
                  const uint8_t *custom, size_t custom_len)
{
    ab_cshake_init(c, hash, "KMAC", custom, custom_len);
    begin_padded(c);
    add_string(c, key, key_len);
    end_padded(c);
}

void ab_kmac_final(struct ab_hash_ctx *c, uint8_t *out, size_t len, int is_xof)
{
    add_right_encoded(c, is_xof ? 0 : (uint64_t)len * 8);
    ab_hash_squeeze(c, out, len);
    ab_hash_wipe(c);
}

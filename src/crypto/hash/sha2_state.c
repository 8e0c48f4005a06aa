/* Serialise and restore SHA-2 contexts. */
#include "crypto/hash/sha2_state.h"

#include <string.h>

#include "kernels/wide.h"

enum { MAGIC = 8, HEAD = MAGIC + 4 + 4 };

/* Bytes of a word: a block has sixteen words. */
static size_t word_of(const struct ab_hash_ctx *c)
{
    return c->hash->algorithm->block_len / 16;
}

static size_t used_of(const struct ab_hash_ctx *c)
{
    return (size_t)c->u.md.num_bytes & (c->hash->algorithm->block_len - 1);
}

/* The head of a state of this hash, but for the number of waiting bytes. */
static void make_head(const struct ab_hash_ctx *c, uint8_t *head, uint32_t used)
{
    uint32_t digest_len = (uint32_t)c->hash->algorithm->digest_len;

    memcpy(head, word_of(c) == 4 ? "SHA256v1" : "SHA512v1", MAGIC);
    memcpy(head + MAGIC, &digest_len, 4);
    memcpy(head + MAGIC + 4, &used, 4);
}

size_t ab_sha2_saved_len(const struct ab_hash_ctx *c)
{
    return HEAD + 10 * word_of(c) + c->hash->algorithm->block_len;
}

void ab_sha2_save(const struct ab_hash_ctx *c, uint8_t *out)
{
    size_t word = word_of(c), used = used_of(c);
    uint128 num_bits = u128_left(u128(c->u.md.num_bytes), 3);

    make_head(c, out, (uint32_t)used);
    memcpy(out + HEAD, c->u.md.whole, 8 * word);
    memcpy(out + HEAD + 8 * word, &num_bits, 2 * word);
    memset(out + HEAD + 10 * word, 0, c->hash->algorithm->block_len);
    memcpy(out + HEAD + 10 * word, c->u.md.whole + 8 * word, used);
}

int ab_sha2_load(struct ab_hash_ctx *c, const uint8_t *in, size_t len)
{
    size_t word = word_of(c), block = c->hash->algorithm->block_len, used;
    uint128 num_bits = u128(0);
    uint8_t head[HEAD];

    if (len != ab_sha2_saved_len(c))
        return 0;
    memcpy(&num_bits, in + HEAD + 8 * word, 2 * word);
    used = (size_t)u128_low(u128_right(num_bits, 3)) & (block - 1);
    make_head(c, head, (uint32_t)used);
    if (memcmp(in, head, HEAD) != 0 || u128_low(u128_right(num_bits, 67)) != 0)
        return 0;
    c->u.md.num_bytes = u128_low(u128_right(num_bits, 3));
    memcpy(c->u.md.whole, in + HEAD, 8 * word);
    memset(c->u.md.whole + 8 * word, 0, block);
    memcpy(c->u.md.whole + 8 * word, in + HEAD + 10 * word, used);
    return 1;
}

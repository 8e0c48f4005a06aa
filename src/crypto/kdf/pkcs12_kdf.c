/*
 * The key derivation of PKCS #12 (RFC 7292 appendix B.2). A step hashes D | I and then its own digest again and again;
 * where the hash keeps nothing but a chaining value, such an iteration is a compression of one padded block.
 */
#include "afterburner/pkcs12_kdf.h"

#include <string.h>

#include "crypto/hash/construction.h"
#include "crypto/hmac/hmac_outer.h"
#include "ct/ct.h"

/* The least multiple of unit that is not below len, without a division. */
static size_t round_up(size_t len, size_t unit)
{
    size_t rounded = 0;

    while (rounded < len)
        rounded += unit;
    return rounded;
}

size_t ab_pkcs12_kdf_memory(const struct ab_hash *hash, const struct ab_pkcs12_inputs *in)
{
    size_t unit = hash->algorithm->block_len, most = SIZE_MAX / 4;

    if (in->salt_len > most || in->password_len > most)
        return 0;
    return unit + round_up(in->salt_len, unit) + round_up(in->password_len, unit);
}

/* Fill the room with copies of data, one behind the other and the last one cut off. Returns its end. */
static uint8_t *repeat(uint8_t *to, size_t room, const uint8_t *data, size_t len)
{
    while (room != 0) {
        size_t part = room < len ? room : len;

        memcpy(to, data, part);
        to += part;
        room -= part;
    }
    return to;
}

/* number += addend + 1 modulo 2^(8 len), both big-endian */
static void add_and_increment(uint8_t *number, const uint8_t *addend, size_t len)
{
    unsigned carry = 1;

    while (len-- != 0) {
        carry += (unsigned)number[len] + addend[len];
        number[len] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* Step 6.c: add the digest, repeated to a block, and 1 to each block of I. */
static void advance(uint8_t *blocks, size_t len, const uint8_t *digest, const struct ab_hash_algorithm *a)
{
    uint8_t repeated[AB_HASH_MAX_BLOCK];

    repeat(repeated, a->block_len, digest, a->digest_len);
    for (size_t at = 0; at < len; at += a->block_len)
        add_and_increment(blocks + at, repeated, a->block_len);
    ab_wipe(repeated, a->block_len);
}

static void hash_once(const struct ab_hash *hash, const uint8_t *data, size_t len, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, data, len);
    ab_hash_final(&c, digest);
}

static void iterate_messages(const struct ab_hash *hash, uint8_t *digest, uint64_t num)
{
    for (; num != 0; num--)
        hash_once(hash, digest, hash->algorithm->digest_len, digest);
}

static void iterate_chains(const struct ab_hash *hash, uint8_t *digest, uint64_t num)
{
    uint8_t chain[AB_HMAC_MAX_CHAIN] __attribute__((aligned(16)));
    const struct ab_hash_algorithm *a = hash->algorithm;
    union ab_hmac_block b;
    size_t num_blocks;

    memset(b.bytes, 0, sizeof(b.bytes));
    memcpy(b.bytes, digest, a->digest_len);
    num_blocks = a->construction->pad(a, b.bytes, a->digest_len, a->digest_len);
    for (; num != 0; num--) {
        a->construction->begin(a, chain);
        a->construction->compress(hash, chain, b.bytes, num_blocks);
        a->construction->read(a, chain, b.bytes);
    }
    memcpy(digest, b.bytes, a->digest_len);
    ab_wipe(chain, a->construction->chain_len);
    ab_wipe(b.bytes, a->digest_len);
}

/* digest := the digest of the digest, num times. */
static void iterate(const struct ab_hash *hash, uint8_t *digest, uint64_t num)
{
    if (hash->algorithm->construction->resume != NULL)
        iterate_chains(hash, digest, num);
    else
        iterate_messages(hash, digest, num);
}

void ab_pkcs12_kdf(const struct ab_hash *hash, const struct ab_pkcs12_inputs *in, uint8_t *memory, uint8_t *out,
                   size_t out_len)
{
    const struct ab_hash_algorithm *a = hash->algorithm;
    uint8_t digest[AB_HASH_MAX_DIGEST], *blocks = memory + a->block_len;
    uint64_t num = in->num_iterations == 0 ? 0 : in->num_iterations - 1;
    size_t salt_room = round_up(in->salt_len, a->block_len), password_room = round_up(in->password_len, a->block_len);
    size_t len = salt_room + password_room;

    memset(memory, in->purpose, a->block_len);
    repeat(repeat(blocks, salt_room, in->salt, in->salt_len), password_room, in->password, in->password_len);
    while (out_len != 0) {
        size_t part = out_len < a->digest_len ? out_len : a->digest_len;

        hash_once(hash, memory, a->block_len + len, digest);
        iterate(hash, digest, num);
        memcpy(out, digest, part);
        out += part;
        out_len -= part;
        if (out_len != 0)
            advance(blocks, len, digest, a);
    }
    ab_wipe(digest, a->digest_len);
}

/* Declarations that sealing one record, sealing many and opening one share. */
#ifndef AB_CRYPTO_TLS_CBC_HMAC_H
#define AB_CRYPTO_TLS_CBC_HMAC_H

#include <string.h>

#include "afterburner/cbc_hmac.h"
#include "crypto/hash/construction.h"
#include "crypto/hash/chunks.h"
#include "kernels/aes/aes_kernels.h"

enum {
    HASH_BLOCK = 64,
    PSEUDO_LEN = AB_CBC_HMAC_HEADER + 2,   /* RFC 5246 sec. 6.2.3.1: sequence number, type, version, length */
    HEAD_DATA = HASH_BLOCK - PSEUDO_LEN,   /* bytes of data in the first block of the MAC */
    HEAD_BLOCKS = HEAD_DATA / AB_AES_BLOCK /* AES blocks that lie within them */
};

static inline size_t mac_len_of(const struct ab_cbc_hmac *c)
{
    return c->hash->algorithm->digest_len;
}

static inline int is_sha1(const struct ab_cbc_hmac *c)
{
    return c->hash->algorithm->id == AB_HASH_SHA1;
}

/* The pseudo-header, in a chunk; data_len may be secret. */
static inline void put_pseudo_header(uint8_t out[AB_CHUNK], const uint8_t header[AB_CBC_HMAC_HEADER], uint64_t data_len)
{
    ab_chunk len = u128((data_len >> 8 & 0xff) | (data_len & 0xff) << 8);
    ab_chunk begin = ab_chunk_load_part(header, AB_CBC_HMAC_HEADER);

    ab_chunk_store(out, u128_or(begin, u128_left(len, 8 * AB_CBC_HMAC_HEADER)));
}

/* The first block of the MAC's inner hash. At least HEAD_DATA bytes of data. */
static inline void put_head(uint8_t block[HASH_BLOCK], const uint8_t header[AB_CBC_HMAC_HEADER], const uint8_t *data,
                            uint64_t data_len)
{
    put_pseudo_header(block, header, data_len);
    ab_chunk_append(block, PSEUDO_LEN, data, HEAD_DATA);
}

/*
 * The end of one of HMAC's two hashes: the `used` bytes in tail are the last of num_bytes, the key's block not
 * counted. tail has room for two blocks and zeros after them up to a multiple of AB_CHUNK. Return the number of blocks.
 */
static inline size_t pad_tail(const struct ab_cbc_hmac *c, uint8_t *tail, size_t used, size_t num_bytes)
{
    return c->hash->algorithm->construction->pad(c->hash->algorithm, tail, used, c->num_keyed + num_bytes);
}

static inline void read_digest(const struct ab_cbc_hmac *c, const uint32_t state[8], uint8_t *digest)
{
    c->hash->algorithm->construction->read(c->hash->algorithm, state, digest);
}

/* The block of the outer hash, from the inner hash's last state. */
static inline void put_outer_block(const struct ab_cbc_hmac *c, uint8_t tail[2 * HASH_BLOCK], const uint32_t state[8])
{
    memset(tail, 0, HASH_BLOCK);
    read_digest(c, state, tail);
    pad_tail(c, tail, mac_len_of(c), mac_len_of(c));
}

/*
 * The last blocks of the plaintext: the rest of the data (len < AB_AES_BLOCK bytes), MAC and padding. Return the
 * number of blocks: one to four.
 */
size_t ab_cbc_hmac_put_last(const struct ab_cbc_hmac *c, uint8_t out[4 * AB_AES_BLOCK], const uint8_t *data, size_t len,
                            const uint8_t *mac);

#endif

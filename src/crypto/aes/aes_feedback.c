/* AES-CFB, CFB8, CFB1 and OFB (SP 800-38A sec. 6.3 and 6.4) as streams. */
#include "afterburner/aes.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

enum {
    CHUNK = 32, /* blocks that decryption with s = 8 and s = 1 computes side by side: one batch of the widest kernels */
    FEW = 4     /* bytes; below, they are processed one by one */
};

void ab_aes_feedback_set_iv(struct ab_aes_feedback *c, const uint8_t iv[AB_AES_BLOCK])
{
    memcpy(c->reg, iv, AB_AES_BLOCK);
    c->used = 0;
}

void ab_aes_feedback_wipe(struct ab_aes_feedback *c)
{
    ab_wipe(c, sizeof(*c));
}

/* The number of bytes of a message of len that belong to the block in progress. */
static size_t in_progress(const struct ab_aes_feedback *c, size_t len)
{
    size_t open = c->used == 0 ? 0 : AB_AES_BLOCK - c->used;

    return len < open ? len : open;
}

/*
 * Process len bytes, 1..15, up to the end of a block. The register keeps each byte of ciphertext in CFB, of keystream
 * in OFB.
 */
static void crypt_part(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len, enum ab_keep keep)
{
    uint32_t used = c->used;

    c->used = (used + (uint32_t)len) % AB_AES_BLOCK;
    c->aes.kernels->feedback_part(&c->aes.key, c->reg, used, in, out, len, keep);
}

/* The same of so few bytes of a block in progress that vectors take longer. */
static inline void crypt_few(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len, enum ab_keep keep)
{
    uint8_t *reg = c->reg + c->used;

    c->used = (c->used + (uint32_t)len) % AB_AES_BLOCK;
    for (size_t i = 0; i < len; i++) {
        uint8_t data = in[i], text = data ^ reg[i];

        if (keep != AB_KEEP_STREAM)
            reg[i] = keep == AB_KEEP_OUT ? text : data;
        out[i] = text;
    }
}

static inline int is_few(const struct ab_aes_feedback *c, size_t len)
{
    return c->used != 0 && len < FEW && len <= AB_AES_BLOCK - c->used;
}

typedef void blocks_fn(const struct ab_aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                       size_t num_blocks);

/* Finish the block in progress, process whole blocks, start the next block. */
__attribute__((noinline)) static void crypt_in_parts(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out,
                                                     size_t len, enum ab_keep keep, blocks_fn *blocks)
{
    size_t first = in_progress(c, len), whole = (len - first) / AB_AES_BLOCK * AB_AES_BLOCK;
    size_t last = len - first - whole;

    if (first != 0)
        crypt_part(c, in, out, first, keep);
    if (whole != 0)
        blocks(&c->aes.key, c->reg, in + first, out + first, whole / AB_AES_BLOCK);
    if (last != 0)
        crypt_part(c, in + first + whole, out + first + whole, last, keep);
}

/* The usual calls, whole blocks and none in progress, or less than a block, save no register. */
static inline void crypt_stream(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len,
                                enum ab_keep keep, blocks_fn *blocks)
{
    if (is_few(c, len))
        crypt_few(c, in, out, len, keep);
    else if (c->used == 0 && len % AB_AES_BLOCK == 0 && len != 0)
        blocks(&c->aes.key, c->reg, in, out, len / AB_AES_BLOCK);
    else if (len != 0 && len <= AB_AES_BLOCK - c->used)
        crypt_part(c, in, out, len, keep);
    else
        crypt_in_parts(c, in, out, len, keep, blocks);
}

void ab_aes_cfb_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt_stream(c, in, out, len, AB_KEEP_OUT, c->aes.kernels->cfb_encrypt);
}

/*
 * Decrypt whole blocks and the part of one that follows. What the cipher takes for that part is ciphertext that the
 * blocks may overwrite, so the part comes first; nothing waits for it.
 */
static void cfb_decrypt_ragged(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t last = len % AB_AES_BLOCK, whole = len - last;
    uint8_t reg[AB_AES_BLOCK];

    memcpy(reg, in + whole - AB_AES_BLOCK, AB_AES_BLOCK);
    c->aes.kernels->feedback_part(&c->aes.key, reg, 0, in + whole, out + whole, last, AB_KEEP_IN);
    c->aes.kernels->cfb_decrypt(&c->aes.key, c->reg, in, out, whole / AB_AES_BLOCK);
    memcpy(c->reg, reg, AB_AES_BLOCK);
    c->used = (uint32_t)last;
    ab_wipe(reg, sizeof(reg));
}

__attribute__((noinline)) static void cfb_decrypt_in_parts(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out,
                                                           size_t len)
{
    size_t first = in_progress(c, len), rest = len - first;

    if (first != 0)
        crypt_part(c, in, out, first, AB_KEEP_IN);
    if (rest > AB_AES_BLOCK && rest % AB_AES_BLOCK != 0)
        cfb_decrypt_ragged(c, in + first, out + first, rest);
    else if (rest != 0)
        crypt_stream(c, in + first, out + first, rest, AB_KEEP_IN, c->aes.kernels->cfb_decrypt);
}

void ab_aes_cfb_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    if (len <= AB_AES_BLOCK - c->used)
        crypt_stream(c, in, out, len, AB_KEEP_IN, c->aes.kernels->cfb_decrypt);
    else
        cfb_decrypt_in_parts(c, in, out, len);
}

void ab_aes_ofb(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    crypt_stream(c, in, out, len, AB_KEEP_STREAM, c->aes.kernels->ofb);
}

void ab_aes_cfb8_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    c->aes.kernels->cfb8_encrypt(&c->aes.key, c->reg, in, out, len);
}

/* One byte, the usual piece where terminals use this mode: neither a buffer nor its wipe. */
static void cfb8_decrypt_byte(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out)
{
    uint8_t block[AB_AES_BLOCK], data = *in;
    uint64_t halves[2];

    ab_aes_ecb_encrypt(&c->aes, c->reg, block, 1);
    *out = data ^ block[0];
    memcpy(halves, c->reg, sizeof(halves));
    halves[0] = halves[0] >> 8 | halves[1] << 56;
    halves[1] = halves[1] >> 8 | (uint64_t)data << 56;
    memcpy(c->reg, halves, sizeof(halves));
    ab_wipe(block, sizeof(block));
}

/* The register for byte i is the 16 bytes of ciphertext before it, so a chunk of registers is known at once. */
void ab_aes_cfb8_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t text[AB_AES_BLOCK + CHUNK], blocks[CHUNK][AB_AES_BLOCK];
    size_t most = len < CHUNK ? len : CHUNK;

    if (len == 1) {
        cfb8_decrypt_byte(c, in, out);
        return;
    }
    while (len != 0) {
        size_t n = len < CHUNK ? len : CHUNK;

        memcpy(text, c->reg, AB_AES_BLOCK);
        memcpy(text + AB_AES_BLOCK, in, n);
        for (size_t i = 0; i < n; i++)
            memcpy(blocks[i], text + i, AB_AES_BLOCK);
        ab_aes_ecb_encrypt(&c->aes, blocks[0], blocks[0], n);
        for (size_t i = 0; i < n; i++)
            out[i] = text[AB_AES_BLOCK + i] ^ blocks[i][0];
        memcpy(c->reg, text + n, AB_AES_BLOCK);
        in += n;
        out += n;
        len -= n;
    }
    ab_wipe(blocks, most * AB_AES_BLOCK);
}

/* The shift register of s = 1 as one big-endian number. */
struct bit_register {
    uint64_t high, low;
};

static struct bit_register load_register(const uint8_t block[AB_AES_BLOCK])
{
    struct bit_register r;

    memcpy(&r.high, block, 8);
    memcpy(&r.low, block + 8, 8);
    r.high = __builtin_bswap64(r.high);
    r.low = __builtin_bswap64(r.low);
    return r;
}

static void store_register(uint8_t block[AB_AES_BLOCK], struct bit_register r)
{
    r.high = __builtin_bswap64(r.high);
    r.low = __builtin_bswap64(r.low);
    memcpy(block, &r.high, 8);
    memcpy(block + 8, &r.low, 8);
}

static void shift_in(struct bit_register *r, unsigned bit)
{
    r->high = r->high << 1 | r->low >> 63;
    r->low = r->low << 1 | bit;
}

static unsigned get_bit(const uint8_t *p, size_t i)
{
    return p[i / 8] >> (7 - i % 8) & 1;
}

static void put_bit(uint8_t *p, size_t i, unsigned bit)
{
    unsigned shift = 7 - i % 8;

    p[i / 8] = (uint8_t)((p[i / 8] & ~(1u << shift)) | bit << shift);
}

void ab_aes_cfb1_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t num_bits)
{
    c->aes.kernels->cfb1_encrypt(&c->aes.key, c->reg, in, out, num_bits);
}

void ab_aes_cfb1_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t num_bits)
{
    struct bit_register r = load_register(c->reg);
    uint8_t blocks[CHUNK][AB_AES_BLOCK];

    for (size_t i = 0; i < num_bits; i += CHUNK) {
        size_t n = num_bits - i < CHUNK ? num_bits - i : CHUNK;

        for (size_t j = 0; j < n; j++) {
            store_register(blocks[j], r);
            shift_in(&r, get_bit(in, i + j));
        }
        ab_aes_ecb_encrypt(&c->aes, blocks[0], blocks[0], n);
        for (size_t j = 0; j < n; j++)
            put_bit(out, i + j, get_bit(in, i + j) ^ blocks[j][0] >> 7);
    }
    store_register(c->reg, r);
    ab_wipe(blocks, sizeof(blocks));
}

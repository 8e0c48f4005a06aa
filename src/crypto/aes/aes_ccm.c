/* AES-CCM (SP 800-38C): formatting of nonce and lengths, streaming of one message, tag. */
#include "afterburner/aes.h"

#include <string.h>

#include "crypto/aes/block.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

void ab_aes_ccm_set_key(struct ab_aes_ccm *c, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    c->kernels = kernels;
    kernels->expand_encrypt(&c->key, key, key_len);
}

/* SP 800-38C appendix A.2.1 and A.3: B_0 = flags | N | Q, A_1 = q - 1 | N | 1. */
int ab_aes_ccm_start(struct ab_aes_ccm *c, const uint8_t *nonce, size_t nonce_len, size_t tag_len, uint64_t message_len)
{
    unsigned q = 15 - (unsigned)nonce_len;
    uint64_t big_endian = __builtin_bswap64(message_len);

    if (q < 8 && message_len >> (8 * q) != 0)
        return 0;
    memcpy(c->first + 8, &big_endian, 8);
    c->first[0] = (uint8_t)((tag_len - 2) / 2 << 3 | (q - 1));
    ab_aes_copy_part(c->first + 1, nonce, nonce_len);
    memset(c->counter, 0, sizeof(c->counter));
    c->counter[0] = (uint8_t)(q - 1);
    c->counter[15] = 1;
    ab_aes_copy_part(c->counter + 1, nonce, nonce_len);
    c->started = 0;
    return 1;
}

/* Appendix A.2.2: the length of the associated data in 2, 6 or 10 bytes; returns how many. */
static size_t encode_length(uint8_t out[10], uint64_t len)
{
    uint64_t big_endian = __builtin_bswap64(len);

    if (len < 0xff00) {
        memcpy(out, (const uint8_t *)&big_endian + 6, 2);
        return 2;
    }
    out[0] = 0xff;
    out[1] = len >> 32 == 0 ? 0xfe : 0xff;
    if (len >> 32 == 0)
        memcpy(out + 2, (const uint8_t *)&big_endian + 4, 4);
    else
        memcpy(out + 2, &big_endian, 8);
    return len >> 32 == 0 ? 6 : 10;
}

/* Add B_0 and the blocks of the associated data to the chain; the first two of them in one call. */
void ab_aes_ccm_aad(struct ab_aes_ccm *c, const uint8_t *aad, size_t len)
{
    uint8_t blocks[32] = { 0 };
    size_t used, take;

    if (len == 0)
        return;
    c->first[0] |= 0x40;
    memcpy(blocks, c->first, 16);
    used = encode_length(blocks + 16, len);
    take = len < 16 - used ? len : 16 - used;
    ab_aes_copy_part(blocks + 16 + used, aad, take);
    memset(c->mac, 0, sizeof(c->mac));
    c->kernels->cbc_mac(&c->key, c->mac, blocks, 2);
    c->started = 1;
    aad += take;
    len -= take;
    if (len >= 16)
        c->kernels->cbc_mac(&c->key, c->mac, aad, len / 16);
    if (len % 16 != 0) {
        memset(blocks, 0, 16);
        ab_aes_copy_part(blocks, aad + len / 16 * 16, len % 16);
        c->kernels->cbc_mac(&c->key, c->mac, blocks, 1);
    }
}

/*
 * Store S_0, made from A_0, in pad. Leave the counter itself alone: it would be read before its last byte reaches the
 * cache.
 */
static void begin_data(struct ab_aes_ccm *c, uint8_t pad[16])
{
    memcpy(pad, c->counter, 16);
    pad[15] = 0;
    c->kernels->ecb_encrypt(&c->key, pad, pad, 1);
    if (!c->started)
        c->kernels->ecb_encrypt(&c->key, c->first, c->mac, 1);
}

static void end_data(struct ab_aes_ccm *c, uint8_t pad[16], uint8_t tag[16])
{
    ab_aes_xor_block(tag, c->mac, pad);
    ab_aes_wipe_block(pad);
    ab_aes_wipe_block(c->mac);
    c->started = 0;
}

void ab_aes_ccm_encrypt(struct ab_aes_ccm *c, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    uint8_t pad[16];

    begin_data(c, pad);
    c->kernels->ccm_encrypt(&c->key, c->mac, c->counter, in, out, len);
    end_data(c, pad, tag);
}

void ab_aes_ccm_decrypt(struct ab_aes_ccm *c, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    uint8_t pad[16];

    begin_data(c, pad);
    c->kernels->ccm_decrypt(&c->key, c->mac, c->counter, in, out, len);
    end_data(c, pad, tag);
}

void ab_aes_ccm_wipe(struct ab_aes_ccm *c)
{
    ab_wipe(c, sizeof(*c));
}

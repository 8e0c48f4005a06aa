/* AES-SIV (RFC 5297): S2V over components of associated data, sealing and opening of one message. */
#include "afterburner/aes.h"

#include <string.h>

#include "crypto/aes/cmac.h"
#include "ct/ct.h"

/* CMAC, SP 800-38B sec. 6.2. */
static void cmac(const struct ab_aes_siv *c, uint8_t mac[16], const uint8_t *in, size_t len)
{
    size_t before = len == 0 ? 0 : (len - 1) / 16 * 16;
    uint8_t block[16];

    memset(mac, 0, 16);
    c->kernels->cbc_mac(&c->mac_key, mac, in, before / 16);
    ab_cmac_last_block(block, in + before, len - before, c->k1, c->k2);
    c->kernels->cbc_mac(&c->mac_key, mac, block, 1);
    ab_aes_wipe_block(block);
}

void ab_aes_siv_set_key(struct ab_aes_siv *c, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    static const uint8_t zero[16];

    c->kernels = kernels;
    kernels->expand_encrypt(&c->mac_key, key, key_len / 2);
    kernels->expand_encrypt(&c->ctr_key, key + key_len / 2, key_len / 2);
    ab_cmac_make_subkeys(kernels, &c->mac_key, c->k1, c->k2);
    cmac(c, c->d, zero, sizeof(zero));
}

void ab_aes_siv_aad(struct ab_aes_siv *c, const uint8_t *aad, size_t len)
{
    uint8_t mac[16];

    cmac(c, mac, aad, len);
    ab_aes_double(c->d, c->d);
    ab_aes_xor_block(c->d, c->d, mac);
    ab_aes_wipe_block(mac);
}

/*
 * The end of S2V, RFC 5297 sec. 2.4, for a message of 16 bytes or more: CMAC of it with D added to its last 16 bytes
 * by xor.
 */
static void s2v_long(const struct ab_aes_siv *c, uint8_t v[16], const uint8_t *in, size_t len)
{
    size_t before = (len - 16) / 16 * 16, rest = len - before; /* rest = 16..31, in one block or two */
    uint8_t end[32] = { 0 }, *last = rest == 16 ? end : end + 16;

    memcpy(end, in + before, rest);
    ab_aes_xor_block(end + rest - 16, end + rest - 16, c->d);
    if (rest > 16)
        end[rest] = 0x80;
    ab_aes_xor_block(last, last, rest == 16 ? c->k1 : c->k2);
    memset(v, 0, 16);
    c->kernels->cbc_mac(&c->mac_key, v, in, before / 16);
    c->kernels->cbc_mac(&c->mac_key, v, end, rest == 16 ? 1 : 2);
    ab_wipe(end, sizeof(end));
}

/* The same for less than 16 bytes: CMAC of the padded message xor 2 D. */
static void s2v_short(const struct ab_aes_siv *c, uint8_t v[16], const uint8_t *in, size_t len)
{
    uint8_t block[16] = { 0 }, d[16];

    if (len != 0)
        ab_aes_copy_part(block, in, len);
    block[len] = 0x80;
    ab_aes_double(d, c->d);
    ab_aes_xor_block(block, block, d);
    cmac(c, v, block, sizeof(block));
    ab_aes_wipe_block(block);
    ab_aes_wipe_block(d);
}

static void s2v(const struct ab_aes_siv *c, uint8_t v[16], const uint8_t *in, size_t len)
{
    if (len < 16)
        s2v_short(c, v, in, len);
    else
        s2v_long(c, v, in, len);
}

/* Sec. 2.5: CTR from V with bits 31 and 63 (from the right) cleared. */
static void crypt(const struct ab_aes_siv *c, const uint8_t v[16], const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t counter[16], tail[16];

    memcpy(counter, v, 16);
    counter[8] &= 0x7f;
    counter[12] &= 0x7f;
    AB_PUBLIC(counter, sizeof(counter)); /* declassified: the synthetic IV is sent with the message */
    c->kernels->ctr(&c->ctr_key, counter, in, out, len, tail);
    ab_aes_wipe_block(tail);
}

void ab_aes_siv_encrypt(const struct ab_aes_siv *c, const uint8_t *in, uint8_t *out, size_t len,
                        uint8_t tag[AB_AES_BLOCK])
{
    s2v(c, tag, in, len);
    crypt(c, tag, in, out, len);
}

int ab_aes_siv_decrypt(const struct ab_aes_siv *c, const uint8_t *in, uint8_t *out, size_t len,
                       const uint8_t tag[AB_AES_BLOCK])
{
    uint8_t v[16];
    int bad;

    crypt(c, tag, in, out, len);
    s2v(c, v, out, len);
    bad = ab_ct_memcmp(v, tag, sizeof(v));
    AB_PUBLIC(&bad, sizeof(bad)); /* declassified: the verdict on the tag is the result */
    ab_aes_wipe_block(v);
    if (bad)
        ab_wipe(out, len);
    return !bad;
}

void ab_aes_siv_wipe(struct ab_aes_siv *c)
{
    ab_wipe(c, sizeof(*c));
}

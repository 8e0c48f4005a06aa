/* AES-GCM-SIV (RFC 8452): key derivation for each nonce, sealing and opening of one message. */
#include "afterburner/aes_gcm_siv.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

/* RFC 8452 sec. 6: 2^36 bytes each of plaintext and AAD. */
static const uint64_t max_len = (uint64_t)1 << 36;

enum { PENDING_BYTES = AB_AES_GCM_PENDING * AB_AES_BLOCK };

void ab_aes_gcm_siv_set_key(struct ab_aes_gcm_siv *g, const struct ab_aes_kernels *kernels, const uint8_t *key,
                            size_t key_len)
{
    g->kernels = kernels;
    g->key_len = (uint32_t)key_len;
    kernels->expand_encrypt(&g->generator, key, key_len);
}

/*
 * RFC 8452 sec. 4: the keys are the first halves of the encryptions of counter || nonce. Two of them make the
 * authentication key, the next ones the encryption key.
 */
void ab_aes_gcm_siv_set_nonce(struct ab_aes_gcm_siv *g, const uint8_t nonce[AB_AES_GCM_SIV_NONCE])
{
    size_t num = 2 + g->key_len / 8;
    uint8_t blocks[6][AB_AES_BLOCK] = { { 0 } }, keys[6][8];

    for (size_t i = 0; i < num; i++) {
        blocks[i][0] = (uint8_t)i;
        memcpy(blocks[i] + 4, nonce, AB_AES_GCM_SIV_NONCE);
    }
    g->kernels->ecb_encrypt(&g->generator, blocks[0], blocks[0], num);
    for (size_t i = 0; i < num; i++)
        memcpy(keys[i], blocks[i], sizeof(keys[i]));
    memcpy(g->hash_key, keys[0], sizeof(g->hash_key));
    g->kernels->expand_encrypt(&g->key, keys[2], g->key_len);
    memcpy(g->nonce, nonce, sizeof(g->nonce));
    g->hash.num = 0;
    ab_aes_gcm_siv_clear_aad(g);
    ab_wipe(blocks, sizeof(blocks));
    ab_wipe(keys, sizeof(keys));
}

void ab_aes_gcm_siv_clear_aad(struct ab_aes_gcm_siv *g)
{
    memset(g->sum, 0, sizeof(g->sum));
    g->aad_len = 0;
    g->pending_len = 0;
}

/* Add len bytes to the pending ones; the caller makes sure that they fit. */
static void append(struct ab_aes_gcm_siv *g, const uint8_t *aad, size_t len)
{
    uint8_t *at = g->pending + g->pending_len;

    memcpy(at, aad, len);
    memset(at + len, 0, (0 - (size_t)g->pending_len - len) % AB_AES_BLOCK);
    g->pending_len += (uint32_t)len;
}

int ab_aes_gcm_siv_aad(struct ab_aes_gcm_siv *g, const uint8_t *aad, size_t len)
{
    size_t part = (0 - (size_t)g->pending_len) % AB_AES_BLOCK, whole;

    if (len > max_len - g->aad_len)
        return 0;
    g->aad_len += len;
    if (len <= PENDING_BYTES / 4 - (size_t)g->pending_len) {
        append(g, aad, len);
        return 1;
    }
    part = part < len ? part : len;
    append(g, aad, part);
    g->kernels->gcm_siv_hash_aad(g, g->pending, g->pending_len / AB_AES_BLOCK);
    g->pending_len = 0;
    whole = (len - part) / AB_AES_BLOCK;
    g->kernels->gcm_siv_hash_aad(g, aad + part, whole);
    append(g, aad + part + whole * AB_AES_BLOCK, (len - part) % AB_AES_BLOCK);
    return 1;
}

int ab_aes_gcm_siv_seal(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len,
                        uint8_t tag[AB_AES_BLOCK])
{
    if (len > max_len)
        return 0;
    g->kernels->gcm_siv_seal(g, in, out, len, tag);
    return 1;
}

int ab_aes_gcm_siv_open(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len,
                        const uint8_t tag[AB_AES_BLOCK])
{
    uint8_t right[AB_AES_BLOCK];
    int bad;

    if (len > max_len)
        return 0;
    g->kernels->gcm_siv_open(g, in, out, len, tag, right);
    bad = ab_ct_memcmp(right, tag, sizeof(right));
    AB_PUBLIC(&bad, sizeof(bad)); /* declassified: the verdict on the tag is the result */
    if (bad)
        ab_wipe(out, len);
    ab_wipe(right, sizeof(right));
    return !bad;
}

void ab_aes_gcm_siv_wipe(struct ab_aes_gcm_siv *g)
{
    ab_wipe(g, sizeof(*g));
}

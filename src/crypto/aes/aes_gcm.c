/* AES-GCM (SP 800-38D): IVs, streaming of AAD and text, tag. */
#include "afterburner/aes_gcm.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

/* SP 800-38D sec. 5.2.1.1 allows AAD of 2^64 - 1 bits; like OpenSSL we stop at 2^61 bytes. */
static const uint64_t max_aad = (uint64_t)1 << 61;

/* The part of the pending buffer that data may fill; the rest is slack for whole vectors. */
enum { PENDING_BYTES = AB_AES_GCM_PENDING * AB_AES_BLOCK };

void ab_aes_gcm_set_key(struct ab_aes_gcm *g, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    static const uint8_t zero[AB_AES_BLOCK];
    uint8_t h[AB_AES_BLOCK];

    g->kernels = kernels;
    kernels->expand_encrypt(&g->key, key, key_len);
    kernels->ecb_encrypt(&g->key, zero, h, 1);
    g->hash.num = AB_HASH_POWERS; /* for the self test of a kernel that sets nothing: no others are made of these */
    kernels->ghash_init(&g->hash, h);
    ab_wipe(h, sizeof(h));
}

/* Add len bytes to the pending ones; the caller makes sure that they fit. */
static void append(struct ab_aes_gcm *g, const uint8_t *in, size_t len)
{
    uint8_t *at = g->pending + g->pending_len;

    memcpy(at, in, len);
    memset(at + len, 0, (0 - g->pending_len - len) % AB_AES_BLOCK);
    g->pending_len += (uint32_t)len;
}

static void hash_pending(struct ab_aes_gcm *g)
{
    g->kernels->ghash(&g->hash, g->sum, g->pending, g->pending_len / AB_AES_BLOCK);
    g->pending_len = 0;
}

static void reset(struct ab_aes_gcm *g)
{
    memset(g->sum, 0, sizeof(g->sum));
    g->aad_len = g->text_len = 0;
    g->pending_len = 0;
    g->keystream_set = 0;
}

static void add_aad(struct ab_aes_gcm *g, const uint8_t *aad, size_t len)
{
    size_t part = (0 - g->pending_len) % AB_AES_BLOCK, whole;

    if (len <= PENDING_BYTES / 2 - (size_t)g->pending_len) {
        append(g, aad, len);
        return;
    }
    part = part < len ? part : len;
    append(g, aad, part);
    hash_pending(g);
    whole = (len - part) / AB_AES_BLOCK;
    g->kernels->ghash(&g->hash, g->sum, aad + part, whole);
    append(g, aad + part + whole * AB_AES_BLOCK, (len - part) % AB_AES_BLOCK);
}

/* J0 of SP 800-38D sec. 7.1, step 2, for an IV of other than 12 bytes: GHASH(IV || 0 || [len]). */
static void hash_iv(struct ab_aes_gcm *g, const uint8_t *iv, size_t iv_len)
{
    uint64_t bits = __builtin_bswap64(8 * (uint64_t)iv_len);
    uint8_t length[AB_AES_BLOCK] = { 0 };

    memcpy(length + 8, &bits, 8);
    add_aad(g, iv, iv_len);
    g->pending_len = (g->pending_len + 15) / AB_AES_BLOCK * AB_AES_BLOCK;
    append(g, length, sizeof(length));
    hash_pending(g);
    memcpy(g->counter, g->sum, sizeof(g->counter));
    reset(g);
}

void ab_aes_gcm_set_iv(struct ab_aes_gcm *g, const uint8_t *iv, size_t iv_len)
{
    uint64_t high;
    uint32_t low;

    reset(g);
    if (iv_len != 12) {
        hash_iv(g, iv, iv_len);
        return;
    }
    memcpy(&high, iv, sizeof(high));
    memcpy(&low, iv + 8, sizeof(low));
    high = __builtin_bswap64(high);
    memcpy(g->counter + 8, &high, sizeof(high));
    high = (uint64_t)__builtin_bswap32(low) << 32 | 1;
    memcpy(g->counter, &high, sizeof(high));
}

int ab_aes_gcm_aad(struct ab_aes_gcm *g, const uint8_t *aad, size_t len)
{
    if (g->text_len != 0 || len > max_aad - g->aad_len)
        return 0;
    if (len != 0)
        add_aad(g, aad, len);
    g->aad_len += len;
    return 1;
}

/* One byte within a block whose key stream is there, but not its last: vectors take longer. */
static int crypt_byte(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, int enc)
{
    uint8_t data = *in, text = data ^ g->keystream[g->text_len % AB_AES_BLOCK];

    g->pending[g->pending_len++] = enc ? text : data;
    g->text_len++;
    *out = text;
    return 1;
}

static int crypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    if (len > AB_AES_GCM_MAX_TEXT - g->text_len)
        return 0;
    if (len == 0)
        return 1;
    if (len == 1 && g->keystream_set && g->text_len % AB_AES_BLOCK != AB_AES_BLOCK - 1)
        return crypt_byte(g, in, out, enc);
    if (g->text_len == 0)
        g->pending_len = (g->pending_len + 15) / AB_AES_BLOCK * AB_AES_BLOCK;
    (enc ? g->kernels->gcm_encrypt : g->kernels->gcm_decrypt)(g, in, out, len);
    g->text_len += len;
    return 1;
}

int ab_aes_gcm_encrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    return crypt(g, in, out, len, 1);
}

int ab_aes_gcm_decrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len)
{
    return crypt(g, in, out, len, 0);
}

void ab_aes_gcm_tag(struct ab_aes_gcm *g, uint8_t tag[AB_AES_BLOCK])
{
    g->kernels->gcm_tag(g, tag);
}

int ab_aes_gcm_check_tag(struct ab_aes_gcm *g, const uint8_t *tag, size_t tag_len)
{
    uint8_t right[AB_AES_BLOCK];
    int diff;

    ab_aes_gcm_tag(g, right);
    diff = ab_ct_memcmp(right, tag, tag_len);
    AB_PUBLIC(&diff, sizeof(diff)); /* declassified: the verdict on the tag is the result */
    ab_wipe(right, sizeof(right));
    return diff == 0;
}

void ab_aes_gcm_wipe(struct ab_aes_gcm *g)
{
    ab_wipe(g, sizeof(*g));
}

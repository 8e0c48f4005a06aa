/* ChaCha20-Poly1305 (RFC 8439 sec. 2.8): nonces, streaming of AAD and text, tag. */
#include "afterburner/chacha20_poly1305.h"

#include <string.h>

#include "crypto/chacha/xchacha.h"
#include "ct/ct.h"
#include "kernels/chacha/poly1305_words.h"

void ab_chacha20_poly1305_set_key(struct ab_chacha20_poly1305 *c, const struct ab_chacha_kernels *kernels,
                                  const uint8_t key[AB_CHACHA20_KEY_LEN])
{
    c->kernels = kernels;
    memcpy(c->key, key, sizeof(c->key));
}

void ab_chacha20_poly1305_set_nonce(struct ab_chacha20_poly1305 *c, const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN])
{
    c->counter[0] = 0;
    memcpy(c->counter + 1, nonce, AB_CHACHA20_POLY1305_NONCE_LEN);
    c->aad_len = c->text_len = 0;
    c->pending_len = 0;
    c->is_keyed = 0;
}

void ab_hchacha20(const struct ab_chacha_kernels *kernels, const uint8_t key[AB_CHACHA20_KEY_LEN],
                  const uint8_t nonce[AB_HCHACHA20_NONCE_LEN], uint8_t out[AB_CHACHA20_KEY_LEN])
{
    static const uint8_t zeros[AB_CHACHA20_BLOCK];
    uint32_t words[8], counter[4], block[AB_CHACHA_WORDS];
    uint8_t tail[AB_CHACHA20_BLOCK];

    memcpy(words, key, sizeof(words));
    memcpy(counter, nonce, sizeof(counter));
    kernels->stream(words, counter, zeros, (uint8_t *)block, sizeof(block), tail);
    ab_chacha_subkey(nonce, block, out);
    ab_wipe(words, sizeof(words));
    ab_wipe(block, sizeof(block));
}

void ab_xchacha20_poly1305_start(struct ab_chacha20_poly1305 *c, const struct ab_chacha_kernels *kernels,
                                 const uint8_t key[AB_CHACHA20_KEY_LEN], const uint8_t nonce[AB_XCHACHA20_NONCE_LEN])
{
    uint8_t subkey[AB_CHACHA20_KEY_LEN], short_nonce[AB_CHACHA20_POLY1305_NONCE_LEN];

    ab_hchacha20(kernels, key, nonce, subkey);
    ab_xchacha_short_nonce(nonce, short_nonce);
    ab_chacha20_poly1305_set_key(c, kernels, subkey);
    ab_chacha20_poly1305_set_nonce(c, short_nonce);
    ab_wipe(subkey, sizeof(subkey));
}

/* Absorb what is pending, under the one-time key of the message. */
static void absorb_pending(struct ab_chacha20_poly1305 *c)
{
    c->kernels->encrypt(c, NULL, NULL, 0);
}

/* Add len bytes to the pending ones; the caller makes sure that they fit. */
static void append(struct ab_chacha20_poly1305 *c, const uint8_t *in, size_t len)
{
    memcpy(c->pending + c->pending_len, in, len);
    c->pending_len += (uint32_t)len;
}

/* Absorb AAD that is too long to wait for the text: what is pending, filled to a whole block, and all whole blocks. */
static void absorb_aad(struct ab_chacha20_poly1305 *c, const uint8_t *aad, size_t len)
{
    size_t first = (0 - (size_t)c->pending_len) % AB_POLY1305_BLOCK, rest;

    append(c, aad, first);
    absorb_pending(c);
    rest = (len - first) % AB_POLY1305_BLOCK;
    c->kernels->poly1305(&c->mac, aad + first, (len - first) / AB_POLY1305_BLOCK);
    append(c, aad + len - rest, rest);
}

int ab_chacha20_poly1305_aad(struct ab_chacha20_poly1305 *c, const uint8_t *aad, size_t len)
{
    if (c->text_len != 0)
        return 0;
    if (len == 0)
        return 1;
    c->aad_len += len;
    if (len <= AB_CHACHA20_POLY1305_PENDING - (size_t)c->pending_len)
        append(c, aad, len);
    else
        absorb_aad(c, aad, len);
    return 1;
}

/* Absorb the whole blocks that are pending; the rest stays. */
static void absorb_whole_blocks(struct ab_chacha20_poly1305 *c)
{
    size_t rest = c->pending_len % AB_POLY1305_BLOCK, whole = c->pending_len - rest;

    c->kernels->poly1305(&c->mac, c->pending, whole / AB_POLY1305_BLOCK);
    memmove(c->pending, c->pending + whole, rest);
    c->pending_len = (uint32_t)rest;
}

/* Process the next bytes of a block of key stream that an earlier update left partial; return how many. */
static size_t finish_block(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    size_t used = c->text_len % AB_CHACHA20_BLOCK, num = AB_CHACHA20_BLOCK - used;
    uint8_t *pending = c->pending + c->pending_len;

    if (used == 0)
        return 0;
    num = num < len ? num : len;
    for (size_t i = 0; i < num; i++) {
        uint8_t data = in[i], text = data ^ c->keystream[used + i];

        pending[i] = decrypts ? data : text;
        out[i] = text;
    }
    c->pending_len += (uint32_t)num;
    absorb_whole_blocks(c);
    return num;
}

static int crypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    size_t done;

    if (len > AB_CHACHA20_POLY1305_MAX_TEXT - c->text_len)
        return 0;
    if (len == 0)
        return 1;
    done = finish_block(c, in, out, len, decrypts);
    if (done != len)
        (decrypts ? c->kernels->decrypt : c->kernels->encrypt)(c, in + done, out + done, len - done);
    c->text_len += len;
    return 1;
}

int ab_chacha20_poly1305_encrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    return crypt(c, in, out, len, 0);
}

int ab_chacha20_poly1305_decrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    return crypt(c, in, out, len, 1);
}

void ab_chacha20_poly1305_tag(struct ab_chacha20_poly1305 *c, uint8_t tag[AB_POLY1305_TAG_LEN])
{
    const uint64_t lengths[2] = { c->aad_len, c->text_len };
    size_t padding = (0 - (size_t)c->pending_len) % AB_POLY1305_BLOCK;

    memset(c->pending + c->pending_len, 0, padding);
    c->pending_len += (uint32_t)padding;
    if (!c->is_keyed)
        absorb_pending(c);
    append(c, (const uint8_t *)lengths, sizeof(lengths));
    for (size_t i = 0; i < c->pending_len; i += AB_POLY1305_BLOCK)
        poly_block(c->mac.h, c->mac.r, c->pending + i);
    poly_finish(&c->mac, tag);
    ab_wipe(c->mac.h, sizeof(c->mac.h)); /* one by one: REP STOS, which compilers make of more, is slow to start */
    ab_wipe(c->mac.r, sizeof(c->mac.r));
    ab_wipe(c->mac.s, sizeof(c->mac.s));
    ab_wipe(c->keystream, sizeof(c->keystream));
}

int ab_chacha20_poly1305_check_tag(struct ab_chacha20_poly1305 *c, const uint8_t *tag, size_t tag_len)
{
    uint8_t right[AB_POLY1305_TAG_LEN];
    int diff;

    ab_chacha20_poly1305_tag(c, right);
    diff = ab_ct_memcmp(right, tag, tag_len);
    AB_PUBLIC(&diff, sizeof(diff)); /* declassified: the verdict on the tag is the result */
    ab_wipe(right, sizeof(right));
    return diff == 0;
}

void ab_chacha20_poly1305_wipe(struct ab_chacha20_poly1305 *c)
{
    ab_wipe(c, sizeof(*c));
}

int ab_chacha20_poly1305_seal(struct ab_chacha20_poly1305 *c, const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN],
                              const uint8_t *aad, size_t aad_len, const uint8_t *in, uint8_t *out, size_t len,
                              uint8_t tag[AB_POLY1305_TAG_LEN])
{
    ab_chacha20_poly1305_set_nonce(c, nonce);
    if (!ab_chacha20_poly1305_aad(c, aad, aad_len) || !ab_chacha20_poly1305_encrypt(c, in, out, len))
        return 0;
    ab_chacha20_poly1305_tag(c, tag);
    return 1;
}

int ab_chacha20_poly1305_open(struct ab_chacha20_poly1305 *c, const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN],
                              const uint8_t *aad, size_t aad_len, const uint8_t *in, uint8_t *out, size_t len,
                              const uint8_t *tag, size_t tag_len)
{
    ab_chacha20_poly1305_set_nonce(c, nonce);
    if (!ab_chacha20_poly1305_aad(c, aad, aad_len) || !ab_chacha20_poly1305_decrypt(c, in, out, len))
        return 0;
    if (ab_chacha20_poly1305_check_tag(c, tag, tag_len))
        return 1;
    if (len != 0)
        memset(out, 0, len);
    return 0;
}

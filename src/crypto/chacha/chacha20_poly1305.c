/* ChaCha20-Poly1305 (RFC 8439 sec. 2.8): nonces, streaming of AAD and text, tag. */
#include "afterburner/chacha20_poly1305.h"

#include <string.h>

#include "crypto/chacha/xchacha.h"
#include "ct/ct.h"
#include "kernels/chacha/chacha_xor.h"
#include "kernels/inline.h"

enum {
    MOST_SHORT = 768, /* bytes of a piece up to which key stream made ahead pays */
    FEW_BLOCKS = 6    /* of Poly1305, for which a call of the kernel does not pay */
};

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
    c->used = c->made = 0;
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

/*
 * out := in + keystream, and keep the ciphertext of the two. All of a chunk is loaded before it is stored, since in may
 * be out.
 */
INLINE void crypt_chunk(uint8_t *out, uint8_t *kept, const uint8_t *in, const uint8_t *keystream, int decrypts)
{
    const two_words data = *(const two_words *)in, text = data ^ *(const two_words *)keystream;

    *(two_words *)kept = decrypts ? data : text;
    *(two_words *)out = text;
}

INLINE void crypt_word(uint8_t *out, uint8_t *kept, const uint8_t *in, const uint8_t *keystream, int decrypts)
{
    const one_word data = *(const one_word *)in, text = data ^ *(const one_word *)keystream;

    *(one_word *)kept = decrypts ? data : text;
    *(one_word *)out = text;
}

INLINE void crypt_byte(uint8_t *out, uint8_t *kept, const uint8_t *in, const uint8_t *keystream, int decrypts)
{
    const uint8_t data = *in, text = data ^ *keystream;

    *kept = decrypts ? data : text;
    *out = text;
}

/* Process len bytes with key stream that is there. Their ciphertext waits for the MAC. */
INLINE void use_keystream(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    uint8_t *kept = c->pending + c->pending_len;
    const uint8_t *keystream = c->keystream + c->used;
    size_t i = 0;

    c->pending_len += (uint32_t)len;
    c->used += (uint32_t)len;
    c->text_len += len;
    for (; len - i >= 16; i += 16)
        crypt_chunk(out + i, kept + i, in + i, keystream + i, decrypts);
    if (len - i >= 8) {
        crypt_word(out + i, kept + i, in + i, keystream + i, decrypts);
        i += 8;
    }
    for (; i < len; i++)
        crypt_byte(out + i, kept + i, in + i, keystream + i, decrypts);
}

/* Wipe key stream beyond the first block, which the end of the message wipes. */
static void wipe_ahead(struct ab_chacha20_poly1305 *c)
{
    if (c->made > AB_CHACHA20_BLOCK)
        ab_wipe(c->keystream + AB_CHACHA20_BLOCK, sizeof(c->keystream) - AB_CHACHA20_BLOCK);
}

/* Process text in one pass. Key stream of a partial block at its end stays. */
INLINE void pass(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    wipe_ahead(c);
    (decrypts ? c->kernels->decrypt : c->kernels->encrypt)(c, in, out, len);
    c->text_len += len;
    c->used = len % AB_CHACHA20_BLOCK;
    c->made = c->used == 0 ? 0 : AB_CHACHA20_BLOCK;
}

/*
 * Make key stream for a short piece of a message, and as much more as there was text so far: what follows is alike. It
 * is never less than the last time, which it overwrites.
 */
static void look_ahead(struct ab_chacha20_poly1305 *c, size_t len)
{
    const size_t num = (len + AB_CHACHA20_BLOCK - 1) / AB_CHACHA20_BLOCK, most = AB_CHACHA_AHEAD - num;
    const uint64_t before = c->text_len / AB_CHACHA20_BLOCK;
    const size_t blocks = num + (before < most ? (size_t)before : most);

    c->kernels->ahead(c, blocks);
    c->used = 0;
    c->made = (uint32_t)(AB_CHACHA20_BLOCK * blocks);
}

/* Text for which the key stream that is there does not suffice. */
NOINLINE void crypt_more(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    while (len != 0) {
        size_t num = len;

        if (c->used == c->made && (c->text_len == 0 || len > MOST_SHORT)) {
            pass(c, in, out, len, decrypts);
            return;
        }
        if (c->used == c->made)
            look_ahead(c, len);
        if (num > c->made - c->used)
            num = c->made - c->used;
        use_keystream(c, in, out, num, decrypts);
        in += num;
        out += num;
        len -= num;
    }
}

INLINE int crypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len, int decrypts)
{
    if (len > AB_CHACHA20_POLY1305_MAX_TEXT - c->text_len)
        return 0;
    if (len <= c->made - c->used)
        use_keystream(c, in, out, len, decrypts);
    else
        crypt_more(c, in, out, len, decrypts);
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

/* Absorb what is pending, whole blocks. */
INLINE void absorb_whole_blocks(struct ab_chacha20_poly1305 *c)
{
    const size_t num = c->pending_len / AB_POLY1305_BLOCK;

    if (num > FEW_BLOCKS) {
        c->kernels->poly1305(&c->mac, c->pending, num);
        return;
    }
    for (size_t i = 0; i < num; i++)
        poly_block(c->mac.h, c->mac.r, c->pending + AB_POLY1305_BLOCK * i);
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
    absorb_whole_blocks(c);
    poly_finish(&c->mac, tag);
    poly_wipe(&c->mac);
    ab_wipe(c->keystream, AB_CHACHA20_BLOCK);
    wipe_ahead(c);
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

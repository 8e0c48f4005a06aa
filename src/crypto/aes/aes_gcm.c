/* AES-GCM (SP 800-38D): IVs, streaming of AAD and text, tag. */
#include "afterburner/aes_gcm.h"

#include <string.h>

#include "crypto/aes/block.h"
#include "crypto/aes/gcm.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

/* SP 800-38D sec. 5.2.1.1 allows AAD of 2^64 - 1 bits; like OpenSSL we stop at 2^61 bytes. */
static const uint64_t max_aad = (uint64_t)1 << 61;

enum {
    PENDING_BYTES = AB_AES_GCM_PENDING * AB_AES_BLOCK, /* that data may fill; the rest is slack for whole vectors */
    MOST_SHORT = 31                                    /* bytes of a piece, up to which key stream made ahead pays */
};

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
    g->used = g->made = 0;
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

/* Process a block, or a word, of text with its key stream, and keep the ciphertext. */
static inline void crypt_block(ab_aes_words data, const uint8_t *keystream, uint8_t *out, uint8_t *kept, int enc)
{
    ab_aes_words text = data ^ ab_aes_load_words(keystream);

    ab_aes_store_words(kept, enc ? text : data);
    ab_aes_store_words(out, text);
}

static inline void crypt_word(uint64_t data, const uint8_t *keystream, uint8_t *out, uint8_t *kept, int enc)
{
    uint64_t text;

    memcpy(&text, keystream, sizeof(text));
    text ^= data;
    memcpy(kept, enc ? &text : &data, sizeof(text));
    memcpy(out, &text, sizeof(text));
}

static inline void crypt_bytes(const uint8_t *in, const uint8_t *keystream, uint8_t *out, uint8_t *kept, size_t len,
                               int enc)
{
    for (size_t i = 0; i < len; i++) {
        uint8_t data = in[i], text = data ^ keystream[i];

        kept[i] = enc ? text : data;
        out[i] = text;
    }
}

/*
 * Process len bytes with key stream that is there. The last 8 or 16 bytes may overlap those before, and are loaded
 * before anything is stored, since in may be out.
 */
static inline void use_keystream(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    uint8_t *kept = g->pending + g->pending_len;
    const uint8_t *keystream = g->keystream + g->used;
    size_t last = len - (len >= AB_AES_BLOCK ? AB_AES_BLOCK : sizeof(uint64_t));

    g->pending_len += (uint32_t)len;
    g->used += (uint32_t)len;
    g->text_len += len;
    if (len < sizeof(uint64_t)) {
        crypt_bytes(in, keystream, out, kept, len, enc);
    } else if (len < AB_AES_BLOCK) {
        uint64_t begin, end;

        memcpy(&begin, in, sizeof(begin));
        memcpy(&end, in + last, sizeof(end));
        crypt_word(begin, keystream, out, kept, enc);
        crypt_word(end, keystream + last, out + last, kept + last, enc);
    } else {
        ab_aes_words end = ab_aes_load_words(in + last);

        for (size_t i = 0; i < last; i += AB_AES_BLOCK)
            crypt_block(ab_aes_load_words(in + i), keystream + i, out + i, kept + i, enc);
        crypt_block(end, keystream + last, out + last, kept + last, enc);
    }
}

/* The low 64 bits of counter + num, of which 32 count. */
static uint64_t count(const struct ab_aes_gcm *g, size_t num)
{
    uint64_t low;

    memcpy(&low, g->counter, sizeof(low));
    return (low & ~(uint64_t)UINT32_MAX) | (uint32_t)(low + num);
}

/* Move the counter past the blocks of key stream that are used. */
static void move_counter(struct ab_aes_gcm *g)
{
    uint64_t low = count(g, g->used / AB_AES_BLOCK);

    memcpy(g->counter, &low, sizeof(low));
}

void ab_aes_gcm_give_up_keystream(struct ab_aes_gcm *g)
{
    move_counter(g);
    memset(g->pending + g->pending_len, 0, (0 - g->pending_len) % AB_AES_BLOCK);
    g->used = g->made = 0;
}

/* Hash the whole blocks that are pending. */
static void hash_whole_blocks(struct ab_aes_gcm *g)
{
    uint32_t part = g->pending_len % AB_AES_BLOCK, whole = g->pending_len - part;

    g->kernels->ghash(&g->hash, g->sum, g->pending, whole / AB_AES_BLOCK);
    ab_aes_store_words(g->pending, ab_aes_load_words(g->pending + whole));
    g->pending_len = part;
}

/* Make key stream from the block on that the text ends in. All that was there is used. */
static void look_ahead(struct ab_aes_gcm *g)
{
    uint64_t high;

    move_counter(g);
    if (g->pending_len + sizeof(g->keystream) > PENDING_BYTES)
        hash_whole_blocks(g);
    memcpy(&high, g->counter + 8, sizeof(high));
    for (size_t i = 0; i < AB_AES_GCM_AHEAD; i++)
        ab_aes_store_numbers(g->keystream + AB_AES_BLOCK * i, high, count(g, i));
    g->kernels->ecb_encrypt(&g->key, g->keystream, g->keystream, AB_AES_GCM_AHEAD);
    g->used = g->text_len % AB_AES_BLOCK;
    g->made = sizeof(g->keystream);
}

/* Process a short piece for which the key stream that is there does not suffice. */
__attribute__((noinline)) static void crypt_more(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len,
                                                 int enc)
{
    while (len != 0) {
        size_t num;

        if (g->used == g->made)
            look_ahead(g);
        num = len < g->made - g->used ? len : g->made - g->used;
        use_keystream(g, in, out, num, enc);
        in += num;
        out += num;
        len -= num;
    }
}

/* Process the first text of a message, or longer pieces. */
static inline void crypt_long(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    if (g->text_len == 0)
        g->pending_len = (g->pending_len + 15) / AB_AES_BLOCK * AB_AES_BLOCK;
    ab_aes_gcm_settle(g);
    (enc ? g->kernels->gcm_encrypt : g->kernels->gcm_decrypt)(g, in, out, len);
    g->text_len += len;
}

static inline int crypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    if (len > AB_AES_GCM_MAX_TEXT - g->text_len)
        return 0;
    if (len == 0)
        return 1;
    if (len <= g->made - g->used)
        use_keystream(g, in, out, len, enc);
    else if (len <= MOST_SHORT && g->text_len != 0)
        crypt_more(g, in, out, len, enc);
    else
        crypt_long(g, in, out, len, enc);
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
    ab_aes_gcm_settle(g);
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

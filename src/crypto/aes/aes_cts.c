/* AES-CBC with ciphertext stealing (addendum to SP 800-38A): CS1, CS2 and CS3. */
#include "afterburner/aes.h"

#include <string.h>

#include "crypto/aes/block.h"
#include "ct/ct.h"

/*
 * The message is head || last: whole blocks, then 1..16 bytes. CBC encrypts head, whose last block becomes C', and
 * then last, padded with zeros, to Cn; the padded part of C' need not be sent. CS1 sends C' truncated || Cn, the
 * others Cn || C' truncated. CS1 and CS2 are plain CBC if the last block is whole.
 */
static size_t last_len(enum ab_aes_cts variant, size_t len)
{
    size_t part = len % AB_AES_BLOCK;

    if (part == 0 && (variant != AB_AES_CTS_CS3 || len == AB_AES_BLOCK))
        return 0; /* plain CBC */
    return part == 0 ? AB_AES_BLOCK : part;
}

int ab_aes_cts_encrypt(struct ab_aes_cbc *c, enum ab_aes_cts variant, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t last = last_len(variant, len), head = len - last;
    uint8_t text[AB_AES_BLOCK] = { 0 }, cut[AB_AES_BLOCK];

    if (len < AB_AES_BLOCK)
        return 0;
    memcpy(text, in + head, last);
    ab_aes_cbc_encrypt(c, in, out, head / AB_AES_BLOCK);
    if (last == 0)
        return 1;
    memcpy(cut, c->iv, AB_AES_BLOCK);
    ab_aes_cbc_encrypt(c, text, text, 1);
    out += head - AB_AES_BLOCK;
    memcpy(variant == AB_AES_CTS_CS1 ? out : out + AB_AES_BLOCK, cut, last);
    memcpy(variant == AB_AES_CTS_CS1 ? out + last : out, text, AB_AES_BLOCK);
    ab_wipe(text, sizeof(text));
    return 1;
}

/* D(Cn) is (last, zeros) ^ C': its end is the end of C', and its beginning with the truncated C' gives last. */
int ab_aes_cts_decrypt(struct ab_aes_cbc *c, enum ab_aes_cts variant, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t last = last_len(variant, len), head = last == 0 ? len : len - last - AB_AES_BLOCK;
    const uint8_t *end;
    ab_aes_words cn, cut, text;
    uint8_t block[AB_AES_BLOCK];

    if (len < AB_AES_BLOCK)
        return 0;
    if (last == 0) {
        ab_aes_cbc_decrypt(c, in, out, head / AB_AES_BLOCK);
        return 1;
    }
    end = in + head;
    cn = ab_aes_load_words(variant == AB_AES_CTS_CS1 ? end + last : end);
    cut = variant == AB_AES_CTS_CS1 ? ab_aes_first_bytes(ab_aes_load_words(end), last)
                                    : ab_aes_load_last(in + len, last);
    if (head != 0)
        ab_aes_cbc_decrypt(c, in, out, head / AB_AES_BLOCK);
    out += head;
    ab_aes_store_words(block, cn);
    ab_aes_ecb_decrypt(&c->aes, block, block, 1);
    text = ab_aes_load_words(block);
    ab_aes_store_words(block, text ^ cut);
    ab_aes_copy_part(out + AB_AES_BLOCK, block, last);
    ab_aes_store_words(block, (text ^ ab_aes_first_bytes(text, last)) | cut);
    ab_aes_cbc_decrypt(c, block, out, 1);
    ab_aes_store_words(c->iv, cn);
    ab_aes_wipe_block(block);
    return 1;
}

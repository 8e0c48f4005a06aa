/* The ends of a message of ChaCha20-Poly1305, which all kernels share: what waits for the MAC before and after text. */
#ifndef AB_KERNELS_CHACHA_MESSAGE_H
#define AB_KERNELS_CHACHA_MESSAGE_H

#include <string.h>

#include "kernels/chacha/poly1305_words.h"

typedef uint64_t four_words __attribute__((vector_size(32), may_alias));

/* Wipe num blocks of 64 bytes, aligned to 32. Compilers turn ab_wipe into REP STOS, which takes longer to start. */
INLINE void wipe_blocks(void *blocks, size_t num)
{
    uint8_t *bytes = blocks;

    for (size_t at = 0; at < AB_CHACHA20_BLOCK * num; at += sizeof(four_words)) {
        *(four_words *)(bytes + at) = (four_words){ 0 };
        __asm__ volatile("" : : "r"(bytes) : "memory");
    }
}

/* Pad what is pending with zeros to whole blocks, of which there is room for one more. */
INLINE void message_pad_pending(struct ab_chacha20_poly1305 *c)
{
    memset(c->pending + c->pending_len, 0, AB_POLY1305_BLOCK);
}

/* Absorb what is pending, padded. */
INLINE void message_absorb_pending(struct ab_chacha20_poly1305 *c)
{
    const size_t num = (c->pending_len + AB_POLY1305_BLOCK - 1) / AB_POLY1305_BLOCK;

    c->pending_len = 0;
    for (size_t i = 0; i < num; i++)
        poly_block(c->mac.h, c->mac.r, c->pending + AB_POLY1305_BLOCK * i);
}

/* Start the MAC with the first half of the block of counter 0, and absorb what is pending, padded. */
INLINE void message_start(struct ab_chacha20_poly1305 *c, const uint8_t key_block[AB_POLY1305_KEY_LEN])
{
    poly_start(&c->mac, key_block);
    c->is_keyed = 1;
    message_absorb_pending(c);
}

/* Keep the partial block that ends len bytes of ciphertext. */
INLINE void message_keep_rest(struct ab_chacha20_poly1305 *c, const uint8_t *ciphertext, size_t len)
{
    size_t rest = len % AB_POLY1305_BLOCK;

    memcpy(c->pending, ciphertext + (len - rest), rest);
    c->pending_len = (uint32_t)rest;
}

#endif

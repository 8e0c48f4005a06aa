/* Poly1305 (RFC 8439 sec. 2.5) over messages of any length in any parts. */
#include <string.h>

#include "afterburner/chacha20_poly1305.h"
#include "ct/ct.h"
#include "kernels/chacha/poly1305_words.h"

void ab_poly1305_set_key(struct ab_poly1305 *p, const struct ab_chacha_kernels *kernels,
                         const uint8_t key[AB_POLY1305_KEY_LEN])
{
    p->kernels = kernels;
    p->pending_len = 0;
    poly_start(&p->state, key);
}

/* Fill the partial block; return the number of bytes. */
static size_t fill_pending(struct ab_poly1305 *p, const uint8_t *in, size_t len)
{
    size_t num = AB_POLY1305_BLOCK - p->pending_len;

    if (p->pending_len == 0)
        return 0;
    num = num < len ? num : len;
    memcpy(p->pending + p->pending_len, in, num);
    p->pending_len += (uint32_t)num;
    if (p->pending_len == AB_POLY1305_BLOCK) {
        poly_block(p->state.h, p->state.r, p->pending);
        p->pending_len = 0;
    }
    return num;
}

void ab_poly1305_update(struct ab_poly1305 *p, const uint8_t *in, size_t len)
{
    size_t num, rest;

    if (len == 0)
        return;
    num = fill_pending(p, in, len);
    if (num == len)
        return;
    rest = (len - num) % AB_POLY1305_BLOCK;
    p->kernels->poly1305(&p->state, in + num, (len - num) / AB_POLY1305_BLOCK);
    memcpy(p->pending, in + len - rest, rest);
    p->pending_len = (uint32_t)rest;
}

void ab_poly1305_final(struct ab_poly1305 *p, uint8_t tag[AB_POLY1305_TAG_LEN])
{
    if (p->pending_len != 0)
        poly_last_block(p->state.h, p->state.r, p->pending, p->pending_len);
    poly_finish(&p->state, tag);
    ab_poly1305_wipe(p);
}

void ab_poly1305_wipe(struct ab_poly1305 *p)
{
    ab_wipe(p, sizeof(*p));
}

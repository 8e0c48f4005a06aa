/*
 * The contract of the kernels of ChaCha20 and Poly1305 (RFC 8439).
 *
 * Poly1305   A message block is m = its 16 bytes, little-endian, + 2^128. p = 2^130 - 5. The multiplier r is clamped
 *            (sec. 2.5): r[0], r[1] < 2^60, and r[1] is a multiple of 4. So 2^128 r[1] = 2^130 r[1] / 4 = 5 r[1] / 4
 *            mod p, and a product needs no limb beyond those of h.
 * Limbs      Between calls h[0] and h[1] are any words and h[2] <= 4, so h < 5 2^128. poly1305_words.h derives why
 *            that holds after each block and why no sum of products overflows.
 * Memory     in and out may be the same address; otherwise they do not overlap. No alignment is needed, and nothing
 *            beyond the lengths is touched. Pointers may be NULL where the length is 0.
 * Secrecy    Everything but lengths and is_keyed is secret: time and addresses depend on nothing else. Secrets that
 *            kernels keep in memory of their own are wiped.
 */
#ifndef AB_KERNELS_CHACHA_KERNELS_H
#define AB_KERNELS_CHACHA_KERNELS_H

#include "afterburner/chacha20_poly1305.h"
#include "cpu/needs.h"
#include "cpu/policy.h"

/*
 * Encrypt, or decrypt, the next len bytes of a message whose text so far is a multiple of 64 bytes. In this order:
 *
 * - If c->is_keyed is 0, compute the block of counter 0 together with those of the text, take r and s from it, start
 *   the MAC, set is_keyed and counter to 1.
 * - Absorb c->pending_len bytes of c->pending, at most AB_CHACHA20_POLY1305_AHEAD, the last block padded with zeros.
 * - Process the text. Absorb the whole blocks of its ciphertext; the last len % 16 bytes go to c->pending, and
 *   c->pending_len is set to their number. If len is not a multiple of 64, c->keystream begins with the key stream of
 *   the last, partial block. c->counter moves past it.
 *
 * len may be 0. The caller counts c->text_len.
 */
typedef void ab_chacha20_poly1305_fn(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len);

enum { AB_CHACHA_WORDS = 16, AB_CHACHA_MANY = 32, AB_CHACHA_AHEAD = AB_CHACHA20_POLY1305_AHEAD / AB_CHACHA20_BLOCK };

/* Words 0 to 3 of a state. */
static const uint32_t ab_chacha_constants[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

struct ab_chacha_kernels {
    struct ab_needs needs;     /* is_fallback applies to ChaCha20-Poly1305 */
    ab_cpu_suits_fn *suits;    /* NULL: every processor that has what it needs */
    int is_fallback_alone;     /* the same for ChaCha20 and Poly1305 by themselves */
    enum ab_level slower_from; /* processors of this level and above run OpenSSL's ChaCha20-Poly1305 faster, or may */

    /*
     * out := in + key stream from the block of this counter on, any len. If len is not a multiple of 64, the whole
     * key stream of the last, partial block is stored to tail (otherwise tail is not touched), and counter is past it.
     * Words 0 and 1 of the counter are one 64-bit counter.
     */
    void (*stream)(const uint32_t key[8], uint32_t counter[4], const uint8_t *in, uint8_t *out, size_t len,
                   uint8_t tail[AB_CHACHA20_BLOCK]);

    /* h := (...((h + m_1) r + m_2) r ... + m_num) r mod p, over num whole blocks, which may be 0. */
    void (*poly1305)(struct ab_poly1305_state *p, const uint8_t *in, size_t num);

    ab_chacha20_poly1305_fn *encrypt, *decrypt;

    /*
     * Of a message that is keyed, whose text so far is a multiple of 64 bytes: make num blocks of key stream, 1 to
     * AB_CHACHA_AHEAD, in c->keystream. c->counter moves past them. What is written beyond them is key stream, too.
     * Absorb the whole blocks that are pending, and set c->pending_len to 0.
     */
    void (*ahead)(struct ab_chacha20_poly1305 *c, size_t num);

    /*
     * The blocks of num states that have nothing in common (sec. 2.3), num at most AB_CHACHA_MANY. All AB_CHACHA_MANY
     * states are read, and as many blocks may be written.
     */
    void (*blocks)(const uint32_t states[AB_CHACHA_MANY][AB_CHACHA_WORDS], uint8_t *out, size_t num);
};

extern const struct ab_chacha_kernels ab_chacha_ifma_woven, ab_chacha_ifma, ab_chacha_avx2, ab_chacha_portable;

#endif

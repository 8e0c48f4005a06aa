/*
 * Small operations on single blocks, inline, since every short message uses them beside the cipher. Blocks may be
 * secret, and need no alignment; lengths are public.
 */
#ifndef AB_CRYPTO_AES_BLOCK_H
#define AB_CRYPTO_AES_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ct/ct.h"

/*
 * A block as two 64-bit words that are loaded and stored as one: a 16-byte load just behind two 8-byte stores would
 * wait until both reach the cache.
 */
typedef uint64_t ab_aes_words __attribute__((vector_size(16)));

static inline ab_aes_words ab_aes_load_words(const uint8_t in[16])
{
    ab_aes_words w;

    memcpy(&w, in, 16);
    return w;
}

static inline void ab_aes_store_words(uint8_t out[16], ab_aes_words w)
{
    memcpy(out, &w, 16);
}

/* The same between a block and two big-endian numbers. */
static inline void ab_aes_store_numbers(uint8_t out[16], uint64_t high, uint64_t low)
{
    ab_aes_store_words(out, (ab_aes_words){ __builtin_bswap64(high), __builtin_bswap64(low) });
}

/* Double in GF(2^128), big-endian as in OCB (RFC 7253 sec. 2) and CMAC (SP 800-38B sec. 6.1). out may be in. */
static inline void ab_aes_double(uint8_t out[16], const uint8_t in[16])
{
    ab_aes_words w = ab_aes_load_words(in);
    uint64_t high = __builtin_bswap64(w[0]), low = __builtin_bswap64(w[1]);

    ab_aes_store_numbers(out, high << 1 | low >> 63, low << 1 ^ (ab_ct_mask(high >> 63) & 0x87));
}

/* out = a ^ b; out may be either. */
static inline void ab_aes_xor_block(uint8_t out[16], const uint8_t a[16], const uint8_t b[16])
{
    ab_aes_store_words(out, ab_aes_load_words(a) ^ ab_aes_load_words(b));
}

/* Copy n = 0..16 bytes by loads and stores of fixed size, which may overlap in the middle. to and from are disjoint. */
static inline void ab_aes_copy_part(uint8_t *to, const uint8_t *from, size_t n)
{
    if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
        return;
    }
    if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
        return;
    }
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

/* The first n = 0..16 bytes of w, followed by zeros. */
static inline ab_aes_words ab_aes_first_bytes(ab_aes_words w, size_t n)
{
    static const uint64_t mask[4] = { UINT64_MAX, UINT64_MAX, 0, 0 };

    return w & ab_aes_load_words((const uint8_t *)mask + 16 - n);
}

/* The n = 1..16 bytes before `end`, followed by zeros. The 8 bytes before it are read in any case. */
static inline ab_aes_words ab_aes_load_last(const uint8_t *end, size_t n)
{
    uint64_t first, last;

    memcpy(&last, end - 8, 8);
    if (n <= 8)
        return (ab_aes_words){ last >> 8 * (8 - n), 0 };
    memcpy(&first, end - n, 8);
    return (ab_aes_words){ first, last >> 8 * (16 - n) };
}

/* The first n = 1..15 bytes of `block`, followed by the first ones at `in`, of which at least 8 may be read. */
static inline ab_aes_words ab_aes_join(const uint8_t block[16], size_t n, const uint8_t *in)
{
    const unsigned bits = 8 * (n % 8);
    uint64_t kept, next, last;

    memcpy(&kept, block + n / 8 * 8, 8);
    memcpy(&next, in, 8);
    kept = (kept & (((uint64_t)1 << bits) - 1)) | next << bits;
    memcpy(&last, n < 8 ? in + 8 - n : block, 8);
    return n < 8 ? (ab_aes_words){ kept, last } : (ab_aes_words){ last, kept };
}

/*
 * A block that is filled by updates of any length. What is loaded whole later is stored whole, if the update has the 8
 * bytes that words need.
 *
 * Fill a block that has the first `held` = 1..16 bytes from the beginning of an update of in_len bytes.
 */
static inline void ab_aes_fill(uint8_t block[16], size_t held, const uint8_t *in, size_t in_len)
{
    if (held == 16)
        return;
    if (in_len >= 8)
        ab_aes_store_words(block, ab_aes_join(block, held, in));
    else
        ab_aes_copy_part(block + held, in, 16 - held);
}

/* Append the last len = 0..16 bytes of an update of in_len bytes, which ends there; there is room for them. */
static inline void ab_aes_hold(uint8_t block[16], size_t held, const uint8_t *end, size_t len, size_t in_len)
{
    if (held == 0 && in_len >= 8 && len != 0)
        ab_aes_store_words(block, ab_aes_load_last(end, len));
    else
        ab_aes_copy_part(block + held, end - len, len);
}

/* ab_wipe (ct/ct.h) of one block, by one store. */
static inline void ab_aes_wipe_block(uint8_t block[16])
{
    memset(block, 0, 16);
    __asm__ volatile("" : : "r"(block) : "memory");
}

#endif

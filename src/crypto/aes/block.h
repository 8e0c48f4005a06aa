/*
 * Small operations on single blocks, inline, since every short message uses them beside the cipher. Blocks may be
 * secret, and need no alignment; lengths are public.
 */
#ifndef AB_CRYPTO_AES_BLOCK_H
#define AB_CRYPTO_AES_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

    ab_aes_store_numbers(out, high << 1 | low >> 63, low << 1 ^ ((0 - (high >> 63)) & 0x87));
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

/* ab_wipe (ct/ct.h) of one block, by one store. */
static inline void ab_aes_wipe_block(uint8_t block[16])
{
    memset(block, 0, 16);
    __asm__ volatile("" : : "r"(block) : "memory");
}

#endif

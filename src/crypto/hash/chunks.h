/*
 * Write a block's buffer in whole chunks of 16 bytes. Kernels load such chunks, and a processor forwards a store to a
 * load only if one store covers it; otherwise the load waits until everything before it is done. The bytes of a chunk
 * after those of the message are zero. Bytes may be secret; places and lengths are public. Nothing needs alignment, and
 * data does not overlap the buffer.
 */
#ifndef AB_CRYPTO_HASH_CHUNKS_H
#define AB_CRYPTO_HASH_CHUNKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/wide.h"

enum { AB_CHUNK = 16 };
typedef uint128 ab_chunk;
typedef uint64_t ab_chunk_halves __attribute__((vector_size(AB_CHUNK)));

static inline uint64_t ab_load64(const uint8_t *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof(x));
    return x;
}

static inline uint32_t ab_load32(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof(x));
    return x;
}

/* Return the chunk of these halves. */
static inline ab_chunk ab_chunk_of(uint64_t low, uint64_t high)
{
    return u128_or(u128_left(u128(high), 64), u128(low));
}

static inline ab_chunk ab_chunk_load(const uint8_t *p)
{
    return ab_chunk_of(ab_load64(p), ab_load64(p + 8));
}

static inline void ab_chunk_store(uint8_t *p, ab_chunk x)
{
    ab_chunk_halves halves = { u128_low(x), u128_high(x) };

    __asm__("" : "+x"(halves)); /* else a compiler may store the halves one by one */
    memcpy(p, &halves, AB_CHUNK);
}

/* Load 1 to 15 bytes without touching what follows them. */
static inline ab_chunk ab_chunk_load_part(const uint8_t *p, size_t len)
{
    if (len >= 8)
        return u128_or(u128_left(u128(ab_load64(p + len - 8)), 8 * (len - 8)), u128(ab_load64(p)));
    if (len >= 4)
        return u128((uint64_t)ab_load32(p + len - 4) << 8 * (len - 4) | ab_load32(p));
    return u128((uint64_t)p[len - 1] << 8 * (len - 1) | (uint64_t)p[len / 2] << 8 * (len / 2) | p[0]);
}

/* Fill the chunk that contains `used`; return how many bytes of data went there. */
static inline size_t ab_chunk_fill(uint8_t *buffer, size_t used, const uint8_t *data, size_t len)
{
    size_t begun = used % AB_CHUNK, part = len < AB_CHUNK - begun ? len : AB_CHUNK - begun;
    uint8_t *at = buffer + used - begun;

    ab_chunk_store(at, u128_or(ab_chunk_load(at), u128_left(ab_chunk_load_part(data, part), 8 * begun)));
    return part;
}

/* Append len bytes after the first `used`; the caller makes sure that they fit. */
static inline void ab_chunk_append(uint8_t *buffer, size_t used, const uint8_t *data, size_t len)
{
    size_t i = used % AB_CHUNK != 0 ? ab_chunk_fill(buffer, used, data, len) : 0;

    for (; len - i >= AB_CHUNK; i += AB_CHUNK)
        memcpy(buffer + used + i, data + i, AB_CHUNK);
    if (i < len)
        ab_chunk_store(buffer + used + i, ab_chunk_load_part(data + i, len - i));
}

/* Copy at least one byte, by moves that overlap. */
static inline void ab_chunk_copy(uint8_t *to, const uint8_t *from, size_t len)
{
    if (len < 4) {
        to[0] = from[0];
        to[len / 2] = from[len / 2];
        to[len - 1] = from[len - 1];
    } else if (len < 8) {
        memcpy(to, from, 4);
        memcpy(to + len - 4, from + len - 4, 4);
    } else if (len < AB_CHUNK) {
        memcpy(to, from, 8);
        memcpy(to + len - 8, from + len - 8, 8);
    } else {
        for (size_t i = 0; i + AB_CHUNK < len; i += AB_CHUNK)
            memcpy(to + i, from + i, AB_CHUNK);
        memcpy(to + len - AB_CHUNK, from + len - AB_CHUNK, AB_CHUNK);
    }
}

/*
 * Append at least one byte to a block that earlier pieces have begun, by moves that overlap: a message of many short
 * pieces takes a sixth less time, although the load of the kernel that follows waits for them.
 */
static inline void ab_chunk_append_more(uint8_t *buffer, size_t used, const uint8_t *data, size_t len)
{
    size_t last = (used + len - 1) / AB_CHUNK * AB_CHUNK;

    if (last >= used)
        ab_chunk_store(buffer + last, u128(0));
    ab_chunk_copy(buffer + used, data, len);
}

/* Append a piece of a message, the first of a block or another; it may be empty. */
static inline void ab_chunk_append_piece(uint8_t *buffer, size_t used, const uint8_t *data, size_t len)
{
    if (used == 0)
        ab_chunk_append(buffer, 0, data, len);
    else if (len != 0)
        ab_chunk_append_more(buffer, used, data, len);
}

#endif

/*
 * Write a block's buffer in whole lanes of 16 bytes. A kernel loads such lanes, and a processor forwards a store to a
 * load only if one store covers it; otherwise the load waits until everything before it is done. The bytes of a lane
 * after those of the message are zero. Bytes may be secret; places and lengths are public. Nothing needs alignment, and
 * data does not overlap the buffer.
 */
#ifndef AB_CRYPTO_HASH_LANES_H
#define AB_CRYPTO_HASH_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/wide.h"

enum { LANE = 16 };
typedef uint128 lane;
typedef uint64_t lane_halves __attribute__((vector_size(LANE)));

static inline uint64_t load64(const uint8_t *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof(x));
    return x;
}

static inline uint32_t load32(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof(x));
    return x;
}

/* Return the lane of these halves. */
static inline lane lane_of(uint64_t low, uint64_t high)
{
    return u128_or(u128_left(u128(high), 64), u128(low));
}

static inline lane load_lane(const uint8_t *p)
{
    return lane_of(load64(p), load64(p + 8));
}

static inline void store_lane(uint8_t *p, lane x)
{
    lane_halves halves = { u128_low(x), u128_high(x) };

    __asm__("" : "+x"(halves)); /* else a compiler may store the halves one by one */
    memcpy(p, &halves, LANE);
}

/* Load 1 to 15 bytes without touching what follows them. */
static inline lane load_part(const uint8_t *p, size_t len)
{
    if (len >= 8)
        return u128_or(u128_left(u128(load64(p + len - 8)), 8 * (len - 8)), u128(load64(p)));
    if (len >= 4)
        return u128((uint64_t)load32(p + len - 4) << 8 * (len - 4) | load32(p));
    return u128((uint64_t)p[len - 1] << 8 * (len - 1) | (uint64_t)p[len / 2] << 8 * (len / 2) | p[0]);
}

/* Fill the lane that contains `used`; return how many bytes of data went there. */
static inline size_t fill_lane(uint8_t *buffer, size_t used, const uint8_t *data, size_t len)
{
    size_t begun = used % LANE, part = len < LANE - begun ? len : LANE - begun;
    uint8_t *at = buffer + used - begun;

    store_lane(at, u128_or(load_lane(at), u128_left(load_part(data, part), 8 * begun)));
    return part;
}

/* Append len bytes after the first `used`; the caller makes sure that they fit. */
static inline void append(uint8_t *buffer, size_t used, const uint8_t *data, size_t len)
{
    size_t i = used % LANE != 0 ? fill_lane(buffer, used, data, len) : 0;

    for (; len - i >= LANE; i += LANE)
        memcpy(buffer + used + i, data + i, LANE);
    if (i < len)
        store_lane(buffer + used + i, load_part(data + i, len - i));
}

#endif

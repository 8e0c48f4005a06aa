/* Read a table at a secret place: every entry is read, and a mask keeps one. */
#ifndef AB_KERNELS_EC_WEIERSTRASS_TAKE_ENTRY_H
# define AB_KERNELS_EC_WEIERSTRASS_TAKE_ENTRY_H

# include <string.h>

# include "kernels/ec/words.h"

/* The longest vector that the file is compiled for, up to 256 bits. */
# ifdef __AVX2__
typedef uint32_t row_lanes __attribute__((vector_size(32)));
# else
typedef uint32_t row_lanes __attribute__((vector_size(16)));
# endif

/*
 * Copy entry number place, below num, to r. An entry has len bytes, a multiple of 8 and at most 256; num and len are
 * constants. place is secret. Each lane counts the places, so one comparison yields the mask of a whole entry.
 */
INLINE void take_entry(void *r, const void *table, unsigned num, size_t len, unsigned place)
{
    const uint8_t *entry = table;
    row_lanes sum[256 / sizeof(row_lanes)] = { 0 }, wanted = { 0 }, here = { 0 };

    wanted += (uint32_t)ab_ct_barrier(place);
    for (unsigned i = 0; i < num; i++, entry += len, here += 1) {
        row_lanes mask = (row_lanes)(here == wanted);

    UNROLL for (size_t j = 0; j < len; j += sizeof(row_lanes)) {
            row_lanes part = { 0 };

            memcpy(&part, entry + j, len - j < sizeof(row_lanes) ? len - j : sizeof(row_lanes));
            sum[j / sizeof(row_lanes)] |= part & mask;
        }
    }
    memcpy(r, sum, len);
}

#endif

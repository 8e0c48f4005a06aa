/* An entry of a table at a secret place: all of it is read. */
#ifndef AB_KERNELS_EC_WEIERSTRASS_TAKE_ENTRY_H
# define AB_KERNELS_EC_WEIERSTRASS_TAKE_ENTRY_H

# include <string.h>

# include "kernels/ec/words.h"

/* The longest vector that the file is compiled for, but one of AVX-512. */
# ifdef __AVX2__
typedef uint32_t row_lanes __attribute__((vector_size(32)));
# else
typedef uint32_t row_lanes __attribute__((vector_size(16)));
# endif

/*
 * Entry number place of num, of len bytes each, a multiple of 8 and at most 256; len and num are constants. The places are
 * counted in each lane, so that a comparison yields the mask of the whole entry.
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

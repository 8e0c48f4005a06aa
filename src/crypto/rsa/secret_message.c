/* Copy a message whose length is secret, in constant time: see encoding.h. */
#include "crypto/rsa/encoding.h"
#include "ct/ct.h"

/*
 * Move the block left by one bit of the distance at a time, under a mask: k log k copies, whatever the distance is.
 */
static void move_left(uint8_t *block, size_t k, size_t first, uint64_t distance)
{
    for (size_t step = 1; step < k - first; step *= 2) {
        uint8_t stays = (uint8_t)ab_ct_is_zero(distance & step);

        for (size_t i = first; i + step < k; i++)
            block[i] = (uint8_t)((block[i] & stays) | (block[i + step] & ~stays));
    }
}

void ab_rsa_copy_secret(uint8_t *out, size_t out_size, uint8_t *block, size_t k, size_t min_start, uint64_t start,
                        uint64_t mask)
{
    size_t room = k - min_start < out_size ? k - min_start : out_size;

    move_left(block, k, min_start, start - min_start);
    for (size_t i = 0; i < room; i++)
        out[i] = (uint8_t)ab_ct_select(mask & ab_ct_lt(i, k - start), block[min_start + i], out[i]);
}

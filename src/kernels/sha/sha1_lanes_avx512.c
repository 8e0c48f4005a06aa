/*
 * Up to 16 messages of SHA-1 in one vector. Two vectors take as long, and twice as many messages overload the first
 * cache.
 */
#include "kernels/lanes/words32_avx512.h"
#include "kernels/sha/sha1_lanes_template.h"

enum { MIN_LANES = 10 }; /* below this a vector of sixteen is slower than the SHA instructions */

void ab_sha1_compress_lanes_avx512(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                   unsigned num_lanes)
{
    struct lanes l;

    if (num_lanes < MIN_LANES) {
        ab_sha1_compress_lanes_sha(state, in, num_blocks, block_len, num_lanes);
    } else {
        fill_lanes(&l, state, in, num_lanes);
        compress_vector(l.state, l.in, num_blocks);
    }
}

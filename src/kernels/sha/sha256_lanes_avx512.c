/* Up to 32 messages of SHA-256 in one or two vectors of sixteen. */
#include "kernels/lanes/words32_avx512.h"
#include "kernels/sha/sha256_lanes_template.h"
#include "kernels/sha/sha2_lanes_template.h"

enum { MIN_LANES = 10 }; /* below this a vector of sixteen is slower than the SHA instructions */

void ab_sha256_compress_lanes_avx512(void *const state[], const uint8_t *const in[], size_t num_blocks,
                                     size_t block_len, unsigned num_lanes)
{
    struct lanes l;

    if (num_lanes < MIN_LANES)
        ab_sha256_compress_lanes_sha(state, in, num_blocks, block_len, num_lanes);
    else if (fill_lanes(&l, state, in, num_lanes) == 1)
        compress_vectors(&l, num_blocks, 1);
    else
        compress_vectors(&l, num_blocks, 2);
}

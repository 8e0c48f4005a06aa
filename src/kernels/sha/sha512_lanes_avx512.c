/* Up to 16 messages of SHA-512 in one or two vectors of eight. */
#include "kernels/lanes/words64_avx512.h"
#include "kernels/sha/sha512_lanes_template.h"
#include "kernels/sha/sha2_lanes_template.h"

void ab_sha512_compress_lanes_avx512(void *const state[], const uint8_t *const in[], size_t num_blocks,
                                     size_t block_len, unsigned num_lanes)
{
    struct lanes l;

    (void)block_len;
    if (fill_lanes(&l, state, in, num_lanes) == 1)
        compress_vectors(&l, num_blocks, 1);
    else
        compress_vectors(&l, num_blocks, 2);
}

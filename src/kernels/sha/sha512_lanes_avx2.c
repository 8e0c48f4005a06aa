/* Up to four messages of SHA-512 in one vector: two exceed 16 registers. */
#include "kernels/lanes/words64_avx2.h"
#include "kernels/sha/sha512_lanes_template.h"
#include "kernels/sha/sha2_lanes_template.h"

void ab_sha512_compress_lanes_avx2(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                   unsigned num_lanes)
{
    struct lanes l;

    (void)block_len;
    fill_lanes(&l, state, in, num_lanes);
    compress_vectors(&l, num_blocks, 1);
}

/* Up to 16 messages of SHA-1 in vectors of eight, one after the other. */
#include "kernels/lanes/words32_avx2.h"
#include "kernels/sha/sha1_lanes_template.h"

void ab_sha1_compress_lanes_avx2(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                 unsigned num_lanes)
{
    struct lanes l;
    unsigned num_vectors;

    (void)block_len;
    num_vectors = fill_lanes(&l, state, in, num_lanes);
    for (unsigned i = 0; i < num_vectors; i++)
        compress_vector(l.state + WORDS * i, l.in + WORDS * i, num_blocks);
}

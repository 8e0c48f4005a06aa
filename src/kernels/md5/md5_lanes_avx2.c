/* Up to 32 messages of MD5 in one to four vectors of eight. */
#include "kernels/lanes/words32_avx2.h"
#include "kernels/md5/md5_lanes_template.h"

void ab_md5_compress_lanes_avx2(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                unsigned num_lanes)
{
    struct lanes l;

    (void)block_len;
    switch (fill_lanes(&l, state, in, num_lanes)) {
    case 1: compress_vectors(&l, num_blocks, 1); break;
    case 2: compress_vectors(&l, num_blocks, 2); break;
    case 3: compress_vectors(&l, num_blocks, 3); break;
    default: compress_vectors(&l, num_blocks, 4);
    }
}

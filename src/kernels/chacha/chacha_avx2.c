/*
 * ChaCha20 with AVX2, and Poly1305 with the multiplication of BMI2.
 *
 * As ChaCha20-Poly1305 they are faster than OpenSSL's with AVX2, but neither is by itself: docs/speed.md. With AVX-512,
 * which OpenSSL uses wherever the processor has it, that takes half as long.
 */
#include "kernels/chacha/chacha_vec_avx2.h"

#include "kernels/chacha/chacha_lanes.h"

/* Made by generate/make_rounds_avx2.py, and assembly since compilers order the two streams of instructions badly. */
typedef void lanes_fn(struct lanes *l, struct weave *chain);
typedef void rows_fn(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
                     struct weave *chain);

lanes_fn ab_chacha_lanes_0_avx2, ab_chacha_lanes_20_avx2, ab_chacha_lanes_32_avx2;
rows_fn ab_chacha_rows_20_avx2, ab_chacha_rows_24_avx2;

INLINE void lanes_rounds(struct lanes *l, struct weave *chain, unsigned num)
{
    (num == 0            ? ab_chacha_lanes_0_avx2
     : num == HALF_WOVEN ? ab_chacha_lanes_20_avx2
                         : ab_chacha_lanes_32_avx2)(l, chain);
}

INLINE int all_rows(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
                    struct weave *chain, size_t absorbed)
{
    static const uint8_t zeros[MAX_ROWS * ROW_BLOCKS * AB_CHACHA20_BLOCK];

    if (absorbed != 20 && absorbed != 24)
        return 0;
    (absorbed == 20 ? ab_chacha_rows_20_avx2 : ab_chacha_rows_24_avx2)(key, counter, in == NULL ? zeros : in, out,
                                                                       chain);
    return 1;
}

#include "kernels/chacha/chacha_template.h"

const struct ab_chacha_kernels ab_chacha_avx2 = {
    .needs = { .name = "avx2", .level = AB_LEVEL_AVX2 },
    .is_fallback_alone = 1,
    .slower_from = AB_LEVEL_AVX512,
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .ahead = ahead,
    .blocks = blocks,
};

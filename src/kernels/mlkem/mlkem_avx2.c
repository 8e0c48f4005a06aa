/* ML-KEM's polynomials with AVX2. */
#include "kernels/mlkem/mlkem_bytes_avx2.h"
#include "kernels/mlkem/mlkem_vec_avx2.h"

#include "kernels/mlkem/mlkem_ring_template.h"

#include "kernels/keccak/shake_lanes_avx2.h"

#include "kernels/keccak/shake_lanes_template.h"

#include "kernels/mlkem/mlkem_sample_avx2.h"

#include "kernels/mlkem/mlkem_sample_template.h"

const struct ab_mlkem_kernels ab_mlkem_avx2 = {
    .needs = { .name = "avx2", .level = AB_LEVEL_AVX2 },
    .absorb = ab_keccak_absorb_bmi2,
    .absorb_lanes = ab_keccak_absorb_lanes_avx2,
    .max_lanes = LANES,
    .ntt = ntt,
    .inverse_ntt = inverse_ntt,
    .prepare = prepare,
    .inner_product = inner_product,
    .add = add,
    .subtract = subtract,
    .sample_matrix = sample_matrix,
    .expand = expand,
    .sample_noise = sample_noise,
    .encode = ab_mlkem_encode_avx2,
    .decode = ab_mlkem_decode_avx2,
    .compress = ab_mlkem_compress_avx2,
    .decompress = ab_mlkem_decompress_avx2,
};

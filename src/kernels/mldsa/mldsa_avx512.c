/* ML-DSA's polynomials with AVX-512. What eight words at a time suffice for is that of AVX2. */
#include "kernels/mldsa/mldsa_bytes_avx2.h"
#include "kernels/mldsa/mldsa_vec_avx512.h"

#include "kernels/mldsa/mldsa_ring_template.h"

#include "kernels/mldsa/mldsa_round_template.h"

#include "kernels/keccak/shake_lanes_avx512.h"

#include "kernels/keccak/shake_lanes_template.h"

#include "kernels/mldsa/mldsa_sample_avx512.h"

#include "kernels/mldsa/mldsa_sample_template.h"

const struct ab_mldsa_kernels ab_mldsa_avx512 = {
    .needs = { .name = "avx512", .level = AB_LEVEL_AVX512 },
    .absorb = ab_keccak_absorb_avx512,
    .absorb_lanes = ab_keccak_absorb_lanes_avx512,
    .num_lanes = LANES,
    .ntt = ntt,
    .inverse_ntt = inverse_ntt,
    .inner_product = inner_product,
    .add = add,
    .subtract = subtract,
    .exceeds = exceeds,
    .sample_matrix = sample_matrix,
    .sample_secret = sample_secret,
    .sample_mask = sample_mask,
    .sample_challenge = ab_mldsa_sample_challenge_avx2,
    .power2round = power2round,
    .decompose = decompose,
    .make_hint = make_hint,
    .use_hint = use_hint,
    .pack = ab_mldsa_pack_avx2,
    .unpack = ab_mldsa_unpack_avx2,
    .pack_high = ab_mldsa_pack_high_avx2,
};

/*
 * ChaCha20 with AVX-512, and Poly1305 with the multiplication of BMI2.
 *
 * Nobody has compared it with OpenSSL's own yet, whose Poly1305 with AVX-512 takes fewer instructions, so it is not
 * offered.
 */
#include "kernels/chacha/chacha_vec_avx512.h"

#include "kernels/chacha/chacha_rounds.h"
#include "kernels/chacha/chacha_template.h"

const struct ab_chacha_kernels ab_chacha_avx512 = {
    .needs = { .name = "avx512", .level = AB_LEVEL_AVX512 },
    .is_fallback_alone = 1,
    .slower_from = AB_LEVEL_AVX512,
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

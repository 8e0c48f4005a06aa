/*
 * ChaCha20 with AVX-512, and Poly1305 with the multiplication of BMI2.
 *
 * Nobody has compared it with OpenSSL's own yet, so it is marked as a fallback.
 */
#include "kernels/chacha/chacha_vec_avx512.h"

#include "kernels/chacha/chacha_rounds.h"
#include "kernels/chacha/chacha_template.h"

const struct ab_chacha_kernels ab_chacha_avx512 = {
    .needs = { .name = "avx512", .level = AB_LEVEL_AVX512, .is_fallback = 1 },
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

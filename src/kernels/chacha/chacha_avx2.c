/*
 * ChaCha20 with AVX2, and Poly1305 with the multiplication of BMI2.
 *
 * Through EVP it wins on short messages, but not at 512 and 1024 bytes, nor on long ones beside a busy sibling
 * thread: docs/speed.md. So it is marked as a fallback.
 */
#include "kernels/chacha/chacha_vec_avx2.h"

#include "kernels/chacha/chacha_template.h"

const struct ab_chacha_kernels ab_chacha_avx2 = {
    .needs = { .name = "avx2", .level = AB_LEVEL_AVX2, .is_fallback = 1 },
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

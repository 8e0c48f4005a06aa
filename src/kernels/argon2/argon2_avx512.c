/* Argon2's filling of memory with AVX-512. */
#include "kernels/argon2/argon2_words_avx512.h"

#include "kernels/argon2/argon2_vectors_template.h"

#include "kernels/argon2/argon2_template.h"

const struct ab_argon2_kernels ab_argon2_avx512 = {
    .needs = { .name = "avx512", .level = AB_LEVEL_AVX512 },
    .fill = fill,
};

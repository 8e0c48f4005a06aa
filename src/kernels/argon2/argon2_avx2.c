/* Argon2's filling of memory with AVX2. */
#include "kernels/argon2/argon2_words_avx2.h"

#include "kernels/argon2/argon2_vectors_template.h"

#include "kernels/argon2/argon2_template.h"

const struct ab_argon2_kernels ab_argon2_avx2 = {
    .needs = { .name = "avx2", .level = AB_LEVEL_AVX2 },
    .fill = fill,
};

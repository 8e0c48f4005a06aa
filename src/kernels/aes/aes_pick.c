#include "kernels/aes/aes_kernels.h"

const struct ab_aes_kernels *ab_aes_pick(enum ab_level level)
{
    switch (level) {
    case AB_LEVEL_VAES512: return &ab_aes_kernels_vaes512;
    case AB_LEVEL_VAES256: return &ab_aes_kernels_vaes256;
    case AB_LEVEL_AVX2:
    case AB_LEVEL_AESNI: return &ab_aes_kernels_aesni;
    default: return NULL;
    }
}

enum ab_level ab_aes_level(const struct ab_aes_kernels *kernels)
{
    return kernels->level;
}

/* Powers with AVX2: choose the method for each length. */
#include "kernels/bignum/power_vector.h"

extern const struct ab_vector_method ab_power_avx2_pair_10, ab_power_avx2_pair_14, ab_power_avx2_pair_19,
    ab_power_avx2_pair_28, ab_power_avx2_pair_37, ab_power_avx2_one_10, ab_power_avx2_one_19, ab_power_avx2_one_28,
    ab_power_avx2_one_37;

static const struct ab_vector_method *const pairs[] = {
    &ab_power_avx2_pair_10, &ab_power_avx2_pair_14, &ab_power_avx2_pair_19,
    &ab_power_avx2_pair_28, &ab_power_avx2_pair_37, NULL,
};
static const struct ab_vector_method *const ones[] = {
    &ab_power_avx2_one_10, &ab_power_avx2_one_19, &ab_power_avx2_one_28, &ab_power_avx2_one_37, NULL,
};

static int pair_has_size(size_t num_words)
{
    return ab_vector_find(pairs, num_words) != NULL;
}

static int run_pair(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    return ab_vector_power(ab_vector_find(pairs, num_words), p, num_words, num_bits);
}

static int one_has_size(size_t num_words)
{
    return ab_vector_find(ones, num_words) != NULL;
}

static int run_one(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    return ab_vector_power(ab_vector_find(ones, num_words), p, num_words, num_bits);
}

static int run_one_public(const struct ab_power *p, size_t num_words, uint64_t exponent)
{
    return ab_vector_power_public(ab_vector_find(ones, num_words), p, num_words, exponent);
}

/* Words of 64 bits are faster for the 17 squares of a public exponent, where the processor has such words. */
enum { HAS_LONG_WORDS = sizeof(size_t) == sizeof(uint64_t) };

const struct ab_power_kernels ab_power_avx2_pair = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 }, pair_has_size, 2, run_pair, 0, NULL
};
const struct ab_power_kernels ab_power_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 }, one_has_size, 1, run_one, 0, HAS_LONG_WORDS ? NULL : run_one_public,
};

/* Powers with AVX-512 IFMA: choose the method for each length. */
#include "kernels/bignum/power_vector.h"

extern const struct ab_vector_method ab_power_ifma_lanes_10, ab_power_ifma_lanes_15, ab_power_ifma_lanes_20,
    ab_power_ifma_pair_3, ab_power_ifma_pair_4, ab_power_ifma_pair_5, ab_power_ifma_pair_8, ab_power_ifma_one_3,
    ab_power_ifma_one_4, ab_power_ifma_one_5, ab_power_ifma_one_8, ab_power_ifma_one_10;

static const struct ab_vector_method *const lanes[] = {
    &ab_power_ifma_lanes_10,
    &ab_power_ifma_lanes_15,
    &ab_power_ifma_lanes_20,
    NULL,
};
static const struct ab_vector_method *const pairs[] = {
    &ab_power_ifma_pair_3, &ab_power_ifma_pair_4, &ab_power_ifma_pair_5, &ab_power_ifma_pair_8, NULL,
};
static const struct ab_vector_method *const ones[] = {
    &ab_power_ifma_one_3, &ab_power_ifma_one_4, &ab_power_ifma_one_5, &ab_power_ifma_one_8, &ab_power_ifma_one_10, NULL,
};

static int lanes_have_size(size_t num_words)
{
    return ab_vector_find(lanes, num_words) != NULL;
}

static int run_lanes(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    return ab_vector_power(ab_vector_find(lanes, num_words), p, num_words, num_bits);
}

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

const struct ab_power_kernels ab_power_ifma_lanes = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 }, lanes_have_size, 8, run_lanes, 1, NULL,
};
const struct ab_power_kernels ab_power_ifma_pair = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 }, pair_has_size, 2, run_pair, 1, NULL,
};
const struct ab_power_kernels ab_power_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 }, one_has_size, 1, run_one, 1, run_one_public,
};

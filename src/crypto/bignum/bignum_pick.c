/* Choose the implementations of products and powers that a processor uses. */
#include <stdlib.h>
#include <string.h>

#include "afterburner/bignum.h"
#include "crypto/bignum/bignum.h"

int ab_bignum_kernels_usable(const struct ab_bignum_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

int ab_power_kernels_usable(const struct ab_power_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

void ab_bignum_pick(struct ab_bignum *b, const struct ab_cpu *cpu)
{
    const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list;
    unsigned num = 0;

    memset(b, 0, sizeof(*b));
    while (!ab_bignum_kernels_usable(*k, cpu))
        k++;
    b->kernels = *k;
    for (const struct ab_power_kernels *const *p = ab_power_kernels_list; *p != NULL; p++)
        if (ab_power_kernels_usable(*p, cpu) && num + 1 < sizeof(b->powers) / sizeof(b->powers[0]))
            b->powers[num++] = *p;
}

struct ab_bignum *ab_bignum_new(const struct ab_cpu *cpu)
{
    struct ab_bignum *b = malloc(sizeof(*b));

    if (b != NULL)
        ab_bignum_pick(b, cpu);
    return b;
}

void ab_bignum_free(struct ab_bignum *b)
{
    free(b);
}

int ab_power_is_idle_at(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before,
                        size_t num_words)
{
    if (!p->has_size(num_words))
        return 1;
    for (; *before != NULL; before++)
        if ((*before)->has_size(num_words) && (*before)->width <= p->width
            && (p->run_public == NULL || (*before)->run_public != NULL))
            return 1;
    return 0;
}

int ab_power_is_idle(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before)
{
    for (size_t num_words = 1; num_words <= AB_BIGNUM_MAX_WORDS; num_words++)
        if (!ab_power_is_idle_at(p, before, num_words))
            return 0;
    return 1;
}

/* The portable one has every size and takes one. */
int ab_power_is_complete(const struct ab_power_kernels *const *powers)
{
    return ab_power_is_idle(&ab_power_portable, powers);
}

const struct ab_power_kernels *ab_power_choose(const struct ab_power_kernels *const *powers, size_t num_words,
                                               size_t num)
{
    while (!(*powers)->has_size(num_words) || (*powers)->width > num)
        powers++;
    return *powers;
}

/* Powers with secret exponents, one at a time or several at once, by the kernels that suit the length. */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"

/* ---- secret exponents ---- */

enum { MAX_WIDTH = 8 };

static const struct ab_power_kernels *choose(const struct ab_modulus *m, size_t num)
{
    return ab_power_choose(m->powers, m->num_words, num);
}

int ab_mod_exp_many(const struct ab_mod_power *p, size_t num, size_t num_bits)
{
    struct ab_power group[MAX_WIDTH];

    while (num > 0) {
        const struct ab_power_kernels *k = choose(p->m, num);

        /* NOLINTBEGIN(clang-analyzer-core.NullDereference): the width is at most num */
        for (size_t i = 0; i < k->width; i++)
            group[i] = (struct ab_power){ p[i].result, p[i].base,  p[i].exponent,
                                          p[i].m->n,   p[i].m->rr, p[i].m->n_inverse };
        /* NOLINTEND(clang-analyzer-core.NullDereference) */
        if (!k->run(group, p->m->num_words, num_bits))
            return 0;
        p += k->width;
        num -= k->width;
    }
    return 1;
}

int ab_mod_exp_pair(const struct ab_mod_power p[2], size_t num_bits)
{
    return ab_mod_exp_many(p, 2, num_bits);
}

int ab_mod_exp(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent, size_t num_bits)
{
    const struct ab_mod_power p = { m, r, base, exponent };

    return ab_mod_exp_many(&p, 1, num_bits);
}

int ab_mod_exp_outruns_products(const struct ab_modulus *m)
{
    return choose(m, 1)->outruns_products;
}

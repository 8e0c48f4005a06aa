/* Queries about a curve and its implementations: name, lengths, needs. */
#include "afterburner/ec.h"

#include "crypto/ec/ec_words.h"
#include "kernels/ec/ec_kernels.h"

const char *ab_curve_level(const struct ab_ec_kernels *c)
{
    return c->needs.name;
}

int ab_curve_is_fallback(const struct ab_ec_kernels *c)
{
    return c->needs.is_fallback;
}

int ab_curve_is_usable(const struct ab_ec_kernels *c, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &c->needs);
}

const struct ab_ec_kernels *ab_curve_pick(enum ab_curve_id id, const struct ab_cpu *cpu)
{
    const struct ab_ec_kernels *const *c = ab_curve_list(id);

    while (*c != NULL && !ab_curve_is_usable(*c, cpu))
        c++;
    return *c;
}

enum ab_curve_id ab_curve_id(const struct ab_ec_kernels *c)
{
    return c->domain->id;
}

const char *ab_curve_name(const struct ab_ec_kernels *c)
{
    return c->domain->name;
}

size_t ab_curve_field_bits(const struct ab_ec_kernels *c)
{
    return c->domain->field_bits;
}

size_t ab_curve_order_bits(const struct ab_ec_kernels *c)
{
    return c->domain->order_bits;
}

size_t ab_curve_field_len(const struct ab_ec_kernels *c)
{
    return ab_ec_field_len(c->domain);
}

size_t ab_curve_order_len(const struct ab_ec_kernels *c)
{
    return ab_ec_order_len(c->domain);
}

unsigned ab_curve_cofactor(const struct ab_ec_kernels *c)
{
    return c->domain->cofactor;
}

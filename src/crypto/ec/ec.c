/* The list of implementations of each curve, and queries about a curve: name, lengths, needs. */
#include "afterburner/ec.h"

#include "crypto/ec/ec_words.h"
#include "kernels/ec/ec_kernels.h"

const struct ab_ec_kernels *const *ab_curve_list(enum ab_curve_id id)
{
    enum { MAX_IMPLEMENTATIONS = 3 };
    static const struct ab_ec_kernels *const lists[AB_NUM_CURVES][MAX_IMPLEMENTATIONS + 1] = {
        [AB_P256] = { &ab_p256_ifma, &ab_p256_adx, &ab_p256_portable },
        [AB_P384] = { &ab_p384_ifma, &ab_p384_adx, &ab_p384_portable },
        [AB_P521] = { &ab_p521_ifma, &ab_p521_adx, &ab_p521_portable },
#define UNROLLED_CURVE(id, name, same) [AB_##id] = { &ab_##name##_adx, &ab_##name##_portable },
#define SHORT_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define LONG_CURVE(id, name, same) [AB_##id] = { &ab_##name##_adx, &ab_##name##_portable },
#define FALLBACK_CURVE(id, name, same) /* listed above */
#include "kernels/ec/prime/prime_curves.def"
    };
    static const struct ab_ec_kernels *const none[] = { NULL };

    return (unsigned)id < AB_NUM_CURVES ? lists[id] : none;
}

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

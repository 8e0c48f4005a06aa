/* The one loop that picks an implementation. It refers to no family, so that who links one kind does not link all. */
#include "crypto/implementation.h"

#include "cpu/policy.h"

int ab_implementation_is_for(const struct ab_implementation *implementation, const struct ab_cpu *cpu)
{
    return ab_cpu_is_for(cpu, &implementation->needs, implementation->suits);
}

int ab_kind_first_use_test(const struct ab_family_kind *kind, unsigned member,
                           const struct ab_implementation *implementation, const struct ab_test_support *support)
{
    return (kind->first_use_test != NULL ? kind->first_use_test : kind->self_test)(member, implementation->kernels,
                                                                                   support);
}

unsigned ab_kind_pick(const struct ab_family_kind *kind, unsigned member, const struct ab_cpu *cpu,
                      const struct ab_test_support *support, ab_kind_tested_fn *tested, void *arg)
{
    const int fallback_serves = kind->fallback_serves || !ab_cpu_has_kernels();
    struct ab_implementation implementation;

    for (unsigned i = 0; kind->get(member, i, &implementation); i++) {
        int has_passed;

        if (!ab_implementation_is_for(&implementation, cpu) || (implementation.needs.is_fallback && !fallback_serves))
            continue;
        has_passed = ab_kind_first_use_test(kind, member, &implementation, support);
        if (tested != NULL)
            tested(arg, &implementation, has_passed);
        if (has_passed)
            return i;
    }
    return AB_NO_IMPLEMENTATION;
}

const void *ab_kind_pick_kernels(const struct ab_family_kind *kind, unsigned member, const struct ab_cpu *cpu)
{
    static const struct ab_test_support none = { 0 };
    unsigned i = ab_kind_pick(kind, member, cpu, &none, NULL, NULL);
    struct ab_implementation implementation;

    if (i == AB_NO_IMPLEMENTATION)
        return NULL;
    kind->get(member, i, &implementation);
    return implementation.kernels;
}

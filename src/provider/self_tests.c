/* Self tests of all implementations of the module, for `afterburner selftest`: first use tests only what serves. */
#include "provider/self_tests.h"

#include <stdio.h>

#include "crypto/implementation.h"

struct self_tests {
    const struct ab_cpu *cpu;
    char *text;
    size_t size, len;
};

/* All results have the same length, so that the length of the text is known without a test. */
static const char *run_test(const struct self_tests *s, enum ab_family family,
                            const struct ab_implementation *implementation, const struct ab_test_support *support)
{
    if (s->text == NULL || !ab_cpu_has(s->cpu, &implementation->needs))
        return "absent";
    return ab_family_self_test(family, implementation, support) ? "passed" : "FAILED";
}

static void test_family(struct self_tests *s, enum ab_family family)
{
    struct ab_implementation implementation;
    struct ab_test_support support;

    ab_family_support(family, s->cpu, &support);
    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++) {
        size_t room = s->len < s->size ? s->size - s->len : 0;
        int n = snprintf(room == 0 ? NULL : s->text + s->len, room, "%s\t%s\t%s\n", ab_family_name(family),
                         implementation.needs.name, run_test(s, family, &implementation, &support));

        s->len += n > 0 ? (size_t)n : 0;
    }
}

size_t ab_self_tests(const struct ab_provctx *prov, char *text, size_t size)
{
    struct self_tests s = { .cpu = &prov->capped, .text = text, .size = text == NULL ? 0 : size };

    for (unsigned family = 0; family < AB_NUM_FAMILIES; family++)
        test_family(&s, (enum ab_family)family);
    return s.len;
}

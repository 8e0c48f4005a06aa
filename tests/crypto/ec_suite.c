/*
 * Elliptic curves: every implementation of every curve that this processor can run, against results computed by
 * Python's integers, the vectors of RFC 6979, and the relations between the functions.
 */
#include "crypto/ec/ec_kat.h"
#include "crypto/ec_cases.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"

/* ---- the known-answer test must fail for kernels that do nothing ---- */

static void no_base(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    (void)x, (void)y, (void)scalar;
}

static void no_multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py)
{
    (void)x, (void)y, (void)scalar, (void)px, (void)py;
}

static int yes_check(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    (void)u, (void)v, (void)qx, (void)qy, (void)r;
    return 1;
}

static int no_decompress(uint64_t *y, const uint64_t *x, unsigned is_odd)
{
    (void)y, (void)x, (void)is_odd;
    return 1;
}

static void no_order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    (void)r, (void)a, (void)b;
}

static void no_order_invert(uint64_t *r, const uint64_t *a)
{
    (void)r, (void)a;
}

static void check_broken_kernels(const struct ab_ec_kernels *c)
{
    struct ab_ec_kernels broken[6];

    t_where.check = "broken kernels, extra";
    for (unsigned i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
        broken[i] = *c;
    broken[0].base = no_base;
    broken[1].multiply = no_multiply;
    broken[2].check = yes_check;
    broken[3].decompress = no_decompress;
    broken[4].order_mul = no_order_mul;
    broken[5].order_invert = no_order_invert;
    for (unsigned i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        t_where.extra = i;
        CHECK(!ab_ec_kat(&broken[i], t_ec_hash(AB_HASH_SHA512)));
        CHECK(!ab_ec_first_use_kat(&broken[i]));
    }
}

static void check_curve(const struct ab_ec_kernels *c)
{
    t_where.subject = ab_curve_name(c);
    t_where.level = ab_curve_level(c);
    t_ec_check_points(c);
    t_ec_check_keys(c);
    t_where.check = "known answers";
    CHECK(ab_ec_kat(c, t_ec_hash(AB_HASH_SHA512)) && ab_ec_first_use_kat(c));
}

/*
 * In the emulator, which is slow, one curve of each length stands for all that share code (kernels/ec/prime/); on
 * silicon every curve is tested. seen has one bit for each number of words.
 */
static int is_repeated(const struct ab_curve_domain *d, uint32_t *seen)
{
    const uint32_t bit = 1u << d->num_words, was_seen = *seen & bit;

    if (d->id <= AB_P521 || !t_is_emulated())
        return 0;
    *seen |= bit;
    return was_seen != 0;
}

void ab_suite_ec(void)
{
    const struct ab_ec_batch_kernels *const lanes = &ab_p256_batch8_ifma;
    struct ab_cpu cpu;
    uint32_t untested, seen = 0;

    t_seed(11);
    ab_cpu_detect(&cpu);
    untested = t_untested_bits(&cpu);
    for (unsigned id = 0; id < AB_NUM_CURVES; id++) {
        const struct ab_ec_kernels *const *c = ab_curve_list((enum ab_curve_id)id);

        if (is_repeated((*c)->domain, &seen))
            continue;
        for (; *c != NULL; c++) {
            if (t_is_left_to_silicon(&(*c)->needs))
                continue;
            if (ab_curve_is_usable(*c, &cpu) && ((*c)->needs.bits & untested) == 0)
                check_curve(*c);
            if (c[1] == NULL)
                check_broken_kernels(*c);
        }
    }
    if (ab_cpu_has(&cpu, &lanes->needs))
        t_ec_check_batch(lanes);
}

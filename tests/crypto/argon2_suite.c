/*
 * Argon2: published answers (RFC 9106 sec. 5) and those of version 0x10 that libargon2 and OpenSSL agree on, for every
 * implementation that this processor can run; every implementation against the portable one over many costs, with the
 * memory between guard pages where it fits; lanes in any order. The known-answer tests must fail for a kernel that does
 * nothing, that never adds and that always adds.
 */
#include <string.h>

#include "afterburner/argon2.h"
#include "crypto/implementation.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/argon2/argon2_kernels.h"

enum { MEMORY }; /* name of the region */
enum { V10 = AB_ARGON2_VERSION_10, V13 = AB_ARGON2_VERSION_13, MAX_MEMORY = 560 /* KiB */, MAX_OUT = 130 };

static struct ab_argon2_block memory[MAX_MEMORY];
static uint8_t password[40], salt[16], secret[8], ad[12], out[MAX_OUT], expected[MAX_OUT];
static struct ab_cpu cpu;
static const struct ab_hash *blake2b;
static const struct ab_argon2_kernels *kernels;

/* The inputs of RFC 9106; the others leave out secret value and associated data. */
static struct ab_argon2_inputs inputs_of(int is_rfc)
{
    memset(password, 1, sizeof(password));
    memset(salt, 2, sizeof(salt));
    memset(secret, 3, sizeof(secret));
    memset(ad, 4, sizeof(ad));
    return (struct ab_argon2_inputs){ { password, 32 },
                                      { salt, sizeof(salt) },
                                      { secret, is_rfc ? sizeof(secret) : 0 },
                                      { ad, is_rfc ? sizeof(ad) : 0 } };
}

static const struct vector {
    int is_rfc;
    struct ab_argon2_cost cost;
    uint8_t out[32];
} vectors[] = {
    { 1, { AB_ARGON2D, V13, 3, 32, 4 }, { 0x51, 0x2b, 0x39, 0x1b, 0x6f, 0x11, 0x62, 0x97, 0x53, 0x71, 0xd3,
                                          0x09, 0x19, 0x73, 0x42, 0x94, 0xf8, 0x68, 0xe3, 0xbe, 0x39, 0x84,
                                          0xf3, 0xc1, 0xa1, 0x3a, 0x4d, 0xb9, 0xfa, 0xbe, 0x4a, 0xcb } },
    { 1, { AB_ARGON2I, V13, 3, 32, 4 }, { 0xc8, 0x14, 0xd9, 0xd1, 0xdc, 0x7f, 0x37, 0xaa, 0x13, 0xf0, 0xd7,
                                          0x7f, 0x24, 0x94, 0xbd, 0xa1, 0xc8, 0xde, 0x6b, 0x01, 0x6d, 0xd3,
                                          0x88, 0xd2, 0x99, 0x52, 0xa4, 0xc4, 0x67, 0x2b, 0x6c, 0xe8 } },
    { 1, { AB_ARGON2ID, V13, 3, 32, 4 }, { 0x0d, 0x64, 0x0d, 0xf5, 0x8d, 0x78, 0x76, 0x6c, 0x08, 0xc0, 0x37,
                                           0xa3, 0x4a, 0x8b, 0x53, 0xc9, 0xd0, 0x1e, 0xf0, 0x45, 0x2d, 0x75,
                                           0xb6, 0x5e, 0xb5, 0x25, 0x20, 0xe9, 0x6b, 0x01, 0xe6, 0x59 } },
    { 0, { AB_ARGON2D, V10, 3, 70, 2 }, { 0x07, 0x59, 0x81, 0x5f, 0xd2, 0x7f, 0xd0, 0x6e, 0x80, 0xc7, 0x1a,
                                          0x51, 0xcf, 0xce, 0xcd, 0x48, 0x52, 0x72, 0x48, 0x56, 0x74, 0x6b,
                                          0x2f, 0x9c, 0xed, 0x20, 0x34, 0x06, 0xbc, 0xb6, 0xbf, 0x69 } },
    { 0, { AB_ARGON2I, V10, 3, 70, 2 }, { 0xec, 0xc5, 0x71, 0xe6, 0xca, 0x56, 0x65, 0xc3, 0x74, 0xfe, 0xd3,
                                          0xcc, 0xce, 0x2d, 0x2f, 0xb1, 0xcb, 0x14, 0x44, 0xe2, 0xdc, 0xc5,
                                          0x4c, 0x98, 0x2b, 0xff, 0xeb, 0x06, 0x2a, 0x8e, 0xda, 0x56 } },
    { 0, { AB_ARGON2ID, V10, 3, 70, 2 }, { 0x1d, 0x6f, 0xcd, 0x4f, 0xd2, 0x9b, 0x91, 0x2e, 0x00, 0xc0, 0x60,
                                           0xe5, 0x60, 0x11, 0x16, 0x32, 0x54, 0xa8, 0xa8, 0x41, 0x1c, 0x07,
                                           0x43, 0x57, 0x3a, 0xae, 0x6e, 0xec, 0x25, 0xec, 0xbe, 0xa9 } },
};

static int is_wiped(const struct ab_argon2_block *m, size_t len)
{
    uint64_t any = 0;

    for (size_t i = 0; i < len / sizeof(*m); i++)
        for (size_t j = 0; j < sizeof(m->w) / sizeof(m->w[0]); j++)
            any |= m[i].w[j];
    return any == 0;
}

static void check_vectors(void)
{
    t_where.check = "vectors";
    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        const struct vector *v = &vectors[i];
        const struct ab_argon2_inputs inputs = inputs_of(v->is_rfc);
        size_t len;

        t_where.extra = i;
        if (!CHECK(ab_argon2_memory_len(&v->cost, &len) && len <= sizeof(memory)))
            return;
        t_random_bytes(memory, len);
        ab_argon2(kernels, blake2b, &v->cost, &inputs, memory, out, sizeof(v->out));
        CHECK_BYTES(out, v->out, sizeof(v->out));
        CHECK(is_wiped(memory, len));
    }
}

/* Costs with every number of lanes to 8, and segments to beyond a block of addresses. */
static void random_cost(struct ab_argon2_cost *c)
{
    const uint32_t kibibytes = 8 + (uint32_t)t_random_below(t_random_below(8) == 0 ? MAX_MEMORY - 8 : 100);

    *c = (struct ab_argon2_cost){ (enum ab_argon2_type)t_random_below(3), t_random_below(3) == 0 ? V10 : V13,
                                  1 + (uint32_t)t_random_below(4), kibibytes,
                                  1 + (uint32_t)t_random_below(kibibytes / 8 < 8 ? kibibytes / 8 : 8) };
}

/* In the region, ending at its guard page, or in the large array. */
static struct ab_argon2_block *room_for(size_t len)
{
    return len > T_REGION_LEN ? memory : (void *)t_place(MEMORY, T_AT_END, 0, len);
}

static void check_costs(void)
{
    t_where.check = "random costs against portable";
    for (unsigned i = 0; i < (t_is_slow() ? 12 : 400); i++) {
        struct ab_argon2_inputs inputs = inputs_of(i % 2);
        const uint32_t out_len = 1 + (uint32_t)t_random_below(MAX_OUT);
        struct ab_argon2_cost c;
        size_t len;

        t_where.extra = i;
        random_cost(&c);
        t_random_bytes(password, sizeof(password));
        inputs.password.len = t_random_below(sizeof(password));
        if (!CHECK(ab_argon2_memory_len(&c, &len) && len <= sizeof(memory) && len <= (size_t)c.memory * 1024))
            return;
        ab_argon2(&ab_argon2_portable, blake2b, &c, &inputs, memory, expected, out_len);
        ab_argon2(kernels, blake2b, &c, &inputs, room_for(len), out, out_len);
        CHECK_BYTES(out, expected, out_len);
        CHECK(!t_upper_halves_dirty());
    }
}

/* Lanes of a slice from the last to the first. */
static void check_order_of_lanes(void)
{
    const struct ab_argon2_cost c = { AB_ARGON2ID, V13, 2, 64, 5 };
    const struct ab_argon2_inputs inputs = inputs_of(1);

    t_where.check = "lanes in another order";
    ab_argon2(kernels, blake2b, &c, &inputs, memory, expected, 32);
    ab_argon2_begin(blake2b, &c, &inputs, 32, memory);
    for (uint32_t pass = 0; pass < c.passes; pass++)
        for (uint32_t slice = 0; slice < AB_ARGON2_SLICES; slice++)
            for (uint32_t lane = c.lanes; lane > 0; lane--)
                ab_argon2_fill(kernels, &c, memory, pass, slice, lane - 1);
    ab_argon2_end(blake2b, &c, memory, out, 32);
    CHECK_BYTES(out, expected, 32);
}

/* ---- the registers, and the known-answer tests ---- */

static void check_registers(void)
{
    struct ab_argon2_segment s = {
        .memory = (void *)t_place(MEMORY, T_AT_START, 0, T_REGION_LEN),
        .type = AB_ARGON2I,
        .num_passes = 1,
        .num_lanes = 1,
        .segment_len = 4,
        .slice = 1,
    };
    t_any_fn *fill;

    t_where.check = "registers";
    t_random_bytes(s.memory, T_REGION_LEN);
    memcpy(&fill, &kernels->fill, sizeof(fill));
    CHECK(t_changed_registers(fill, &s, NULL, 0, 0, 0) == 0);
    s.slice = 2;
    kernels->fill(&s);
    CHECK(!t_upper_halves_dirty());
}

static void fill_nothing(const struct ab_argon2_segment *s)
{
    (void)s;
}

static void fill_without_adding(const struct ab_argon2_segment *s)
{
    struct ab_argon2_segment other = *s;

    other.adds = 0;
    kernels->fill(&other);
}

static void fill_by_data(const struct ab_argon2_segment *s)
{
    struct ab_argon2_segment other = *s;

    other.type = AB_ARGON2D;
    kernels->fill(&other);
}

static void check_known_answers(void)
{
    void (*const wrong[])(const struct ab_argon2_segment *) = { fill_nothing, fill_without_adding, fill_by_data };
    const struct ab_test_support support = { .hash = blake2b };
    struct ab_argon2_kernels changed = *kernels;
    const struct ab_implementation implementation = { .needs = kernels->needs, .kernels = &changed };

    t_where.check = "known answers";
    CHECK(ab_family_self_test(AB_FAMILY_ARGON2, &implementation, &support) == 1);
    CHECK(ab_family_first_use_test(AB_FAMILY_ARGON2, &implementation, &support) == 1);
    t_where.check = "known answers with wrong kernel `extra`";
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        t_where.extra = i;
        changed.fill = wrong[i];
        CHECK(ab_family_self_test(AB_FAMILY_ARGON2, &implementation, &support) == 0);
        CHECK(ab_family_first_use_test(AB_FAMILY_ARGON2, &implementation, &support) == 0);
    }
}

/* ---- bounds of the costs ---- */

static void check_bounds(void)
{
    static const struct ab_argon2_cost wrong[] = {
        { AB_ARGON2I, V13, 0, 8, 1 },        { AB_ARGON2I, V13, 1, 7, 1 },
        { AB_ARGON2I, V13, 1, 8, 0 },        { AB_ARGON2I, V13, 1, 15, 2 },
        { AB_ARGON2I, 0x11, 1, 8, 1 },       { AB_ARGON2I, 0, 1, 8, 1 },
        { AB_ARGON2I, V13, 1, 8, 1u << 29 }, { AB_ARGON2I, V13, 1, UINT32_MAX, AB_ARGON2_MAX_LANES + 1 },
    };
    const struct ab_argon2_cost most = { AB_ARGON2D, V10, UINT32_MAX, UINT32_MAX, AB_ARGON2_MAX_LANES };
    const struct ab_argon2_cost odd = { AB_ARGON2D, V13, 1, 8 * 3 + 11, 3 };
    size_t len = 1;

    t_where.check = "bounds";
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        t_where.extra = i;
        CHECK(!ab_argon2_memory_len(&wrong[i], &len));
    }
    CHECK(ab_argon2_memory_len(&odd, &len) && len == 24 * 1024);
#if SIZE_MAX > UINT32_MAX
    CHECK(ab_argon2_memory_len(&most, &len) && len == (size_t)256 * AB_ARGON2_MAX_LANES * 1024);
#else
    CHECK(!ab_argon2_memory_len(&most, &len));
#endif
}

void ab_suite_argon2(void)
{
    ab_cpu_detect(&cpu);
    blake2b = ab_hash_pick(AB_HASH_BLAKE2B512, &cpu);
    t_where.subject = "Argon2";
    check_bounds();
    for (const struct ab_argon2_kernels *const *k = ab_argon2_list(); *k != NULL; k++) {
        int is_usable = ab_cpu_has(&cpu, &(*k)->needs);

        if (t_is_left_to_silicon(&(*k)->needs))
            continue;
        kernels = *k;
        t_where.level = kernels->needs.name;
        t_put(t_where.level);
        t_put(is_usable ? ": tested\n" : ": not on this processor, left to the emulator\n");
        if (!is_usable)
            continue;
        check_vectors();
        check_costs();
        check_order_of_lanes();
        check_registers();
        check_known_answers();
    }
    t_where.level = NULL;
}

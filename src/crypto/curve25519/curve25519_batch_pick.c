/* The kernels of X25519 and Ed25519 for several keys at once: their self test and the choice. */
#include <string.h>

#include "afterburner/curve25519_batch.h"
#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"

typedef uint8_t lanes[AB_CURVE25519_MAX_LANES][32];

const char *ab_curve25519_batch_kernels_level(const struct ab_curve25519_batch_kernels *l)
{
    return l->needs.name;
}

int ab_curve25519_batch_kernels_is_usable(const struct ab_curve25519_batch_kernels *l, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &l->needs);
}

/* Operands of the self test, which differ from lane to lane; scalars are below 2^253. */
static void make_operands(lanes scalar, lanes point, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        ab_kat_key(scalar[i], 32);
        ab_kat_iv(point[i], 32);
        scalar[i][0] = point[i][0] = (uint8_t)(i + 3);
        scalar[i][31] &= 31;
        ab_curve25519_portable.base_point(point[i], point[i]);
    }
}

static int multiplies_points(const struct ab_curve25519_batch_kernels *l, const uint8_t (*scalar)[32],
                             const uint8_t (*point)[32])
{
    uint32_t are_points;
    uint8_t right[32];
    lanes out;

    l->ladder(out, scalar, point);
    for (unsigned i = 0; i < l->width; i++) {
        ab_curve25519_portable.ladder(right, scalar[i], point[i]);
        if (memcmp(out[i], right, 32) != 0)
            return 0;
    }
    if (l->check == NULL)
        return 1;
    are_points = l->check(out, scalar, scalar, point);
    for (unsigned i = 0; i < l->width; i++) {
        ab_curve25519_portable.check(right, scalar[i], scalar[i], point[i]);
        if ((are_points >> i & 1) == 0 || memcmp(out[i], right, 32) != 0)
            return 0;
    }
    return 1;
}

static int multiplies_base(const struct ab_curve25519_batch_kernels *l, const uint8_t (*scalar)[32])
{
    lanes u, point;
    uint8_t right[32];

    l->base_u(u, scalar);
    l->base_point(point, scalar);
    for (unsigned i = 0; i < l->width; i++) {
        ab_curve25519_portable.base_u(right, scalar[i]);
        if (memcmp(u[i], right, 32) != 0)
            return 0;
        ab_curve25519_portable.base_point(right, scalar[i]);
        if (memcmp(point[i], right, 32) != 0)
            return 0;
    }
    return 1;
}

static int is_right(const struct ab_curve25519_batch_kernels *l)
{
    lanes scalar, point;

    make_operands(scalar, point, l->width);
    return multiplies_points(l, (const uint8_t (*)[32])scalar, (const uint8_t (*)[32])point)
           && multiplies_base(l, (const uint8_t (*)[32])scalar);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "curve25519 batch";
}

_Static_assert(offsetof(struct ab_curve25519_batch_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_implementation_of(ab_curve25519_batch_kernels_list()[i], out);
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)support;
    return is_right(kernels);
}

const struct ab_family_kind ab_curve25519_batch_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
};

const struct ab_curve25519_batch_kernels *ab_curve25519_batch_kernels_pick(const struct ab_cpu *cpu)
{
    return ab_kind_pick_kernels(&ab_curve25519_batch_kind, 0, cpu);
}

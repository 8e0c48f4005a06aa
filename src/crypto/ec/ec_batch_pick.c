/* The kernels of a curve for several keys at once: their self test and the choice. */
#include "kernels/ec/ec_batch_kernels.h"

#include <string.h>

#include "afterburner/ec_batch.h"
#include "crypto/aes/aes_kat.h"
#include "crypto/ec/ec_kat.h"
#include "crypto/ec/ec_words.h"
#include "crypto/implementation.h"

const char *ab_ec_batch_kernels_level(const struct ab_ec_batch_kernels *l)
{
    return l->needs.name;
}

int ab_ec_batch_kernels_is_usable(const struct ab_ec_batch_kernels *l, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &l->needs);
}

/*
 * ---- self test: answers are portable multiples of the base point, which take a fifth of the time of other multiples
 * ----
 */

struct operands {
    struct ab_ec_numbers k, q, qx, qy; /* scalars k and q, and q G */
};

/* A scalar that differs from lane to lane, with a highest byte of 0. */
static void make_scalar(const struct ab_curve_domain *d, uint64_t *k, void (*fill)(uint8_t *out, size_t len),
                        unsigned lane)
{
    uint8_t bytes[AB_EC_MAX_ORDER_LEN];
    const size_t len = ab_ec_order_len(d);

    fill(bytes, len);
    bytes[0] = 0;
    bytes[1] = (uint8_t)(lane + 3);
    ab_words_from_bytes(k, d->num_words, bytes, len);
}

static void make_operands(const struct ab_ec_kernels *c, struct operands *o, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        make_scalar(c->domain, o->k.v[i], ab_kat_key, i);
        make_scalar(c->domain, o->q.v[i], ab_kat_iv, i);
        c->base(o->qx.v[i], o->qy.v[i], o->q.v[i]);
    }
}

static int is_multiple(const struct ab_ec_kernels *c, const uint64_t *x, const uint64_t *y, const uint64_t *scalar)
{
    const size_t len = c->domain->num_words * sizeof(*x);
    ab_ec_words right_x, right_y;

    c->base(right_x, right_y, scalar);
    return memcmp(x, right_x, len) == 0 && memcmp(y, right_y, len) == 0;
}

static int multiplies(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c, const struct operands *o)
{
    struct ab_ec_numbers x, y;
    ab_ec_words product;
    int ok = 1;

    l->base(&x, &y, &o->k);
    for (unsigned i = 0; i < l->width; i++)
        ok &= is_multiple(c, x.v[i], y.v[i], o->k.v[i]);
    l->multiply(&x, &y, &o->k, &o->qx, &o->qy);
    for (unsigned i = 0; i < l->width; i++) {
        c->order_mul(product, o->k.v[i], o->q.v[i]);
        ok &= is_multiple(c, x.v[i], y.v[i], product);
    }
    return ok;
}

/* Verify q G + k (q G) in every lane, with a wrong remainder in every second one. */
static int checks(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c, const struct operands *o)
{
    const struct ab_curve_domain *d = c->domain;
    struct ab_ec_numbers r;
    uint32_t right = 0;
    ab_ec_words sum;

    for (unsigned i = 0; i < l->width; i++) {
        c->order_mul(sum, o->k.v[i], o->q.v[i]);
        ab_ec_order_add(d, sum, sum, o->q.v[i]);
        c->base(r.v[i], NULL, sum);
        ab_ec_subtract_order_once(d, r.v[i], r.v[i]);
        r.v[i][0] ^= i & 1;
        right |= (~i & 1) << i;
    }
    return l->check(&o->q, &o->k, &o->qx, &o->qy, &r) == right;
}

int ab_ec_batch_kat(const struct ab_ec_batch_kernels *l)
{
    const struct ab_ec_kernels *const *c = ab_curve_list(l->domain->id);
    struct operands o;

    while (c[1] != NULL)
        c++;
    make_operands(*c, &o, l->width);
    return multiplies(l, *c, &o) && checks(l, *c, &o);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "P-256 batch";
}

_Static_assert(offsetof(struct ab_ec_batch_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_implementation_of(ab_ec_batch_kernels_list(AB_P256)[i], out);
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)support;
    return ab_ec_batch_kat(kernels);
}

const struct ab_family_kind ab_p256_batch_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
};

const struct ab_ec_batch_kernels *ab_ec_batch_kernels_pick(enum ab_curve_id id, const struct ab_cpu *cpu)
{
    return id == AB_P256 ? ab_kind_pick_kernels(&ab_p256_batch_kind, 0, cpu) : NULL;
}

/* Curves: X25519 and Ed25519, one and several in lanes, X448 and Ed448, and Weierstrass curves. */
#include <string.h>

#include "afterburner/curve25519_batch.h"
#include "afterburner/curve448.h"
#include "afterburner/ec_batch.h"
#include "bench/rows.h"
#include "bench/rows_all.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"
#include "kernels/curve448/curve448_kernels.h"
#include "kernels/ec/ec_batch_kernels.h"

enum { LEN_25519 = 32, LEN_448 = 56, LEN_448_POINT = 57 };

/* Scalars below the order of each curve, and a point, made when a row is prepared. */
static uint8_t scalar[AB_CURVE25519_MAX_LANES][64], point[AB_CURVE25519_MAX_LANES][64];

static void set_scalars(const struct bench_row *r, size_t len, uint8_t highest)
{
    for (unsigned i = 0; i < AB_CURVE25519_MAX_LANES; i++) {
        memcpy(scalar[i], r->in + len * i, len);
        scalar[i][len - 1] = highest;
    }
}

/* ---- the curve of X25519 and Ed25519 ---- */

static uint8_t scalars_25519[AB_CURVE25519_MAX_LANES][LEN_25519], points_25519[AB_CURVE25519_MAX_LANES][LEN_25519];

static void prepare_25519(const struct bench_row *r)
{
    set_scalars(r, LEN_25519, 0x0f);
    for (unsigned i = 0; i < AB_CURVE25519_MAX_LANES; i++) {
        memcpy(scalars_25519[i], scalar[i], LEN_25519);
        ab_curve25519_portable.base_point(points_25519[i], scalar[i]);
    }
}

static void run_25519_ladder(const struct bench_row *r)
{
    const struct ab_curve25519_kernels *k = r->kernels;

    k->ladder(r->out, scalars_25519[0], points_25519[0]);
}

static void run_25519_base_u(const struct bench_row *r)
{
    const struct ab_curve25519_kernels *k = r->kernels;

    k->base_u(r->out, scalars_25519[0]);
}

static void run_25519_base_point(const struct bench_row *r)
{
    const struct ab_curve25519_kernels *k = r->kernels;

    k->base_point(r->out, scalars_25519[0]);
}

static void run_25519_check(const struct bench_row *r)
{
    const struct ab_curve25519_kernels *k = r->kernels;

    (void)k->check(r->out, scalars_25519[0], scalars_25519[1], points_25519[0]);
}

typedef uint8_t (*bytes_32)[LEN_25519];
typedef const uint8_t (*const_bytes_32)[LEN_25519];

static bytes_32 out_of(const struct bench_row *r)
{
    return (bytes_32)(void *)r->out;
}

static void run_lanes_ladder(const struct bench_row *r)
{
    const struct ab_curve25519_batch_kernels *k = r->kernels;

    k->ladder(out_of(r), (const_bytes_32)scalars_25519, (const_bytes_32)points_25519);
}

static void run_lanes_base_u(const struct bench_row *r)
{
    const struct ab_curve25519_batch_kernels *k = r->kernels;

    k->base_u(out_of(r), (const_bytes_32)scalars_25519);
}

static void run_lanes_base_point(const struct bench_row *r)
{
    const struct ab_curve25519_batch_kernels *k = r->kernels;

    k->base_point(out_of(r), (const_bytes_32)scalars_25519);
}

static void run_lanes_check(const struct bench_row *r)
{
    const struct ab_curve25519_batch_kernels *k = r->kernels;

    (void)k->check(out_of(r), (const_bytes_32)scalars_25519, (const_bytes_32)scalars_25519,
                   (const_bytes_32)points_25519);
}

static void add_25519(struct bench_rows *rows)
{
    static const struct bench_work works[] = {
        { "ladder", run_25519_ladder },
        { "base_u", run_25519_base_u },
        { "base_point", run_25519_base_point },
        { "check", run_25519_check },
    };
    static const struct bench_work in_step[] = {
        { "ladder_lanes", run_lanes_ladder },
        { "base_u_lanes", run_lanes_base_u },
        { "base_point_lanes", run_lanes_base_point },
        { "check_lanes", run_lanes_check },
    };
    static const struct ab_curve25519_batch_kernels *const lanes[] = { &ab_curve25519_batch4_avx2,
                                                                       &ab_curve25519_batch8_ifma };

    for (const struct ab_curve25519_kernels *const *k = ab_curve25519_list(); *k != NULL; k++)
        if (ab_curve25519_is_usable(*k, &rows->cpu))
            bench_add_works(rows, (struct bench_row){ .prepare = prepare_25519, .kernels = *k }, works, 4, "curve25519",
                            (*k)->needs.name);
    for (size_t i = 0; i < 2; i++)
        if (ab_curve25519_batch_kernels_is_usable(lanes[i], &rows->cpu))
            bench_add_works(rows, (struct bench_row){ .prepare = prepare_25519, .kernels = lanes[i] }, in_step,
                            lanes[i]->check == NULL ? 3 : 4, "curve25519", lanes[i]->needs.name);
}

/* ---- the curves of X448 and Ed448 ---- */

static uint8_t nonce_448[LEN_448_POINT];

static void prepare_448(const struct bench_row *r)
{
    set_scalars(r, LEN_448, 0x1f);
    ab_curve448_portable.base_point(point[0], scalar[0]);
    ab_curve448_portable.base_point(nonce_448, scalar[1]);
}

static void run_448_ladder(const struct bench_row *r)
{
    const struct ab_curve448_kernels *k = r->kernels;

    k->ladder(r->out, scalar[0], point[0]);
}

static void run_448_base_u(const struct bench_row *r)
{
    const struct ab_curve448_kernels *k = r->kernels;

    k->base_u(r->out, scalar[0]);
}

static void run_448_base_point(const struct bench_row *r)
{
    const struct ab_curve448_kernels *k = r->kernels;

    k->base_point(r->out, scalar[0]);
}

static void run_448_check(const struct bench_row *r)
{
    const struct ab_curve448_kernels *k = r->kernels;

    r->out[0] = (uint8_t)k->check(nonce_448, scalar[0], scalar[1], point[0]);
}

static void add_448(struct bench_rows *rows)
{
    static const struct bench_work works[] = {
        { "ladder", run_448_ladder },
        { "base_u", run_448_base_u },
        { "base_point", run_448_base_point },
        { "check", run_448_check },
    };

    for (const struct ab_curve448_kernels *const *k = ab_curve448_list(); *k != NULL; k++)
        if (ab_curve448_is_usable(*k, &rows->cpu))
            bench_add_works(rows, (struct bench_row){ .prepare = prepare_448, .kernels = *k }, works, 4, "curve448",
                            (*k)->needs.name);
}

/* ---- Weierstrass curves ---- */

static uint64_t number[2][AB_EC_MAX_WORDS], px[AB_EC_MAX_WORDS], py[AB_EC_MAX_WORDS];

static uint64_t *word_of(const struct bench_row *r, unsigned i)
{
    return (uint64_t *)(void *)(r->out + 8 * AB_EC_MAX_WORDS * i);
}

static void prepare_ec(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;
    size_t num = k->domain->num_words;

    memset(number, 0, sizeof(number));
    memcpy(number[0], r->in, 8 * num);
    memcpy(number[1], r->in + 8 * num, 8 * num);
    for (unsigned i = 0; i < 2; i++)
        number[i][num - 1] %= k->domain->n[num - 1];
    k->base(px, py, number[1]);
}

static void run_ec_base(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;

    k->base(word_of(r, 0), word_of(r, 1), number[0]);
}

static void run_ec_multiply(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;

    k->multiply(word_of(r, 0), word_of(r, 1), number[0], px, py);
}

static void run_ec_check(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;

    r->out[0] = (uint8_t)k->check(number[0], number[1], px, py, number[1]);
}

static void run_ec_decompress(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;

    k->decompress(word_of(r, 0), px, 1);
}

static void run_ec_order_mul(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;

    k->order_mul(word_of(r, 0), number[0], number[1]);
}

static void run_ec_order_invert(const struct bench_row *r)
{
    const struct ab_ec_kernels *k = r->kernels;

    k->order_invert(word_of(r, 0), number[0]);
}

/* ---- several keys of a Weierstrass curve in lanes ---- */

static struct ab_ec_numbers u_lanes, v_lanes, x_lanes, y_lanes;

static struct ab_ec_numbers *numbers_of(const struct bench_row *r, unsigned i)
{
    return (struct ab_ec_numbers *)(void *)(r->out + sizeof(struct ab_ec_numbers) * i);
}

static void prepare_ec_lanes(const struct bench_row *r)
{
    const struct ab_ec_batch_kernels *l = r->kernels;
    const size_t num = l->domain->num_words;

    for (unsigned i = 0; i < l->width; i++) {
        memcpy(u_lanes.v[i], r->in + 16 * num * i, 8 * num);
        memcpy(v_lanes.v[i], r->in + 16 * num * i + 8 * num, 8 * num);
        u_lanes.v[i][num - 1] %= l->domain->n[num - 1];
        v_lanes.v[i][num - 1] %= l->domain->n[num - 1];
    }
    l->base(&x_lanes, &y_lanes, &v_lanes);
}

static void run_ec_lanes_base(const struct bench_row *r)
{
    const struct ab_ec_batch_kernels *l = r->kernels;

    l->base(numbers_of(r, 0), numbers_of(r, 1), &u_lanes);
}

static void run_ec_lanes_multiply(const struct bench_row *r)
{
    const struct ab_ec_batch_kernels *l = r->kernels;

    l->multiply(numbers_of(r, 0), numbers_of(r, 1), &u_lanes, &x_lanes, &y_lanes);
}

static void run_ec_lanes_check(const struct bench_row *r)
{
    const struct ab_ec_batch_kernels *l = r->kernels;

    r->out[0] = (uint8_t)l->check(&u_lanes, &v_lanes, &x_lanes, &y_lanes, &v_lanes);
}

static void add_ec_lanes(struct bench_rows *rows)
{
    static const struct bench_work works[] = {
        { "base_lanes", run_ec_lanes_base },
        { "multiply_lanes", run_ec_lanes_multiply },
        { "check_lanes", run_ec_lanes_check },
    };
    const struct ab_ec_batch_kernels *l = &ab_p256_batch8_ifma;

    if (ab_ec_batch_kernels_is_usable(l, &rows->cpu))
        bench_add_works(rows, (struct bench_row){ .prepare = prepare_ec_lanes, .kernels = l }, works, 3,
                        l->domain->name, l->needs.name);
}

static void add_ec(struct bench_rows *rows)
{
    static const enum ab_curve_id ids[] = {
        AB_P256, AB_P384, AB_P521, AB_SECP256K1, AB_BRAINPOOLP256R1, AB_BRAINPOOLP384R1, AB_BRAINPOOLP512R1,
    };
    static const struct bench_work works[] = {
        { "base", run_ec_base },           { "multiply", run_ec_multiply },
        { "check", run_ec_check },         { "decompress", run_ec_decompress },
        { "order_mul", run_ec_order_mul }, { "order_invert", run_ec_order_invert },
    };

    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
        for (const struct ab_ec_kernels *const *k = ab_curve_list(ids[i]); *k != NULL; k++)
            if (ab_curve_is_usable(*k, &rows->cpu))
                bench_add_works(rows, (struct bench_row){ .prepare = prepare_ec, .kernels = *k }, works, 6,
                                ab_curve_name(*k), (*k)->needs.name);
}

void bench_add_curves(struct bench_rows *rows)
{
    add_25519(rows);
    add_448(rows);
    add_ec(rows);
    add_ec_lanes(rows);
}

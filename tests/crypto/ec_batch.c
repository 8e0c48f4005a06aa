/* Several keys in lanes, against the same vectors and the portable implementation. */
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "crypto/ec/ec_kat.h"
#include "crypto/ec_cases.h"
#include "harness/harness.h"

/* Returns a place beside an inaccessible page. */
static struct ab_ec_numbers *at_page(unsigned region)
{
    const enum t_end end = region % 2 != 0 ? T_AT_START : T_AT_END;

    return (struct ab_ec_numbers *)(void *)t_place(region, end, 0, sizeof(struct ab_ec_numbers));
}

/* The inputs of one lane, and its expected results. */
struct lane_case {
    words scalar, px, py, x, y;
    int is_of_base;
};

static void check_lane_cases(const struct ab_ec_batch_kernels *l, const struct lane_case *cases)
{
    struct ab_ec_numbers *scalar = at_page(0), *px = at_page(1), *py = at_page(2), *x = at_page(3), y;
    const size_t len = l->domain->num_words * sizeof(uint64_t);

    for (unsigned i = 0; i < l->width; i++) {
        memcpy(scalar->v[i], cases[i].scalar, sizeof(words));
        memcpy(px->v[i], cases[i].px, sizeof(words));
        memcpy(py->v[i], cases[i].py, sizeof(words));
    }
    l->base(x, &y, scalar);
    CHECK(!t_upper_halves_dirty());
    for (unsigned i = 0; i < l->width; i++)
        if (cases[i].is_of_base) {
            CHECK_BYTES(x->v[i], cases[i].x, len);
            CHECK_BYTES(y.v[i], cases[i].y, len);
        }
    l->multiply(x, &y, scalar, px, py);
    CHECK(!t_upper_halves_dirty());
    l->multiply(px, NULL, scalar, px, py); /* x alone, written over its input */
    for (unsigned i = 0; i < l->width; i++) {
        CHECK_BYTES(x->v[i], cases[i].x, len);
        CHECK_BYTES(y.v[i], cases[i].y, len);
        CHECK_BYTES(px->v[i], cases[i].x, len);
    }
}

static void read_case(struct lane_case *out, const struct ab_ec_kernels *c, const struct multiple *m)
{
    static const words one = { 1 };

    memset(out, 0, sizeof(*out));
    t_ec_words(out->scalar, m->scalar);
    t_ec_words(out->x, m->x);
    t_ec_words(out->y, m->y);
    out->is_of_base = m->px[0] == '\0';
    if (out->is_of_base) {
        c->base(out->px, out->py, one);
    } else {
        t_ec_words(out->px, m->px);
        t_ec_words(out->py, m->py);
    }
}

/* Lane 5 has the scalar 0. */
static void random_case(struct lane_case *out, const struct ab_ec_kernels *c, unsigned lane)
{
    words k;

    memset(out, 0, sizeof(*out));
    t_ec_random_scalar(c, k);
    c->base(out->px, out->py, k);
    if (lane != 5)
        t_ec_random_scalar(c, out->scalar);
    c->multiply(out->x, out->y, out->scalar, out->px, out->py);
}

static void check_lane_multiples(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c)
{
    static struct lane_case cases[AB_EC_MAX_LANES];
    unsigned num = 0;

    t_where.check = "multiples in step, extra";
    for (unsigned i = 0; i < l->width; i++)
        random_case(&cases[i], c, i);
    check_lane_cases(l, cases);
    for (size_t i = 0; i < t_ec_vectors.num_multiples; i += t_ec_step())
        if (t_ec_vectors.multiples[i].id == l->domain->id) {
            t_where.extra = i;
            read_case(&cases[num++], c, &t_ec_vectors.multiples[i]);
            if (num == l->width) {
                check_lane_cases(l, cases);
                num = 0;
            }
        }
    for (unsigned n = 0; n < t_ec_num_random(); n++) {
        for (unsigned i = 0; i < l->width; i++)
            random_case(&cases[i], c, i);
        check_lane_cases(l, cases);
    }
}

/* The operands of check, lane by lane, and one bit for each lane with a valid signature. */
struct lane_joints {
    struct ab_ec_numbers u, v, qx, qy, r;
    unsigned num;
    uint32_t right;
};

static void check_lane_joints(const struct ab_ec_batch_kernels *l, struct lane_joints *j)
{
    CHECK(l->check(&j->u, &j->v, &j->qx, &j->qy, &j->r) == j->right);
    CHECK(!t_upper_halves_dirty());
    j->num = j->right = 0;
}

/* Fill the next lane; when the last one is filled, check all of them. */
static void add_lane(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c, struct lane_joints *j,
                     const words u, const words v, const words q, int is_wrong)
{
    const unsigned i = j->num++;

    memset(j->r.v[i], 0, sizeof(words));
    memcpy(j->u.v[i], u, sizeof(words));
    memcpy(j->v.v[i], v, sizeof(words));
    c->base(j->qx.v[i], j->qy.v[i], q);
    j->right |= (uint32_t)(t_ec_wanted_r(c, j->r.v[i], u, v, q) && !is_wrong) << i;
    j->r.v[i][0] ^= (uint64_t)is_wrong;
    if (j->num == l->width)
        check_lane_joints(l, j);
}

/* Check random operands, right and wrong; u G and v Q equal and opposite; 0. */
static void check_lanes_jointly(const struct ab_ec_batch_kernels *l, const struct ab_ec_kernels *c)
{
    const struct ab_curve_domain *d = c->domain;
    static struct lane_joints j;
    words u, v, q, minus;

    t_where.check = "u G + v Q in step";
    for (unsigned i = 0; i < l->width * t_ec_num_random(); i++) {
        memset(minus, 0, sizeof(minus));
        t_ec_random_scalar(c, u);
        t_ec_random_scalar(c, v);
        t_ec_random_scalar(c, q);
        if (i % 5 == 3)
            c->order_mul(u, v, q);
        ab_words_sub(minus, d->n, u, d->num_words);
        add_lane(l, c, &j,
                 i % 7 == 4    ? (words){ 0 }
                 : i % 10 == 8 ? minus
                               : u,
                 i % 9 == 5 ? (words){ 0 } : v, q, i % 3 == 1);
    }
    for (size_t i = 0; i < t_ec_vectors.num_joints; i++)
        if (t_ec_vectors.joints[i].id == l->domain->id) {
            t_ec_words(j.u.v[j.num], t_ec_vectors.joints[i].u);
            t_ec_words(j.v.v[j.num], t_ec_vectors.joints[i].v);
            t_ec_words(j.qx.v[j.num], t_ec_vectors.joints[i].qx);
            t_ec_words(j.qy.v[j.num], t_ec_vectors.joints[i].qy);
            t_ec_words(j.r.v[j.num], t_ec_vectors.joints[i].r);
            j.right |= 1u << j.num;
            if (++j.num == l->width)
                check_lane_joints(l, &j);
        }
    CHECK(j.num == 0); /* every lane was checked */
}

static void base_of_seven(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar)
{
    ab_p256_batch8_ifma.base(x, y, scalar);
    y->v[7][0] ^= 1;
}

static void multiply_seven(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar,
                           const struct ab_ec_numbers *px, const struct ab_ec_numbers *py)
{
    ab_p256_batch8_ifma.multiply(x, y, scalar, px, py);
    x->v[7][3] ^= 1;
}

static uint32_t all_right(const struct ab_ec_numbers *u, const struct ab_ec_numbers *v, const struct ab_ec_numbers *qx,
                          const struct ab_ec_numbers *qy, const struct ab_ec_numbers *r)
{
    (void)u, (void)v, (void)qx, (void)qy, (void)r;
    return 0xff;
}

/* The known-answer test must fail if one lane is wrong. */
static void check_broken_lanes(const struct ab_ec_batch_kernels *l)
{
    struct ab_ec_batch_kernels broken[3] = { *l, *l, *l };

    t_where.check = "broken lanes, extra";
    CHECK(ab_ec_batch_kat(l));
    broken[0].base = base_of_seven;
    broken[1].multiply = multiply_seven;
    broken[2].check = all_right;
    for (unsigned i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        t_where.extra = i;
        CHECK(!ab_ec_batch_kat(&broken[i]));
    }
}

void t_ec_check_batch(const struct ab_ec_batch_kernels *l)
{
    const struct ab_ec_kernels *const *c = ab_curve_list(l->domain->id);

    while (c[1] != NULL)
        c++;
    t_where.subject = l->domain->name;
    t_where.level = l->needs.name;
    check_lane_multiples(l, *c);
    check_lanes_jointly(l, *c);
    check_broken_lanes(l);
}

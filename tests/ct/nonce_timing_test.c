/*
 * Timing of ECDSA signatures by the length of the nonce, with the statistic of welch.h: a signer that skips leading
 * zeros of its nonces reveals its key (J. Jancar et al., "Minerva: the curse of ECDSA nonces", CHES 2020). This covers
 * every implementation that this processor can run, while memcheck knows neither ADX nor IFMA. One key and one digest;
 * nonces of any length against nonces that are eight bits shorter, or half as long. First a deliberate offender must be
 * caught, by the eight bits, too; the rest is judged by as many signatures as that took.
 */
#include <string.h>

#include "afterburner/ec_batch.h"
#include "crypto/ec/ecdsa_sign.h"
#include "ct/stopwatch.h"
#include "harness/harness.h"
#include "kernels/ec/ec_batch_kernels.h"

enum { LEAST = 20000, NUM_NONCES = 256, FEWER = 8 };

static const struct ab_ec_kernels *curve, *honest;
static const struct ab_ec_batch_kernels *lanes; /* NULL: one signature at a time */
static ab_ec_words key, digest, nonces[2][NUM_NONCES];
static unsigned num; /* signatures in a round */

static double time_one(unsigned class)
{
    ab_ec_words nonce, r, s;
    uint64_t start;
    double time;
    int ok;

    memcpy(nonce, nonces[class][t_random_below(NUM_NONCES)], sizeof(nonce));
    start = stopwatch_start();
    ok = ab_ecdsa_sign_with(curve, r, s, digest, key, nonce);
    time = stopwatch_stop(start, class);
    CHECK(ok);
    return time;
}

/* Sign with several keys in lanes; the nonces are all of one class. */
static double time_lanes(unsigned class)
{
    static struct ab_ec_numbers nonce, x, y;
    uint64_t start;

    for (unsigned i = 0; i < lanes->width; i++)
        memcpy(nonce.v[i], nonces[class][t_random_below(NUM_NONCES)], sizeof(nonce.v[i]));
    start = stopwatch_start();
    lanes->base(&x, &y, &nonce);
    return stopwatch_stop(start, class);
}

/* Draw a scalar below 2^bits. */
static void draw(ab_ec_words k, unsigned bits)
{
    const struct ab_curve_domain *d = curve->domain;

    do {
        memset(k, 0, sizeof(ab_ec_words));
        t_random_bytes(k, (bits + 7) / 8);
        if (bits % 64 != 0)
            k[bits / 64] &= UINT64_MAX >> (64 - bits % 64);
    } while (!ab_words_lt(k, d->n, d->num_words) || ab_words_is_zero(k, d->num_words));
}

/* Prepare nonces of any length, and with this many fewer bits. Returns the work that uses them. */
static struct welch_work draw_nonces(unsigned fewer)
{
    const unsigned bits = curve->domain->order_bits;

    draw(key, bits);
    draw(digest, bits);
    for (unsigned i = 0; i < NUM_NONCES; i++) {
        draw(nonces[0][i], bits);
        draw(nonces[1][i], bits - fewer);
    }
    return (struct welch_work){ lanes == NULL ? time_one : time_lanes, NULL };
}

/* The offender also runs a ladder that starts at the highest set bit. */
static void offend(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    unsigned bit = honest->domain->order_bits;
    ab_ec_words t = { 1 };

    honest->base(x, y, scalar);
    while (bit > 0 && (scalar[(bit - 1) / 64] >> (bit - 1) % 64 & 1) == 0)
        bit--;
    while (bit-- > 0) {
        honest->order_mul(t, t, t);
        if ((scalar[bit / 64] >> bit % 64 & 1) != 0)
            honest->order_mul(t, t, scalar);
    }
}

static void check_offender(const struct ab_cpu *cpu)
{
    static struct ab_ec_kernels offender;
    struct welch_work work;

    honest = ab_curve_pick(AB_P256, cpu);
    offender = *honest;
    offender.base = offend;
    curve = &offender;
    t_where.check = "a deliberate offender is caught, extra: bits fewer";
    t_where.extra = FEWER;
    work = draw_nonces(FEWER);
    num = welch_num_to_catch(&work, LEAST);
    CHECK(num != 0);
}

/* Returns whether nonces with this many fewer bits take another time. */
static int differs(unsigned fewer)
{
    struct welch_work work = draw_nonces(fewer);

    return welch_differs(&work, num);
}

static void check_lengths(const char *level)
{
    t_where.subject = ab_curve_name(curve);
    t_where.level = level;
    t_where.extra = FEWER;
    CHECK(!differs(FEWER));
    t_where.extra = ab_curve_order_bits(curve) / 2;
    CHECK(!differs((unsigned)t_where.extra));
}

static void check_curve(enum ab_curve_id id, const struct ab_cpu *cpu)
{
    t_where.check = "short nonces and long ones take the same time, extra: bits fewer";
    for (const struct ab_ec_kernels *const *c = ab_curve_list(id); *c != NULL; c++) {
        if (!ab_curve_is_usable(*c, cpu))
            continue;
        curve = *c;
        check_lengths(ab_curve_level(curve));
    }
    for (const struct ab_ec_batch_kernels *const *l = ab_ec_batch_kernels_list(id); *l != NULL; l++) {
        if (!ab_ec_batch_kernels_is_usable(*l, cpu))
            continue;
        lanes = *l;
        check_lengths(ab_ec_batch_kernels_level(lanes));
    }
    lanes = NULL;
}

int main(void)
{
    static const enum ab_curve_id ids[] = { AB_P256, AB_P384, AB_P521, AB_SECP256K1, AB_BRAINPOOLP320R1, AB_SECP160R1 };
    struct ab_cpu cpu;

    t_seed(13);
    ab_cpu_detect(&cpu);
    check_offender(&cpu);
    for (size_t i = 0; num != 0 && i < sizeof(ids) / sizeof(ids[0]); i++)
        check_curve(ids[i], &cpu);
    return t_finish();
}

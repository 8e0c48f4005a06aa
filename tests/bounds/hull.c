/*
 * How many division steps make g zero: the polygons of hull.py, point for point, in integers of a fixed length. It says
 * why the number is right; this program is for the sizes of inverses.
 *
 * usage: hull BITS
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_BITS = 6, MAX_BITS = 521, LEN = 9, MAX_STEPS = 2048 };

/* Differences of coordinates have a sign and a bit more. */
_Static_assert(MAX_BITS + SPARE_BITS + 3 <= 64 * LEN, "length of a number");

/* In two's complement, the lowest word first. */
struct number {
    uint64_t w[LEN];
};
struct point {
    struct number f, g;
};
struct points {
    struct point *at;
    size_t num, room;
};

/* ---- numbers ---- */

static struct number sum(const struct number *a, const struct number *b)
{
    struct number r;
    unsigned __int128 t = 0;

    for (unsigned i = 0; i < LEN; i++, t >>= 64) {
        t += (unsigned __int128)a->w[i] + b->w[i];
        r.w[i] = (uint64_t)t;
    }
    return r;
}

static struct number negative(const struct number *a)
{
    struct number r = { { 1 } }, inverted;

    for (unsigned i = 0; i < LEN; i++)
        inverted.w[i] = ~a->w[i];
    return sum(&r, &inverted);
}

static struct number difference(const struct number *a, const struct number *b)
{
    struct number minus_b = negative(b);

    return sum(a, &minus_b);
}

static int is_negative(const struct number *a)
{
    return (int)(a->w[LEN - 1] >> 63);
}

static struct number power_of_2(unsigned bits)
{
    struct number r = { { 0 } };

    r.w[bits / 64] = (uint64_t)1 << bits % 64;
    return r;
}

/* a / 2, rounded down. */
static struct number half(const struct number *a)
{
    struct number r;

    for (unsigned i = 0; i + 1 < LEN; i++)
        r.w[i] = a->w[i] >> 1 | a->w[i + 1] << 63;
    r.w[LEN - 1] = a->w[LEN - 1] >> 1 | (a->w[LEN - 1] & (uint64_t)1 << 63);
    return r;
}

/* -1, 0 or 1 as a is less, equal or greater, for words of which the highest comes last. */
static int order_of_words(const uint64_t *a, const uint64_t *b, unsigned num)
{
    for (unsigned i = num; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int order(const struct number *a, const struct number *b)
{
    if (is_negative(a) != is_negative(b))
        return is_negative(a) ? -1 : 1;
    return order_of_words(a->w, b->w, LEN);
}

/* The product of two numbers that are not negative. */
static void multiply(uint64_t r[2 * LEN], const struct number *a, const struct number *b)
{
    memset(r, 0, 2 * LEN * sizeof(r[0]));
    for (unsigned i = 0; i < LEN; i++) {
        unsigned __int128 t = 0;

        if (a->w[i] == 0)
            continue;
        for (unsigned j = 0; j < LEN; j++, t >>= 64) {
            t += (unsigned __int128)a->w[i] * b->w[j] + r[i + j];
            r[i + j] = (uint64_t)t;
        }
        r[i + LEN] = (uint64_t)t;
    }
}

/* 1 if a b < c d, for a >= 0 and d >= 0. */
static int is_less_product(const struct number *a, struct number b, struct number c, const struct number *d)
{
    uint64_t ab[2 * LEN], cd[2 * LEN];
    int b_is_negative = is_negative(&b), c_is_negative = is_negative(&c), sign;

    if (b_is_negative)
        b = negative(&b);
    if (c_is_negative)
        c = negative(&c);
    multiply(ab, a, &b);
    multiply(cd, &c, d);
    sign = order_of_words(ab, cd, 2 * LEN);
    if (b_is_negative && c_is_negative)
        return sign > 0;
    if (b_is_negative || c_is_negative) { /* unless both are zero */
        static const uint64_t zero[2 * LEN];
        int is_zero = order_of_words(ab, zero, 2 * LEN) == 0 && order_of_words(cd, zero, 2 * LEN) == 0;

        return b_is_negative && !is_zero;
    }
    return sign < 0;
}

/* ---- polygons ---- */

static void add(struct points *to, struct point p)
{
    if (to->num == to->room) {
        to->room = 2 * to->room + 64;
        to->at = realloc(to->at, to->room * sizeof(*to->at));
        if (to->at == NULL)
            abort();
    }
    to->at[to->num++] = p;
}

/* The points with g / 2 for g, or the two integers next to it; and their negatives. */
static void add_halved(struct points *to, struct point p)
{
    static const struct number one = { { 1 } };
    unsigned num = 1 + (unsigned)(p.g.w[0] & 1);

    p.g = half(&p.g);
    for (unsigned i = 0; i < num; i++, p.g = sum(&p.g, &one)) {
        add(to, p);
        add(to, (struct point){ negative(&p.f), negative(&p.g) });
    }
}

static int order_of_points(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    int by_f = order(&p->f, &q->f);

    return by_f != 0 ? by_f : order(&p->g, &q->g);
}

/* 1 if b is strictly above the line from a to c. */
static int is_above(const struct point *a, const struct point *b, const struct point *c)
{
    struct number run = difference(&b->f, &a->f), whole = difference(&c->f, &a->f);

    return is_less_product(&run, difference(&c->g, &a->g), difference(&b->g, &a->g), &whole);
}

/* The upper vertices of the convex hull, without the first one, which is the negative of the last. */
static struct points half_hull(struct points *p)
{
    struct points chain = { NULL, 0, 0 };

    qsort(p->at, p->num, sizeof(*p->at), order_of_points);
    for (size_t i = 0; i < p->num; i++) {
        if (i > 0 && order_of_points(&p->at[i - 1], &p->at[i]) == 0)
            continue;
        while (chain.num > 1 && !is_above(&chain.at[chain.num - 2], &chain.at[chain.num - 1], &p->at[i]))
            chain.num--;
        add(&chain, p->at[i]);
    }
    if (chain.num > 1)
        memmove(chain.at, chain.at + 1, --chain.num * sizeof(*chain.at));
    return chain;
}

/* Whether |g| >= 2^SPARE_BITS somewhere. */
static int is_left(const struct points *p)
{
    struct number unit = power_of_2(SPARE_BITS);

    for (size_t i = 0; i < p->num; i++) {
        struct number g = is_negative(&p->at[i].g) ? negative(&p->at[i].g) : p->at[i].g;

        if (order(&g, &unit) >= 0)
            return 1;
    }
    return 0;
}

/* ---- steps: the polygon of delta is at (2 delta - 1) / 2 + MAX_STEPS ---- */

enum { NUM_DELTAS = 2 * MAX_STEPS + 2, FIRST = MAX_STEPS };

static void gather(struct points *to, const struct points *polygons, unsigned at)
{
    const struct points *below = &polygons[at - 1], *swapped = &polygons[2 * FIRST - at];

    for (size_t i = 0; i < below->num; i++) {
        struct point p = below->at[i];

        add_halved(to, p);
        if (at - 1 < FIRST) /* delta was not positive */
            add_halved(to, (struct point){ p.f, sum(&p.g, &p.f) });
    }
    for (size_t i = 0; i < swapped->num && 2 * FIRST - at >= FIRST; i++) {
        struct point p = swapped->at[i];

        add_halved(to, (struct point){ p.g, difference(&p.g, &p.f) });
    }
}

/* One division step. Return whether a polygon is left. */
static int step(struct points *polygons)
{
    static struct points after[NUM_DELTAS], gathered;
    int some_are_left = 0;

    for (unsigned at = 1; at + 1 < NUM_DELTAS; at++) {
        gathered.num = 0;
        gather(&gathered, polygons, at);
        if (gathered.num == 0)
            continue;
        after[at] = half_hull(&gathered);
        if (!is_left(&after[at]))
            after[at].num = 0;
        some_are_left |= after[at].num > 0;
    }
    for (unsigned at = 0; at < NUM_DELTAS; at++) {
        free(polygons[at].at);
        polygons[at] = after[at];
        after[at] = (struct points){ NULL, 0, 0 };
    }
    return some_are_left;
}

int main(int argc, char **argv)
{
    static struct points polygons[NUM_DELTAS];
    unsigned bits = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0, num = 1;
    struct number most;

    if (bits < 1 || bits > MAX_BITS) {
        fprintf(stderr, "usage: hull BITS, up to %d\n", MAX_BITS);
        return 2;
    }
    most = power_of_2(bits + SPARE_BITS);
    add(&polygons[FIRST], (struct point){ most, { { 0 } } });
    add(&polygons[FIRST], (struct point){ most, most });
    while (step(polygons))
        if (++num == MAX_STEPS) {
            fprintf(stderr, "g is not zero after %u steps\n", num);
            return 1;
        }
    printf("%u\n", num);
    return 0;
}

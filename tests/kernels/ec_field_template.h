/* The functions of a struct field_case, over the field whose header the including file has included before. */
#include "kernels/ec_field_cases.h"

static struct fe element(const uint64_t *words)
{
    struct fe a;

    memcpy(a.v, words, sizeof(a.v));
    return a;
}

static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    struct fe x = element(a), y = element(b);

    fe_mul(&x, &x, &y);
    fe_to_words(r, &x);
}

static void sqr(uint64_t *r, const uint64_t *a)
{
    struct fe x = element(a);

    fe_sqr(&x, &x);
    fe_to_words(r, &x);
}

static void add(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    struct fe x = element(a), y = element(b);

    fe_add(&x, &x, &y);
    fe_to_words(r, &x);
}

static void sub(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    struct fe x = element(a), y = element(b);

    fe_sub(&y, &x, &y);
    fe_to_words(r, &y);
}

static void half(uint64_t *r, const uint64_t *a)
{
    struct fe x = element(a);

    fe_half(&x, &x);
    fe_to_words(r, &x);
}

static void invert(uint64_t *r, const uint64_t *a)
{
    struct fe x = element(a);

    fe_invert(&x, &x);
    fe_to_words(r, &x);
}

static uint64_t zero(const uint64_t *a)
{
    struct fe x = element(a);

    return fe_is_zero(&x);
}

static void choose(uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b)
{
    struct fe x, y;

    fe_from_words(&x, a);
    fe_from_words(&y, b);
    fe_select(&x, mask, &x, &y);
    fe_to_words(r, &x);
}

#define FIELD_FUNCTIONS mul, sqr, add, sub, half, invert, zero, choose

/* Numbers with long carry chains: see bignum_cases.h. */
#include "crypto/bignum_cases.h"

#include <string.h>

#include "crypto/bignum/bignum.h"
#include "harness/harness.h"

enum { MAX = 66 };

static uint64_t structured_word(void)
{
    switch (t_random_below(6)) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return (uint64_t)1 << t_random_below(64);
    case 3: return UINT64_MAX << t_random_below(64);
    case 4: return UINT64_MAX - t_random_below(4);
    default: return t_random();
    }
}

/* Set the bits from one position to another, and clear the others. */
static void run_of_ones(uint64_t *r, size_t num_words)
{
    size_t from = t_random_below(64 * num_words), to = from + t_random_below(64 * num_words - from);

    memset(r, 0, num_words * sizeof(*r));
    for (size_t i = from; i <= to; i++)
        r[i / 64] |= (uint64_t)1 << i % 64;
}

void t_random_number(uint64_t *r, size_t num_words)
{
    size_t kind = t_random_below(4);

    if (kind == 0) {
        run_of_ones(r, num_words);
        return;
    }
    t_random_bytes(r, num_words * sizeof(*r));
    for (size_t i = 0; i < num_words && kind != 1; i++)
        r[i] = structured_word();
}

void t_random_modulus(uint64_t *n, size_t num_words)
{
    t_random_number(n, num_words);
    n[0] |= 1;
    if (t_random_below(2) == 0)
        n[num_words - 1] |= (uint64_t)1 << 63;
    if (t_random_below(16) == 0)
        memset(n + 1, 0, (num_words - 1) * sizeof(*n));
    else if (t_random_below(16) == 0)
        n[num_words - 1] = 0;
    if (ab_words_num_bits(n, num_words) < 2)
        n[0] |= 2 + (uint64_t)4 * t_random();
    n[0] |= 1;
}

void t_random_residue(uint64_t *r, const uint64_t *n, size_t num_words)
{
    size_t kind = t_random_below(8);

    if (kind < 2) { /* n - 1, n - 2 ... */
        memcpy(r, n, num_words * sizeof(*r));
        r[0] -= kind == 0 ? 1 : 1 + t_random_below((size_t)(n[0] < 8 ? n[0] : 8));
    } else if (kind == 2) {
        memset(r, 0, num_words * sizeof(*r));
        r[0] = t_random_below(2);
    } else
        t_random_number(r, num_words);
    while (!ab_words_lt(r, n, num_words))
        ab_words_shift_right_1(r, r, 0, num_words);
}

/* a = a + value modulo 2^(64 num_words). */
static void add_small(uint64_t *a, size_t num_words, int64_t value)
{
    uint64_t addend[MAX], sign = value < 0 ? UINT64_MAX : 0;

    for (size_t i = 0; i < num_words; i++)
        addend[i] = i == 0 ? (uint64_t)value : sign;
    ab_words_add(a, a, addend, num_words);
}

/* 2^(64 num_words - below) + offset; all ones if that is no odd number above 1. */
void t_target_modulus(uint64_t *n, size_t num_words, unsigned i)
{
    static const struct {
        unsigned below;
        int offset;
    } list[T_NUM_TARGET_MODULI] = {
        { 0, -1 }, { 0, -3 }, { 0, -189 }, { 0, -65537 }, { 1, 1 },  { 1, -1 },  { 1, 3 },  { 8, -1 },
        { 8, 1 },  { 32, 1 }, { 32, -1 },  { 63, 1 },     { 63, 3 }, { 63, -1 }, { 64, 1 }, { 64, -1 },
    };
    size_t bit = 64 * num_words - list[i].below;

    memset(n, 0, num_words * sizeof(*n));
    if (list[i].below != 0)
        n[bit / 64] = (uint64_t)1 << bit % 64;
    add_small(n, num_words, list[i].offset);
    if ((n[0] & 1) == 0 || ab_words_num_bits(n, num_words) < 2)
        memset(n, 0xff, num_words * sizeof(*n));
}

/* 0, 1, 2, n - 1, n - 2, (n - 1) / 2, (n + 1) / 2, and the greatest 2^k - 1 below n. */
void t_target_residue(uint64_t *r, const uint64_t *n, size_t num_words, unsigned i)
{
    size_t bits = ab_words_num_bits(n, num_words) - 1;

    memset(r, 0, num_words * sizeof(*r));
    if (i < 3) {
        r[0] = i;
    } else if (i < 5) {
        memcpy(r, n, num_words * sizeof(*r));
        add_small(r, num_words, i == 3 ? -1 : -2);
    } else if (i < 7) {
        ab_words_shift_right_1(r, n, 0, num_words);
        add_small(r, num_words, i - 5);
    } else
        for (size_t bit = 0; bit < bits; bit++)
            r[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* Arithmetic modulo an odd number: what is computed once for a modulus, and operations modulo it. */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"

/* One block of memory: the modulus, then n, R^2 and R. */
struct block {
    struct ab_modulus m;
    uint64_t words[];
};

static size_t block_len(size_t num_words)
{
    return sizeof(struct block) + 3 * num_words * sizeof(uint64_t);
}

/* r = 2^num_bits - n, for n of num_bits bits. */
static void next_power_of_two(uint64_t *r, const uint64_t *n, size_t num_bits, size_t num_words)
{
    memset(r, 0, num_words * sizeof(*r));
    ab_words_sub(r, r, n, num_words);
    for (size_t i = (num_bits + 63) / 64; i < num_words; i++)
        r[i] = 0;
    if (num_bits % 64 != 0)
        r[num_bits / 64] &= UINT64_MAX >> (64 - num_bits % 64);
}

static void double_times(const struct ab_modulus *m, uint64_t *r, size_t num)
{
    while (num-- > 0)
        ab_mod_add(m, r, r, r);
}

/*
 * Compute R modulo n from the power of two above n by doubling, and R^2 from R: with 64 num_words = start
 * 2^num_squares, doubling gives 2^start R, and each Montgomery square doubles that exponent. A doubling costs a small
 * part of a square.
 */
static void find_powers(const struct ab_modulus *m, uint64_t *one, uint64_t *rr)
{
    size_t num_bits = ab_words_secret_num_bits(m->n, m->num_words), start = 64 * m->num_words;
    unsigned num_squares = 0;

    next_power_of_two(one, m->n, num_bits, m->num_words);
    double_times(m, one, 64 * m->num_words - num_bits);
    for (; start % 2 == 0 && start > 24; start /= 2)
        num_squares++;
    memcpy(rr, one, m->num_words * sizeof(*rr));
    double_times(m, rr, start);
    while (num_squares-- > 0)
        ab_mod_mont_sqr(m, rr, rr);
}

struct ab_modulus *ab_modulus_new(const struct ab_bignum *b, const uint64_t *n, size_t num_words)
{
    struct block *block;
    uint64_t lowest = n[0] & 1;

    AB_PUBLIC(&lowest, sizeof(lowest));
    if (lowest == 0 || num_words > AB_BIGNUM_MAX_WORDS || (block = malloc(block_len(num_words))) == NULL)
        return NULL;
    memcpy(block->words, n, num_words * sizeof(*n));
    block->m = (struct ab_modulus){ .kernels = b->kernels,
                                    .powers = b->powers,
                                    .num_words = num_words,
                                    .n_inverse = 0 - ab_word_inverse(n[0]),
                                    .n = block->words,
                                    .rr = block->words + num_words,
                                    .one = block->words + 2 * num_words };
    find_powers(&block->m, block->words + 2 * num_words, block->words + num_words);
    return &block->m;
}

void ab_modulus_free(struct ab_modulus *m)
{
    if (m == NULL)
        return;
    ab_wipe(m, block_len(m->num_words));
    free(m);
}

void ab_mod_add(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    uint64_t less[AB_BIGNUM_MAX_WORDS];
    uint64_t carry = ab_words_add(r, a, b, m->num_words), borrow = ab_words_sub(less, r, m->n, m->num_words);

    ab_words_select(r, ab_ct_mask(borrow & ~carry), r, less, m->num_words);
}

void ab_mod_sub(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    uint64_t mask = ab_ct_mask(ab_words_sub(r, a, b, m->num_words)), carry = 0;

    for (size_t i = 0; i < m->num_words; i++) {
        uint64_t sum = r[i] + (m->n[i] & mask), out = sum < r[i];

        r[i] = sum + carry;
        carry = out | (r[i] < carry);
    }
}

void ab_mod_to_mont(const struct ab_modulus *m, uint64_t *r, const uint64_t *a)
{
    ab_mod_mont_mul(m, r, a, m->rr);
}

void ab_mod_from_mont(const struct ab_modulus *m, uint64_t *r, const uint64_t *a)
{
    uint64_t one[AB_BIGNUM_MAX_WORDS];

    memset(one, 0, m->num_words * sizeof(*one));
    one[0] = 1;
    ab_mod_mont_mul(m, r, a, one);
}

void ab_mod_mont_mul(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    m->kernels->mont_mul(r, a, b, m->n, m->n_inverse, m->num_words);
}

void ab_mod_mont_sqr(const struct ab_modulus *m, uint64_t *r, const uint64_t *a)
{
    m->kernels->mont_sqr(r, a, m->n, m->n_inverse, m->num_words);
}

void ab_mod_mul(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    uint64_t t[AB_BIGNUM_MAX_WORDS];

    ab_mod_to_mont(m, t, a);
    ab_mod_mont_mul(m, r, t, b);
    ab_wipe(t, m->num_words * sizeof(*t));
}

/*
 * Take pieces of num_words words from the highest: r = r R + piece. A piece may exceed n, since products allow that of
 * their first factor.
 */
int ab_mod_reduce(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, size_t num_a)
{
    uint64_t sum[AB_BIGNUM_MAX_WORDS] = { 0 }, piece[AB_BIGNUM_MAX_WORDS] = { 0 };
    size_t num = m->num_words, at = 0;

    while (at + num < num_a)
        at += num;
    if (num_a != 0)
        memcpy(piece, a + at, (num_a - at) * sizeof(*a));
    ab_mod_mont_mul(m, sum, piece, m->one);
    for (; at > 0; at -= num) {
        ab_mod_mont_mul(m, sum, sum, m->rr);
        ab_mod_mont_mul(m, piece, a + at - num, m->one);
        ab_mod_add(m, sum, sum, piece);
    }
    memcpy(r, sum, num * sizeof(*r));
    ab_wipe(sum, num * sizeof(*sum));
    ab_wipe(piece, num * sizeof(*piece));
    return 1;
}

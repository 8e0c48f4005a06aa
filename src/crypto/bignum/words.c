/* Numbers as arrays of words: conversions, sums, comparisons, products of any length. See bignum.h. */
#include "crypto/bignum/bignum.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/wide.h"

/* ---- bytes ---- */

/* Return byte number i from the least significant end. */
static uint8_t byte_of(const uint64_t *a, size_t i)
{
    return (uint8_t)(a[i / 8] >> 8 * (i % 8));
}

/* Read bytes[0], bytes[step] ... bytes[(len - 1) step], the least significant first. */
static int from_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len, ptrdiff_t step)
{
    uint64_t over = 0;

    for (size_t i = 0; i < num; i++)
        r[i] = 0;
    for (size_t i = 0; i < len; i++, bytes += step)
        if (i < 8 * num)
            r[i / 8] |= (uint64_t)*bytes << 8 * (i % 8);
        else
            over |= *bytes;
    return (int)(ab_ct_is_zero(over) & 1);
}

/* Write end[0], end[-1] ... end[1 - len], the least significant first. */
static int to_bytes(uint8_t *end, size_t len, const uint64_t *a, size_t num)
{
    uint64_t over = 0;

    for (size_t i = 0; i < len; i++)
        end[-(ptrdiff_t)i] = i < 8 * num ? byte_of(a, i) : 0;
    for (size_t i = len; i < 8 * num; i++)
        over |= byte_of(a, i);
    return (int)(ab_ct_is_zero(over) & 1);
}

static uint64_t load_le(const uint8_t *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof(word));
    return word;
}

static uint64_t load(const uint8_t *bytes)
{
    return __builtin_bswap64(load_le(bytes));
}

static void store(uint8_t *bytes, uint64_t word)
{
    word = __builtin_bswap64(word);
    memcpy(bytes, &word, sizeof(word));
}

/* Read whole words, then the bytes that are left over. */
int ab_words_from_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len)
{
    size_t whole = len / 8 < num ? len / 8 : num, rest = len - 8 * whole;

    for (size_t i = 0; i < whole; i++)
        r[i] = load(bytes + len - 8 * (i + 1));
    return from_bytes(r + whole, num - whole, rest == 0 ? bytes : bytes + rest - 1, rest, -1);
}

int ab_words_to_bytes(uint8_t *bytes, size_t len, const uint64_t *a, size_t num)
{
    size_t whole = len / 8 < num ? len / 8 : num, rest = len - 8 * whole;

    for (size_t i = 0; i < whole; i++)
        store(bytes + len - 8 * (i + 1), a[i]);
    return to_bytes(rest == 0 ? bytes : bytes + rest - 1, rest, a + whole, num - whole);
}

int ab_words_from_le_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len)
{
    size_t whole = len / 8 < num ? len / 8 : num;

    for (size_t i = 0; i < whole; i++)
        r[i] = load_le(bytes + 8 * i);
    return from_bytes(r + whole, num - whole, bytes + 8 * whole, len - 8 * whole, 1);
}

/* ---- sums and comparisons ---- */

uint64_t ab_words_add(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num)
{
    uint64_t carry = 0;

    for (size_t i = 0; i < num; i++) {
        uint128 sum = u128_sum(a[i], b[i], carry);

        r[i] = u128_low(sum);
        carry = u128_high(sum);
    }
    return carry;
}

uint64_t ab_words_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num)
{
    uint64_t borrow = 0;

    for (size_t i = 0; i < num; i++) {
        uint128 difference = u128_difference(a[i], b[i], borrow);

        r[i] = u128_low(difference);
        borrow = u128_high(difference) & 1;
    }
    return borrow;
}

uint64_t ab_words_lt(const uint64_t *a, const uint64_t *b, size_t num)
{
    uint64_t borrow = 0;

    for (size_t i = 0; i < num; i++)
        borrow = u128_high(u128_difference(a[i], b[i], borrow)) & 1;
    return ab_ct_mask(borrow);
}

uint64_t ab_words_eq(const uint64_t *a, const uint64_t *b, size_t num)
{
    uint64_t difference = 0;

    for (size_t i = 0; i < num; i++)
        difference |= a[i] ^ b[i];
    return ab_ct_is_zero(difference);
}

uint64_t ab_words_is_zero(const uint64_t *a, size_t num)
{
    uint64_t any = 0;

    for (size_t i = 0; i < num; i++)
        any |= a[i];
    return ab_ct_is_zero(any);
}

void ab_words_select(uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b, size_t num)
{
    mask = ab_ct_barrier(mask);
    for (size_t i = 0; i < num; i++)
        r[i] = ab_ct_select(mask, a[i], b[i]);
}

void ab_words_shift_right_1(uint64_t *r, const uint64_t *a, uint64_t high, size_t num)
{
    for (size_t i = 0; i < num; i++)
        r[i] = a[i] >> 1 | (i + 1 < num ? a[i + 1] : high) << 63;
}

size_t ab_words_num_bits(const uint64_t *a, size_t num)
{
    while (num > 0 && a[num - 1] == 0)
        num--;
    return num == 0 ? 0 : 64 * num - (size_t)__builtin_clzll(a[num - 1]);
}

size_t ab_words_secret_num_bits(const uint64_t *a, size_t num)
{
    uint64_t num_bits = 0;

    for (size_t i = 0; i < num; i++) {
        uint64_t here = 64 * (i + 1) - (uint64_t)__builtin_clzll(a[i] | 1);

        num_bits = ab_ct_select(ab_ct_is_zero(a[i]), num_bits, here);
    }
    AB_PUBLIC(&num_bits, sizeof(num_bits));
    return (size_t)num_bits;
}

/* ---- products and remainders ---- */

/* By Newton's iteration: the start has three correct bits, and each step doubles them. */
uint64_t ab_word_inverse(uint64_t a)
{
    uint64_t x = a;

    for (unsigned bits = 3; bits < 64; bits *= 2)
        x *= 2 - a * x;
    return x;
}

void ab_words_mul(uint64_t *r, const uint64_t *a, size_t num_a, const uint64_t *b, size_t num_b)
{
    for (size_t i = 0; i < num_b; i++)
        r[i] = 0;
    for (size_t i = 0; i < num_a; i++) {
        uint64_t carry = 0;

        for (size_t j = 0; j < num_b; j++) {
            uint128 sum = u128_mul_add(a[i], b[j], r[i + j], carry);

            r[i + j] = u128_low(sum);
            carry = u128_high(sum);
        }
        r[i + num_b] = carry;
    }
}

/* Return x modulo d for x < 2^32 d by the reciprocal (2^64 - 1) / d. The quotient is at most one too small. */
static uint64_t reduce_word(uint64_t x, uint64_t d, uint64_t reciprocal)
{
    uint64_t rest = x - u128_high(u128_mul(x, reciprocal)) * d;

    return rest - (d & ~ab_ct_lt(rest, d));
}

uint32_t ab_words_mod_word(const uint64_t *a, size_t num, uint32_t divisor)
{
    uint64_t reciprocal = UINT64_MAX / divisor, rest = 0;

    while (num-- > 0) {
        rest = reduce_word(rest << 32 | a[num] >> 32, divisor, reciprocal);
        rest = reduce_word(rest << 32 | (uint32_t)a[num], divisor, reciprocal);
    }
    return (uint32_t)rest;
}

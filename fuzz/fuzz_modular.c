/*
 * Modular arithmetic. Input: how many words a number has, then a modulus and two numbers, least significant byte first;
 * what is missing is zero. Compare every implementation of products and powers with the portable one, products with
 * remainders of long products, and inverses with products.
 */
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "fuzz.h"

enum { MAX = 33, MAX_WIDTH = 8 };

static struct ab_cpu cpu;

static void check_kernels(const struct ab_modulus *m, const uint64_t *a, const uint64_t *b)
{
    uint64_t want[MAX], square[MAX], got[MAX];
    size_t num = m->num_words;

    ab_bignum_portable.mont_mul(want, a, b, m->n, m->n_inverse, num);
    ab_bignum_portable.mont_sqr(square, b, m->n, m->n_inverse, num);
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++) {
        if (!ab_bignum_kernels_usable(*k, &cpu))
            continue;
        (*k)->mont_mul(got, a, b, m->n, m->n_inverse, num);
        expect(memcmp(got, want, 8 * num) == 0);
        (*k)->mont_sqr(got, b, m->n, m->n_inverse, num);
        expect(memcmp(got, square, 8 * num) == 0);
    }
}

static void check_powers(const struct ab_modulus *m, const uint64_t *base, const uint64_t *exponent, size_t num_bits)
{
    static uint64_t got[MAX_WIDTH][MAX];
    struct ab_power p[MAX_WIDTH];
    uint64_t want[MAX];
    size_t num = m->num_words;

    expect(ab_mod_exp(m, want, base, exponent, num_bits));
    for (const struct ab_power_kernels *const *k = ab_power_kernels_list; *k != NULL; k++) {
        if (!ab_power_kernels_usable(*k, &cpu) || !(*k)->has_size(num))
            continue;
        for (size_t i = 0; i < (*k)->width; i++)
            p[i] = (struct ab_power){ got[i], base, exponent, m->n, m->rr, m->n_inverse };
        expect((*k)->run(p, num, num_bits));
        for (size_t i = 0; i < (*k)->width; i++)
            expect(memcmp(got[i], want, 8 * num) == 0);
    }
}

static void check_modular(const struct ab_modulus *m, const uint64_t *a, const uint64_t *b)
{
    uint64_t wide[2 * MAX], product[MAX], rest[MAX], exists;
    size_t num = m->num_words;

    ab_words_mul(wide, a, num, b, num);
    ab_mod_mul(m, product, a, b);
    expect(ab_mod_reduce(m, rest, wide, 2 * num) && memcmp(product, rest, 8 * num) == 0);
    expect(ab_mod_inverse(m, rest, a, &exists));
    ab_mod_mul(m, product, rest, a);
    product[0] ^= exists & 1;
    expect(ab_words_is_zero(product, num) != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    uint64_t n[MAX], any[MAX], a[MAX], b[MAX];
    struct ab_bignum bignum;
    struct ab_modulus *m;
    size_t num;

    if (len < 2)
        return 0;
    num = 1 + data[0] % MAX;
    data++;
    len--;
    take_words(n, num, &data, &len);
    take_words(any, num, &data, &len);
    take_words(b, num, &data, &len);
    n[0] |= 1;
    if (ab_words_num_bits(n, num) < 2)
        return 0;
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    m = ab_modulus_new(&bignum, n, num);
    expect(m != NULL && ab_mod_reduce(m, a, any, num) && ab_mod_reduce(m, b, b, num));
    check_kernels(m, any, b);
    check_powers(m, a, any, any[0] % (64 * num + 1));
    check_modular(m, a, b);
    ab_modulus_free(m);
    return 0;
}

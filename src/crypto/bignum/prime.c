/* Random primes, and the Miller-Rabin test: see prime.h. */
#include "crypto/bignum/prime.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"

enum { MAX_BATCH = 8 };

size_t ab_prime_rounds(size_t num_bits)
{
    static const struct {
        size_t num_bits, rounds;
    } table[] = { { 1536, 4 }, { 1024, 5 }, { 768, 6 }, { 512, 10 }, { 256, 22 } };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (num_bits >= table[i].num_bits)
            return table[i].rounds;
    return AB_PRIME_ROUNDS_FOREIGN;
}

/* ---- Miller-Rabin: FIPS 186-5 app. B.3.1 ---- */

/* One candidate n with n - 1 = 2^num_twos odd, and one base for it. */
struct test {
    struct ab_modulus *m;
    size_t num_twos;
    uint64_t *odd, *minus_one, *power; /* power: base^odd, then its squares */
};

static void free_test(struct test *t)
{
    if (t->m != NULL && t->odd != NULL)
        ab_wipe(t->odd, 3 * t->m->num_words * sizeof(uint64_t));
    free(t->odd);
    ab_modulus_free(t->m);
}

/* Return the number of trailing zero bits of a, which is not 0. The number becomes public. */
static size_t count_twos(const uint64_t *a, size_t num)
{
    uint64_t count = 0, all_zero = UINT64_MAX;

    for (size_t i = 0; i < num; i++) {
        uint64_t top = a[i] | (uint64_t)1 << 63, here = (uint64_t)__builtin_ctzll(top);

        count += all_zero & ab_ct_select(ab_ct_is_zero(a[i]), 64, here);
        all_zero &= ab_ct_is_zero(a[i]);
    }
    AB_PUBLIC(&count, sizeof(count));
    return (size_t)count;
}

/* r = a >> shift; shift is public. */
static void shift_right(uint64_t *r, const uint64_t *a, size_t num, size_t shift)
{
    size_t words = shift / 64, bits = shift % 64;

    for (size_t i = 0; i < num; i++) {
        uint64_t low = i + words < num ? a[i + words] : 0, high = i + words + 1 < num ? a[i + words + 1] : 0;

        r[i] = low >> bits | high << 1 << (63 - bits);
    }
}

/* 0 without memory. */
static int make_test(struct test *t, const struct ab_bignum *b, const uint64_t *n, size_t num)
{
    t->m = ab_modulus_new(b, n, num);
    t->odd = malloc(3 * num * sizeof(uint64_t));
    if (t->m == NULL || t->odd == NULL)
        return 0;
    t->minus_one = t->odd + num;
    t->power = t->minus_one + num;
    memcpy(t->minus_one, n, num * sizeof(*n));
    t->minus_one[0] -= 1;
    t->num_twos = count_twos(t->minus_one, num);
    shift_right(t->odd, t->minus_one, num, t->num_twos);
    return 1;
}

/*
 * Draw a random base from 2 to n - 2. The residues 0, 1 and n - 1 test nothing, and chance does not hit them unless n
 * is tiny: replace them by 2.
 */
static int choose_base(const struct test *t, const struct ab_random_source *random)
{
    size_t num = t->m->num_words;
    uint64_t poor, rest;

    if (!random->bytes(random->arg, (uint8_t *)t->power, num * sizeof(uint64_t))
        || !ab_mod_reduce(t->m, t->power, t->power, num))
        return 0;
    rest = t->power[0] & ~(uint64_t)1;
    for (size_t i = 1; i < num; i++)
        rest |= t->power[i];
    poor = ab_ct_is_zero(rest) | ab_words_eq(t->power, t->minus_one, num);
    t->power[0] = ab_ct_select(poor, 2, t->power[0]);
    for (size_t i = 1; i < num; i++)
        t->power[i] &= ~poor;
    return 1;
}

/* Return 1 if base^odd is 1, or one of its first num_twos - 1 squares is -1. */
static int passes(const struct test *t)
{
    size_t num = t->m->num_words;
    uint64_t rest = t->power[0] ^ 1, good;

    for (size_t i = 1; i < num; i++)
        rest |= t->power[i];
    good = ab_ct_is_zero(rest) | ab_words_eq(t->power, t->minus_one, num);
    for (size_t i = 1; i < t->num_twos; i++) {
        ab_mod_mul(t->m, t->power, t->power, t->power);
        good |= ab_words_eq(t->power, t->minus_one, num);
    }
    AB_PUBLIC(&good, sizeof(good));
    return good != 0;
}

/* Run one round for each of up to MAX_BATCH candidates of one length. Return 0 without memory or randomness. */
static int run_round(const struct test *tests, size_t num, const struct ab_random_source *random)
{
    struct ab_mod_power powers[MAX_BATCH];

    for (size_t i = 0; i < num; i++) {
        if (!choose_base(&tests[i], random))
            return 0;
        powers[i] = (struct ab_mod_power){ tests[i].m, tests[i].power, tests[i].power, tests[i].odd };
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): choose_base has used the modulus */
    return ab_mod_exp_many(powers, num, 64 * tests[0].m->num_words);
}

/* Run num rounds of one candidate at once, beginning with round number first. powers has room for each. */
static enum ab_prime_verdict run_some(const struct test *t, size_t first, size_t num, uint64_t *powers,
                                      const struct ab_random_source *random, const struct ab_prime_wish *wish)
{
    struct test tests[MAX_BATCH] = { *t };

    for (size_t i = 0; i < num; i++) {
        tests[i] = *t;
        tests[i].power = powers + i * t->m->num_words;
    }
    if (!run_round(tests, num, random))
        return AB_PRIME_ERROR;
    for (size_t i = 0; i < num; i++) {
        if (!passes(&tests[i]))
            return AB_PRIME_NO;
        if (wish != NULL && wish->progress != NULL && !wish->progress(wish->arg, 1, (int)(first + i)))
            return AB_PRIME_ERROR;
    }
    return AB_PRIME_YES;
}

/* Run the rounds of one candidate from number first on. The first runs alone, since few composites pass it. */
static enum ab_prime_verdict run_rounds(const struct test *t, size_t first, size_t rounds,
                                        const struct ab_random_source *random, const struct ab_prime_wish *wish)
{
    size_t len = MAX_BATCH * t->m->num_words * sizeof(uint64_t);
    enum ab_prime_verdict verdict = AB_PRIME_YES;
    uint64_t *powers = malloc(len);

    if (powers == NULL)
        return AB_PRIME_ERROR;
    for (size_t num; verdict == AB_PRIME_YES && first < rounds; first += num) {
        num = rounds - first < MAX_BATCH ? rounds - first : MAX_BATCH;
        num = first == 0 ? 1 : num;
        verdict = run_some(t, first, num, powers, random, wish);
    }
    ab_wipe(powers, len);
    free(powers);
    return verdict;
}

enum ab_prime_verdict ab_prime_is(const struct ab_bignum *b, const struct ab_random_source *random, const uint64_t *n,
                                  size_t num_words, size_t rounds)
{
    struct test t = { 0 };
    enum ab_prime_verdict verdict;

    if (ab_prime_has_small_factor(n, num_words))
        return AB_PRIME_NO;
    verdict = make_test(&t, b, n, num_words) ? run_rounds(&t, 0, rounds, random, NULL) : AB_PRIME_ERROR;
    free_test(&t);
    return verdict;
}

/* ---- the search: FIPS 186-5 app. A.1.3, but over the odd numbers that follow one random start, in order ---- */

struct search {
    const struct ab_bignum *b;
    const struct ab_random_source *random;
    const struct ab_prime_wish *wish;
    struct ab_modulus *coprime; /* NULL: any prime is accepted */
    size_t num_words;
    uint64_t start[AB_BIGNUM_MAX_WORDS];
    int num_candidates;
};

enum { MAX_OFFSETS = 1024 };

/* Return the highest 64 bits of a number of num_bits bits. */
static uint64_t highest(const uint64_t *a, size_t num_bits)
{
    size_t top = (num_bits - 1) / 64, bits = num_bits - 64 * top;
    uint64_t low = bits < 64 && top > 0 ? a[top - 1] >> bits : 0;

    return a[top] << (64 - bits) | low;
}

/*
 * Draw a random odd number of at least sqrt(2) 2^(num_bits - 1), so that the product of two has twice num_bits bits.
 * Discard smaller ones.
 */
static int draw(struct search *s)
{
    static const uint64_t half_root = 0xb504f333f9de6485; /* 2^63 sqrt(2), rounded up */
    uint64_t is_less;

    do {
        if (!s->random->bytes(s->random->arg, (uint8_t *)s->start, s->num_words * sizeof(uint64_t)))
            return 0;
        AB_SECRET(s->start, s->num_words * sizeof(uint64_t));
        s->start[s->num_words - 1] &= UINT64_MAX >> (64 * s->num_words - s->wish->num_bits);
        is_less = highest(s->start, s->wish->num_bits);
        is_less = ab_words_lt(&is_less, &half_root, 1);
        AB_PUBLIC(&is_less, sizeof(is_less));
    } while (is_less != 0);
    s->start[0] |= 1;
    return 1;
}

/* n = start + offset. Return 0 if the sum has too many bits. */
static int candidate(const struct search *s, uint64_t *n, uint32_t offset)
{
    uint64_t carry = offset, over;
    size_t top_bits = s->wish->num_bits - 64 * (s->num_words - 1);

    for (size_t i = 0; i < s->num_words; i++) {
        n[i] = s->start[i] + carry;
        carry = ab_words_lt(&n[i], &carry, 1) & 1;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift): the highest word has 1 to 64 bits of the number */
    over = carry | (n[s->num_words - 1] >> 1 >> (top_bits - 1));
    AB_PUBLIC(&over, sizeof(over));
    return over == 0;
}

/* Return 1 if gcd(n - 1, coprime) = 1. */
static enum ab_prime_verdict is_coprime(const struct search *s, const struct test *t)
{
    uint64_t rest[AB_BIGNUM_MAX_WORDS], exists;

    if (s->coprime == NULL)
        return AB_PRIME_YES;
    if (!ab_mod_reduce(s->coprime, rest, t->minus_one, s->num_words)
        || !ab_mod_inverse(s->coprime, rest, rest, &exists))
        return AB_PRIME_ERROR;
    ab_wipe(rest, s->coprime->num_words * sizeof(*rest));
    AB_PUBLIC(&exists, sizeof(exists));
    return exists != 0 ? AB_PRIME_YES : AB_PRIME_NO;
}

/* Find the first candidate that passed its first round and is a prime. */
static enum ab_prime_verdict choose(struct search *s, const struct test *tests, size_t num, uint64_t *prime)
{
    for (size_t i = 0; i < num; i++) {
        enum ab_prime_verdict verdict;

        if (s->wish->progress != NULL && !s->wish->progress(s->wish->arg, 0, s->num_candidates++))
            return AB_PRIME_ERROR;
        if (!passes(&tests[i]))
            continue;
        verdict = is_coprime(s, &tests[i]);
        if (verdict == AB_PRIME_YES)
            verdict = run_rounds(&tests[i], 1, s->wish->rounds, s->random, s->wish);
        if (verdict == AB_PRIME_YES)
            memcpy(prime, tests[i].m->n, s->num_words * sizeof(*prime));
        if (verdict != AB_PRIME_NO)
            return verdict;
    }
    return AB_PRIME_NO;
}

/* Test the candidates at these offsets, at most MAX_BATCH. */
static enum ab_prime_verdict try_batch(struct search *s, const uint32_t *offsets, size_t num, uint64_t *prime)
{
    struct test tests[MAX_BATCH] = { 0 };
    enum ab_prime_verdict verdict = AB_PRIME_NO;
    size_t num_tests = 0;

    for (size_t i = 0; i < num && verdict == AB_PRIME_NO && candidate(s, prime, offsets[i]); i++)
        if (!make_test(&tests[num_tests++], s->b, prime, s->num_words))
            verdict = AB_PRIME_ERROR;
    if (verdict == AB_PRIME_NO && num_tests > 0)
        verdict = run_round(tests, num_tests, s->random) ? choose(s, tests, num_tests, prime) : AB_PRIME_ERROR;
    for (size_t i = 0; i < num_tests; i++)
        free_test(&tests[i]);
    return verdict;
}

/* Take as many at once as some method of this processor does. */
static size_t batch_size(const struct search *s)
{
    size_t width = 1;

    for (const struct ab_power_kernels *const *k = s->b->powers; *k != NULL; k++)
        if ((*k)->has_size(s->num_words) && (*k)->width > width)
            width = (*k)->width;
    return width < MAX_BATCH ? width : MAX_BATCH;
}

/*
 * Search num_bits / 2 odd numbers after one random start. One in 0.35 num_bits of them is a prime, and one in nine
 * passes the sieve.
 */
static enum ab_prime_verdict try_start(struct search *s, uint64_t *prime)
{
    uint32_t offsets[MAX_OFFSETS];
    size_t num_bits = s->wish->num_bits, max = (num_bits / 16 + 8) / 4 * 4, num, batch = batch_size(s);
    enum ab_prime_verdict verdict = AB_PRIME_NO;

    if (!draw(s))
        return AB_PRIME_ERROR;
    num = ab_prime_sieve(offsets, max < MAX_OFFSETS ? max : MAX_OFFSETS, num_bits / 2, s->start, s->num_words);
    for (size_t i = 0; i < num && verdict == AB_PRIME_NO; i += batch)
        verdict = try_batch(s, offsets + i, num - i < batch ? num - i : batch, prime);
    ab_wipe(offsets, sizeof(offsets));
    return verdict;
}

int ab_prime_random(const struct ab_bignum *b, const struct ab_random_source *random, uint64_t *prime,
                    const struct ab_prime_wish *wish)
{
    struct search s = { .b = b, .random = random, .wish = wish, .num_words = (wish->num_bits + 63) / 64 };
    enum ab_prime_verdict verdict = AB_PRIME_NO;

    if (wish->coprime != NULL) {
        s.coprime = ab_modulus_new(b, wish->coprime, wish->num_coprime);
        if (s.coprime == NULL)
            return 0;
    }
    while (verdict == AB_PRIME_NO)
        verdict = try_start(&s, prime);
    ab_modulus_free(s.coprime);
    ab_wipe(s.start, sizeof(s.start));
    return verdict == AB_PRIME_YES;
}

/* Known-answer tests of products and powers: see bignum_kat.h. */
#include "crypto/bignum/bignum_kat.h"

#include "crypto/aes/aes_kat.h"

/*
 * Bits of exponents. For small numbers they cross a word; for the others they cover a few windows, which cost less than
 * the table.
 */
enum {
    MAX_KAT_WORDS = AB_KAT_MAX_WORDS,
    MAX_WIDTH = 8,
    SMALL_WORDS = 8,
    LONG_BITS = 80,
    SHORT_BITS = 20,
    PUBLIC_EXPONENT = 65537
};

struct answers {
    size_t num_words;
    uint64_t product, square, power_of_a, power_of_b, public_power_of_a; /* folds */
};

#include "crypto/bignum/bignum_kat_data.h"
#include "crypto/implementation.h"

enum { NUM_SIZES = sizeof(answers) / sizeof(answers[0]) };

struct numbers {
    struct ab_modulus *m;
    uint64_t a[MAX_KAT_WORDS], b[MAX_KAT_WORDS], e[MAX_KAT_WORDS];
};

/* Pieces of the test message; n is odd with its highest bit set, a and b have that bit clear. */
static int set_numbers(struct numbers *s, const struct ab_bignum_kernels *k, size_t num_words)
{
    const struct ab_bignum products = { .kernels = k };
    uint8_t message[AB_KAT_LEN];
    uint64_t n[MAX_KAT_WORDS];

    ab_kat_message(message);
    ab_words_from_le_bytes(n, num_words, message, 8 * num_words);
    ab_words_from_le_bytes(s->a, num_words, message + 100, 8 * num_words);
    ab_words_from_le_bytes(s->b, num_words, message + 301, 8 * num_words);
    ab_words_from_le_bytes(s->e, num_words, message + 502, 8 * num_words);
    n[0] |= 1;
    n[num_words - 1] |= (uint64_t)1 << 63;
    s->a[num_words - 1] &= UINT64_MAX >> 1;
    s->b[num_words - 1] &= UINT64_MAX >> 1;
    s->m = ab_modulus_new(&products, n, num_words);
    return s->m != NULL;
}

static int is_right(const uint64_t *got, size_t num_words, uint64_t fold)
{
    return ab_kat_fold((const uint8_t *)got, 8 * num_words) == fold;
}

static int products_of_size(const struct ab_bignum_kernels *k, const struct answers *want)
{
    struct numbers s;
    uint64_t product[MAX_KAT_WORDS], square[MAX_KAT_WORDS];

    if (!set_numbers(&s, k, want->num_words))
        return 0;
    ab_mod_mont_mul(s.m, product, s.a, s.b);
    ab_mod_mont_sqr(s.m, square, s.a);
    ab_modulus_free(s.m);
    return is_right(product, want->num_words, want->product) && is_right(square, want->num_words, want->square);
}

/* Powers of a and of b in turn, as many as the method takes at once. */
static int powers_of_size(const struct ab_power_kernels *p, const struct ab_bignum_kernels *k,
                          const struct answers *want)
{
    uint64_t result[MAX_WIDTH][MAX_KAT_WORDS];
    size_t num_bits = want->num_words > SMALL_WORDS ? SHORT_BITS : want->num_words == 1 ? 64 : LONG_BITS;
    struct ab_power powers[MAX_WIDTH];
    struct numbers s;
    int ok;

    if (!set_numbers(&s, k, want->num_words))
        return 0;
    for (size_t i = 0; i < p->width; i++)
        powers[i] = (struct ab_power){ result[i], i % 2 == 0 ? s.a : s.b, s.e, s.m->n, s.m->rr, s.m->n_inverse };
    ok = p->run(powers, want->num_words, num_bits);
    for (size_t i = 0; ok && i < p->width; i++)
        ok = is_right(result[i], want->num_words, i % 2 == 0 ? want->power_of_a : want->power_of_b);
    if (ok && p->run_public != NULL)
        ok = p->run_public(powers, want->num_words, PUBLIC_EXPONENT)
             && is_right(result[0], want->num_words, want->public_power_of_a);
    ab_modulus_free(s.m);
    return ok;
}

int ab_bignum_kat(const struct ab_bignum_kernels *k, size_t max_words)
{
    int ok = 1;

    for (size_t i = 0; ok && i < NUM_SIZES && answers[i].num_words <= max_words; i++)
        ok = products_of_size(k, &answers[i]);
    return ok;
}

int ab_power_kat(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before,
                 const struct ab_bignum_kernels *k, size_t max_words)
{
    const struct answers *smallest = NULL;
    unsigned num = 0;
    int ok = 1;

    for (size_t i = 0; ok && i < NUM_SIZES; i++) {
        if (smallest == NULL && p->has_size(answers[i].num_words))
            smallest = &answers[i];
        if (answers[i].num_words <= max_words && !ab_power_is_idle_at(p, before, answers[i].num_words)) {
            ok = powers_of_size(p, k, &answers[i]);
            num++;
        }
    }
    return num > 0 || smallest == NULL ? ok : powers_of_size(p, k, smallest);
}

static const char *products_name(unsigned member)
{
    (void)member;
    return "modular products";
}

static int products_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    const struct ab_bignum_kernels *kernels = ab_bignum_kernels_list[i];

    (void)member;
    if (kernels == NULL)
        return 0;
    *out = (struct ab_implementation){ .needs = kernels->needs, .kernels = kernels };
    return 1;
}

static int products_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)support;
    return ab_bignum_kat(kernels, AB_KAT_MAX_WORDS);
}

static int products_first_use_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)support;
    return ab_bignum_kat(kernels, AB_KAT_FIRST_USE_WORDS);
}

const struct ab_family_kind ab_products_kind = {
    .name = products_name,
    .get = products_get,
    .self_test = products_self_test,
    .first_use_test = products_first_use_test,
    .fallback_serves = 1,
};

static const char *powers_name(unsigned member)
{
    (void)member;
    return "modular powers";
}

static int powers_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    const struct ab_power_kernels *kernels = ab_power_kernels_list[i];

    (void)member;
    if (kernels == NULL)
        return 0;
    *out = (struct ab_implementation){ .needs = kernels->needs, .kernels = kernels };
    return 1;
}

/* Test the method at every size it has. */
static int powers_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    const struct ab_power_kernels *const none = NULL;

    (void)member;
    return ab_power_kat(kernels, &none, support->bignum.kernels, AB_KAT_MAX_WORDS);
}

const struct ab_family_kind ab_powers_kind = {
    .name = powers_name,
    .get = powers_get,
    .self_test = powers_self_test,
    .tested_with_bignum = 1,
    .fallback_serves = 1,
};

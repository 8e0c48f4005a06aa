/* Bases that are raised to many powers: count their uses, and build a comb for a base once that is worth it. */
#include <stdlib.h>

#include "crypto/ffc/ffc.h"

/*
 * Microseconds on Zen 5, by a power and by a comb. With IFMA: 15.3 and 10.9 for exponents of 160 bits modulo 16 words,
 * 38 and 54 for 256 bits modulo 32 words, 91 and 126 for 275 bits modulo 48 words. Without IFMA: 31 and 11, 177 and 54,
 * 396 and 126.
 */
enum { USES_BEFORE_COMB = 2, SHORT_WORDS = 16 };

static int does_comb_pay(const struct ab_modulus *m)
{
    return m->num_words <= SHORT_WORDS || !ab_mod_exp_outruns_products(m);
}

void ab_ffc_base_init(struct ab_ffc_base *b, const uint64_t *value, size_t num_bits)
{
    b->value = value;
    b->num_bits = num_bits;
    atomic_init(&b->uses, 0);
    atomic_init(&b->comb, NULL);
}

void ab_ffc_base_clear(struct ab_ffc_base *b)
{
    free(atomic_exchange(&b->comb, NULL));
}

/* Threads that race may each make a comb; keep the first. */
static const struct ab_comb *make_comb(struct ab_ffc_base *b, const struct ab_modulus *m)
{
    struct ab_comb *made = ab_comb_new(m, b->value, b->num_bits), *there = NULL;

    if (made == NULL || atomic_compare_exchange_strong(&b->comb, &there, made))
        return made;
    free(made);
    return there;
}

const struct ab_comb *ab_ffc_base_use(struct ab_ffc_base *b, const struct ab_modulus *m, size_t num_bits)
{
    const struct ab_comb *comb = atomic_load_explicit(&b->comb, memory_order_acquire);

    if (num_bits > b->num_bits || !does_comb_pay(m))
        return NULL;
    if (comb == NULL && atomic_fetch_add_explicit(&b->uses, 1, memory_order_relaxed) >= USES_BEFORE_COMB)
        comb = make_comb(b, m);
    return comb;
}

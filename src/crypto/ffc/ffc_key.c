/* Keys of DSA and Diffie-Hellman: generation of a private key and computation of a public one. */
#include <string.h>

#include "crypto/ffc/ffc.h"
#include "ct/ct.h"

/* Draw num_bits random bits into as many words as p has. */
static int draw(const struct ab_ffc *f, uint64_t *x, size_t num_bits, const struct ab_random_source *random)
{
    size_t num = (num_bits + 63) / 64;

    memset(x, 0, f->p->num_words * sizeof(*x));
    if (!random->bytes(random->arg, (uint8_t *)x, num * sizeof(*x)))
        return 0;
    if (num_bits % 64 != 0)
        x[num - 1] &= ~(uint64_t)0 >> (64 - num_bits % 64);
    return 1;
}

/* Whether a candidate is accepted is public: it says nothing about the accepted one. */
static int is_in_range(const struct ab_ffc *f, const uint64_t *x)
{
    uint64_t good = ~ab_words_is_zero(x, f->q->num_words) & ab_words_lt(x, f->q->n, f->q->num_words);

    AB_PUBLIC(&good, sizeof(good));
    return good != 0;
}

/* Every candidate but 0 is in 0 < x < 2^num_bits, so only x < q remains to be checked. */
int ab_ffc_draw_private(const struct ab_ffc *f, uint64_t *x, size_t num_bits, const struct ab_random_source *random)
{
    do {
        if (!draw(f, x, num_bits, random))
            return 0;
    } while (!is_in_range(f, x));
    return 1;
}

int ab_ffc_draw_private_of_bits(const struct ab_ffc *f, uint64_t *x, size_t num_bits,
                                const struct ab_random_source *random)
{
    if (!draw(f, x, num_bits, random))
        return 0;
    x[(num_bits - 1) / 64] |= (uint64_t)1 << (num_bits - 1) % 64;
    return 1;
}

int ab_ffc_public(struct ab_ffc *f, uint64_t *y, const uint64_t *x, size_t num_bits)
{
    struct ab_comb_power power = { ab_ffc_base_use(&f->g, f->p, num_bits), x };

    if (power.comb != NULL)
        return ab_comb_exp(f->p, y, &power);
    return ab_mod_exp(f->p, y, f->g_value, x, num_bits);
}

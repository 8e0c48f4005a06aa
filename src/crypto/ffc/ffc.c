#include "crypto/ffc/ffc.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"

enum { MIN_BITS = 64 };

static size_t words_of_bits(size_t bits)
{
    return (bits + 63) / 64;
}

/* 1 < g < p; g_words may be less or more than p's. */
static int is_generator(const struct ab_ffc_numbers *n, size_t p_bits)
{
    size_t g_bits = ab_words_num_bits(n->g, n->g_words);

    if (g_bits < 2 || g_bits > p_bits)
        return 0;
    return g_bits < p_bits || ab_words_lt(n->g, n->p, words_of_bits(p_bits)) != 0;
}

static int is_plausible(const struct ab_ffc_numbers *n, size_t p_bits, size_t q_bits)
{
    return p_bits >= MIN_BITS && p_bits <= AB_FFC_MAX_BITS && (n->p[0] & 1) != 0 && is_generator(n, p_bits)
           && (n->q == NULL || (q_bits >= 2 && q_bits < p_bits && (n->q[0] & 1) != 0));
}

static struct ab_ffc *make(const struct ab_bignum *b, const struct ab_ffc_numbers *n, size_t p_bits, size_t q_bits)
{
    size_t num = words_of_bits(p_bits);
    struct ab_ffc *f = calloc(1, sizeof(*f) + num * sizeof(f->g_value[0]));

    if (f == NULL)
        return NULL;
    atomic_init(&f->references, 1);
    atomic_init(&f->order_checked, 0);
    f->p_bits = p_bits;
    f->q_bits = q_bits;
    f->p = ab_modulus_new(b, n->p, num);
    if (q_bits != 0)
        f->q = ab_modulus_new(b, n->q, words_of_bits(q_bits));
    memcpy(f->g_value, n->g, words_of_bits(ab_words_num_bits(n->g, n->g_words)) * sizeof(f->g_value[0]));
    if (f->p != NULL && (q_bits == 0 || f->q != NULL))
        return f;
    ab_ffc_free(f);
    return NULL;
}

struct ab_ffc *ab_ffc_new(const struct ab_bignum *b, const struct ab_ffc_numbers *n, size_t exponent_bits)
{
    size_t p_bits = ab_words_num_bits(n->p, n->p_words);
    size_t q_bits = n->q == NULL ? 0 : ab_words_num_bits(n->q, n->q_words);
    struct ab_ffc *f = is_plausible(n, p_bits, q_bits) ? make(b, n, p_bits, q_bits) : NULL;

    if (f == NULL)
        return NULL;
    if (exponent_bits == 0 || exponent_bits > p_bits)
        exponent_bits = q_bits != 0 ? q_bits : p_bits;
    ab_ffc_base_init(&f->g, f->g_value, exponent_bits);
    return f;
}

struct ab_ffc *ab_ffc_hold(struct ab_ffc *f)
{
    atomic_fetch_add_explicit(&f->references, 1, memory_order_relaxed);
    return f;
}

void ab_ffc_free(struct ab_ffc *f)
{
    if (f == NULL || atomic_fetch_sub_explicit(&f->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_ffc_base_clear(&f->g);
    ab_modulus_free(f->p);
    ab_modulus_free(f->q);
    free(f);
}

size_t ab_ffc_words(const struct ab_ffc *f)
{
    return f->p->num_words;
}

size_t ab_ffc_p_bits(const struct ab_ffc *f)
{
    return f->p_bits;
}

size_t ab_ffc_q_bits(const struct ab_ffc *f)
{
    return f->q_bits;
}

/* 1, 0, or -1 without memory */
static int reckon_order(const struct ab_ffc *f)
{
    uint64_t *power = malloc(f->p->num_words * sizeof(*power)), rest;

    if (power == NULL || !ab_mod_exp_public(f->p, power, f->g_value, f->q->n, f->q->num_words)) {
        free(power);
        return -1;
    }
    rest = power[0] ^ 1;
    for (size_t i = 1; i < f->p->num_words; i++)
        rest |= power[i];
    free(power);
    return rest == 0;
}

int ab_ffc_has_order_q(struct ab_ffc *f)
{
    int checked = atomic_load_explicit(&f->order_checked, memory_order_relaxed);
    int found;

    if (checked != 0 || f->q == NULL)
        return checked > 0;
    found = reckon_order(f);
    if (found >= 0)
        atomic_store_explicit(&f->order_checked, found ? 1 : -1, memory_order_relaxed);
    return found > 0;
}

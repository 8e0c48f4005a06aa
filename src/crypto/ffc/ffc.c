/* Domain parameters of DSA and Diffie-Hellman: their moduli and the base g. */
#include "crypto/ffc/ffc.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/ffc/jacobi.h"
#include "ct/ct.h"

enum { MIN_BITS = 64, BLOCK_WORDS = 8 };

static size_t words_of_bits(size_t bits)
{
    return (bits + 63) / 64;
}

/* Return 1 if 1 < g < p. g may have fewer or more words than p. */
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

/*
 * Pad p with zero words to whole blocks, for which arithmetic is fast. (A power of 256 bits on Zen 5 with ADX takes 348
 * microseconds modulo 30 words, 169 modulo 32.)
 */
static struct ab_modulus *make_p(const struct ab_bignum *b, const uint64_t *p, size_t p_bits)
{
    size_t num = (words_of_bits(p_bits) + BLOCK_WORDS - 1) / BLOCK_WORDS * BLOCK_WORDS;
    uint64_t *padded = calloc(num, sizeof(*padded));
    struct ab_modulus *m = NULL;

    if (padded != NULL) {
        memcpy(padded, p, words_of_bits(p_bits) * sizeof(*p));
        m = ab_modulus_new(b, padded, num);
    }
    free(padded);
    return m;
}

static struct ab_ffc *make(const struct ab_bignum *b, const struct ab_ffc_numbers *n, size_t p_bits, size_t q_bits)
{
    struct ab_modulus *p = make_p(b, n->p, p_bits);
    struct ab_ffc *f = p == NULL ? NULL : calloc(1, sizeof(*f) + p->num_words * sizeof(f->g_value[0]));

    if (f == NULL) {
        ab_modulus_free(p);
        return NULL;
    }
    atomic_init(&f->references, 1);
    atomic_init(&f->order_checked, 0);
    f->p_bits = p_bits;
    f->q_bits = q_bits;
    f->p = p;
    if (q_bits != 0)
        f->q = ab_modulus_new(b, n->q, words_of_bits(q_bits));
    memcpy(f->g_value, n->g, words_of_bits(ab_words_num_bits(n->g, n->g_words)) * sizeof(f->g_value[0]));
    if (q_bits == 0 || f->q != NULL)
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

/* Return 1 if the two are the same number; both may have leading zeros. Public. */
static int is_number(const uint64_t *have, size_t num, const uint64_t *a, size_t num_a)
{
    const size_t common = num < num_a ? num : num_a;

    return memcmp(have, a, common * sizeof(*a)) == 0 && ab_words_num_bits(have + common, num - common) == 0
           && ab_words_num_bits(a + common, num_a - common) == 0;
}

int ab_ffc_has_numbers(const struct ab_ffc *f, const struct ab_ffc_numbers *n)
{
    if (!is_number(f->p->n, f->p->num_words, n->p, n->p_words)
        || !is_number(f->g_value, f->p->num_words, n->g, n->g_words))
        return 0;
    if (f->q == NULL || n->q == NULL)
        return f->q == NULL && n->q == NULL;
    return is_number(f->q->n, f->q->num_words, n->q, n->q_words);
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

/* Return 1 if a^q = 1 modulo p, 0 if not, -1 without memory. */
static int has_order_q(const struct ab_ffc *f, const uint64_t *a)
{
    size_t num = f->p->num_words;
    uint64_t *room = calloc(2 * num, sizeof(*room)), *power;
    int ok = -1;

    if (room == NULL)
        return -1;
    power = room + num;
    memcpy(room, f->q->n, f->q->num_words * sizeof(*room));
    if (ab_mod_exp(f->p, power, a, room, f->q_bits))
        ok = power[0] == 1 && ab_words_is_zero(power + 1, num - 1) != 0;
    free(room);
    return ok;
}

int ab_ffc_has_order_q(struct ab_ffc *f)
{
    int checked = atomic_load_explicit(&f->order_checked, memory_order_relaxed);
    int found;

    if (checked != 0 || f->q == NULL)
        return checked > 0;
    found = has_order_q(f, f->g_value);
    if (found >= 0)
        atomic_store_explicit(&f->order_checked, found ? 1 : -1, memory_order_relaxed);
    return found > 0;
}

uint64_t ab_ffc_is_trivial(const struct ab_ffc *f, const uint64_t *a)
{
    const uint64_t *p = f->p->n;
    uint64_t high = 0, differ = a[0] ^ p[0] ^ 1;

    for (size_t i = 1; i < f->p->num_words; i++) {
        high |= a[i];
        differ |= a[i] ^ p[i];
    }
    return ab_ct_is_zero(high | (a[0] & ~(uint64_t)1)) | ab_ct_is_zero(differ);
}

int ab_ffc_check_public(const struct ab_ffc *f, const uint64_t *y, int is_safe_prime)
{
    int symbol = 0;

    if (f->q == NULL || !ab_words_lt(y, f->p->n, f->p->num_words) || ab_ffc_is_trivial(f, y))
        return 0;
    if (is_safe_prime)
        return ab_jacobi_public(&symbol, y, f->p->n, f->p->num_words) && symbol == 1;
    return has_order_q(f, y) > 0;
}

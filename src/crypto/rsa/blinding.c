/* Blinding of private operations of RSA: see blinding.h. */
#include "crypto/rsa/blinding.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "ct/ct.h"

/*
 * A few places, each empty or with a blinding. A thread takes a blinding by an atomic exchange with NULL, so no two
 * threads hold the same one, and none waits for another.
 */
enum { NUM_PLACES = 8, MAX_USES = 64 };

struct ab_rsa_blindings {
    size_t num_words;
    struct ab_rsa_blinding *_Atomic place[NUM_PLACES];
};

struct ab_rsa_blindings *ab_rsa_blindings_new(size_t num_words)
{
    struct ab_rsa_blindings *b = malloc(sizeof(*b));

    if (b == NULL)
        return NULL;
    b->num_words = num_words;
    for (size_t i = 0; i < NUM_PLACES; i++)
        atomic_init(&b->place[i], NULL);
    return b;
}

static size_t blinding_len(size_t num_words)
{
    return sizeof(struct ab_rsa_blinding) + 2 * num_words * sizeof(uint64_t);
}

static void discard(struct ab_rsa_blinding *blinding, size_t num_words)
{
    if (blinding == NULL)
        return;
    ab_wipe(blinding, blinding_len(num_words));
    free(blinding);
}

void ab_rsa_blindings_free(struct ab_rsa_blindings *b)
{
    if (b == NULL)
        return;
    for (size_t i = 0; i < NUM_PLACES; i++)
        discard(atomic_load(&b->place[i]), b->num_words);
    free(b);
}

/* Draw a random r below n with an inverse. One without has a factor in common with n, which chance does not find. */
static int choose(struct ab_rsa_blinding *blinding, const struct ab_modulus *n, const struct ab_random_source *random)
{
    uint64_t *r = blinding->factor, exists;

    if (!random->bytes(random->arg, (uint8_t *)r, n->num_words * sizeof(*r)))
        return -1;
    AB_SECRET(r, n->num_words * sizeof(*r));
    if (!ab_mod_reduce(n, r, r, n->num_words) || !ab_mod_inverse(n, blinding->inverse, r, &exists))
        return 0;
    AB_PUBLIC(&exists, sizeof(exists));
    return exists != 0 ? 1 : -1;
}

static int make(struct ab_rsa_blinding **made, const struct ab_modulus *n, const uint64_t *e, size_t num_e,
                const struct ab_random_source *random)
{
    struct ab_rsa_blinding *blinding = malloc(blinding_len(n->num_words));
    int result;

    if (blinding == NULL)
        return 0;
    blinding->num_uses = 0;
    blinding->factor = (uint64_t *)(blinding + 1);
    blinding->inverse = blinding->factor + n->num_words;
    result = choose(blinding, n, random);
    if (result == 1 && !ab_mod_exp_public(n, blinding->factor, blinding->factor, e, num_e))
        result = 0;
    if (result != 1) {
        discard(blinding, n->num_words);
        return result;
    }
    ab_mod_to_mont(n, blinding->factor, blinding->factor);
    ab_mod_to_mont(n, blinding->inverse, blinding->inverse);
    *made = blinding;
    return 1;
}

int ab_rsa_blinding_take(struct ab_rsa_blindings *b, struct ab_rsa_blinding **blinding, const struct ab_modulus *n,
                         const uint64_t *e, size_t num_e, const struct ab_random_source *random)
{
    for (size_t i = 0; i < NUM_PLACES; i++) {
        if (atomic_load_explicit(&b->place[i], memory_order_relaxed) == NULL)
            continue;
        *blinding = atomic_exchange(&b->place[i], NULL);
        if (*blinding != NULL)
            return 1;
    }
    return make(blinding, n, e, num_e, random);
}

void ab_rsa_blinding_give(struct ab_rsa_blindings *b, struct ab_rsa_blinding *blinding, const struct ab_modulus *n)
{
    if (++blinding->num_uses < MAX_USES) {
        ab_mod_mont_sqr(n, blinding->factor, blinding->factor);
        ab_mod_mont_sqr(n, blinding->inverse, blinding->inverse);
        for (size_t i = 0; i < NUM_PLACES && blinding != NULL; i++) {
            struct ab_rsa_blinding *empty = NULL;

            if (atomic_compare_exchange_strong(&b->place[i], &empty, blinding))
                blinding = NULL;
        }
    }
    discard(blinding, n->num_words);
}

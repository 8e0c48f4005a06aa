/* DSA (FIPS 186-4 sec. 4): signatures and their verification. */
#include "afterburner/dsa.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/dsa/nonce.h"
#include "crypto/ffc/ffc.h"
#include "ct/ct.h"

enum { MAX_TRIES = 9 };

size_t ab_dsa_q_words(const struct ab_ffc *f)
{
    return f->q->num_words;
}

int ab_dsa_is_private(const struct ab_ffc *f, const uint64_t *x)
{
    size_t num = f->q->num_words;
    uint64_t good = ab_words_lt(x, f->q->n, num) & ab_words_is_zero(x + num, f->p->num_words - num);

    AB_PUBLIC(&good, sizeof(good));
    return good != 0;
}

/* ---- signing ---- */

/* Memory for one signature: the first two numbers have as many words as p, the others as q. */
struct signing {
    uint64_t *k, *power, *inverse, *m;
    size_t len; /* bytes of the whole block */
};

static int signing_new(struct signing *s, const struct ab_ffc *f)
{
    size_t p_words = f->p->num_words, q_words = f->q->num_words;

    s->len = (2 * p_words + 2 * q_words) * sizeof(uint64_t);
    s->k = calloc(1, s->len);
    if (s->k == NULL)
        return 0;
    s->power = s->k + p_words;
    s->inverse = s->power + p_words;
    s->m = s->inverse + q_words;
    return 1;
}

static void signing_free(struct signing *s)
{
    ab_wipe(s->k, s->len);
    free(s->k);
}

/* r = (g^k modulo p) modulo q, s = (m + x r) / k modulo q: FIPS 186-4 sec. 4.6. */
static int sign_once(struct ab_ffc *f, const struct ab_dsa_signature *sig, const uint64_t *x, const struct signing *t)
{
    const struct ab_modulus *q = f->q;
    uint64_t exists;

    if (!ab_ffc_public(f, t->power, t->k, f->q_bits) || !ab_mod_reduce(q, sig->r, t->power, f->p->num_words)
        || !ab_mod_inverse(q, t->inverse, t->k, &exists))
        return 0;
    ab_mod_mul(q, sig->s, sig->r, x);
    ab_mod_add(q, sig->s, sig->s, t->m);
    ab_mod_mul(q, sig->s, sig->s, t->inverse);
    return 1;
}

/* The signature becomes public. */
static int is_complete(const struct ab_ffc *f, const struct ab_dsa_signature *sig)
{
    size_t num = f->q->num_words;

    AB_PUBLIC(sig->r, num * sizeof(uint64_t));
    AB_PUBLIC(sig->s, num * sizeof(uint64_t));
    return !ab_words_is_zero(sig->r, num) && !ab_words_is_zero(sig->s, num);
}

static int sign_with(struct ab_ffc *f, const struct ab_dsa_signature *sig, struct ab_dsa_nonces *n)
{
    struct signing t;
    int ok = 0, tries = 0;

    if (!signing_new(&t, f))
        return 0;
    if (ab_dsa_nonces_begin(n) && ab_dsa_digest_number(f->q, f->q_bits, t.m, n->digest))
        do
            ok = ab_dsa_nonces_next(n, t.k) && sign_once(f, sig, n->x, &t);
        while (ok && !is_complete(f, sig) && ++tries < MAX_TRIES);
    signing_free(&t);
    return ok && tries < MAX_TRIES;
}

int ab_dsa_sign(struct ab_ffc *f, const struct ab_dsa_signature *sig, const uint64_t *x, const struct ab_dsa_digest *d,
                const struct ab_hash *sha512, const struct ab_random_source *random)
{
    struct ab_dsa_nonces n = { .q = f->q, .q_bits = f->q_bits, .hash = sha512, .random = random, .x = x, .digest = d };

    return sign_with(f, sig, &n);
}

int ab_dsa_sign_deterministic(struct ab_ffc *f, const struct ab_dsa_signature *sig, const uint64_t *x,
                              const struct ab_dsa_digest *d, const struct ab_hash *hash)
{
    struct ab_dsa_nonces n = { .q = f->q, .q_bits = f->q_bits, .hash = hash, .x = x, .digest = d };
    int ok = sign_with(f, sig, &n);

    ab_wipe(&n, sizeof(n));
    return ok;
}

/* ---- verification; all of it is public ---- */

struct ab_dsa_public {
    struct ab_ffc *group;
    struct ab_ffc_base y;
    uint64_t value[];
};

struct ab_dsa_public *ab_dsa_public_new(struct ab_ffc *f, const uint64_t *y)
{
    size_t len = f->p->num_words * sizeof(*y);
    struct ab_dsa_public *key;

    if (f->q == NULL || !ab_words_lt(y, f->p->n, f->p->num_words) || (key = malloc(sizeof(*key) + len)) == NULL)
        return NULL;
    key->group = ab_ffc_hold(f);
    memcpy(key->value, y, len);
    ab_ffc_base_init(&key->y, key->value, f->q_bits);
    return key;
}

void ab_dsa_public_free(struct ab_dsa_public *key)
{
    if (key == NULL)
        return;
    ab_ffc_base_clear(&key->y);
    ab_ffc_free(key->group);
    free(key);
}

/* Compute both powers at once. */
static int pair_product(struct ab_dsa_public *key, uint64_t *r, const uint64_t *u1, const uint64_t *u2)
{
    const struct ab_modulus *p = key->group->p;
    uint64_t *other = malloc(p->num_words * sizeof(*other));
    int ok = 0;

    if (other != NULL) {
        const struct ab_mod_power powers[2] = { { p, r, key->group->g_value, u1 }, { p, other, key->value, u2 } };

        ok = ab_mod_exp_pair(powers, key->group->q_bits);
        ab_mod_mul(p, r, r, other);
    }
    free(other);
    return ok;
}

/* r = g^u1 y^u2 modulo p; u1 and u2 have as many words as p. */
static int joint_power(struct ab_dsa_public *key, uint64_t *r, const uint64_t *u1, const uint64_t *u2)
{
    struct ab_ffc *f = key->group;
    struct ab_comb_power powers[2] = { { NULL, u1 }, { NULL, u2 } };

    if (ab_mod_exp_outruns_products(f->p))
        return pair_product(key, r, u1, u2);
    powers[0].comb = ab_ffc_base_use(&f->g, f->p, f->q_bits);
    powers[1].comb = ab_ffc_base_use(&key->y, f->p, f->q_bits);
    if (powers[0].comb != NULL && powers[1].comb != NULL && powers[0].comb->num_bits == powers[1].comb->num_bits)
        return ab_comb_exp_joint_public(f->p, r, powers);
    return ab_mod_exp_joint_public(f->p, r, f->g_value, u1, key->value, u2, f->q->num_words);
}

/*
 * FIPS 186-4 sec. 4.7, with r and s in range: v = (g^(m / s) y^(r / s) modulo p) modulo q. room: zeros, 3 of p and 2 of
 * q.
 */
static int verify_with(struct ab_dsa_public *key, const struct ab_dsa_signature *sig, const struct ab_dsa_digest *d,
                       uint64_t *room, int *failed)
{
    const struct ab_modulus *p = key->group->p, *q = key->group->q;
    uint64_t *u1 = room, *u2 = u1 + p->num_words, *power = u2 + p->num_words, *m = power + p->num_words;
    uint64_t *w = m + q->num_words, exists = 0;

    if (!ab_dsa_digest_number(q, key->group->q_bits, m, d) || !ab_mod_inverse(q, w, sig->s, &exists) || !exists) {
        *failed = 1;
        return 0;
    }
    ab_mod_mul(q, u1, m, w);
    ab_mod_mul(q, u2, sig->r, w);
    *failed = !joint_power(key, power, u1, u2) || !ab_mod_reduce(q, m, power, p->num_words);
    return !*failed && ab_words_eq(m, sig->r, q->num_words);
}

static int is_in_range(const struct ab_modulus *q, const uint64_t *a)
{
    return !ab_words_is_zero(a, q->num_words) && ab_words_lt(a, q->n, q->num_words);
}

int ab_dsa_verify(struct ab_dsa_public *key, const struct ab_dsa_signature *sig, const struct ab_dsa_digest *d,
                  int *failed)
{
    const struct ab_modulus *p = key->group->p, *q = key->group->q;
    uint64_t *room;
    int ok;

    *failed = 0;
    if (!is_in_range(q, sig->r) || !is_in_range(q, sig->s))
        return 0;
    room = calloc(3 * p->num_words + 2 * q->num_words, sizeof(*room));
    *failed = room == NULL;
    ok = room != NULL && verify_with(key, sig, d, room, failed);
    free(room);
    return ok;
}

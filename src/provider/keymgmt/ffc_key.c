/* Keys of DSA, DH and DHX: the default provider's key data, and native numbers read from it. */
#include "provider/keymgmt/ffc_key.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/gains.h"
#include "provider/health.h"
#include "provider/keep_first.h"
#include "provider/keymgmt/ffc_groups.h"
#include "provider/param.h"

/*
 * The default provider refuses keys below MIN_DH_BITS. From GAP_BITS to GAP_END it is faster (0.66 to 0.97 on Zen 5
 * with ADX).
 */
enum { MIN_DH_BITS = 512, GAP_BITS = 513, GAP_END = 768 };

/* In place of numbers that our arithmetic does not support. */
static const struct ab_ffc_native not_ours = { 0 };

static void wipe_free(uint64_t *words, size_t num)
{
    ab_wipe(words, words == NULL ? 0 : num * sizeof(*words));
    free(words);
}

static void native_free(void *made)
{
    struct ab_ffc_native *n = made;

    if (n == NULL || n == &not_ours)
        return;
    if (n->x != NULL)
        wipe_free(n->x, ab_ffc_words(n->group));
    free(n->y);
    ab_dsa_public_free(n->verifier);
    ab_ffc_free(n->group);
    free(n);
}

/* ---- the key ---- */

struct ab_ffc_key *ab_ffc_key_new(struct ab_provctx *prov, enum ab_key_type type)
{
    struct ab_ffc_key *key = ab_alloc_zeros(prov, sizeof(*key), "key");

    if (key == NULL)
        return NULL;
    ab_twin_init(&key->twin, prov, type);
    atomic_init(&key->references, 1);
    return key;
}

struct ab_ffc_key *ab_ffc_key_hold(struct ab_ffc_key *key)
{
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

void ab_ffc_key_forget_native(struct ab_ffc_key *key)
{
    native_free(atomic_exchange(&key->native, NULL));
}

void ab_ffc_key_free(struct ab_ffc_key *key)
{
    if (key == NULL || atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_ffc_key_forget_native(key);
    ab_twin_clear(&key->twin);
    free(key);
}

int ab_ffc_key_public(const struct ab_ffc_key *key, uint64_t *y, size_t num)
{
    OSSL_PARAM params[] = { OSSL_PARAM_BN(OSSL_PKEY_PARAM_PUB_KEY, (unsigned char *)y, num * sizeof(*y)),
                            OSSL_PARAM_END };

    params[0].return_size = OSSL_PARAM_UNMODIFIED;
    return ab_twin_get_params(&key->twin, params) && params[0].return_size != OSSL_PARAM_UNMODIFIED;
}

/* ---- from the twin's numbers to ours ---- */

struct number {
    uint64_t *words; /* NULL: absent */
    size_t num;
};

/* What the twin exports. x is secret. */
struct exported {
    struct number p, q, g, x, y;
    int group, length; /* group -1: no name; length 0: not set */
};

static int take_number(struct number *n, const OSSL_PARAM params[], const char *key)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, key);

    if (p == NULL)
        return 1;
    n->num = AB_WORDS(p->data_size == 0 ? 1 : p->data_size);
    n->words = calloc(n->num, sizeof(*n->words));
    return n->words != NULL && p->data_type == OSSL_PARAM_UNSIGNED_INTEGER
           && ab_words_from_le_bytes(n->words, n->num, p->data, p->data_size);
}

static int take_length(int *length, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PKEY_PARAM_DH_PRIV_LEN);

    return p == NULL || ab_param_get_int(p, length);
}

static int take_group(int *group, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PKEY_PARAM_GROUP_NAME);
    const char *name;

    *group = -1;
    if (p == NULL)
        return 1;
    if (!ab_param_get_utf8(p, &name) || name == NULL)
        return 0;
    *group = ab_ffc_group_find(name);
    return 1;
}

static int take(const OSSL_PARAM params[], void *arg)
{
    struct exported *t = arg;

    return take_number(&t->p, params, OSSL_PKEY_PARAM_FFC_P) && take_number(&t->q, params, OSSL_PKEY_PARAM_FFC_Q)
           && take_number(&t->g, params, OSSL_PKEY_PARAM_FFC_G) && take_number(&t->x, params, OSSL_PKEY_PARAM_PRIV_KEY)
           && take_number(&t->y, params, OSSL_PKEY_PARAM_PUB_KEY) && take_group(&t->group, params)
           && take_length(&t->length, params);
}

static void exported_free(struct exported *t)
{
    free(t->p.words);
    free(t->q.words);
    free(t->g.words);
    free(t->y.words);
    wipe_free(t->x.words, t->x.num);
}

static struct ab_ffc *make_group(struct ab_provctx *prov, const struct exported *t, size_t usual_bits)
{
    const struct ab_ffc_numbers n = { t->p.words, t->q.words, t->g.words, t->p.num, t->q.num, t->g.num };
    const struct ab_bignum *b = ab_health_ffc(prov);

    if (t->p.words == NULL || t->g.words == NULL || b == NULL)
        return NULL;
    return t->group >= 0 ? ab_ffc_group_hold(prov, t->group, b, &n) : ab_ffc_new(b, &n, usual_bits);
}

/* For DSA, the groups that the default provider verifies with, which are all that the standards define. */
static int is_group_ours(enum ab_key_type type, const struct ab_ffc *f)
{
    size_t p = ab_ffc_p_bits(f), q = ab_ffc_q_bits(f);

    if ((p >= GAP_BITS && p <= GAP_END) || p > ab_power_most_bits())
        return 0;
    return type == AB_KEY_DSA ? q == 160 || q == 224 || q == 256 : p >= MIN_DH_BITS;
}

/*
 * Convert to as many words as p has. NULL if the number is longer or memory is out. Secret; only the result is public.
 */
static uint64_t *fit(const struct ab_ffc *f, const struct number *a)
{
    size_t num = ab_ffc_words(f), common = a->num < num ? a->num : num;
    uint64_t *r = calloc(num, sizeof(*r));

    if (r != NULL && ab_words_is_zero(a->words + common, a->num - common)) {
        memcpy(r, a->words, common * sizeof(*r));
        return r;
    }
    free(r);
    return NULL;
}

static int is_below_2_to(const uint64_t *x, size_t num, size_t bits)
{
    uint64_t above = 0;

    for (size_t i = bits / 64; i < num; i++)
        above |= i == bits / 64 ? x[i] >> bits % 64 : x[i];
    return ab_ct_is_zero(above) != 0;
}

/*
 * The number of significant bits of the private key: that of the group's private keys if this one has the same;
 * otherwise that of q; otherwise the key's length in words, which OpenSSL does not hide either.
 */
static size_t private_bits(const struct ab_ffc_native *n)
{
    size_t words = ab_ffc_words(n->group), bits = 64 * words;

    if (n->usual_bits != 0 && is_below_2_to(n->x, words, n->usual_bits))
        return n->usual_bits;
    if (ab_ffc_q_bits(n->group) != 0 && is_below_2_to(n->x, words, ab_ffc_q_bits(n->group)))
        return ab_ffc_q_bits(n->group);
    while (bits > 64 && is_below_2_to(n->x, words, bits - 64))
        bits -= 64;
    return bits;
}

/* DSA computes modulo q. */
static int is_private_ours(enum ab_key_type type, const struct ab_ffc_native *n)
{
    return type != AB_KEY_DSA || ab_dsa_is_private(n->group, n->x);
}

static int take_pair(enum ab_key_type type, struct ab_ffc_native *n, const struct exported *t)
{
    if (t->y.words != NULL && (n->y = fit(n->group, &t->y)) == NULL)
        return 0;
    if (n->y != NULL && type == AB_KEY_DSA && (n->verifier = ab_dsa_public_new(n->group, n->y)) == NULL)
        return 0;
    if (t->x.words == NULL || (n->x = fit(n->group, &t->x)) == NULL)
        return t->x.words == NULL;
    n->x_bits = private_bits(n);
    return is_private_ours(type, n);
}

/* Returns &not_ours if our arithmetic does not support the key. */
static void *make_native(const struct ab_ffc_key *key)
{
    struct ab_ffc_native *n = calloc(1, sizeof(*n));
    struct exported t = { .group = -1 };
    int ok = n != NULL && ab_twin_export(&key->twin, OSSL_KEYMGMT_SELECT_ALL, take, &t);

    if (ok) {
        n->is_named = t.group >= 0;
        n->usual_bits = n->is_named ? ab_ffc_group_name(t.group)->private_bits : t.length > 0 ? (size_t)t.length : 0;
        n->group = make_group(key->twin.prov, &t, n->usual_bits);
        ok = n->group != NULL && is_group_ours(key->twin.type, n->group) && take_pair(key->twin.type, n, &t);
    }
    exported_free(&t);
    if (ok)
        return n;
    native_free(n);
    return (void *)&not_ours;
}

const struct ab_ffc_native *ab_ffc_key_native(struct ab_ffc_key *key)
{
    void *native = atomic_load_explicit(&key->native, memory_order_acquire);

    if (native == NULL)
        native = ab_keep_first(&key->native, make_native(key), native_free);
    return native == &not_ours ? NULL : native;
}

int ab_ffc_key_adopt_pair(struct ab_ffc_key *key, const struct ab_ffc_native *like, uint64_t *x, size_t x_bits,
                          uint64_t *y)
{
    struct ab_ffc_native *n = malloc(sizeof(*n));

    if (n == NULL) {
        wipe_free(x, ab_ffc_words(like->group));
        free(y);
        return 0;
    }
    *n = (struct ab_ffc_native){ ab_ffc_hold(like->group), like->is_named, like->usual_bits, x, x_bits, y, NULL };
    if (key->twin.type == AB_KEY_DSA)
        n->verifier = ab_dsa_public_new(n->group, y);
    if (key->twin.type != AB_KEY_DSA || n->verifier != NULL)
        return ab_keep_first(&key->native, n, native_free) == n;
    native_free(n);
    return 0;
}

/*
 * Generation of DSA, DH and DHX keys: collect the requested parameters, and generate a pair here if possible, otherwise
 * by the default provider.
 */
#include "provider/keymgmt/ffc_gen.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/keymgmt/ffc_groups.h"
#include "provider/keymgmt/ffc_key.h"
#include "provider/param.h"

enum { PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR, PARAMETERS = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS, MAX_TOLD = 24 };
enum { MIN_BITS_186_4 = 2048 }; /* of p; for shorter ones the default provider uses FIPS 186-2 for DSA */

struct ab_ffc_gen {
    struct ab_twin_gen twin; /* is given all that this one is given */
    int selection;
    struct ab_ffc_key *parameters; /* the template, or a key with the parameters of a named group; NULL: none */
    bool has_group;                /* these are of a named group */
    bool is_unusual;               /* only the default provider supports what was requested */
    int is_legacy;                 /* mark the pair as of FIPS 186-2, as the default provider does */
    int length;                    /* bits of the private key; 0: default */
};

void ab_ffc_gen_cleanup(void *genctx)
{
    struct ab_ffc_gen *g = genctx;

    if (g == NULL)
        return;
    ab_ffc_key_free(g->parameters);
    ab_twin_gen_cleanup(&g->twin);
    free(g);
}

/* ---- requests ---- */

static int import_group(struct ab_ffc_key *key, const OSSL_PARAM *name)
{
    const OSSL_PARAM params[] = { *name, OSSL_PARAM_END };

    return ab_twin_import(&key->twin, PARAMETERS, params);
}

/* The default provider reads the name of the group. */
static void note_group(struct ab_ffc_gen *g, const OSSL_PARAM *p)
{
    struct ab_ffc_key *key = g->parameters != NULL ? NULL : ab_ffc_key_new(g->twin.prov, g->twin.type);

    if (key != NULL && import_group(key, p)) {
        g->parameters = key;
        g->has_group = true;
        return;
    }
    ab_ffc_key_free(key);
    g->is_unusual = true;
}

/* Sizes concern parameters; for a pair they only determine its mark. */
static int note_size(struct ab_ffc_gen *g, const OSSL_PARAM *p)
{
    size_t bits;

    if (ab_param_is(p, OSSL_PKEY_PARAM_FFC_QBITS))
        return 1;
    if (!ab_param_is(p, OSSL_PKEY_PARAM_FFC_PBITS) || !ab_param_get_size(p, &bits))
        return 0;
    if (g->twin.type == AB_KEY_DSA)
        g->is_legacy = bits < MIN_BITS_186_4;
    return 1;
}

static void note(struct ab_ffc_gen *g, const OSSL_PARAM params[])
{
    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (ab_param_is(p, OSSL_PKEY_PARAM_GROUP_NAME) && g->twin.type != AB_KEY_DSA)
            note_group(g, p);
        else if (note_size(g, p))
            continue;
        else if (!ab_param_is(p, OSSL_PKEY_PARAM_DH_PRIV_LEN) || !ab_param_get_int(p, &g->length) || g->length < 0)
            g->is_unusual = true;
}

int ab_ffc_gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    struct ab_ffc_gen *g = genctx;

    if (g == NULL || !ab_twin_gen_set_params(&g->twin, params))
        return 0;
    note(g, params);
    return 1;
}

struct ab_ffc_gen *ab_ffc_gen_new(struct ab_provctx *prov, enum ab_key_type type, int selection,
                                  const OSSL_PARAM params[])
{
    struct ab_ffc_gen *g = ab_alloc_zeros(prov, sizeof(*g), "key generation");

    if (g == NULL)
        return NULL;
    g->selection = selection;
    g->is_legacy = type == AB_KEY_DHX;
    if (ab_twin_gen_init(&g->twin, prov, type, selection, params)) {
        note(g, params);
        return g;
    }
    free(g);
    return NULL;
}

/* EVP sets the template again for every key of a context. */
int ab_ffc_gen_set_template(void *genctx, void *keydata)
{
    struct ab_ffc_gen *g = genctx;
    struct ab_ffc_key *key = keydata;

    if (g == NULL || key == NULL || !ab_twin_gen_set_template(&g->twin, ab_twin_peek(&key->twin)))
        return 0;
    g->is_unusual |= g->has_group;
    ab_ffc_key_free(g->parameters);
    g->parameters = ab_ffc_key_hold(key);
    return 1;
}

/* ---- a pair by our arithmetic ---- */

/* The lengths of p and q for which the default provider generates pairs: FIPS 186-4 sec. 4.2, SP 800-56A sec. 5.5.1. */
static int is_pair_of_lengths(enum ab_key_type type, size_t p_bits, size_t q_bits)
{
    if (type == AB_KEY_DSA)
        return p_bits >= 1024;
    return (p_bits == 1024 && q_bits == 160) || (p_bits == 2048 && (q_bits == 224 || q_bits == 256));
}

/* Bits of the private key (SP 800-56A sec. 5.6.1.1.1); 0 if the default provider must diagnose an error. */
static size_t private_bits(const struct ab_ffc_gen *g, const struct ab_ffc_native *n)
{
    size_t p = ab_ffc_p_bits(n->group), q = ab_ffc_q_bits(n->group), length = (size_t)g->length;

    if (n->is_named) { /* at least twice the strength, which the default provider knows */
        if (length == 0 || length == n->usual_bits)
            return n->usual_bits;
        return length > n->usual_bits && length <= q ? length : 0;
    }
    if (q == 0)
        return length >= p ? 0 : length == 0 || length > p - 2 ? p - 2 : length;
    return is_pair_of_lengths(g->twin.type, p, q) && ab_ffc_has_order_q(n->group) ? q : 0;
}

static int draw(const struct ab_ffc_gen *g, const struct ab_ffc_native *n, uint64_t *x, size_t num_bits)
{
    const struct ab_random_source *random = &g->twin.prov->random;

    if (ab_ffc_q_bits(n->group) != 0)
        return ab_ffc_draw_private(n->group, x, num_bits, random);
    return ab_ffc_draw_private_of_bits(n->group, x, num_bits, random);
}

/* A key made of the generated pair and of the parameters' exported key. */
struct making {
    struct ab_ffc_key *key;
    OSSL_PARAM list[MAX_TOLD];
    OSSL_PARAM *end;
};

static void add_number(struct making *m, const char *key, const uint64_t *words, size_t num)
{
    *m->end++ = (OSSL_PARAM)OSSL_PARAM_BN(key, (unsigned char *)words, num * sizeof(*words));
}

/* The length of private keys and the way of validation are inherited from the template. */
static int is_inherited(const OSSL_PARAM *p)
{
    return !ab_param_is(p, OSSL_PKEY_PARAM_DH_PRIV_LEN) && !ab_param_is(p, OSSL_PKEY_PARAM_FFC_VALIDATE_LEGACY);
}

static int import_with(const OSSL_PARAM params[], void *arg)
{
    struct making *m = arg;

    for (const OSSL_PARAM *p = params; p->key != NULL; p++) {
        if (m->end == m->list + MAX_TOLD - 1)
            return 0;
        if (is_inherited(p))
            *m->end++ = *p;
    }
    *m->end = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_twin_import(&m->key->twin, PAIR | PARAMETERS, m->list);
}

static int fill_twin(const struct ab_ffc_gen *g, struct ab_ffc_key *key, const struct ab_ffc_native *n,
                     const uint64_t *x, const uint64_t *y)
{
    struct making m = { .key = key };
    int length = g->length, is_legacy = g->is_legacy;

    m.end = m.list;
    *m.end++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_PKEY_PARAM_FFC_VALIDATE_LEGACY, &is_legacy);
    add_number(&m, OSSL_PKEY_PARAM_PUB_KEY, y, ab_ffc_words(n->group));
    add_number(&m, OSSL_PKEY_PARAM_PRIV_KEY, x, ab_ffc_words(n->group));
    if (length != 0)
        *m.end++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_PKEY_PARAM_DH_PRIV_LEN, &length);
    return ab_twin_export(&g->parameters->twin, PARAMETERS, import_with, &m);
}

static int make_pair(struct ab_ffc_gen *g, struct ab_ffc_key *key, const struct ab_ffc_native *n, size_t num_bits)
{
    size_t num = ab_ffc_words(n->group);
    uint64_t *x = calloc(num, sizeof(*x)), *y = calloc(num, sizeof(*y));

    ab_count(g->twin.prov, AB_FAMILY_FFC, AB_COUNTED_GENERATE, 0);
    if (x != NULL && y != NULL && draw(g, n, x, num_bits) && ab_ffc_public(n->group, y, x, num_bits)
        && fill_twin(g, key, n, x, y))
        return ab_ffc_key_adopt_pair(key, n, x, num_bits, y);
    ab_wipe(x, x == NULL ? 0 : num * sizeof(*x));
    free(x);
    free(y);
    AB_RAISE_DETAIL(g->twin.prov, AB_R_OUT_OF_MEMORY, "or of randomness");
    return 0;
}

static const struct ab_ffc_native *usable_parameters(const struct ab_ffc_gen *g)
{
    return g->is_unusual || g->selection != PAIR || g->parameters == NULL ? NULL : ab_ffc_key_native(g->parameters);
}

void *ab_ffc_gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    struct ab_ffc_gen *g = genctx;
    struct ab_ffc_key *key = g == NULL ? NULL : ab_ffc_key_new(g->twin.prov, g->twin.type);
    const struct ab_ffc_native *n = key == NULL ? NULL : usable_parameters(g);
    size_t num_bits = n == NULL ? 0 : private_bits(g, n);

    if (key == NULL)
        return NULL;
    if (num_bits != 0 ? make_pair(g, key, n, num_bits)
                      : ab_twin_adopt(&key->twin, ab_twin_gen(&g->twin, progress, arg)))
        return key;
    ab_ffc_key_free(key);
    return NULL;
}

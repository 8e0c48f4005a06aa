/* Signatures: FIPS 205 sec. 7.1 and 9.2. */
#include <string.h>

#include "afterburner/slhdsa_batch.h"
#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

/* R and what it selects: algorithm 19, lines 1 to 10. From here on the message is not read. */
static void start(const struct ab_slhdsa_key *key, uint8_t *signature, struct ab_slhdsa_selection *s,
                  const struct ab_slhdsa_message *message, const uint8_t *addrnd)
{
    uint8_t r[AB_SLHDSA_MAX_N];

    ab_slhdsa_prf_message(key, r, addrnd == NULL ? key->pk_seed : addrnd, message);
    AB_PUBLIC(r, key->params->n); /* part of the signature */
    ab_slhdsa_select(key, s, r, message);
    memcpy(signature, r, key->params->n);
}

/* Where the parts of a signature are: those of a tree of FORS and of a layer. */
static uint8_t *fors_at(const struct ab_slhdsa_params *params, uint8_t *signature, unsigned tree)
{
    return signature + (1 + tree * (size_t)(1 + params->fors_height)) * params->n;
}

static uint8_t *layer_at(const struct ab_slhdsa_params *params, uint8_t *signature, unsigned layer)
{
    return fors_at(params, signature, params->num_fors) + layer * ab_slhdsa_xmss_len(params);
}

void ab_slhdsa_sign_with(const struct ab_slhdsa_key *key, uint8_t *signature, const struct ab_slhdsa_message *message,
                         const uint8_t *addrnd)
{
    const struct ab_slhdsa_params *params = key->params;
    struct ab_slhdsa_selection s;
    struct ab_slhdsa_place place;
    uint8_t roots[AB_SLHDSA_MAX_FORS * AB_SLHDSA_MAX_N], node[AB_SLHDSA_MAX_N], root[AB_SLHDSA_MAX_N];

    start(key, signature, &s, message, addrnd);
    for (unsigned i = 0; i < params->num_fors; i++)
        ab_slhdsa_fors_sign_tree(key, roots + i * (size_t)params->n, fors_at(params, signature, i), &s, i);
    ab_slhdsa_fors_compress(key, node, &s, roots);
    place = (struct ab_slhdsa_place){ 0, s.tree, s.leaf };
    for (; place.layer < params->d; ab_slhdsa_next_layer(params, &place)) { /* ht_sign, algorithm 12 */
        ab_slhdsa_xmss(key, &place, root, layer_at(params, signature, place.layer), node);
        memcpy(node, root, params->n);
    }
}

/* ---- in parts ---- */

void ab_slhdsa_begin(struct ab_slhdsa_signing *s, const struct ab_slhdsa_key *key, uint8_t *signature,
                     const struct ab_slhdsa_message *message, const uint8_t *addrnd)
{
    s->key = key;
    s->signature = signature;
    start(key, signature, &s->selection, message, addrnd);
}

static struct ab_slhdsa_place place_of(const struct ab_slhdsa_signing *s, unsigned layer)
{
    struct ab_slhdsa_place place = { 0, s->selection.tree, s->selection.leaf };

    while (place.layer < layer)
        ab_slhdsa_next_layer(s->key->params, &place);
    return place;
}

size_t ab_slhdsa_num_parts(const struct ab_slhdsa_params *params)
{
    return params->num_fors + (size_t)params->d * ab_slhdsa_num_groups(params);
}

/* The authentication path of a layer. */
static uint8_t *path_of(const struct ab_slhdsa_signing *s, unsigned layer)
{
    const struct ab_slhdsa_params *params = s->key->params;

    return layer_at(params, s->signature, layer) + (size_t)ab_slhdsa_wots_len(params) * params->n;
}

static void sign_fors_tree(struct ab_slhdsa_signing *s, unsigned tree)
{
    const struct ab_slhdsa_params *params = s->key->params;

    ab_slhdsa_fors_sign_tree(s->key, s->fors_roots + tree * (size_t)params->n, fors_at(params, s->signature, tree),
                             &s->selection, tree);
}

/* The groups are counted group by group, layer by layer. */
static void sign_group(struct ab_slhdsa_signing *s, unsigned at)
{
    const struct ab_slhdsa_params *params = s->key->params;
    const unsigned layer = at >> (params->tree_height - AB_SLHDSA_GROUP_HEIGHT);
    const struct ab_slhdsa_place place = place_of(s, layer);

    ab_slhdsa_xmss_group(s->key, &place, at & (ab_slhdsa_num_groups(params) - 1), s->nodes + at * (size_t)params->n,
                         path_of(s, layer));
}

void ab_slhdsa_sign_part(struct ab_slhdsa_signing *s, size_t i)
{
    const struct ab_slhdsa_params *params = s->key->params;
    const unsigned part = (unsigned)i, first_tree = params->d * ab_slhdsa_num_groups(params) / 2;

    if (part < first_tree)
        sign_group(s, part);
    else if (part < first_tree + params->num_fors)
        sign_fors_tree(s, part - first_tree);
    else
        sign_group(s, part - params->num_fors);
}

void ab_slhdsa_join(struct ab_slhdsa_signing *s)
{
    const struct ab_slhdsa_params *params = s->key->params;
    const size_t nodes_len = ab_slhdsa_num_groups(params) * (size_t)params->n;
    uint8_t root[AB_SLHDSA_MAX_N];

    ab_slhdsa_fors_compress(s->key, s->messages[0], &s->selection, s->fors_roots);
    for (unsigned layer = 0; layer < params->d; layer++) {
        const struct ab_slhdsa_place place = place_of(s, layer);

        ab_slhdsa_xmss_join(s->key, &place, s->nodes + layer * nodes_len, root, path_of(s, layer));
        if (layer + 1 < params->d)
            memcpy(s->messages[layer + 1], root, params->n);
    }
}

/* Enough layers that their chains fill 32 lanes, of which one layer's would leave half empty. */
enum { LAYERS_A_PART = 4 };

size_t ab_slhdsa_num_layer_parts(const struct ab_slhdsa_params *params)
{
    return (params->d + LAYERS_A_PART - 1) / LAYERS_A_PART;
}

void ab_slhdsa_sign_layers(struct ab_slhdsa_signing *s, size_t i)
{
    const unsigned first = (unsigned)i * LAYERS_A_PART, left = s->key->params->d - first;
    const unsigned num = left < LAYERS_A_PART ? left : LAYERS_A_PART;
    struct ab_slhdsa_place places[LAYERS_A_PART];
    uint8_t *signatures[LAYERS_A_PART];

    for (unsigned j = 0; j < num; j++) {
        places[j] = place_of(s, first + j);
        signatures[j] = layer_at(s->key->params, s->signature, first + j);
    }
    ab_slhdsa_wots_sign(s->key, places, num, signatures, (const uint8_t (*)[AB_SLHDSA_MAX_N])s->messages + first);
}

/* ---- many ---- */

void ab_slhdsa_sign_many(const struct ab_slhdsa_key *key, uint8_t *const signatures[],
                         const struct ab_slhdsa_message *const messages[], const uint8_t *const addrnds[], size_t num)
{
    for (size_t i = 0; i < num; i++)
        ab_slhdsa_sign_with(key, signatures[i], messages[i], addrnds == NULL ? NULL : addrnds[i]);
}

int ab_slhdsa_sign(const struct ab_slhdsa_key *key, uint8_t *signature, const struct ab_slhdsa_message *message,
                   const struct ab_random_source *random)
{
    uint8_t addrnd[AB_SLHDSA_MAX_N];
    int ok = random->bytes(random->arg, addrnd, key->params->n);

    if (ok)
        ab_slhdsa_sign_with(key, signature, message, addrnd);
    ab_wipe(addrnd, sizeof(addrnd));
    return ok;
}

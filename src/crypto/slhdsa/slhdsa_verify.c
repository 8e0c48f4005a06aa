/* Verification of signatures: FIPS 205 sec. 9.3. Everything is public. */
#include <string.h>

#include "crypto/slhdsa/slhdsa_parts.h"

/* A node on its way to the root: pair it with its sibling, the left one first. */
static void put_pair(uint8_t *pair, uint32_t index, const uint8_t *node, const uint8_t *sibling, size_t n)
{
    memcpy(pair + (index & 1) * n, node, n);
    memcpy(pair + (~index & 1) * n, sibling, n);
}

/* ---- FORS: all trees side by side ---- */

static void set_fors_address(ab_slhdsa_address a, const struct ab_slhdsa_selection *s, unsigned height, uint32_t index)
{
    ab_slhdsa_fors_address(a, s, AB_SLHDSA_FORS_TREE);
    ab_slhdsa_set_word(a, AB_SLHDSA_HEIGHT, height);
    ab_slhdsa_set_word(a, AB_SLHDSA_INDEX, index);
}

/* The index of tree i's node at a height, counted over all trees. */
static uint32_t fors_index(const struct ab_slhdsa_params *params, const struct ab_slhdsa_selection *s, unsigned i,
                           unsigned height)
{
    return ((uint32_t)i << params->fors_height | s->fors[i]) >> height;
}

static void fors_leaves(const struct ab_slhdsa_key *key, uint8_t *nodes, const uint8_t *signature,
                        const struct ab_slhdsa_selection *s)
{
    const struct ab_slhdsa_params *params = key->params;
    const size_t n = params->n, step = (1 + params->fors_height) * n;
    struct ab_slhdsa_chain chains[AB_SLHDSA_MAX_FORS];

    for (unsigned i = 0; i < params->num_fors; i++) {
        set_fors_address(chains[i].address, s, 0, fors_index(params, s, i, 0));
        chains[i].num_steps = 1;
        memcpy(nodes + i * n, signature + i * step, n);
    }
    ab_slhdsa_run_chains(key, chains, nodes, params->num_fors);
}

/* fors_pkFromSig, algorithm 17 */
static void recover_fors(const struct ab_slhdsa_key *key, uint8_t *public_key, const uint8_t *signature,
                         const struct ab_slhdsa_selection *s)
{
    const struct ab_slhdsa_params *params = key->params;
    const size_t n = params->n, step = (1 + params->fors_height) * n;
    uint8_t nodes[AB_SLHDSA_MAX_FORS * AB_SLHDSA_MAX_N], pairs[2 * sizeof(nodes)];
    ab_slhdsa_address addresses[AB_SLHDSA_MAX_FORS];

    fors_leaves(key, nodes, signature, s);
    for (unsigned height = 0; height < params->fors_height; height++) {
        for (unsigned i = 0; i < params->num_fors; i++) {
            put_pair(pairs + 2 * i * n, s->fors[i] >> height, nodes + i * n, signature + i * step + (1 + height) * n,
                     n);
            set_fors_address(addresses[i], s, height + 1, fors_index(params, s, i, height + 1));
        }
        ab_slhdsa_hash(key, (const ab_slhdsa_address *)addresses, pairs, 2 * n, nodes, params->num_fors);
    }
    ab_slhdsa_fors_compress(key, public_key, s, nodes);
}

/* ---- the hypertree ---- */

/* wots_pkFromSig, algorithm 8: node becomes the leaf that signed it. */
static void recover_leaf(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, uint8_t *node,
                         const uint8_t *signature)
{
    uint8_t values[AB_SLHDSA_MAX_WOTS_LEN * AB_SLHDSA_MAX_N];
    uint8_t digits[AB_SLHDSA_MAX_WOTS_LEN], end[AB_SLHDSA_MAX_WOTS_LEN];

    memset(end, AB_SLHDSA_W - 1, sizeof(end));
    ab_slhdsa_wots_digits(key->params, digits, node);
    memcpy(values, signature, (size_t)ab_slhdsa_wots_len(key->params) * key->params->n);
    ab_slhdsa_wots_run(key, place, digits, end, values);
    ab_slhdsa_wots_compress(key, place, 1, node, values);
}

/* xmss_pkFromSig, algorithm 11: node becomes the root of the tree that signed it. */
static void recover_root(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, uint8_t *node,
                         const uint8_t *signature)
{
    const size_t n = key->params->n;
    const uint8_t *path = signature + ab_slhdsa_wots_len(key->params) * n;
    uint8_t pair[2 * AB_SLHDSA_MAX_N];
    ab_slhdsa_address address;

    recover_leaf(key, place, node, signature);
    ab_slhdsa_set_address(address, place->layer, place->tree, AB_SLHDSA_TREE);
    for (unsigned height = 0; height < key->params->tree_height; height++, path += n) {
        put_pair(pair, place->leaf >> height, node, path, n);
        ab_slhdsa_set_word(address, AB_SLHDSA_HEIGHT, height + 1);
        ab_slhdsa_set_word(address, AB_SLHDSA_INDEX, place->leaf >> (height + 1));
        ab_slhdsa_hash(key, (const ab_slhdsa_address *)&address, pair, 2 * n, node, 1);
    }
}

void ab_slhdsa_recover(const struct ab_slhdsa_key *key, uint8_t *root, const uint8_t *signature,
                       const struct ab_slhdsa_message *message)
{
    const struct ab_slhdsa_params *params = key->params;
    struct ab_slhdsa_selection s;
    struct ab_slhdsa_place place;

    ab_slhdsa_select(key, &s, signature, message);
    signature += params->n;
    recover_fors(key, root, signature, &s);
    signature += ab_slhdsa_fors_len(params);
    place = (struct ab_slhdsa_place){ 0, s.tree, s.leaf };
    for (; place.layer < params->d; ab_slhdsa_next_layer(params, &place)) {
        recover_root(key, &place, root, signature);
        signature += ab_slhdsa_xmss_len(params);
    }
}

int ab_slhdsa_verify(const struct ab_slhdsa_key *key, const uint8_t *signature, size_t len,
                     const struct ab_slhdsa_message *message)
{
    uint8_t root[AB_SLHDSA_MAX_N];

    if (len != key->params->signature_len)
        return 0;
    ab_slhdsa_recover(key, root, signature, message);
    return memcmp(root, key->pk_root, key->params->n) == 0;
}

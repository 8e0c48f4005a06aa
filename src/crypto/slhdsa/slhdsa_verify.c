/* Verification of signatures: FIPS 205 sec. 9.3. Everything is public. */
#include <string.h>

#include "afterburner/slhdsa_batch.h"
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
        chains[i].kept = NULL;
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

/* ---- the hypertree, of several signatures side by side ---- */

struct path {
    const uint8_t *at; /* what is left of the signature */
    struct ab_slhdsa_place place;
};

/* wots_pkFromSig, algorithm 8: nodes become the leaves that signed them. */
static void recover_leaves(const struct ab_slhdsa_key *key, struct path *paths, unsigned num, uint8_t *nodes)
{
    const size_t n = key->params->n, len = ab_slhdsa_wots_len(key->params);
    struct ab_slhdsa_place places[AB_SLHDSA_LEAVES];
    uint8_t values[AB_SLHDSA_MAX_CHAINS * AB_SLHDSA_MAX_N];
    uint8_t digits[AB_SLHDSA_MAX_CHAINS], end[AB_SLHDSA_MAX_CHAINS];

    memset(end, AB_SLHDSA_W - 1, sizeof(end));
    for (unsigned i = 0; i < num; i++) {
        places[i] = paths[i].place;
        ab_slhdsa_wots_digits(key->params, digits + i * len, nodes + i * n);
        memcpy(values + i * len * n, paths[i].at, len * n);
        paths[i].at += len * n;
    }
    ab_slhdsa_wots_run(key, places, num, digits, end, values);
    ab_slhdsa_wots_compress(key, places, num, nodes, values);
}

/* xmss_pkFromSig, algorithm 11: nodes become the roots of the trees that signed them. */
static void recover_roots(const struct ab_slhdsa_key *key, struct path *paths, unsigned num, uint8_t *nodes)
{
    const size_t n = key->params->n;
    uint8_t pairs[AB_SLHDSA_LEAVES * 2 * AB_SLHDSA_MAX_N];
    ab_slhdsa_address addresses[AB_SLHDSA_LEAVES];

    recover_leaves(key, paths, num, nodes);
    for (unsigned height = 0; height < key->params->tree_height; height++) {
        for (unsigned i = 0; i < num; i++, paths[i - 1].at += n) {
            const struct ab_slhdsa_place *place = &paths[i].place;

            put_pair(pairs + i * 2 * n, place->leaf >> height, nodes + i * n, paths[i].at, n);
            ab_slhdsa_set_address(addresses[i], place->layer, place->tree, AB_SLHDSA_TREE);
            ab_slhdsa_set_word(addresses[i], AB_SLHDSA_HEIGHT, height + 1);
            ab_slhdsa_set_word(addresses[i], AB_SLHDSA_INDEX, place->leaf >> (height + 1));
        }
        ab_slhdsa_hash(key, (const ab_slhdsa_address *)addresses, pairs, 2 * n, nodes, num);
    }
}

void ab_slhdsa_recover(const struct ab_slhdsa_key *key, uint8_t *roots, const uint8_t *const signatures[],
                       const struct ab_slhdsa_message *const messages[], unsigned num)
{
    const struct ab_slhdsa_params *params = key->params;
    struct ab_slhdsa_selection s;
    struct path paths[AB_SLHDSA_LEAVES];

    for (unsigned i = 0; i < num; i++) {
        ab_slhdsa_select(key, &s, signatures[i], messages[i]);
        recover_fors(key, roots + i * (size_t)params->n, signatures[i] + params->n, &s);
        paths[i].at = signatures[i] + params->n + ab_slhdsa_fors_len(params);
        paths[i].place = (struct ab_slhdsa_place){ 0, s.tree, s.leaf };
    }
    for (unsigned layer = 0; layer < params->d; layer++) {
        recover_roots(key, paths, num, roots);
        for (unsigned i = 0; i < num; i++)
            ab_slhdsa_next_layer(params, &paths[i].place);
    }
}

int ab_slhdsa_verify(const struct ab_slhdsa_key *key, const uint8_t *signature, size_t len,
                     const struct ab_slhdsa_message *message)
{
    uint8_t root[AB_SLHDSA_MAX_N];

    if (len != key->params->signature_len)
        return 0;
    ab_slhdsa_recover(key, root, &signature, &message, 1);
    return memcmp(root, key->pk_root, key->params->n) == 0;
}

int ab_slhdsa_verify_many(const struct ab_slhdsa_key *key, const uint8_t *const signatures[],
                          const struct ab_slhdsa_message *const messages[], int valid[], size_t num)
{
    const size_t n = key->params->n;
    uint8_t roots[AB_SLHDSA_LEAVES * AB_SLHDSA_MAX_N];
    int all = 1;

    for (size_t done = 0, now; done < num; done += now) {
        now = num - done < AB_SLHDSA_LEAVES ? num - done : AB_SLHDSA_LEAVES;
        ab_slhdsa_recover(key, roots, signatures + done, messages + done, (unsigned)now);
        for (size_t i = 0; i < now; i++) {
            valid[done + i] = memcmp(roots + i * n, key->pk_root, n) == 0;
            all &= valid[done + i];
        }
    }
    return all;
}

/* Merkle trees, those of XMSS and those of FORS: FIPS 205 sec. 6 and 8. */
#include <string.h>

#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

enum { MAX_HEIGHT = 14, FORS_LEAVES = 64 /* computed side by side; the smallest tree has as many */ };

/* A tree that is computed from left to right. */
struct tree {
    const struct ab_slhdsa_key *key;
    ab_slhdsa_address address;                     /* but for height and index */
    uint32_t first;                                /* the index of its first leaf */
    uint32_t leaf;                                 /* whose authentication path is wanted, counted from `first` */
    uint8_t *path;                                 /* where the path goes; NULL: none is wanted */
    uint8_t left[MAX_HEIGHT + 1][AB_SLHDSA_MAX_N]; /* nodes that wait for the right sibling, by height; then the root */
};

/* Among num nodes from index `at` on, store the one that is on the authentication path. */
static void keep_path(struct tree *t, unsigned height, uint32_t at, const uint8_t *nodes, unsigned num)
{
    const size_t n = t->key->params->n;
    const uint32_t sibling = (t->leaf >> height ^ 1) - at;

    if (t->path != NULL && sibling < num)
        memcpy(t->path + height * n, nodes + sibling * n, n);
}

/* Replace num pairs of nodes below `height` by their parents, the first of which has index `at` within the tree. */
static void hash_pairs(const struct tree *t, unsigned height, uint32_t at, uint8_t *nodes, unsigned num)
{
    ab_slhdsa_address addresses[FORS_LEAVES / 2];

    for (unsigned i = 0; i < num; i++) {
        memcpy(addresses[i], t->address, sizeof(t->address));
        ab_slhdsa_set_word(addresses[i], AB_SLHDSA_HEIGHT, height);
        ab_slhdsa_set_word(addresses[i], AB_SLHDSA_INDEX, (t->first >> height) + at + i);
    }
    ab_slhdsa_hash(t->key, addresses, nodes, 2 * (size_t)t->key->params->n, nodes, num);
}

/*
 * Replace num leaves, a power of two, from index `at` on, which is a multiple of it, by the node above them. Return its
 * height.
 */
static unsigned hash_leaves(struct tree *t, uint32_t at, uint8_t *nodes, unsigned num)
{
    unsigned height = 0;

    for (; num > 1; num /= 2) {
        keep_path(t, height, at, nodes, num);
        at /= 2;
        hash_pairs(t, ++height, at, nodes, num / 2);
    }
    return height;
}

/* Add the node of index `at` at a height; `node` has room for two. Join it with those to its left. */
static void add_node(struct tree *t, unsigned height, uint32_t at, uint8_t *node)
{
    const size_t n = t->key->params->n;
    const unsigned tree_height = t->address[19] == AB_SLHDSA_TREE ? t->key->params->tree_height
                                                                  : t->key->params->fors_height;

    for (; height < tree_height && (at & 1) != 0; at /= 2) {
        keep_path(t, height, at, node, 1);
        memcpy(node + n, node, n);
        memcpy(node, t->left[height], n);
        hash_pairs(t, ++height, at / 2, node, 1);
    }
    if (height < tree_height)
        keep_path(t, height, at, node, 1);
    memcpy(t->left[height], node, n);
}

/* Add num leaves as hash_leaves takes them. Overwrite them. */
static void add_leaves(struct tree *t, uint32_t at, uint8_t *nodes, unsigned num)
{
    const unsigned height = hash_leaves(t, at, nodes, num);

    add_node(t, height, at >> height, nodes);
}

/* ---- XMSS ---- */

void ab_slhdsa_wots_sign(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                         uint8_t *const signatures[], const uint8_t (*messages)[AB_SLHDSA_MAX_N])
{
    static const uint8_t begin[AB_SLHDSA_MAX_CHAINS] = { 0 };
    const size_t len = ab_slhdsa_wots_len(key->params), signature_len = len * key->params->n;
    uint8_t digits[AB_SLHDSA_MAX_CHAINS], values[AB_SLHDSA_MAX_CHAINS * AB_SLHDSA_MAX_N];

    for (unsigned i = 0; i < num; i++)
        ab_slhdsa_wots_digits(key->params, digits + i * len, messages[i]);
    ab_slhdsa_wots_secrets(key, places, num, values);
    ab_slhdsa_wots_run(key, places, num, begin, digits, values);
    AB_PUBLIC(values, num * signature_len);
    for (unsigned i = 0; i < num; i++)
        memcpy(signatures[i], values + i * signature_len, signature_len);
}

/* The leaves from place->leaf on; sign by number `signer` of them, if it is one. */
static void make_leaves(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, uint8_t *leaves,
                        uint32_t signer, uint8_t *signature, const uint8_t *message)
{
    const size_t pair_len = (size_t)ab_slhdsa_wots_len(key->params) * key->params->n;
    struct ab_slhdsa_signer s = { .pair = signer, .signature = signature };
    uint8_t values[AB_SLHDSA_MAX_CHAINS * AB_SLHDSA_MAX_N];
    struct ab_slhdsa_place places[AB_SLHDSA_LEAVES];

    for (unsigned i = 0; i < AB_SLHDSA_LEAVES; i++) {
        places[i] = *place;
        places[i].leaf += i;
    }
    ab_slhdsa_wots_secrets(key, places, AB_SLHDSA_LEAVES, values);
    if (signer < AB_SLHDSA_LEAVES) {
        ab_slhdsa_wots_digits(key->params, s.digits, message);
        ab_slhdsa_wots_ends(key, places, AB_SLHDSA_LEAVES, values, &s);
        AB_PUBLIC(signature, pair_len);
    } else {
        ab_slhdsa_wots_ends(key, places, AB_SLHDSA_LEAVES, values, NULL);
    }
    ab_slhdsa_wots_compress(key, places, AB_SLHDSA_LEAVES, leaves, values);
    ab_wipe(values, AB_SLHDSA_LEAVES * pair_len);
}

static struct tree tree_at(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, uint8_t *path)
{
    struct tree t = { .key = key, .leaf = place->leaf, .path = path };

    ab_slhdsa_set_address(t.address, place->layer, place->tree, AB_SLHDSA_TREE);
    return t;
}

void ab_slhdsa_xmss(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, uint8_t *root,
                    uint8_t *signature, const uint8_t *message)
{
    const struct ab_slhdsa_params *params = key->params;
    const size_t pair_len = (size_t)ab_slhdsa_wots_len(params) * params->n;
    struct ab_slhdsa_place at = { place->layer, place->tree, 0 };
    struct tree t = tree_at(key, place, signature == NULL ? NULL : signature + pair_len);
    uint8_t nodes[AB_SLHDSA_LEAVES * AB_SLHDSA_MAX_N];

    for (; at.leaf < 1u << params->tree_height; at.leaf += AB_SLHDSA_LEAVES) {
        make_leaves(key, &at, nodes, signature == NULL ? UINT32_MAX : place->leaf - at.leaf, signature, message);
        AB_PUBLIC(nodes, sizeof(nodes)); /* ends of chains are public, and so is what is above them */
        add_leaves(&t, at.leaf, nodes, AB_SLHDSA_LEAVES);
    }
    memcpy(root, t.left[params->tree_height], params->n);
}

void ab_slhdsa_xmss_group(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, unsigned group,
                          uint8_t *node, uint8_t *path)
{
    const struct ab_slhdsa_place first = { place->layer, place->tree, group * AB_SLHDSA_LEAVES };
    struct tree t = tree_at(key, place, path);
    uint8_t nodes[AB_SLHDSA_LEAVES * AB_SLHDSA_MAX_N];

    make_leaves(key, &first, nodes, UINT32_MAX, NULL, NULL);
    AB_PUBLIC(nodes, sizeof(nodes));
    hash_leaves(&t, first.leaf, nodes, AB_SLHDSA_LEAVES);
    memcpy(node, nodes, key->params->n);
}

void ab_slhdsa_xmss_join(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, const uint8_t *nodes,
                         uint8_t *root, uint8_t *path)
{
    const size_t n = key->params->n;
    struct tree t = tree_at(key, place, path);
    uint8_t node[2 * AB_SLHDSA_MAX_N];

    for (unsigned i = 0; i < ab_slhdsa_num_groups(key->params); i++) {
        memcpy(node, nodes + i * n, n);
        add_node(&t, AB_SLHDSA_GROUP_HEIGHT, i, node);
    }
    memcpy(root, t.left[key->params->tree_height], n);
}

/* ---- FORS ---- */

void ab_slhdsa_fors_address(ab_slhdsa_address a, const struct ab_slhdsa_selection *s, enum ab_slhdsa_type type)
{
    ab_slhdsa_set_address(a, 0, s->tree, type);
    ab_slhdsa_set_word(a, AB_SLHDSA_KEY_PAIR, s->leaf);
}

void ab_slhdsa_fors_compress(const struct ab_slhdsa_key *key, uint8_t *public_key, const struct ab_slhdsa_selection *s,
                             const uint8_t *roots)
{
    ab_slhdsa_address address;

    ab_slhdsa_fors_address(address, s, AB_SLHDSA_FORS_ROOTS);
    ab_slhdsa_hash(key, (const ab_slhdsa_address *)&address, roots, (size_t)key->params->num_fors * key->params->n,
                   public_key, 1);
}

/* Leaves at to at + FORS_LEAVES - 1 of a tree: their secrets, and the hash values of them. */
static void make_fors_leaves(const struct tree *t, uint32_t at, uint8_t *secrets, uint8_t *leaves)
{
    const size_t n = t->key->params->n;
    struct ab_slhdsa_chain chains[FORS_LEAVES];

    for (unsigned i = 0; i < FORS_LEAVES; i++) {
        memcpy(chains[i].address, t->address, sizeof(t->address));
        ab_slhdsa_set_type(chains[i].address, AB_SLHDSA_FORS_PRF);
        ab_slhdsa_set_word(chains[i].address, AB_SLHDSA_INDEX, t->first + at + i);
        chains[i].num_steps = 1;
        chains[i].kept = NULL;
        memcpy(secrets + i * n, t->key->sk_seed, n);
    }
    ab_slhdsa_run_chains(t->key, chains, secrets, FORS_LEAVES);
    for (unsigned i = 0; i < FORS_LEAVES; i++)
        ab_slhdsa_set_type(chains[i].address, AB_SLHDSA_FORS_TREE);
    memcpy(leaves, secrets, FORS_LEAVES * n);
    ab_slhdsa_run_chains(t->key, chains, leaves, FORS_LEAVES);
}

/* One tree, from its first leaf on: the secret of one leaf, its authentication path, and the root. */
static void sign_fors_tree(struct tree *t, uint8_t *root, uint8_t *signature)
{
    const struct ab_slhdsa_params *params = t->key->params;
    const size_t n = params->n;
    uint8_t secrets[FORS_LEAVES * AB_SLHDSA_MAX_N], leaves[FORS_LEAVES * AB_SLHDSA_MAX_N];

    t->path = signature + n;
    for (uint32_t at = 0; at < 1u << params->fors_height; at += FORS_LEAVES) {
        make_fors_leaves(t, at, secrets, leaves);
        if (t->leaf - at < FORS_LEAVES)
            memcpy(signature, secrets + (t->leaf - at) * n, n);
        AB_PUBLIC(leaves, sizeof(leaves)); /* hash values of secrets are in authentication paths */
        add_leaves(t, at, leaves, FORS_LEAVES);
    }
    AB_PUBLIC(signature, n);
    memcpy(root, t->left[params->fors_height], n);
    ab_wipe(secrets, sizeof(secrets));
}

void ab_slhdsa_fors_sign_tree(const struct ab_slhdsa_key *key, uint8_t *root, uint8_t *signature,
                              const struct ab_slhdsa_selection *s, unsigned i)
{
    struct tree t = { .key = key, .first = i << key->params->fors_height, .leaf = s->fors[i] };

    ab_slhdsa_fors_address(t.address, s, AB_SLHDSA_FORS_TREE);
    sign_fors_tree(&t, root, signature);
}

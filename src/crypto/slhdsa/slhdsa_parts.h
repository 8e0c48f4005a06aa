/*
 * The functions of FIPS 205 sec. 11, in lanes, and the parts of a signature that signing and verifying share.
 *
 * Strings of n bytes that belong together are adjacent: value i of an array is at its byte i n. Nothing needs
 * alignment. Outputs do not overlap inputs, unless stated otherwise.
 *
 * The secrets of chains and of leaves, and all values of a chain before its end, are secret until a signature has them.
 * Ends of chains, leaves, nodes and roots are public, as are addresses, digits and what a digest selects.
 */
#ifndef AB_CRYPTO_SLHDSA_PARTS_H
#define AB_CRYPTO_SLHDSA_PARTS_H

#include "afterburner/hash.h"
#include "afterburner/slhdsa.h"
#include "cpu/policy.h"
#include "kernels/slhdsa/slhdsa_kernels.h"

struct ab_slhdsa_kernels {
    struct ab_needs needs;
    const struct ab_hash *narrow; /* SHA-256 or SHAKE256: F and PRF, and in category 1 everything */
    const struct ab_hash *wide;   /* SHA-512 or SHAKE256: everything else */
    ab_slhdsa_chains_fn *chains;  /* NULL: none is faster than `narrow`, one step after another */
    ab_slhdsa_chains_fn *uneven;  /* for the chains of one key pair, whose lengths differ; NULL: `chains` */
    ab_cpu_suits_fn *suits;       /* NULL: every processor that has what it needs */
};

/* ---- addresses: sec. 4.2 and 4.3 ---- */

enum ab_slhdsa_type {
    AB_SLHDSA_WOTS_HASH,
    AB_SLHDSA_WOTS_PK,
    AB_SLHDSA_TREE,
    AB_SLHDSA_FORS_TREE,
    AB_SLHDSA_FORS_ROOTS,
    AB_SLHDSA_WOTS_PRF,
    AB_SLHDSA_FORS_PRF
};

/* The last three words of an address, by type. */
enum {
    AB_SLHDSA_KEY_PAIR = 20,
    AB_SLHDSA_CHAIN = 24,
    AB_SLHDSA_HEIGHT = 24,
    AB_SLHDSA_HASH = 28,
    AB_SLHDSA_INDEX = 28
};

/* a := an address of this layer, tree and type; its last three words are 0. */
void ab_slhdsa_set_address(ab_slhdsa_address a, unsigned layer, uint64_t tree, enum ab_slhdsa_type type);
/* Set the type and leave the last three words. */
void ab_slhdsa_set_type(ab_slhdsa_address a, enum ab_slhdsa_type type);
/* Set one of the last three words. */
void ab_slhdsa_set_word(ab_slhdsa_address a, unsigned at, uint32_t word);

/* ---- hash functions ---- */

/* Prepare what depends on PK.seed alone. */
void ab_slhdsa_set_prefix(struct ab_slhdsa_key *key);

/*
 * T_l or H of num strings of len bytes each: out[i] := T(PK.seed, addresses[i], in + i len), n bytes. out may be in.
 */
void ab_slhdsa_hash(const struct ab_slhdsa_key *key, const ab_slhdsa_address *addresses, const uint8_t *in, size_t len,
                    uint8_t *out, unsigned num);

/* Replace each of num values by the end of its chain: ab_slhdsa_chains_fn. */
void ab_slhdsa_run_chains(const struct ab_slhdsa_key *key, const struct ab_slhdsa_chain *chains, uint8_t *values,
                          unsigned num);
/* The same for the chains of one key pair, the longest first. */
void ab_slhdsa_run_uneven_chains(const struct ab_slhdsa_key *key, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                 unsigned num);

/* PRF_msg: n bytes, secret until they are declared public. */
void ab_slhdsa_prf_message(const struct ab_slhdsa_key *key, uint8_t *out, const uint8_t *addrnd,
                           const struct ab_slhdsa_message *message);
enum { AB_SLHDSA_MAX_DIGEST_LEN = 49 }; /* m of the sets 256f */

/* ---- lengths ---- */

enum { AB_SLHDSA_W = 16, AB_SLHDSA_MAX_WOTS_LEN = 2 * AB_SLHDSA_MAX_N + 3, AB_SLHDSA_MAX_FORS = 35 };

/* len: the chains of a key pair of WOTS+, equations 5.1 to 5.4 */
static inline unsigned ab_slhdsa_wots_len(const struct ab_slhdsa_params *params)
{
    return 2 * params->n + 3;
}

/* Bytes of the trees' values in a signature of FORS. */
static inline size_t ab_slhdsa_fors_len(const struct ab_slhdsa_params *params)
{
    return (size_t)params->num_fors * (1 + params->fors_height) * params->n;
}

/* What the digest of a message selects: algorithm 19, lines 6 to 10. */
struct ab_slhdsa_selection {
    uint32_t fors[AB_SLHDSA_MAX_FORS]; /* the leaf of each tree of FORS */
    uint64_t tree;
    uint32_t leaf;
};

void ab_slhdsa_select(const struct ab_slhdsa_key *key, struct ab_slhdsa_selection *s, const uint8_t *r,
                      const struct ab_slhdsa_message *message);

/* ---- the hypertree ---- */

/* A key pair of WOTS+, a leaf of the hypertree. */
struct ab_slhdsa_place {
    unsigned layer;
    uint64_t tree;
    uint32_t leaf;
};

/* Go on to the key pair that signs the root of this tree. */
static inline void ab_slhdsa_next_layer(const struct ab_slhdsa_params *params, struct ab_slhdsa_place *place)
{
    place->layer++;
    place->leaf = (uint32_t)(place->tree & ((1u << params->tree_height) - 1));
    place->tree >>= params->tree_height;
}

/* Bytes of a layer in a signature. */
static inline size_t ab_slhdsa_xmss_len(const struct ab_slhdsa_params *params)
{
    return (size_t)(ab_slhdsa_wots_len(params) + params->tree_height) * params->n;
}

/* ---- WOTS+: the values of all chains of a key pair are adjacent ---- */

enum {
    AB_SLHDSA_GROUP_HEIGHT = 3,
    AB_SLHDSA_LEAVES = 1 << AB_SLHDSA_GROUP_HEIGHT, /* key pairs side by side; the smallest tree has as many */
    AB_SLHDSA_MAX_CHAINS = AB_SLHDSA_LEAVES * AB_SLHDSA_MAX_WOTS_LEN
};

/* The groups of key pairs of a tree. */
static inline unsigned ab_slhdsa_num_groups(const struct ab_slhdsa_params *params)
{
    return 1u << (params->tree_height - AB_SLHDSA_GROUP_HEIGHT);
}

/* The lengths of a signature's chains: algorithm 7, lines 1 to 7. */
void ab_slhdsa_wots_digits(const struct ab_slhdsa_params *params, uint8_t digits[AB_SLHDSA_MAX_WOTS_LEN],
                           const uint8_t *message);

/* The signature of a message by one of the key pairs whose chains are run: what the chains are at its digits. */
struct ab_slhdsa_signer {
    unsigned pair;
    uint8_t digits[AB_SLHDSA_MAX_WOTS_LEN];
    uint8_t *signature;
};

/*
 * The beginnings of the chains of num key pairs at `places`; then replace these by the ends. On the way write the
 * signature of a signer, which may be NULL.
 */
void ab_slhdsa_wots_secrets(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                            uint8_t *values);
void ab_slhdsa_wots_ends(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                         uint8_t *values, const struct ab_slhdsa_signer *signer);

/*
 * Run each chain i of num key pairs (1 to AB_SLHDSA_LEAVES) at `places` from step from[i] to step to[i] >= from[i]. The
 * steps are public.
 */
void ab_slhdsa_wots_run(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                        const uint8_t *from, const uint8_t *to, uint8_t *values);

/* The public keys of num key pairs (1 to AB_SLHDSA_LEAVES) at `places`, from the ends of their chains. */
void ab_slhdsa_wots_compress(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                             uint8_t *out, const uint8_t *ends);

/*
 * The tree of place: write its root, and unless signature is NULL the signature of `message` (n bytes) by the key
 * pair at place: algorithms 6, 7, 9 and 10.
 */
void ab_slhdsa_xmss(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, uint8_t *root,
                    uint8_t *signature, const uint8_t *message);

/*
 * The same in parts: the node above group number `group` of the leaves, and as much of the authentication path of
 * place->leaf as is below it; then, from the nodes above all groups, the root and the rest of the path.
 */
void ab_slhdsa_xmss_group(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, unsigned group,
                          uint8_t *node, uint8_t *path);
void ab_slhdsa_xmss_join(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, const uint8_t *nodes,
                         uint8_t *root, uint8_t *path);

/*
 * The signatures of num messages (1 to AB_SLHDSA_LEAVES), of n bytes each, by the key pairs at `places` alone, their
 * chains side by side: algorithm 7.
 */
void ab_slhdsa_wots_sign(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                         uint8_t *const signatures[], const uint8_t (*messages)[AB_SLHDSA_MAX_N]);

/*
 * The roots to which num signatures (1 to AB_SLHDSA_LEAVES) of the right length lead, adjacent: PK.root if they are
 * valid. Algorithm 20, but for its end.
 */
void ab_slhdsa_recover(const struct ab_slhdsa_key *key, uint8_t *roots, const uint8_t *const signatures[],
                       const struct ab_slhdsa_message *const messages[], unsigned num);

/* ---- FORS ---- */

/* An address of the key pair of FORS that s selects. */
void ab_slhdsa_fors_address(ab_slhdsa_address a, const struct ab_slhdsa_selection *s, enum ab_slhdsa_type type);

/* The public key, from the roots of the trees. */
void ab_slhdsa_fors_compress(const struct ab_slhdsa_key *key, uint8_t *public_key, const struct ab_slhdsa_selection *s,
                             const uint8_t *roots);

/* Tree i: write its root, and its part of the signature: algorithms 14 to 16. */
void ab_slhdsa_fors_sign_tree(const struct ab_slhdsa_key *key, uint8_t *root, uint8_t *signature,
                              const struct ab_slhdsa_selection *s, unsigned i);

/* ---- a signature in parts ---- */

enum {
    AB_SLHDSA_MAX_LAYERS = 22,
    AB_SLHDSA_MAX_NODES_LEN = 7 * 64 * 24 /* of the set 192s, which has the most groups */
};

/*
 * A signature whose parts can be computed by several threads in any order: begin, then every part below
 * ab_slhdsa_num_parts, then ab_slhdsa_join, then every part below ab_slhdsa_num_layer_parts. This takes half a leaf's
 * work more in each layer than ab_slhdsa_sign_with, which signs by a leaf while it computes that leaf.
 */
struct ab_slhdsa_signing {
    const struct ab_slhdsa_key *key;
    uint8_t *signature;
    struct ab_slhdsa_selection selection;
    uint8_t fors_roots[AB_SLHDSA_MAX_FORS * AB_SLHDSA_MAX_N];
    uint8_t nodes[AB_SLHDSA_MAX_NODES_LEN];                  /* above each group of each layer */
    uint8_t messages[AB_SLHDSA_MAX_LAYERS][AB_SLHDSA_MAX_N]; /* what each layer signs */
};

/* Algorithm 19 up to line 10: write R. The message is not read afterwards. */
void ab_slhdsa_begin(struct ab_slhdsa_signing *s, const struct ab_slhdsa_key *key, uint8_t *signature,
                     const struct ab_slhdsa_message *message, const uint8_t *addrnd);
/*
 * A tree of FORS, or the leaves of a group of a layer and the node above them. The trees of FORS, which are less work
 * than a group, are in the middle: threads that take parts from both ends finish at the same time.
 */
size_t ab_slhdsa_num_parts(const struct ab_slhdsa_params *params);
void ab_slhdsa_sign_part(struct ab_slhdsa_signing *s, size_t i);
/* The upper parts of all trees. */
void ab_slhdsa_join(struct ab_slhdsa_signing *s);
/* The signatures of the messages of a few adjacent layers by their key pairs. */
size_t ab_slhdsa_num_layer_parts(const struct ab_slhdsa_params *params);
void ab_slhdsa_sign_layers(struct ab_slhdsa_signing *s, size_t i);

#endif

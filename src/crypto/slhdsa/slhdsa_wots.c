/* One-time signatures, WOTS+: FIPS 205 sec. 5. */
#include <string.h>

#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

enum { NUM_AT_ONCE = 64, LAST = AB_SLHDSA_W - 1 };

void ab_slhdsa_wots_digits(const struct ab_slhdsa_params *params, uint8_t digits[AB_SLHDSA_MAX_WOTS_LEN],
                           const uint8_t *message)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < params->n; i++, digits += 2) {
        digits[0] = message[i] >> 4;
        digits[1] = message[i] & 15;
        sum += 2u * LAST - digits[0] - digits[1];
    }
    digits[0] = (uint8_t)(sum >> 8);
    digits[1] = sum >> 4 & 15;
    digits[2] = sum & 15;
}

/* The address of the first chain of a key pair. */
static void set_pair_address(ab_slhdsa_address a, const struct ab_slhdsa_place *place, enum ab_slhdsa_type type)
{
    ab_slhdsa_set_address(a, place->layer, place->tree, type);
    ab_slhdsa_set_word(a, AB_SLHDSA_KEY_PAIR, place->leaf);
}

/* Chains of several key pairs, from the first one on. */
struct run {
    const struct ab_slhdsa_key *key;
    enum ab_slhdsa_type type;
    unsigned num_steps, len; /* of each chain; chains of a key pair */
    const struct ab_slhdsa_signer *signer;
};

/* Prepare chain number `at` of key pair number `pair`, which has the address a. */
static void set_chain(struct ab_slhdsa_chain *chain, const struct run *r, const ab_slhdsa_address a, unsigned pair,
                      unsigned at)
{
    memcpy(chain->address, a, sizeof(chain->address));
    ab_slhdsa_set_word(chain->address, AB_SLHDSA_CHAIN, at);
    chain->num_steps = r->num_steps;
    chain->kept = NULL;
    if (r->signer != NULL && r->signer->pair == pair) {
        chain->kept = r->signer->signature + at * (size_t)r->key->params->n;
        chain->kept_step = r->signer->digits[at];
    }
}

/* Run all chains of num key pairs. */
static void run_all(const struct run *r, const struct ab_slhdsa_place *places, unsigned num, uint8_t *values)
{
    const unsigned total = num * r->len;
    struct ab_slhdsa_chain chains[NUM_AT_ONCE];
    ab_slhdsa_address address;
    unsigned pair = 0, chain = 0;

    for (unsigned done = 0, part; done < total; done += part) {
        part = total - done < NUM_AT_ONCE ? total - done : NUM_AT_ONCE;
        for (unsigned i = 0; i < part; i++) {
            if (chain == 0)
                set_pair_address(address, &places[pair], r->type);
            set_chain(&chains[i], r, address, pair, chain);
            if (++chain == r->len)
                pair++, chain = 0;
        }
        ab_slhdsa_run_chains(r->key, chains, values + (size_t)done * r->key->params->n, part);
    }
}

void ab_slhdsa_wots_secrets(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                            uint8_t *values)
{
    const struct run r = { key, AB_SLHDSA_WOTS_PRF, 1, ab_slhdsa_wots_len(key->params), NULL };
    const size_t n = key->params->n;

    for (unsigned i = 0; i < num * r.len; i++)
        memcpy(values + i * n, key->sk_seed, n);
    run_all(&r, places, num, values);
}

void ab_slhdsa_wots_ends(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                         uint8_t *values, const struct ab_slhdsa_signer *signer)
{
    const struct run r = { key, AB_SLHDSA_WOTS_HASH, LAST, ab_slhdsa_wots_len(key->params), signer };

    run_all(&r, places, num, values);
}

struct chain_of_pair {
    uint8_t pair, chain;
};

/*
 * order := the chains of num key pairs with len chains each, those with the longest ways from `from` to `to` first.
 * Lengths are public.
 */
static void sort_by_length(struct chain_of_pair *order, const uint8_t *from, const uint8_t *to, unsigned num,
                           unsigned len)
{
    unsigned at[AB_SLHDSA_W + 1] = { 0 }; /* where the next chain of each length goes, the longest first */

    for (unsigned i = 0; i < num * len; i++)
        at[LAST + 1 - (to[i] - from[i])]++;
    for (unsigned i = 1; i <= LAST; i++)
        at[i] += at[i - 1];
    for (unsigned pair = 0; pair < num; pair++)
        for (unsigned i = 0; i < len; i++, from++, to++)
            order[at[LAST - (*to - *from)]++] = (struct chain_of_pair){ (uint8_t)pair, (uint8_t)i };
}

void ab_slhdsa_wots_run(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                        const uint8_t *from, const uint8_t *to, uint8_t *values)
{
    const size_t n = key->params->n;
    const unsigned len = ab_slhdsa_wots_len(key->params), total = num * len;
    ab_slhdsa_address addresses[AB_SLHDSA_LEAVES]; /* of the key pairs */
    struct ab_slhdsa_chain chains[NUM_AT_ONCE];
    uint8_t sorted[NUM_AT_ONCE * AB_SLHDSA_MAX_N];
    struct chain_of_pair order[AB_SLHDSA_MAX_CHAINS];

    for (unsigned i = 0; i < num; i++)
        set_pair_address(addresses[i], &places[i], AB_SLHDSA_WOTS_HASH);
    sort_by_length(order, from, to, num, len);
    for (unsigned done = 0, part; done < total; done += part) {
        part = total - done < NUM_AT_ONCE ? total - done : NUM_AT_ONCE;
        for (unsigned i = 0; i < part; i++) {
            const struct chain_of_pair *o = &order[done + i];
            const unsigned at = o->pair * len + o->chain;

            memcpy(chains[i].address, addresses[o->pair], sizeof(chains[i].address));
            ab_slhdsa_set_word(chains[i].address, AB_SLHDSA_CHAIN, o->chain);
            ab_slhdsa_set_word(chains[i].address, AB_SLHDSA_HASH, from[at]);
            chains[i].num_steps = (unsigned)to[at] - from[at];
            chains[i].kept = NULL;
            memcpy(sorted + i * n, values + at * n, n);
        }
        if (num == 1)
            ab_slhdsa_run_uneven_chains(key, chains, sorted, part);
        else
            ab_slhdsa_run_chains(key, chains, sorted, part);
        for (unsigned i = 0; i < part; i++)
            memcpy(values + (order[done + i].pair * len + order[done + i].chain) * n, sorted + i * n, n);
    }
    ab_wipe(sorted, (total < NUM_AT_ONCE ? total : NUM_AT_ONCE) * n);
}

void ab_slhdsa_wots_compress(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *places, unsigned num,
                             uint8_t *out, const uint8_t *ends)
{
    ab_slhdsa_address addresses[AB_SLHDSA_LEAVES];

    for (unsigned i = 0; i < num; i++)
        set_pair_address(addresses[i], &places[i], AB_SLHDSA_WOTS_PK);
    ab_slhdsa_hash(key, addresses, ends, (size_t)ab_slhdsa_wots_len(key->params) * key->params->n, out, num);
}

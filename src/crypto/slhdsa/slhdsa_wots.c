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

/* Go on to the next chain, that of the next key pair after the last one. */
static void next_chain(const struct ab_slhdsa_key *key, struct ab_slhdsa_place *place, unsigned *chain)
{
    if (++*chain == ab_slhdsa_wots_len(key->params)) {
        *chain = 0;
        place->leaf++;
    }
}

/* Run all chains of num key pairs from `place` on, num_steps each from the first one. */
static void run_all(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, enum ab_slhdsa_type type,
                    unsigned num_steps, unsigned num, uint8_t *values)
{
    const unsigned total = num * ab_slhdsa_wots_len(key->params);
    struct ab_slhdsa_chain chains[NUM_AT_ONCE];
    struct ab_slhdsa_place at = *place;
    unsigned chain = 0;

    for (unsigned i = 0; i < NUM_AT_ONCE; i++) {
        ab_slhdsa_set_address(chains[i].address, at.layer, at.tree, type);
        chains[i].num_steps = num_steps;
    }
    for (unsigned done = 0, part; done < total; done += part) {
        part = total - done < NUM_AT_ONCE ? total - done : NUM_AT_ONCE;
        for (unsigned i = 0; i < part; i++, next_chain(key, &at, &chain)) {
            ab_slhdsa_set_word(chains[i].address, AB_SLHDSA_KEY_PAIR, at.leaf);
            ab_slhdsa_set_word(chains[i].address, AB_SLHDSA_CHAIN, chain);
        }
        ab_slhdsa_run_chains(key, chains, values + (size_t)done * key->params->n, part);
    }
}

void ab_slhdsa_wots_secrets(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, unsigned num,
                            uint8_t *values)
{
    const size_t n = key->params->n;

    for (unsigned i = 0; i < num * ab_slhdsa_wots_len(key->params); i++)
        memcpy(values + i * n, key->sk_seed, n);
    run_all(key, place, AB_SLHDSA_WOTS_PRF, 1, num, values);
}

void ab_slhdsa_wots_ends(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, unsigned num,
                         uint8_t *values)
{
    run_all(key, place, AB_SLHDSA_WOTS_HASH, LAST, num, values);
}

/* order := the numbers 0 to len - 1, those with the longest ways from `from` to `to` first. Lengths are public. */
static void sort_by_length(uint8_t *order, const uint8_t *from, const uint8_t *to, unsigned len)
{
    unsigned at[AB_SLHDSA_W + 1] = { 0 }; /* where the next chain of each length goes, the longest first */

    for (unsigned i = 0; i < len; i++)
        at[LAST + 1 - (to[i] - from[i])]++;
    for (unsigned i = 1; i <= LAST; i++)
        at[i] += at[i - 1];
    for (unsigned i = 0; i < len; i++)
        order[at[LAST - (to[i] - from[i])]++] = (uint8_t)i;
}

void ab_slhdsa_wots_run(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, const uint8_t *from,
                        const uint8_t *to, uint8_t *values)
{
    const size_t n = key->params->n;
    const unsigned len = ab_slhdsa_wots_len(key->params);
    struct ab_slhdsa_chain chains[AB_SLHDSA_MAX_WOTS_LEN];
    uint8_t order[AB_SLHDSA_MAX_WOTS_LEN], sorted[AB_SLHDSA_MAX_WOTS_LEN * AB_SLHDSA_MAX_N];

    sort_by_length(order, from, to, len);
    for (unsigned i = 0; i < len; i++) {
        uint8_t *address = chains[i].address;

        ab_slhdsa_set_address(address, place->layer, place->tree, AB_SLHDSA_WOTS_HASH);
        ab_slhdsa_set_word(address, AB_SLHDSA_KEY_PAIR, place->leaf);
        ab_slhdsa_set_word(address, AB_SLHDSA_CHAIN, order[i]);
        ab_slhdsa_set_word(address, AB_SLHDSA_HASH, from[order[i]]);
        chains[i].num_steps = (unsigned)to[order[i]] - from[order[i]];
        memcpy(sorted + i * n, values + order[i] * n, n);
    }
    ab_slhdsa_run_chains(key, chains, sorted, len);
    for (unsigned i = 0; i < len; i++)
        memcpy(values + order[i] * n, sorted + i * n, n);
    ab_wipe(sorted, len * n);
}

void ab_slhdsa_wots_compress(const struct ab_slhdsa_key *key, const struct ab_slhdsa_place *place, unsigned num,
                             uint8_t *out, const uint8_t *ends)
{
    ab_slhdsa_address addresses[AB_SLHDSA_LEAVES];

    for (unsigned i = 0; i < num; i++) {
        ab_slhdsa_set_address(addresses[i], place->layer, place->tree, AB_SLHDSA_WOTS_PK);
        ab_slhdsa_set_word(addresses[i], AB_SLHDSA_KEY_PAIR, place->leaf + i);
    }
    ab_slhdsa_hash(key, addresses, ends, (size_t)ab_slhdsa_wots_len(key->params) * key->params->n, out, num);
}

/* Messages: what is hashed of them, and what their digest selects (FIPS 205 sec. 9.2, 10.2, 11.1, 11.2). */
#include <string.h>

#include "afterburner/hmac.h"
#include "crypto/hash/mgf1.h"
#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

int ab_slhdsa_message_init(struct ab_slhdsa_message *m, const uint8_t *context, size_t context_len, const uint8_t *data,
                           size_t len)
{
    if (context_len > AB_SLHDSA_MAX_CONTEXT_LEN)
        return 0;
    *m = (struct ab_slhdsa_message){ context, data, context_len, len, 0 };
    return 1;
}

void ab_slhdsa_message_init_encoded(struct ab_slhdsa_message *m, const uint8_t *data, size_t len)
{
    *m = (struct ab_slhdsa_message){ NULL, data, 0, len, 1 };
}

/* Absorb M'. */
static void update_message(struct ab_hash_ctx *c, const struct ab_slhdsa_message *m)
{
    const uint8_t head[2] = { 0, (uint8_t)m->context_len };

    if (!m->is_encoded) {
        ab_hash_update(c, head, sizeof(head));
        ab_hash_update(c, m->context, m->context_len);
    }
    ab_hash_update(c, m->data, m->len);
}

/* SHA-X of sec. 11.2, or SHAKE256. */
static const struct ab_hash *message_hash(const struct ab_slhdsa_key *key)
{
    return key->params->category == 1 ? key->kernels->narrow : key->kernels->wide;
}

void ab_slhdsa_prf_message(const struct ab_slhdsa_key *key, uint8_t *out, const uint8_t *addrnd,
                           const struct ab_slhdsa_message *message)
{
    const size_t n = key->params->n;
    uint8_t tag[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;
    struct ab_hmac_key k;

    if (key->params->is_shake) {
        ab_hash_init(&c, message_hash(key));
        ab_hash_update(&c, key->sk_prf, n);
        ab_hash_update(&c, addrnd, n);
        update_message(&c, message);
        ab_hash_squeeze(&c, out, n);
        ab_hash_wipe(&c);
        return;
    }
    ab_hmac_set_key(&k, message_hash(key), key->sk_prf, n);
    ab_hmac_init(&c, &k);
    ab_hash_update(&c, addrnd, n);
    update_message(&c, message);
    ab_hmac_final(&c, &k, tag);
    memcpy(out, tag, n);
    ab_hmac_wipe(&k);
    ab_wipe(tag, sizeof(tag));
}

/* H_msg: len bytes. */
static void hash_message(const struct ab_slhdsa_key *key, uint8_t *out, size_t len, const uint8_t *r,
                         const struct ab_slhdsa_message *message)
{
    const struct ab_hash *hash = message_hash(key);
    const size_t n = key->params->n;
    uint8_t seed[2 * AB_SLHDSA_MAX_N + AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, r, n);
    ab_hash_update(&c, key->pk_seed, n);
    ab_hash_update(&c, key->pk_root, n);
    update_message(&c, message);
    if (key->params->is_shake) {
        ab_hash_squeeze(&c, out, len);
        ab_hash_wipe(&c);
        return;
    }
    memcpy(seed, r, n);
    memcpy(seed + n, key->pk_seed, n);
    ab_hash_final(&c, seed + 2 * n);
    memset(out, 0, len);
    ab_mgf1_xor(hash, out, len, seed, 2 * n + hash->algorithm->digest_len);
}

/* The big-endian number of `len` bytes, modulo 2^bits. */
static uint64_t get_number(const uint8_t *in, size_t len, unsigned bits)
{
    uint64_t x = 0;

    for (size_t i = 0; i < len; i++)
        x = x << 8 | in[i];
    return bits < 64 ? x & ((1ull << bits) - 1) : x;
}

/* base_2b, algorithm 4: numbers of `bits` bits, the highest bit first. */
static void get_digits(uint32_t *out, unsigned num, const uint8_t *in, unsigned bits)
{
    uint32_t waiting = 0;
    unsigned num_waiting = 0;

    for (unsigned i = 0; i < num; i++) {
        for (; num_waiting < bits; num_waiting += 8)
            waiting = waiting << 8 | *in++;
        num_waiting -= bits;
        out[i] = waiting >> num_waiting & ((1u << bits) - 1);
    }
}

/* The index of a tree has 54 to 64 bits, that of a leaf up to 9. */
void ab_slhdsa_select(const struct ab_slhdsa_key *key, struct ab_slhdsa_selection *s, const uint8_t *r,
                      const struct ab_slhdsa_message *message)
{
    const struct ab_slhdsa_params *params = key->params;
    const unsigned tree_bits = (params->d - 1) * params->tree_height, leaf_bits = params->tree_height;
    const size_t fors_len = (params->num_fors * params->fors_height + 7) / 8;
    const size_t tree_len = (tree_bits + 7) / 8, leaf_len = (leaf_bits + 7) / 8;
    uint8_t digest[AB_SLHDSA_MAX_DIGEST_LEN];

    hash_message(key, digest, fors_len + tree_len + leaf_len, r, message);
    AB_PUBLIC(digest, sizeof(digest)); /* the signature shows which leaves it selects */
    get_digits(s->fors, params->num_fors, digest, params->fors_height);
    s->tree = get_number(digest + fors_len, tree_len, tree_bits);
    s->leaf = (uint32_t)get_number(digest + fors_len + tree_len, leaf_len, leaf_bits);
}

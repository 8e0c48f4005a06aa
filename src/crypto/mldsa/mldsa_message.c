/* SHAKE256 of messages in parts, and the message representative (FIPS 204 algorithms 2, 3, 7 and 8). */
#include <string.h>

#include "crypto/hash/short_sponge.h"
#include "crypto/mldsa/mldsa_parts.h"
#include "ct/ct.h"

enum { RATE = AB_RATE_256 };

void ab_mldsa_hash_start(struct ab_mldsa_message *m, const struct ab_mldsa_kernels *kernels)
{
    memset(m, 0, sizeof(*m));
    m->kernels = kernels;
}

/* Add bytes to the current block without filling it. */
static void add_bytes(struct ab_mldsa_message *m, const uint8_t *data, size_t len)
{
    uint8_t *state = (uint8_t *)m->state + m->used;

    for (size_t i = 0; i < len; i++)
        state[i] ^= data[i];
    m->used += len;
}

void ab_mldsa_message_update(struct ab_mldsa_message *m, const uint8_t *data, size_t len)
{
    static const uint8_t nothing[RATE] = { 0 };
    const size_t room = RATE - m->used;

    if (m->used > 0 && len >= room) { /* fill the block, then permute by absorbing zeros */
        add_bytes(m, data, room);
        m->kernels->absorb(m->state, nothing, 1, RATE);
        m->used = 0;
        data += room;
        len -= room;
    }
    if (len >= RATE) {
        const size_t num_blocks = len / RATE;

        m->kernels->absorb(m->state, data, num_blocks, RATE);
        data += num_blocks * RATE;
        len -= num_blocks * RATE;
    }
    add_bytes(m, data, len);
}

void ab_mldsa_hash_finish(struct ab_mldsa_message *m, uint8_t *out, size_t out_len)
{
    uint8_t padding[RATE] = { 0 };

    padding[m->used] = AB_SHAKE_SUFFIX;
    padding[RATE - 1] |= 0x80;
    m->kernels->absorb(m->state, padding, 1, RATE);
    memcpy(out, m->state, out_len);
    ab_mldsa_message_wipe(m);
}

void ab_mldsa_hash_commitments(const struct ab_mldsa_key *key, uint8_t *challenges, const uint8_t *const in[],
                               unsigned num)
{
    const struct ab_short_sponge s = { key->kernels->absorb, key->kernels->absorb_lanes, RATE, AB_SHAKE_SUFFIX };
    const struct ab_mldsa_params *params = key->params;

    ab_short_sponge(&s, challenges, params->challenge_len, in, AB_MLDSA_MU_LEN + params->k * ab_mldsa_high_len(params),
                    num);
}

/* ---- messages ---- */

void ab_mldsa_message_init_encoded(struct ab_mldsa_message *m, const struct ab_mldsa_key *key)
{
    ab_mldsa_hash_start(m, key->kernels);
    ab_mldsa_message_update(m, key->tr, sizeof(key->tr));
}

int ab_mldsa_message_init(struct ab_mldsa_message *m, const struct ab_mldsa_key *key, const uint8_t *context,
                          size_t context_len)
{
    const uint8_t prefix[2] = { 0, (uint8_t)context_len };

    if (context_len > AB_MLDSA_MAX_CONTEXT_LEN)
        return 0;
    ab_mldsa_message_init_encoded(m, key);
    ab_mldsa_message_update(m, prefix, sizeof(prefix));
    ab_mldsa_message_update(m, context, context_len);
    return 1;
}

void ab_mldsa_message_final(struct ab_mldsa_message *m, uint8_t mu[AB_MLDSA_MU_LEN])
{
    ab_mldsa_hash_finish(m, mu, AB_MLDSA_MU_LEN);
}

void ab_mldsa_message_wipe(struct ab_mldsa_message *m)
{
    ab_wipe(m->state, sizeof(m->state));
    m->used = 0;
}

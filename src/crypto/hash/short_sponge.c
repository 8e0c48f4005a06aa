/* SHA-3 and SHAKE over several messages of one length in step. */
#include "crypto/hash/short_sponge.h"

#include <string.h>

#include "ct/ct.h"

typedef uint64_t keccak_state[AB_KECCAK_LANES];

static void absorb(const struct ab_short_sponge *s, keccak_state *states, const uint8_t *const in[], size_t num_blocks,
                   unsigned num)
{
    void *of[AB_SHORT_SPONGE_LANES];

    if (num == 1) {
        s->absorb(states[0], in[0], num_blocks, s->rate);
        return;
    }
    for (unsigned i = 0; i < AB_SHORT_SPONGE_LANES; i++)
        of[i] = states[i];
    s->absorb_lanes(of, in, num_blocks, s->rate, num);
}

void ab_short_sponge(const struct ab_short_sponge *s, uint8_t *out, size_t out_len, const uint8_t *const in[],
                     size_t len, unsigned num)
{
    keccak_state states[AB_SHORT_SPONGE_LANES];
    uint8_t last[AB_SHORT_SPONGE_LANES][AB_RATE_256];
    const uint8_t *last_of[AB_SHORT_SPONGE_LANES] = { NULL };
    size_t num_whole = 0, rest = len;

    for (; rest >= s->rate; rest -= s->rate) /* a division would have to be shown to be public */
        num_whole++;
    memset(states, 0, num * sizeof(states[0]));
    memset(last, 0, num * sizeof(last[0]));
    for (unsigned i = 0; i < num; i++) {
        memcpy(last[i], in[i] + num_whole * s->rate, rest);
        last[i][rest] = s->suffix;
        last[i][s->rate - 1] |= 0x80;
        last_of[i] = last[i];
    }
    absorb(s, states, in, num_whole, num);
    absorb(s, states, last_of, 1, num);
    for (unsigned i = 0; i < num; i++)
        memcpy(out + i * out_len, states[i], out_len);
    ab_wipe(states, num * sizeof(states[0]));
    ab_wipe(last, num * sizeof(last[0]));
}

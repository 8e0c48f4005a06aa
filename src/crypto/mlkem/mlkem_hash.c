/* SHA3-512, SHA3-256 and SHAKE256 (FIPS 202) over messages in one piece, with digests of at most one block. */
#include "crypto/mlkem/mlkem_hash.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { SHA3_SUFFIX = 0x06, SHAKE_SUFFIX = 0x1f, RATE_256 = 136, RATE_512 = 72 };

/* A function: the length of a block, and the first byte of the padding. */
struct function {
    size_t rate;
    uint8_t suffix;
};

typedef uint64_t keccak_state[AB_KECCAK_LANES];

static void absorb(const struct ab_mlkem_kernels *k, keccak_state *states, const uint8_t *const in[], size_t num_blocks,
                   size_t rate, unsigned num)
{
    void *of[AB_MLKEM_MAX_LANES];

    if (num == 1) {
        k->absorb(states[0], in[0], num_blocks, rate);
        return;
    }
    for (unsigned i = 0; i < num; i++)
        of[i] = states[i];
    k->absorb_lanes(of, in, num_blocks, rate, num);
}

static void digest(const struct ab_mlkem_kernels *k, struct function f, uint8_t *out, size_t out_len,
                   const uint8_t *const in[], size_t len, unsigned num)
{
    keccak_state states[AB_MLKEM_MAX_LANES];
    uint8_t last[AB_MLKEM_MAX_LANES][RATE_256];
    const uint8_t *last_of[AB_MLKEM_MAX_LANES] = { NULL };
    size_t num_whole = 0, rest = len;

    for (; rest >= f.rate; rest -= f.rate) /* a division would have to be shown to be public */
        num_whole++;
    memset(states, 0, num * sizeof(states[0]));
    memset(last, 0, num * sizeof(last[0]));
    for (unsigned i = 0; i < num; i++) {
        memcpy(last[i], in[i] + num_whole * f.rate, rest);
        last[i][rest] = f.suffix;
        last[i][f.rate - 1] |= 0x80;
        last_of[i] = last[i];
    }
    absorb(k, states, in, num_whole, f.rate, num);
    absorb(k, states, last_of, 1, f.rate, num);
    for (unsigned i = 0; i < num; i++)
        memcpy(out + i * out_len, states[i], out_len);
    ab_wipe(states, num * sizeof(states[0]));
    ab_wipe(last, num * sizeof(last[0]));
}

void ab_mlkem_g(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_G_LEN], const uint8_t *const in[], size_t len,
                unsigned num)
{
    digest(k, (struct function){ RATE_512, SHA3_SUFFIX }, out[0], AB_MLKEM_G_LEN, in, len, num);
}

void ab_mlkem_h(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_H_LEN], const uint8_t *const in[], size_t len,
                unsigned num)
{
    digest(k, (struct function){ RATE_256, SHA3_SUFFIX }, out[0], AB_MLKEM_H_LEN, in, len, num);
}

void ab_mlkem_j(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_SECRET_LEN], const uint8_t *const in[],
                size_t len, unsigned num)
{
    digest(k, (struct function){ RATE_256, SHAKE_SUFFIX }, out[0], AB_MLKEM_SECRET_LEN, in, len, num);
}

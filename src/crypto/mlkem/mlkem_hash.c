/* SHA3-512, SHA3-256 and SHAKE256 (FIPS 202) over one message in one piece, with digests of at most one block. */
#include "crypto/mlkem/mlkem_hash.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { SHA3_SUFFIX = 0x06, SHAKE_SUFFIX = 0x1f, RATE_256 = 136, RATE_512 = 72 };

static void digest(const struct ab_mlkem_kernels *k, uint8_t *out, size_t out_len, const uint8_t *in, size_t len,
                   size_t rate, uint8_t suffix)
{
    uint64_t state[AB_KECCAK_LANES] = { 0 };
    uint8_t last[RATE_256] = { 0 };
    size_t num_whole = 0;

    for (; len >= rate; len -= rate) /* a division would have to be shown to be public */
        num_whole++;
    k->absorb(state, in, num_whole, rate);
    memcpy(last, in + num_whole * rate, len);
    last[len] = suffix;
    last[rate - 1] |= 0x80;
    k->absorb(state, last, 1, rate);
    memcpy(out, state, out_len);
    ab_wipe(state, sizeof(state));
    ab_wipe(last, sizeof(last));
}

void ab_mlkem_g(const struct ab_mlkem_kernels *k, uint8_t out[AB_MLKEM_G_LEN], const uint8_t *in, size_t len)
{
    digest(k, out, AB_MLKEM_G_LEN, in, len, RATE_512, SHA3_SUFFIX);
}

void ab_mlkem_h(const struct ab_mlkem_kernels *k, uint8_t out[AB_MLKEM_H_LEN], const uint8_t *in, size_t len)
{
    digest(k, out, AB_MLKEM_H_LEN, in, len, RATE_256, SHA3_SUFFIX);
}

void ab_mlkem_j(const struct ab_mlkem_kernels *k, uint8_t out[AB_MLKEM_SECRET_LEN], const uint8_t *in, size_t len)
{
    digest(k, out, AB_MLKEM_SECRET_LEN, in, len, RATE_256, SHAKE_SUFFIX);
}

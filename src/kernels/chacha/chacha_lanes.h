/*
 * A group of blocks side by side, and what is absorbed into Poly1305 beside its rounds. Include it after a
 * chacha_vec_LEVEL.h.
 *
 * Each level defines
 *
 * lanes_rounds(l, chain, num)      l->sum := l->start + the 20 rounds of ChaCha of l->start. Meanwhile chain
 *                                  absorbs num blocks: 0, HALF_WOVEN or WOVEN.
 * all_rows(key, counter, in, out, chain, absorbed)
 *                                  out := in + MAX_ROWS * ROW_BLOCKS blocks of key stream; in may be NULL for zeros.
 *                                  Meanwhile chain absorbs so many blocks. Returns 0 if the level has nothing better
 *                                  for this number than the compiler's code.
 */
#ifndef AB_KERNELS_CHACHA_LANES_H
#define AB_KERNELS_CHACHA_LANES_H

#include "kernels/chacha/poly1305_bmi2.h"

enum { DOUBLE_ROUNDS = 10, WOVEN = VEC_BLOCKS * AB_CHACHA20_BLOCK / AB_POLY1305_BLOCK };

/* The 16 words of the state, each of VEC_BLOCKS blocks, before the rounds and after. */
struct lanes {
    vec start[16], sum[16];
};

#endif

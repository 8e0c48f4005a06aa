/* The state of SM4 beside its rounds, which sm4_round_aes_template.h and sm4_round_gfni.h make. */
#include "kernels/sm4/sm4_tables.h"

/*
 * The four words of each block, and the input of the S-boxes of the next round r: sum = x[r + 1] + x[r + 2] + x[r + 3]
 * + rk (indices mod 4).
 */
struct sm4_state {
    vec x[4], sum;
};

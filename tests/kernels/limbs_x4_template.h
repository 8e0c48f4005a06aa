/* The functions of a struct limbs_case for four elements side by side, whose field was included before. */
#include "kernels/limbs_cases.h"

static struct fe_x4 from_limbs(limbs_elements a)
{
    struct fe_x4 r;

    for (unsigned i = 0; i < HALF; i++) {
        _Alignas(64) uint64_t lanes[8];

        memcpy(lanes, a[i], 32);
        memcpy(lanes + 4, a[HALF + i], 32);
        r.v[i] = _mm512_load_si512(lanes);
    }
    return r;
}

static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe_x4 x = from_limbs(a), y = from_limbs(b);

    switch (operation) {
    case LIMBS_MUL: x = fe_x4_settle(fe_x4_mul(x, y)); break;
    case LIMBS_SQR: x = fe_x4_settle(fe_x4_mul(x, x)); break;
    case LIMBS_ADD: x = fe_x4_settle(fe_x4_add(x, ALL_LANES, y)); break;
    case LIMBS_SUB: x = fe_x4_settle(fe_x4_sub(x, ALL_LANES, y)); break;
    default: break;
    }
    for (unsigned lane = 0; lane < 4; lane++) {
        struct fe t;

        fe_x4_lane(&t, &x, lane);
        fe_to_words(r[lane], &t);
    }
    return 1;
}

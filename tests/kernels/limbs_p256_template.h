/*
 * The functions of a struct limbs_case for P-256 in limbs of 52 bits, whose kernel was included before. Carried
 * elements are any below 2^260, 16 p and somewhat more. The file that includes this defines to_words.
 */
#include "kernels/limbs_cases.h"

static void to_words(uint64_t r[LIMBS_LANES][LIMBS_WORDS], struct fes a);

static struct fes from_limbs(limbs_elements a)
{
    struct fes r;

    EACH(i)
    memcpy(&r.v[i], a[i], sizeof(r.v[i]));
    return r;
}

/* A difference has 16 p added, which keeps it positive for b below 16 p. */
static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fes x = from_limbs(a), y = from_limbs(b);

    switch (operation) {
    case LIMBS_MUL: x = fes_mul(x, y); break;
    case LIMBS_SQR: x = fes_mul(x, x); break;
    case LIMBS_ADD: x = fes_add(fes_fold(x), fes_fold(y)); break;
    case LIMBS_SUB: x = fes_sub(fes_add(fes_fold(x), fes_multiple(2)), fes_fold(y)); break;
    default: break;
    }
    to_words(r, fes_fold(x));
    return 1;
}

#define LIMB_MOST (((uint64_t)1 << 52) - 1)

#include "afterburner/dh.h"

#include <stdlib.h>

#include "crypto/ffc/ffc.h"
#include "ct/ct.h"

/* Mask: a is 0, 1 or p - 1. p is odd, so p - 1 differs from it in the lowest bit alone. */
static uint64_t is_trivial(const struct ab_ffc *f, const uint64_t *a)
{
    const uint64_t *p = f->p->n;
    uint64_t high = 0, differ = a[0] ^ p[0] ^ 1;

    for (size_t i = 1; i < f->p->num_words; i++) {
        high |= a[i];
        differ |= a[i] ^ p[i];
    }
    return ab_ct_is_zero(high | (a[0] & ~(uint64_t)1)) | ab_ct_is_zero(differ);
}

int ab_dh(const struct ab_ffc *f, uint8_t *secret, const uint64_t *x, size_t num_bits, const uint64_t *peer)
{
    size_t num = f->p->num_words, len = (f->p_bits + 7) / 8;
    uint64_t *z = calloc(num, sizeof(*z)), bad;
    int ok = 0;

    if (z != NULL && ab_words_lt(peer, f->p->n, num) && ab_mod_exp(f->p, z, peer, x, num_bits)) {
        bad = is_trivial(f, z);
        AB_PUBLIC(&bad, sizeof(bad)); /* the caller is told */
        ok = bad == 0;
    }
    if (!ok)
        ab_wipe(secret, len);
    else
        ab_words_to_bytes(secret, len, z, num);
    if (z != NULL)
        ab_wipe(z, num * sizeof(*z));
    free(z);
    return ok;
}

/* Diffie-Hellman: the shared secret (SP 800-56A sec. 5.7.1.1). */
#include "afterburner/dh.h"

#include <stdlib.h>

#include "crypto/ffc/ffc.h"
#include "ct/ct.h"

int ab_dh(const struct ab_ffc *f, uint8_t *secret, const uint64_t *x, size_t num_bits, const uint64_t *peer)
{
    size_t num = f->p->num_words, len = (f->p_bits + 7) / 8;
    uint64_t *z = calloc(num, sizeof(*z)), bad;
    int ok = 0;

    if (z != NULL && ab_words_lt(peer, f->p->n, num) && ab_mod_exp(f->p, z, peer, x, num_bits)) {
        bad = ab_ffc_is_trivial(f, z);
        AB_PUBLIC(&bad, sizeof(bad)); /* the result is returned */
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

/* The reference of key wrap (SP 800-38F sec. 6.1), plain and slow: see aes_reference.h. */
#include "kernels/aes/aes_reference.h"

#include <string.h>

/* Algorithms 1 and 2: A is the first semiblock; step t takes semiblock R with A through the cipher and adds t to A. */
void ab_ref_wrap(const struct ab_ref_key *k, int decrypt, int inverse_cipher, uint8_t *semiblocks, size_t n)
{
    size_t steps = 6 * (n - 1);
    uint8_t a[16];

    memcpy(a, semiblocks, 8);
    for (size_t s = 0; s < steps; s++) {
        size_t t = decrypt ? steps - s : s + 1;
        uint8_t *r = semiblocks + 8 * (1 + (t - 1) % (n - 1));

        if (decrypt)
            for (unsigned i = 0; i < 8; i++)
                a[i] ^= (uint8_t)((uint64_t)t >> (56 - 8 * i));
        memcpy(a + 8, r, 8);
        (decrypt != inverse_cipher ? ab_ref_decrypt : ab_ref_encrypt)(k, a, a);
        memcpy(r, a + 8, 8);
        if (!decrypt)
            for (unsigned i = 0; i < 8; i++)
                a[i] ^= (uint8_t)((uint64_t)t >> (56 - 8 * i));
    }
    memcpy(semiblocks, a, 8);
}

/* Montgomery's product for prime_field.h with MULX, ADCX and ADOX, unrolled for the number of words. */
#include "kernels/bignum/adx_words.h"

/* a b / R modulo m, for b < m and any a. */
INLINE void mont_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t inverse)
{
    MONT_MUL_ADX(r, a, b, m, inverse);
}

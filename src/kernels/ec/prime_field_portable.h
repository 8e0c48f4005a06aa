/* Montgomery's product for prime_field.h in C. */

/* a b / R modulo m, for b < m and any a. */
static void mont_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t inverse)
{
    words_mont_mul(r, a, b, m, inverse, NUM_WORDS);
}

/* The parameters of sha2_lanes_template.h for SHA-256: FIPS 180-4 sec. 4.1.2, 4.2.2. Include words32_LEVEL.h first. */
#include "kernels/lanes/lanes32_template.h"
#include "kernels/sha/sha_kernels.h"

enum { NUM_ROUNDS = 64, WORD = 4 /* bytes */, WORDS_AT_ONCE = 4 };

INLINE words rotate_right(words x, unsigned n)
{
    return words_rotate(x, 32 - n);
}
INLINE words big_sigma0(words x)
{
    return words_xor3(rotate_right(x, 2), rotate_right(x, 13), rotate_right(x, 22));
}
INLINE words big_sigma1(words x)
{
    return words_xor3(rotate_right(x, 6), rotate_right(x, 11), rotate_right(x, 25));
}
INLINE words small_sigma0(words x)
{
    return words_xor3(rotate_right(x, 7), rotate_right(x, 18), words_shift_right(x, 3));
}
INLINE words small_sigma1(words x)
{
    return words_xor3(rotate_right(x, 17), rotate_right(x, 19), words_shift_right(x, 10));
}
INLINE words constant(unsigned t)
{
    return words_set1(ab_sha256_k[t]);
}
INLINE void load_words(words *w, const uint8_t *const p[], size_t at)
{
    load_4_words(w, p, at);
}
INLINE void store_words(uint8_t *const p[], size_t at, const words *w)
{
    store_4_words(p, at, w);
}

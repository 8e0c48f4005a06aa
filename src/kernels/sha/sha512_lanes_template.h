/* The parameters of sha2_lanes_template.h for SHA-512: FIPS 180-4 sec. 4.1.3, 4.2.3. Include words64_LEVEL.h first. */
#include "kernels/lanes/lanes64_template.h"
#include "kernels/sha/sha_kernels.h"

enum { NUM_ROUNDS = 80, WORD = 8 /* bytes */, WORDS_AT_ONCE = 2 };

INLINE words rotate_right(words x, unsigned n)
{
    return words_rotate_right(x, n);
}
INLINE words big_sigma0(words x)
{
    return words_xor3(rotate_right(x, 28), rotate_right(x, 34), rotate_right(x, 39));
}
INLINE words big_sigma1(words x)
{
    return words_xor3(rotate_right(x, 14), rotate_right(x, 18), rotate_right(x, 41));
}
INLINE words small_sigma0(words x)
{
    return words_xor3(rotate_right(x, 1), rotate_right(x, 8), words_shift_right(x, 7));
}
INLINE words small_sigma1(words x)
{
    return words_xor3(rotate_right(x, 19), rotate_right(x, 61), words_shift_right(x, 6));
}
INLINE words constant(unsigned t)
{
    return words_set1(ab_sha512_k[t]);
}
INLINE void load_words(words *w, const uint8_t *const p[], size_t at)
{
    load_2_words(w, p, at);
}
INLINE void store_words(uint8_t *const p[], size_t at, const words *w)
{
    store_2_words(p, at, w);
}

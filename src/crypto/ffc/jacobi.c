/* The Jacobi symbol: see jacobi.h. */
#include "crypto/ffc/jacobi.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"

/* a >> by, 0 < by < 64 */
static void shift_right(uint64_t *a, size_t num, unsigned by)
{
    for (size_t i = 0; i + 1 < num; i++)
        a[i] = a[i] >> by | a[i + 1] << (64 - by);
    a[num - 1] >>= by;
}

/* Divide a > 0 by its power of two. Return the sign of that: (2 / n) is -1 for n = 3 or 5 modulo 8. */
static int make_odd(uint64_t *a, size_t num, uint64_t n_low)
{
    int two = (n_low & 7) == 3 || (n_low & 7) == 5 ? -1 : 1, sign = 1;

    while (a[0] == 0) { /* 64 twos do not change the sign */
        memmove(a, a + 1, (num - 1) * sizeof(*a));
        a[num - 1] = 0;
    }
    if ((a[0] & 1) == 0) {
        unsigned by = (unsigned)__builtin_ctzll(a[0]);

        shift_right(a, num, by);
        sign = by % 2 == 0 ? 1 : two;
    }
    return sign;
}

/* Both are odd. Apply reciprocity and subtract the smaller from the larger until one is zero. */
static int compute(uint64_t *a, uint64_t *n, size_t num)
{
    int symbol = 1;
    size_t len = num;

    for (;;) {
        while (len > 1 && (a[len - 1] | n[len - 1]) == 0)
            len--;
        if (ab_words_is_zero(a, len))
            return len == 1 && n[0] == 1 ? symbol : 0;
        symbol *= make_odd(a, len, n[0]);
        if (ab_words_lt(a, n, len)) {
            uint64_t *swapped = a;

            a = n;
            n = swapped;
            symbol *= (a[0] & n[0] & 3) == 3 ? -1 : 1;
        }
        ab_words_sub(a, a, n, len);
    }
}

int ab_jacobi_public(int *symbol, const uint64_t *a, const uint64_t *n, size_t num_words)
{
    uint64_t *room = malloc(2 * num_words * sizeof(*room));

    if (room == NULL)
        return 0;
    memcpy(room, a, num_words * sizeof(*a));
    memcpy(room + num_words, n, num_words * sizeof(*n));
    *symbol = compute(room, room + num_words, num_words);
    free(room);
    return 1;
}

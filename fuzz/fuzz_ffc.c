/*
 * Make groups for Diffie-Hellman and DSA from arbitrary numbers. Input: the number of words of p, q and g, then p, q,
 * g, a public and a private value, least significant byte first; what is missing is zero. A group that is accepted,
 * with q or without, has these numbers. If g has the order q, every public key of it but 1 and p - 1 is valid.
 */
#include <string.h>

#include "afterburner/bignum.h"
#include "afterburner/ffc.h"
#include "fuzz.h"

enum { MAX_WORDS = 20, MAX_ROOM = 32 };

/* Whether a, below p, is 1 or p - 1. */
static int is_trivial(const uint64_t *a, const uint64_t *p, size_t num)
{
    uint64_t above_one = a[0] ^ 1, below_p = a[0] ^ p[0] ^ 1;

    for (size_t i = 1; i < num; i++) {
        above_one |= a[i];
        below_p |= a[i] ^ p[i];
    }
    return above_one == 0 || below_p == 0;
}

static void check_group(struct ab_ffc *f, const struct ab_ffc_numbers *n, const uint64_t *y, const uint64_t *x)
{
    static uint64_t value[MAX_ROOM], key[MAX_ROOM], p[MAX_ROOM];
    size_t words = ab_ffc_words(f);
    int is_order = ab_ffc_has_order_q(f);

    expect(words <= MAX_ROOM && ab_ffc_has_numbers(f, n) && 64 * words >= ab_ffc_p_bits(f));
    expect(is_order == ab_ffc_has_order_q(f) && (n->q != NULL || !is_order));
    memset(p, 0, sizeof(p));
    memset(value, 0, sizeof(value));
    memset(key, 0, sizeof(key));
    memcpy(p, n->p, n->p_words * sizeof(*p));
    memcpy(value, y, n->p_words * sizeof(*y));
    expect(!ab_ffc_check_public(f, value, 0) || n->q != NULL);
    key[0] = x[0];
    expect(ab_ffc_public(f, value, key, 64));
    if (is_order)
        expect(ab_ffc_check_public(f, value, 0) != is_trivial(value, p, words));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static uint64_t p[MAX_WORDS], q[MAX_WORDS], g[MAX_WORDS], y[MAX_WORDS], x[MAX_WORDS];
    struct ab_ffc_numbers n;
    struct ab_bignum *bignum;
    struct ab_ffc *f;
    struct ab_cpu cpu;

    if (len < 4)
        return 0;
    n = (struct ab_ffc_numbers){ .p = p,
                                 .g = g,
                                 .p_words = 1 + data[0] % MAX_WORDS,
                                 .q_words = 1 + data[1] % MAX_WORDS,
                                 .g_words = 1 + data[2] % MAX_WORDS };
    len -= 3;
    data += 3;
    take_words(p, n.p_words, &data, &len);
    take_words(q, n.q_words, &data, &len);
    take_words(g, n.g_words, &data, &len);
    take_words(y, n.p_words, &data, &len);
    take_words(x, 1, &data, &len);
    ab_cpu_detect(&cpu);
    bignum = ab_bignum_new(&cpu);
    expect(bignum != NULL);
    for (int has_q = 0; has_q < 2; has_q++) {
        n.q = has_q ? q : NULL;
        f = ab_ffc_new(bignum, &n, 0);
        if (f != NULL)
            check_group(f, &n, y, x);
        ab_ffc_free(f);
    }
    ab_bignum_free(bignum);
    return 0;
}

/* A group of random numbers: see ffc_group.h. */
#include "crypto/ffc_group.h"

#include "harness/harness.h"

enum { MAX_WORDS = 64 };

struct ab_ffc *t_random_group(const struct ab_bignum *b, unsigned p_bits, unsigned q_bits)
{
    uint64_t p[MAX_WORDS], q[MAX_WORDS] = { 0 }, g[MAX_WORDS];
    const unsigned p_words = p_bits / 64, q_words = (q_bits + 63) / 64;
    struct ab_ffc *f;

    t_random_bytes(p, p_bits / 8);
    t_random_bytes(q, q_bits / 8);
    t_random_bytes(g, p_bits / 8);
    p[0] |= 1;
    p[p_words - 1] |= (uint64_t)1 << 63;
    g[p_words - 1] >>= 1;
    q[0] |= 1;
    q[q_words - 1] |= (uint64_t)UINT32_MAX << (q_bits - 32) % 64;
    f = ab_ffc_new(b, &(struct ab_ffc_numbers){ p, q, g, p_words, q_words, p_words }, 0);
    CHECK(f != NULL);
    return f;
}

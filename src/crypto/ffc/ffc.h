/* The internals of include/afterburner/ffc.h: domain parameters as DSA and Diffie-Hellman use them. */
#ifndef AB_CRYPTO_FFC_FFC_H
#define AB_CRYPTO_FFC_FFC_H

#include <stdatomic.h>

#include "afterburner/ffc.h"
#include "crypto/bignum/bignum.h"
#include "crypto/ffc/comb.h"

/*
 * A base of powers. Its first powers are computed directly; if it remains in use, it gets a comb, which costs about as
 * much as one power. It gets none if powers outrun products (ab_mod_exp_outruns_products), unless its exponents are
 * short.
 */
struct ab_ffc_base {
    const uint64_t *value;
    size_t num_bits; /* of the exponents that the comb is for */
    _Atomic unsigned uses;
    struct ab_comb *_Atomic comb;
};

void ab_ffc_base_init(struct ab_ffc_base *b, const uint64_t *value, size_t num_bits);
void ab_ffc_base_clear(struct ab_ffc_base *b);
/* Count a use, and return the comb; NULL if there is none yet, none for this many bits, or if it would not pay. */
const struct ab_comb *ab_ffc_base_use(struct ab_ffc_base *b, const struct ab_modulus *m, size_t num_bits);

struct ab_ffc {
    _Atomic unsigned references;
    _Atomic int order_checked; /* 0: not yet; 1: g has order q; -1: it has not */
    struct ab_modulus *p, *q;  /* q is NULL if it is not known */
    size_t p_bits, q_bits;
    struct ab_ffc_base g;
    uint64_t g_value[];
};

/* Mask: a (secret) is 0, 1 or p - 1. p is odd, so p - 1 differs from it in the lowest bit alone. */
uint64_t ab_ffc_is_trivial(const struct ab_ffc *f, const uint64_t *a);

#endif

/*
 * What the parts of the suite of elliptic curves share: vectors, which Python's integers have computed, random scalars,
 * and the parts themselves.
 */
#ifndef AB_TESTS_EC_CASES_H
#define AB_TESTS_EC_CASES_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/ec.h"
#include "kernels/ec/ec_batch_kernels.h"
#include "kernels/ec/ec_kernels.h"

typedef uint64_t words[AB_EC_MAX_WORDS];

/* Numbers are hexadecimal; all of one curve have the same length. */
struct multiple {
    enum ab_curve_id id;
    const char *scalar, *px, *py, *x, *y; /* px empty: the base point */
};
struct root {
    enum ab_curve_id id;
    const char *x, *y; /* the even y; empty: there is no such point */
};
struct stray {
    enum ab_curve_id id;
    const char *x, *y; /* a point of the curve whose order is not n */
};
struct nonce {
    enum ab_curve_id id;
    const char *private_key, *r, *s;
    enum ab_hash_id hash;
    const char *message;
};
struct joint {
    enum ab_curve_id id;
    const char *u, *v, *qx, *qy, *r; /* the x-coordinate of u G + v Q is r + n */
};

extern const struct t_ec_vectors {
    const struct multiple *multiples;
    const struct root *roots;
    const struct stray *strays;
    const struct nonce *nonces;
    const struct joint *joints;
    size_t num_multiples, num_roots, num_strays, num_nonces, num_joints;
} t_ec_vectors;

/* The distance of the vectors to test: 1, or more where tests are slow. */
size_t t_ec_step(void);
/* How many random cases to test. */
unsigned t_ec_num_random(void);

/* Write the bytes of a hexadecimal text. Returns their number. */
size_t t_ec_bytes(uint8_t *out, const char *hex);
void t_ec_words(words r, const char *hex);
/* The length in bytes of the words of a field element. */
size_t t_ec_words_len(const struct ab_ec_kernels *c);
/* Draw k from 1 to n - 1. */
void t_ec_random_scalar(const struct ab_ec_kernels *c, words k);
/* Returns the portable implementation, since hash functions are not tested here. */
const struct ab_hash *t_ec_hash(enum ab_hash_id id);
/* Compute the x-coordinate of u G + v (q G) modulo n. Returns 0 if the point is infinity. */
int t_ec_wanted_r(const struct ab_ec_kernels *c, words r, const words u, const words v, const words q);

/* Check the kernels of one implementation: multiples, roots, arithmetic modulo the order, u G + v Q. */
void t_ec_check_points(const struct ab_ec_kernels *c);
/* Check what is built on them: ECDSA, ECDH, encodings. */
void t_ec_check_keys(const struct ab_ec_kernels *c);
/* Check kernels of several keys in step against the same vectors and the portable implementation. */
void t_ec_check_batch(const struct ab_ec_batch_kernels *l);

#endif

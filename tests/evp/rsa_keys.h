/*
 * RSA keys for the tests of this folder: usual ones and unusual ones, each imported by both providers from the same
 * parameters.
 */
#ifndef AB_TESTS_EVP_RSA_KEYS_H
#define AB_TESTS_EVP_RSA_KEYS_H

#include "keys.h"

enum { MAX_RSA_KEYS = 48 };

struct rsa_pair {
    const char *name, *type;  /* RSA or RSA-PSS */
    EVP_PKEY *key[NUM_SIDES]; /* NULL if the provider refuses it */
};

extern struct rsa_pair rsa_pairs[MAX_RSA_KEYS];
extern unsigned num_rsa_pairs;

void rsa_pairs_make(void);
void rsa_pairs_free(void);
/* Draw a key that both providers accept. */
const struct rsa_pair *rsa_pairs_draw(struct random *rnd);

#endif

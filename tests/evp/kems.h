/* Key encapsulation by either provider, for the tests of ML-KEM and its hybrids. */
#ifndef AB_TESTS_EVP_KEMS_H
#define AB_TESTS_EVP_KEMS_H

#include "keys.h"

enum { MAX_CIPHERTEXT = 1700, MAX_SECRET = 100, MAX_ENCODED_KEY = 3300 };

/* The other provider in a comparison: the default provider, or the module itself where the release has no ML-KEM. */
extern int kems_other;
/* Open the library context as keys_open does, and choose kems_other. */
void kems_open(struct harness *h, const char *type);

/* A ciphertext and its secret, as one call of encapsulation or decapsulation left them. */
struct sent {
    int ret; /* of the call; 0 also if the init failed */
    size_t ciphertext_len, secret_len;
    uint8_t ciphertext[MAX_CIPHERTEXT], secret[MAX_SECRET];
};

/* Encapsulate to a key by its own provider. ikme: the message, 32 bytes, or NULL. */
void kem_encapsulate(EVP_PKEY *key, const uint8_t *ikme, struct sent *out);
/* Decapsulate in->ciphertext; out->ciphertext stays. */
void kem_decapsulate(EVP_PKEY *key, const struct sent *in, struct sent *out);

/* A secret that is sent to `to` is the one that `key` finds. */
void kem_check_pair(const char *what, EVP_PKEY *to, EVP_PKEY *key);

/* What a call answers to lengths that are too short, to missing outputs and to the query of the lengths, as bits. */
unsigned kem_encapsulate_verdicts(EVP_PKEY *key);
unsigned kem_decapsulate_verdicts(EVP_PKEY *key);

/* An empty key of the type whose encoded public key is then set. NULL if either is refused. */
EVP_PKEY *key_from_share(int side, const char *type, const uint8_t *share, size_t len);
/* The encoded public key; returns its length. */
size_t key_get_share(EVP_PKEY *key, uint8_t share[MAX_ENCODED_KEY]);

#endif

/*
 * Checks that keys of ML-DSA and SLH-DSA share: the module against the default provider, by the same calls. type is the
 * name of a parameter set.
 */
#ifndef AB_TESTS_EVP_PURE_KEYS_H
#define AB_TESTS_EVP_PURE_KEYS_H

#include "keys.h"

enum { PURE_KEYS_MAX_SEED = 96, PURE_KEYS_MAX_PART = 5000 };

/* The module has keys and signatures under each of these names, up to NULL. */
void pure_keys_check_names(const char *type, const char *const *names);
/* One seed makes one key; no seed, or an empty one, makes a key at random; others are refused. */
void pure_keys_check_seeds(const char *type, struct random *rnd, size_t seed_len);
/* Both providers take or refuse other parameters alike, and EVP_PKEY_paramgen makes a key pair. */
void pure_keys_check_generation(const char *type, size_t seed_len);
/* Random keys of each side move to the other. */
void pure_keys_check_generated(const char *type, unsigned num);
/* The default provider writes a key of the module, and both read it. */
void pure_keys_check_files(const char *type);
/* A key that is there never changes, whatever EVP returns. */
void pure_keys_check_unchangeable(const char *type, struct random *rnd);

/* Import on both sides. Returns 1 if both take it, and then it is the same key; 0 if both refuse. */
int pure_keys_import(const char *type, const char *what, int selection, const struct key_parts *in);
/* The part "priv" or "pub" of a key has this length; out has PURE_KEYS_MAX_PART bytes. */
void pure_keys_get_part(EVP_PKEY *key, const char *name, uint8_t *out, size_t wanted);

#endif

/*
 * What the tests of this folder share: one library context with OpenSSL's default provider and one with the module
 * (beside which the default provider is there for what the module passes on), the AES names of either, the digests,
 * MACs and KDFs of the module, seeded randomness, and failure reporting.
 *
 * The module is the one in $AB_MODULE_DIR, or else of this build. Its level is capped by AFTERBURNER_CPU; a test that
 * is to run at a level this processor lacks exits with SKIPPED.
 */
#ifndef AB_TESTS_EVP_HARNESS_H
#define AB_TESTS_EVP_HARNESS_H

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SKIPPED = 77, MAX_CIPHERS = 128, MAX_DIGESTS = 32, MAX_MACS = 16, MAX_KDFS = 64, NAME_SIZE = 48 };
enum side { DEFAULT, MODULE, NUM_SIDES };
extern const char *const side_names[NUM_SIDES];

/* An AES name, fetched on both sides; cipher[] is NULL where a side does not offer it. */
struct cipher {
    char name[NAME_SIZE];
    EVP_CIPHER *cipher[NUM_SIDES];
};

/* A digest that the module offers; md[DEFAULT] is NULL if the default provider has none of its name. */
struct digest {
    char name[NAME_SIZE];
    EVP_MD *md[NUM_SIDES];
};

/* The same of MACs and KDFs. */
struct mac {
    char name[NAME_SIZE];
    EVP_MAC *mac[NUM_SIDES];
};
struct kdf {
    char name[NAME_SIZE];
    EVP_KDF *kdf[NUM_SIDES];
};

struct harness {
    OSSL_LIB_CTX *lib[NUM_SIDES];
    OSSL_PROVIDER *prov[NUM_SIDES], *beside; /* beside: the default provider in the module's context */
    struct cipher ciphers[MAX_CIPHERS];      /* sorted by name; every AES name of either side */
    unsigned num_ciphers;
    struct digest digests[MAX_DIGESTS]; /* sorted by name */
    unsigned num_digests;
    struct mac macs[MAX_MACS]; /* sorted by name, as the rest */
    unsigned num_macs;
    struct kdf kdfs[MAX_KDFS];
    unsigned num_kdfs;
};

/* Exits with SKIPPED if AFTERBURNER_CPU names a level above this processor's, with 1 if anything else goes wrong. */
void harness_open(struct harness *h);
void harness_close(struct harness *h);

/* Both sides have it, and `only` (may be NULL) is a part of its name. */
bool cipher_is_shared(const struct cipher *c, const char *only);
const struct cipher *harness_find(const struct harness *h, const char *name);
const struct digest *harness_find_digest(const struct harness *h, const char *name);
const struct mac *harness_find_mac(const struct harness *h, const char *name);
const struct kdf *harness_find_kdf(const struct harness *h, const char *name);

/*
 * A library context with the module alone, from a configuration file made of these lines of the provider's section
 * (NULL: none). NULL, with OpenSSL's error queue filled, if the module refuses.
 */
OSSL_LIB_CTX *open_module(const char *module, const char *settings, OSSL_PROVIDER **prov);
const char *module_directory(void);
/* 1 if the processor has the level of this name. */
int has_level(const char *name);

/* splitmix64 */
struct random {
    uint64_t state;
};
uint64_t random_next(struct random *r);
unsigned random_below(struct random *r, unsigned n); /* 0..n-1 */
bool random_chance(struct random *r, unsigned percent);
void random_bytes(struct random *r, void *out, size_t len);

void print_hex(const char *label, const uint8_t *data, size_t len);

/* Counts a failure and prints it; the test's exit status is failures != 0. */
extern unsigned failures;
void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "--seed N" and the like: the value after the option, or NULL. */
const char *option(int argc, char **argv, const char *name);

#endif

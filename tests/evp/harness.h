/*
 * What the tests of this folder share: one library context with OpenSSL's default provider and one with the module (and
 * with the default provider, for its fallback), the AES and ChaCha20 names of either side, the module's digests, MACs
 * and KDFs, seeded random numbers, and failure reports.
 *
 * The module is the one in $AB_MODULE_DIR, or else that of this build. AFTERBURNER_CPU caps its level; a test for a
 * level that this processor lacks exits with SKIPPED.
 */
#ifndef AB_TESTS_EVP_HARNESS_H
#define AB_TESTS_EVP_HARNESS_H

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SKIPPED = 77, MAX_CIPHERS = 160, MAX_DIGESTS = 32, MAX_MACS = 16, MAX_KDFS = 64, NAME_SIZE = 48 };
enum side { DEFAULT, MODULE, NUM_SIDES };
extern const char *const side_names[NUM_SIDES];

/* A name of AES or ChaCha20, fetched on both sides; cipher[] is NULL for a side that does not offer it. */
struct cipher {
    char name[NAME_SIZE];
    EVP_CIPHER *cipher[NUM_SIDES];
};

/* A digest that the module offers; md[DEFAULT] is NULL if the default provider has none with its name. */
struct digest {
    char name[NAME_SIZE];
    EVP_MD *md[NUM_SIDES];
};

/* The same for MACs and KDFs. */
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
    OSSL_PROVIDER *prov[NUM_SIDES], *beside; /* beside: the default provider in the module's library context */
    struct cipher
        ciphers[MAX_CIPHERS]; /* sorted by name: all of AES, SM4, ARIA, Camellia and ChaCha20 on either side */
    unsigned num_ciphers;
    struct digest digests[MAX_DIGESTS]; /* sorted by name */
    unsigned num_digests;
    struct mac macs[MAX_MACS]; /* sorted by name */
    unsigned num_macs;
    struct kdf kdfs[MAX_KDFS];
    unsigned num_kdfs;
};

/* Exit with SKIPPED if AFTERBURNER_CPU names a level above this processor's. */
void harness_need_level(void);
/* The same, then open both sides, the module with the setting in AB_TEST_SETTINGS, if any. Exit with 1 on an error. */
void harness_open(struct harness *h);
void harness_close(struct harness *h);

/* Returns whether this is one of the names of ChaCha20, which the module offers only where it is faster. */
bool cipher_is_chacha(const struct cipher *c);
bool cipher_is_aria(const struct cipher *c);
bool cipher_is_sm4(const struct cipher *c);
bool cipher_is_camellia(const struct cipher *c);
bool kdf_is_argon2(const struct kdf *k);
/* Returns whether both sides have the cipher, and `only` (if not NULL) is a part of its name. */
bool cipher_is_shared(const struct cipher *c, const char *only);
/* Returns whether the default provider has a cipher with this part in its name; prints that it has none. */
bool default_has(const struct harness *h, const char *part);
const struct cipher *harness_find(const struct harness *h, const char *name);
const struct digest *harness_find_digest(const struct harness *h, const char *name);
const struct mac *harness_find_mac(const struct harness *h, const char *name);
const struct kdf *harness_find_kdf(const struct harness *h, const char *name);

/*
 * Make a library context with the module only, from a configuration file with these lines in the provider's section
 * (NULL: none). Returns NULL, with errors in OpenSSL's queue, if the module refuses.
 */
OSSL_LIB_CTX *open_module(const char *module, const char *settings, OSSL_PROVIDER **prov);
/*
 * Make a library context with the module and the default provider, from a configuration file with the lines `ours` and
 * `theirs` in their sections. Exits with 1 if it cannot be loaded.
 */
OSSL_LIB_CTX *open_beside(const char *ours, const char *theirs);
const char *module_directory(void);
/* Returns 1 if the processor has the level with this name. */
int has_level(const char *name);

enum { REPORT_LINE = 300 };
/* Read the line about this algorithm from the module's own report; empty if there is none. */
void read_report(OSSL_PROVIDER *prov, const char *name, char line[REPORT_LINE]);

/* splitmix64 */
struct random {
    uint64_t state;
};
uint64_t random_next(struct random *r);
unsigned random_below(struct random *r, unsigned n); /* 0..n-1 */
bool random_chance(struct random *r, unsigned percent);
void random_bytes(struct random *r, void *out, size_t len);

void print_hex(const char *label, const uint8_t *data, size_t len);
/* Returns whether the data has this SHA-256, in hex digits; prints its own if not. */
bool has_sha256(const uint8_t *data, size_t len, const char *wanted);

/* Count a failure and print it; the test's exit status is failures != 0. */
extern unsigned failures;
void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Returns whether to run the next case of a group; `turn` counts its cases. All run, but in an emulator only the first
 * and then each `one_in`th.
 */
bool is_turn(unsigned *turn, unsigned one_in);

/* Returns the value after an option such as "--seed", or NULL. */
const char *option(int argc, char **argv, const char *name);

#endif

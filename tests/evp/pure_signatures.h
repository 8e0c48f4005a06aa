/*
 * Pure signatures of ML-DSA and SLH-DSA: the module against the default provider, by the same calls and by random
 * programs of calls. What is not random must be equal byte for byte; what is random is verified by both.
 *
 * Before OpenSSL 3.6 ML-DSA of the default provider takes no message in pieces: the module's is then compared with its
 * own signature of the whole message. SLH-DSA takes whole messages only.
 */
#ifndef AB_TESTS_EVP_PURE_SIGNATURES_H
#define AB_TESTS_EVP_PURE_SIGNATURES_H

#include <openssl/evp.h>
#include <stdbool.h>

#include "harness.h"

/* The default provider has these signatures from 3.5 on, and the headers of OpenSSL 3.0 to 3.3 lack functions. */
#if OPENSSL_VERSION_NUMBER >= 0x30500000
# define PURE_SIGNATURES 1
#else
# define PURE_SIGNATURES 0
#endif

enum { PURE_MAX_MESSAGE = 2000, PURE_MAX_SIGNATURE = 49856 };

struct pure_set {
    const char *name;
    size_t seed_len, entropy_len, signature_len;
    bool is_mldsa;
};

/* How a message is signed and verified. Lengths and numbers below 0: the parameter is left out. */
struct pure_way {
    int context_len, entropy_len, deterministic, encoding, mu;
};
extern const struct pure_way pure_plain, pure_fixed;

struct pure_signature {
    int ret; /* of the last call, or of the first that failed */
    size_t len;
    uint8_t bytes[PURE_MAX_SIGNATURE + 1];
};

enum pure_style { PURE_ONE_CALL, PURE_AS_DIGEST, PURE_IN_PIECES, PURE_NUM_STYLES };

/* The set that is tested, the same key of it on both sides, its public part alone, and random bytes to sign. */
extern const struct pure_set *pure;
extern EVP_PKEY *pure_pair[NUM_SIDES], *pure_public[NUM_SIDES];
extern uint8_t pure_message[PURE_MAX_MESSAGE];
extern struct random pure_rnd;

/* Make keys and message of a set; pure_end frees the keys. */
void pure_begin(const struct pure_set *chosen);
void pure_end(void);

void pure_sign(EVP_PKEY *key, enum pure_style style, const struct pure_way *w, size_t len, struct pure_signature *s);
int pure_verify(EVP_PKEY *key, enum pure_style style, const struct pure_way *w, size_t len,
                const struct pure_signature *s);
/* Both sides find the same verdict on the signature, by each style. Returns whether it is valid. */
bool pure_compare_verdicts(const char *what, const struct pure_way *w, size_t len, const struct pure_signature *s);
/* Sign the message in each style on both sides. Returns whether they sign, which must be the same for all. */
bool pure_compare_way(const struct pure_way *w, size_t len);

/* Every combination of parameters that matters, lengths at the edges. */
void pure_check_ways(void);
/* Nothing but the message, context and key that were signed is verified. */
void pure_check_other_messages(void);
/* Unusual lengths, keys and digests. */
void pure_check_odd(void);
/* Each of these names signs with its own keys only. */
void pure_check_other_names(const char *const names[], size_t num);
/* The identifier of the algorithm, and the lists of parameters of a context that is begun. */
void pure_check_parameters(void);
/* Random programs of calls with the seeds from `first` on. */
void pure_run_programs(uint64_t first, unsigned num);

/* Print what ran; returns whether nothing failed and the programs signed and verified. */
bool pure_report(void);

#endif

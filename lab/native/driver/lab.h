/*
 * What the parts of the driver share. A side is a library context with an openssl.cnf of its own, so the lab measures
 * what a user's configuration yields. A kind is a family of EVP operations (kind_cipher.c ...). A subject is one
 * algorithm and operation of one side, ready to be called repeatedly.
 */
#ifndef AB_LAB_H
#define AB_LAB_H

#include <openssl/types.h>
#include <stddef.h>
#include <stdint.h>

enum { LAB_MAX_SIDES = 8, LAB_MAX_OPERATIONS = 8, LAB_NAME_LEN = 96, LAB_WHY_LEN = 256 };

struct lab_side {
    char name[LAB_NAME_LEN];
    const char *conf; /* path of its openssl.cnf */
    OSSL_LIB_CTX *libctx;
};

struct lab {
    struct lab_side sides[LAB_MAX_SIDES];
    size_t num_sides;
    const char *libcrypto; /* path it was loaded from */
    const char *keys;      /* folder of keys kept between runs; NULL: each process generates its own */
};

/* What to measure. */
struct lab_request {
    char kind[32], algorithm[LAB_NAME_LEN], operation[32];
    size_t bytes;           /* length of a message; 0 for operations without one */
    int trial;              /* a trial whether it works, with the least work */
    int own_clients;        /* connections: the clients use the side's providers, too */
    size_t thread, threads; /* index of the state's thread, and number of threads */
    const void *first;      /* the first thread's state, which owns what all share; NULL in the first */
};

/*
 * Flags of an algorithm and operation. SIZED: it has a message length. UNCOMMON: few users choose this key size, curve,
 * digest or cipher today.
 */
enum { LAB_SIZED = 1, LAB_UNCOMMON = 2 };

/* Called for each algorithm and operation of a side. flags: LAB_SIZED, LAB_UNCOMMON or both. */
typedef void lab_found_fn(void *arg, const char *algorithm, const char *operation, unsigned flags,
                          const char *provider);

/*
 * A kind. Functions that return int return 1, or 0 with the reason in OpenSSL's error queue. `state` is the result of
 * `new`; one thread uses it at a time.
 */
struct lab_kind {
    const char *name, *operations[LAB_MAX_OPERATIONS + 1]; /* NULL after the last */

    /*
     * Call `found` for everything that the side offers, with the provider that a fetch by that name yields. NULL: the
     * kind has too many combinations to list.
     */
    void (*list)(const struct lab_side *side, lab_found_fn *found, void *arg);

    /*
     * Fetch the algorithm, set keys and prepare messages. Return NULL with the reason in `why` (one line) if the side
     * lacks the algorithm or it cannot be measured. request->bytes may be rounded: `bytes` returns the result.
     */
    void *(*new)(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why);
    void (*free)(void *state);

    /* Return the length of one message, rounded down to whole blocks where the mode requires them; 0 if it has none. */
    size_t (*bytes)(const void *state);
    /* Return the name of the provider that serves it. */
    const char *(*provider)(const void *state);
    /* Do the operation num times. Only this function is timed. */
    int (*run)(void *state, size_t num);
    /*
     * Return the CPU seconds of the last run that count. NULL: all of it counts. Several threads share such an
     * operation: each does a part, and the sum of their seconds counts.
     */
    double (*metered)(const void *state);
    /* Write further members of the reply. NULL: there are none. */
    void (*describe)(const void *state);
    /* Return the output of the last run, for comparison between sides; *len is 0 if it is random. */
    void (*output)(const void *state, const unsigned char **out, size_t *len);
    /*
     * Return a hash of the keys that the output depends on, for comparison with other processes, or 0 if there is none.
     * NULL: no keys, or the same keys in every process.
     */
    uint64_t (*keys)(const void *state);
};

/* All kinds, terminated by NULL. */
extern const struct lab_kind *const lab_kinds[];
extern const struct lab_kind lab_kind_cipher, lab_kind_record, lab_kind_digest, lab_kind_mac, lab_kind_kdf,
    lab_kind_rand;
extern const struct lab_kind lab_kind_signature, lab_kind_exchange, lab_kind_kem, lab_kind_asym_cipher,
    lab_kind_keymgmt, lab_kind_load;

/* Return the kind of this name with this operation, or NULL. */
const struct lab_kind *lab_kind_find(const char *name, const char *operation);

/* Open a side. Return 1, or 0 with the reason in `why`. */
int lab_side_open(struct lab_side *side, const char *name, const char *conf, char *why);
const struct lab_side *lab_side_find(const struct lab *lab, const char *name);

/* Store the first error of OpenSSL's queue as one line, or `otherwise` if there is none, and clear the queue. */
void lab_why(char *why, const char *otherwise);
/* Store `text` as the reason and clear OpenSSL's queue. Return 0. */
int lab_refuse(char *why, const char *text);

#endif

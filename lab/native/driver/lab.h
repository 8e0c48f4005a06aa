/*
 * What the parts of the driver share. A side is a library context made from an openssl.cnf of its own, so that what is
 * measured is what a user's configuration gives. A kind is a family of EVP operations (kind_cipher.c ...); a subject is
 * one algorithm and operation of one side, ready to be called again and again.
 */
#ifndef AB_LAB_H
#define AB_LAB_H

#include <openssl/types.h>
#include <stddef.h>
#include <stdint.h>

enum { LAB_MAX_SIDES = 8, LAB_MAX_OPERATIONS = 4, LAB_NAME_LEN = 96, LAB_WHY_LEN = 256 };

struct lab_side {
    char name[LAB_NAME_LEN];
    const char *conf; /* path of its openssl.cnf */
    OSSL_LIB_CTX *libctx;
};

struct lab {
    struct lab_side sides[LAB_MAX_SIDES];
    size_t num_sides;
    const char *libcrypto; /* path it was loaded from */
    const char *keys;      /* folder where generated keys are kept between runs; NULL: each process makes its own */
};

/* What is to be measured. */
struct lab_request {
    char kind[32], algorithm[LAB_NAME_LEN], operation[32];
    size_t bytes;           /* length of a message; 0 for operations that have none */
    int trial;              /* only to see whether it works: with the least work */
    size_t thread, threads; /* which of how many threads has the state; 0 of 1 where there is one */
    const void *first;      /* the first thread's state, for what all share; NULL for itself */
};

/*
 * Of an algorithm and operation: it has a length of message; it is a key size, curve, digest or cipher that few choose
 * today.
 */
enum { LAB_SIZED = 1, LAB_UNCOMMON = 2 };

/* Told of each algorithm and operation of a side; `flags`: LAB_SIZED, LAB_UNCOMMON or both. */
typedef void lab_found_fn(void *arg, const char *algorithm, const char *operation, unsigned flags,
                          const char *provider);

/*
 * A kind. All functions that return int: 1, or 0 with the reason in OpenSSL's error queue. `state` is what `new`
 * returned; one thread uses it at a time.
 */
struct lab_kind {
    const char *name, *operations[LAB_MAX_OPERATIONS + 1]; /* NULL after the last */

    /*
     * Asks the side what it offers, and tells each with the provider that a fetch by that name yields. NULL: of its
     * many combinations the one who measures names those that are wanted.
     */
    void (*list)(const struct lab_side *side, lab_found_fn *found, void *arg);

    /*
     * Fetches, keys and prepares messages; NULL with the reason in `why` (one line) if the side lacks the algorithm or
     * it cannot be measured. request->bytes is a wish: `bytes` says what became of it.
     */
    void *(*new)(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why);
    void (*free)(void *state);

    /* Length of one message: cut to whole blocks where the mode wants them; 0 if there is none. */
    size_t (*bytes)(const void *state);
    /* Name of the provider that serves it. */
    const char *(*provider)(const void *state);
    /* Does it num times; everything that is timed happens here. */
    int (*run)(void *state, size_t num);
    /*
     * CPU seconds of the last run that count, where not all of it does; else NULL. Several threads share such an
     * operation: each does a part, and it takes the sum of their seconds.
     */
    double (*metered)(const void *state);
    /* Further members of the reply; NULL if there are none. */
    void (*describe)(const void *state);
    /* The output of the last run, to be compared between sides; *len 0 if it is random by nature. */
    void (*output)(const void *state, const unsigned char **out, size_t *len);
    /*
     * Tells the keys that the output depends on from those of another process; 0: it cannot. NULL: there are none, or
     * the same everywhere.
     */
    uint64_t (*keys)(const void *state);
};

/* All kinds, ended by NULL. */
extern const struct lab_kind *const lab_kinds[];
extern const struct lab_kind lab_kind_cipher, lab_kind_record, lab_kind_digest, lab_kind_mac, lab_kind_kdf,
    lab_kind_rand;
extern const struct lab_kind lab_kind_signature, lab_kind_exchange, lab_kind_kem, lab_kind_asym_cipher,
    lab_kind_keymgmt;

/* The kind of that name that has that operation; NULL if there is none. */
const struct lab_kind *lab_kind_find(const char *name, const char *operation);

/* Opens a side; 0 with the reason in `why`. */
int lab_side_open(struct lab_side *side, const char *name, const char *conf, char *why);
const struct lab_side *lab_side_find(const struct lab *lab, const char *name);

/* The first error of OpenSSL's queue as one line, the queue emptied; `otherwise` if there is none. */
void lab_why(char *why, const char *otherwise);
/* Gives `text` as the reason, whatever OpenSSL's queue holds, and empties it. Returns 0. */
int lab_refuse(char *why, const char *text);

#endif

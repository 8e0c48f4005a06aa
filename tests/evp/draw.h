/*
 * Random parameter lists, and the result of one call with either provider: shared by the tests that make random
 * programs of calls to MACs and KDFs (mac_test.c, kdf_test.c).
 */
#ifndef AB_TESTS_EVP_DRAW_H
#define AB_TESTS_EVP_DRAW_H

#include <openssl/params.h>

#include "harness.h"

enum { DRAWN_PARAMS = 24, DRAWN_POOL = 8192, ANSWER_ROOM = 1200, LOG_ROOM = 16384 };

/* A parameter list with its terminator, and the memory of its values. */
struct drawn {
    OSSL_PARAM params[DRAWN_PARAMS + 1];
    unsigned num;
    uint64_t pool[DRAWN_POOL / 8];
    size_t pool_used; /* in words of 8 bytes */
};

void drawn_clear(struct drawn *d);
/* Add a number, as one of the integer types that can hold it. */
void drawn_number(struct drawn *d, struct random *r, const char *key, uint64_t value);
/* data may be NULL if len is 0. */
void drawn_octets(struct drawn *d, const char *key, const void *data, size_t len);
void drawn_random_octets(struct drawn *d, struct random *r, const char *key, size_t len);
void drawn_text(struct drawn *d, const char *key, const char *text);
/* Add a parameter with this key and a wrong type, an unusual value, or no value. */
void drawn_wrong(struct drawn *d, struct random *r, const char *key);
void drawn_shuffle(struct drawn *d, struct random *r);

/* Names of the default provider's digests or ciphers, with all aliases, to draw from. */
struct names {
    char (*list)[NAME_SIZE];
    unsigned num;
};
void names_of_digests(struct names *n, const struct harness *h);
/* Collect the ciphers of one mode. */
void names_of_ciphers(struct names *n, const struct harness *h, int mode);
const char *names_draw(const struct names *n, struct random *r);
void names_free(struct names *n);

/* Returns whether a parameter is twice in the list, apart from these two (NULL: none). */
bool repeats_a_parameter(const OSSL_PARAM *params, const char *but, const char * or);

/* The result of a call. All of `out` is poisoned before the call; `len` is the length that the call returned. */
struct answer {
    int ret;
    size_t len;
    bool raised;
    uint8_t out[ANSWER_ROOM];
};

void answer_poison(struct answer *a);
/* Describe how the module's result differs from the default provider's; NULL: it does not. */
const char *answer_difference(const struct answer answers[NUM_SIDES]);

/* A text that lists the calls of a program so far. */
struct program_log {
    char text[LOG_ROOM];
    size_t len;
};
void log_clear(struct program_log *log);
void log_add(struct program_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_params(struct program_log *log, const OSSL_PARAM *params);

#endif

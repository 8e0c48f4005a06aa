/*
 * Parameter lists drawn at random, and one call's answer on either side: what the tests that make random programs of
 * calls over MACs and KDFs share (mac_test.c, kdf_test.c).
 */
#ifndef AB_TESTS_EVP_DRAW_H
#define AB_TESTS_EVP_DRAW_H

#include <openssl/params.h>

#include "harness.h"

enum { DRAWN_PARAMS = 24, DRAWN_POOL = 8192, ANSWER_ROOM = 1200, LOG_ROOM = 16384 };

/* A list that a call takes, ended as such lists are, and the memory of its values. */
struct drawn {
    OSSL_PARAM params[DRAWN_PARAMS + 1];
    unsigned num;
    uint64_t pool[DRAWN_POOL / 8];
    size_t pool_used; /* of its words */
};

void drawn_clear(struct drawn *d);
/* A number as any of the integers that hold it. */
void drawn_number(struct drawn *d, struct random *r, const char *key, uint64_t value);
/* data may be NULL if len is 0. */
void drawn_octets(struct drawn *d, const char *key, const void *data, size_t len);
void drawn_random_octets(struct drawn *d, struct random *r, const char *key, size_t len);
void drawn_text(struct drawn *d, const char *key, const char *text);
/* Another type, or another value, or no value, under this key. */
void drawn_wrong(struct drawn *d, struct random *r, const char *key);
void drawn_shuffle(struct drawn *d, struct random *r);

/* Names of the digests or ciphers of the default provider, every alias among them, to draw from. */
struct names {
    char (*list)[NAME_SIZE];
    unsigned num;
};
void names_of_digests(struct names *n, const struct harness *h);
/* Ciphers of one mode. */
void names_of_ciphers(struct names *n, const struct harness *h, int mode);
const char *names_draw(const struct names *n, struct random *r);
void names_free(struct names *n);

/* A parameter of the list stands there twice, other than this one and that one (NULL: none). */
bool repeats_a_parameter(const OSSL_PARAM *params, const char *but, const char * or);

/* What a call gave. `out` is poisoned before the call, all of it; `len` is what the call says that it wrote. */
struct answer {
    int ret;
    size_t len;
    bool raised;
    uint8_t out[ANSWER_ROOM];
};

void answer_poison(struct answer *a);
/* Where the module's answer differs from the default provider's, in words; NULL: nowhere. */
const char *answer_difference(const struct answer answers[NUM_SIDES]);

/* The calls of a program so far, in words. */
struct program_log {
    char text[LOG_ROOM];
    size_t len;
};
void log_clear(struct program_log *log);
void log_add(struct program_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_params(struct program_log *log, const OSSL_PARAM *params);

#endif

/* The calls of MACs that are not compared, each with its reason: one table in mac_exceptions.c. */
#ifndef AB_TESTS_EVP_MAC_EXCEPTIONS_H
#define AB_TESTS_EVP_MAC_EXCEPTIONS_H

#include "draw.h"

enum mac_call_type {
    MAC_INIT,
    MAC_UPDATE,
    MAC_FINAL,
    MAC_FINAL_XOF,
    MAC_ASK_SIZE,
    MAC_DUP,
    MAC_SET,
    MAC_GET,
    MAC_SIZES,
    MAC_NUM_CALLS
};

struct mac_call {
    enum mac_call_type type;
    const OSSL_PARAM *params; /* for INIT and SET; may be NULL */
    const uint8_t *key;       /* for INIT; may be NULL */
    size_t key_len;
    size_t at, len; /* UPDATE: part of the message; FINAL: room for the output */
};

/* The MAC of a TLS record may read this far beyond the given data. */
enum { MAC_MAX_RECORD = 4096 };

/* What the exceptions need to know of earlier calls. */
struct mac_past {
    bool keyed;  /* an init with a key, or after one, has succeeded */
    bool over;   /* a final has succeeded since */
    bool has_iv; /* an IV was set since the cipher */
    bool begun;  /* data were added since the init */
    bool waits;  /* a cipher was named that has no key yet */
    bool has_key;
};

bool mac_call_is_excepted(const struct mac *m, const struct mac_past *past, const struct mac_call *c);
void mac_print_exceptions(void);
void mac_follow(struct mac_past *past, const struct mac_call *c, bool ok);

#endif

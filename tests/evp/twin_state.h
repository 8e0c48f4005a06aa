/* A twin: one context on each side, and what was called on it so far. */
#ifndef AB_TESTS_EVP_TWIN_STATE_H
#define AB_TESTS_EVP_TWIN_STATE_H

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "harness.h"

enum { TWIN_MAX_IN = 1400, TWIN_MAX_OUT = TWIN_MAX_IN + 128, TWIN_LOG = 65536 };

enum op_type { OP_INIT, OP_SET, OP_CTRL, OP_UPDATE, OP_CIPHER, OP_FINAL, OP_GET, OP_RESET };
enum place { APART, IN_PLACE, NO_OUTPUT };

/* One call. Fields that do not belong to its type are ignored. */
struct op {
    enum op_type type;
    int enc;                     /* INIT: 1, 0, or -1 to keep */
    bool with_cipher;            /* for INIT */
    const struct cipher *cipher; /* INIT with a cipher: that one; NULL: the twin's */
    const uint8_t *key, *iv;     /* INIT; NULL: left out */
    const OSSL_PARAM *params;    /* INIT and SET; may be NULL */
    int ctrl, ctrl_arg;          /* for CTRL */
    const uint8_t *ctrl_in;      /* CTRL: what the pointer points to; NULL: a NULL pointer */
    bool ctrl_out;               /* CTRL: the call writes ctrl_arg bytes to the pointer */
    const uint8_t *in;           /* UPDATE and CIPHER; may be NULL */
    size_t len;
    enum place place;
};

/* What the exceptions need to know of earlier calls. */
struct past {
    /* since the context was new or reset */
    bool has_cipher, enc;
    /* since a cipher was given: EVP makes a new context then, even for the same cipher */
    bool key_set, key_enc, iv_set, set_failed, used, used_before; /* by the last init */
    /* since an IV was given: it was used; a final has failed; text was given */
    bool iv_used, wrong_tag, text_given;
    bool length_after_key; /* since a key was given, the length of IV or tag was set */
    /* since any init */
    bool init_failed, begun, announced, tag_given, length_within_message;
    bool message_given, data_given;         /* data_given: or the message ended */
    bool data_refused, end_failed;          /* data_refused: or the message ended */
    size_t given;                           /* bytes of data, also those after a final */
    size_t given_since_init, announced_len; /* CCM's length of the message */
};

struct twin {
    const struct cipher *c;
    EVP_CIPHER_CTX *ctx[NUM_SIDES];
    struct past past;
    unsigned calls;
    bool diverged;
    bool compare_all; /* no exceptions: set by tests that make only proper calls */
    /* of the last call; equal on both sides unless diverged */
    int ret, out_len;
    uint8_t out[TWIN_MAX_OUT];
    char *log; /* shared by copies; may be NULL */
    size_t *log_len;
};

#endif

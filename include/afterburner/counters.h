/*
 * The counters of a process in which the module has `counters = on`: the layout of a mapping that other processes read
 * while it is written. Numbers are in the byte order of the processor. Nothing in it is secret: it says how often each
 * algorithm was called and with how many bytes, and contains no addresses but those in `owner`.
 *
 * A reader may find it half written and must not trust it: check magic, version and size, end each text at its field's
 * end, and take only families whose state is AB_COUNTED_NAMED. Each counter alone is consistent and only grows, modulo
 * 2^64.
 */
#ifndef AFTERBURNER_COUNTERS_H
#define AFTERBURNER_COUNTERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AB_COUNTERS_MAGIC UINT64_C(0x53544e554f434241) /* "ABCOUNTS" in memory */

enum {
    AB_COUNTERS_VERSION = 1, /* of this layout */
    AB_COUNTERS_LINES = 56,  /* one for each thread, except the last, which all further threads share */
    AB_COUNTERS_SHARED_LINE = AB_COUNTERS_LINES - 1,
    AB_COUNTERS_OWNERS = 64,
    AB_COUNTERS_FAMILIES = 144,
    AB_COUNTERS_KINDS = 16,
    AB_COUNTERS_NAME_LEN = 24,
    AB_COUNTERS_LEVEL_LEN = 48
};

/*
 * What a family's counters count, by index. A cipher: its key's length in units of 64 bits, less 2, plus
 * AB_COUNTED_DECRYPTION if it decrypts; no such sum is AB_COUNTED_MAC. Any other family: one of the numbers before.
 */
enum ab_counted {
    AB_COUNTED_DIGEST = 0, /* a call is a message that was finished; bytes are its input */
    AB_COUNTED_DERIVE,     /* bytes are those of the derived key */
    AB_COUNTED_EXCHANGE,   /* this and the following have no bytes */
    AB_COUNTED_SIGN,
    AB_COUNTED_VERIFY,
    AB_COUNTED_ENCRYPT, /* with a public key */
    AB_COUNTED_DECRYPT,
    AB_COUNTED_MAC, /* as AB_COUNTED_DIGEST */
    AB_COUNTED_ENCAPSULATE,
    AB_COUNTED_DECAPSULATE,
    AB_COUNTED_GENERATE,

    AB_COUNTED_DECRYPTION = 8
};

enum ab_counted_state { AB_COUNTED_UNNAMED = 0, AB_COUNTED_BEING_NAMED, AB_COUNTED_NAMED };

struct ab_counter {
    uint64_t calls, bytes;
};

struct ab_counted_family {
    uint32_t state; /* enum ab_counted_state */
    uint32_t is_cipher;
    char name[AB_COUNTERS_NAME_LEN];   /* "AES-GCM" */
    char level[AB_COUNTERS_LEVEL_LEN]; /* the implementation that serves it: "vaes256" */
};

struct ab_counters_head {
    uint64_t magic;
    uint32_t version, size; /* size: of struct ab_counters */
    /* The thread that counts in each line; 0: none. From the shared line on all stay 0. */
    uint64_t owner[AB_COUNTERS_OWNERS];
    struct ab_counted_family family[AB_COUNTERS_FAMILIES];
    uint8_t unused[48]; /* so that every line begins at a multiple of 64 bytes */
};

struct ab_counters_line {
    struct ab_counter of[AB_COUNTERS_FAMILIES][AB_COUNTERS_KINDS];
};

struct ab_counters {
    struct ab_counters_head head;
    struct ab_counters_line line[AB_COUNTERS_LINES];
};

#ifdef __cplusplus
}
#endif

#endif

/* The work that bench/batch.c times: the same messages, one after another, in a batch, and by another library. */
#ifndef AB_BENCH_BATCH_WORK_H
#define AB_BENCH_BATCH_WORK_H

#include <stddef.h>
#include <stdint.h>

enum { NUM_MESSAGES = 64, MAX_LEN = 16384, RESULT_LEN = 64 };

enum peer_work {
    PEER_NOTHING,
    PEER_SHA1,
    PEER_SHA224,
    PEER_SHA256,
    PEER_SHA384,
    PEER_SHA512,
    PEER_HMAC_MD5,
    PEER_CMAC,
    PEER_CBC
};

/* Message i, and the place of its ciphertext. */
uint8_t *message_of(unsigned i);
uint8_t *output_of(unsigned i);
extern uint8_t results[NUM_MESSAGES][RESULT_LEN]; /* digest, tag, or the last block */

/* The key and IV of every message. */
extern const uint8_t bench_key[16];

/*
 * The other library, if the build found one. peer_name returns its name with version, or NULL. peer_run processes the
 * first len bytes of all messages, many at once in that library's best way, and stores the results; it returns 0 if the
 * library cannot do this.
 */
const char *peer_name(void);
int peer_run(enum peer_work work, size_t len);

#endif

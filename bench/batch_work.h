/* What bench/batch.c times: the same messages, one after another, in a batch, and by another library. */
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

/* Message i and where its ciphertext goes. */
uint8_t *message_of(unsigned i);
uint8_t *output_of(unsigned i);
extern uint8_t results[NUM_MESSAGES][RESULT_LEN]; /* digest, tag, or the last block */

/* Key and IV of every message. */
extern const uint8_t bench_key[16];

/*
 * The peer, if the build found one. peer_name: with its version, or NULL. peer_run does the first len bytes of all
 * messages, many at once as that library knows best, and leaves the results; 0 if it cannot do this.
 */
const char *peer_name(void);
int peer_run(enum peer_work work, size_t len);

#endif

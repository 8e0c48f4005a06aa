/*
 * Many AES messages at once: CMACs, CBC encryptions or CFB encryptions, each of which is one chain that waits for every
 * block, run in step on one core and fill the unit that one chain leaves nearly idle.
 *
 *     struct ab_aes_batch batch;
 *     struct ab_aes_job jobs[NUM], *done;
 *
 *     ab_aes_batch_init(&batch, kernels, AB_AES_BATCH_CMAC, 16);
 *     for (i = 0; i < NUM; i++)
 *         ab_aes_batch_add_cmac(&batch, &jobs[i], &keys[i], messages[i], lens[i]);
 *     ab_aes_batch_flush(&batch);
 *     while ((done = ab_aes_batch_take(&batch)) != NULL)     in the order of adding
 *         use(done->block);
 *     ab_aes_batch_wipe(&batch);
 *
 * Shapes: any number of messages of any lengths, mixed as they come, each under a key of its own or all under one; a lane
 * whose message ends takes the next. It is fastest with at least max_lanes messages under way. The keys of a batch are of
 * one length. CBC decryption and CFB decryption need none of this: one message fills the unit.
 *
 * Units: lengths are bytes. Nothing is allocated: jobs and batch are the caller's memory, plain and of fixed size, any
 * alignment but that of their types (64 bytes for the batch).
 *
 * Aliasing: a message's in and out may be equal; otherwise no out overlaps any in or out of the batch.
 *
 * Threads: a batch and its jobs are one thread's at a time; several batches need nothing of each other, and may share keys.
 *
 * Errors: there are none. Every call succeeds; what the contract forbids is undefined.
 *
 * Secret: keys, IVs and every byte of the messages. Time depends on the lengths of the messages and their order, and on
 * which of them share a key.
 */
#ifndef AFTERBURNER_AES_BATCH_H
#define AFTERBURNER_AES_BATCH_H

#include "afterburner/cmac.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ab_aes_batch_kind { AB_AES_BATCH_CMAC, AB_AES_BATCH_CBC, AB_AES_BATCH_CFB };

/*
 * Chains side by side, as the kernels take them: lane i has its own key (column i of round_key), chain and data. in and out
 * are read by the kernels, not moved on. Secret but for rounds, is_one_key and the pointers.
 */
struct ab_aes_lanes {
    _Alignas(64) uint8_t round_key[AB_AES_MAX_ROUNDS + 1][AB_AES_MAX_LANES][AB_AES_BLOCK]; /* for encryption */
    uint8_t chain[AB_AES_MAX_LANES][AB_AES_BLOCK]; /* the MAC, or the previous ciphertext block */
    const uint8_t *in[AB_AES_MAX_LANES];
    uint8_t *out[AB_AES_MAX_LANES];
    uint32_t rounds; /* of all keys */
    int is_one_key;  /* the keys of the busy lanes are equal, which can be made use of */
};

/* A message. It needs no initialisation and must not move until it is taken. */
struct ab_aes_job {
    /* The result: the tag of a CMAC, of which the first bytes may be kept; else the last whole block of ciphertext. */
    uint8_t block[AB_AES_BLOCK];

    /* The batch's own. */
    struct ab_aes_job *next;
    const struct ab_aes_key *key;
    uint8_t *end_out; /* where the part of a block in `end` belongs */
    size_t end_len;   /* bytes of it; a whole block of a CMAC */
    int is_in_end, is_done;
    uint8_t end[AB_AES_BLOCK];
};

/* Messages in progress. */
struct ab_aes_batch {
    struct ab_aes_lanes lanes;
    const struct ab_aes_kernels *kernels;
    enum ab_aes_batch_kind kind;
    unsigned max_lanes; /* read only: messages that run in step */

    /* The batch's own. */
    unsigned num_busy, most_busy;              /* now, and at most so far */
    struct ab_aes_job *jobs[AB_AES_MAX_LANES]; /* the first num_busy of them */
    size_t num_blocks[AB_AES_MAX_LANES];       /* that wait */
    struct ab_aes_job *first, *last;           /* added and not taken yet */
};

/* An empty batch of messages of this kind, under keys of key_len bytes. What an earlier use left in it is forgotten. */
AB_API void ab_aes_batch_init(struct ab_aes_batch *b, const struct ab_aes_kernels *kernels, enum ab_aes_batch_kind kind,
                              size_t key_len);

/*
 * A whole message, of len bytes; in CBC len is a multiple of 16. key, in and out must stay until ab_aes_batch_take gives
 * the job back; in and out may be NULL if len is 0. Works off other messages while all lanes are busy.
 */
AB_API void ab_aes_batch_add_cmac(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_cmac_key *key,
                                  const uint8_t *in, size_t len);
AB_API void ab_aes_batch_add_cbc(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_aes_ecb *key,
                                 const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_batch_add_cfb(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_aes_ecb *key,
                                 const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out, size_t len);

/* The job added longest ago of those not taken yet, if it is worked off, or NULL. It is the caller's again. */
AB_API struct ab_aes_job *ab_aes_batch_take(struct ab_aes_batch *b);

/* Works off one job that was added, at least; 0 if there was none. */
AB_API int ab_aes_batch_work(struct ab_aes_batch *b);

/* Works off all that was added. */
AB_API void ab_aes_batch_flush(struct ab_aes_batch *b);

/* What is secret of it, when no job is under way. */
AB_API void ab_aes_batch_wipe(struct ab_aes_batch *b);

#ifdef __cplusplus
}
#endif
#endif

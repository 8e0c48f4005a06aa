/*
 * Many AES messages at once: CMACs, CBC encryptions or CFB encryptions. Each is one chain in which every block waits
 * for the block before it; run in step on one core, they fill the AES unit that one chain leaves mostly idle.
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
 * Shapes: any number of messages of any mix of lengths, each under its own key or all under one. A lane whose message
 * ends takes the next message. A batch is fastest with at least max_lanes messages at a time. All keys of a batch have
 * the same length. CBC decryption and CFB decryption need no batch: one message fills the unit.
 *
 * Units: lengths are in bytes. Nothing is allocated: jobs and batch are the caller's memory, plain and of fixed size.
 * They need no alignment but that of their types (64 bytes for the batch).
 *
 * Aliasing: in and out of a message may be equal; otherwise no out may overlap any in or out of the batch.
 *
 * Threads: only one thread at a time may use a batch and its jobs. Several batches are independent and may share keys.
 *
 * Errors: none. Every call succeeds; a call that breaks the contract has undefined behaviour.
 *
 * Secret: keys, IVs and every byte of the messages. Time depends on the lengths and the order of the messages, and on
 * which of them share a key.
 */
#ifndef AFTERBURNER_AES_BATCH_H
#define AFTERBURNER_AES_BATCH_H

#include "afterburner/cmac.h"
#include "afterburner/job_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ab_aes_batch_kind { AB_AES_BATCH_CMAC, AB_AES_BATCH_CBC, AB_AES_BATCH_CFB };

/*
 * Independent chains in the form that the kernels take: lane i has its own key (column i of round_key), chain and data.
 * The kernels read in and out but do not advance them. Secret except rounds, is_one_key and the pointers.
 */
struct ab_aes_lanes {
    _Alignas(64) uint8_t round_key[AB_AES_MAX_ROUNDS + 1][AB_AES_MAX_LANES][AB_AES_BLOCK]; /* for encryption */
    uint8_t chain[AB_AES_MAX_LANES][AB_AES_BLOCK]; /* CMAC: the MAC so far; otherwise the previous ciphertext block */
    const uint8_t *in[AB_AES_MAX_LANES];
    uint8_t *out[AB_AES_MAX_LANES];
    uint32_t rounds; /* the same for all keys */
    int is_one_key;  /* all busy lanes have the same key, which allows a faster kernel */
};

/* A message. It needs no initialisation, and must not be moved until it is taken. */
struct ab_aes_job {
    struct ab_job_link link; /* internal */
    /* The result: the tag of a CMAC, which may be truncated; otherwise the last whole block of ciphertext. */
    uint8_t block[AB_AES_BLOCK];

    /* Internal. */
    const struct ab_aes_key *key;
    uint8_t *end_out; /* output of the partial block in `end` */
    size_t end_len;   /* bytes in it; a whole block for a CMAC */
    int is_in_end;
    uint8_t end[AB_AES_BLOCK];
};

/* Messages in progress. */
struct ab_aes_batch {
    struct ab_aes_lanes lanes;
    const struct ab_aes_kernels *kernels;
    enum ab_aes_batch_kind kind;
    unsigned max_lanes; /* read only: number of messages in step */

    /* Internal. */
    unsigned num_busy, most_busy;              /* now, and the maximum so far */
    struct ab_aes_job *jobs[AB_AES_MAX_LANES]; /* the jobs of the first num_busy lanes */
    size_t num_blocks[AB_AES_MAX_LANES];       /* blocks to do */
    struct ab_job_queue queue;
};

/* Initialise a batch of messages of this kind with keys of key_len bytes. The previous content is ignored. */
AB_API void ab_aes_batch_init(struct ab_aes_batch *b, const struct ab_aes_kernels *kernels, enum ab_aes_batch_kind kind,
                              size_t key_len);

/*
 * Add a whole message of len bytes; for CBC, len is a multiple of 16. key, in and out must stay valid until
 * ab_aes_batch_take returns the job; in and out may be NULL if len is 0. Processes other messages while all lanes are
 * busy.
 */
AB_API void ab_aes_batch_add_cmac(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_cmac_key *key,
                                  const uint8_t *in, size_t len);
AB_API void ab_aes_batch_add_cbc(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_aes_ecb *key,
                                 const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_batch_add_cfb(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_aes_ecb *key,
                                 const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out, size_t len);

/*
 * Return the oldest job that was not taken yet if it is complete, otherwise NULL. The job belongs to the caller again.
 */
AB_API struct ab_aes_job *ab_aes_batch_take(struct ab_aes_batch *b);

/* Complete at least one job that was added. Returns 0 if there is none. */
AB_API int ab_aes_batch_work(struct ab_aes_batch *b);

/* Complete all jobs that were added. */
AB_API void ab_aes_batch_flush(struct ab_aes_batch *b);

/* Wipe all secrets. No job may be in progress. */
AB_API void ab_aes_batch_wipe(struct ab_aes_batch *b);

#ifdef __cplusplus
}
#endif
#endif

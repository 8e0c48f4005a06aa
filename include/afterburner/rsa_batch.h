/*
 * Many private-key operations of RSA at once: eight powers modulo primes run in step on one core, one in each lane of a
 * vector, where this is faster (AVX-512 IFMA, keys of up to 2048 bits); otherwise one operation after another.
 *
 *     struct ab_rsa_batch batch;
 *     struct ab_rsa_job jobs[NUM], *done;
 *
 *     ab_rsa_batch_init(&batch, &random);
 *     for (i = 0; i < NUM; i++)
 *         ab_rsa_batch_add_sign(&batch, &jobs[i], keys[i], &scheme, digests[i], digest_len, signatures[i]);
 *     ab_rsa_batch_flush(&batch);
 *     while ((done = ab_rsa_batch_take(&batch)) != NULL)     in the order of adding
 *         use(done->result);
 *     ab_rsa_batch_wipe(&batch);
 *
 * Shapes: any number of operations under one key or many. AB_RSA_BATCH_KEYS consecutive operations run in step if their
 * keys have two primes and the same number of words; an operation with another key first completes the waiting ones.
 * Keys with more primes, or with d only, run alone.
 *
 * Units: lengths are in bytes. Jobs and batch are the caller's memory, plain and of fixed size (8 KB for the batch);
 * operations allocate some memory while they run.
 *
 * Aliasing: in, message and out of an operation may overlap, since input is read when it is added. No out may overlap
 * that of another operation of the batch. Keys must stay valid until their jobs are taken.
 *
 * Threads: only one thread at a time may use a batch and its jobs. Several batches are independent and may share keys.
 *
 * Errors: each job has its own result, as ab_rsa_private and ab_rsa_sign return it. As there, every result is verified
 * with the public exponent before it is written to out. A fault in one lane affects no other, and nothing is written to
 * that operation's out.
 *
 * Secret: private keys, inputs of decryption, and all values computed from them. Time depends on the sizes of the keys
 * and on the order of the operations.
 */
#ifndef AFTERBURNER_RSA_BATCH_H
#define AFTERBURNER_RSA_BATCH_H

#include "afterburner/job_queue.h"
#include "afterburner/rsa.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_RSA_BATCH_KEYS = 4, AB_RSA_BATCH_WORDS = AB_RSA_MAX_BITS / 64 };

/* An operation. It needs no initialisation, and must not be moved until it is taken. */
struct ab_rsa_job {
    struct ab_job_link link;   /* internal */
    enum ab_rsa_result result; /* valid once it is taken */

    /* Internal. */
    const struct ab_rsa_key *key;
    uint8_t *out;
    int takes_lesser; /* X9.31, where the signature is the lesser of the result and n minus it */
};

/* Operations in progress. */
struct ab_rsa_batch {
    const struct ab_random_source *random;

    /* Internal. */
    unsigned num_waiting; /* the waiting operations: */
    struct ab_rsa_job *waiting[AB_RSA_BATCH_KEYS];
    uint64_t x[AB_RSA_BATCH_KEYS][AB_RSA_BATCH_WORDS]; /* the inputs */
    struct ab_job_queue queue;
};

/*
 * Initialise an empty batch; its previous content is not read. random provides blinding and salts while operations are
 * added and run.
 */
AB_API void ab_rsa_batch_init(struct ab_rsa_batch *b, const struct ab_random_source *random);

/*
 * Add RSADP or RSASP1, as ab_rsa_private. Completes the waiting operations if the key does not match theirs or
 * AB_RSA_BATCH_KEYS wait.
 */
AB_API void ab_rsa_batch_add_private(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key,
                                     uint8_t *out, const uint8_t *in, size_t in_len);
/* Add a signature of ab_rsa_size bytes, as ab_rsa_sign. */
AB_API void ab_rsa_batch_add_sign(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key,
                                  const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len,
                                  uint8_t *signature);

/*
 * Return the oldest job that was not taken yet if it is complete, otherwise NULL. The job belongs to the caller again.
 */
AB_API struct ab_rsa_job *ab_rsa_batch_take(struct ab_rsa_batch *b);

/* Complete all jobs that were added. */
AB_API void ab_rsa_batch_flush(struct ab_rsa_batch *b);

/*
 * Wipe inputs that were added but never processed; others were wiped when they were processed. The batch is empty
 * afterwards.
 */
AB_API void ab_rsa_batch_wipe(struct ab_rsa_batch *b);

#ifdef __cplusplus
}
#endif
#endif

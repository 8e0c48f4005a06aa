/*
 * Many private-key operations of RSA at once: eight powers modulo primes run in step on one core, one in each lane of a vector,
 * where the processor gains by it (AVX-512 IFMA, keys of up to 2048 bits); elsewhere one operation after another.
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
 * Shapes: any number of operations under any keys, one key or as many as operations. AB_RSA_BATCH_KEYS operations in a row, by
 * keys of two primes that have the same number of words, run together; one by another key works off what waits. Keys of more
 * primes, or with d alone, are served alone.
 *
 * Units: lengths are bytes. Jobs and batch are the caller's memory, plain and of fixed size (the batch: 8 KB); some is allocated
 * while operations run.
 *
 * Aliasing: in, message and out may overlap within an operation: the input is read when it is added. No out overlaps that of
 * another operation of the batch. Keys stay until their jobs are taken.
 *
 * Threads: a batch and its jobs are one thread's at a time; several batches need nothing of each other, and may share keys.
 *
 * Errors: each job has a result of its own, as ab_rsa_private and ab_rsa_sign return it. The result of every operation is verified
 * with the public exponent before it is written to out, as theirs is, so a fault in one lane spoils no other and stays inside; out
 * is not written then.
 *
 * Secret: private keys, inputs of decryption, and what is reckoned from them. Time depends on the sizes of the keys and on the
 * order of the operations.
 */
#ifndef AFTERBURNER_RSA_BATCH_H
#define AFTERBURNER_RSA_BATCH_H

#include "afterburner/rsa.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_RSA_BATCH_KEYS = 4, AB_RSA_BATCH_WORDS = AB_RSA_MAX_BITS / 64 };

/* An operation. It needs no initialisation and must not move until it is taken. */
struct ab_rsa_job {
    enum ab_rsa_result result; /* once it is taken */

    /* The batch's own. */
    struct ab_rsa_job *next;
    const struct ab_rsa_key *key;
    uint8_t *out;
    int is_done, takes_lesser; /* of a signature of X9.31 and n minus it */
};

/* Operations in progress. */
struct ab_rsa_batch {
    const struct ab_random_source *random;

    /* The batch's own. */
    unsigned num_waiting; /* of them: */
    struct ab_rsa_job *waiting[AB_RSA_BATCH_KEYS];
    uint64_t x[AB_RSA_BATCH_KEYS][AB_RSA_BATCH_WORDS]; /* the inputs */
    struct ab_rsa_job *first, *last;                   /* added and not taken yet */
};

/* An empty batch; what is in it is not looked at. random: for blinding and salts, used while operations are added and run. */
AB_API void ab_rsa_batch_init(struct ab_rsa_batch *b, const struct ab_random_source *random);

/* RSADP or RSASP1, as ab_rsa_private. Works off what waits if the key does not go with it or AB_RSA_BATCH_KEYS wait. */
AB_API void ab_rsa_batch_add_private(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key,
                                     uint8_t *out, const uint8_t *in, size_t in_len);
/* A signature of ab_rsa_size bytes, as ab_rsa_sign. */
AB_API void ab_rsa_batch_add_sign(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key,
                                  const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len,
                                  uint8_t *signature);

/* The job added longest ago of those not taken yet, if it is worked off, or NULL. It is the caller's again. */
AB_API struct ab_rsa_job *ab_rsa_batch_take(struct ab_rsa_batch *b);

/* Works off all that was added. */
AB_API void ab_rsa_batch_flush(struct ab_rsa_batch *b);

/* Of an empty batch: inputs are wiped as they are worked off, so this is for what was added and never worked off. */
AB_API void ab_rsa_batch_wipe(struct ab_rsa_batch *b);

#ifdef __cplusplus
}
#endif
#endif

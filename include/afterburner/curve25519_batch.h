/*
 * Many operations of X25519 and Ed25519 at once: several of a kind, each under a key of its own, run in step on one core and fill
 * the multipliers that one operation, whose every product waits for the one before it, leaves mostly idle.
 *
 *     struct ab_curve25519_batch batch;
 *     struct ab_curve25519_job jobs[NUM], *done;
 *
 *     ab_curve25519_batch_init(&batch, ab_curve25519_pick(&cpu), ab_curve25519_batch_kernels_pick(&cpu), sha512);
 *     for (i = 0; i < NUM; i++)
 *         ab_curve25519_batch_add_verify(&batch, &jobs[i], signatures[i], &messages[i], public_keys[i]);
 *     ab_curve25519_batch_flush(&batch);
 *     while ((done = ab_curve25519_batch_take(&batch)) != NULL)     in the order of adding
 *         use(done->ok);
 *
 * Shapes: any number of operations of all kinds, mixed as they come; those of a kind run as soon as there are as many as lanes.
 * Generation of keys and signing are of one kind. Where there are no lanes they run one by one.
 *
 * Units: keys, points and signatures are byte strings as in curve25519.h, of any alignment. Nothing is allocated: jobs and batch
 * are the caller's memory, plain and of fixed size. What a job points to must stay as it is until the job is taken.
 *
 * Threads: a batch and its jobs are one thread's at a time; several batches need nothing of each other.
 *
 * Errors: every call succeeds; job->ok tells of points of low order and of wrong signatures.
 *
 * Secret: private keys, nonces and shared secrets. Time depends on the kinds and lengths alone, but in verification.
 */
#ifndef AFTERBURNER_CURVE25519_BATCH_H
#define AFTERBURNER_CURVE25519_BATCH_H

#include "afterburner/curve25519.h"
#include "afterburner/job_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_CURVE25519_BATCH_LANES = 8, AB_CURVE25519_BATCH_KINDS = 4 };

/* An operation. It needs no initialisation, must not move until it is taken, and is wiped then but for out and ok. */
struct ab_curve25519_job {
    struct ab_job_link link;               /* the batch's own */
    uint8_t out[AB_ED25519_SIGNATURE_LEN]; /* the result: a secret or a public key of 32 bytes, or a signature */
    int ok; /* as the function of curve25519.h would return; 1 where that returns nothing */

    /* The batch's own. */
    int is_signature;
    uint8_t scalar[32], point[32], prefix[32],
        nonce[32]; /* nonce: or what else a base point, or a public key, is multiplied by */
    const uint8_t *public_key, *signature;
    struct ab_ed25519_message message;
};

/* Operations in progress. */
struct ab_curve25519_batch {
    /* The batch's own. */
    const struct ab_curve25519_kernels *kernels;
    const struct ab_curve25519_batch_kernels *lanes; /* NULL: none */
    const struct ab_hash *sha512;
    unsigned num[AB_CURVE25519_BATCH_KINDS]; /* that wait */
    struct ab_curve25519_job *waiting[AB_CURVE25519_BATCH_KINDS][AB_CURVE25519_BATCH_LANES];
    struct ab_job_queue queue;
};

/* Kernels for several keys in step: src/kernels/curve25519/curve25519_batch_kernels.h. Fast first; a NULL ends them. */
struct ab_curve25519_batch_kernels;
AB_API const struct ab_curve25519_batch_kernels *const *ab_curve25519_batch_kernels_list(void);
AB_API const char *ab_curve25519_batch_kernels_level(const struct ab_curve25519_batch_kernels *l);
AB_API int ab_curve25519_batch_kernels_is_usable(const struct ab_curve25519_batch_kernels *l, const struct ab_cpu *cpu);
/*
 * The first that the processor can run and that agrees with the portable kernels on known operands: run once, it takes less than a
 * millisecond. NULL if there is none; a batch does without.
 */
AB_API const struct ab_curve25519_batch_kernels *ab_curve25519_batch_kernels_pick(const struct ab_cpu *cpu);

/* An empty batch. What an earlier use left in it is forgotten. */
AB_API void ab_curve25519_batch_init(struct ab_curve25519_batch *b, const struct ab_curve25519_kernels *kernels,
                                     const struct ab_curve25519_batch_kernels *lanes, const struct ab_hash *sha512);

/* Each as the function of that name in curve25519.h, with its result in the job. */
AB_API void ab_curve25519_batch_add_x25519_public(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                                  const uint8_t private_key[AB_X25519_LEN]);
AB_API void ab_curve25519_batch_add_x25519(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                           const uint8_t private_key[AB_X25519_LEN], const uint8_t peer[AB_X25519_LEN]);
AB_API void ab_curve25519_batch_add_public(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                           const uint8_t private_key[AB_ED25519_KEY_LEN]);
AB_API void ab_curve25519_batch_add_sign(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                         const struct ab_ed25519_message *m,
                                         const uint8_t private_key[AB_ED25519_KEY_LEN],
                                         const uint8_t public_key[AB_ED25519_KEY_LEN]);
AB_API void ab_curve25519_batch_add_verify(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                           const uint8_t signature[AB_ED25519_SIGNATURE_LEN],
                                           const struct ab_ed25519_message *m,
                                           const uint8_t public_key[AB_ED25519_KEY_LEN]);

/* The job added longest ago of those not taken yet, if it is done, or NULL. It and what it points to are the caller's again. */
AB_API struct ab_curve25519_job *ab_curve25519_batch_take(struct ab_curve25519_batch *b);

/* Works off all that was added. */
AB_API void ab_curve25519_batch_flush(struct ab_curve25519_batch *b);

#ifdef __cplusplus
}
#endif
#endif

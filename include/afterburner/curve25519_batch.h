/*
 * Many operations of X25519 and Ed25519 in one batch. Operations of a kind, each under its own key, run in step on one
 * core. They fill the multipliers that a single operation leaves mostly idle, since each of its products depends on the
 * one before.
 *
 *     struct ab_curve25519_batch batch;
 *     struct ab_curve25519_job jobs[NUM], *done;
 *
 *     ab_curve25519_batch_init(&batch, ab_curve25519_pick(&cpu), ab_curve25519_batch_kernels_pick(&cpu), sha512);
 *     for (i = 0; i < NUM; i++)
 *         ab_curve25519_batch_add_verify(&batch, &jobs[i], signatures[i], &messages[i], public_keys[i]);
 *     ab_curve25519_batch_flush(&batch);
 *     while ((done = ab_curve25519_batch_take(&batch)) != NULL)     in the order in which they were added
 *         use(done->ok);
 *
 * Shapes     Any number of operations of all kinds in any order; those of a kind run as soon as there are as many as
 *            lanes. Public keys of Ed25519 and signatures are one kind. Without lanes they run one by one.
 * Values     Keys, points and signatures are byte strings as in curve25519.h.
 * Memory     Nothing is allocated: jobs and batch are the caller's memory, of fixed size. No alignment is needed. What
 *            a job points to must not change until the job is taken.
 * Threads    A batch and its jobs belong to one thread at a time; batches are independent of each other.
 * Errors     Every call succeeds; job->ok is 0 for a point of low order and for a wrong signature.
 * Secrecy    Private keys, nonces and shared secrets are secret: time depends on kinds and lengths alone. Verification
 *            is public.
 */
#ifndef AFTERBURNER_CURVE25519_BATCH_H
#define AFTERBURNER_CURVE25519_BATCH_H

#include "afterburner/curve25519.h"
#include "afterburner/job_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_CURVE25519_BATCH_LANES = 8, AB_CURVE25519_BATCH_KINDS = 4 };

/* An operation. It needs no initialisation and must not move until it is taken; then all secrets but out are wiped. */
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
    unsigned num[AB_CURVE25519_BATCH_KINDS]; /* waiting jobs */
    struct ab_curve25519_job *waiting[AB_CURVE25519_BATCH_KINDS][AB_CURVE25519_BATCH_LANES];
    struct ab_job_queue queue;
};

/* Kernels for several keys in step: src/kernels/curve25519/curve25519_batch_kernels.h. The fastest first, then NULL. */
struct ab_curve25519_batch_kernels;
AB_API const struct ab_curve25519_batch_kernels *const *ab_curve25519_batch_kernels_list(void);
AB_API const char *ab_curve25519_batch_kernels_level(const struct ab_curve25519_batch_kernels *l);
AB_API int ab_curve25519_batch_kernels_is_usable(const struct ab_curve25519_batch_kernels *l, const struct ab_cpu *cpu);
/*
 * The first that the processor can run and that passes its self test, or NULL, which a batch accepts. Each call runs
 * the self test, in less than a millisecond.
 */
AB_API const struct ab_curve25519_batch_kernels *ab_curve25519_batch_kernels_pick(const struct ab_cpu *cpu);

/* Make b an empty batch, whatever it held. lanes may be NULL. */
AB_API void ab_curve25519_batch_init(struct ab_curve25519_batch *b, const struct ab_curve25519_kernels *kernels,
                                     const struct ab_curve25519_batch_kernels *lanes, const struct ab_hash *sha512);

/* Each does what the function of that name in curve25519.h does, with its result in the job. */
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

/*
 * Return the oldest job that is not taken yet if it is done, else NULL. It and what it points to belong to the caller
 * again.
 */
AB_API struct ab_curve25519_job *ab_curve25519_batch_take(struct ab_curve25519_batch *b);

/* Run all waiting operations. */
AB_API void ab_curve25519_batch_flush(struct ab_curve25519_batch *b);

#ifdef __cplusplus
}
#endif
#endif

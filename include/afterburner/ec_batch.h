/*
 * Many operations of an elliptic curve in one batch. Operations of a kind, each under its own key, run in step on one
 * core, one in each lane of a vector, where the processor gains by it (P-256 with AVX-512 IFMA, eight lanes); elsewhere
 * they run one after another.
 *
 *     struct ab_ec_batch batch;
 *     struct ab_ec_job jobs[NUM], *done;
 *
 *     ab_ec_batch_init(&batch, ab_curve_pick(AB_P256, &cpu), ab_ec_batch_kernels_pick(AB_P256, &cpu), sha512, &random);
 *     for (i = 0; i < NUM; i++)
 *         ab_ec_batch_add_verify(&batch, &jobs[i], signatures[i], digests[i], digest_len, xy[i]);
 *     ab_ec_batch_flush(&batch);
 *     while ((done = ab_ec_batch_take(&batch)) != NULL)     in the order in which they were added
 *         use(done->ok);
 *
 * Shapes     Any number of operations of all kinds in any order; those of a kind run as soon as there are as many as
 *            lanes. Public keys and signatures are one kind. Without lanes each operation runs when it is added.
 * Values     Keys, points, digests and signatures are byte strings as in ec.h, read when an operation is added.
 * Memory     Nothing is allocated: jobs and batch are the caller's memory, of fixed size. No alignment is needed.
 * Threads    A batch and its jobs belong to one thread at a time; batches are independent of each other.
 * Errors     Every call succeeds; job->ok is what the function of ec.h would return, and out is zero if that is 0.
 * Secrecy    Private keys, nonces, digests to be signed and shared secrets are secret: time depends on kinds and
 *            lengths alone. Verification is public.
 */
#ifndef AFTERBURNER_EC_BATCH_H
#define AFTERBURNER_EC_BATCH_H

#include "afterburner/ec.h"
#include "afterburner/job_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_EC_BATCH_LANES = 8, AB_EC_BATCH_KINDS = 3, AB_EC_BATCH_WORDS = 9 };

/* An operation. It needs no initialisation and must not move until it is taken; then all but out and ok is wiped. */
struct ab_ec_job {
    struct ab_job_link link;       /* the batch's own */
    uint8_t out[AB_ECDSA_MAX_LEN]; /* the result: a point, a shared secret or a signature, as long as in ec.h */
    int ok;

    /* The batch's own. */
    int is_signature;
    uint64_t scalar[AB_EC_BATCH_WORDS];                         /* a private key or a nonce; s in verification */
    uint64_t x[AB_EC_BATCH_WORDS], y[AB_EC_BATCH_WORDS];        /* the point, then the result */
    uint64_t digest[AB_EC_BATCH_WORDS], key[AB_EC_BATCH_WORDS]; /* for signatures; key is r in verification */
};

/* Operations in progress. */
struct ab_ec_batch {
    /* The batch's own. */
    const struct ab_ec_kernels *curve;
    const struct ab_ec_batch_kernels *lanes; /* NULL: none */
    const struct ab_hash *hash;
    const struct ab_random_source *random;
    unsigned num[AB_EC_BATCH_KINDS]; /* waiting jobs */
    struct ab_ec_job *waiting[AB_EC_BATCH_KINDS][AB_EC_BATCH_LANES];
    struct ab_job_queue queue;
};

/* Kernels for several keys in step: src/kernels/ec/ec_batch_kernels.h. The fastest first, then NULL. */
struct ab_ec_batch_kernels;
AB_API const struct ab_ec_batch_kernels *const *ab_ec_batch_kernels_list(enum ab_curve_id id);
AB_API const char *ab_ec_batch_kernels_level(const struct ab_ec_batch_kernels *l);
AB_API int ab_ec_batch_kernels_is_usable(const struct ab_ec_batch_kernels *l, const struct ab_cpu *cpu);
/*
 * The first that the processor can run and that passes its self test, or NULL, which a batch accepts. Each call runs
 * the self test, in less than a millisecond.
 */
AB_API const struct ab_ec_batch_kernels *ab_ec_batch_kernels_pick(enum ab_curve_id id, const struct ab_cpu *cpu);

/*
 * Make b an empty batch, whatever it held. lanes: kernels of the same curve, or NULL. hash and random are for nonces
 * and new keys, as in ab_ecdsa_sign; with random == NULL nonces are those of ab_ecdsa_sign_deterministic with this
 * hash, and generating keys fails. Verification and shared secrets need neither.
 */
AB_API void ab_ec_batch_init(struct ab_ec_batch *b, const struct ab_ec_kernels *curve,
                             const struct ab_ec_batch_kernels *lanes, const struct ab_hash *hash,
                             const struct ab_random_source *random);

/* Each does what the function of that name in ec.h does, with its result in the job. */
AB_API void ab_ec_batch_add_public(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *private_key);
/* private_key is written at once; zeros if there is no randomness. */
AB_API void ab_ec_batch_add_generate(struct ab_ec_batch *b, struct ab_ec_job *job, uint8_t *private_key);
AB_API void ab_ec_batch_add_ecdh(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *private_key,
                                 const uint8_t *peer_xy);
/* A nonce that gives no signature, at most one in 2^109, ends in ok = 0. */
AB_API void ab_ec_batch_add_sign(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *digest, size_t digest_len,
                                 const uint8_t *private_key);
AB_API void ab_ec_batch_add_verify(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *signature,
                                   const uint8_t *digest, size_t digest_len, const uint8_t *xy);

/* Return the oldest job that is not taken yet if it is done, else NULL. It belongs to the caller again. */
AB_API struct ab_ec_job *ab_ec_batch_take(struct ab_ec_batch *b);

/* Run all waiting operations. */
AB_API void ab_ec_batch_flush(struct ab_ec_batch *b);

#ifdef __cplusplus
}
#endif
#endif

/*
 * Many operations of an elliptic curve at once: several of a kind, each under a key of its own, run in step on one core, a lane of
 * a vector each, where the processor gains by it (P-256 with AVX-512 IFMA, eight of them); elsewhere one after another.
 *
 *     struct ab_ec_batch batch;
 *     struct ab_ec_job jobs[NUM], *done;
 *
 *     ab_ec_batch_init(&batch, ab_curve_pick(AB_P256, &cpu), ab_ec_batch_kernels_pick(AB_P256, &cpu), sha512, &random);
 *     for (i = 0; i < NUM; i++)
 *         ab_ec_batch_add_verify(&batch, &jobs[i], signatures[i], digests[i], digest_len, xy[i]);
 *     ab_ec_batch_flush(&batch);
 *     while ((done = ab_ec_batch_take(&batch)) != NULL)     in the order of adding
 *         use(done->ok);
 *
 * Shapes: any number of operations of all kinds, mixed as they come; those of a kind run as soon as there are as many as lanes.
 * Public keys and signatures are of one kind. Where there are no lanes each runs when it is added.
 *
 * Units: keys, points, digests and signatures are byte strings as in ec.h, of any alignment. They are read when an operation is
 * added. Nothing is allocated: jobs and batch are the caller's memory, plain and of fixed size.
 *
 * Threads: a batch and its jobs are one thread's at a time; several batches need nothing of each other.
 *
 * Errors: every call succeeds; job->ok is what the function of ec.h would return, out zero if that is 0.
 *
 * Secret: private keys, nonces, digests that are signed and shared secrets. Time depends on the kinds and lengths alone, but for
 * verification.
 */
#ifndef AFTERBURNER_EC_BATCH_H
#define AFTERBURNER_EC_BATCH_H

#include "afterburner/ec.h"
#include "afterburner/job_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_EC_BATCH_LANES = 8, AB_EC_BATCH_KINDS = 3, AB_EC_BATCH_WORDS = 9 };

/* An operation. It needs no initialisation, must not move until it is taken, and is wiped then but for out and ok. */
struct ab_ec_job {
    struct ab_job_link link;       /* the batch's own */
    uint8_t out[AB_ECDSA_MAX_LEN]; /* the result: a point, a shared secret or a signature, as long as in ec.h */
    int ok;

    /* The batch's own. */
    int is_signature;
    uint64_t scalar[AB_EC_BATCH_WORDS];                         /* a private key or a nonce; of verification s */
    uint64_t x[AB_EC_BATCH_WORDS], y[AB_EC_BATCH_WORDS];        /* what is multiplied, and then what comes of it */
    uint64_t digest[AB_EC_BATCH_WORDS], key[AB_EC_BATCH_WORDS]; /* of a signature; of verification key is r */
};

/* Operations in progress. */
struct ab_ec_batch {
    /* The batch's own. */
    const struct ab_ec_kernels *curve;
    const struct ab_ec_batch_kernels *lanes; /* NULL: none */
    const struct ab_hash *hash;
    const struct ab_random_source *random;
    unsigned num[AB_EC_BATCH_KINDS]; /* that wait */
    struct ab_ec_job *waiting[AB_EC_BATCH_KINDS][AB_EC_BATCH_LANES];
    struct ab_job_queue queue;
};

/* Kernels for several keys in step: src/kernels/ec/ec_batch_kernels.h. Fast first; a NULL ends them. */
struct ab_ec_batch_kernels;
AB_API const struct ab_ec_batch_kernels *const *ab_ec_batch_kernels_list(enum ab_curve_id id);
AB_API const char *ab_ec_batch_kernels_level(const struct ab_ec_batch_kernels *l);
AB_API int ab_ec_batch_kernels_is_usable(const struct ab_ec_batch_kernels *l, const struct ab_cpu *cpu);
/*
 * The first that the processor can run and that agrees with the portable kernels on known operands: run once, it takes less than a
 * millisecond. NULL if there is none; a batch does without.
 */
AB_API const struct ab_ec_batch_kernels *ab_ec_batch_kernels_pick(enum ab_curve_id id, const struct ab_cpu *cpu);

/*
 * An empty batch. What an earlier use left in it is forgotten. lanes: of the same curve, or NULL. hash and random: for nonces and
 * keys, as in ab_ecdsa_sign; if random is NULL nonces are those of ab_ecdsa_sign_deterministic with this hash, and there are no new
 * keys. Verification and shared secrets need neither.
 */
AB_API void ab_ec_batch_init(struct ab_ec_batch *b, const struct ab_ec_kernels *curve,
                             const struct ab_ec_batch_kernels *lanes, const struct ab_hash *hash,
                             const struct ab_random_source *random);

/* Each as the function of that name in ec.h, with its result in the job. */
AB_API void ab_ec_batch_add_public(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *private_key);
/* private_key is written now, or zeros if there is no randomness. */
AB_API void ab_ec_batch_add_generate(struct ab_ec_batch *b, struct ab_ec_job *job, uint8_t *private_key);
AB_API void ab_ec_batch_add_ecdh(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *private_key,
                                 const uint8_t *peer_xy);
/* A nonce that gives no signature, one in 2^109 or less, ends in ok = 0. */
AB_API void ab_ec_batch_add_sign(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *digest, size_t digest_len,
                                 const uint8_t *private_key);
AB_API void ab_ec_batch_add_verify(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *signature,
                                   const uint8_t *digest, size_t digest_len, const uint8_t *xy);

/* The job added longest ago of those not taken yet, if it is done, or NULL. It is the caller's again. */
AB_API struct ab_ec_job *ab_ec_batch_take(struct ab_ec_batch *b);

/* Works off all that was added. */
AB_API void ab_ec_batch_flush(struct ab_ec_batch *b);

#ifdef __cplusplus
}
#endif
#endif

/*
 * The batch of X25519 and Ed25519: operations of one kind wait until they fill the kernels' lanes, or until the batch
 * is flushed. The steps of an operation besides the curve arithmetic run when it is added and after its kernels have
 * run.
 */
#include "afterburner/curve25519_batch.h"

#include <string.h>

#include "batch/job_queue.h"
#include "crypto/curve25519/curve25519_parts.h"
#include "crypto/eddsa/scalar.h"
#include "ct/ct.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"

/*
 * The kinds of operation that run in step. Public keys of Ed25519 and signatures both need a multiple of the base
 * point.
 */
enum kind { LADDER, BASE_U, BASE_POINT, CHECK };

/*
 * The fewest operations that run in step: with AVX-512 a step takes as long as two single operations, with AVX2 as
 * three.
 */
enum { FEWEST_LANES = 3 };

typedef uint8_t lanes[AB_CURVE25519_MAX_LANES][32];

void ab_curve25519_batch_init(struct ab_curve25519_batch *b, const struct ab_curve25519_kernels *kernels,
                              const struct ab_curve25519_batch_kernels *l, const struct ab_hash *sha512)
{
    memset(b, 0, sizeof(*b));
    b->kernels = kernels;
    b->lanes = l;
    b->sha512 = sha512;
}

/* ---- running the operations of one kind ---- */

static unsigned max_lanes(const struct ab_curve25519_batch *b, enum kind kind)
{
    return b->lanes == NULL || (kind == CHECK && b->lanes->check == NULL) ? 1 : b->lanes->width;
}

/* Copy the operands of each job to its lane; a lane without a job repeats the first job. */
static void gather(lanes scalar, lanes point, lanes other, struct ab_curve25519_job *const *jobs, unsigned num,
                   unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        const struct ab_curve25519_job *job = jobs[i < num ? i : 0];

        memcpy(scalar[i], job->scalar, 32);
        memcpy(point[i], job->point, 32);
        memcpy(other[i], job->nonce, 32);
    }
}

/* Write the results to out of each job, and clear ok where a public key is no point. */
static void run_lanes(const struct ab_curve25519_batch *b, enum kind kind, struct ab_curve25519_job *const *jobs,
                      unsigned num)
{
    uint32_t are_points = UINT32_MAX;
    lanes scalar, point, other, out;

    gather(scalar, point, other, jobs, num, b->lanes->width);
    switch (kind) {
    case LADDER: b->lanes->ladder(out, (const uint8_t (*)[32])scalar, (const uint8_t (*)[32])point); break;
    case BASE_U: b->lanes->base_u(out, (const uint8_t (*)[32])scalar); break;
    case BASE_POINT: b->lanes->base_point(out, (const uint8_t (*)[32])other); break;
    case CHECK:
        are_points = b->lanes->check(out, (const uint8_t (*)[32])scalar, (const uint8_t (*)[32])other,
                                     (const uint8_t (*)[32])point);
        break;
    }
    for (unsigned i = 0; i < num; i++) {
        memcpy(jobs[i]->out, out[i], 32);
        jobs[i]->ok &= (int)(are_points >> i & 1);
    }
    ab_wipe(scalar, sizeof(scalar));
    ab_wipe(other, sizeof(other));
    ab_wipe(out, sizeof(out));
}

static void run_one(const struct ab_curve25519_batch *b, enum kind kind, struct ab_curve25519_job *job)
{
    switch (kind) {
    case LADDER: b->kernels->ladder(job->out, job->scalar, job->point); break;
    case BASE_U: b->kernels->base_u(job->out, job->scalar); break;
    case BASE_POINT: b->kernels->base_point(job->out, job->nonce); break;
    case CHECK: job->ok &= b->kernels->check(job->out, job->scalar, job->nonce, job->point); break;
    }
}

/* A ladder that gives zero means a point of low order, which the peer chose: that is public. */
static void finish(const struct ab_curve25519_batch *b, enum kind kind, struct ab_curve25519_job *job)
{
    static const uint8_t zero[32];

    if (kind == LADDER) {
        job->ok = ab_ct_memcmp(job->out, zero, sizeof(zero)) != 0;
        AB_PUBLIC(&job->ok, sizeof(job->ok));
    } else if (kind == CHECK) {
        job->ok = job->ok && memcmp(job->out, job->signature, 32) == 0;
    } else if (job->is_signature) {
        ab_ed25519_finish(b->sha512, job->out, job->out, &job->message, job->scalar, job->nonce, job->public_key);
    }
    ab_wipe(job->scalar, sizeof(job->scalar));
    ab_wipe(job->prefix, sizeof(job->prefix));
    ab_wipe(job->nonce, sizeof(job->nonce));
    job->link.is_done = 1;
}

static void run(struct ab_curve25519_batch *b, enum kind kind)
{
    struct ab_curve25519_job *const *jobs = b->waiting[kind];
    unsigned num = b->num[kind];

    if (num >= FEWEST_LANES && max_lanes(b, kind) > 1)
        run_lanes(b, kind, jobs, num);
    else
        for (unsigned i = 0; i < num; i++)
            run_one(b, kind, jobs[i]);
    for (unsigned i = 0; i < num; i++)
        finish(b, kind, jobs[i]);
    b->num[kind] = 0;
}

/* ---- adding and taking ---- */

static void enqueue(struct ab_curve25519_batch *b, struct ab_curve25519_job *job)
{
    job->is_signature = 0;
    job->ok = 1;
    ab_job_enqueue(&b->queue, &job->link);
}

static void wait_for_lanes(struct ab_curve25519_batch *b, enum kind kind, struct ab_curve25519_job *job)
{
    b->waiting[kind][b->num[kind]++] = job;
    if (b->num[kind] == max_lanes(b, kind))
        run(b, kind);
}

void ab_curve25519_batch_add_x25519_public(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                           const uint8_t private_key[AB_X25519_LEN])
{
    enqueue(b, job);
    ab_x25519_clamp(job->scalar, private_key);
    wait_for_lanes(b, BASE_U, job);
}

void ab_curve25519_batch_add_x25519(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                    const uint8_t private_key[AB_X25519_LEN], const uint8_t peer[AB_X25519_LEN])
{
    enqueue(b, job);
    ab_x25519_clamp(job->scalar, private_key);
    memcpy(job->point, peer, AB_X25519_LEN);
    wait_for_lanes(b, LADDER, job);
}

static void expand(const struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                   const uint8_t private_key[AB_ED25519_KEY_LEN])
{
    uint8_t halves[2 * AB_ED25519_HALF];

    ab_ed25519_expand(b->sha512, halves, private_key);
    memcpy(job->scalar, halves, AB_ED25519_HALF);
    memcpy(job->prefix, halves + AB_ED25519_HALF, AB_ED25519_HALF);
    ab_wipe(halves, sizeof(halves));
}

void ab_curve25519_batch_add_public(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                    const uint8_t private_key[AB_ED25519_KEY_LEN])
{
    enqueue(b, job);
    expand(b, job, private_key);
    memcpy(job->nonce, job->scalar, sizeof(job->nonce)); /* the factor of the base point */
    wait_for_lanes(b, BASE_POINT, job);
}

void ab_curve25519_batch_add_sign(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                  const struct ab_ed25519_message *m, const uint8_t private_key[AB_ED25519_KEY_LEN],
                                  const uint8_t public_key[AB_ED25519_KEY_LEN])
{
    enqueue(b, job);
    expand(b, job, private_key);
    ab_ed25519_nonce(b->sha512, job->nonce, job->prefix, m);
    job->is_signature = 1;
    job->message = *m;
    job->public_key = public_key;
    wait_for_lanes(b, BASE_POINT, job);
}

void ab_curve25519_batch_add_verify(struct ab_curve25519_batch *b, struct ab_curve25519_job *job,
                                    const uint8_t signature[AB_ED25519_SIGNATURE_LEN],
                                    const struct ab_ed25519_message *m, const uint8_t public_key[AB_ED25519_KEY_LEN])
{
    enqueue(b, job);
    if (!ab_scalar_is_reduced(&ab_order25519, signature + AB_ED25519_HALF)) {
        job->ok = 0;
        job->link.is_done = 1;
        return;
    }
    memcpy(job->scalar, signature + AB_ED25519_HALF, AB_ED25519_HALF);
    memcpy(job->point, public_key, AB_ED25519_KEY_LEN);
    ab_ed25519_challenge(b->sha512, job->nonce, signature, public_key, m);
    job->signature = signature;
    wait_for_lanes(b, CHECK, job);
}

struct ab_curve25519_job *ab_curve25519_batch_take(struct ab_curve25519_batch *b)
{
    return (struct ab_curve25519_job *)ab_job_take(&b->queue);
}

void ab_curve25519_batch_flush(struct ab_curve25519_batch *b)
{
    for (int kind = 0; kind < AB_CURVE25519_BATCH_KINDS; kind++)
        run(b, (enum kind)kind);
}

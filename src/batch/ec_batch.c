/*
 * The batch of an elliptic curve: operations of one kind wait until they fill the kernels' lanes, or until the batch is
 * flushed. The steps of an operation besides the curve arithmetic run when it is added and after its kernels have run;
 * inverses modulo the order are computed for all waiting operations at once.
 */
#include "afterburner/ec_batch.h"

#include <string.h>

#include "batch/job_queue.h"
#include "crypto/ec/ecdsa_nonce.h"
#include "crypto/ec/ecdsa_sign.h"
#include "kernels/ec/ec_batch_kernels.h"

/* The kinds of operation that run in step. Public keys and signatures both need a multiple of the base point: BASE. */
enum kind { BASE, MULTIPLY, VERIFY };

/* The fewest operations that run in step: one alone is faster by itself, two of any kind are not. */
enum { FEWEST_LANES = 2 };

_Static_assert((int)AB_EC_BATCH_LANES == (int)AB_EC_MAX_LANES, "the lanes of the kernels");
_Static_assert((int)AB_EC_BATCH_WORDS == (int)AB_EC_MAX_WORDS, "the words of the kernels");

void ab_ec_batch_init(struct ab_ec_batch *b, const struct ab_ec_kernels *curve, const struct ab_ec_batch_kernels *lanes,
                      const struct ab_hash *hash, const struct ab_random_source *random)
{
    memset(b, 0, sizeof(*b));
    b->curve = curve;
    b->lanes = lanes;
    b->hash = hash;
    b->random = random;
}

/* ---- running the operations of one kind ---- */

/*
 * Invert num numbers modulo n in place, none of them 0, by one inversion of their product (Montgomery's trick). Secret.
 */
static void invert_all(const struct ab_ec_kernels *c, uint64_t *const *number, unsigned num)
{
    ab_ec_words product[AB_EC_BATCH_LANES], inverse;

    if (num == 0)
        return;
    memcpy(product[0], number[0], sizeof(*product));
    for (unsigned i = 1; i < num; i++)
        c->order_mul(product[i], product[i - 1], number[i]);
    c->order_invert(inverse, product[num - 1]);
    for (unsigned i = num; --i > 0;) {
        c->order_mul(product[i], inverse, product[i - 1]);
        c->order_mul(inverse, inverse, number[i]);
        memcpy(number[i], product[i], sizeof(*product));
    }
    memcpy(number[0], inverse, sizeof(inverse));
    ab_wipe(product, sizeof(product));
    ab_wipe(inverse, sizeof(inverse));
}

/* Copy a member of each job, at this offset, to the numbers of the kernels; scatter copies back. */
static void gather(struct ab_ec_numbers *to, struct ab_ec_job *const *jobs, unsigned num, size_t member)
{
    for (unsigned i = 0; i < AB_EC_MAX_LANES; i++) /* a lane without a job repeats the first job */
        memcpy(to->v[i], (const char *)jobs[i < num ? i : 0] + member, sizeof(to->v[i]));
}

static void scatter(const struct ab_ec_numbers *from, struct ab_ec_job *const *jobs, unsigned num, size_t member)
{
    for (unsigned i = 0; i < num; i++)
        memcpy((char *)jobs[i] + member, from->v[i], sizeof(from->v[i]));
}

#define OF(member) offsetof(struct ab_ec_job, member)

static void run_lanes(const struct ab_ec_batch *b, enum kind kind, struct ab_ec_job *const *jobs, unsigned num)
{
    struct ab_ec_numbers scalar, x, y, u, r;
    uint32_t right;

    gather(&scalar, jobs, num, OF(scalar));
    gather(&x, jobs, num, OF(x));
    gather(&y, jobs, num, OF(y));
    if (kind == VERIFY) {
        gather(&u, jobs, num, OF(digest));
        gather(&r, jobs, num, OF(key));
        right = b->lanes->check(&u, &scalar, &x, &y, &r);
        for (unsigned i = 0; i < num; i++)
            jobs[i]->ok = (int)(right >> i & 1);
        return;
    }
    if (kind == BASE)
        b->lanes->base(&x, &y, &scalar);
    else
        b->lanes->multiply(&x, NULL, &scalar, &x, &y);
    scatter(&x, jobs, num, OF(x));
    scatter(&y, jobs, num, OF(y));
    ab_wipe(&scalar, sizeof(scalar));
    ab_wipe(&x, sizeof(x));
    ab_wipe(&y, sizeof(y));
}

static void run_one(const struct ab_ec_kernels *c, enum kind kind, struct ab_ec_job *job)
{
    switch (kind) {
    case BASE: c->base(job->x, job->y, job->scalar); break;
    case MULTIPLY: c->multiply(job->x, NULL, job->scalar, job->x, job->y); break;
    case VERIFY: job->ok = c->check(job->digest, job->scalar, job->x, job->y, job->key); break;
    }
}

/* For verification: replace s by v = r / s, and the digest e by u = e / s. */
static void divide_by_s(const struct ab_ec_kernels *c, struct ab_ec_job *const *jobs, unsigned num)
{
    uint64_t *s[AB_EC_BATCH_LANES];

    for (unsigned i = 0; i < num; i++)
        s[i] = jobs[i]->scalar;
    invert_all(c, s, num);
    for (unsigned i = 0; i < num; i++) {
        c->order_mul(jobs[i]->digest, jobs[i]->digest, s[i]);
        c->order_mul(s[i], jobs[i]->key, s[i]);
    }
}

static void invert_nonces(const struct ab_ec_kernels *c, struct ab_ec_job *const *jobs, unsigned num)
{
    uint64_t *nonce[AB_EC_BATCH_LANES];
    unsigned num_nonces = 0;

    for (unsigned i = 0; i < num; i++)
        if (jobs[i]->is_signature)
            nonce[num_nonces++] = jobs[i]->scalar;
    invert_all(c, nonce, num_nonces);
}

static void close_job(struct ab_ec_job *job)
{
    ab_wipe(job->scalar, sizeof(job->scalar));
    ab_wipe(job->x, sizeof(job->x));
    ab_wipe(job->digest, sizeof(job->digest));
    ab_wipe(job->key, sizeof(job->key));
    job->link.is_done = 1;
}

static void finish(const struct ab_ec_kernels *c, enum kind kind, struct ab_ec_job *job)
{
    if (job->is_signature) {
        job->ok = ab_ecdsa_finish(c, job->x, job->y, job->digest, job->key, job->scalar);
        if (job->ok)
            ab_ecdsa_write_signature(c->domain, job->out, job->x, job->y);
    } else if (kind == BASE) {
        AB_PUBLIC(job->x, sizeof(job->x));
        AB_PUBLIC(job->y, sizeof(job->y));
        ab_ec_write_point(c, job->out, job->x, job->y);
    } else if (kind == MULTIPLY) {
        ab_words_to_bytes(job->out, ab_curve_field_len(c), job->x, c->domain->num_words);
    }
    close_job(job);
}

static void run(struct ab_ec_batch *b, enum kind kind)
{
    struct ab_ec_job *const *jobs = b->waiting[kind];
    const unsigned num = b->num[kind];

    if (kind == VERIFY)
        divide_by_s(b->curve, jobs, num);
    if (num >= FEWEST_LANES)
        run_lanes(b, kind, jobs, num);
    else
        for (unsigned i = 0; i < num; i++)
            run_one(b->curve, kind, jobs[i]);
    if (kind == BASE)
        invert_nonces(b->curve, jobs, num);
    for (unsigned i = 0; i < num; i++)
        finish(b->curve, kind, jobs[i]);
    b->num[kind] = 0;
}

/* ---- adding and taking ---- */

static void enqueue(struct ab_ec_batch *b, struct ab_ec_job *job)
{
    memset(job, 0, sizeof(*job));
    job->ok = 1;
    ab_job_enqueue(&b->queue, &job->link);
}

static unsigned width(const struct ab_ec_batch *b)
{
    return b->lanes == NULL ? 1 : b->lanes->width;
}

/* Let the job wait for others of its kind, or close it as failed if its input was wrong. */
static void wait_for_lanes(struct ab_ec_batch *b, enum kind kind, struct ab_ec_job *job, int ok)
{
    if (!ok) {
        job->ok = 0;
        close_job(job);
        return;
    }
    b->waiting[kind][b->num[kind]++] = job;
    if (b->num[kind] == width(b))
        run(b, kind);
}

void ab_ec_batch_add_public(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *private_key)
{
    enqueue(b, job);
    wait_for_lanes(b, BASE, job, ab_ec_read_private(b->curve->domain, job->scalar, private_key));
}

void ab_ec_batch_add_generate(struct ab_ec_batch *b, struct ab_ec_job *job, uint8_t *private_key)
{
    const struct ab_curve_domain *d = b->curve->domain;
    int ok;

    enqueue(b, job);
    ok = b->random != NULL && ab_ec_draw_private(d, job->scalar, b->random);
    ab_words_to_bytes(private_key, ab_curve_order_len(b->curve), job->scalar, d->num_words);
    wait_for_lanes(b, BASE, job, ok);
}

void ab_ec_batch_add_ecdh(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *private_key,
                          const uint8_t *peer_xy)
{
    enqueue(b, job);
    wait_for_lanes(b, MULTIPLY, job,
                   ab_ec_read_point(b->curve, job->x, job->y, peer_xy)
                       && ab_ec_read_private(b->curve->domain, job->scalar, private_key));
}

/* Draw the nonce into job->scalar. */
static int draw_nonce(const struct ab_ec_batch *b, struct ab_ec_job *job, const struct ab_ecdsa_message *m)
{
    struct ab_ecdsa_nonce n;
    int ok;

    ab_ecdsa_nonce_init(&n, m, b->hash, b->random);
    ok = ab_ecdsa_nonce_next(&n, job->scalar);
    ab_ecdsa_nonce_wipe(&n);
    return ok;
}

void ab_ec_batch_add_sign(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *digest, size_t digest_len,
                          const uint8_t *private_key)
{
    const struct ab_ecdsa_message m = { b->curve->domain, digest, digest_len, private_key };

    enqueue(b, job);
    job->is_signature = 1;
    ab_ecdsa_read_digest(m.domain, job->digest, digest, digest_len);
    wait_for_lanes(b, BASE, job, ab_ec_read_private(m.domain, job->key, private_key) && draw_nonce(b, job, &m));
}

void ab_ec_batch_add_verify(struct ab_ec_batch *b, struct ab_ec_job *job, const uint8_t *signature,
                            const uint8_t *digest, size_t digest_len, const uint8_t *xy)
{
    const struct ab_curve_domain *d = b->curve->domain;
    const size_t len = ab_curve_field_len(b->curve);

    enqueue(b, job);
    ab_ecdsa_read_digest(d, job->digest, digest, digest_len);
    ab_words_from_bytes(job->x, d->num_words, xy, len);
    ab_words_from_bytes(job->y, d->num_words, xy + len, len);
    wait_for_lanes(b, VERIFY, job, ab_ecdsa_read_signature(d, job->key, job->scalar, signature));
}

struct ab_ec_job *ab_ec_batch_take(struct ab_ec_batch *b)
{
    return (struct ab_ec_job *)ab_job_take(&b->queue);
}

void ab_ec_batch_flush(struct ab_ec_batch *b)
{
    for (int kind = 0; kind < AB_EC_BATCH_KINDS; kind++)
        run(b, (enum kind)kind);
}

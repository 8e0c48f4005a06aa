/*
 * Compare many operations of X25519 and Ed25519 at once, mixed and in any number, with the same operations one at a
 * time: with every implementation of lanes that this processor can run, and with none.
 */
#include <stdlib.h>
#include <string.h>

#include "afterburner/curve25519_batch.h"
#include "harness/harness.h"

enum { NUM = 61, MAX_TEXT = 200, NUM_ROUNDS = 30, KINDS = 5 };

static const struct ab_curve25519_kernels *kernels;
static const struct ab_hash *sha512;

/* One operation, and the result that it gives alone. */
struct operation {
    unsigned kind;
    uint8_t private_key[32], public_key[32], peer[32], signature[64], text[MAX_TEXT], right[64];
    struct ab_ed25519_message message;
    size_t len; /* of right; 0: there is no output */
    int ok;
};

static uint8_t random_byte(void)
{
    uint8_t byte;

    t_random_bytes(&byte, 1);
    return byte;
}

static void make_message(struct operation *o)
{
    static const uint8_t context[] = "context";

    o->message = (struct ab_ed25519_message){ .instance = random_byte() % 2 != 0 ? AB_ED25519 : AB_ED25519CTX,
                                              .data = o->text };
    o->message.len = random_byte() % MAX_TEXT;
    if (o->message.instance == AB_ED25519CTX) {
        o->message.context = context;
        o->message.context_len = sizeof(context);
    }
}

/* Make a valid signature, one with a wrong bit, one with S not reduced, or one of a public key that is not a point. */
static void make_verification(struct operation *o)
{
    unsigned bit = random_byte();

    ab_ed25519_sign(kernels, sha512, o->signature, &o->message, o->private_key, o->public_key);
    switch (random_byte() % 6) {
    case 0: o->signature[bit / 8] ^= (uint8_t)(1 << bit % 8); break;
    case 1: o->signature[32 + bit / 8] ^= (uint8_t)(1 << bit % 8); break;
    case 2: memset(o->signature + 32, 0xff, 32); break;
    case 3: t_random_bytes(o->public_key, 32); break;
    default: break;
    }
    o->ok = ab_ed25519_verify(kernels, sha512, o->signature, &o->message, o->public_key);
    o->len = 0;
}

static void make_operation(struct operation *o)
{
    o->kind = random_byte() % KINDS;
    o->ok = 1;
    o->len = 32;
    t_random_bytes(o->private_key, 32);
    t_random_bytes(o->peer, 32);
    t_random_bytes(o->text, MAX_TEXT);
    if (random_byte() % 8 == 0)
        memset(o->peer, 0, 32); /* a point of low order */
    make_message(o);
    ab_ed25519_public(kernels, sha512, o->public_key, o->private_key);
    switch (o->kind) {
    case 0: ab_x25519_public(kernels, o->right, o->private_key); break;
    case 1: o->ok = ab_x25519(kernels, o->right, o->private_key, o->peer); break;
    case 2: memcpy(o->right, o->public_key, 32); break;
    case 3:
        ab_ed25519_sign(kernels, sha512, o->right, &o->message, o->private_key, o->public_key);
        o->len = 64;
        break;
    default: make_verification(o); break;
    }
}

static void add(struct ab_curve25519_batch *b, struct ab_curve25519_job *job, const struct operation *o)
{
    switch (o->kind) {
    case 0: ab_curve25519_batch_add_x25519_public(b, job, o->private_key); break;
    case 1: ab_curve25519_batch_add_x25519(b, job, o->private_key, o->peer); break;
    case 2: ab_curve25519_batch_add_public(b, job, o->private_key); break;
    case 3: ab_curve25519_batch_add_sign(b, job, &o->message, o->private_key, o->public_key); break;
    default: ab_curve25519_batch_add_verify(b, job, o->signature, &o->message, o->public_key); break;
    }
}

static void check_round(const struct ab_curve25519_batch_kernels *lanes, unsigned num)
{
    static struct operation operations[NUM];
    static struct ab_curve25519_job jobs[NUM];
    struct ab_curve25519_batch b;

    t_where.len = num;
    ab_curve25519_batch_init(&b, kernels, lanes, sha512);
    for (unsigned i = 0; i < num; i++) {
        make_operation(&operations[i]);
        add(&b, &jobs[i], &operations[i]);
    }
    ab_curve25519_batch_flush(&b);
    for (unsigned i = 0; i < num; i++) {
        struct ab_curve25519_job *job = ab_curve25519_batch_take(&b);

        t_where.extra = operations[i].kind;
        if (!CHECK(job == &jobs[i]))
            return;
        CHECK(job->ok == operations[i].ok);
        CHECK_BYTES(job->out, operations[i].right, operations[i].len);
    }
    CHECK(ab_curve25519_batch_take(&b) == NULL);
}

static void check_lanes(const struct ab_curve25519_batch_kernels *lanes)
{
    t_where.level = lanes == NULL ? "no lanes" : ab_curve25519_batch_kernels_level(lanes);
    for (unsigned i = 0; i < NUM_ROUNDS; i++)
        check_round(lanes, i < 20 ? i : NUM);
}

int main(void)
{
    const struct ab_curve25519_batch_kernels *picked;
    struct ab_cpu cpu;

    t_where.subject = "batches of curve25519";
    t_where.check = "like one by one, len operations, extra kind";
    ab_cpu_detect(&cpu);
    kernels = ab_curve25519_pick(&cpu);
    sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);
    picked = ab_curve25519_batch_kernels_pick(&cpu);
    for (const struct ab_curve25519_batch_kernels *const *l = ab_curve25519_batch_kernels_list(); *l != NULL; l++)
        if (ab_curve25519_batch_kernels_is_usable(*l, &cpu)) {
            CHECK(picked != NULL);
            check_lanes(*l);
        }
    check_lanes(NULL);
    return t_finish();
}

/* Elliptic curves: private keys, nonces, digests and shared secrets are secret; points and signatures are public. */
#include <string.h>

#include "afterburner/ec_batch.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "kernels/ec/ec_batch_kernels.h"

enum { DIGEST_LEN = 48, NUM_RUNS = 2 };

static uint8_t key[AB_EC_MAX_ORDER_LEN], digest[DIGEST_LEN];

static void begin(const char *check)
{
    ct_begin(check);
    AB_SECRET(key, sizeof(key));
    AB_SECRET(digest, sizeof(digest));
}

static void end(void *out, size_t len)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(key, sizeof(key));
    AB_PUBLIC(digest, sizeof(digest));
    AB_PUBLIC(out, len);
}

/* The other process has a signature of the first one's digest by the first one's key, since signatures are public. */
static void check_signature(const struct ab_ec_kernels *c, const uint8_t *signature, const uint8_t *xy)
{
    CHECK(ct_either(ab_ecdsa_verify(c, signature, digest, DIGEST_LEN, xy), 1));
}

static void check_curve(const struct ab_ec_kernels *c, const struct ab_cpu *cpu)
{
    uint8_t xy[AB_EC_MAX_XY_LEN], made[AB_EC_MAX_XY_LEN], secret[AB_EC_MAX_FIELD_LEN], signature[AB_ECDSA_MAX_LEN];
    const struct ab_hash *sha512 = ab_hash_pick(AB_HASH_SHA512, cpu);

    begin("generated key");
    CHECK(ab_ec_generate(c, key, xy, &t_random_source));
    end(key, sizeof(key));
    t_random_bytes(digest, sizeof(digest));
    begin("public key");
    CHECK(ab_ec_public(c, made, key));
    end(made, sizeof(made));
    CHECK_BYTES(made, xy, 2 * ab_curve_field_len(c));
    begin("key exchange");
    CHECK(ab_ecdh(c, secret, key, xy));
    end(secret, sizeof(secret));
    begin("signature");
    CHECK(ab_ecdsa_sign(c, signature, digest, DIGEST_LEN, key, sha512, &t_random_source));
    end(signature, sizeof(signature));
    check_signature(c, signature, xy);
    begin("deterministic signature");
    CHECK(ab_ecdsa_sign_deterministic(c, signature, digest, DIGEST_LEN, key, sha512));
    end(signature, sizeof(signature));
    check_signature(c, signature, xy);
}

/* ---- several keys in step ---- */

/* Run the lanes one after another in C, to test the code around kernels whose instructions Valgrind does not know. */
static void base_one_by_one(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar)
{
    for (unsigned i = 0; i < AB_EC_MAX_LANES; i++)
        ab_p256_portable.base(x->v[i], y->v[i], scalar->v[i]);
}

static void multiply_one_by_one(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar,
                                const struct ab_ec_numbers *px, const struct ab_ec_numbers *py)
{
    for (unsigned i = 0; i < AB_EC_MAX_LANES; i++)
        ab_p256_portable.multiply(x->v[i], y == NULL ? NULL : y->v[i], scalar->v[i], px->v[i], py->v[i]);
}

static const struct ab_ec_batch_kernels one_by_one = {
    { "C", AB_LEVEL_NONE, 0, 0 },    &ab_p256_domain, AB_EC_MAX_LANES, .base = base_one_by_one,
    .multiply = multiply_one_by_one,
};

static void check_lanes(const struct ab_ec_batch_kernels *l, const struct ab_cpu *cpu)
{
    static struct ab_ec_job jobs[4 * AB_EC_MAX_LANES];
    const struct ab_hash *sha512 = ab_hash_pick(AB_HASH_SHA512, cpu);
    uint8_t xy[AB_EC_MAX_XY_LEN], made[AB_EC_MAX_LANES][AB_EC_MAX_ORDER_LEN];
    struct ab_ec_batch b;

    CHECK(ab_ec_generate(&ab_p256_portable, key, xy, &t_random_source));
    AB_PUBLIC(key, sizeof(key));
    t_random_bytes(digest, sizeof(digest));
    ab_ec_batch_init(&b, &ab_p256_portable, l, sha512, &t_random_source);
    begin("batch of keys, exchanges and signatures");
    for (unsigned i = 0; i < AB_EC_MAX_LANES; i++) {
        ab_ec_batch_add_generate(&b, &jobs[4 * i], made[i]);
        ab_ec_batch_add_public(&b, &jobs[4 * i + 1], key);
        ab_ec_batch_add_ecdh(&b, &jobs[4 * i + 2], key, xy);
        ab_ec_batch_add_sign(&b, &jobs[4 * i + 3], digest, DIGEST_LEN, key);
    }
    ab_ec_batch_flush(&b);
    end(made, sizeof(made));
    AB_PUBLIC(jobs, sizeof(jobs));
    for (unsigned i = 0; i < AB_EC_MAX_LANES; i++) {
        CHECK(ab_ec_batch_take(&b) == &jobs[4 * i] && jobs[4 * i].ok);
        for (unsigned j = 1; j < 4; j++)
            CHECK(ab_ec_batch_take(&b) == &jobs[4 * i + j] && jobs[4 * i + j].ok);
        CHECK_BYTES(jobs[4 * i + 1].out, xy, 2 * ab_curve_field_len(&ab_p256_portable));
        CHECK(ab_ecdsa_verify(&ab_p256_portable, jobs[4 * i + 3].out, digest, DIGEST_LEN, xy));
    }
}

static void check_batches(const struct ab_cpu *cpu)
{
    if (ct_scope.needs_stand_ins && ct_wants("P-256, several keys", one_by_one.needs.name, 1))
        check_lanes(&one_by_one, cpu);
    for (const struct ab_ec_batch_kernels *const *l = ab_ec_batch_kernels_list(AB_P256); *l != NULL; l++)
        if (ct_wants("P-256, several keys", ab_ec_batch_kernels_level(*l), ab_ec_batch_kernels_is_usable(*l, cpu)))
            check_lanes(*l, cpu);
}

/* All other curves share the code of some of these. */
static int is_chosen(enum ab_curve_id id)
{
    if (!ct_scope.is_whole)
        return id == AB_P256;
    return id <= AB_BRAINPOOLP512T1 || id == AB_P224 || id == AB_SECP160K1 || id == AB_SECP112R2;
}

void ct_ec(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (unsigned id = 0; id < AB_NUM_CURVES; id++)
        for (const struct ab_ec_kernels *const *c = ab_curve_list((enum ab_curve_id)id); *c != NULL && is_chosen(id);
             c++)
            if (ct_wants(ab_curve_name(*c), ab_curve_level(*c), ab_curve_is_usable(*c, &cpu)))
                for (unsigned i = 0; i < NUM_RUNS; i++)
                    check_curve(*c, &cpu);
    check_batches(&cpu);
    t_where.level = NULL;
}

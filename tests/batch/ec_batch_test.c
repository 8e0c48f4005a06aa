/*
 * Compare many operations of a curve at once, mixed and in any number, with the same operations one at a time: P-256
 * with every implementation of lanes that this processor can run, and curves without lanes. OpenSSL must agree with the
 * results for P-256.
 */
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include "afterburner/ec_batch.h"
#include "harness/harness.h"
#include "harness/random_source.h"

enum { NUM = 61, MAX_DIGEST = 80, NUM_ROUNDS = 30, NUM_SMALL = 20, P256_LEN = 32 };
enum operation_kind { PUBLIC, GENERATE, ECDH, SIGN, HEDGED_SIGN, CHECK_SIGNATURE, NUM_OPERATION_KINDS };

static const struct ab_ec_kernels *curve;
static const struct ab_hash *sha512;

/* One operation, and the result that it gives alone. */
struct operation {
    enum operation_kind kind;
    uint8_t private_key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], peer_xy[AB_EC_MAX_XY_LEN], digest[MAX_DIGEST];
    uint8_t signature[AB_ECDSA_MAX_LEN], right[AB_ECDSA_MAX_LEN];
    size_t digest_len, len; /* of right; 0: the result is random */
    int ok;
};

/* Make a valid signature, one with a wrong bit, one out of range, or one of another digest. */
static void make_signature(struct operation *o)
{
    const size_t len = ab_curve_order_len(curve), bit = t_random_below(16 * len);

    CHECK(ab_ecdsa_sign_deterministic(curve, o->signature, o->digest, o->digest_len, o->private_key, sha512));
    switch (t_random_below(7)) {
    case 0: o->signature[bit / 8] ^= (uint8_t)(1 << bit % 8); break;
    case 1: memset(o->signature, 0xff, len); break;
    case 2: memset(o->signature + len, 0, len); break;
    case 3: t_random_bytes(o->digest, sizeof(o->digest)); break;
    default: break;
    }
}

/* Give about one operation in five a key out of range or a peer that is not on the curve. */
static void spoil(struct operation *o)
{
    switch (t_random_below(16)) {
    case 0: memset(o->private_key, 0, sizeof(o->private_key)); break;
    case 1: memset(o->private_key, 0xff, sizeof(o->private_key)); break;
    case 2: o->peer_xy[t_random_below(2 * ab_curve_field_len(curve))] ^= 1; break;
    default: break;
    }
}

static void make_operation(struct operation *o)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN];

    memset(o, 0, sizeof(*o));
    o->kind = (enum operation_kind)t_random_below(NUM_OPERATION_KINDS);
    o->digest_len = t_random_below(MAX_DIGEST + 1);
    t_random_bytes(o->digest, sizeof(o->digest));
    CHECK(ab_ec_generate(curve, o->private_key, o->xy, &t_random_source));
    CHECK(ab_ec_generate(curve, key, o->peer_xy, &t_random_source));
    make_signature(o);
    spoil(o);
    switch (o->kind) {
    case PUBLIC:
        o->ok = ab_ec_public(curve, o->right, o->private_key);
        o->len = 2 * ab_curve_field_len(curve);
        break;
    case ECDH:
        o->ok = ab_ecdh(curve, o->right, o->private_key, o->peer_xy);
        o->len = ab_curve_field_len(curve);
        break;
    case SIGN:
        o->ok = ab_ecdsa_sign_deterministic(curve, o->right, o->digest, o->digest_len, o->private_key, sha512);
        o->len = 2 * ab_curve_order_len(curve);
        break;
    case CHECK_SIGNATURE: o->ok = ab_ecdsa_verify(curve, o->signature, o->digest, o->digest_len, o->xy); break;
    case HEDGED_SIGN: o->ok = ab_ec_check_private(curve, o->private_key); break;
    default: o->ok = 1; break;
    }
}

static void add(struct ab_ec_batch *b, struct ab_ec_job *job, struct operation *o)
{
    switch (o->kind) {
    case PUBLIC: ab_ec_batch_add_public(b, job, o->private_key); break;
    case GENERATE: ab_ec_batch_add_generate(b, job, o->private_key); break;
    case ECDH: ab_ec_batch_add_ecdh(b, job, o->private_key, o->peer_xy); break;
    case CHECK_SIGNATURE: ab_ec_batch_add_verify(b, job, o->signature, o->digest, o->digest_len, o->xy); break;
    default:
        b->random = o->kind == SIGN ? NULL : &t_random_source;
        ab_ec_batch_add_sign(b, job, o->digest, o->digest_len, o->private_key);
        b->random = &t_random_source;
    }
}

/* ---- OpenSSL ---- */

static EVP_PKEY *openssl_key(const uint8_t *private_key, const uint8_t *xy)
{
    uint8_t point[1 + 2 * P256_LEN] = { POINT_CONVERSION_UNCOMPRESSED };
    OSSL_PARAM_BLD *bld = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    BIGNUM *d = private_key == NULL ? NULL : BN_bin2bn(private_key, P256_LEN, NULL);
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params;

    memcpy(point + 1, xy, 2 * P256_LEN);
    CHECK(OSSL_PARAM_BLD_push_utf8_string(bld, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0));
    CHECK(OSSL_PARAM_BLD_push_octet_string(bld, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof(point)));
    if (d != NULL)
        CHECK(OSSL_PARAM_BLD_push_BN(bld, OSSL_PKEY_PARAM_PRIV_KEY, d));
    params = OSSL_PARAM_BLD_to_param(bld);
    CHECK(EVP_PKEY_fromdata_init(ctx) == 1);
    (void)EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(bld);
    EVP_PKEY_CTX_free(ctx);
    BN_free(d);
    return key;
}

static int openssl_verifies(const struct operation *o, const uint8_t *xy, const uint8_t *signature)
{
    EVP_PKEY *key = openssl_key(NULL, xy);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    ECDSA_SIG *rs = ECDSA_SIG_new();
    uint8_t *der = NULL;
    int len, ok;

    ECDSA_SIG_set0(rs, BN_bin2bn(signature, P256_LEN, NULL), BN_bin2bn(signature + P256_LEN, P256_LEN, NULL));
    len = i2d_ECDSA_SIG(rs, &der);
    ok = EVP_PKEY_verify_init(ctx) == 1 && EVP_PKEY_verify(ctx, der, (size_t)len, o->digest, o->digest_len) == 1;
    OPENSSL_free(der);
    ECDSA_SIG_free(rs);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

static void openssl_derives(const struct operation *o, const uint8_t *secret)
{
    EVP_PKEY *ours = openssl_key(o->private_key, o->xy), *theirs = openssl_key(NULL, o->peer_xy);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(ours, NULL);
    uint8_t out[P256_LEN];
    size_t len = sizeof(out);

    CHECK(EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, theirs) == 1
          && EVP_PKEY_derive(ctx, out, &len) == 1);
    CHECK_BYTES(secret, out, sizeof(out));
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(ours);
    EVP_PKEY_free(theirs);
}

/* Check that this public key belongs to the private key. */
static void openssl_has_pair(const struct operation *o, const uint8_t *xy)
{
    EVP_PKEY *key = openssl_key(o->private_key, xy);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);

    CHECK(EVP_PKEY_pairwise_check(ctx) == 1);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
}

static void ask_openssl(const struct operation *o, const struct ab_ec_job *job)
{
    switch (o->kind) {
    case PUBLIC:
    case GENERATE: openssl_has_pair(o, job->out); break;
    case ECDH: openssl_derives(o, job->out); break;
    case SIGN:
    case HEDGED_SIGN: CHECK(openssl_verifies(o, o->xy, job->out)); break;
    default: CHECK(openssl_verifies(o, o->xy, o->signature)); break;
    }
}

/* ---- rounds ---- */

static void check_result(const struct operation *o, const struct ab_ec_job *job)
{
    static const uint8_t zeros[AB_ECDSA_MAX_LEN];
    uint8_t xy[AB_EC_MAX_XY_LEN];

    t_where.extra = o->kind;
    if (!CHECK(job->ok == o->ok))
        return;
    CHECK_BYTES(job->out, o->right, o->len);
    if (!o->ok)
        CHECK_BYTES(job->out, zeros, sizeof(zeros));
    if (o->ok && o->kind == HEDGED_SIGN)
        CHECK(ab_ecdsa_verify(curve, job->out, o->digest, o->digest_len, o->xy));
    if (o->kind == GENERATE) {
        CHECK(ab_ec_public(curve, xy, o->private_key));
        CHECK_BYTES(job->out, xy, 2 * ab_curve_field_len(curve));
    }
}

static void check_is_wiped(const struct ab_ec_job *job)
{
    static const uint64_t zeros[AB_EC_BATCH_WORDS];

    CHECK_BYTES(job->scalar, zeros, sizeof(zeros));
    CHECK_BYTES(job->x, zeros, sizeof(zeros));
    CHECK_BYTES(job->digest, zeros, sizeof(zeros));
    CHECK_BYTES(job->key, zeros, sizeof(zeros));
}

static void check_round(const struct ab_ec_batch_kernels *lanes, unsigned num)
{
    static struct operation operations[NUM];
    static struct ab_ec_job jobs[NUM];
    struct ab_ec_batch b;

    t_where.len = num;
    ab_ec_batch_init(&b, curve, lanes, sha512, &t_random_source);
    for (unsigned i = 0; i < num; i++) {
        make_operation(&operations[i]);
        memset(&jobs[i], 0xa5, sizeof(jobs[i]));
        add(&b, &jobs[i], &operations[i]);
    }
    ab_ec_batch_flush(&b);
    for (unsigned i = 0; i < num; i++) {
        struct ab_ec_job *job = ab_ec_batch_take(&b);

        if (!CHECK(job == &jobs[i]))
            return;
        check_result(&operations[i], job);
        check_is_wiped(job);
        if (lanes != NULL && operations[i].ok && num <= NUM_SMALL)
            ask_openssl(&operations[i], job);
    }
    CHECK(ab_ec_batch_take(&b) == NULL);
}

/* Without randomness, neither keys nor hedged signatures can be made. */
static void check_no_random(const struct ab_ec_batch_kernels *lanes)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], made[AB_EC_MAX_ORDER_LEN];
    static const uint8_t zeros[AB_EC_MAX_ORDER_LEN];
    const struct ab_random_source *const none[] = { &t_no_random_source, NULL };
    struct ab_ec_job jobs[2];
    struct ab_ec_batch b;

    CHECK(ab_ec_generate(curve, key, xy, &t_random_source));
    for (unsigned i = 0; i < 2; i++) {
        memset(made, 0xa5, sizeof(made));
        ab_ec_batch_init(&b, curve, lanes, sha512, none[i]);
        ab_ec_batch_add_generate(&b, &jobs[0], made);
        ab_ec_batch_add_sign(&b, &jobs[1], key, 20, key);
        ab_ec_batch_flush(&b);
        CHECK(!jobs[0].ok);
        CHECK_BYTES(made, zeros, ab_curve_order_len(curve));
        CHECK(jobs[1].ok == (none[i] == NULL)); /* only deterministic signatures succeed */
    }
}

static void check_lanes(const struct ab_ec_batch_kernels *lanes)
{
    t_where.subject = ab_curve_name(curve);
    t_where.level = lanes == NULL ? "no lanes" : ab_ec_batch_kernels_level(lanes);
    for (unsigned i = 0; i < (lanes == NULL ? 3 : NUM_ROUNDS); i++)
        check_round(lanes, lanes != NULL && i < NUM_SMALL ? i : NUM);
    check_no_random(lanes);
}

int main(void)
{
    static const enum ab_curve_id without[] = { AB_P256, AB_P384, AB_P521, AB_SECP112R2 };
    const struct ab_ec_batch_kernels *picked;
    struct ab_cpu cpu;

    t_where.check = "like one by one, len operations, extra kind";
    ab_cpu_detect(&cpu);
    sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);
    curve = ab_curve_pick(AB_P256, &cpu);
    picked = ab_ec_batch_kernels_pick(AB_P256, &cpu);
    for (const struct ab_ec_batch_kernels *const *l = ab_ec_batch_kernels_list(AB_P256); *l != NULL; l++)
        if (ab_ec_batch_kernels_is_usable(*l, &cpu)) {
            CHECK(picked != NULL);
            check_lanes(*l);
        }
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++) {
        curve = ab_curve_pick(without[i], &cpu);
        check_lanes(NULL);
    }
    CHECK(*ab_ec_batch_kernels_list(AB_P384) == NULL && ab_ec_batch_kernels_pick(AB_P384, &cpu) == NULL);
    return t_finish();
}

/* Hash functions: one message, many messages, the iterations of PBKDF2, and what fills memory in scrypt and Argon2. */
#include <string.h>

#include "bench/rows.h"
#include "bench/rows_all.h"
#include "crypto/hash/construction.h"
#include "crypto/hash/iterate.h"
#include "kernels/argon2/argon2_kernels.h"
#include "kernels/scrypt/scrypt_kernels.h"

enum { SHORT = 64, LONG = 8192, LANE_BLOCKS = 16, ITERATIONS = 8, SCRYPT_R = 8, SCRYPT_N = 64, SEGMENT = 16 };

typedef uint8_t chain[AB_CHAIN_ROOM] __attribute__((aligned(16)));

static chain u[AB_MAX_LANES], sum[AB_MAX_LANES];
static void *u_of[AB_MAX_LANES], *sum_of[AB_MAX_LANES];
static const uint8_t *in_of[AB_MAX_LANES];
static struct ab_argon2_block lane[AB_ARGON2_SLICES * SEGMENT];

static void run_message(const struct bench_row *r)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, r->kernels);
    ab_hash_update(&c, r->in, r->len);
    ab_hash_final(&c, r->out);
}

static void run_squeeze(const struct bench_row *r)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, r->kernels);
    ab_hash_update(&c, r->in, 1);
    ab_hash_squeeze(&c, r->out, r->len);
}

static void prepare_lanes(const struct bench_row *r)
{
    memset(u, 5, sizeof(u));
    memset(sum, 6, sizeof(sum));
    for (unsigned i = 0; i < AB_MAX_LANES; i++) {
        u_of[i] = u[i];
        sum_of[i] = sum[i];
        in_of[i] = r->in + i * 3000;
    }
}

static void run_lanes(const struct bench_row *r)
{
    const struct ab_hash *hash = r->kernels;

    hash->kernels->compress_lanes(u_of, in_of, r->len, hash->algorithm->block_len, hash->kernels->max_lanes);
    memcpy(r->out, u, sizeof(u));
}

static void run_iterate(const struct bench_row *r)
{
    const struct ab_hash *hash = r->kernels;

    ab_hash_iterate(hash, r->in, r->in + AB_CHAIN_ROOM, u_of, sum_of, r->len, (unsigned)r->key_len);
    memcpy(r->out, sum, sizeof(sum));
}

static void run_scrypt(const struct bench_row *r)
{
    memcpy(r->out, r->in, 128 * SCRYPT_R);
    ab_scrypt_mix_scalar(r->out, SCRYPT_R, SCRYPT_N, r->out + 128 * SCRYPT_R);
}

static void prepare_argon2(const struct bench_row *r)
{
    memcpy(lane, r->in, sizeof(lane));
}

/* Slice 2 of a second pass over one lane; without adding, so that each run has the same result. */
static void run_argon2(const struct bench_row *r)
{
    const struct ab_argon2_kernels *k = r->kernels;
    const struct ab_argon2_segment s = {
        .memory = lane,
        .type = AB_ARGON2D,
        .num_passes = 2,
        .num_lanes = 1,
        .segment_len = SEGMENT,
        .pass = 1,
        .slice = 2,
    };

    k->fill(&s);
    memcpy(r->out, &lane[3 * SEGMENT - 1], sizeof(*lane));
}

static void add_iterations(struct bench_rows *rows, const struct ab_hash *hash, unsigned num)
{
    struct bench_row row = {
        .prepare = prepare_lanes, .run = run_iterate, .kernels = hash, .len = ITERATIONS, .key_len = num
    };

    bench_add(rows, row, "pbkdf2/%s/%s/%u", hash->algorithm->name, hash->kernels->needs.name, num);
}

static void add_hash(struct bench_rows *rows, const struct ab_hash *hash)
{
    struct bench_row row = { .run = run_message, .kernels = hash, .len = SHORT };
    const char *name = hash->algorithm->name, *level = hash->kernels->needs.name;

    bench_add(rows, row, "hash/%s/%s/%zu", name, level, row.len);
    row.len = LONG;
    bench_add(rows, row, "hash/%s/%s/%zu", name, level, row.len);
    row.run = run_squeeze;
    if (hash->algorithm->is_xof)
        bench_add(rows, row, "hash/%s-squeeze/%s/%zu", name, level, row.len);
    if (hash->kernels->iterate != NULL)
        add_iterations(rows, hash, 1);
    if (hash->kernels->max_lanes > 1) {
        if (hash->kernels->iterate != NULL)
            add_iterations(rows, hash, hash->kernels->max_lanes);
        row = (struct bench_row){ .prepare = prepare_lanes, .run = run_lanes, .kernels = hash, .len = LANE_BLOCKS };
        bench_add(rows, row, "hash/%s-lanes/%s/%u", name, level, hash->kernels->max_lanes);
    }
}

void bench_add_hashes(struct bench_rows *rows)
{
    static const enum ab_hash_id ids[] = {
        AB_HASH_SHA1,     AB_HASH_SHA256,   AB_HASH_SHA512,    AB_HASH_SM3,        AB_HASH_RIPEMD160,  AB_HASH_MD5,
        AB_HASH_MD5_SHA1, AB_HASH_SHA3_256, AB_HASH_SHAKE_128, AB_HASH_BLAKE2B512, AB_HASH_BLAKE2S256,
    };
    struct bench_row mix = { .run = run_scrypt };

    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
        for (const struct ab_hash *hash = ab_hash_list(ids[i]); hash->algorithm != NULL; hash++)
            if (ab_hash_is_usable(hash, &rows->cpu))
                add_hash(rows, hash);
    bench_add(rows, mix, "scrypt/mix/scalar/%d", SCRYPT_N);
    for (const struct ab_argon2_kernels *const *k = ab_argon2_list(); *k != NULL; k++) {
        struct bench_row fill = { .prepare = prepare_argon2, .run = run_argon2, .kernels = *k };

        if (ab_cpu_has(&rows->cpu, &(*k)->needs))
            bench_add(rows, fill, "argon2/fill/%s/%d", (*k)->needs.name, SEGMENT);
    }
}

/* AES: one message, many messages, CBC interleaved with a hash function, and key expansion. */
#include <string.h>

#include "bench/aes_work.h"
#include "bench/rows.h"
#include "bench/rows_all.h"

enum { SHORT = 64, LONG = 8192, LANE_LEN = 512, STATE_LEN = 64 };
enum { LANE_STRIDE = LANE_LEN + 64 }; /* all messages fit in the first level of the cache, in different sets */

static struct aes_job job;
static struct ab_aes_lanes lanes;

static void prepare(const struct bench_row *r)
{
    aes_job_begin(&job, r->kernels, r->in, r->out, r->len);
    aes_job_set_keys(&job, r->key_len);
}

static void run_message(const struct bench_row *r)
{
    const struct aes_kernel *kernel = r->work;

    kernel->run(&job);
}

static void run_expand(const struct bench_row *r)
{
    job.k->expand_encrypt(&job.key, r->in, r->key_len);
    job.k->expand_decrypt(&job.key);
    memcpy(r->out, job.key.dec, 16);
}

/* ---- lanes: message i begins at i LANE_STRIDE ---- */

static void prepare_lanes(const struct bench_row *r)
{
    prepare(r);
    lanes.rounds = job.key.rounds;
    lanes.is_one_key = 0;
    memset(lanes.chain, 3, sizeof(lanes.chain));
    for (unsigned i = 0; i < job.k->max_lanes; i++) {
        lanes.in[i] = r->in + i * LANE_STRIDE;
        lanes.out[i] = r->out + i * LANE_STRIDE;
        for (unsigned round = 0; round <= lanes.rounds; round++)
            memcpy(lanes.round_key[round][i], job.key.enc[round], 16);
    }
}

static void run_cbc_mac_lanes(const struct bench_row *r)
{
    job.k->cbc_mac_lanes(&lanes, job.k->max_lanes, r->len / 16);
    memcpy(r->out, lanes.chain, sizeof(lanes.chain));
}

static void run_cbc_lanes(const struct bench_row *r)
{
    job.k->cbc_encrypt_lanes(&lanes, job.k->max_lanes, r->len / 16);
}
static void run_cfb_lanes(const struct bench_row *r)
{
    job.k->cfb_encrypt_lanes(&lanes, job.k->max_lanes, r->len / 16);
}

/* ---- CBC with HMAC: the state of the hash function, at the end of out, continues from call to call ---- */

static uint32_t *state_of(const struct bench_row *r, unsigned lane)
{
    return (uint32_t *)(void *)(r->out + BENCH_MEMORY - STATE_LEN * (lane + 1));
}

static void run_sha1_encrypt(const struct bench_row *r)
{
    job.k->cbc_sha1_encrypt(&job.key, job.state, r->in, r->out, state_of(r, 0), r->in, r->len / 64);
}

static void run_sha256_encrypt(const struct bench_row *r)
{
    job.k->cbc_sha256_encrypt(&job.key, job.state, r->in, r->out, state_of(r, 0), r->in, r->len / 64);
}

static void run_sha1_decrypt(const struct bench_row *r)
{
    job.k->cbc_sha1_decrypt(&job.key, job.state, r->in, r->out, state_of(r, 0), r->in, r->len / 64);
}

static void run_sha256_decrypt(const struct bench_row *r)
{
    job.k->cbc_sha256_decrypt(&job.key, job.state, r->in, r->out, state_of(r, 0), r->in, r->len / 64);
}

static void run_woven_lanes(const struct bench_row *r, ab_woven_encrypt_lanes_fn *encrypt)
{
    void *states[AB_WOVEN_LANES];

    for (unsigned i = 0; i < AB_WOVEN_LANES; i++)
        states[i] = state_of(r, i);
    encrypt(&lanes, 0, states, lanes.in, r->len / 64);
}

static void run_sha1_lanes(const struct bench_row *r)
{
    run_woven_lanes(r, job.k->cbc_sha1_encrypt_lanes);
}
static void run_sha256_lanes(const struct bench_row *r)
{
    run_woven_lanes(r, job.k->cbc_sha256_encrypt_lanes);
}

static void add_messages(struct bench_rows *rows, struct bench_row row, const char *level)
{
    static const struct {
        size_t key_len, len;
    } sizes[] = { { 16, SHORT }, { 16, LONG }, { 32, LONG } };

    row.run = run_message;
    for (size_t k = 0; k < num_aes_kernels; k++)
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            row.work = &aes_kernels[k];
            row.key_len = sizes[i].key_len;
            row.len = sizes[i].len;
            bench_add(rows, row, "aes/%s/%s/%zu/%zu", aes_kernels[k].name, level, 8 * row.key_len, row.len);
        }
}

static void add_lanes(struct bench_rows *rows, struct bench_row row, const char *level)
{
    static const struct bench_work works[] = {
        { "cbc_mac_lanes", run_cbc_mac_lanes },           { "cbc_encrypt_lanes", run_cbc_lanes },
        { "cfb_encrypt_lanes", run_cfb_lanes },           { "cbc_sha1_encrypt_lanes", run_sha1_lanes },
        { "cbc_sha256_encrypt_lanes", run_sha256_lanes },
    };
    size_t num = rows->cpu.bits & AB_BIT_SHA ? 5 : 3;

    row.prepare = prepare_lanes;
    row.len = LANE_LEN;
    for (row.key_len = 16; row.key_len <= 32; row.key_len += 16)
        for (size_t i = 0; i < num; i++) {
            row.run = works[i].run;
            bench_add(rows, row, "aes/%s/%s/%zu/%zu", works[i].name, level, 8 * row.key_len, row.len);
        }
}

static void add_woven(struct bench_rows *rows, struct bench_row row, const char *level)
{
    static const struct bench_work works[] = {
        { "cbc_sha1_encrypt", run_sha1_encrypt },
        { "cbc_sha256_encrypt", run_sha256_encrypt },
        { "cbc_sha1_decrypt", run_sha1_decrypt },
        { "cbc_sha256_decrypt", run_sha256_decrypt },
    };

    row.len = LONG;
    for (row.key_len = 16; row.key_len <= 32 && rows->cpu.bits & AB_BIT_SHA; row.key_len += 16)
        for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
            row.run = works[i].run;
            bench_add(rows, row, "aes/%s/%s/%zu/%zu", works[i].name, level, 8 * row.key_len, row.len);
        }
}

void bench_add_aes(struct bench_rows *rows)
{
    enum { NUM_KERNELS = 3 };

    for (size_t i = NUM_KERNELS; i-- > 0;) { /* the narrowest first */
        const struct ab_aes_kernels *kernels = ab_aes_list()[i];
        struct bench_row row = { .prepare = prepare, .kernels = kernels };
        const char *level = ab_aes_level(kernels);

        if (!ab_aes_is_usable(kernels, &rows->cpu))
            continue;

        add_messages(rows, row, level);
        add_lanes(rows, row, level);
        if (i == NUM_KERNELS - 1) /* the wider levels use the same functions */
            add_woven(rows, row, level);
        row.run = run_expand;
        for (row.key_len = 16; row.key_len <= 32; row.key_len += 16)
            bench_add(rows, row, "aes/expand/%s/%zu", level, 8 * row.key_len);
    }
}

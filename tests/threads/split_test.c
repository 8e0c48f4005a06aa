/*
 * Compare every mode that is split among threads, at every level, with the same call on one thread: lengths near the
 * ends of the parts, messages that begin and end within a block, in place and to other memory, counters that wrap.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/sm4.h"
#include "threads/split.h"
#include "harness/harness.h"
#include "harness/levels.h"

enum { MAX_LEN = 3 << 20, SLACK = 64, NUM_THREADS = 3 };

static const size_t LENS[] = { AB_POOL_MIN_LEN,  AB_POOL_MIN_LEN + 16, AB_POOL_MIN_LEN + 1,  AB_POOL_MIN_LEN + 47,
                               (1 << 20) + 4095, (3 << 20) - 16,       (2 << 20) + 65536 + 5 };

static struct ab_pool *pool;
static uint8_t *input, *apart, *shared;
static uint8_t key[64], iv[16];
static size_t key_len;

/*
 * Process one message, shared or not, with `before` bytes before the long call, in place or to other memory. Stores the
 * final state in end.
 */
typedef void run_fn(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                    size_t len, uint8_t end[32]);

static void run_ecb(const struct ab_aes_kernels *k, int is_shared, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    struct ab_aes_ecb c;

    ab_aes_ecb_set_key(&c, k, key, key_len);
    ab_aes_ecb_prepare_decrypt(&c);
    if (is_shared)
        (enc ? ab_split_ecb_encrypt : ab_split_ecb_decrypt)(pool, &c, in, out, len / 16);
    else
        (enc ? ab_aes_ecb_encrypt : ab_aes_ecb_decrypt)(&c, in, out, len / 16);
}

static void ecb_encrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    (void)before, (void)end;
    run_ecb(k, is_shared, in, out, len, 1);
}

static void ecb_decrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    (void)before, (void)end;
    run_ecb(k, is_shared, in, out, len, 0);
}

static void cbc_decrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    struct ab_aes_cbc c;

    (void)before;
    ab_aes_ecb_set_key(&c.aes, k, key, key_len);
    ab_aes_ecb_prepare_decrypt(&c.aes);
    memcpy(c.iv, iv, 16);
    if (is_shared)
        ab_split_cbc_decrypt(pool, &c, in, out, len / 16);
    else
        ab_aes_cbc_decrypt(&c, in, out, len / 16);
    memcpy(end, c.iv, 16);
}

static void cfb_decrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    struct ab_aes_feedback c;
    uint8_t ignored[16];

    ab_aes_ecb_set_key(&c.aes, k, key, key_len);
    ab_aes_feedback_set_iv(&c, iv);
    ab_aes_cfb_decrypt(&c, key, ignored, before);
    if (is_shared)
        ab_split_cfb_decrypt(pool, &c, in, out, len);
    else
        ab_aes_cfb_decrypt(&c, in, out, len);
    memcpy(end, c.reg, 16);
    end[16] = (uint8_t)c.used;
}

static void ctr(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                size_t len, uint8_t end[32])
{
    struct ab_aes_ctr c;
    uint8_t ignored[16];

    ab_aes_ctr_set_key(&c, k, key, key_len);
    ab_aes_ctr_set_iv(&c, iv);
    ab_aes_ctr_update(&c, key, ignored, before);
    if (is_shared)
        ab_split_ctr(pool, &c, in, out, len);
    else
        ab_aes_ctr_update(&c, in, out, len);
    memcpy(end, c.counter, 16);
    if (c.used != 0)
        memcpy(end + 16 + c.used, c.keystream + c.used, 16 - c.used);
}

static void run_xts(const struct ab_aes_kernels *k, int is_shared, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    struct ab_aes_xts c;

    ab_aes_xts_set_key(&c, k, key, key_len == 16 ? 32 : 64);
    if (is_shared)
        (enc ? ab_split_xts_encrypt : ab_split_xts_decrypt)(pool, &c, iv, in, out, len);
    else
        (enc ? ab_aes_xts_encrypt : ab_aes_xts_decrypt)(&c, iv, in, out, len);
}

static void xts_encrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    (void)before, (void)end;
    run_xts(k, is_shared, in, out, len, 1);
}

static void xts_decrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    (void)before, (void)end;
    run_xts(k, is_shared, in, out, len, 0);
}

/* XTS of GB/T 17964, which SM4 alone has: its first kernels that run here, whatever level `k` is of. */
static void run_xts_gb(int is_shared, const uint8_t *in, uint8_t *out, size_t len, int enc)
{
    const struct ab_aes_kernels *const *sm4 = ab_sm4_list();
    struct ab_aes_xts c;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    while (*sm4 != NULL && !ab_aes_is_usable(*sm4, &cpu))
        sm4++;
    if (*sm4 == NULL)
        return;
    ab_aes_xts_set_key(&c, *sm4, key, 32);
    if (is_shared)
        (enc ? ab_split_xts_gb_encrypt : ab_split_xts_gb_decrypt)(pool, &c, iv, in, out, len);
    else
        (enc ? ab_sm4_xts_gb_encrypt : ab_sm4_xts_gb_decrypt)(&c, iv, in, out, len);
}

static void xts_gb_encrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in,
                           uint8_t *out, size_t len, uint8_t end[32])
{
    (void)k, (void)before, (void)end;
    run_xts_gb(is_shared, in, out, len, 1);
}

static void xts_gb_decrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in,
                           uint8_t *out, size_t len, uint8_t end[32])
{
    (void)k, (void)before, (void)end;
    run_xts_gb(is_shared, in, out, len, 0);
}

static void run_gcm(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                    size_t len, uint8_t end[32], int enc)
{
    struct ab_aes_gcm g;
    uint8_t ignored[16];
    int ok;

    ab_aes_gcm_set_key(&g, k, key, key_len);
    ab_aes_gcm_set_iv(&g, iv, 13); /* a hashed IV: its 32-bit counter may wrap in the message */
    CHECK(ab_aes_gcm_aad(&g, key, before * 3));
    CHECK((enc ? ab_aes_gcm_encrypt : ab_aes_gcm_decrypt)(&g, key, ignored, before));
    if (is_shared)
        ok = (enc ? ab_split_gcm_encrypt : ab_split_gcm_decrypt)(pool, &g, in, out, len);
    else
        ok = (enc ? ab_aes_gcm_encrypt : ab_aes_gcm_decrypt)(&g, in, out, len);
    CHECK(ok);
    CHECK((enc ? ab_aes_gcm_encrypt : ab_aes_gcm_decrypt)(&g, key, ignored, 7));
    ab_aes_gcm_tag(&g, end);
    memcpy(end + 16, ignored, 7);
}

static void gcm_encrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    run_gcm(k, is_shared, before, in, out, len, end, 1);
}

static void gcm_decrypt(const struct ab_aes_kernels *k, int is_shared, size_t before, const uint8_t *in, uint8_t *out,
                        size_t len, uint8_t end[32])
{
    run_gcm(k, is_shared, before, in, out, len, end, 0);
}

static const struct mode {
    const char *name;
    run_fn *run;
    int whole_blocks;
} modes[] = {
    { "ECB encrypt", ecb_encrypt, 1 },
    { "ECB decrypt", ecb_decrypt, 1 },
    { "CBC decrypt", cbc_decrypt, 1 },
    { "CFB decrypt", cfb_decrypt, 0 },
    { "CTR", ctr, 0 },
    { "XTS encrypt", xts_encrypt, 0 },
    { "XTS decrypt", xts_decrypt, 0 },
    { "SM4, XTS of GB/T 17964, encrypt", xts_gb_encrypt, 0 },
    { "SM4, XTS of GB/T 17964, decrypt", xts_gb_decrypt, 0 },
    { "GCM encrypt", gcm_encrypt, 0 },
    { "GCM decrypt", gcm_decrypt, 0 },
};

static void check_message(const struct mode *m, const struct ab_aes_kernels *k, size_t before, size_t len, int in_place)
{
    uint8_t end[32] = { 0 }, shared_end[32] = { 0 };

    t_where.check = in_place ? "in place, extra bytes before" : "apart, extra bytes before";
    t_where.len = len;
    t_where.extra = before;
    m->run(k, 0, before, input, apart, len, end);
    memset(shared, 0xa5, len + SLACK);
    if (in_place)
        memcpy(shared, input, len);
    m->run(k, 1, before, in_place ? shared : input, shared, len, shared_end);
    CHECK_BYTES(shared, apart, len);
    CHECK_BYTES(shared_end, end, sizeof(end));
    for (size_t i = 0; i < SLACK; i++)
        CHECK(shared[len + i] == 0xa5);
}

static void check_mode(const struct mode *m, const struct ab_aes_kernels *k)
{
    t_where.subject = m->name;
    t_where.level = ab_aes_level(k);
    for (size_t i = 0; i < sizeof(LENS) / sizeof(LENS[0]); i++)
        for (int in_place = 0; in_place < 2; in_place++) {
            size_t before = m->whole_blocks ? 0 : i % 2 * (1 + t_random_below(15));

            key_len = i % 2 == 0 ? 16 : 32;
            t_where.key_len = key_len;
            t_random_bytes(key, sizeof(key));
            t_random_bytes(iv, sizeof(iv));
            if (i % 3 == 0)
                memset(iv + 4, 0xff, 12); /* the counter is about to wrap */
            check_message(m, k, before, m->whole_blocks ? LENS[i] / 16 * 16 : LENS[i], in_place);
        }
}

/* GCM's counter wraps modulo 2^32; none of the random counters above is close to that. */
static void check_gcm_wrap(const struct ab_aes_kernels *k)
{
    static const uint32_t nearly = 0xffffffffu - 5000;
    struct ab_aes_gcm g[2];
    uint8_t tags[2][16];

    t_where.check = "32-bit counter wraps";
    for (unsigned i = 0; i < 2; i++) {
        ab_aes_gcm_set_key(&g[i], k, key, 16);
        ab_aes_gcm_set_iv(&g[i], iv, 12);
        memcpy(g[i].counter, &nearly, sizeof(nearly));
    }
    CHECK(ab_aes_gcm_encrypt(&g[0], input, apart, MAX_LEN));
    CHECK(ab_split_gcm_encrypt(pool, &g[1], input, shared, MAX_LEN));
    CHECK_BYTES(shared, apart, MAX_LEN);
    ab_aes_gcm_tag(&g[0], tags[0]);
    ab_aes_gcm_tag(&g[1], tags[1]);
    CHECK_BYTES(tags[1], tags[0], 16);
}

static void check_gcm_limit(const struct ab_aes_kernels *k)
{
    struct ab_aes_gcm g;

    t_where.check = "a message that would be too long";
    ab_aes_gcm_set_key(&g, k, key, 16);
    ab_aes_gcm_set_iv(&g, iv, 12);
    g.text_len = AB_AES_GCM_MAX_TEXT - AB_POOL_MIN_LEN + 16;
    memset(shared, 0xa5, AB_POOL_MIN_LEN);
    CHECK(!ab_split_gcm_encrypt(pool, &g, input, shared, AB_POOL_MIN_LEN));
    CHECK(shared[0] == 0xa5 && shared[AB_POOL_MIN_LEN - 1] == 0xa5);
}

static int num_cpus(void)
{
    cpu_set_t allowed;

    return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

int main(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    pool = ab_pool_new(NUM_THREADS, AB_POOL_ALWAYS);
    input = malloc(MAX_LEN + SLACK);
    apart = malloc(MAX_LEN + SLACK);
    shared = malloc(MAX_LEN + SLACK);
    if (!CHECK(pool != NULL && input != NULL && apart != NULL && shared != NULL))
        return t_finish();
    t_random_bytes(input, MAX_LEN);
    for (const struct ab_aes_kernels *const *list = ab_aes_list(); *list != NULL; list++) {
        const struct ab_aes_kernels *k = *list;

        if (!ab_aes_is_usable(k, &cpu))
            continue;
        for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
            check_mode(&modes[i], k);
        check_gcm_wrap(k);
        check_gcm_limit(k);
    }
    CHECK((ab_pool_num_workers(pool) > 0) == (num_cpus() > 1));
    ab_pool_free(pool);
    free(input);
    free(apart);
    free(shared);
    return t_finish();
}

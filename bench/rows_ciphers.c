/* SM4, ARIA and Camellia, by the modes of AES: one message under a kept key. */
#include <string.h>

#include "afterburner/aria.h"
#include "afterburner/camellia.h"
#include "afterburner/sm4.h"
#include "bench/aes_work.h"
#include "bench/rows.h"
#include "bench/rows_all.h"

enum { KEY_LEN = 16 };

static struct aes_job job;

static void prepare(const struct bench_row *r)
{
    aes_job_begin(&job, r->kernels, r->in, r->out, r->len);
    job.k->expand_encrypt(&job.key, r->in, KEY_LEN);
    job.k->expand_decrypt(&job.key);
    if (job.k->gcm_encrypt != NULL)
        ab_aes_gcm_set_key(&job.gcm, job.k, r->in, KEY_LEN);
}

static void run(const struct bench_row *r)
{
    const struct aes_kernel *kernel = r->work;

    kernel->run(&job);
}

static const struct aes_kernel *find(const char *name)
{
    const struct aes_kernel *kernel = aes_kernels;

    while (strcmp(kernel->name, name) != 0)
        kernel++;
    return kernel;
}

static void add(struct bench_rows *rows, const char *cipher, const struct ab_aes_kernels *kernels)
{
    static const char *const works[] = { "ecb_encrypt", "ecb_decrypt", "cbc_encrypt", "cbc_decrypt", "cfb_encrypt",
                                         "cfb_decrypt", "ofb",         "ctr",         "gcm_encrypt", "gcm_decrypt" };
    static const size_t lens[] = { 16, 256, 8192 };
    const size_t num = sizeof(works) / sizeof(works[0]) - (kernels->gcm_encrypt == NULL ? 2 : 0);
    struct bench_row row = { .prepare = prepare, .run = run, .kernels = kernels, .key_len = KEY_LEN };

    for (size_t i = 0; i < num; i++)
        for (size_t j = 0; j < sizeof(lens) / sizeof(lens[0]); j++) {
            row.work = find(works[i]);
            row.len = lens[j];
            bench_add(rows, row, "%s/%s/%s/%zu", cipher, works[i], ab_aes_level(kernels), row.len);
        }
}

void bench_add_ciphers(struct bench_rows *rows)
{
    const struct {
        const char *name;
        const struct ab_aes_kernels *const *list;
    } ciphers[] = { { "sm4", ab_sm4_list() }, { "aria", ab_aria_list() }, { "camellia", ab_camellia_list() } };

    for (size_t i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]); i++)
        for (const struct ab_aes_kernels *const *k = ciphers[i].list; *k != NULL; k++)
            if (ab_aes_is_usable(*k, &rows->cpu))
                add(rows, ciphers[i].name, *k);
}

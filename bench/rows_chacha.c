/* ChaCha20, Poly1305 and ChaCha20-Poly1305: whole messages under kept keys. */
#include "afterburner/chacha20_poly1305.h"
#include "bench/rows.h"
#include "bench/rows_all.h"

enum { AAD_LEN = 13 };

static struct ab_chacha20_poly1305 aead;
static struct ab_chacha20 stream;

static void prepare(const struct bench_row *r)
{
    ab_chacha20_poly1305_set_key(&aead, r->kernels, r->in);
    ab_chacha20_set_key(&stream, r->kernels, r->in);
}

static void run_stream(const struct bench_row *r)
{
    ab_chacha20_set_iv(&stream, r->in);
    ab_chacha20_update(&stream, r->in, r->out, r->len);
}

static void run_poly1305(const struct bench_row *r)
{
    struct ab_poly1305 p;

    ab_poly1305_set_key(&p, r->kernels, r->in);
    ab_poly1305_update(&p, r->in, r->len);
    ab_poly1305_final(&p, r->out);
}

static void run_seal(const struct bench_row *r)
{
    ab_chacha20_poly1305_seal(&aead, r->in, r->in, AAD_LEN, r->in, r->out, r->len, r->out + r->len);
}

static void run_open(const struct bench_row *r)
{
    ab_chacha20_poly1305_set_nonce(&aead, r->in);
    ab_chacha20_poly1305_aad(&aead, r->in, AAD_LEN);
    ab_chacha20_poly1305_decrypt(&aead, r->in, r->out, r->len);
    ab_chacha20_poly1305_tag(&aead, r->out + r->len);
}

void bench_add_chacha(struct bench_rows *rows)
{
    static const size_t lens[] = { 16, 64, 256, 1350, 8192, 16384 };
    static const struct bench_work work[] = {
        { "stream", run_stream }, { "poly1305", run_poly1305 }, { "seal", run_seal }, { "open", run_open }
    };

    for (const struct ab_chacha_kernels *const *k = ab_chacha_list(); *k != NULL; k++)
        for (size_t i = 0; i < sizeof(work) / sizeof(work[0]) && ab_chacha_is_usable(*k, &rows->cpu); i++)
            for (size_t j = 0; j < sizeof(lens) / sizeof(lens[0]); j++) {
                struct bench_row row = { .prepare = prepare, .run = work[i].run, .kernels = *k, .len = lens[j] };

                bench_add(rows, row, "chacha/%s/%s/%zu", work[i].name, ab_chacha_level(*k), lens[j]);
            }
}

/*
 * Published vectors of digests, in the text form that convert_vectors.py writes: every file named on the command line.
 * Each message is hashed at once and in pieces. Every digest that the module offers must have vectors, or a reason
 * below.
 */
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "vector.h"

enum { MAX_OUT = 1024, STEPS = 1000 };

/* Digests that the module offers and that have no vectors. */
static const struct {
    const char *name, *reason;
} without[] = {
    { "MD5-SHA1", "is what TLS 1.1 calls two digests side by side: both have their own" },
    { "KECCAK-KMAC-128", "is a part of KMAC" },
    { "KECCAK-KMAC-256", "is a part of KMAC" },
    { "CSHAKE-KECCAK-128", "is the same in 4.0" },
    { "CSHAKE-KECCAK-256", "is the same in 4.0" },
    { "CSHAKE-128", "is KECCAK-KMAC-128 behind strings, which evp.digest compares, or SHAKE-128" },
    { "CSHAKE-256", "is KECCAK-KMAC-256 behind strings, which evp.digest compares, or SHAKE-256" },
};

struct tally {
    unsigned long passed, absent;
};

static bool is_xof(const EVP_MD *md)
{
    return (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0;
}

/* step: the bytes of the first update; the following ones grow and shrink. */
static int digest(const EVP_MD *md, const uint8_t *in, size_t len, size_t step, uint8_t *out, size_t out_len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = EVP_DigestInit_ex2(ctx, md, NULL);

    for (size_t at = 0, n; at < len && ok; at += n) {
        n = len - at < step ? len - at : step;
        ok = EVP_DigestUpdate(ctx, in + at, n);
        step = len > step ? step * 3 % 211 + 1 : step;
    }
    if (is_xof(md))
        ok = ok && EVP_DigestFinalXOF(ctx, out, out_len);
    else
        ok = ok && (size_t)EVP_MD_get_size(md) == out_len && EVP_DigestFinal_ex(ctx, out, NULL);
    EVP_MD_CTX_free(ctx);
    return ok;
}

/* SHAVS sec. 6.4: each message consists of the last three digests. */
static int run_sha2(const EVP_MD *md, const struct vector *v, uint8_t *out)
{
    uint8_t last[3 * EVP_MAX_MD_SIZE];
    size_t len = v->ct.len;
    int ok = v->pt.len == len;

    for (unsigned i = 0; i < 3 && ok; i++)
        memcpy(last + i * len, v->pt.data, len);
    for (unsigned i = 0; i < STEPS && ok; i++) {
        ok = digest(md, last, 3 * len, 3 * len, out, len);
        memmove(last, last + len, 2 * len);
        memcpy(last + 2 * len, out, len);
    }
    return ok;
}

/* SHA3VS sec. 6.2.3: each message is the previous digest. */
static int run_sha3(const EVP_MD *md, const struct vector *v, uint8_t *out)
{
    size_t len = v->ct.len;
    int ok = v->pt.len == len;

    memcpy(out, v->pt.data, ok ? len : 0);
    for (unsigned i = 0; i < STEPS && ok; i++) {
        uint8_t in[EVP_MAX_MD_SIZE];

        memcpy(in, out, len);
        ok = digest(md, in, len, len, out, len);
    }
    return ok;
}

static size_t read_size(const uint8_t *at)
{
    return (size_t)(at[0] << 8 | at[1]);
}

/*
 * SHA3VS sec. 6.3.3: each message is the first 16 bytes of the previous output, whose last 2 bytes determine the length
 * of the next.
 */
static int run_shake(const EVP_MD *md, const struct vector *v, uint8_t *out)
{
    size_t len, least, most, done = v->pt.len;
    int ok = v->sizes.len == 6 && done <= MAX_OUT;

    if (!ok)
        return 0;
    len = read_size(v->sizes.data), least = read_size(v->sizes.data + 2), most = read_size(v->sizes.data + 4);
    memcpy(out, v->pt.data, done);
    for (unsigned i = 0; i < STEPS && ok; i++) {
        uint8_t in[16] = { 0 };

        memcpy(in, out, done < 16 ? done : 16);
        ok = len <= MAX_OUT && digest(md, in, 16, 16, out, len);
        done = len;
        len = least + read_size(out + done - 2) % (most - least + 1);
    }
    return ok && done == v->ct.len;
}

static int run(const EVP_MD *md, const struct vector *v, size_t step, uint8_t *out)
{
    if (strcmp(v->what, "mct-sha2") == 0)
        return run_sha2(md, v, out);
    if (strcmp(v->what, "mct-sha3") == 0)
        return run_sha3(md, v, out);
    if (strcmp(v->what, "mct-shake") == 0)
        return run_shake(md, v, out);
    return strcmp(v->what, "digest") == 0 && digest(md, v->pt.data, v->pt.len, step, out, v->ct.len);
}

static void check_vector(const struct digest *d, const struct vector *v)
{
    const size_t steps[] = { v->pt.len + 1, 1, 63 };
    unsigned num = strcmp(v->what, "digest") == 0 ? sizeof(steps) / sizeof(steps[0]) : 1;
    uint8_t out[MAX_OUT];

    for (unsigned i = 0; i < num; i++)
        if (v->ct.len > MAX_OUT || !run(d->md[MODULE], v, steps[i], out) || memcmp(out, v->ct.data, v->ct.len) != 0)
            fail("%s %s %s, in pieces from %zu bytes: wrong", v->name, v->what, v->id, steps[i]);
    ERR_clear_error();
}

static void check_file(const struct harness *h, const char *path, bool has_vectors[MAX_DIGESTS])
{
    struct tally tally = { 0, 0 };
    struct vector v;
    char *line = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");

    if (f == NULL) {
        fail("cannot open %s", path);
        return;
    }
    while (getline(&line, &size, f) > 0) {
        const struct digest *d = vector_read(&v, line) ? harness_find_digest(h, v.name) : NULL;

        if (v.id == NULL)
            fail("%s: a line that cannot be read", path);
        if (d == NULL) {
            tally.absent++;
            continue;
        }
        check_vector(d, &v);
        has_vectors[d - h->digests] = true;
        tally.passed++;
    }
    free(line);
    fclose(f);
    printf("%-60s %5lu run, %5lu of digests not offered\n", path, tally.passed, tally.absent);
}

static bool is_excused(const char *name)
{
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++)
        if (strcmp(without[i].name, name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static struct harness h;
    static bool has_vectors[MAX_DIGESTS];

    harness_open(&h);
    for (int i = 1; i < argc; i++)
        check_file(&h, argv[i], has_vectors);
    for (unsigned i = 0; i < h.num_digests; i++)
        if (!has_vectors[i] && !is_excused(h.digests[i].name))
            fail("%s: no vectors", h.digests[i].name);
    printf("%u digests, %u failures\n", h.num_digests, failures);
    if (h.num_digests == 0 && failures == 0) {
        puts("SKIP: the module offers no digest here");
        return SKIPPED;
    }
    harness_close(&h);
    return failures != 0;
}

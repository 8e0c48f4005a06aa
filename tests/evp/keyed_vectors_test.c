/*
 * Published vectors of MACs and KDFs, in the text form that convert_vectors.py writes: every file named on the command
 * line. A MAC runs at once and in pieces. Every MAC and KDF that the module offers, and that this release has, must
 * have vectors.
 *
 * Each vector runs with the default provider, too: what that refuses (such as a KMAC key of more than 512 bytes), the
 * module must refuse.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "vector.h"

enum { MAX_PARAMS = 12, MAX_STEPS = 3 };

struct keyed_vector {
    const char *name, *result, *id;
    OSSL_PARAM params[MAX_PARAMS + 1];
    uint64_t numbers[MAX_PARAMS];
    unsigned num_params;
    struct bytes msg, out;
};

static const struct harness *harness;
static bool has_mac_vectors[MAX_MACS], has_kdf_vectors[MAX_KDFS];
static unsigned long num_run, num_absent, num_refused;

/* ---- reading ---- */

static int read_param(struct keyed_vector *v, const char *key, char type, char *value)
{
    OSSL_PARAM *p = &v->params[v->num_params];
    uint64_t *number = &v->numbers[v->num_params];
    struct bytes octets;

    if (v->num_params == MAX_PARAMS)
        return 0;
    v->num_params++;
    p[1] = OSSL_PARAM_construct_end();
    if (type == '@') {
        *p = OSSL_PARAM_construct_utf8_string(key, value, 0);
    } else if (type == '#') {
        *number = strtoull(value, NULL, 10);
        *p = OSSL_PARAM_construct_uint64(key, number);
    } else {
        octets = vector_decode(value);
        *p = OSSL_PARAM_construct_octet_string(key, octets.data, octets.len);
    }
    return 1;
}

static int read_word(struct keyed_vector *v, char *word)
{
    char *value = word + strcspn(word, "=#@"), type = *value;

    if (type == '\0')
        return 0;
    *value++ = '\0';
    if (strcmp(word, "id") == 0 && type == '=')
        v->id = value;
    else if (strcmp(word, "msg") == 0)
        v->msg = vector_decode(value);
    else if (strcmp(word, "out") == 0)
        v->out = vector_decode(value);
    else
        return read_param(v, word, type, value);
    return 1;
}

static int read_vector(struct keyed_vector *v, char *line)
{
    char *rest = line, *word;

    memset(v, 0, sizeof(*v));
    v->name = strsep(&rest, " \n");
    v->result = strsep(&rest, " \n");
    while ((word = strsep(&rest, " \n")) != NULL)
        if (*word != '\0' && !read_word(v, word))
            return 0;
    return v->result != NULL && v->out.data != NULL && v->id != NULL;
}

/* ---- running ---- */

/*
 * step: the bytes of the first update; the following ones grow and shrink. Returns 1 and stores the MAC's length, which
 * is at least out's.
 */
static int run_mac(EVP_MAC *mac, const struct keyed_vector *v, size_t step, uint8_t *out, size_t room)
{
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    size_t len = 0;
    int ok = EVP_MAC_init(ctx, NULL, 0, v->params);

    for (size_t at = 0, n; at < v->msg.len && ok; at += n) {
        n = v->msg.len - at < step ? v->msg.len - at : step;
        ok = EVP_MAC_update(ctx, v->msg.data + at, n);
        step = v->msg.len > step ? step * 3 % 211 + 1 : step;
    }
    ok = ok && EVP_MAC_final(ctx, out, &len, room) && len >= v->out.len;
    EVP_MAC_CTX_free(ctx);
    return ok;
}

static int run_kdf(EVP_KDF *kdf, const struct keyed_vector *v, uint8_t *out)
{
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    int ok = EVP_KDF_derive(ctx, out, v->out.len, v->params) > 0;

    EVP_KDF_CTX_free(ctx);
    return ok;
}

static const char *judge(const struct keyed_vector *v, int ok, const uint8_t *out)
{
    return !ok ? "refused" : memcmp(out, v->out.data, v->out.len) == 0 ? "right" : "wrong";
}

/* The default provider's result shows whether OpenSSL accepts such a vector at all. */
static void check(const struct keyed_vector *v, const char *by_default, const char *by_module)
{
    const char *want = strcmp(v->result, "valid") == 0 ? by_default : "refused";

    if (strcmp(v->result, "valid") == 0 && strcmp(by_default, "wrong") == 0)
        fail("%s %s: the default provider is wrong: is the vector read as it is meant?", v->name, v->id);
    if (strcmp(by_module, want) != 0)
        fail("%s %s: %s, not %s", v->name, v->id, by_module, want);
    num_run++;
    num_refused += strcmp(want, "refused") == 0;
}

static void check_mac(const struct mac *m, const struct keyed_vector *v, uint8_t *out)
{
    const size_t steps[MAX_STEPS] = { v->msg.len + 1, 1, 63 };
    size_t room = v->out.len + EVP_MAX_MD_SIZE;
    const char *by_default = judge(v, run_mac(m->mac[DEFAULT], v, steps[0], out, room), out);

    for (unsigned i = 0; i < MAX_STEPS; i++)
        check(v, by_default, judge(v, run_mac(m->mac[MODULE], v, steps[i], out, room), out));
    has_mac_vectors[m - harness->macs] = true;
}

static void check_kdf(const struct kdf *k, const struct keyed_vector *v, uint8_t *out)
{
    const char *by_default = judge(v, run_kdf(k->kdf[DEFAULT], v, out), out);

    check(v, by_default, judge(v, run_kdf(k->kdf[MODULE], v, out), out));
    has_kdf_vectors[k - harness->kdfs] = true;
}

static void check_vector(const struct keyed_vector *v)
{
    const struct mac *m = harness_find_mac(harness, v->name);
    const struct kdf *k = harness_find_kdf(harness, v->name);
    uint8_t *out = calloc(1, v->out.len + EVP_MAX_MD_SIZE);

    if (m != NULL && m->mac[DEFAULT] != NULL)
        check_mac(m, v, out);
    else if (k != NULL && k->kdf[DEFAULT] != NULL)
        check_kdf(k, v, out);
    else
        num_absent++;
    free(out);
    ERR_clear_error();
}

static void check_file(const char *path)
{
    struct keyed_vector v;
    char *line = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");

    if (f == NULL) {
        fail("cannot open %s", path);
        return;
    }
    while (getline(&line, &size, f) > 0)
        if (line[0] != '#') {
            if (read_vector(&v, line))
                check_vector(&v);
            else
                fail("%s: a line that cannot be read", path);
        }
    free(line);
    fclose(f);
}

int main(int argc, char **argv)
{
    static struct harness h;

    harness_open(&h);
    harness = &h;
    for (int i = 1; i < argc; i++)
        check_file(argv[i]);
    for (unsigned i = 0; i < h.num_macs; i++)
        if (!has_mac_vectors[i] && h.macs[i].mac[DEFAULT] != NULL)
            fail("%s: no vectors", h.macs[i].name);
    for (unsigned i = 0; i < h.num_kdfs; i++)
        if (!has_kdf_vectors[i] && h.kdfs[i].kdf[DEFAULT] != NULL)
            fail("%s: no vectors", h.kdfs[i].name);
    printf("%lu run, %lu of them refused as by default, %lu of names not offered, %u failures\n", num_run, num_refused,
           num_absent, failures);
    if (num_run == 0 && failures == 0) {
        puts("SKIP: the module offers no MAC and no KDF here");
        return SKIPPED;
    }
    harness_close(&h);
    return failures != 0;
}

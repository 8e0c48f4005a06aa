/* Random parameter lists, and the results of calls: see draw.h. */
#include "draw.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POISON = 0xa5, MAX_NAMES = 1024 };

/* ---- parameters ---- */

void drawn_clear(struct drawn *d)
{
    d->num = 0;
    d->pool_used = 0;
    d->params[0] = OSSL_PARAM_construct_end();
}

/* Copy data to memory that lives as long as the list. Returns NULL when there is no more room. */
static void *keep(struct drawn *d, const void *data, size_t len)
{
    size_t words = len / 8 + 1;
    uint64_t *to = d->pool + d->pool_used;

    if (d->pool_used + words > DRAWN_POOL / 8)
        return NULL;
    memcpy(to, data, len);
    d->pool_used += words;
    return to;
}

static void add(struct drawn *d, const char *key, unsigned type, void *data, size_t len)
{
    if (d->num == DRAWN_PARAMS)
        return;
    d->params[d->num++] = (OSSL_PARAM){ key, type, data, len, OSSL_PARAM_UNMODIFIED };
    d->params[d->num] = OSSL_PARAM_construct_end();
}

void drawn_number(struct drawn *d, struct random *r, const char *key, uint64_t value)
{
    static const struct {
        unsigned type;
        size_t size;
    } shapes[] = {
        { OSSL_PARAM_UNSIGNED_INTEGER, 8 },
        { OSSL_PARAM_INTEGER, 8 },
        { OSSL_PARAM_UNSIGNED_INTEGER, 4 },
        { OSSL_PARAM_INTEGER, 4 },
    };
    unsigned shape = random_below(r, value <= INT32_MAX ? 4 : 2);

    add(d, key, shapes[shape].type, keep(d, &value, 8), shapes[shape].size);
}

void drawn_octets(struct drawn *d, const char *key, const void *data, size_t len)
{
    add(d, key, OSSL_PARAM_OCTET_STRING, data == NULL ? NULL : keep(d, data, len), len);
}

void drawn_random_octets(struct drawn *d, struct random *r, const char *key, size_t len)
{
    uint8_t bytes[DRAWN_POOL / 4];

    random_bytes(r, bytes, len);
    drawn_octets(d, key, bytes, len);
}

void drawn_text(struct drawn *d, const char *key, const char *text)
{
    add(d, key, OSSL_PARAM_UTF8_STRING, keep(d, text, strlen(text) + 1), strlen(text));
}

static void add_wrong_number(struct drawn *d, struct random *r, const char *key)
{
    static const uint64_t odd[] = {
        0, 1, 2, 3, 5, 17, 63, 64, 128, INT32_MAX, (uint64_t)1 << 31, (uint64_t)1 << 32, (uint64_t)INT64_MAX, UINT64_MAX
    };
    static const struct {
        unsigned type;
        size_t size;
    } shapes[] = {
        { OSSL_PARAM_UNSIGNED_INTEGER, 8 }, { OSSL_PARAM_INTEGER, 8 }, { OSSL_PARAM_UNSIGNED_INTEGER, 4 },
        { OSSL_PARAM_INTEGER, 4 },          { OSSL_PARAM_REAL, 8 },
    };
    unsigned shape = random_below(r, sizeof(shapes) / sizeof(shapes[0]));
    const uint64_t *value = &odd[random_below(r, sizeof(odd) / sizeof(odd[0]))];

    add(d, key, shapes[shape].type, keep(d, value, 8), shapes[shape].size);
}

void drawn_wrong(struct drawn *d, struct random *r, const char *key)
{
    static const char *const texts[] = { "", "nonsense", "SHA-2-256", "AES-128", "0", "SHA256 ", "HMACHMAC" };

    switch (random_below(r, 5)) {
    case 0: add_wrong_number(d, r, key); break;
    case 1: drawn_text(d, key, texts[random_below(r, sizeof(texts) / sizeof(texts[0]))]); break;
    case 2: drawn_random_octets(d, r, key, random_below(r, 40)); break;
    case 3: drawn_octets(d, key, NULL, 0); break;
    default: drawn_random_octets(d, r, key, random_below(r, 1500)); break;
    }
}

void drawn_shuffle(struct drawn *d, struct random *r)
{
    for (unsigned i = d->num; i > 1; i--) {
        unsigned j = random_below(r, i);
        OSSL_PARAM p = d->params[i - 1];

        d->params[i - 1] = d->params[j];
        d->params[j] = p;
    }
}

bool repeats_a_parameter(const OSSL_PARAM *params, const char *but, const char *or)
{
    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (OSSL_PARAM_locate_const(p + 1, p->key) != NULL && (but == NULL || strcmp(p->key, but) != 0)
            && (or == NULL || strcmp(p->key, or) != 0))
            return true;
    return false;
}

/* ---- names ---- */

static void add_name(const char *name, void *arg)
{
    struct names *n = arg;
    bool upper;

    if (n->list == NULL)
        n->list = calloc(MAX_NAMES, sizeof(*n->list));
    if (n->list == NULL || n->num == MAX_NAMES)
        return;
    upper = n->num % 3 == 0; /* draw some in upper and some in lower case */
    for (size_t i = 0; i + 1 < NAME_SIZE && name[i] != '\0'; i++)
        n->list[n->num][i] = (char)(upper ? toupper((unsigned char)name[i]) : name[i]);
    n->num++;
}

/*
 * ML-DSA-MU (4.0) is no digest without a public key: the default provider's MACs and KDFs crash when they are given it.
 */
static void add_digest_names(EVP_MD *md, void *arg)
{
    if (!EVP_MD_is_a(md, "ML-DSA-MU"))
        EVP_MD_names_do_all(md, add_name, arg);
}

void names_of_digests(struct names *n, const struct harness *h)
{
    *n = (struct names){ 0 };
    EVP_MD_do_all_provided(h->lib[DEFAULT], add_digest_names, n);
}

struct mode_names {
    struct names *names;
    int mode;
};

static void add_cipher_names(EVP_CIPHER *cipher, void *arg)
{
    struct mode_names *m = arg;

    if (EVP_CIPHER_get_mode(cipher) == m->mode)
        EVP_CIPHER_names_do_all(cipher, add_name, m->names);
}

void names_of_ciphers(struct names *n, const struct harness *h, int mode)
{
    struct mode_names m = { n, mode };

    *n = (struct names){ 0 };
    EVP_CIPHER_do_all_provided(h->lib[DEFAULT], add_cipher_names, &m);
}

const char *names_draw(const struct names *n, struct random *r)
{
    return n->num == 0 ? "" : n->list[random_below(r, n->num)];
}

void names_free(struct names *n)
{
    free(n->list);
    *n = (struct names){ 0 };
}

/* ---- results of calls ---- */

void answer_poison(struct answer *a)
{
    memset(a, 0, sizeof(*a));
    memset(a->out, POISON, sizeof(a->out));
}

static bool is_all(const uint8_t *out, uint8_t byte)
{
    for (size_t i = 0; i < ANSWER_ROOM; i++)
        if (out[i] != byte && out[i] != POISON)
            return false;
    return true;
}

const char *answer_difference(const struct answer answers[NUM_SIDES])
{
    const struct answer *want = &answers[DEFAULT], *got = &answers[MODULE];

    if ((got->ret > 0) != (want->ret > 0))
        return "success";
    if (got->ret <= 0) {
        if (want->raised && !got->raised)
            return "no error raised";
        return is_all(got->out, 0) ? NULL : "output of a call that failed";
    }
    if (got->ret != want->ret)
        return "return value";
    return got->len != want->len ? "output length" : memcmp(got->out, want->out, ANSWER_ROOM) != 0 ? "output" : NULL;
}

/* ---- the log ---- */

void log_clear(struct program_log *log)
{
    log->len = 0;
    log->text[0] = '\0';
}

void log_add(struct program_log *log, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(log->text + log->len, LOG_ROOM - log->len, format, args);
    va_end(args);
    log->len += n > 0 && (size_t)n < LOG_ROOM - log->len ? (size_t)n : 0;
}

void log_params(struct program_log *log, const OSSL_PARAM *params)
{
    if (params != NULL && params->key == NULL)
        log_add(log, " empty list");
    for (; params != NULL && params->key != NULL; params++) {
        uint64_t value = 0;

        log_add(log, " %s", params->key);
        if (params->data == NULL)
            log_add(log, ":none(type %u, %zu)", params->data_type, params->data_size);
        else if (params->data_type == OSSL_PARAM_UTF8_STRING)
            log_add(log, "=\"%s\"", (const char *)params->data);
        else if (params->data_type == OSSL_PARAM_OCTET_STRING)
            log_add(log, "[%zu]", params->data_size);
        else
            log_add(log, "=%llu(type %u, %zu)",
                    (unsigned long long)*(uint64_t *)memcpy(&value, params->data, params->data_size), params->data_type,
                    params->data_size);
    }
}

/*
 * The generators CTR-DRBG, HASH-DRBG and HMAC-DRBG through EVP_RAND, beside the default provider's, with a TEST-RAND of
 * the default provider for a parent: random programs of calls, after which results, bytes, parameters and errors are
 * equal; chains of generators, RAND_bytes, fork and threads; and published vectors.
 *
 * Usage: evp_drbg [--seed N] [--programs N] | evp_drbg VECTORS...
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "afterburner/hash.h"
#include "harness.h"

enum { MAX_BYTES = 70000, MAX_LINE = 16384 };

static OSSL_LIB_CTX *lib[NUM_SIDES];
static const char *names[] = { "CTR-DRBG", "HASH-DRBG", "HMAC-DRBG" };
static unsigned num_names; /* of those that the module offers at this level */

static int is_offered(const char *name)
{
    EVP_RAND *rand = EVP_RAND_fetch(lib[MODULE], name, "provider=afterburner");

    EVP_RAND_free(rand);
    ERR_clear_error();
    return rand != NULL;
}

/* Digests are slower than OpenSSL's at lower levels, and their generators go with them. */
static void find_names(void)
{
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (is_offered(names[i]))
            names[num_names++] = names[i];
    if (num_names == 0 || strcmp(names[0], "CTR-DRBG") != 0)
        fail("no CTR-DRBG");
}

static EVP_RAND_CTX *new_rand(int side, const char *name, EVP_RAND_CTX *parent)
{
    EVP_RAND *rand = EVP_RAND_fetch(lib[side], name, side == MODULE ? "provider=afterburner" : "provider=default");
    EVP_RAND_CTX *ctx = rand == NULL ? NULL : EVP_RAND_CTX_new(rand, parent);

    if (ctx == NULL) {
        fprintf(stderr, "evp_drbg: no %s of %s\n", name, side_names[side]);
        ERR_print_errors_fp(stderr);
        exit(1);
    }
    EVP_RAND_free(rand);
    return ctx;
}

/* A source with these bytes for entropy and nonce. */
static EVP_RAND_CTX *new_source(int side)
{
    EVP_RAND *rand = EVP_RAND_fetch(lib[side], "TEST-RAND", "provider=default");
    EVP_RAND_CTX *ctx = EVP_RAND_CTX_new(rand, NULL);

    EVP_RAND_free(rand);
    return ctx;
}

static int set_source(EVP_RAND_CTX *source, const uint8_t *entropy, size_t len, const uint8_t *nonce, size_t nonce_len)
{
    unsigned strength = 256;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
        OSSL_PARAM_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, (void *)entropy, len),
        OSSL_PARAM_octet_string(OSSL_RAND_PARAM_TEST_NONCE, (void *)nonce, nonce_len),
        OSSL_PARAM_END,
    };

    return EVP_RAND_CTX_set_params(source, params);
}

/* ---- random programs on both sides ---- */

struct pair {
    EVP_RAND_CTX *rand[NUM_SIDES], *source[NUM_SIDES];
    const char *name;
    char log[4096];
    size_t log_len;
    time_t begin;
    bool is_other, is_over; /* the last call named what is not the module's; the default provider is in no fit state */
};

static uint8_t output[NUM_SIDES][MAX_BYTES], material[MAX_BYTES];

__attribute__((format(printf, 2, 3))) static void note(struct pair *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    p->log_len += (size_t)vsnprintf(p->log + p->log_len, sizeof(p->log) - p->log_len, format, args);
    if (p->log_len > sizeof(p->log) - 200)
        p->log_len = 0;
    va_end(args);
}

static void differ(struct pair *p, const char *what)
{
    fail("%s: %s differs after\n  %s", p->name, what, p->log);
}

/* Every gettable parameter is equal, but times, which lie in the life of the pair. */
static void compare_params(struct pair *p)
{
    const OSSL_PARAM *list = EVP_RAND_CTX_gettable_params(p->rand[MODULE]);

    for (; list->key != NULL; list++) {
        uint8_t value[NUM_SIDES][64] = { { 0 } };
        int result[NUM_SIDES], is_text = list->data_type == OSSL_PARAM_UTF8_STRING;
        uint64_t number[NUM_SIDES] = { 0, 0 };

        for (int side = 0; side < NUM_SIDES; side++) {
            OSSL_PARAM text[] = { OSSL_PARAM_utf8_string(list->key, value[side], sizeof(value[side])), OSSL_PARAM_END };
            OSSL_PARAM num[] = { OSSL_PARAM_uint64(list->key, &number[side]), OSSL_PARAM_END };

            result[side] = EVP_RAND_CTX_get_params(p->rand[side], is_text ? text : num);
        }
        if (strcmp(list->key, OSSL_DRBG_PARAM_RESEED_TIME) == 0
            && number[1] - number[0] <= (uint64_t)(time(NULL) - p->begin))
            number[1] = number[0];
        if (result[0] != result[1] || number[0] != number[1] || memcmp(value[0], value[1], sizeof(value[0])) != 0)
            fail("%s: %s is %d %s %llu, not %d %s %llu, after\n  %s", p->name, list->key, result[MODULE], value[MODULE],
                 (unsigned long long)number[MODULE], result[DEFAULT], value[DEFAULT],
                 (unsigned long long)number[DEFAULT], p->log);
    }
}

static void compare_lists(struct pair *p, const char *what, const OSSL_PARAM *a, const OSSL_PARAM *b)
{
    unsigned num = 0;

    for (const OSSL_PARAM *q = a; q->key != NULL; q++, num++) {
        const OSSL_PARAM *r = OSSL_PARAM_locate_const(b, q->key);

        if (r == NULL || r->data_type != q->data_type)
            fail("%s: %s parameter %s is missing or of another type", p->name, what, q->key);
    }
    for (; b->key != NULL; b++)
        if (OSSL_PARAM_locate_const(a, b->key) == NULL)
            fail("%s: %s parameter %s is new", p->name, what, b->key);
}

/* A call's results; the newest error of each side has the same code, whoever raised it. */
static void compare_results(struct pair *p, const int result[NUM_SIDES], const unsigned long error[NUM_SIDES])
{
    if (result[DEFAULT] != result[MODULE])
        fail("%s: returns %d (%s), not %d (%s), after\n  %s", p->name, result[MODULE],
             ERR_reason_error_string(error[MODULE]), result[DEFAULT], ERR_reason_error_string(error[DEFAULT]), p->log);
    else if (result[DEFAULT] <= 0 && error[DEFAULT] != 0
             && (ERR_GET_LIB(error[DEFAULT]) != ERR_GET_LIB(error[MODULE])
                 || ERR_GET_REASON(error[DEFAULT]) != ERR_GET_REASON(error[MODULE])))
        fail("%s: error %lx (%s), not %lx (%s), after\n  %s", p->name, error[MODULE],
             ERR_reason_error_string(error[MODULE]), error[DEFAULT], ERR_reason_error_string(error[DEFAULT]), p->log);
}

static unsigned long take_error(void)
{
    unsigned long e = ERR_peek_last_error();

    ERR_clear_error();
    return e;
}

struct settings {
    OSSL_PARAM list[8];
    char algorithm[32], query[32], mac[8];
    int df;
    unsigned requests;
    uint64_t interval;
};

static const char *pick(struct random *r, const char *const list[], unsigned num)
{
    return list[random_below(r, num)];
}

#define PICK(r, list) pick(r, list, sizeof(list) / sizeof((list)[0]))

/* 1 before the first seed. */
static unsigned num_seeded(const struct pair *p)
{
    unsigned num = 0;
    OSSL_PARAM params[] = { OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_COUNTER, &num), OSSL_PARAM_END };

    EVP_RAND_CTX_get_params(p->rand[DEFAULT], params);
    return num;
}

/* A digest of ours, or NULL if this processor has nothing faster than OpenSSL's for the one that was drawn. */
static const char *draw_our_digest(struct random *r)
{
    static const struct {
        const char *name;
        enum ab_hash_id id;
    } digests[] = {
        { "SHA1", AB_HASH_SHA1 },
        { "SHA2-224", AB_HASH_SHA224 },
        { "SHA256", AB_HASH_SHA256 },
        { "SHA2-384", AB_HASH_SHA384 },
        { "SHA512", AB_HASH_SHA512 },
        { "SHA3-256", AB_HASH_SHA3_256 },
        { "SHA512-256", AB_HASH_SHA512_256 },
    };
    const size_t i = random_below(r, sizeof(digests) / sizeof(digests[0]));
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    return ab_hash_is_fallback(ab_hash_pick(digests[i].id, &cpu)) ? NULL : digests[i].name;
}

/* Draw the name of a cipher or digest for this kind of generator; NULL: name none. */
static const char *draw_algorithm(struct random *r, int is_ctr, int is_other)
{
    static const char *const ciphers[] = { "AES-128-CTR", "AES-192-CTR", "AES-256-CTR", "aes-256-ctr",
                                           "AES-256-CTR", "AES-128-CTR", "AES-192-CTR", "AES-256-CTR" };
    static const char *const others[] = { "CAMELLIA-256-CTR", "ARIA-128-CTR", "AES-256-CBC", "CTR", "XX", "none-CTR" };
    static const char *const other_digests[] = { "SHAKE256", "no-digest", "BLAKE2B-512" };

    if (is_ctr)
        return is_other ? PICK(r, others) : PICK(r, ciphers);
    return is_other ? PICK(r, other_digests) : draw_our_digest(r);
}

/*
 * Names of ciphers and digests: ours, the default provider's alone, unfit, unknown. All but ours only for a
 * generator that has not been seeded yet: later the default provider crashes at the next request (3.0.19), and what
 * falls back begins to count anew.
 */
static void draw_settings(struct pair *p, struct random *r, struct settings *s)
{
    int is_fresh = num_seeded(p) == 1 && EVP_RAND_get_state(p->rand[DEFAULT]) == EVP_RAND_STATE_UNINITIALISED;
    int is_ctr = strcmp(p->name, "CTR-DRBG") == 0, is_other = is_fresh && random_chance(r, 30);
    const char *algorithm = random_chance(r, 85) ? draw_algorithm(r, is_ctr, is_other) : NULL;
    OSSL_PARAM *q = s->list;

    if (algorithm != NULL) {
        p->is_other = is_other;
        snprintf(s->algorithm, sizeof(s->algorithm), "%s", algorithm);
        *q++ = OSSL_PARAM_construct_utf8_string(is_ctr ? OSSL_DRBG_PARAM_CIPHER : OSSL_DRBG_PARAM_DIGEST, s->algorithm,
                                                0);
        note(p, "%s ", s->algorithm);
        if (!is_ctr && random_chance(r, 95))
            *q++ = OSSL_PARAM_construct_utf8_string(OSSL_ALG_PARAM_MAC, strcpy(s->mac, "HMAC"), 0);
    }
    if (random_chance(r, 50)) {
        s->df = random_chance(r, 60);
        *q++ = OSSL_PARAM_construct_int(OSSL_DRBG_PARAM_USE_DF, &s->df);
        note(p, "df=%d ", s->df);
    }
    if (random_chance(r, 50)) {
        s->requests = random_below(r, 4);
        *q++ = OSSL_PARAM_construct_uint(OSSL_DRBG_PARAM_RESEED_REQUESTS, &s->requests);
        note(p, "requests=%u ", s->requests);
    }
    if (random_chance(r, 30)) {
        s->interval = random_below(r, 2) * 5000;
        *q++ = OSSL_PARAM_construct_uint64(OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, &s->interval);
    }
    *q = OSSL_PARAM_construct_end();
}

static size_t draw_length(struct random *r)
{
    static const size_t lens[] = { 0, 1, 15, 16, 17, 31, 32, 33, 48, 64, 200, 207, 208, 209, 256, 1000, 4096 };

    return random_chance(r, 3) ? 65530 + random_below(r, 3000) : lens[random_below(r, sizeof(lens) / sizeof(lens[0]))];
}

/* What a generator wants: mostly the right lengths. */
static void draw_source(struct pair *p, struct random *r)
{
    static const size_t lens[] = { 0, 7, 16, 24, 32, 40, 48, 64, 100 };
    size_t len = random_chance(r, 60) ? 48 : lens[random_below(r, 9)], nonce_len = lens[random_below(r, 9)];

    random_bytes(r, material, len + nonce_len);
    note(p, "source(%zu,%zu) ", len, nonce_len);
    for (int side = 0; side < NUM_SIDES; side++)
        set_source(p->source[side], material, len, material + len, nonce_len == 0 ? 24 : nonce_len);
}

enum call { SET, INSTANTIATE, GENERATE, RESEED, UNINSTANTIATE, ZEROIZED, NONCE, NUM_CALLS };

static int call(EVP_RAND_CTX *c, enum call what, const struct settings *s, uint8_t *out, size_t len, int fresh,
                unsigned strength, const uint8_t *more, size_t more_len)
{
    switch (what) {
    case SET: return EVP_RAND_CTX_set_params(c, s->list);
    case INSTANTIATE: return EVP_RAND_instantiate(c, strength, fresh, more, more_len, s->list);
    case GENERATE: return EVP_RAND_generate(c, out, len, strength, fresh, more, more_len);
    case RESEED: return EVP_RAND_reseed(c, fresh, len == 0 ? NULL : material, len, more, more_len);
    case UNINSTANTIATE: return EVP_RAND_uninstantiate(c);
    case ZEROIZED: return EVP_RAND_verify_zeroization(c);
    default: return EVP_RAND_nonce(c, out, len);
    }
}

static void do_call(struct pair *p, struct random *r)
{
    static const char *const calls[] = { "set",           "instantiate", "generate", "reseed",
                                         "uninstantiate", "zeroized",    "nonce" };
    static const enum call often[] = { SET,      INSTANTIATE, INSTANTIATE, GENERATE,      GENERATE, GENERATE,
                                       GENERATE, RESEED,      RESEED,      UNINSTANTIATE, ZEROIZED, NONCE };
    enum call what = often[random_below(r, sizeof(often) / sizeof(often[0]))];
    struct settings s = { .list = { OSSL_PARAM_END } };
    size_t len = draw_length(r), more_len = random_chance(r, 40) ? random_below(r, 60) : 0;
    unsigned strength = random_chance(r, 10) ? 256 : random_chance(r, 20) ? 128 : 0;
    int fresh = random_chance(r, 20), result[NUM_SIDES], may_set = what == SET || random_chance(r, 40);
    const uint8_t *more = more_len == 0 && random_chance(r, 70) ? NULL : material + 1000;
    unsigned long error[NUM_SIDES];

    note(p, "%s(", calls[what]);
    if (what == RESEED)
        len = random_chance(r, 50) ? 0 : random_chance(r, 80) ? 48 : random_below(r, 60);
    if (may_set && what <= INSTANTIATE)
        draw_settings(p, r, &s);
    note(p, "len %zu more %zu%s strength %u fresh %d) ", len, more_len, more == NULL ? " NULL" : "", strength, fresh);
    for (int side = 0; side < NUM_SIDES; side++) {
        memset(output[side], 0x5a, len + 64);
        result[side] = call(p->rand[side], what, &s, output[side], len, fresh, strength, more, more_len);
        error[side] = take_error();
    }
    note(p, "-> %d; ", result[DEFAULT]);
    compare_results(p, result, error);
    if (result[DEFAULT] > 0 && (what == GENERATE || what == NONCE)
        && memcmp(output[DEFAULT], output[MODULE], len + 64) != 0)
        differ(p, "output");
    p->is_over = p->is_other && result[DEFAULT] <= 0;
    p->is_other = false;
    if (!p->is_over)
        compare_params(p);
}

static void open_pair(struct pair *p, const char *name)
{
    *p = (struct pair){ .name = name, .begin = time(NULL) };
    for (int side = 0; side < NUM_SIDES; side++) {
        p->source[side] = new_source(side);
        set_source(p->source[side], material, 48, material, 24);
        EVP_RAND_instantiate(p->source[side], 256, 0, NULL, 0, NULL);
        p->rand[side] = new_rand(side, name, p->source[side]);
    }
}

/* Without a cipher, the default provider's CTR-DRBG crashes at a request (3.0.19). */
static void set_cipher(struct pair *p)
{
    char cipher[] = "AES-256-CTR";
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_CIPHER, cipher, sizeof(cipher) - 1),
                                  OSSL_PARAM_END };

    for (int side = 0; side < NUM_SIDES && strcmp(p->name, "CTR-DRBG") == 0; side++)
        if (!EVP_RAND_CTX_set_params(p->rand[side], params))
            fail("%s takes no %s", side_names[side], cipher);
}

static void close_pair(struct pair *p)
{
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_RAND_CTX_free(p->rand[side]);
        EVP_RAND_CTX_free(p->source[side]);
    }
}

static void run_program(uint64_t seed)
{
    struct random r = { seed };
    struct pair p;

    random_bytes(&r, material, 4096);
    open_pair(&p, names[random_below(&r, num_names)]);
    compare_lists(&p, "gettable", EVP_RAND_CTX_gettable_params(p.rand[DEFAULT]),
                  EVP_RAND_CTX_gettable_params(p.rand[MODULE]));
    compare_lists(&p, "settable", EVP_RAND_CTX_settable_params(p.rand[DEFAULT]),
                  EVP_RAND_CTX_settable_params(p.rand[MODULE]));
    compare_params(&p);
    set_cipher(&p);
    for (unsigned i = 0; i < 25 && failures == 0 && !p.is_over; i++) {
        if (random_chance(&r, 15))
            draw_source(&p, &r);
        do_call(&p, &r);
    }
    close_pair(&p);
    if (failures != 0)
        printf("seed %llu\n", (unsigned long long)seed);
}

/* ---- published vectors ---- */

struct word {
    uint8_t *data;
    size_t len;
};

/* The value of a key of the line, hex decoded in place; NULL and 0 if it is absent. */
static struct word word_of(const char *line, const char *key, uint8_t *room)
{
    struct word w = { NULL, 0 };
    char pattern[40];
    const char *at;

    snprintf(pattern, sizeof(pattern), " %s=", key);
    at = strstr(line, pattern);
    if (at == NULL)
        return w;
    at += strlen(pattern);
    w.data = room;
    for (unsigned byte; sscanf(at, "%2x", &byte) == 1 && at[0] != ' '; at += 2)
        w.data[w.len++] = (uint8_t)byte;
    return w;
}

static void text_of(const char *line, const char *key, char text[32])
{
    const char *at = strstr(line, key);

    text[0] = '\0';
    if (at != NULL)
        sscanf(at + strlen(key), "%31[^ ]", text);
}

static void give(EVP_RAND_CTX *source, struct word entropy, struct word nonce)
{
    if (entropy.data != NULL)
        set_source(source, entropy.data, entropy.len, nonce.data == NULL ? material : nonce.data, nonce.len);
}

static void run_vector(const char *line)
{
    static uint8_t room[10][MAX_LINE];
    static const char *const keys[] = { "entropy", "nonce",   "text",   "reseed", "reseed_more",
                                        "fresh_a", "fresh_b", "more_a", "more_b", "out" };
    struct word w[10];
    char name[32], algorithm[32], df[32], fresh_text[32], mac[] = "HMAC";
    int use_df, fresh, ok;
    EVP_RAND_CTX *source = new_source(MODULE), *rand;

    for (unsigned i = 0; i < 10; i++)
        w[i] = word_of(line, keys[i], room[i]);
    text_of(line, "rand=", name);
    text_of(line, "algorithm=", algorithm);
    text_of(line, "df=", df);
    text_of(line, "fresh=", fresh_text);
    use_df = df[0] == '1';
    fresh = fresh_text[0] == '1';
    rand = new_rand(MODULE, name, source);
    {
        OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(name[0] == 'C' ? OSSL_DRBG_PARAM_CIPHER : OSSL_DRBG_PARAM_DIGEST, algorithm,
                                   strlen(algorithm)),
            OSSL_PARAM_utf8_string(OSSL_ALG_PARAM_MAC, mac, 4),
            OSSL_PARAM_int(OSSL_DRBG_PARAM_USE_DF, &use_df),
            OSSL_PARAM_END,
        };

        give(source, w[0], w[1]);
        ok = EVP_RAND_instantiate(source, 256, 0, NULL, 0, NULL) && EVP_RAND_CTX_set_params(rand, params)
             && EVP_RAND_instantiate(rand, 0, fresh, w[2].data == NULL ? material : w[2].data, w[2].len, NULL);
    }
    give(source, w[3], w[1]);
    if (w[3].data != NULL)
        ok = ok && EVP_RAND_reseed(rand, fresh, NULL, 0, w[4].data, w[4].len);
    give(source, w[5], w[1]);
    ok = ok && EVP_RAND_generate(rand, output[0], w[9].len, 0, fresh, w[7].data, w[7].len);
    give(source, w[6], w[1]);
    ok = ok && EVP_RAND_generate(rand, output[0], w[9].len, 0, fresh, w[8].data, w[8].len);
    if (!ok || w[9].len == 0 || memcmp(output[0], w[9].data, w[9].len) != 0)
        fail("vector: %.60s", line);
    if (!EVP_RAND_uninstantiate(rand) || !EVP_RAND_verify_zeroization(rand))
        fail("not wiped: %.60s", line);
    EVP_RAND_CTX_free(rand);
    EVP_RAND_CTX_free(source);
}

static unsigned run_vectors(const char *file)
{
    static char line[MAX_LINE];
    char name[32];
    FILE *f = fopen(file, "r");
    unsigned num = 0;

    for (; f != NULL && fgets(line, sizeof(line), f) != NULL; num++) {
        line[strcspn(line, "\n")] = '\0';
        text_of(line, "rand=", name);
        if (is_offered(name))
            run_vector(line);
    }
    if (f != NULL)
        fclose(f);
    if (num < 100)
        fail("%s: %u vectors", file, num);
    return num;
}

/* ---- chains ---- */

static unsigned count_of(EVP_RAND_CTX *c)
{
    unsigned num = 0;
    OSSL_PARAM params[] = { OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_COUNTER, &num), OSSL_PARAM_END };

    EVP_RAND_CTX_get_params(c, params);
    return num;
}

static void start(EVP_RAND_CTX *c, const char *name, unsigned requests)
{
    char cipher[] = "AES-256-CTR", digest[] = "SHA256", mac[] = "HMAC";
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_CIPHER, cipher, 0),
        OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_utf8_string(OSSL_ALG_PARAM_MAC, mac, 4),
        OSSL_PARAM_uint(OSSL_DRBG_PARAM_RESEED_REQUESTS, &requests),
        OSSL_PARAM_END,
    };

    if (!EVP_RAND_instantiate(c, 0, 0, NULL, 0, params))
        fail("%s does not start", name);
}

static void draw(EVP_RAND_CTX *c, uint8_t out[32])
{
    if (!EVP_RAND_generate(c, out, 32, 256, 0, NULL, 0))
        fail("no bytes");
}

/* A parent and a child of these sides: the child reseeds when its parent does, by requests, and on its own account. */
static void check_chain(int parent_side, int child_side, const char *name)
{
    EVP_RAND_CTX *parent = new_rand(parent_side, name, NULL), *child = new_rand(child_side, name, parent);
    uint8_t out[3][32];
    unsigned before;

    start(parent, name, 0);
    start(child, name, 4);
    draw(child, out[0]);
    before = count_of(child);
    draw(child, out[1]);
    if (count_of(child) != before)
        fail("%s: a child reseeds too early", name);
    if (!EVP_RAND_reseed(parent, 0, NULL, 0, NULL, 0))
        fail("%s: a parent does not reseed", name);
    draw(child, out[2]);
    if (count_of(child) != before + 1)
        fail("%s: a child (%s) does not see that its parent (%s) was reseeded", name, side_names[child_side],
             side_names[parent_side]);
    for (int i = 0; i < 2; i++)
        draw(child, out[0]);
    if (count_of(child) != before + 1)
        fail("%s: a child reseeds too often", name);
    draw(child, out[0]);
    if (count_of(child) != before + 2)
        fail("%s: a child does not reseed after three requests", name);
    if (memcmp(out[0], out[1], 32) == 0 || memcmp(out[1], out[2], 32) == 0)
        fail("%s: bytes come twice", name);
    if (!EVP_RAND_enable_locking(child))
        fail("%s: no lock", name);
    EVP_RAND_uninstantiate(parent);
    draw(child, out[0]); /* an uninstantiated parent starts again */
    EVP_RAND_CTX_free(child);
    EVP_RAND_CTX_free(parent);
}

/* ---- fork and threads ---- */

enum { NUM_THREADS = 4, NUM_DRAWS = 2000 };

/* Let a child process draw 32 bytes; plain: clone(2) without the C library. */
static void draw_in_child(EVP_RAND_CTX *c, int is_plain, uint8_t out[32])
{
    int ends[2], status = 1;
    pid_t pid;

    if (pipe(ends) != 0)
        exit(1);
    pid = is_plain ? (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) : fork();
    if (pid == 0) {
        alarm(20);
        draw(c, out);
        _exit(write(ends[1], out, 32) != 32 || failures != 0);
    }
    close(ends[1]);
    if (read(ends[0], out, 32) != 32 || waitpid(pid, &status, 0) != pid || status != 0)
        fail("a child draws nothing");
    close(ends[0]);
}

/* A parent and its children, of either way, and a grandchild's, give different bytes, each from new entropy. */
static void check_fork(const char *name)
{
    EVP_RAND_CTX *top = new_rand(MODULE, name, NULL), *c = new_rand(MODULE, name, top);
    uint8_t out[5][32];

    start(top, name, 0);
    start(c, name, 0);
    EVP_RAND_enable_locking(c);
    draw_in_child(c, 0, out[0]);
    draw_in_child(c, 0, out[1]);
    draw_in_child(c, 1, out[2]);
    draw_in_child(top, 1, out[3]);
    draw(c, out[4]);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++)
            if (memcmp(out[i], out[j], 32) == 0)
                fail("%s: the bytes of two processes are equal", name);
    EVP_RAND_CTX_free(c);
    EVP_RAND_CTX_free(top);
}

static EVP_RAND_CTX *shared;
static _Atomic int is_over;

static void *draw_much(void *arg)
{
    uint8_t *out = arg;

    for (unsigned i = 0; i < NUM_DRAWS; i++)
        draw(shared, out + 32 * i);
    return NULL;
}

static void *hold_lock(void *arg)
{
    static uint8_t bytes[65536];

    (void)arg;
    while (!is_over)
        EVP_RAND_generate(shared, bytes, sizeof(bytes), 0, 0, NULL, 0);
    return NULL;
}

static int order(const void *a, const void *b)
{
    return memcmp(a, b, 32);
}

/* Threads share a generator: no bytes come twice. A child that is forked while another thread draws can draw. */
static void check_threads(const char *name)
{
    static uint8_t out[NUM_THREADS * NUM_DRAWS * 32], once[32];
    pthread_t threads[NUM_THREADS];

    shared = new_rand(MODULE, name, NULL);
    start(shared, name, 7);
    EVP_RAND_enable_locking(shared);
    for (int i = 0; i < NUM_THREADS; i++)
        pthread_create(&threads[i], NULL, draw_much, out + (size_t)i * NUM_DRAWS * 32);
    for (int i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    qsort(out, NUM_THREADS * NUM_DRAWS, 32, order);
    for (size_t i = 1; i < NUM_THREADS * NUM_DRAWS; i++)
        if (memcmp(out + 32 * i, out + 32 * i - 32, 32) == 0)
            fail("%s: two threads draw the same", name);
    is_over = 0;
    pthread_create(&threads[0], NULL, hold_lock, NULL);
    for (int i = 0; i < 40; i++)
        draw_in_child(shared, 0, once);
    is_over = 1;
    pthread_join(threads[0], NULL);
    EVP_RAND_CTX_free(shared);
}

/* RAND_bytes_ex of the library context is the module's, in this thread and in another. */
static void *draw_bytes(void *arg)
{
    EVP_RAND *rand = EVP_RAND_CTX_get0_rand(RAND_get0_public(lib[MODULE]));

    if (RAND_bytes_ex(lib[MODULE], arg, 32, 0) != 1 || RAND_priv_bytes_ex(lib[MODULE], arg, 32, 256) != 1
        || strcmp(OSSL_PROVIDER_get0_name(EVP_RAND_get0_provider(rand)), "afterburner") != 0)
        fail("RAND_bytes_ex is not the module's");
    return NULL;
}

static void check_bytes(void)
{
    uint8_t out[2][32];
    pthread_t thread;

    if (!RAND_set_DRBG_type(lib[MODULE], "CTR-DRBG", "?provider=afterburner", NULL, NULL))
        fail("the generator cannot be chosen");
    draw_bytes(out[0]);
    pthread_create(&thread, NULL, draw_bytes, out[1]);
    pthread_join(thread, NULL);
    if (memcmp(out[0], out[1], 32) == 0)
        fail("two threads have the same bytes");
    draw_in_child(RAND_get0_public(lib[MODULE]), 1, out[0]);
    draw(RAND_get0_public(lib[MODULE]), out[1]);
    if (memcmp(out[0], out[1], 32) == 0)
        fail("two processes have the same bytes");
}

/* Without `random = on` there is no generator of the module. */
static void check_off(void)
{
    OSSL_LIB_CTX *off = open_beside("", "");
    EVP_RAND *rand = EVP_RAND_fetch(off, "CTR-DRBG", "provider=afterburner");

    if (rand != NULL)
        fail("a generator is offered without the setting");
    EVP_RAND_free(rand);
    OSSL_LIB_CTX_free(off);
}

static void check_lives(void)
{
    lib[DEFAULT] = lib[MODULE]; /* a parent of the default provider in the same library context */
    for (unsigned i = 0; i < num_names; i++) {
        check_chain(MODULE, MODULE, names[i]);
        check_chain(DEFAULT, MODULE, names[i]);
        check_chain(MODULE, DEFAULT, names[i]);
        check_fork(names[i]);
        check_threads(names[i]);
    }
    check_bytes();
    check_off();
}

int main(int argc, char **argv)
{
    const char *seed = option(argc, argv, "--seed"), *programs = option(argc, argv, "--programs");
    uint64_t first = seed == NULL ? 1 : strtoull(seed, NULL, 10);
    unsigned num = programs == NULL ? 3000 : (unsigned)strtoul(programs, NULL, 10);

    OSSL_LIB_CTX *apart = OSSL_LIB_CTX_new();

    harness_need_level();
    lib[DEFAULT] = apart;
    lib[MODULE] = open_beside("random = on", "");
    find_names();
    if (argc > 1 && argv[1][0] != '-') {
        for (int i = 1; i < argc; i++)
            printf("%u vectors\n", run_vectors(argv[i]));
    } else {
        for (unsigned i = 0; i < num && failures == 0; i++)
            run_program(first + i);
        check_lives();
    }
    OSSL_LIB_CTX_free(apart);
    OSSL_LIB_CTX_free(lib[MODULE]);
    printf("evp_drbg: %u failures\n", failures);
    return failures != 0;
}

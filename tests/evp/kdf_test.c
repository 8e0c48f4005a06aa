/*
 * KDFs: random programs of calls, run with the default provider and with the module side by side. Everything that a
 * caller can see must be equal: success, bytes, parameters. The module raises an error wherever the default provider
 * does, and a call that fails writes nothing. OpenSSL lists the KDFs and their parameters. The KDFs that only the
 * default provider has run too: with its own digests, MACs and ciphers on one side, with the module's on the other.
 *
 * evp_kdf [--kdf NAME] [--seed N] [--programs N]      program i of each KDF runs with seed N + i
 * evp_kdf --exceptions                                print what is not compared and why
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "kdf_exceptions.h"

enum { SLOTS = 2, MAX_CALLS = 14 };

static const char *const call_names[KDF_NUM_CALLS] = { "set", "derive", "reset", "dup", "get", "size" };

struct run {
    const struct harness *h;
    const struct kdf *k;
    struct random rnd;
    struct names digests, ciphers;
    EVP_KDF_CTX *ctx[SLOTS][NUM_SIDES];
    struct kdf_past past[SLOTS];
    struct drawn drawn;
    struct program_log log;
    bool diverged;
    const char *only;  /* KDF; NULL: all */
    uint64_t seed;     /* of the first program */
    unsigned long num; /* of programs for each KDF */
    unsigned num_stacked;
    bool is_stacked; /* both sides use the default provider's KDF */
    bool with_cmac;  /* these settings of KBKDF are those of CMAC */
};

static unsigned long num_programs, num_calls, num_derived, num_excepted;
static char crash_note[LOG_ROOM + 200];

/* ---- one call ---- */

static int get_all(const struct run *r, EVP_KDF_CTX *ctx, struct answer *a)
{
    int num_good = 0;

    for (const OSSL_PARAM *p = EVP_KDF_gettable_ctx_params(r->k->kdf[DEFAULT]); p != NULL && p->key != NULL; p++)
        for (size_t size = 4; size <= 8; size += 4) {
            uint64_t value = 0;
            OSSL_PARAM params[] = { { p->key, p->data_type, &value, size, OSSL_PARAM_UNMODIFIED }, OSSL_PARAM_END };
            int ok = EVP_KDF_CTX_get_params(ctx, params) > 0;

            num_good += ok;
            memcpy(a->out + a->len, &value, 8);
            a->len += 8;
        }
    return 1 + num_good;
}

static int make_call(struct run *r, enum side side, unsigned slot, const struct kdf_call *c, struct answer *a)
{
    EVP_KDF_CTX **ctx = &r->ctx[slot][side];

    switch (c->type) {
    case KDF_SET: return EVP_KDF_CTX_set_params(*ctx, c->params);
    case KDF_DERIVE: return EVP_KDF_derive(*ctx, a->out, c->len, c->params);
    case KDF_RESET: EVP_KDF_CTX_reset(*ctx); return 1;
    case KDF_DUP:
        EVP_KDF_CTX_free(*ctx);
        *ctx = EVP_KDF_CTX_dup(r->ctx[1 - slot][side]);
        return *ctx != NULL;
    case KDF_GET: return get_all(r, *ctx, a);
    default: a->len = EVP_KDF_CTX_get_kdf_size(*ctx); return 1;
    }
}

static void ask(struct run *r, enum side side, unsigned slot, const struct kdf_call *c, struct answer *a)
{
    answer_poison(a);
    ERR_clear_error();
    a->ret = make_call(r, side, slot, c, a);
    a->raised = !r->is_stacked && ERR_peek_error() != 0; /* with two providers involved, either may raise the error */
}

static void note(struct run *r, unsigned slot, const struct kdf_call *c)
{
    log_add(&r->log, "\n    [%u] %s", slot, call_names[c->type]);
    if (c->type == KDF_DERIVE)
        log_add(&r->log, " %zu", c->len);
    log_params(&r->log, c->params);
    snprintf(crash_note, sizeof(crash_note), "%s: crash at the end of:%s\n", r->k->name, r->log.text);
}

static void renew(struct run *r, unsigned slot)
{
    for (enum side side = DEFAULT; side < NUM_SIDES; side++) {
        EVP_KDF_CTX_free(r->ctx[slot][side]);
        r->ctx[slot][side] = EVP_KDF_CTX_new(r->k->kdf[side]);
    }
    r->past[slot] = (struct kdf_past){ 0 };
    log_add(&r->log, " (a new context)");
}

/* The state after a failed setting depends on the implementation, and may crash: continue with a new context. */
static void follow(struct run *r, unsigned slot, const struct kdf_call *c, bool ok)
{
    bool has_params = c->params != NULL && c->params[0].key != NULL;

    if (!ok && (c->type == KDF_DUP || has_params))
        renew(r, slot);
    else if (c->type == KDF_DUP)
        r->past[slot] = r->past[1 - slot];
    else if (c->type == KDF_RESET)
        r->past[slot] = (struct kdf_past){ 0 };
    else if (ok && has_params && OSSL_PARAM_locate_const(c->params, OSSL_KDF_PARAM_SCRYPT_N) != NULL)
        r->past[slot].has_cost = true;
}

/* The default provider copies no context whose key or salt is empty, and 3.0 none at all; the module does. */
static bool is_refused_copy(const struct kdf_call *c, const struct answer *by_default)
{
    return c->type == KDF_DUP && by_default->ret <= 0;
}

static void call(struct run *r, unsigned slot, const struct kdf_call *c)
{
    static struct answer answers[NUM_SIDES];
    const char *difference;

    if (kdf_call_is_excepted(r->k, &r->past[slot], c)) {
        num_excepted++;
        return;
    }
    note(r, slot, c);
    for (enum side side = DEFAULT; side < NUM_SIDES; side++)
        ask(r, side, slot, c, &answers[side]);
    log_add(&r->log, " = %d", answers[DEFAULT].ret);
    difference = is_refused_copy(c, &answers[DEFAULT]) ? NULL : answer_difference(answers);
    if (difference != NULL && !r->diverged) {
        fail("%s: %s differs (%d, default %d) at the end of:%s", r->k->name, difference, answers[MODULE].ret,
             answers[DEFAULT].ret, r->log.text);
        r->diverged = true;
    }
    num_calls++;
    num_derived += c->type == KDF_DERIVE && answers[DEFAULT].ret > 0;
    follow(r, slot, c, answers[DEFAULT].ret > 0);
}

/* ---- proper use ---- */

static bool is(const struct run *r, const char *name)
{
    return EVP_KDF_is_a(r->k->kdf[DEFAULT], name);
}

/* Never draw the digest NULL for a KDF that only the default provider has, or for SSHKDF, which would loop forever. */
static void draw_digest(struct run *r, const char *key)
{
    const char *name = names_draw(&r->digests, &r->rnd);

    if (r->with_cmac && random_chance(&r->rnd, 90))
        return;
    while ((r->is_stacked || is(r, "SSHKDF")) && (strcasecmp(name, "NULL") == 0 || strcasecmp(name, "UNDEF") == 0))
        name = names_draw(&r->digests, &r->rnd);
    drawn_text(&r->drawn, key, name);
}

/* HMAC seldom comes with a cipher. */
static void draw_cipher(struct run *r, const char *key)
{
    static const char *const aes[] = { "AES-128-CBC", "AES-256-CBC", "aes192", "2.16.840.1.101.3.4.1.42" };

    if (r->with_cmac && random_chance(&r->rnd, 80))
        drawn_text(&r->drawn, key, aes[random_below(&r->rnd, 4)]);
    else if (!is(r, "KBKDF") || r->with_cmac || random_chance(&r->rnd, 20))
        drawn_text(&r->drawn, key, names_draw(&r->ciphers, &r->rnd));
}

static void draw_mac(struct run *r, const char *key)
{
    static const char *const names[] = { "HMAC", "HMAC", "CMAC", "KMAC-128", "kmac256" };

    drawn_text(&r->drawn, key, r->with_cmac ? "cmac" : names[random_below(&r->rnd, 5)]);
}

/* Draw the mode of HKDF and TLS13-KDF, as text or as a number, or that of KBKDF. */
static void draw_mode(struct run *r, const char *key)
{
    static const char *const names[] = { "EXTRACT_AND_EXPAND", "EXTRACT_ONLY", "EXPAND_ONLY", "COUNTER", "FEEDBACK" };
    unsigned mode = is(r, "KBKDF") && random_chance(&r->rnd, 90) ? 3 + random_below(&r->rnd, 2)
                                                                 : random_below(&r->rnd, 5);

    if (random_chance(&r->rnd, 50) || mode > 2)
        drawn_text(&r->drawn, key, names[mode]);
    else
        drawn_number(&r->drawn, &r->rnd, key, mode);
}

/* Draw mostly the length of a digest, which EXPAND_ONLY requires of its key. */
static void draw_secret(struct run *r, const char *key)
{
    static const unsigned usual[] = { 0, 1, 8, 16, 20, 28, 32, 48, 64, 65, 128, 129, 200 };

    drawn_random_octets(&r->drawn, &r->rnd, key,
                        random_chance(&r->rnd, 80) ? usual[random_below(&r->rnd, 13)] : random_below(&r->rnd, 300));
}

/* Draw a key, of CMAC mostly with the length of an AES key. */
static void draw_key_of_mac(struct run *r, const char *key)
{
    if (r->with_cmac && random_chance(&r->rnd, 80))
        drawn_random_octets(&r->drawn, &r->rnd, key, 16 + 8 * random_below(&r->rnd, 3));
    else
        draw_secret(r, key);
}

/* Draw data that may occur more than once, or is concatenated by some KDFs: up to three times. */
static void draw_data(struct run *r, const char *key)
{
    unsigned times = random_chance(&r->rnd, 70) ? 1 : random_below(&r->rnd, 4);

    while (times-- > 0)
        drawn_random_octets(&r->drawn, &r->rnd, key, random_below(&r->rnd, random_chance(&r->rnd, 90) ? 60 : 1100));
}

/* Draw data that is seldom there: fields of X942KDF that exclude each other, the IV of KBKDF. */
static void draw_seldom(struct run *r, const char *key)
{
    if (random_chance(&r->rnd, 25))
        draw_secret(r, key);
}

static void draw_seed(struct run *r, const char *key)
{
    (is(r, "KBKDF") ? draw_seldom : draw_data)(r, key);
}

/* The key wraps that X942KDF accepts, and other ciphers. */
static void draw_wrap(struct run *r, const char *key)
{
    static const char *const names[] = { "AES-128-WRAP",   "AES-192-WRAP", "aes256-wrap",
                                         "id-aes128-wrap", "DES3-WRAP",    "2.16.840.1.101.3.4.1.45",
                                         "AES-256-CBC",    "nonsense" };

    drawn_text(&r->drawn, key, names[random_below(&r->rnd, random_chance(&r->rnd, 80) ? 4 : 8)]);
}

/* What PKCS12KDF derives: a key, an IV, a key of a MAC, or something else. */
static void draw_purpose(struct run *r, const char *key)
{
    drawn_number(&r->drawn, &r->rnd, key, random_chance(&r->rnd, 80) ? 1 + random_below(&r->rnd, 3) : 259);
}

static void draw_counter_bits(struct run *r, const char *key)
{
    static const unsigned usual[] = { 32, 32, 24, 16, 8, 7 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 6)]);
}

/* An iteration of Argon2 is a pass over its memory. */
static void draw_iterations(struct run *r, const char *key)
{
    static const unsigned usual[] = { 0, 1, 2, 3, 7, 100, 1000, 1, 2, 3, 4, 5 };
    unsigned number = usual[random_below(&r->rnd, 12)];

    drawn_number(&r->drawn, &r->rnd, key, kdf_is_argon2(r->k) ? number % 5 : number);
}

static void draw_cost(struct run *r, const char *key)
{
    static const uint64_t usual[] = { 2, 4, 8, 16, 64, 256, 2, 0, 1, 3, (uint64_t)1 << 33, UINT64_MAX };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 12)]);
}

static void draw_parallel(struct run *r, const char *key)
{
    static const uint64_t usual[] = { 1, 1, 1, 2, 3, 4, 8, 8, 5, 0, (uint64_t)1 << 29, (uint64_t)1 << 32 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 12)]);
}

/* Draw the parameter of this name of scrypt or of KBKDF. */
static void draw_r(struct run *r, const char *key)
{
    (is(r, "KBKDF") ? draw_counter_bits : draw_parallel)(r, key);
}

static void draw_memory(struct run *r, const char *key)
{
    static const uint64_t usual[] = { 0, 1, 4096, 1 << 20, 32 << 20, (uint64_t)1 << 31, 64 << 10 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 7)]);
}

/* ---- Argon2 ---- */

static void draw_kibibytes(struct run *r, const char *key)
{
    static const unsigned usual[] = { 8, 9, 16, 24, 33, 64, 70, 100, 530, 7, 0, 8 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 12)]);
}

static void draw_lanes(struct run *r, const char *key)
{
    static const unsigned usual[] = { 1, 1, 1, 2, 3, 4, 5, 8, 0, 1u << 24 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 10)]);
}

/* Nobody gave libcrypto threads, so more than one is an error. */
static void draw_threads(struct run *r, const char *key)
{
    static const unsigned usual[] = { 1, 1, 1, 1, 1, 1, 1, 2, 0, 1u << 24 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 10)]);
}

static void draw_version(struct run *r, const char *key)
{
    static const unsigned usual[] = { 0x10, 0x13, 0x10, 0x13, 0x13, 0x11 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 6)]);
}

static void draw_size(struct run *r, const char *key)
{
    static const unsigned usual[] = { 4, 16, 32, 64, 65, 128, 3, 0 };

    drawn_number(&r->drawn, &r->rnd, key, usual[random_below(&r->rnd, 8)]);
}

/* Draw SSHKDF's letter: RFC 4253 sec. 7.2. */
static void draw_letter(struct run *r, const char *key)
{
    const char letter[] = { (char)('A' + random_below(&r->rnd, 7)), '\0' };

    drawn_text(&r->drawn, key, letter);
}

/* Numbers that determine the cost: other values could take hours. */
static bool is_cost(const char *key)
{
    static const char *const costs[] = { "iter", "n", "r", "p", "maxmem_bytes", "memcost", "lanes" };

    for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++)
        if (strcmp(costs[i], key) == 0)
            return true;
    return false;
}

static void draw_switch(struct run *r, const char *key)
{
    drawn_number(&r->drawn, &r->rnd, key, random_below(&r->rnd, 2));
}

static void draw_properties(struct run *r, const char *key)
{
    if (random_chance(&r->rnd, 10))
        drawn_text(&r->drawn, key, random_chance(&r->rnd, 50) ? "" : "?fips=yes");
}

/* Values that make sense for each parameter; parameters that are not listed are not set. */
static const struct {
    const char *key;
    void (*draw)(struct run *r, const char *key);
} values[] = {
    { "digest", draw_digest },
    { "cipher", draw_cipher },
    { "mac", draw_mac },
    { "mode", draw_mode },
    { "key", draw_key_of_mac },
    { "secret", draw_secret },
    { "pass", draw_secret },
    { "salt", draw_secret },
    { "info", draw_data },
    { "seed", draw_seed },
    { "prefix", draw_data },
    { "label", draw_data },
    { "data", draw_data },
    { "iter", draw_iterations },
    { "n", draw_cost },
    { "r", draw_r },
    { "p", draw_parallel },
    { "maxmem_bytes", draw_memory },
    { "pkcs5", draw_switch },
    { "properties", draw_properties },
    { "constant", draw_secret },
    { "xcghash", draw_secret },
    { "session_id", draw_secret },
    { "type", draw_letter },
    { "use-l", draw_switch },
    { "use-separator", draw_switch },
    { "cekalg", draw_wrap },
    { "acvp-info", draw_seldom },
    { "partyu-info", draw_seldom },
    { "partyv-info", draw_seldom },
    { "supp-pubinfo", draw_seldom },
    { "supp-privinfo", draw_seldom },
    { "ukm", draw_seldom },
    { "use-keybits", draw_switch },
    { "id", draw_purpose },
    { "ad", draw_secret },
    { "memcost", draw_kibibytes },
    { "lanes", draw_lanes },
    { "threads", draw_threads },
    { "version", draw_version },
    { "early_clean", draw_switch },
    { "size", draw_size },
};

static void draw_value(struct run *r, const char *key)
{
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (strcmp(values[i].key, key) == 0)
            values[i].draw(r, key);
}

static bool is_listed_before(const OSSL_PARAM *list, const OSSL_PARAM *p)
{
    return OSSL_PARAM_locate_const(list, p->key) != p;
}

/* Draw a value for each parameter that the default provider accepts, leave some out, and shuffle them. */
static void draw_settings(struct run *r, unsigned percent_given)
{
    const OSSL_PARAM *list = EVP_KDF_settable_ctx_params(r->k->kdf[DEFAULT]);

    drawn_clear(&r->drawn);
    r->with_cmac = is(r, "KBKDF") && random_chance(&r->rnd, 35);
    for (const OSSL_PARAM *p = list; p != NULL && p->key != NULL; p++)
        if (!is_listed_before(list, p) && random_chance(&r->rnd, percent_given))
            draw_value(r, p->key);
    if (random_chance(&r->rnd, 80))
        drawn_shuffle(&r->drawn, &r->rnd);
}

static size_t draw_len(struct random *rnd)
{
    static const unsigned usual[] = { 0, 1, 12, 16, 20, 31, 32, 33, 48, 64, 65, 100, 128, 255 };

    return random_chance(rnd, 85) ? usual[random_below(rnd, 14)] : random_below(rnd, ANSWER_ROOM + 1);
}

static void derive(struct run *r, unsigned slot, const OSSL_PARAM *params)
{
    size_t len = EVP_KDF_CTX_get_kdf_size(r->ctx[slot][DEFAULT]);

    ERR_clear_error();
    if (len == 0 || len > ANSWER_ROOM || random_chance(&r->rnd, 20))
        len = draw_len(&r->rnd);
    call(r, slot, &(struct kdf_call){ .type = KDF_DERIVE, .params = params, .len = len });
}

/* Set everything in one call before, with the derivation, or one at a time. */
static void set_up(struct run *r, unsigned slot)
{
    unsigned way = random_below(&r->rnd, 3);

    r->past[slot].is_set = true;
    draw_settings(r, random_chance(&r->rnd, 70) ? 100 : 85);
    if (way == 0) {
        derive(r, slot, r->drawn.params);
        return;
    }
    for (unsigned i = 0; i < r->drawn.num && way == 2; i++) { /* one after the other */
        OSSL_PARAM one[] = { r->drawn.params[i], OSSL_PARAM_END };

        call(r, slot, &(struct kdf_call){ .type = KDF_SET, .params = one });
    }
    if (way == 1)
        call(r, slot, &(struct kdf_call){ .type = KDF_SET, .params = r->drawn.params });
    derive(r, slot, NULL);
}

/* ---- anything ---- */

static const char *draw_key(struct run *r)
{
    const OSSL_PARAM *list = EVP_KDF_settable_ctx_params(r->k->kdf[DEFAULT]);
    unsigned num = 0;

    while (list != NULL && list[num].key != NULL)
        num++;
    return num == 0 || random_chance(&r->rnd, 3) ? "unheard-of" : list[random_below(&r->rnd, num)].key;
}

/* Draw one or two parameters with a right or a wrong value, or a whole new set. */
static void draw_stray(struct run *r)
{
    unsigned times = random_chance(&r->rnd, 80) ? 1 : 2;

    drawn_clear(&r->drawn);
    if (random_chance(&r->rnd, 15))
        draw_settings(r, 50);
    else
        while (times-- > 0) {
            const char *key = draw_key(r);

            if (random_chance(&r->rnd, 50))
                draw_value(r, key);
            else if (is_cost(key))
                drawn_text(&r->drawn, key, "1");
            else
                drawn_wrong(&r->drawn, &r->rnd, key);
        }
}

static void random_call(struct run *r)
{
    unsigned slot = random_below(&r->rnd, SLOTS);
    struct kdf_call c = { .type = (enum kdf_call_type)random_below(&r->rnd, KDF_NUM_CALLS) };

    if (!r->past[slot].is_set && random_chance(&r->rnd, 85)) {
        set_up(r, slot);
    } else if (random_chance(&r->rnd, 50)) {
        derive(r, slot, NULL);
    } else if (c.type == KDF_SET) {
        draw_stray(r);
        c.params = r->drawn.params;
        call(r, slot, &c);
    } else if (c.type == KDF_DERIVE) {
        draw_stray(r);
        derive(r, slot, r->drawn.params);
    } else {
        call(r, slot, &c);
    }
}

static void run_program(struct run *r)
{
    for (unsigned i = 0; i < SLOTS * NUM_SIDES; i++)
        r->ctx[i / NUM_SIDES][i % NUM_SIDES] = EVP_KDF_CTX_new(r->k->kdf[i % NUM_SIDES]);
    memset(r->past, 0, sizeof(r->past));
    r->diverged = false;
    log_clear(&r->log);
    for (unsigned n = random_below(&r->rnd, MAX_CALLS) + 3; n > 0 && !r->diverged; n--)
        random_call(r);
    for (unsigned i = 0; i < SLOTS * NUM_SIDES; i++)
        EVP_KDF_CTX_free(r->ctx[i / NUM_SIDES][i % NUM_SIDES]);
    num_programs += !r->diverged;
}

static void run_programs(struct run *r, uint64_t seed, unsigned long num)
{
    for (unsigned long i = 0; i < num && failures < 20; i++) {
        r->rnd.state = seed + i;
        run_program(r);
        if (r->diverged)
            printf("  replay: --kdf %s --seed %llu --programs 1\n", r->k->name, (unsigned long long)(seed + i));
    }
}

/* ---- the default provider's KDFs, which use the module's digests, MACs and ciphers in its library context ---- */

/* Several KDFs of 4.0 (SNMPKDF, SRTPKDF, PKCS12KDF) crash in wrong calls. */
static bool is_left_out(const char *name)
{
    return OPENSSL_version_major() >= 4 && strcmp(name, "KBKDF") != 0;
}

/* arg: struct run, whose harness knows what the module itself offers */
static void check_stacked(EVP_KDF *kdf, void *arg)
{
    struct run *r = arg;
    const char *name = EVP_KDF_get0_name(kdf);
    struct kdf both = { .kdf = { kdf, EVP_KDF_fetch(r->h->lib[MODULE], name, NULL) } };

    snprintf(both.name, sizeof(both.name), "%s", name);
    r->k = &both;
    r->is_stacked = true;
    if (!is_left_out(name) && harness_find_kdf(r->h, name) == NULL && both.kdf[MODULE] != NULL && failures < 20
        && (r->only == NULL || strcasecmp(name, r->only) == 0)) {
        run_programs(r, r->seed, r->num);
        r->num_stacked++;
    }
    EVP_KDF_free(both.kdf[MODULE]);
}

/* ---- threads ---- */

enum { ARGON2_OUT = 32 };

/* 4 MiB in four lanes, enough to be shared. */
static bool derive_argon2(OSSL_LIB_CTX *lib, uint8_t out[ARGON2_OUT])
{
    uint32_t memory = 4096, lanes = 4, passes = 2;
    OSSL_PARAM params[] = {
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, "password", 8),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, "salt of 16 bytes", 16),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_ITER, &passes),
        OSSL_PARAM_uint32("memcost", &memory),
        OSSL_PARAM_uint32("lanes", &lanes),
        OSSL_PARAM_END,
    };
    EVP_KDF *kdf = EVP_KDF_fetch(lib, "ARGON2ID", "provider=afterburner");
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    bool ok = ctx != NULL && EVP_KDF_derive(ctx, out, ARGON2_OUT, params) == 1;

    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    return ok;
}

/* Where `threads` is set, Argon2 derives the same: the first time alone, to be timed, later perhaps shared. */
static void check_threads(const struct harness *h)
{
    OSSL_LIB_CTX *lib = open_beside("threads = 2", "");
    uint8_t alone[ARGON2_OUT], shared[ARGON2_OUT];

    if (!derive_argon2(h->lib[MODULE], alone))
        fail("Argon2 of four lanes fails");
    for (unsigned i = 0; i < 4; i++)
        if (!derive_argon2(lib, shared) || memcmp(alone, shared, ARGON2_OUT) != 0)
            fail("Argon2, derivation %u with threads is another", i);
    OSSL_LIB_CTX_free(lib);
}

static void on_crash(int sign)
{
    (void)!write(STDOUT_FILENO, crash_note, (unsigned)strlen(crash_note));
    _exit(128 + sign);
}

int main(int argc, char **argv)
{
    static struct harness h;
    static struct run r;
    const char *seed = option(argc, argv, "--seed"), *programs = option(argc, argv, "--programs");

    if (argc == 2 && strcmp(argv[1], "--exceptions") == 0) {
        kdf_print_exceptions();
        return 0;
    }
    harness_open(&h);
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    r.h = &h;
    r.only = option(argc, argv, "--kdf");
    r.seed = seed == NULL ? 1 : strtoull(seed, NULL, 0);
    r.num = programs == NULL ? 3000 : strtoul(programs, NULL, 0);
    names_of_digests(&r.digests, &h);
    names_of_ciphers(&r.ciphers, &h, EVP_CIPH_CBC_MODE);
    for (unsigned i = 0; i < h.num_kdfs && failures < 20; i++) {
        r.k = &h.kdfs[i];
        if (r.k->kdf[DEFAULT] != NULL && (r.only == NULL || strcasecmp(r.k->name, r.only) == 0))
            run_programs(&r, r.seed, r.num);
    }
    EVP_KDF_do_all_provided(h.lib[DEFAULT], check_stacked, &r);
    if (harness_find_kdf(&h, "ARGON2ID") != NULL)
        check_threads(&h);
    printf("%u KDFs and %u that stand on the module, %lu programs agree, %lu calls (%lu derived), %lu not compared, "
           "%u failures\n",
           h.num_kdfs, r.num_stacked, num_programs, num_calls, num_derived, num_excepted, failures);
    names_free(&r.digests), names_free(&r.ciphers);
    if (h.num_kdfs == 0) {
        puts("SKIP: the module offers no KDF here");
        return SKIPPED;
    }
    harness_close(&h);
    return failures != 0 || num_derived == 0;
}

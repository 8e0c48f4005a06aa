/*
 * MACs: random programs of calls, run with the default provider and with the module side by side. Everything that a
 * caller can see must be equal: success, lengths, bytes, parameters. The module raises an error wherever the default
 * provider does, and a call that fails writes nothing. OpenSSL lists the MACs, their parameters, and the digests and
 * ciphers that they can use.
 *
 * evp_mac [--mac NAME] [--seed N] [--programs N]      program i of each MAC runs with seed N + i
 * evp_mac --exceptions                                print what is not compared and why
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "afterburner/chacha20_poly1305.h"
#include "draw.h"
#include "mac_exceptions.h"

enum { MAX_MESSAGE = 5000, MAX_KEY = 600, SLOTS = 2, MAX_CALLS = 26 };

static const char *const call_names[MAC_NUM_CALLS] = {
    "init", "update", "final", "final-xof", "ask-size", "dup", "set", "get", "sizes",
};

struct run {
    const struct harness *h;
    const struct mac *m;
    struct random rnd;
    struct names digests, cbc, gcm;
    EVP_MAC_CTX *ctx[SLOTS][NUM_SIDES];
    struct mac_past past[SLOTS];
    struct drawn drawn;
    uint8_t key[MAX_KEY];
    struct program_log log;
    bool diverged;
};

static uint8_t message[MAX_MESSAGE + MAC_MAX_RECORD];
static unsigned long num_programs, num_calls, num_successes, num_excepted;
static char crash_note[LOG_ROOM + 200];

/* ---- one call ---- */

/* Get every gettable parameter of the default provider, into memory of two sizes. */
static int get_all(const struct run *r, EVP_MAC_CTX *ctx, struct answer *a)
{
    int num_good = 0;

    for (const OSSL_PARAM *p = EVP_MAC_gettable_ctx_params(r->m->mac[DEFAULT]); p != NULL && p->key != NULL; p++)
        for (size_t size = 4; size <= 8; size += 4) {
            uint64_t value = 0;
            OSSL_PARAM params[] = { { p->key, p->data_type, &value, size, OSSL_PARAM_UNMODIFIED }, OSSL_PARAM_END };
            int ok = EVP_MAC_CTX_get_params(ctx, params) > 0;

            num_good += ok;
            memcpy(a->out + a->len, &value, 8);
            a->len += 8;
        }
    return 1 + num_good;
}

static int make_call(struct run *r, enum side side, unsigned slot, const struct mac_call *c, struct answer *a)
{
    EVP_MAC_CTX **ctx = &r->ctx[slot][side];

    switch (c->type) {
    case MAC_INIT: return EVP_MAC_init(*ctx, c->key, c->key_len, c->params);
    case MAC_UPDATE: return EVP_MAC_update(*ctx, c->len == 0 && c->at % 2 ? NULL : message + c->at, c->len);
    case MAC_FINAL: return EVP_MAC_final(*ctx, a->out, &a->len, c->len);
    case MAC_FINAL_XOF: return EVP_MAC_finalXOF(*ctx, a->out, c->len);
    case MAC_ASK_SIZE: return EVP_MAC_final(*ctx, NULL, &a->len, 0);
    case MAC_DUP:
        EVP_MAC_CTX_free(*ctx);
        *ctx = EVP_MAC_CTX_dup(r->ctx[1 - slot][side]);
        return *ctx != NULL;
    case MAC_SET: return EVP_MAC_CTX_set_params(*ctx, c->params);
    case MAC_GET: return get_all(r, *ctx, a);
    default:
        a->len = EVP_MAC_CTX_get_block_size(*ctx) << 16;
        a->len |= EVP_MAC_CTX_get_mac_size(*ctx);
        return 1;
    }
}

static void ask(struct run *r, enum side side, unsigned slot, const struct mac_call *c, struct answer *a)
{
    answer_poison(a);
    ERR_clear_error();
    a->ret = make_call(r, side, slot, c, a);
    a->raised = ERR_peek_error() != 0;
    if (a->ret <= 0) /* the answer has no length then */
        a->len = 0;
}

static void note(struct run *r, unsigned slot, const struct mac_call *c)
{
    log_add(&r->log, "\n    [%u] %s", slot, call_names[c->type]);
    if (c->type == MAC_INIT)
        log_add(&r->log, c->key == NULL ? " no key" : " key of %zu", c->key_len);
    if (c->type == MAC_UPDATE || c->type == MAC_FINAL || c->type == MAC_FINAL_XOF)
        log_add(&r->log, " %zu", c->len);
    log_params(&r->log, c->params);
    snprintf(crash_note, sizeof(crash_note), "%s: crash at the end of:%s\n", r->m->name, r->log.text);
}

static void renew(struct run *r, unsigned slot)
{
    for (enum side side = DEFAULT; side < NUM_SIDES; side++) {
        EVP_MAC_CTX_free(r->ctx[slot][side]);
        r->ctx[slot][side] = EVP_MAC_CTX_new(r->m->mac[side]);
    }
    r->past[slot] = (struct mac_past){ 0 };
    log_add(&r->log, " (a new context)");
}

/* The state after a failed setting depends on the implementation: continue with a new context. */
static bool is_half_done(const struct mac_call *c)
{
    return c->params != NULL && c->params[0].key != NULL;
}

static void follow(struct run *r, unsigned slot, const struct mac_call *c, bool ok)
{
    if (!ok && (c->type == MAC_DUP || is_half_done(c)))
        renew(r, slot);
    else if (c->type == MAC_DUP)
        r->past[slot] = r->past[1 - slot];
    else
        mac_follow(&r->past[slot], c, ok);
}

static void call(struct run *r, unsigned slot, const struct mac_call *c)
{
    static struct answer answers[NUM_SIDES];
    const char *difference;

    if (mac_call_is_excepted(r->m, &r->past[c->type == MAC_DUP ? 1 - slot : slot], c)) {
        num_excepted++;
        return;
    }
    note(r, slot, c);
    for (enum side side = DEFAULT; side < NUM_SIDES; side++)
        ask(r, side, slot, c, &answers[side]);
    log_add(&r->log, " = %d", answers[DEFAULT].ret);
    difference = answer_difference(answers);
    if (difference != NULL && !r->diverged) {
        fail("%s: %s differs (%d, default %d; %zu bytes, default %zu) at the end of:%s", r->m->name, difference,
             answers[MODULE].ret, answers[DEFAULT].ret, answers[MODULE].len, answers[DEFAULT].len, r->log.text);
        r->diverged = true;
    }
    num_calls++;
    num_successes += answers[DEFAULT].ret > 0;
    follow(r, slot, c, answers[DEFAULT].ret > 0);
}

/* ---- proper use ---- */

static void open_run(struct run *r)
{
    for (unsigned i = 0; i < SLOTS * NUM_SIDES; i++)
        r->ctx[i / NUM_SIDES][i % NUM_SIDES] = EVP_MAC_CTX_new(r->m->mac[i % NUM_SIDES]);
    memset(r->past, 0, sizeof(r->past));
    log_clear(&r->log);
    r->diverged = false;
    random_bytes(&r->rnd, r->key, sizeof(r->key));
}

static void close_run(struct run *r)
{
    for (unsigned i = 0; i < SLOTS * NUM_SIDES; i++)
        EVP_MAC_CTX_free(r->ctx[i / NUM_SIDES][i % NUM_SIDES]);
}

static bool takes(const struct run *r, const char *key)
{
    return OSSL_PARAM_locate_const(EVP_MAC_settable_ctx_params(r->m->mac[DEFAULT]), key) != NULL;
}

/* Only GMAC accepts an IV. */
static const struct names *ciphers_of(const struct run *r)
{
    return takes(r, OSSL_MAC_PARAM_IV) ? &r->gcm : &r->cbc;
}

/* Draw the length of a key, for the drawn cipher if there is one. */
static size_t draw_key_len(struct run *r, const char *cipher_name)
{
    static const unsigned usual[] = { 0,   1,   16,  20,  24,  32,  48,  63,  64,  65,
                                      104, 127, 128, 129, 135, 136, 137, 144, 168, 200 };
    EVP_CIPHER *cipher = cipher_name == NULL ? NULL : EVP_CIPHER_fetch(r->h->lib[DEFAULT], cipher_name, NULL);
    size_t len = cipher == NULL ? usual[random_below(&r->rnd, sizeof(usual) / sizeof(usual[0]))]
                                : (size_t)EVP_CIPHER_get_key_length(cipher);

    EVP_CIPHER_free(cipher);
    ERR_clear_error();
    if (EVP_MAC_is_a(r->m->mac[DEFAULT], "POLY1305"))
        len = AB_POLY1305_KEY_LEN;
    return random_chance(&r->rnd, 93) ? len : random_below(&r->rnd, 70);
}

static size_t draw_iv_len(struct random *rnd)
{
    return random_chance(rnd, 70) ? 12 : random_below(rnd, 140);
}

/* Draw one value for each parameter that the MAC needs or accepts. Returns the cipher's name, or NULL. */
static const char *draw_settings(struct run *r)
{
    struct drawn *d = &r->drawn;
    struct random *rnd = &r->rnd;
    const char *cipher = NULL;

    drawn_clear(d);
    if (takes(r, OSSL_MAC_PARAM_DIGEST) && random_chance(rnd, 97))
        drawn_text(d, OSSL_MAC_PARAM_DIGEST, names_draw(&r->digests, rnd));
    if (takes(r, OSSL_MAC_PARAM_CIPHER) && random_chance(rnd, 97))
        drawn_text(d, OSSL_MAC_PARAM_CIPHER, cipher = names_draw(ciphers_of(r), rnd));
    if (takes(r, OSSL_MAC_PARAM_IV) && random_chance(rnd, 95))
        drawn_random_octets(d, rnd, OSSL_MAC_PARAM_IV, draw_iv_len(rnd));
    if (takes(r, OSSL_MAC_PARAM_CUSTOM) && random_chance(rnd, 50))
        drawn_random_octets(d, rnd, OSSL_MAC_PARAM_CUSTOM, random_below(rnd, random_chance(rnd, 80) ? 40 : 600));
    if (takes(r, OSSL_MAC_PARAM_SIZE) && random_chance(rnd, 50))
        drawn_number(d, rnd, OSSL_MAC_PARAM_SIZE, random_below(rnd, random_chance(rnd, 80) ? 80 : ANSWER_ROOM));
    if (takes(r, OSSL_MAC_PARAM_XOF) && random_chance(rnd, 30))
        drawn_number(d, rnd, OSSL_MAC_PARAM_XOF, random_below(rnd, 2));
    if (takes(r, OSSL_MAC_PARAM_PROPERTIES) && random_chance(rnd, 5))
        drawn_text(d, OSSL_MAC_PARAM_PROPERTIES, random_chance(rnd, 50) ? "" : "?fips=yes");
    return cipher;
}

/* Pass settings and key in one of the ways that work. */
static void begin(struct run *r, unsigned slot)
{
    size_t key_len = draw_key_len(r, draw_settings(r));
    struct mac_call init = { .type = MAC_INIT, .key = r->key + random_below(&r->rnd, 8), .key_len = key_len };

    switch (random_below(&r->rnd, 4)) {
    case 0: /* the key is one of the settings */
        drawn_octets(&r->drawn, OSSL_MAC_PARAM_KEY, init.key, key_len);
        init.key = NULL;
        drawn_shuffle(&r->drawn, &r->rnd);
        init.params = r->drawn.params;
        break;
    case 1: /* the settings come first */
        call(r, slot, &(struct mac_call){ .type = MAC_SET, .params = r->drawn.params });
        break;
    case 2: /* ... with the key, which the init passes again */
        drawn_octets(&r->drawn, OSSL_MAC_PARAM_KEY, init.key, key_len);
        call(r, slot, &(struct mac_call){ .type = MAC_SET, .params = r->drawn.params });
        break;
    default: drawn_shuffle(&r->drawn, &r->rnd); init.params = r->drawn.params;
    }
    call(r, slot, &init);
}

static size_t draw_len(struct random *rnd)
{
    unsigned bound = random_chance(rnd, 60) ? 150 : random_chance(rnd, 80) ? 1200 : MAX_MESSAGE + 1;

    return random_below(rnd, bound);
}

static void update(struct run *r, unsigned slot)
{
    size_t len = draw_len(&r->rnd), at = random_below(&r->rnd, (unsigned)(MAX_MESSAGE - len) + 1);

    call(r, slot, &(struct mac_call){ .type = MAC_UPDATE, .at = at, .len = len });
}

/* ---- anything ---- */

/* Draw one parameter that the MAC accepts, with a right or a wrong value; or two, or one twice. */
static const OSSL_PARAM *draw_stray(struct run *r)
{
    const OSSL_PARAM *list = EVP_MAC_settable_ctx_params(r->m->mac[DEFAULT]);
    unsigned num = 0, times = random_chance(&r->rnd, 80) ? 1 : 2;

    if (random_chance(&r->rnd, 40)) {
        (void)draw_settings(r);
        return r->drawn.params;
    }
    drawn_clear(&r->drawn);
    while (list != NULL && list[num].key != NULL)
        num++;
    while (times-- > 0 && num > 0)
        drawn_wrong(&r->drawn, &r->rnd,
                    random_chance(&r->rnd, 4) ? "unheard-of" : list[random_below(&r->rnd, num)].key);
    return r->drawn.params;
}

static void stray(struct run *r, unsigned slot)
{
    struct mac_call c = { .type = (enum mac_call_type)random_below(&r->rnd, MAC_NUM_CALLS) };

    if (c.type == MAC_UPDATE) {
        update(r, slot);
        return;
    }
    if (c.type == MAC_SET || (c.type == MAC_INIT && random_chance(&r->rnd, 50)))
        c.params = draw_stray(r);
    if (c.type == MAC_INIT && random_chance(&r->rnd, 50)) {
        c.key = r->key + random_below(&r->rnd, 8);
        c.key_len = draw_key_len(r, NULL);
    }
    c.len = random_chance(&r->rnd, 50) ? ANSWER_ROOM : random_below(&r->rnd, 70); /* the room for the output */
    call(r, slot, &c);
}

static void end(struct run *r, unsigned slot)
{
    bool is_xof = takes(r, OSSL_MAC_PARAM_XOF) && random_chance(&r->rnd, 30);
    size_t room = EVP_MAC_CTX_get_mac_size(r->ctx[slot][DEFAULT]);

    if (random_chance(&r->rnd, 30))
        call(r, slot, &(struct mac_call){ .type = MAC_ASK_SIZE });
    call(r, slot,
         &(struct mac_call){ .type = is_xof ? MAC_FINAL_XOF : MAC_FINAL,
                             .len = random_chance(&r->rnd, 50) && room <= ANSWER_ROOM ? room : ANSWER_ROOM });
}

/* Make mostly a call that makes sense next. */
static void random_call(struct run *r)
{
    unsigned slot = random_below(&r->rnd, SLOTS);
    const struct mac_past *past = &r->past[slot];

    if (random_chance(&r->rnd, 15))
        stray(r, slot);
    else if (!past->keyed || (past->over && random_chance(&r->rnd, 50)))
        begin(r, slot);
    else if (past->over) /* the same key for another message */
        call(r, slot, &(struct mac_call){ .type = MAC_INIT });
    else if (random_chance(&r->rnd, 60))
        update(r, slot);
    else if (random_chance(&r->rnd, 30))
        call(r, 1 - slot, &(struct mac_call){ .type = MAC_DUP });
    else
        end(r, slot);
}

static void run_program(struct run *r)
{
    open_run(r);
    for (unsigned n = random_below(&r->rnd, MAX_CALLS) + 3; n > 0 && !r->diverged; n--)
        random_call(r);
    for (unsigned slot = 0; slot < SLOTS && !r->diverged; slot++)
        if (r->past[slot].keyed && !r->past[slot].over)
            end(r, slot);
    close_run(r);
    num_programs += !r->diverged;
}

static void run_programs(struct run *r, uint64_t seed, unsigned long num)
{
    for (unsigned long i = 0; i < num && failures < 20; i++) {
        r->rnd.state = seed + i;
        run_program(r);
        if (r->diverged)
            printf("  replay: --mac %s --seed %llu --programs 1\n", r->m->name, (unsigned long long)(seed + i));
    }
}

/* ---- in one call ---- */

static int quick_mac(const struct run *r, enum side side, const char *inner, size_t key_len, size_t len,
                     struct answer *a)
{
    uint8_t iv[12] = { 3 };
    OSSL_PARAM params[] = { OSSL_PARAM_END, OSSL_PARAM_END };

    if (takes(r, OSSL_MAC_PARAM_IV))
        params[0] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, iv, sizeof(iv));
    return EVP_Q_mac(r->h->lib[side], r->m->name, NULL, inner, params, r->key, key_len, message, len, a->out,
                     sizeof(a->out), &a->len)
           == a->out;
}

/* Call EVP_Q_mac with every digest or cipher that the MAC may use, or none. */
static void check_quick(struct run *r)
{
    const struct names *inner = takes(r, OSSL_MAC_PARAM_DIGEST) ? &r->digests : ciphers_of(r), none = { NULL, 1 };
    static struct answer answers[NUM_SIDES];
    const char *difference;

    if (!takes(r, OSSL_MAC_PARAM_DIGEST) && !takes(r, OSSL_MAC_PARAM_CIPHER))
        inner = &none;
    for (unsigned i = 0; i < inner->num * 4 && failures < 20; i++) {
        const char *name = inner == &none ? NULL : inner->list[i / 4];
        size_t key_len = draw_key_len(r, inner == &r->digests ? NULL : name), len = draw_len(&r->rnd);

        for (enum side side = DEFAULT; side < NUM_SIDES; side++) {
            answer_poison(&answers[side]);
            answers[side].ret = quick_mac(r, side, name, key_len, len, &answers[side]);
        }
        difference = answer_difference(answers);
        if (difference != NULL)
            fail("%s with %s: %s differs, key of %zu, %zu bytes at once", r->m->name, name == NULL ? "nothing" : name,
                 difference, key_len, len);
        num_calls++;
        num_successes += answers[DEFAULT].ret > 0;
    }
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
    const char *only = option(argc, argv, "--mac"), *seed = option(argc, argv, "--seed"),
               *programs = option(argc, argv, "--programs");

    if (argc == 2 && strcmp(argv[1], "--exceptions") == 0) {
        mac_print_exceptions();
        return 0;
    }
    harness_open(&h);
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    r.h = &h;
    names_of_digests(&r.digests, &h);
    names_of_ciphers(&r.cbc, &h, EVP_CIPH_CBC_MODE);
    names_of_ciphers(&r.gcm, &h, EVP_CIPH_GCM_MODE);
    random_bytes(&(struct random){ 7 }, message, sizeof(message));
    for (unsigned i = 0; i < h.num_macs && failures < 20; i++) {
        r.m = &h.macs[i];
        if (r.m->mac[DEFAULT] == NULL || (only != NULL && strcasecmp(r.m->name, only) != 0))
            continue;
        if (seed == NULL)
            check_quick(&r);
        run_programs(&r, seed == NULL ? 1 : strtoull(seed, NULL, 0),
                     programs == NULL ? 10000 : strtoul(programs, NULL, 0));
    }
    printf("%u MACs, %lu programs agree, %lu calls (%lu succeeded), %lu not compared, %u failures\n", h.num_macs,
           num_programs, num_calls, num_successes, num_excepted, failures);
    names_free(&r.digests), names_free(&r.cbc), names_free(&r.gcm);
    if (h.num_macs == 0) {
        puts("SKIP: the module offers no MAC here");
        return SKIPPED;
    }
    harness_close(&h);
    return failures != 0 || num_successes == 0;
}

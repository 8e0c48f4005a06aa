/*
 * Digests: make the same calls with the default provider and the module. Everything that a caller can see must be
 * equal: return values, lengths, bytes. The module raises an error wherever the default provider does, and a call that
 * fails writes nothing.
 *
 * evp_digest [--digest NAME] [--seed N] [--programs N]    every length and cut, then random programs
 * evp_digest --long                                       one message longer than 4 GiB
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { MAX_MESSAGE = 20000, MAX_OUT = 700, EVERY = 300, SLOTS = 2, MAX_OPS = 24 };
enum { UNTOUCHED = 0xa5, LOG = 4096, ONE_IN = 11 };

enum op_type { OP_INIT, OP_UPDATE, OP_FINAL, OP_FINAL_XOF, OP_SQUEEZE, OP_COPY, OP_RESET, OP_SET, OP_SIZE, NUM_OPS };
static const char *const op_names[NUM_OPS] = { "init", "update", "final", "final-xof", "squeeze",
                                               "copy", "reset",  "set",   "size" };

struct op {
    enum op_type type;
    const OSSL_PARAM *params; /* for INIT and SET */
    bool with_md;             /* for INIT */
    size_t at, len;           /* UPDATE: part of the message; FINAL_XOF, SQUEEZE: of the output */
};

struct answer {
    int ret;
    unsigned len;
    bool has_error;
    uint8_t out[MAX_OUT];
};

/*
 * SLOTS contexts for each side. After the final call, early releases go on with what is left in the context; then only
 * success is compared.
 */
struct run {
    const struct harness *h;
    const struct digest *d;
    struct random rnd;
    EVP_MD_CTX *ctx[SLOTS][NUM_SIDES];
    bool has_md[SLOTS], is_over[SLOTS];
    char log[LOG];
    size_t log_len;
    bool diverged;
};

static uint8_t message[MAX_MESSAGE];
static unsigned long num_calls, num_successes;

/* ---- one call ---- */

static int squeeze(EVP_MD_CTX *ctx, uint8_t *out, size_t len)
{
#if OPENSSL_VERSION_NUMBER >= 0x30300000L
    return EVP_DigestSqueeze(ctx, out, len);
#else
    (void)ctx, (void)out, (void)len;
    return 0;
#endif
}

static int make_call(const struct run *r, enum side side, unsigned slot, const struct op *op, struct answer *a)
{
    EVP_MD_CTX *ctx = r->ctx[slot][side];

    switch (op->type) {
    case OP_INIT: return EVP_DigestInit_ex2(ctx, op->with_md ? r->d->md[side] : NULL, op->params);
    case OP_UPDATE: return EVP_DigestUpdate(ctx, op->len == 0 ? NULL : message + op->at, op->len);
    case OP_FINAL: return EVP_DigestFinal_ex(ctx, a->out, &a->len);
    case OP_FINAL_XOF: return EVP_DigestFinalXOF(ctx, a->out, op->len);
    case OP_SQUEEZE: return squeeze(ctx, a->out, op->len);
    case OP_COPY: return EVP_MD_CTX_copy_ex(ctx, r->ctx[1 - slot][side]);
    case OP_RESET: return EVP_MD_CTX_reset(ctx);
    case OP_SET: return EVP_MD_CTX_set_params(ctx, op->params);
    default: return EVP_MD_CTX_get_size(ctx);
    }
}

static void ask(const struct run *r, enum side side, unsigned slot, const struct op *op, struct answer *a)
{
    memset(a, 0, sizeof(*a));
    memset(a->out, UNTOUCHED, sizeof(a->out));
    ERR_clear_error();
    a->ret = make_call(r, side, slot, op, a);
    a->has_error = ERR_peek_error() != 0;
}

static bool is_untouched(const uint8_t *out)
{
    for (size_t i = 0; i < MAX_OUT; i++)
        if (out[i] != UNTOUCHED)
            return false;
    return true;
}

static const char *find_difference(const struct answer *want, const struct answer *got, bool any_bytes)
{
    if (got->ret != want->ret)
        return "return value";
    if (want->has_error && !got->has_error)
        return "no error raised";
    if (any_bytes)
        return NULL;
    if (got->ret <= 0)
        return is_untouched(got->out) ? NULL : "output of a call that failed";
    return got->len != want->len ? "output length" : memcmp(got->out, want->out, MAX_OUT) != 0 ? "output" : NULL;
}

static void note(struct run *r, unsigned slot, const struct op *op, int ret)
{
    int n = snprintf(r->log + r->log_len, LOG - r->log_len, " [%u] %s(%zu)%s = %d;", slot, op_names[op->type],
                     op->params != NULL && op->params->key != NULL ? (size_t)op->params->data_size : op->len,
                     op->params != NULL && op->params->key != NULL ? op->params->key : "", ret);

    r->log_len += n > 0 && (size_t)n < LOG - r->log_len ? (size_t)n : 0;
}

static int call(struct run *r, unsigned slot, const struct op *op)
{
    static struct answer answers[NUM_SIDES];
    const char *difference;

    for (enum side side = DEFAULT; side < NUM_SIDES; side++)
        ask(r, side, slot, op, &answers[side]);
    note(r, slot, op, answers[MODULE].ret);
    difference = find_difference(&answers[DEFAULT], &answers[MODULE], r->is_over[slot] && op->type != OP_SIZE);
    if (difference != NULL && !r->diverged) {
        fail("%s: %s differs (%d, default %d) at the end of:%s", r->d->name, difference, answers[MODULE].ret,
             answers[DEFAULT].ret, r->log);
        r->diverged = true;
    }
    num_calls++;
    num_successes += answers[MODULE].ret > 0;
    return answers[MODULE].ret;
}

static void open_run(struct run *r)
{
    for (unsigned i = 0; i < SLOTS * NUM_SIDES; i++)
        r->ctx[i / NUM_SIDES][i % NUM_SIDES] = EVP_MD_CTX_new();
    memset(r->has_md, 0, sizeof(r->has_md));
    memset(r->is_over, 0, sizeof(r->is_over));
    r->log_len = 0;
    r->diverged = false;
}

static void close_run(struct run *r)
{
    for (unsigned i = 0; i < SLOTS * NUM_SIDES; i++)
        EVP_MD_CTX_free(r->ctx[i / NUM_SIDES][i % NUM_SIDES]);
}

/* ---- every length, every cut ---- */

static void init(struct run *r, unsigned slot)
{
    call(r, slot, &(struct op){ .type = OP_INIT, .with_md = true });
}

/* The other slot holds a copy made at the cut. */
static void check_cut(struct run *r, size_t len, size_t cut)
{
    r->log_len = 0;
    init(r, 0);
    call(r, 0, &(struct op){ .type = OP_UPDATE, .len = cut });
    if (cut % 16 == 5)
        call(r, 1, &(struct op){ .type = OP_COPY });
    call(r, 0, &(struct op){ .type = OP_UPDATE, .at = cut, .len = len - cut });
    call(r, 0, &(struct op){ .type = OP_FINAL });
    if (cut % 16 != 5)
        return;
    call(r, 1, &(struct op){ .type = OP_UPDATE, .at = cut, .len = len - cut });
    call(r, 1, &(struct op){ .type = OP_FINAL });
}

static void check_every_cut(struct run *r)
{
    static unsigned turn;

    open_run(r);
    for (size_t len = 0; len <= EVERY && !r->diverged; len++)
        for (size_t cut = 0; cut <= len && !r->diverged; cut++)
            if (is_turn(&turn, ONE_IN))
                check_cut(r, len, cut);
    close_run(r);
}

typedef int one_shot_fn(const struct run *r, enum side side, size_t len, struct answer *a);

static int by_digest(const struct run *r, enum side side, size_t len, struct answer *a)
{
    return EVP_Digest(message, len, a->out, &a->len, r->d->md[side], NULL);
}

static int by_q_digest(const struct run *r, enum side side, size_t len, struct answer *a)
{
    size_t out_len = 0;
    int ret = EVP_Q_digest(r->h->lib[side], r->d->name, NULL, message, len, a->out, &out_len);

    a->len = (unsigned)out_len;
    return ret;
}

static void check_one_shot(struct run *r, one_shot_fn *digest, size_t len)
{
    static struct answer answers[NUM_SIDES];
    const char *difference;

    for (enum side side = DEFAULT; side < NUM_SIDES; side++) {
        memset(&answers[side], 0, sizeof(answers[side]));
        memset(answers[side].out, UNTOUCHED, MAX_OUT);
        answers[side].ret = digest(r, side, len, &answers[side]);
    }
    difference = find_difference(&answers[DEFAULT], &answers[MODULE], false);
    if (difference != NULL)
        fail("%s: %s differs, %zu bytes at once", r->d->name, difference, len);
    num_calls++;
    num_successes += answers[MODULE].ret > 0;
}

static void check_one_shots(struct run *r)
{
    for (size_t len = 0; len <= MAX_MESSAGE && failures < 20; len += len < EVERY ? 1 : 1 + random_below(&r->rnd, 400)) {
        check_one_shot(r, by_digest, len);
        check_one_shot(r, by_q_digest, len);
    }
}

/* ---- random programs ---- */

/* One parameter that the default provider lists as settable, with any value; an empty list if there is none. */
struct setting {
    OSSL_PARAM params[2];
    size_t number;
    uint8_t bytes[64];
    char text[600];
};

/* Draw a customization string, sometimes longer than any that is accepted, or a function name, right or wrong. */
static void draw_text(struct random *rnd, const char *key, char text[600])
{
    static const char *const names[] = { "", "KMAC", "TupleHash", "Parallelhash", "kmac", "Parallel", "SHAKE" };
    size_t len = random_below(rnd, random_chance(rnd, 70) ? 40 : 600);

    if (strcmp(key, "properties") == 0) {
        strcpy(text, random_chance(rnd, 50) ? "" : "?fips=yes");
    } else if (strcmp(key, "function-name") == 0) {
        strcpy(text, names[random_below(rnd, sizeof(names) / sizeof(names[0]))]);
    } else {
        memset(text, 'a' + (int)random_below(rnd, 26), len);
        text[len] = '\0';
    }
}

static void draw_setting(struct run *r, struct setting *s)
{
    const OSSL_PARAM *list = EVP_MD_settable_ctx_params(r->d->md[DEFAULT]);
    unsigned num = 0;

    s->params[0] = s->params[1] = OSSL_PARAM_construct_end();
    while (list != NULL && list[num].key != NULL)
        num++;
    if (num == 0)
        return;
    list += random_below(&r->rnd, num);
    s->number = random_below(&r->rnd, 140);
    random_bytes(&r->rnd, s->bytes, sizeof(s->bytes));
    if (list->data_type == OSSL_PARAM_UNSIGNED_INTEGER) {
        s->params[0] = OSSL_PARAM_construct_size_t(list->key, &s->number);
    } else if (list->data_type == OSSL_PARAM_UTF8_STRING) {
        draw_text(&r->rnd, list->key, s->text);
        s->params[0] = OSSL_PARAM_construct_utf8_string(list->key, s->text, 0);
    } else if (list->data_type == OSSL_PARAM_OCTET_STRING) /* the master secret of SSL 3.0 has 48 bytes */
        s->params[0] = OSSL_PARAM_construct_octet_string(list->key, s->bytes,
                                                         random_chance(&r->rnd, 80) ? 48 : random_below(&r->rnd, 65));
}

static size_t draw_len(struct random *rnd)
{
    unsigned bound = random_chance(rnd, 60) ? 150 : random_chance(rnd, 80) ? 1200 : MAX_MESSAGE + 1;

    return random_below(rnd, bound);
}

/* Draw mostly a call that makes sense next, and sometimes any call. */
static enum op_type draw_type(struct run *r, unsigned slot)
{
    static const enum op_type usual[] = { OP_UPDATE, OP_UPDATE, OP_UPDATE, OP_UPDATE, OP_COPY, OP_FINAL, OP_FINAL_XOF };

    if (!r->has_md[slot] || (r->is_over[slot] && random_chance(&r->rnd, 70)))
        return random_chance(&r->rnd, 90) ? OP_INIT : OP_COPY;
    if (random_chance(&r->rnd, 70))
        return usual[random_below(&r->rnd, sizeof(usual) / sizeof(usual[0]))];
    return (enum op_type)random_below(&r->rnd, NUM_OPS);
}

/*
 * These calls are left out: an update after the final call (early releases pass it on to what is left of the context)
 * and a copy of an empty slot.
 */
static bool is_senseless(const struct run *r, unsigned slot, enum op_type type)
{
    return (type == OP_UPDATE && r->is_over[slot]) || (type == OP_COPY && !r->has_md[1 - slot]);
}

/*
 * The default provider accepts an extendable output shorter than the digest from SHA-3 of fixed length, and writes
 * beyond it; the module refuses.
 */
static bool is_too_short(const struct run *r, const struct op *op)
{
    const EVP_MD *md = r->d->md[DEFAULT];

    return op->type == OP_FINAL_XOF && !(EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
           && op->len < (size_t)EVP_MD_get_size(md);
}

static void follow(struct run *r, unsigned slot, enum op_type type, int ret)
{
    switch (type) {
    case OP_INIT:
        r->has_md[slot] |= ret > 0;
        r->is_over[slot] &= ret <= 0;
        break;
    case OP_COPY:
        r->has_md[slot] = r->has_md[1 - slot];
        r->is_over[slot] = r->is_over[1 - slot];
        break;
    case OP_RESET: r->has_md[slot] = r->is_over[slot] = false; break;
    case OP_FINAL:
    case OP_FINAL_XOF:
    case OP_SQUEEZE: r->is_over[slot] |= ret > 0; break;
    default: break;
    }
}

static void random_call(struct run *r)
{
    unsigned slot = random_below(&r->rnd, SLOTS);
    struct op op = { .type = draw_type(r, slot), .with_md = !r->has_md[slot] || random_chance(&r->rnd, 60) };
    struct setting setting;

    if (is_senseless(r, slot, op.type))
        return;
    draw_setting(r, &setting);
    if (op.type == OP_SET || (op.type == OP_INIT && random_chance(&r->rnd, 20)))
        op.params = setting.params;
    op.len = op.type == OP_UPDATE ? draw_len(&r->rnd)
                                  : random_below(&r->rnd, random_chance(&r->rnd, 70) ? 80 : MAX_OUT + 1);
    if (is_too_short(r, &op))
        return;
    op.at = random_below(&r->rnd, (unsigned)(MAX_MESSAGE - op.len) + 1);
    follow(r, slot, op.type, call(r, slot, &op));
}

static void check_programs(struct run *r, uint64_t seed, unsigned long num)
{
    for (unsigned long i = 0; i < num && failures < 20; i++) {
        r->rnd.state = seed + i;
        open_run(r);
        for (unsigned n = random_below(&r->rnd, MAX_OPS) + 3; n > 0 && !r->diverged; n--)
            random_call(r);
        for (unsigned slot = 0; slot < SLOTS && !r->diverged; slot++)
            if (r->has_md[slot])
                call(r, slot, &(struct op){ .type = OP_FINAL });
        if (r->diverged)
            printf("  replay: --digest %s --seed %llu --programs 1\n", r->d->name, (unsigned long long)(seed + i));
        close_run(r);
    }
}

/* ---- more than 4 GiB in one update: zeros that occupy no memory until they are written to ---- */

static void check_long(struct run *r)
{
    size_t len = ((size_t)1 << 32) + 12345;
    uint8_t *zeros = calloc(1, len);
    uint8_t out[NUM_SIDES][EVP_MAX_MD_SIZE] = { { 0 } };
    int ok = zeros != NULL;

    for (enum side side = DEFAULT; side < NUM_SIDES && ok; side++) {
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();

        ok = EVP_DigestInit_ex2(ctx, r->d->md[side], NULL) && EVP_DigestUpdate(ctx, message, 1)
             && EVP_DigestUpdate(ctx, zeros, len) && EVP_DigestUpdate(ctx, message, 77)
             && EVP_DigestFinal_ex(ctx, out[side], NULL);
        EVP_MD_CTX_free(ctx);
        num_calls++;
    }
    if (!ok || memcmp(out[DEFAULT], out[MODULE], sizeof(out[0])) != 0)
        fail("%s: %zu bytes in one update", r->d->name, len);
    num_successes += ok != 0;
    free(zeros);
}

int main(int argc, char **argv)
{
    static struct harness h;
    static struct run r;
    const char *only = option(argc, argv, "--digest"), *seed = option(argc, argv, "--seed"),
               *programs = option(argc, argv, "--programs");
    bool is_long = argc == 2 && strcmp(argv[1], "--long") == 0;

    harness_open(&h);
    r.h = &h;
    random_bytes(&(struct random){ 7 }, message, sizeof(message));
    for (unsigned i = 0; i < h.num_digests && failures < 20; i++) {
        r.d = &h.digests[i];
        if (r.d->md[DEFAULT] == NULL || (only != NULL && strcmp(r.d->name, only) != 0))
            continue;
        if (is_long) {
            check_long(&r);
            continue;
        }
        if (seed == NULL) {
            check_every_cut(&r);
            check_one_shots(&r);
        }
        check_programs(&r, seed == NULL ? 1 : strtoull(seed, NULL, 0),
                       programs == NULL ? 3000 : strtoul(programs, NULL, 0));
    }
    printf("%u digests, %lu calls, %lu succeeded, %u failures\n", h.num_digests, num_calls, num_successes, failures);
    if (h.num_digests == 0) {
        puts("SKIP: the module offers no digest here");
        return SKIPPED;
    }
    harness_close(&h);
    return failures != 0 || num_successes == 0;
}

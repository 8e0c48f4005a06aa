/*
 * Random programs of EVP calls, run with both providers side by side and compared call by call (twin.h).
 *
 * A program consists of a few messages. For each, the calls of a proper use are made in one of the orders that OpenSSL
 * allows, and then modified: calls are dropped, doubled, exchanged, and others inserted. Within a message the contexts
 * may be copied; then the copies continue with the same calls, or alone. A message or a single init may change to
 * another cipher.
 *
 * --seed N       first seed; program i of each cipher runs with seed N + i
 * --programs N   programs for each cipher
 * --cipher PART  only ciphers with this in their name
 * --exceptions   print what is not compared and why
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exceptions.h"
#include "message.h"
#include "twin.h"

enum { MAX_OPS = 96, MAX_PARAMS = 256, POOL = 4096 };

struct run {
    const struct harness *h;
    const struct cipher *first, *c; /* of the program; of the message */
    struct mode_traits traits;
    struct random rnd;
    struct twin twin[2];
    bool copied, copy_alone;
    struct message m;
    struct op ops[MAX_OPS];
    unsigned num_ops;
    OSSL_PARAM params[MAX_PARAMS];
    unsigned num_params;
    uint64_t pool[POOL / 8];
    unsigned pool_used;
    uint8_t given_tag[256];
    char log[TWIN_LOG];
    size_t log_len;
};

static struct run the_run;
static unsigned long programs_ok, calls_made, calls_excepted, calls_succeeded;

/* ---- parameters that live as long as the message ---- */

static void *keep(struct run *r, const void *data, size_t len)
{
    uint64_t *to = r->pool + r->pool_used;

    if (r->pool_used + len / 8 + 1 > POOL / 8)
        return r->pool; /* full: use what it holds */
    memcpy(to, data, len);
    r->pool_used += (unsigned)(len / 8 + 1);
    return to;
}

static void add_param(struct run *r, OSSL_PARAM p)
{
    if (r->num_params < MAX_PARAMS - 1)
        r->params[r->num_params++] = p;
}

static void add_number(struct run *r, const char *key, uint64_t value)
{
    static const struct {
        unsigned type;
        size_t size;
    } shapes[] = {
        { OSSL_PARAM_UNSIGNED_INTEGER, 4 },
        { OSSL_PARAM_UNSIGNED_INTEGER, 8 },
        { OSSL_PARAM_INTEGER, 4 },
        { OSSL_PARAM_INTEGER, 8 },
    };
    unsigned shape = random_below(&r->rnd, 4);

    add_param(r,
              (OSSL_PARAM){ key, shapes[shape].type, keep(r, &value, 8), shapes[shape].size, OSSL_PARAM_UNMODIFIED });
}

static void add_octets(struct run *r, const char *key, const void *data, size_t len)
{
    add_param(r, (OSSL_PARAM){ key, OSSL_PARAM_OCTET_STRING, data == NULL ? NULL : keep(r, data, len), len,
                               OSSL_PARAM_UNMODIFIED });
}

static void add_text(struct run *r, const char *key, const char *text)
{
    add_param(r, (OSSL_PARAM){ key, OSSL_PARAM_UTF8_STRING, keep(r, text, strlen(text) + 1), strlen(text),
                               OSSL_PARAM_UNMODIFIED });
}

static const OSSL_PARAM *end_params(struct run *r, unsigned from)
{
    add_param(r, OSSL_PARAM_construct_end());
    r->params[MAX_PARAMS - 1] = OSSL_PARAM_construct_end();
    return r->params + from;
}

/* ---- the calls of a proper use ---- */

static struct op *add_op(struct run *r, enum op_type type)
{
    struct op *op = &r->ops[r->num_ops < MAX_OPS - 1 ? r->num_ops++ : MAX_OPS - 1];

    memset(op, 0, sizeof(*op));
    op->type = type;
    op->enc = -1;
    return op;
}

static void add_init(struct run *r, bool with_cipher, const uint8_t *key, const uint8_t *iv, int enc,
                     const OSSL_PARAM *params)
{
    struct op *op = add_op(r, OP_INIT);

    op->with_cipher = with_cipher;
    op->cipher = r->c;
    op->key = key;
    op->iv = iv;
    op->enc = enc;
    op->params = params;
}

static void add_data(struct run *r, enum op_type type, const uint8_t *in, size_t len, enum place place)
{
    struct op *op = add_op(r, type);

    op->in = in;
    op->len = len;
    op->place = place;
}

static void add_ctrl(struct run *r, int ctrl, size_t arg, const uint8_t *in, bool out)
{
    struct op *op = add_op(r, OP_CTRL);

    op->ctrl = ctrl;
    op->ctrl_arg = (int)arg;
    op->ctrl_in = in;
    op->ctrl_out = out;
}

static const OSSL_PARAM *settings(struct run *r, bool enc)
{
    unsigned from = r->num_params;

    if (r->traits.has_iv_len && (r->m.iv_len != 12 || random_chance(&r->rnd, 30)))
        add_number(r, OSSL_CIPHER_PARAM_IVLEN, r->m.iv_len);
    if (r->traits.has_tag_len && (enc || !r->traits.length_first))
        add_octets(r, OSSL_CIPHER_PARAM_AEAD_TAG, NULL, r->m.tag_len);
    if (r->traits.length_first && !enc)
        add_octets(r, OSSL_CIPHER_PARAM_AEAD_TAG, r->given_tag, r->m.tag_len);
    if (r->traits.padded)
        add_number(r, OSSL_CIPHER_PARAM_PADDING, r->m.padding);
    if (r->m.variant != NULL)
        add_text(r, r->m.variant_param, r->m.variant);
    return end_params(r, from);
}

static void add_settings_as_ctrls(struct run *r, bool enc)
{
    if (r->traits.has_iv_len)
        add_ctrl(r, EVP_CTRL_AEAD_SET_IVLEN, r->m.iv_len, NULL, false);
    if (r->traits.has_tag_len && (enc || !r->traits.length_first))
        add_ctrl(r, EVP_CTRL_AEAD_SET_TAG, r->m.tag_len, NULL, false);
    if (r->traits.length_first && !enc)
        add_ctrl(r, EVP_CTRL_AEAD_SET_TAG, r->m.tag_len, r->given_tag, false);
    if (r->traits.padded || r->m.variant != NULL)
        add_op(r, OP_SET)->params = settings(r, enc);
}

static void add_settings(struct run *r, bool enc)
{
    if (random_chance(&r->rnd, 50))
        add_settings_as_ctrls(r, enc);
    else
        add_op(r, OP_SET)->params = settings(r, enc);
}

/* Choose the tag for decryption, sometimes with one bit wrong. */
static void choose_tag(struct run *r)
{
    memcpy(r->given_tag, r->m.tag, 16);
    if (random_chance(&r->rnd, 15))
        r->given_tag[random_below(&r->rnd, (unsigned)r->m.tag_len)] ^= (uint8_t)(1u << random_below(&r->rnd, 8));
}

static void add_tag(struct run *r)
{
    unsigned from = r->num_params;

    if (random_chance(&r->rnd, 50)) {
        add_ctrl(r, EVP_CTRL_AEAD_SET_TAG, r->m.tag_len, r->given_tag, false);
    } else {
        add_octets(r, OSSL_CIPHER_PARAM_AEAD_TAG, r->given_tag, r->m.tag_len);
        add_op(r, OP_SET)->params = end_params(r, from);
    }
}

/* Set cipher, direction, key, IV and parameters in one of the orders that work. */
static void lay_out_setup(struct run *r, bool enc)
{
    bool fresh = !r->twin[0].past.has_cipher || r->twin[0].c != r->c || random_chance(&r->rnd, 60);
    const uint8_t *key = r->m.key, *iv = r->m.iv;
    int direction = enc;

    switch (random_below(&r->rnd, 6)) {
    case 0: add_init(r, fresh, key, iv, direction, settings(r, enc)); break;
    case 1:
        add_init(r, fresh, NULL, NULL, direction, settings(r, enc));
        add_init(r, false, key, iv, -1, NULL);
        break;
    case 2:
        add_init(r, fresh, NULL, NULL, direction, NULL);
        add_settings(r, enc);
        add_init(r, false, key, NULL, -1, NULL);
        add_init(r, false, NULL, iv, direction, NULL);
        break;
    case 3:
        add_init(r, fresh, NULL, NULL, direction, NULL);
        add_settings(r, enc);
        add_init(r, false, NULL, iv, -1, NULL);
        add_init(r, false, key, NULL, direction, NULL);
        break;
    case 4:
        add_init(r, fresh, r->traits.length_first ? NULL : key, NULL, direction, NULL);
        add_settings(r, enc);
        add_init(r, false, r->traits.length_first ? key : NULL, iv, -1, NULL);
        break;
    default:
        add_init(r, fresh, NULL, NULL, direction, NULL);
        add_settings(r, enc);
        add_init(r, random_chance(&r->rnd, 20), key, iv, direction, NULL);
    }
}

static void lay_out_pieces(struct run *r, enum op_type type, const uint8_t *data, size_t len, enum place place,
                           bool whole)
{
    size_t done = 0;

    while (done < len || whole) {
        size_t left = len - done;
        size_t n = whole || random_chance(&r->rnd, 20) ? left : random_below(&r->rnd, (unsigned)left + 1);
        enum place how = place == NO_OUTPUT ? NO_OUTPUT : random_chance(&r->rnd, 50) ? IN_PLACE : APART;

        if (random_chance(&r->rnd, 40) && n > 64 && !whole)
            n = random_below(&r->rnd, 64);
        add_data(r, type, data + done, n, how);
        done += n;
        if (whole || r->num_ops > MAX_OPS - 24)
            return;
    }
}

static void lay_out_data(struct run *r, const uint8_t *data, size_t len)
{
    enum op_type type = random_chance(&r->rnd, 12) ? OP_CIPHER : OP_UPDATE;
    bool whole = r->traits.one_shot ? !random_chance(&r->rnd, 5) : random_chance(&r->rnd, 25);

    if (r->traits.length_first)
        add_data(r, OP_UPDATE, NULL, len, NO_OUTPUT);
    if (r->traits.aead)
        lay_out_pieces(r, type, r->m.aad, r->m.aad_len, NO_OUTPUT, r->traits.length_first);
    lay_out_pieces(r, type, data, len, APART, whole);
    if (type == OP_CIPHER && random_chance(&r->rnd, 80))
        add_data(r, OP_CIPHER, NULL, 0, NO_OUTPUT);
    else
        add_op(r, OP_FINAL);
}

static void lay_out_message(struct run *r)
{
    bool enc = random_chance(&r->rnd, 50), sealed, tag_late;

    if (random_chance(&r->rnd, 15)) { /* keep the key and set a new IV, or keep both */
        uint8_t key[64];

        memcpy(key, r->m.key, sizeof(key));
        message_make(&r->m, r->c, &r->rnd, TWIN_MAX_IN - 64);
        memcpy(r->m.key, key, sizeof(key));
    } else {
        message_make(&r->m, r->c, &r->rnd, TWIN_MAX_IN - 64);
    }
    r->num_ops = r->num_params = r->pool_used = 0;
    sealed = !enc && message_seal(&r->m, r->c);
    choose_tag(r);
    lay_out_setup(r, enc);
    tag_late = !r->traits.one_shot && random_chance(&r->rnd, 40);
    if (!enc && r->traits.aead && !tag_late && !r->traits.length_first)
        add_tag(r);
    lay_out_data(r, sealed ? r->m.sealed : r->m.plain, sealed ? r->m.sealed_len : r->m.plain_len);
    if (!enc && r->traits.aead && tag_late) {
        struct op last = r->ops[--r->num_ops];

        add_tag(r);
        *add_op(r, OP_FINAL) = last;
    }
    if (enc && r->traits.aead)
        add_ctrl(r, EVP_CTRL_AEAD_GET_TAG, r->m.tag_len, NULL, true);
    add_op(r, OP_GET);
}

/* ---- stray calls ---- */

static void add_stray_number(struct run *r, const char *key, const unsigned *values, unsigned num_values)
{
    unsigned from = r->num_params;

    add_number(r, key, values[random_below(&r->rnd, num_values)]);
    add_op(r, OP_SET)->params = end_params(r, from);
}

static void add_stray_setting(struct run *r)
{
    static const unsigned small[] = { 0, 1, 2, 15, 16, 17 }, keys[] = { 0, 16, 24, 32, 64, 5 },
                          lengths[] = { 0, 1, 4, 7, 8, 12, 13, 14, 15, 16, 17, 64, 129 };

    switch (random_below(&r->rnd, 6)) {
    case 0: add_stray_number(r, OSSL_CIPHER_PARAM_PADDING, small, 3); break;
    case 1: add_stray_number(r, OSSL_CIPHER_PARAM_NUM, small, 6); break;
    case 2: add_stray_number(r, OSSL_CIPHER_PARAM_IVLEN, lengths, 13); break;
    case 3: add_stray_number(r, OSSL_CIPHER_PARAM_KEYLEN, keys, 6); break;
    case 4: add_stray_number(r, OSSL_CIPHER_PARAM_USE_BITS, small, 2); break;
    default: add_ctrl(r, EVP_CTRL_AEAD_SET_IVLEN, lengths[random_below(&r->rnd, 13)], NULL, false);
    }
}

static void add_stray_octets_or_text(struct run *r)
{
    static const char *const cts_modes[] = { "CS1", "CS2", "CS3", "cs1", "CS4", "" }, *const standards[] = {
        "GB", "IEEE", "gb", "Ieee", "IEE", ""
    };
    unsigned from = r->num_params;

    switch (random_below(&r->rnd, 6)) {
    case 0: add_text(r, "cts_mode", cts_modes[random_below(&r->rnd, 6)]); break;
    case 1: add_text(r, "xts_standard", standards[random_below(&r->rnd, 6)]); break;
    case 2: add_number(r, "xts_standard", random_below(&r->rnd, 2)); break; /* the wrong type */
    case 3: add_text(r, OSSL_CIPHER_PARAM_IVLEN, "12"); break;              /* the wrong type */
    case 4: add_octets(r, OSSL_CIPHER_PARAM_AEAD_TAG, NULL, random_below(&r->rnd, 18)); break;
    default: add_octets(r, OSSL_CIPHER_PARAM_AEAD_TAG, r->m.iv, random_below(&r->rnd, 18));
    }
    add_op(r, OP_SET)->params = end_params(r, from);
}

static const struct cipher *draw_cipher(struct run *r)
{
    const struct cipher *c;

    do
        c = &r->h->ciphers[random_below(&r->rnd, r->h->num_ciphers)];
    while (!cipher_is_shared(c, NULL));
    return c;
}

static void add_stray_init(struct run *r, const uint8_t *key, const uint8_t *iv)
{
    const struct cipher *proper = r->c;

    if (random_chance(&r->rnd, 10))
        r->c = draw_cipher(r);
    add_init(r, r->c != proper || random_chance(&r->rnd, 20), key, iv, (int)random_below(&r->rnd, 3) - 1, NULL);
    r->c = proper;
}

static void add_stray(struct run *r)
{
    const uint8_t *key = random_chance(&r->rnd, 40) ? r->m.key : NULL;
    const uint8_t *iv = random_chance(&r->rnd, 40) ? r->m.iv : NULL;

    switch (random_below(&r->rnd, 10)) {
    case 0: add_stray_setting(r); break;
    case 1: add_stray_octets_or_text(r); break;
    case 2: add_data(r, OP_UPDATE, r->m.plain, random_below(&r->rnd, 80), random_below(&r->rnd, 3)); break;
    case 3: add_data(r, OP_CIPHER, r->m.plain, random_below(&r->rnd, 80), random_below(&r->rnd, 3)); break;
    case 4: add_op(r, OP_FINAL); break;
    case 5: add_stray_init(r, key, iv); break;
    case 6: add_ctrl(r, EVP_CTRL_AEAD_GET_TAG, random_below(&r->rnd, 18), NULL, true); break;
    case 7: add_data(r, OP_UPDATE, NULL, random_below(&r->rnd, 40), NO_OUTPUT); break;
    case 8:
        if (random_chance(&r->rnd, 20))
            add_op(r, OP_RESET);
        break;
    default: add_op(r, OP_GET);
    }
}

/* Drop, double and exchange calls, and insert others. */
static void spoil(struct run *r)
{
    struct op proper[MAX_OPS];
    unsigned n = r->num_ops, percent = random_chance(&r->rnd, 50) ? 0 : 6;

    memcpy(proper, r->ops, n * sizeof(proper[0]));
    r->num_ops = 0;
    for (unsigned i = 0; i < n; i++) {
        if (random_chance(&r->rnd, percent))
            add_stray(r);
        if (i + 1 < n && random_chance(&r->rnd, percent)) {
            struct op first = proper[i];

            proper[i] = proper[i + 1];
            proper[i + 1] = first;
        }
        if (!random_chance(&r->rnd, percent))
            *add_op(r, OP_GET) = proper[i];
        if (random_chance(&r->rnd, percent / 2))
            *add_op(r, OP_GET) = proper[i];
        if (random_chance(&r->rnd, 5))
            add_op(r, OP_GET);
    }
}

/* ---- running ---- */

static bool step(struct run *r, struct twin *t, const struct op *op)
{
    if (twin_do(t, op) == TWIN_DONE) {
        calls_made++;
        calls_succeeded += t->ret > 0;
    } else {
        calls_excepted++;
    }
    (void)r;
    return !t->diverged;
}

static bool run_ops(struct run *r)
{
    for (unsigned i = 0; i < r->num_ops; i++) {
        if (!r->copied && r->twin[0].past.has_cipher && random_chance(&r->rnd, 4)) {
            r->copied = twin_copy(&r->twin[1], &r->twin[0]);
            r->copy_alone = random_chance(&r->rnd, 25);
            if (r->twin[1].diverged)
                return false;
        }
        if (r->copied && !step(r, &r->twin[1], &r->ops[i]))
            return false;
        if (!(r->copied && r->copy_alone) && !step(r, &r->twin[0], &r->ops[i]))
            return false;
    }
    return true;
}

static void use_cipher(struct run *r, const struct cipher *c)
{
    r->c = c;
    r->traits = mode_traits(c);
}

static bool run_program(struct run *r)
{
    unsigned num_messages = 1 + random_below(&r->rnd, 4);
    bool ok = true;

    use_cipher(r, r->first);
    r->log_len = 0;
    r->copied = false;
    twin_open(&r->twin[0], r->c, r->log, &r->log_len);
    twin_open(&r->twin[1], r->c, r->log, &r->log_len);
    for (unsigned i = 0; i < num_messages && ok; i++) {
        if (i != 0 && random_chance(&r->rnd, 15))
            use_cipher(r, draw_cipher(r));
        lay_out_message(r);
        spoil(r);
        ok = run_ops(r);
        if (r->copied && random_chance(&r->rnd, 50)) /* the copy ends here, or replaces the original */
            r->copied = false;
    }
    twin_close(&r->twin[0]);
    twin_close(&r->twin[1]);
    return ok;
}

static uint64_t seed_of(const char *name, uint64_t seed)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (; *name != '\0'; name++)
        h = (h ^ (uint8_t)*name) * 0x100000001b3u;
    return h ^ seed * 0x9e3779b97f4a7c15u;
}

static void run_cipher(struct run *r, const struct cipher *c, uint64_t seed, unsigned long programs)
{
    unsigned failed = 0;

    r->first = c;
    for (unsigned long i = 0; i < programs && failed < 3; i++) {
        memset(&r->m, 0, sizeof(r->m));
        r->rnd.state = seed_of(c->name, seed + i);
        if (run_program(r)) {
            programs_ok++;
            continue;
        }
        failed++;
        fail("%s: the providers differ; replay: --cipher %s --seed %llu --programs 1\n%.*s", c->name, c->name,
             (unsigned long long)(seed + i), (int)r->log_len, r->log);
    }
}

static void show(const char *text, size_t len)
{
    if (write(STDOUT_FILENO, text, (unsigned)len) < 0)
        _exit(2);
}

/* If either provider crashes, print the program that led to it. */
static void on_crash(int signal_number)
{
    show("FAIL crash in ", 14);
    show(the_run.first->name, strlen(the_run.first->name));
    show("\n", 1);
    show(the_run.log, the_run.log_len);
    show("\n", 1);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *only = option(argc, argv, "--cipher"), *seed = option(argc, argv, "--seed"),
               *programs = option(argc, argv, "--programs");
    unsigned long num_programs = programs == NULL ? 300 : strtoul(programs, NULL, 0);
    uint64_t first_seed = seed == NULL ? 1 : strtoull(seed, NULL, 0);

    if (argc == 2 && strcmp(argv[1], "--exceptions") == 0) {
        twin_print_exceptions();
        return 0;
    }
    harness_open(&h);
    the_run.h = &h;
    signal(SIGSEGV, on_crash);
    for (unsigned i = 0; i < h.num_ciphers; i++) {
        const struct cipher *c = &h.ciphers[i];
        /* they have its code: fewer programs suffice */
        bool is_like_aes = cipher_is_sm4(c) || cipher_is_aria(c) || cipher_is_camellia(c);

        if (cipher_is_shared(c, only))
            run_cipher(&the_run, c, first_seed, is_like_aes ? (num_programs + 3) / 4 : num_programs);
    }
    printf("%lu programs agree, %lu calls (%lu succeeded), %lu calls not compared, %u failures\n", programs_ok,
           calls_made, calls_succeeded, calls_excepted, failures);
    harness_close(&h);
    return failures != 0 || programs_ok == 0;
}

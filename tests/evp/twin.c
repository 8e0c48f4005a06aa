/* Making the same calls on two contexts of one cipher, and comparing what they return: see twin.h. */
#include "twin.h"

#include <openssl/err.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exceptions.h"

static const char *const op_names[] = {
    [OP_INIT] = "init",     [OP_SET] = "set",     [OP_CTRL] = "ctrl", [OP_UPDATE] = "update",
    [OP_CIPHER] = "cipher", [OP_FINAL] = "final", [OP_GET] = "get",   [OP_RESET] = "reset",
};

/* What a call returned on one side. */
struct outcome {
    int ret, out_len;
    bool raised;
    uint8_t before[TWIN_MAX_OUT], out[TWIN_MAX_OUT];
};

static void note(struct twin *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(struct twin *t, const char *format, ...)
{
    va_list args;
    int n;

    if (t->log == NULL || *t->log_len >= TWIN_LOG - 1)
        return;
    va_start(args, format);
    n = vsnprintf(t->log + *t->log_len, TWIN_LOG - *t->log_len, format, args);
    va_end(args);
    *t->log_len += n < 0 ? 0 : (size_t)n;
}

static void note_params(struct twin *t, const OSSL_PARAM *p)
{
    for (; p != NULL && p->key != NULL; p++) {
        uint64_t value = 0;

        if (p->data != NULL && p->data_size <= sizeof(value))
            memcpy(&value, p->data, p->data_size);
        note(t, " %s(type %u, %zu bytes, %s0x%llx)", p->key, p->data_type, p->data_size, p->data == NULL ? "NULL " : "",
             (unsigned long long)value);
    }
}

static void note_op(struct twin *t, const struct op *op)
{
    static const char *const places[] = { "apart", "in place", "no output" };

    note(t, "    #%u %s", t->calls, op_names[op->type]);
    if (op->type == OP_INIT)
        note(t, " enc %d%s%s%s%s", op->enc, op->with_cipher ? " " : "", op->with_cipher ? t->c->name : "",
             op->key == NULL ? "" : " key", op->iv == NULL ? "" : " iv");
    if (op->type == OP_INIT || op->type == OP_SET)
        note_params(t, op->params);
    if (op->type == OP_CTRL)
        note(t, " 0x%x arg %d%s", op->ctrl, op->ctrl_arg,
             op->ctrl_out          ? " out"
             : op->ctrl_in == NULL ? " NULL"
                                   : " in");
    if (op->type == OP_UPDATE || op->type == OP_CIPHER)
        note(t, " %zu bytes %s%s", op->len, op->in == NULL ? "of NULL " : "", places[op->place]);
}

void twin_open(struct twin *t, const struct cipher *c, char *log, size_t *log_len)
{
    memset(t, 0, sizeof(*t));
    t->c = c;
    t->log = log;
    t->log_len = log_len;
    for (unsigned side = 0; side < NUM_SIDES; side++)
        t->ctx[side] = EVP_CIPHER_CTX_new();
}

void twin_close(struct twin *t)
{
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        EVP_CIPHER_CTX_free(t->ctx[side]);
        t->ctx[side] = NULL;
    }
}

static void diverge(struct twin *t, const char *what)
{
    t->diverged = true;
    note(t, "    ^ %s\n", what);
}

bool twin_copy(struct twin *to, struct twin *from)
{
    EVP_CIPHER_CTX *ctx[NUM_SIDES] = { to->ctx[DEFAULT], to->ctx[MODULE] };
    int ret[NUM_SIDES];

    if (copy_is_excepted(from))
        return false;
    note(from, "    #%u copy\n", from->calls++);
    *to = *from;
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        to->ctx[side] = ctx[side];
        ret[side] = EVP_CIPHER_CTX_copy(ctx[side], from->ctx[side]);
    }
    if (ret[DEFAULT] != ret[MODULE]) {
        diverge(to, "copy: return values differ");
        from->diverged = true;
    }
    return ret[DEFAULT] == 1;
}

static int call_init(struct twin *t, const struct op *op, enum side side)
{
    EVP_CIPHER_CTX *ctx = t->ctx[side];

    if (EVP_CIPHER_get_mode(t->c->cipher[side]) == EVP_CIPH_WRAP_MODE)
        EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    return EVP_CipherInit_ex2(ctx, op->with_cipher ? t->c->cipher[side] : NULL, op->key, op->iv, op->enc, op->params);
}

static int call_ctrl(struct twin *t, const struct op *op, enum side side, struct outcome *o)
{
    uint8_t memory[256];
    void *pointer = op->ctrl_out ? o->out : op->ctrl_in == NULL ? NULL : memcpy(memory, op->ctrl_in, sizeof(memory));
    int ret = EVP_CIPHER_CTX_ctrl(t->ctx[side], op->ctrl, op->ctrl_arg, pointer);

    o->out_len = op->ctrl_out && ret > 0 ? op->ctrl_arg : 0;
    return ret;
}

static int call_update(struct twin *t, const struct op *op, enum side side, struct outcome *o)
{
    uint8_t *out = op->place == NO_OUTPUT ? NULL : o->out;
    const uint8_t *in = op->place == IN_PLACE && op->in != NULL ? o->out : op->in;
    int ret;

    if (op->type == OP_UPDATE)
        return EVP_CipherUpdate(t->ctx[side], out, &o->out_len, in, (int)op->len);
    ret = EVP_Cipher(t->ctx[side], out, in, (unsigned)op->len);
    /* not every cipher returns here how much it wrote: compare the most that it may write */
    o->out_len = ret >= 0 && out != NULL ? (int)op->len + EVP_MAX_BLOCK_LENGTH : 0;
    return ret;
}

/*
 * Append the results of reading one parameter: without memory, into ample memory, and into memory that is one byte too
 * short.
 */
static void get_one(struct twin *t, const OSSL_PARAM *named, enum side side, struct outcome *o)
{
    /* 3.x does not return the size of some octet strings, 4.0 does: skip that query */
    for (unsigned how = named->data_type == OSSL_PARAM_OCTET_STRING; how < 3; how++) {
        uint8_t memory[160] = { 0 };
        OSSL_PARAM p[2] = { *named, OSSL_PARAM_END };
        uint8_t *to = o->out + o->out_len;
        int ret;

        p[0].data = how == 0 ? NULL : memory;
        p[0].data_size = how == 0                                    ? 0
                         : p[0].data_type == OSSL_PARAM_OCTET_STRING ? (how == 1 ? 16 : 11)
                                                                     : (how == 1 ? 8 : 4);
        p[0].return_size = 0;
        ret = EVP_CIPHER_CTX_get_params(t->ctx[side], p);
        if (how == 0) { /* the size of an integer without memory depends on the implementation */
            *to = (uint8_t)ret;
            o->out_len += 1;
        } else if (o->out_len + 20 < TWIN_MAX_OUT) {
            to[0] = (uint8_t)ret;
            to[1] = ret == 1 ? (uint8_t)p[0].return_size : 0;
            memcpy(to + 2, memory, ret == 1 ? 16 : 0);
            o->out_len += 18;
        }
    }
}

static int call_get(struct twin *t, enum side side, struct outcome *o)
{
    /* use the default's list for both, so that the results line up; discovery_test.c compares the lists */
    const OSSL_PARAM *list = EVP_CIPHER_gettable_ctx_params(t->c->cipher[DEFAULT]);

    memset(o->out, 0, sizeof(o->out));
    for (; list != NULL && list->key != NULL; list++)
        if (!param_is_excepted(t, list->key))
            get_one(t, list, side, o);
    return 1;
}

static int call(struct twin *t, const struct op *op, enum side side, struct outcome *o)
{
    switch (op->type) {
    case OP_INIT: return call_init(t, op, side);
    case OP_SET: return EVP_CIPHER_CTX_set_params(t->ctx[side], op->params);
    case OP_CTRL: return call_ctrl(t, op, side, o);
    case OP_UPDATE:
    case OP_CIPHER: return call_update(t, op, side, o);
    case OP_FINAL: return EVP_CipherFinal_ex(t->ctx[side], o->out, &o->out_len);
    case OP_GET: return call_get(t, side, o);
    case OP_RESET: return EVP_CIPHER_CTX_reset(t->ctx[side]);
    }
    return 0;
}

static void prepare(const struct op *op, struct outcome *o)
{
    o->out_len = 0;
    memset(o->out, 0xa5, sizeof(o->out));
    if (op->place == IN_PLACE && op->in != NULL && (op->type == OP_UPDATE || op->type == OP_CIPHER))
        memcpy(o->out, op->in, op->len);
    memcpy(o->before, o->out, sizeof(o->out));
}

static bool succeeded(const struct op *op, int ret)
{
    return op->type == OP_CIPHER ? ret >= 0 : ret > 0;
}

static bool is_untouched_or_zero(const struct outcome *o)
{
    for (size_t i = 0; i < sizeof(o->out); i++)
        if (o->out[i] != o->before[i] && o->out[i] != 0)
            return false;
    return true;
}

static bool is_unchanged_beyond(const struct outcome *o, size_t from)
{
    return memcmp(o->out + from, o->before + from, sizeof(o->out) - from) == 0;
}

static void dump(struct twin *t, const struct outcome o[NUM_SIDES], size_t len)
{
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        note(t, "      %-11s ret %d len %d:", side_names[side], o[side].ret, o[side].out_len);
        for (size_t i = 0; i < len; i++)
            note(t, "%02x", o[side].out[i]);
        note(t, "\n");
    }
}

static void compare(struct twin *t, const struct op *op, const struct outcome o[NUM_SIDES])
{
    const struct outcome *d = &o[DEFAULT], *m = &o[MODULE];
    bool ok = succeeded(op, d->ret);
    size_t len = ok ? (size_t)d->out_len : 0;

    if (d->ret != m->ret)
        diverge(t, "return values differ");
    else if (ok && d->out_len != m->out_len)
        diverge(t, "output lengths differ");
    else if (ok && op->place != NO_OUTPUT && memcmp(d->out, m->out, len) != 0 && !output_is_withheld(t, op, m->out))
        diverge(t, "outputs differ");
    else if (ok && op->type != OP_GET && !is_unchanged_beyond(m, len > op->len ? len : op->len))
        diverge(t, "the module wrote beyond its output");
    else if (!ok && op->type != OP_CTRL && !is_untouched_or_zero(m))
        diverge(t, "the module left bytes after a failure");
    else if (!ok && d->raised && !m->raised)
        diverge(t, "the module raised no error");
    if (t->diverged)
        dump(t, o, len < 64 ? len : op->type == OP_GET ? len : 64);
}

/* Returns whether the call sets the length of IV or tag, or may do so. */
static bool sets_a_length(const struct op *op)
{
    bool has_params = (op->type == OP_SET || op->type == OP_INIT) && op->params != NULL;

    if (op->type == OP_CTRL)
        return op->ctrl == EVP_CTRL_AEAD_SET_IVLEN || op->ctrl == EVP_CTRL_AEAD_SET_TAG;
    return has_params
           && (OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_IVLEN) != NULL
               || OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_AEAD_TAG) != NULL);
}

static void follow_init(struct past *p, const struct op *op, bool ok)
{
    struct past before = *p;

    *p = (struct past){ .has_cipher = before.has_cipher || op->with_cipher, .init_failed = !ok };
    if (!op->with_cipher) {
        p->key_set = before.key_set;
        p->key_enc = before.key_enc;
        p->iv_set = before.iv_set;
        p->set_failed = before.set_failed;
        p->used = before.used;
        p->used_before = before.used_before || before.begun;
        p->iv_used = before.iv_used && op->iv == NULL;
        p->wrong_tag = before.wrong_tag && op->iv == NULL;
        p->text_given = before.text_given && op->iv == NULL;
        p->length_after_key = before.length_after_key && op->key == NULL;
    }
    p->enc = op->enc == -1 ? before.enc : op->enc;
    p->iv_set = p->iv_set || (ok && op->iv != NULL);
    if (ok && op->key != NULL) {
        p->key_set = true;
        p->key_enc = p->enc;
    }
}

static void follow_data(struct past *p, const struct op *op, bool ok)
{
    bool is_message = op->place != NO_OUTPUT;

    p->begun = p->used = p->iv_used = true;
    p->data_given = p->data_given || is_message;
    p->message_given = p->message_given || is_message;
    p->text_given = p->text_given || (is_message && op->in != NULL);
    p->data_refused = p->data_refused || !ok;
    if (op->type == OP_CIPHER && op->in == NULL && !ok)
        p->wrong_tag = true;
    if (ok && is_message) {
        p->given += op->type == OP_UPDATE ? op->len : 0;
        p->given_since_init += op->len;
    }
    if (ok && !is_message && op->in == NULL && (op->type == OP_UPDATE || op->len != 0)) {
        p->announced = true;
        p->announced_len = op->len;
    }
}

static void follow_final(struct past *p, bool ok)
{
    p->iv_used = p->data_given = p->data_refused = true;
    p->end_failed = !ok;
    p->wrong_tag = p->wrong_tag || !ok;
    p->given = ok ? 0 : p->given;
}

static bool has_several(const OSSL_PARAM *params)
{
    return params[0].key != NULL && params[1].key != NULL;
}

static bool gives_a_tag(const struct op *op)
{
    const OSSL_PARAM *tag = op->type == OP_SET ? OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_AEAD_TAG) : NULL;

    return (tag != NULL && tag->data != NULL)
           || (op->type == OP_CTRL && op->ctrl == EVP_CTRL_AEAD_SET_TAG && op->ctrl_in != NULL);
}

static void follow(struct past *p, const struct op *op, bool ok)
{
    switch (op->type) {
    case OP_INIT: follow_init(p, op, ok); break;
    case OP_UPDATE:
    case OP_CIPHER: follow_data(p, op, ok); break;
    case OP_FINAL: follow_final(p, ok); break;
    case OP_RESET: memset(p, 0, sizeof(*p)); break;
    case OP_SET: p->set_failed = p->set_failed || (!ok && has_several(op->params)); break;
    case OP_CTRL: p->iv_set = p->iv_set || (op->ctrl == EVP_CTRL_AEAD_SET_IV_FIXED && ok); break;
    case OP_GET: break;
    }
    p->tag_given = p->tag_given || (ok && gives_a_tag(op));
    p->length_within_message = p->length_within_message || (p->begun && sets_a_length(op));
    p->length_after_key = p->length_after_key || (p->key_set && sets_a_length(op));
}

/* An init with another cipher makes it the twin's, unless the call is excepted. */
static bool may_do(struct twin *t, const struct op *op)
{
    const struct cipher *before = t->c;

    if (t->diverged)
        return false;
    if (op->type == OP_INIT && op->with_cipher && op->cipher != NULL)
        t->c = op->cipher;
    if (t->compare_all || !op_is_excepted(t, op))
        return true;
    t->c = before;
    return false;
}

enum twin_result twin_do(struct twin *t, const struct op *op)
{
    static struct outcome o[NUM_SIDES];
    bool ok;

    if (!may_do(t, op))
        return TWIN_EXCEPTED;
    note_op(t, op);
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        prepare(op, &o[side]);
        ERR_clear_error();
        o[side].ret = call(t, op, side, &o[side]);
        o[side].raised = ERR_peek_error() != 0;
    }
    ok = succeeded(op, o[DEFAULT].ret);
    note(t, " -> %d, %d bytes\n", o[DEFAULT].ret, o[DEFAULT].out_len);
    compare(t, op, o);
    t->calls++;
    t->ret = o[DEFAULT].ret;
    t->out_len = ok ? o[DEFAULT].out_len : 0;
    memcpy(t->out, o[DEFAULT].out, (size_t)t->out_len);
    follow(&t->past, op, ok);
    return TWIN_DONE;
}

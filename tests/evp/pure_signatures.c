/* Checks of signatures of ML-DSA and SLH-DSA: see pure_signatures.h. */
#include "pure_signatures.h"

#if PURE_SIGNATURES

# include <openssl/core_names.h>
# include <openssl/err.h>
# include <openssl/params.h>
# include <stdio.h>
# include <string.h>

# include "draw.h"
# include "keys.h"

enum { MU_LEN = 64, MAX_CONTEXT = 255, MAX_ENTROPY = 32, MAX_SEED = 96 };

const struct pure_set *pure;
EVP_PKEY *pure_pair[NUM_SIDES], *pure_public[NUM_SIDES];
struct random pure_rnd = { 2040 };
uint8_t pure_message[PURE_MAX_MESSAGE];
const struct pure_way pure_plain = { -1, -1, -1, -1, -1 }, pure_fixed = { -1, -1, 1, -1, -1 };

void pure_begin(const struct pure_set *chosen)
{
    uint8_t seed[MAX_SEED];

    pure = chosen;
    random_bytes(&pure_rnd, pure_message, sizeof(pure_message));
    random_bytes(&pure_rnd, seed, pure->seed_len);
    for (int side = 0; side < NUM_SIDES; side++) {
        OSSL_PARAM *params = NULL;

        pure_pair[side] = key_from_seed(side, pure->name, seed, pure->seed_len);
        EVP_PKEY_todata(pure_pair[side], EVP_PKEY_PUBLIC_KEY, &params);
        pure_public[side] = key_from_data(side, pure->name, EVP_PKEY_PUBLIC_KEY, params);
        OSSL_PARAM_free(params);
        CHECK(pure_pair[side] != NULL && pure_public[side] != NULL, "%s: no key", pure->name);
    }
}

void pure_end(void)
{
    keys_free(pure_pair);
    keys_free(pure_public);
}

/* ---- one signature ---- */

static uint8_t context[MAX_CONTEXT + 1] = "context", entropy[MAX_ENTROPY + 1] = "entropy";

static const OSSL_PARAM *params_of(const struct pure_way *w, OSSL_PARAM params[6])
{
    OSSL_PARAM *p = params;

    if (w->context_len >= 0)
        *p++ = OSSL_PARAM_construct_octet_string("context-string", context, (size_t)w->context_len);
    if (w->entropy_len >= 0)
        *p++ = OSSL_PARAM_construct_octet_string("test-entropy", entropy, (size_t)w->entropy_len);
    if (w->deterministic >= 0)
        *p++ = OSSL_PARAM_construct_int("deterministic", (int *)&w->deterministic);
    if (w->encoding >= 0)
        *p++ = OSSL_PARAM_construct_int("message-encoding", (int *)&w->encoding);
    if (w->mu >= 0)
        *p++ = OSSL_PARAM_construct_int("mu", (int *)&w->mu);
    *p = OSSL_PARAM_construct_end();
    return params;
}

static EVP_PKEY_CTX *begin(EVP_PKEY *key, bool signs, const OSSL_PARAM *params, int *ret)
{
    const char *query = strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "default") == 0 ? BY(DEFAULT)
                                                                                                     : BY(MODULE);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, query);
    EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(keys_lib, pure->name, query);

    *ret = signs ? EVP_PKEY_sign_message_init(ctx, algorithm, params)
                 : EVP_PKEY_verify_message_init(ctx, algorithm, params);
    EVP_SIGNATURE_free(algorithm);
    return ctx;
}

/* Updates of lengths that are drawn, one of them empty. */
static int update(EVP_PKEY_CTX *ctx, size_t len, int next(EVP_PKEY_CTX *, const unsigned char *, size_t))
{
    size_t done = 0;
    int ret = next(ctx, pure_message, 0);

    while (ret == 1 && done < len) {
        size_t piece = 1 + random_below(&pure_rnd, (unsigned)(len - done));

        ret = next(ctx, pure_message + done, piece);
        done += piece;
    }
    return ret;
}

void pure_sign(EVP_PKEY *key, enum pure_style style, const struct pure_way *w, size_t len, struct pure_signature *s)
{
    OSSL_PARAM params[6];
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx = NULL;

    memset(s, 0, sizeof(*s));
    s->len = sizeof(s->bytes);
    params_of(w, params);
    if (style == PURE_AS_DIGEST) {
        s->ret = EVP_DigestSignInit_ex(md, NULL, NULL, keys_lib, NULL, key, params);
        s->ret = s->ret != 1 ? s->ret : EVP_DigestSign(md, s->bytes, &s->len, pure_message, len);
    } else {
        ctx = begin(key, true, params, &s->ret);
        if (s->ret == 1 && style == PURE_ONE_CALL)
            s->ret = EVP_PKEY_sign(ctx, s->bytes, &s->len, pure_message, len);
        else if (s->ret == 1 && (s->ret = update(ctx, len, EVP_PKEY_sign_message_update)) == 1)
            s->ret = EVP_PKEY_sign_message_final(ctx, s->bytes, &s->len);
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_MD_CTX_free(md);
    ERR_clear_error();
}

int pure_verify(EVP_PKEY *key, enum pure_style style, const struct pure_way *w, size_t len,
                const struct pure_signature *s)
{
    OSSL_PARAM params[6];
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx = NULL;
    int ret;

    params_of(w, params);
    if (style == PURE_AS_DIGEST) {
        ret = EVP_DigestVerifyInit_ex(md, NULL, NULL, keys_lib, NULL, key, params);
        ret = ret != 1 ? ret : EVP_DigestVerify(md, s->bytes, s->len, pure_message, len);
    } else {
        ctx = begin(key, false, params, &ret);
        if (ret == 1 && style == PURE_ONE_CALL)
            ret = EVP_PKEY_verify(ctx, s->bytes, s->len, pure_message, len);
        else if (ret == 1 && (ret = EVP_PKEY_CTX_set_signature(ctx, s->bytes, s->len)) == 1
                 && (ret = update(ctx, len, EVP_PKEY_verify_message_update)) == 1)
            ret = EVP_PKEY_verify_message_final(ctx);
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_MD_CTX_free(md);
    ERR_clear_error();
    return ret;
}

/* Whether a side has this style of calls. */
static bool has_style(int side, enum pure_style style)
{
    return style != PURE_IN_PIECES || (pure->is_mldsa && (side == MODULE || is_release(3, 6)));
}

/* ---- the same on both sides ---- */

/* Of ML-DSA, only 1 is yes. */
static bool is_deterministic(int value)
{
    return value == 1 || (value > 0 && !pure->is_mldsa);
}

static bool is_fixed(const struct pure_way *w)
{
    return w->entropy_len == (int)pure->entropy_len || is_deterministic(w->deterministic);
}

/* Both sides find the same verdict on the signature, by each style. Returns whether it is valid. */
bool pure_compare_verdicts(const char *what, const struct pure_way *w, size_t len, const struct pure_signature *s)
{
    int wanted = pure_verify(pure_pair[DEFAULT], PURE_ONE_CALL, w, len, s);

    for (int side = 0; side < NUM_SIDES; side++)
        for (enum pure_style style = PURE_ONE_CALL; style < PURE_NUM_STYLES; style++)
            if (has_style(side, style) && (style != PURE_IN_PIECES || w->mu <= 0)) {
                int ret = pure_verify(style == PURE_ONE_CALL ? pure_public[side] : pure_pair[side], style, w, len, s);

                CHECK(ret == wanted || (ret <= 0 && wanted <= 0), "%s: %s: %s finds %d, not %d, in style %d",
                      pure->name, what, side_names[side], ret, wanted, style);
            }
    return wanted == 1;
}

/* Sign the pure_message in each style on both sides. Returns whether they sign, which must be the same for all. */
bool pure_compare_way(const struct pure_way *w, size_t len)
{
    static struct pure_signature first, s;

    pure_sign(pure_pair[DEFAULT], PURE_ONE_CALL, w, len, &first);
    for (int side = 0; side < NUM_SIDES; side++)
        for (enum pure_style style = PURE_ONE_CALL; style < PURE_NUM_STYLES; style++) {
            if (!has_style(side, style) || (style == PURE_IN_PIECES && w->mu > 0))
                continue;
            pure_sign(pure_pair[side], style, w, len, &s);
            CHECK((s.ret == 1) == (first.ret == 1), "%s: %s signs: %d, not %d, in style %d", pure->name,
                  side_names[side], s.ret, first.ret, style);
            if (s.ret != 1 || first.ret != 1)
                continue;
            CHECK(s.len == pure->signature_len, "%s: %zu bytes", pure->name, s.len);
            CHECK(!is_fixed(w) || memcmp(s.bytes, first.bytes, s.len) == 0, "%s: %s signs otherwise in style %d",
                  pure->name, side_names[side], style);
            CHECK(pure_compare_verdicts("own", w, len, &s), "%s: a signature of %s is invalid", pure->name,
                  side_names[side]);
        }
    return first.ret == 1;
}

/* Nothing but the pure_message, context and key that were signed is verified. */
void pure_check_other_messages(void)
{
    static struct pure_signature s;
    struct pure_way w = pure_fixed;

    w.context_len = 7;
    pure_sign(pure_pair[MODULE], PURE_ONE_CALL, &w, 100, &s);
    CHECK(pure_compare_verdicts("the message", &w, 100, &s), "%s: no signature", pure->name);
    CHECK(!pure_compare_verdicts("shorter", &w, 99, &s), "%s: a shorter pure_message is valid", pure->name);
    w.context_len = 6;
    CHECK(!pure_compare_verdicts("other context", &w, 100, &s), "%s: another context is valid", pure->name);
    w.context_len = 7;
    w.encoding = 0;
    CHECK(!pure_compare_verdicts("encoded", &w, 100, &s), "%s: another encoding is valid", pure->name);
    pure_message[50] ^= 1;
    CHECK(!pure_compare_verdicts("flipped", &(struct pure_way){ 7, -1, -1, -1, -1 }, 100, &s),
          "%s: another pure_message is valid", pure->name);
    pure_message[50] ^= 1;
}

/* In place of a length of entropy in the table: none. Other numbers are added to the right length. */
enum { NONE = -100 };

void pure_check_ways(void)
{
    /* context, entropy, deterministic, encoding, mu */
    static const struct {
        struct pure_way way;
        size_t len;
        bool is_taken;
    } ways[] = {
        { { -1, NONE, -1, -1, -1 }, 100, true },
        { { 7, NONE, -1, -1, -1 }, 100, true },
        { { 0, NONE, 0, 1, 0 }, 0, true },
        { { -1, NONE, 1, -1, -1 }, PURE_MAX_MESSAGE, true },
        { { MAX_CONTEXT, NONE, 1, 1, -1 }, 1, true },
        { { MAX_CONTEXT + 1, NONE, 1, -1, -1 }, 1, false },
        { { 7, NONE, 1, 0, -1 }, 100, true },
        { { -1, NONE, 1, 0, 0 }, 0, true },
        { { -1, 0, -1, -1, -1 }, 100, true },
        { { 7, 0, 1, 1, 0 }, 136, true },
        { { -1, -1, 1, -1, -1 }, 100, false },
        { { -1, 1, 1, -1, -1 }, 100, false },
        { { 7, NONE, 2, 2, -1 }, 100, true },
        { { -1, NONE, 1, -1, 1 }, MU_LEN, true },
        { { 7, NONE, 1, -1, 2 }, MU_LEN, true },
        { { -1, 0, -1, 0, 1 }, MU_LEN, true },
        { { -1, NONE, 1, -1, 1 }, MU_LEN - 1, false },
        { { -1, NONE, 1, -1, 1 }, MU_LEN + 1, false },
        { { -1, NONE, 1, -1, 1 }, 0, false },
    };

    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        struct pure_way w = ways[i].way;

        w.entropy_len = w.entropy_len == NONE ? -1 : w.entropy_len + (int)pure->entropy_len;
        if (w.mu <= 0 || pure->is_mldsa)
            CHECK(pure_compare_way(&w, ways[i].len) == ways[i].is_taken, "%s: way %zu", pure->name, i);
    }
    CHECK(!pure_compare_way(&(struct pure_way){ -1, 0, 1, -1, -1 }, 100), "%s: entropy of no bytes", pure->name);
}

/* ---- lengths, inits, parameters ---- */

static void note(unsigned *verdicts, int ret)
{
    *verdicts = *verdicts << 1 | (ret > 0);
}

/* What calls with unusual lengths, keys and digests answer, as bits. */
static unsigned odd_verdicts(int side)
{
    static struct pure_signature s;
    unsigned verdicts = 1;
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx;
    int ret;

    ctx = begin(pure_pair[side], true, NULL, &ret);
    note(&verdicts, ret);
    s.len = 0;
    note(&verdicts, EVP_PKEY_sign(ctx, NULL, &s.len, pure_message, 10));
    note(&verdicts, s.len == pure->signature_len);
    s.len = pure->signature_len - 1;
    note(&verdicts, EVP_PKEY_sign(ctx, s.bytes, &s.len, pure_message, 10));
    s.len = pure->signature_len;
    note(&verdicts, EVP_PKEY_sign(ctx, s.bytes, &s.len, pure_message, 10));
    note(&verdicts, EVP_PKEY_verify(ctx, s.bytes, s.len, pure_message, 10)); /* begun to sign */
    note(&verdicts, EVP_PKEY_sign_init(ctx));
    note(&verdicts, EVP_PKEY_verify_init(ctx));
    EVP_PKEY_CTX_free(ctx);
    ctx = begin(pure_public[side], true, NULL, &ret);
    note(&verdicts, ret);
    s.len = sizeof(s.bytes);
    note(&verdicts, EVP_PKEY_sign(ctx, s.bytes, &s.len, pure_message, 10));
    note(&verdicts, EVP_PKEY_sign(ctx, NULL, &s.len, pure_message, 10));
    EVP_PKEY_CTX_free(ctx);
    note(&verdicts, EVP_DigestSignInit_ex(md, NULL, "SHA256", keys_lib, NULL, pure_pair[side], NULL));
    EVP_MD_CTX_reset(md);
    note(&verdicts, EVP_DigestVerifyInit_ex(md, NULL, "SHA512", keys_lib, NULL, pure_pair[side], NULL));
    EVP_MD_CTX_reset(md);
    note(&verdicts, EVP_DigestSignInit_ex(md, NULL, "", keys_lib, NULL, pure_pair[side], NULL));
    s.len = 0;
    note(&verdicts, EVP_DigestSign(md, NULL, &s.len, pure_message, 10));
    note(&verdicts, s.len == pure->signature_len);
    EVP_MD_CTX_free(md);
    ERR_clear_error();
    return verdicts;
}

void pure_check_odd(void)
{
    unsigned verdicts[NUM_SIDES] = { odd_verdicts(DEFAULT), odd_verdicts(MODULE) };

    CHECK(verdicts[0] == verdicts[1], "%s: odd calls: %x and %x", pure->name, verdicts[0], verdicts[1]);
}

void pure_check_other_names(const char *const names[], size_t num)
{
    for (size_t i = 0; i < num; i++)
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, pure_pair[side], BY(side));
            EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(keys_lib, names[i], BY(side));

            CHECK((EVP_PKEY_sign_message_init(ctx, algorithm, NULL) == 1) == (strcmp(names[i], pure->name) == 0),
                  "%s: %s by a key of %s", side_names[side], names[i], pure->name);
            EVP_SIGNATURE_free(algorithm);
            EVP_PKEY_CTX_free(ctx);
        }
    ERR_clear_error();
}

/* The identifier of the algorithm, and the lists of parameters of a context that is begun. */
void pure_check_parameters(void)
{
    for (int signs = 0; signs < 2; signs++) {
        uint8_t id[NUM_SIDES][32] = { { 0 }, { 0 } };
        EVP_PKEY_CTX *ctx[NUM_SIDES];
        size_t len[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            OSSL_PARAM params[] = { OSSL_PARAM_octet_string("algorithm-id", id[side], 32), OSSL_PARAM_END };
            int ret;

            ctx[side] = begin(pure_pair[side], signs, NULL, &ret);
            CHECK(ret == 1 && EVP_PKEY_CTX_get_params(ctx[side], params) == 1, "%s: no identifier", pure->name);
            len[side] = params[0].return_size;
        }
        CHECK(len[0] == len[1] && len[0] == 13 && memcmp(id[0], id[1], 13) == 0, "%s: identifier", pure->name);
        lists_compare("gettable", EVP_PKEY_CTX_gettable_params(ctx[0]), EVP_PKEY_CTX_gettable_params(ctx[1]));
        if (signs || !pure->is_mldsa || is_release(3, 6))
            lists_compare("settable", EVP_PKEY_CTX_settable_params(ctx[0]), EVP_PKEY_CTX_settable_params(ctx[1]));
        EVP_PKEY_CTX_free(ctx[0]);
        EVP_PKEY_CTX_free(ctx[1]);
    }
}

/* ---- random programs ---- */

enum { MAX_CALLS = 30, KEPT = 4 };

struct run {
    struct random rnd;
    EVP_PKEY_CTX *ctx[NUM_SIDES];
    bool signs, has_ended;
    bool has_entropy, is_deterministic; /* what the context was told */
    struct pure_signature kept[KEPT];
    unsigned num_kept;
    struct drawn drawn;
    struct program_log log;
    bool diverged;
};

static unsigned long num_calls, num_signed, num_verified;

/* Returns whether both have succeeded. */
static bool same(struct run *r, const char *what, const int ret[NUM_SIDES])
{
    num_calls++;
    log_add(&r->log, " -> %d", ret[DEFAULT]);
    if ((ret[DEFAULT] > 0) != (ret[MODULE] > 0)) {
        r->diverged = true;
        fail("%s: %s: default returns %d, the module %d, at the end of:%s", pure->name, what, ret[DEFAULT], ret[MODULE],
             r->log.text);
    }
    return !r->diverged && ret[DEFAULT] > 0;
}

static void begin_program(struct run *r)
{
    EVP_PKEY **key = random_chance(&r->rnd, 85) ? pure_pair : pure_public;
    int ret[NUM_SIDES];

    r->signs = random_chance(&r->rnd, 50);
    r->has_ended = r->has_entropy = r->is_deterministic = false;
    log_add(&r->log, "\n  begin to %s with %s", r->signs ? "sign" : "verify",
            key == pure_pair ? "a pair" : "a public key");
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_CTX_free(r->ctx[side]);
        r->ctx[side] = begin(key[side], r->signs, NULL, &ret[side]);
    }
    same(r, "begin", ret);
}

/* Numbers are mostly what they are from the start, so that most signatures are verified in the way they were made. */
static void draw_number(struct run *r)
{
    static const char *const names[] = { "deterministic", "message-encoding", "mu" };
    unsigned i = random_below(&r->rnd, 3);

    drawn_number(&r->drawn, &r->rnd, names[i], random_chance(&r->rnd, 70) ? i < 2 : random_below(&r->rnd, 3));
}

/*
 * One parameter, so that a call that fails has changed nothing else. No entropy of more bytes than are needed, which
 * leaves ML-DSA of the default provider with what it had before as if it were of the right length.
 */
static void draw_param(struct run *r)
{
    static const size_t lens[] = { 0, 0, 7, MAX_CONTEXT, MAX_CONTEXT + 1 };

    drawn_clear(&r->drawn);
    switch (random_below(&r->rnd, 4)) {
    case 0: drawn_octets(&r->drawn, "context-string", context, lens[random_below(&r->rnd, 5)]); break;
    case 1: drawn_octets(&r->drawn, "test-entropy", entropy, pure->entropy_len - !random_chance(&r->rnd, 80)); break;
    default: draw_number(r);
    }
}

static void set_param(struct run *r)
{
    const OSSL_PARAM *p = r->drawn.params;
    int ret[NUM_SIDES];
    bool ok;

    draw_param(r);
    log_add(&r->log, "\n  set");
    log_params(&r->log, p);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = EVP_PKEY_CTX_set_params(r->ctx[side], p);
    ok = same(r, "parameter", ret);
    if (strcmp(p->key, "test-entropy") == 0)
        r->has_entropy = ok;
    else if (ok && strcmp(p->key, "deterministic") == 0)
        r->is_deterministic = is_deterministic(*(const unsigned char *)p->data);
}

static size_t draw_len(struct run *r)
{
    static const size_t lens[] = { MU_LEN, MU_LEN, MU_LEN, 0, 1, 300 };

    return lens[random_below(&r->rnd, 6)];
}

static void keep(struct run *r, const struct pure_signature s[NUM_SIDES])
{
    num_signed++;
    if ((r->has_entropy || r->is_deterministic)
        && (s[0].len != s[1].len || memcmp(s[0].bytes, s[1].bytes, s[0].len) != 0)) {
        r->diverged = true;
        fail("%s: another signature, at the end of:%s", pure->name, r->log.text);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        r->kept[r->num_kept++ % KEPT] = s[side];
}

static const struct pure_signature *draw_kept(struct run *r)
{
    return &r->kept[r->num_kept == 0 ? 0 : random_below(&r->rnd, r->num_kept < KEPT ? r->num_kept : KEPT)];
}

static void use_one_call(struct run *r)
{
    static struct pure_signature made[NUM_SIDES];
    const struct pure_signature *kept = draw_kept(r);
    size_t len = draw_len(r), room = random_chance(&r->rnd, 90) ? sizeof(made[0].bytes) : pure->signature_len - 1;
    bool asks = random_chance(&r->rnd, 10);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  %zu bytes at once, room %zu%s", len, room, asks ? ", length only" : "");
    for (int side = 0; side < NUM_SIDES; side++) {
        made[side].len = room;
        ret[side] = r->signs ? EVP_PKEY_sign(r->ctx[side], asks ? NULL : made[side].bytes, &made[side].len,
                                             pure_message, len)
                             : EVP_PKEY_verify(r->ctx[side], kept->bytes, kept->len, pure_message, len);
    }
    if (!same(r, "one call", ret))
        return;
    num_verified += !r->signs;
    if (r->signs && !asks)
        keep(r, made);
}

static void update_both(struct run *r)
{
    size_t len = draw_len(r);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  %zu bytes", len);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = r->signs ? EVP_PKEY_sign_message_update(r->ctx[side], pure_message, len)
                             : EVP_PKEY_verify_message_update(r->ctx[side], pure_message, len);
    same(r, "update", ret);
}

/* Once only: the default provider signs what follows mu in the stream if it is called again. */
static void end_both(struct run *r)
{
    static struct pure_signature made[NUM_SIDES];
    const struct pure_signature *kept = draw_kept(r);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  end");
    for (int side = 0; side < NUM_SIDES; side++) {
        made[side].len = sizeof(made[side].bytes);
        if (r->signs)
            ret[side] = EVP_PKEY_sign_message_final(r->ctx[side], made[side].bytes, &made[side].len);
        else
            ret[side] = EVP_PKEY_CTX_set_signature(r->ctx[side], kept->bytes, kept->len) == 1
                        && EVP_PKEY_verify_message_final(r->ctx[side]) == 1;
    }
    r->has_ended = true;
    if (!same(r, "end", ret))
        return;
    num_verified += !r->signs;
    if (r->signs)
        keep(r, made);
}

/* The copy carries on, or the original does. */
static void copy(struct run *r)
{
    bool carries_on = random_chance(&r->rnd, 50);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  copy, the %s carries on", carries_on ? "copy" : "original");
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_CTX *made = EVP_PKEY_CTX_dup(r->ctx[side]);

        ret[side] = made != NULL;
        EVP_PKEY_CTX_free(carries_on && made != NULL ? r->ctx[side] : made);
        r->ctx[side] = carries_on && made != NULL ? made : r->ctx[side];
    }
    same(r, "copy", ret);
}

static void run_program(struct run *r, uint64_t seed)
{
    r->rnd.state = seed;
    r->diverged = false;
    r->num_kept = 0;
    memset(r->kept, 0, sizeof(r->kept));
    r->kept[0].len = pure->signature_len; /* not empty: the default provider cannot copy a context with that */
    log_clear(&r->log);
    begin_program(r);
    for (unsigned n = 5 + random_below(&r->rnd, MAX_CALLS); n > 0 && !r->diverged; n--) {
        unsigned what = random_below(&r->rnd, 100);

        if (what < 20)
            begin_program(r);
        else if (what < 40)
            set_param(r);
        else if (what < 50)
            copy(r);
        else if (what < 75 || !has_style(DEFAULT, PURE_IN_PIECES))
            use_one_call(r);
        else if (what < 90 || r->has_ended)
            update_both(r);
        else
            end_both(r);
    }
    EVP_PKEY_CTX_free(r->ctx[DEFAULT]);
    EVP_PKEY_CTX_free(r->ctx[MODULE]);
    r->ctx[DEFAULT] = r->ctx[MODULE] = NULL;
    ERR_clear_error();
}

void pure_run_programs(uint64_t first, unsigned num)
{
    static struct run r;

    for (unsigned i = 0; i < num && failures < 10; i++) {
        run_program(&r, first + i);
        if (r.diverged)
            printf("  replay: --seed %llu --programs 1\n", (unsigned long long)(first + i));
    }
}

bool pure_report(void)
{
    printf("%lu calls in programs, %lu signatures, %lu valid, %u failures\n", num_calls, num_signed, num_verified,
           failures);
    return failures == 0 && num_signed != 0 && num_verified != 0;
}

#endif

/*
 * Signatures of ML-DSA-44, -65 and -87: the module against the default provider, by the same calls and by random
 * programs of calls. What is not random must be equal byte for byte; what is random is verified by both.
 *
 * Before OpenSSL 3.6 the default provider takes no message in pieces: the module's is then compared with its own
 * signature of the whole message.
 *
 * --seed N      first seed; program i runs with seed N + i
 * --programs N  number of programs
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "keys.h"

/* Functions that the headers of OpenSSL 3.0 to 3.3 lack; the test is skipped there. */
#if OPENSSL_VERSION_NUMBER >= 0x30400000
# define HAS_MESSAGES 1
#else
# define HAS_MESSAGES 0
#endif

#if HAS_MESSAGES

enum { SEED_LEN = 32, MU_LEN = 64, ENTROPY_LEN = 32, MAX_CONTEXT = 255, MAX_SIGNATURE = 4627, MAX_MESSAGE = 2000 };

static struct random rnd = { 2040 };

static const struct set {
    const char *name;
    size_t signature_len, challenge_len;
    unsigned rows, omega; /* polynomials of hints, and the greatest number of hints */
} sets[] = {
    { "ML-DSA-44", 2420, 32, 4, 80 },
    { "ML-DSA-65", 3309, 48, 6, 55 },
    { "ML-DSA-87", 4627, 64, 8, 75 },
}, *set;

static uint8_t message[MAX_MESSAGE];

/* The same key on both sides, and its public part alone. */
static EVP_PKEY *pair[NUM_SIDES], *public_key[NUM_SIDES];

static void make_keys(void)
{
    uint8_t seed[SEED_LEN];

    random_bytes(&rnd, seed, sizeof(seed));
    for (int side = 0; side < NUM_SIDES; side++) {
        OSSL_PARAM *params = NULL;

        pair[side] = key_from_seed(side, set->name, seed, sizeof(seed));
        EVP_PKEY_todata(pair[side], EVP_PKEY_PUBLIC_KEY, &params);
        public_key[side] = key_from_data(side, set->name, EVP_PKEY_PUBLIC_KEY, params);
        OSSL_PARAM_free(params);
        CHECK(pair[side] != NULL && public_key[side] != NULL, "%s: no key", set->name);
    }
}

/* ---- one signature ---- */

/* How a message is signed and verified. Lengths and numbers below 0: the parameter is left out. */
struct way {
    int context_len, entropy_len, deterministic, encoding, mu;
};
static const struct way plain = { -1, -1, -1, -1, -1 }, fixed = { -1, -1, 1, -1, -1 };
static uint8_t context[MAX_CONTEXT + 1] = "context", entropy[ENTROPY_LEN + 1] = "entropy";

static const OSSL_PARAM *params_of(const struct way *w, OSSL_PARAM params[6])
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

struct signature {
    int ret; /* of the last call, or of the first that failed */
    size_t len;
    uint8_t bytes[MAX_SIGNATURE + 1];
};

enum style { ONE_CALL, AS_DIGEST, IN_PIECES, NUM_STYLES };

static EVP_PKEY_CTX *begin(EVP_PKEY *key, bool signs, const OSSL_PARAM *params, int *ret)
{
    const char *query = strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "default") == 0 ? BY(DEFAULT)
                                                                                                     : BY(MODULE);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, query);
    EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(keys_lib, set->name, query);

    *ret = signs ? EVP_PKEY_sign_message_init(ctx, algorithm, params)
                 : EVP_PKEY_verify_message_init(ctx, algorithm, params);
    EVP_SIGNATURE_free(algorithm);
    return ctx;
}

/* Updates of lengths that are drawn, one of them empty. */
static int update(EVP_PKEY_CTX *ctx, size_t len, int next(EVP_PKEY_CTX *, const unsigned char *, size_t))
{
    size_t done = 0;
    int ret = next(ctx, message, 0);

    while (ret == 1 && done < len) {
        size_t piece = 1 + random_below(&rnd, (unsigned)(len - done));

        ret = next(ctx, message + done, piece);
        done += piece;
    }
    return ret;
}

static void sign(EVP_PKEY *key, enum style style, const struct way *w, size_t len, struct signature *s)
{
    OSSL_PARAM params[6];
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx = NULL;

    memset(s, 0, sizeof(*s));
    s->len = sizeof(s->bytes);
    params_of(w, params);
    if (style == AS_DIGEST) {
        s->ret = EVP_DigestSignInit_ex(md, NULL, NULL, keys_lib, NULL, key, params);
        s->ret = s->ret != 1 ? s->ret : EVP_DigestSign(md, s->bytes, &s->len, message, len);
    } else {
        ctx = begin(key, true, params, &s->ret);
        if (s->ret == 1 && style == ONE_CALL)
            s->ret = EVP_PKEY_sign(ctx, s->bytes, &s->len, message, len);
        else if (s->ret == 1 && (s->ret = update(ctx, len, EVP_PKEY_sign_message_update)) == 1)
            s->ret = EVP_PKEY_sign_message_final(ctx, s->bytes, &s->len);
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_MD_CTX_free(md);
    ERR_clear_error();
}

static int verify(EVP_PKEY *key, enum style style, const struct way *w, size_t len, const struct signature *s)
{
    OSSL_PARAM params[6];
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx = NULL;
    int ret;

    params_of(w, params);
    if (style == AS_DIGEST) {
        ret = EVP_DigestVerifyInit_ex(md, NULL, NULL, keys_lib, NULL, key, params);
        ret = ret != 1 ? ret : EVP_DigestVerify(md, s->bytes, s->len, message, len);
    } else {
        ctx = begin(key, false, params, &ret);
        if (ret == 1 && style == ONE_CALL)
            ret = EVP_PKEY_verify(ctx, s->bytes, s->len, message, len);
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
static bool has_style(int side, enum style style)
{
    return style != IN_PIECES || side == MODULE || is_release(3, 6);
}

/* ---- the same on both sides ---- */

static bool is_fixed(const struct way *w)
{
    return w->entropy_len == ENTROPY_LEN || w->deterministic == 1;
}

/* Both sides find the same verdict on the signature, by each style. Returns whether it is valid. */
static bool compare_verdicts(const char *what, const struct way *w, size_t len, const struct signature *s)
{
    int wanted = verify(pair[DEFAULT], ONE_CALL, w, len, s);

    for (int side = 0; side < NUM_SIDES; side++)
        for (enum style style = ONE_CALL; style < NUM_STYLES; style++)
            if (has_style(side, style) && (style != IN_PIECES || w->mu <= 0)) {
                int ret = verify(style == ONE_CALL ? public_key[side] : pair[side], style, w, len, s);

                CHECK(ret == wanted || (ret <= 0 && wanted <= 0), "%s: %s: %s finds %d, not %d, in style %d", set->name,
                      what, side_names[side], ret, wanted, style);
            }
    return wanted == 1;
}

/* Sign the message in each style on both sides. Returns whether they sign, which must be the same for all. */
static bool compare_way(const struct way *w, size_t len)
{
    static struct signature first, s;

    sign(pair[DEFAULT], ONE_CALL, w, len, &first);
    for (int side = 0; side < NUM_SIDES; side++)
        for (enum style style = ONE_CALL; style < NUM_STYLES; style++) {
            if (!has_style(side, style) || (style == IN_PIECES && w->mu > 0))
                continue;
            sign(pair[side], style, w, len, &s);
            CHECK((s.ret == 1) == (first.ret == 1), "%s: %s signs: %d, not %d, in style %d", set->name,
                  side_names[side], s.ret, first.ret, style);
            if (s.ret != 1 || first.ret != 1)
                continue;
            CHECK(s.len == set->signature_len, "%s: %zu bytes", set->name, s.len);
            CHECK(!is_fixed(w) || memcmp(s.bytes, first.bytes, s.len) == 0, "%s: %s signs otherwise in style %d",
                  set->name, side_names[side], style);
            CHECK(compare_verdicts("own", w, len, &s), "%s: a signature of %s is invalid", set->name, side_names[side]);
        }
    return first.ret == 1;
}

static void check_ways(void)
{
    /* context, entropy, deterministic, encoding, mu */
    static const struct {
        struct way way;
        size_t len;
        bool is_taken;
    } ways[] = {
        { { -1, -1, -1, -1, -1 }, 100, true },
        { { 7, -1, -1, -1, -1 }, 100, true },
        { { 0, -1, 0, 1, 0 }, 0, true },
        { { -1, -1, 1, -1, -1 }, MAX_MESSAGE, true },
        { { MAX_CONTEXT, -1, 1, 1, -1 }, 1, true },
        { { MAX_CONTEXT + 1, -1, 1, -1, -1 }, 1, false },
        { { 7, -1, 1, 0, -1 }, 100, true },
        { { -1, -1, 1, 0, 0 }, 0, true },
        { { -1, ENTROPY_LEN, -1, -1, -1 }, 100, true },
        { { 7, ENTROPY_LEN, 1, 1, 0 }, 136, true },
        { { -1, ENTROPY_LEN - 1, 1, -1, -1 }, 100, false },
        { { -1, ENTROPY_LEN + 1, 1, -1, -1 }, 100, false },
        { { -1, 0, 1, -1, -1 }, 100, false },
        { { -1, -1, 1, -1, 1 }, MU_LEN, true },
        { { 7, -1, 1, -1, 2 }, MU_LEN, true },
        { { -1, ENTROPY_LEN, -1, 0, 1 }, MU_LEN, true },
        { { -1, -1, 1, -1, 1 }, MU_LEN - 1, false },
        { { -1, -1, 1, -1, 1 }, MU_LEN + 1, false },
        { { -1, -1, 1, -1, 1 }, 0, false },
        { { 7, -1, 2, 2, -1 }, 100, true },
    };

    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        CHECK(compare_way(&ways[i].way, ways[i].len) == ways[i].is_taken, "%s: way %zu", set->name, i);
    for (unsigned i = 0; i < 12; i++) {
        random_bytes(&rnd, message, sizeof(message));
        CHECK(compare_way(&fixed, random_below(&rnd, 400)), "%s: a message", set->name);
    }
}

/* Nothing but the message, context and key that were signed is verified. */
static void check_other_messages(void)
{
    static struct signature s;
    struct way w = fixed;

    w.context_len = 7;
    sign(pair[MODULE], ONE_CALL, &w, 100, &s);
    CHECK(compare_verdicts("the message", &w, 100, &s), "%s: no signature", set->name);
    CHECK(!compare_verdicts("shorter", &w, 99, &s), "%s: a shorter message is valid", set->name);
    w.context_len = 6;
    CHECK(!compare_verdicts("other context", &w, 100, &s), "%s: another context is valid", set->name);
    w.context_len = 7;
    w.encoding = 0;
    CHECK(!compare_verdicts("encoded", &w, 100, &s), "%s: another encoding is valid", set->name);
    message[50] ^= 1;
    CHECK(!compare_verdicts("flipped", &(struct way){ 7, -1, -1, -1, -1 }, 100, &s), "%s: another message is valid",
          set->name);
    message[50] ^= 1;
}

/* ---- malformed signatures ---- */

static void refuse(const char *what, const struct signature *s)
{
    CHECK(!compare_verdicts(what, &plain, 100, s), "%s: %s is valid", set->name, what);
}

/* A bit in each field, and wrong lengths. */
static void check_flipped(const struct signature *valid)
{
    const size_t ends[] = { 0, set->challenge_len, set->signature_len - set->omega - set->rows, set->signature_len };
    static struct signature s;

    for (unsigned i = 0; i < 9; i++) {
        size_t from = ends[i % 3], to = ends[i % 3 + 1];

        s = *valid;
        s.bytes[from + random_below(&rnd, (unsigned)(to - from))] ^= (uint8_t)(1u << random_below(&rnd, 8));
        refuse("a flipped bit", &s);
    }
    for (unsigned i = 0; i < 4; i++) {
        s = *valid;
        s.len = i == 0 ? 0 : set->signature_len - 2 + i;
        if (s.len != set->signature_len)
            refuse("another length", &s);
    }
    memset(s.bytes, 0, sizeof(s.bytes));
    s.len = set->signature_len;
    refuse("zeros", &s);
    memset(s.bytes, 0xff, sizeof(s.bytes));
    refuse("ones", &s);
}

/* A coefficient of z that is too large: the encoding of gamma1, FIPS 204 algorithm 18. */
static void check_large_z(const struct signature *valid)
{
    static struct signature s;

    s = *valid;
    memset(s.bytes + set->challenge_len, 0, 3);
    refuse("a large coefficient", &s);
}

/*
 * Hints, FIPS 204 algorithm 21: positions in order and no rests. Each of these changes leaves the hints the same, so
 * they would be valid if they were not refused for their form.
 */
static void check_hints(const struct signature *valid)
{
    const size_t at = set->signature_len - set->omega - set->rows, counts = at + set->omega;
    static struct signature s;
    uint8_t *hints = s.bytes + at;
    unsigned first = valid->bytes[counts], all = valid->bytes[set->signature_len - 1];

    s = *valid;
    if (all < set->omega) {
        hints[set->omega - 1] = 1;
        refuse("a rest that is not zero", &s);
    }
    s = *valid;
    if (first >= 2) {
        uint8_t swapped = hints[0];

        hints[0] = hints[1];
        hints[1] = swapped;
        refuse("hints out of order", &s);
    }
    s = *valid;
    if (first >= 1 && all < set->omega) { /* one position twice */
        memmove(hints + 1, hints, all);
        for (unsigned row = 0; row < set->rows; row++)
            s.bytes[counts + row]++;
        refuse("a hint twice", &s);
    }
    s = *valid;
    s.bytes[set->signature_len - 1] = (uint8_t)(set->omega + 1);
    refuse("too many hints", &s);
    s = *valid;
    s.bytes[counts + 1] = (uint8_t)(first - 1);
    refuse("counts that fall", &s);
}

static void check_malformed(void)
{
    static struct signature valid;

    for (unsigned i = 0; i < 3; i++) {
        random_bytes(&rnd, message, sizeof(message));
        sign(pair[i % 2], ONE_CALL, &fixed, 100, &valid);
        CHECK(compare_verdicts("valid", &plain, 100, &valid), "%s: no signature", set->name);
        check_flipped(&valid);
        check_large_z(&valid);
        check_hints(&valid);
    }
}

/* ---- lengths, inits, parameters ---- */

static void note(unsigned *verdicts, int ret)
{
    *verdicts = *verdicts << 1 | (ret > 0);
}

/* What calls with unusual lengths, keys and digests answer, as bits. */
static unsigned odd_verdicts(int side)
{
    static struct signature s;
    unsigned verdicts = 1;
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx;
    int ret;

    ctx = begin(pair[side], true, NULL, &ret);
    note(&verdicts, ret);
    s.len = 0;
    note(&verdicts, EVP_PKEY_sign(ctx, NULL, &s.len, message, 10));
    note(&verdicts, s.len == set->signature_len);
    s.len = set->signature_len - 1;
    note(&verdicts, EVP_PKEY_sign(ctx, s.bytes, &s.len, message, 10));
    s.len = set->signature_len;
    note(&verdicts, EVP_PKEY_sign(ctx, s.bytes, &s.len, message, 10));
    note(&verdicts, EVP_PKEY_verify(ctx, s.bytes, s.len, message, 10)); /* begun to sign */
    note(&verdicts, EVP_PKEY_sign_init(ctx));
    note(&verdicts, EVP_PKEY_verify_init(ctx));
    EVP_PKEY_CTX_free(ctx);
    ctx = begin(public_key[side], true, NULL, &ret);
    note(&verdicts, ret);
    s.len = sizeof(s.bytes);
    note(&verdicts, EVP_PKEY_sign(ctx, s.bytes, &s.len, message, 10));
    note(&verdicts, EVP_PKEY_sign(ctx, NULL, &s.len, message, 10));
    EVP_PKEY_CTX_free(ctx);
    note(&verdicts, EVP_DigestSignInit_ex(md, NULL, "SHA256", keys_lib, NULL, pair[side], NULL));
    EVP_MD_CTX_reset(md);
    note(&verdicts, EVP_DigestVerifyInit_ex(md, NULL, "SHA512", keys_lib, NULL, pair[side], NULL));
    EVP_MD_CTX_reset(md);
    note(&verdicts, EVP_DigestSignInit_ex(md, NULL, "", keys_lib, NULL, pair[side], NULL));
    s.len = 0;
    note(&verdicts, EVP_DigestSign(md, NULL, &s.len, message, 10));
    note(&verdicts, s.len == set->signature_len);
    EVP_MD_CTX_free(md);
    ERR_clear_error();
    return verdicts;
}

static void check_odd(void)
{
    unsigned verdicts[NUM_SIDES] = { odd_verdicts(DEFAULT), odd_verdicts(MODULE) };

    CHECK(verdicts[0] == verdicts[1], "%s: odd calls: %x and %x", set->name, verdicts[0], verdicts[1]);
}

/* A name signs with its own keys only. */
static void check_other_names(void)
{
    for (const struct set *other = sets; other < sets + sizeof(sets) / sizeof(sets[0]); other++)
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair[side], BY(side));
            EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(keys_lib, other->name, BY(side));

            CHECK((EVP_PKEY_sign_message_init(ctx, algorithm, NULL) == 1) == (other == set), "%s: %s by a key of %s",
                  side_names[side], other->name, set->name);
            EVP_SIGNATURE_free(algorithm);
            EVP_PKEY_CTX_free(ctx);
        }
    ERR_clear_error();
}

/* The identifier of the algorithm, and the lists of parameters of a context that is begun. */
static void check_parameters(void)
{
    for (int signs = 0; signs < 2; signs++) {
        uint8_t id[NUM_SIDES][32] = { { 0 }, { 0 } };
        EVP_PKEY_CTX *ctx[NUM_SIDES];
        size_t len[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            OSSL_PARAM params[] = { OSSL_PARAM_octet_string("algorithm-id", id[side], 32), OSSL_PARAM_END };
            int ret;

            ctx[side] = begin(pair[side], signs, NULL, &ret);
            CHECK(ret == 1 && EVP_PKEY_CTX_get_params(ctx[side], params) == 1, "%s: no identifier", set->name);
            len[side] = params[0].return_size;
        }
        CHECK(len[0] == len[1] && len[0] == 13 && memcmp(id[0], id[1], 13) == 0, "%s: identifier", set->name);
        lists_compare("gettable", EVP_PKEY_CTX_gettable_params(ctx[0]), EVP_PKEY_CTX_gettable_params(ctx[1]));
        if (signs || is_release(3, 6))
            lists_compare("settable", EVP_PKEY_CTX_settable_params(ctx[0]), EVP_PKEY_CTX_settable_params(ctx[1]));
        EVP_PKEY_CTX_free(ctx[0]);
        EVP_PKEY_CTX_free(ctx[1]);
    }
}

/* ---- threads ---- */

enum { NUM_THREADS = 4 };

struct shared {
    EVP_PKEY *key;
    const struct signature *valid;
};

/* Returns shared if the signature is valid. */
static void *verify_shared(void *arg)
{
    const struct shared *shared = arg;

    return verify(shared->key, ONE_CALL, &plain, 100, shared->valid) == 1 ? arg : NULL;
}

/* Threads verify with one public key, which the first of them expands. */
static void check_threads(void)
{
    static struct signature valid;
    uint8_t encoded[MAX_MESSAGE + 1000];
    struct key_parts in = { .public_key = encoded };
    pthread_t thread[NUM_THREADS];

    sign(pair[MODULE], ONE_CALL, &fixed, 100, &valid);
    CHECK(EVP_PKEY_get_octet_string_param(pair[MODULE], "pub", encoded, sizeof(encoded), &in.public_len) == 1,
          "%s: no public key", set->name);
    for (unsigned i = 0; i < 8; i++) {
        struct shared shared = { key_from_parts(MODULE, set->name, EVP_PKEY_PUBLIC_KEY, &in), &valid };

        for (unsigned t = 0; t < NUM_THREADS; t++)
            CHECK(pthread_create(&thread[t], NULL, verify_shared, &shared) == 0, "no thread");
        for (unsigned t = 0; t < NUM_THREADS; t++) {
            void *ret = NULL;

            CHECK(pthread_join(thread[t], &ret) == 0 && ret == &shared, "%s: a thread finds no signature", set->name);
        }
        EVP_PKEY_free(shared.key);
    }
}

/* ---- random programs ---- */

enum { MAX_CALLS = 30, KEPT = 4 };

struct run {
    struct random rnd;
    EVP_PKEY_CTX *ctx[NUM_SIDES];
    bool signs, has_ended;
    bool has_entropy, is_deterministic; /* what the context was told */
    struct signature kept[KEPT];
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
        fail("%s: %s: default returns %d, the module %d, at the end of:%s", set->name, what, ret[DEFAULT], ret[MODULE],
             r->log.text);
    }
    return !r->diverged && ret[DEFAULT] > 0;
}

static void begin_program(struct run *r)
{
    EVP_PKEY **key = random_chance(&r->rnd, 85) ? pair : public_key;
    int ret[NUM_SIDES];

    r->signs = random_chance(&r->rnd, 50);
    r->has_ended = r->has_entropy = r->is_deterministic = false;
    log_add(&r->log, "\n  begin to %s with %s", r->signs ? "sign" : "verify", key == pair ? "a pair" : "a public key");
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
 * One parameter, so that a call that fails has changed nothing else. No entropy of more than 32 bytes, which leaves the
 * default provider with what it had before as if it were of the right length.
 */
static void draw_param(struct run *r)
{
    static const size_t lens[] = { 0, 0, 7, MAX_CONTEXT, MAX_CONTEXT + 1 };

    drawn_clear(&r->drawn);
    switch (random_below(&r->rnd, 4)) {
    case 0: drawn_octets(&r->drawn, "context-string", context, lens[random_below(&r->rnd, 5)]); break;
    case 1:
        drawn_octets(&r->drawn, "test-entropy", entropy, random_chance(&r->rnd, 80) ? ENTROPY_LEN : ENTROPY_LEN - 1);
        break;
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
        r->is_deterministic = *(const unsigned char *)p->data == 1;
}

static size_t draw_len(struct run *r)
{
    static const size_t lens[] = { MU_LEN, MU_LEN, MU_LEN, 0, 1, 300 };

    return lens[random_below(&r->rnd, 6)];
}

static void keep(struct run *r, const struct signature s[NUM_SIDES])
{
    num_signed++;
    if ((r->has_entropy || r->is_deterministic)
        && (s[0].len != s[1].len || memcmp(s[0].bytes, s[1].bytes, s[0].len) != 0)) {
        r->diverged = true;
        fail("%s: another signature, at the end of:%s", set->name, r->log.text);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        r->kept[r->num_kept++ % KEPT] = s[side];
}

static const struct signature *draw_kept(struct run *r)
{
    return &r->kept[r->num_kept == 0 ? 0 : random_below(&r->rnd, r->num_kept < KEPT ? r->num_kept : KEPT)];
}

static void use_one_call(struct run *r)
{
    static struct signature made[NUM_SIDES];
    const struct signature *kept = draw_kept(r);
    size_t len = draw_len(r), room = random_chance(&r->rnd, 90) ? sizeof(made[0].bytes) : set->signature_len - 1;
    bool asks = random_chance(&r->rnd, 10);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  %zu bytes at once, room %zu%s", len, room, asks ? ", length only" : "");
    for (int side = 0; side < NUM_SIDES; side++) {
        made[side].len = room;
        ret[side] = r->signs
                        ? EVP_PKEY_sign(r->ctx[side], asks ? NULL : made[side].bytes, &made[side].len, message, len)
                        : EVP_PKEY_verify(r->ctx[side], kept->bytes, kept->len, message, len);
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
        ret[side] = r->signs ? EVP_PKEY_sign_message_update(r->ctx[side], message, len)
                             : EVP_PKEY_verify_message_update(r->ctx[side], message, len);
    same(r, "update", ret);
}

/* Once only: the default provider signs what follows mu in the stream if it is called again. */
static void end_both(struct run *r)
{
    static struct signature made[NUM_SIDES];
    const struct signature *kept = draw_kept(r);
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
    r->kept[0].len = set->signature_len; /* not empty: the default provider cannot copy a context with that */
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
        else if (what < 75 || !is_release(3, 6))
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

static void run_programs(uint64_t first, unsigned num)
{
    static struct run r;

    for (unsigned i = 0; i < num && failures < 10; i++) {
        run_program(&r, first + i);
        if (r.diverged)
            printf("  replay: --seed %llu --programs 1\n", (unsigned long long)(first + i));
    }
}

static void check_set(uint64_t seed, unsigned num_drawn)
{
    make_keys();
    check_ways();
    check_other_messages();
    check_malformed();
    check_odd();
    check_other_names();
    check_parameters();
    check_threads();
    run_programs(seed, num_drawn);
    keys_free(pair);
    keys_free(public_key);
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *seed = option(argc, argv, "--seed"), *programs = option(argc, argv, "--programs");

    keys_open(&h, "ML-DSA-65");
    random_bytes(&rnd, message, sizeof(message));
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++)
        check_set(seed == NULL ? 1 : strtoull(seed, NULL, 0), programs == NULL ? 60 : (unsigned)atoi(programs));
    printf("%lu calls in programs, %lu signatures, %lu valid, %u failures\n", num_calls, num_signed, num_verified,
           failures);
    harness_close(&h);
    return failures != 0 || num_signed == 0 || num_verified == 0;
}

#else

int main(void)
{
    static struct harness h;

    keys_open(&h, "ML-DSA-65"); /* exits: this release has no such keys */
    harness_close(&h);
    return 1;
}

#endif

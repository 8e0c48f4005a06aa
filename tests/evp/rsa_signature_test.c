/*
 * Signatures of RSA: random programs of calls to the module and to the default provider, both in one library context.
 * Everything that a caller can see is equal: verdicts, lengths, parameters, the first error of a refusal, and the bytes
 * where nothing is random. Both providers verify what either signs.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rsa_keys.h"

enum { MAX_LEN = 600, PROGRAMS = 2000, MAX_PARAMS = 8, CANNOT = -99 };

static struct random rnd = { 8017 };
static unsigned long num_signed, num_verified, num_wrong, num_refused;

static const char *pick(const char *const *list, unsigned num)
{
    return list[random_below(&rnd, num)];
}
#define PICK(list) pick(list, sizeof(list) / sizeof((list)[0]))

static const char *const digests[] = {
    "SHA1",         "SHA256",   "SHA256", "SHA2-384", "SHA512",    "SHA512-224",
    "SHA2-512/256", "SHA3-256", "MD5",    "MD5-SHA1", "RIPEMD160",
};
static const char *const odd_digests[] = { "SHAKE128", "BLAKE2B512", "SM3", "KECCAK-256", "none", "" };

static const char *draw_digest(void)
{
    return random_chance(&rnd, 85) ? PICK(digests) : PICK(odd_digests);
}

/* ---- parameters ---- */

static void draw_properties(OSSL_PARAM **p, const char *key)
{
    static const char *const properties[] = { "", "provider=default", "?provider=afterburner", "no=such" };

    if (random_chance(&rnd, 10))
        *(*p)++ = OSSL_PARAM_construct_utf8_string(key, (char *)PICK(properties), 0);
}

static void draw_padding(OSSL_PARAM **p)
{
    static const char *const names[] = { "pkcs1", "pss", "pss", "pss", "none", "x931", "oaep", "other" };
    static const int numbers[] = { RSA_PKCS1_PADDING,
                                   RSA_PKCS1_PSS_PADDING,
                                   RSA_PKCS1_PSS_PADDING,
                                   RSA_NO_PADDING,
                                   RSA_X931_PADDING,
                                   RSA_PKCS1_OAEP_PADDING,
                                   0,
                                   99 };
    static int number;

    number = numbers[random_below(&rnd, 8)];
    if (random_chance(&rnd, 60))
        *(*p)++ = random_chance(&rnd, 50) ? OSSL_PARAM_construct_int("pad-mode", &number)
                                          : OSSL_PARAM_construct_utf8_string("pad-mode", (char *)PICK(names), 0);
}

static void draw_salt(OSSL_PARAM **p)
{
    static const char *const names[] = { "digest", "max", "auto", "auto-digestmax", "17", "0", "x" };
    static int number;

    number = random_chance(&rnd, 50) ? (int)random_below(&rnd, 9) - 6 : (int)random_below(&rnd, 120);
    if (random_chance(&rnd, 30))
        *(*p)++ = random_chance(&rnd, 60) ? OSSL_PARAM_construct_int("saltlen", &number)
                                          : OSSL_PARAM_construct_utf8_string("saltlen", (char *)PICK(names), 0);
}

/* Values live until the next list is drawn. */
static void draw_params(OSSL_PARAM p[MAX_PARAMS])
{
    draw_padding(&p);
    draw_salt(&p);
    if (random_chance(&rnd, 25)) {
        *p++ = OSSL_PARAM_construct_utf8_string("digest", (char *)draw_digest(), 0);
        draw_properties(&p, "properties");
    }
    if (random_chance(&rnd, 15)) {
        *p++ = OSSL_PARAM_construct_utf8_string("mgf1-digest", (char *)draw_digest(), 0);
        draw_properties(&p, "mgf1-properties");
    }
    *p = OSSL_PARAM_construct_end();
}

/* The parameters that a context returns. */
struct told {
    int ret[6], pad_mode, salt_len;
    char pad[16], salt[24], digest[50], mgf1[50];
    unsigned char identifier[128];
    size_t identifier_len;
};

static void tell(EVP_PKEY_CTX *ctx, struct told *t)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_int("pad-mode", &t->pad_mode),
        OSSL_PARAM_int("saltlen", &t->salt_len),
        OSSL_PARAM_utf8_string("saltlen", t->salt, sizeof(t->salt)),
        OSSL_PARAM_utf8_string("digest", t->digest, sizeof(t->digest)),
        OSSL_PARAM_utf8_string("mgf1-digest", t->mgf1, sizeof(t->mgf1)),
        OSSL_PARAM_octet_string("algorithm-id", t->identifier, sizeof(t->identifier)),
    };

    memset(t, 0, sizeof(*t));
    for (int i = 0; i < 6; i++) {
        OSSL_PARAM one[] = { params[i], OSSL_PARAM_END };

        t->ret[i] = EVP_PKEY_CTX_get_params(ctx, one);
        t->identifier_len = one[0].return_size;
    }
    ERR_clear_error();
}

/* ---- programs: a context on each side, which get the same calls ---- */

struct program {
    const struct rsa_pair *pair;
    bool is_message, is_verification, is_recovery;
    EVP_PKEY_CTX *ctx[NUM_SIDES];
    EVP_MD_CTX *md[NUM_SIDES]; /* of a message; owns ctx */
    struct told t[NUM_SIDES];
    char log[2000];
};

static void note(struct program *p, const char *format, ...)
{
    size_t len = strlen(p->log);
    va_list args;

    va_start(args, format);
    vsnprintf(p->log + len, sizeof(p->log) - len, format, args);
    va_end(args);
}

static void note_params(struct program *p, const OSSL_PARAM *params)
{
    for (; params->key != NULL; params++)
        if (params->data_type == OSSL_PARAM_INTEGER)
            note(p, " %s=%d", params->key, *(int *)params->data);
        else
            note(p, " %s=%s", params->key, (char *)params->data);
    note(p, ";");
}

static unsigned long first_error(void)
{
    unsigned long code = ERR_peek_error();

    ERR_clear_error();
    return code;
}

/*
 * Compare both results and, for refusals, the first error. Returns 1 if both succeeded. For a wrong signature any error
 * suffices, since the two check its parts in a different order.
 */
static int same(struct program *p, const char *what, const int ret[NUM_SIDES], const unsigned long error[NUM_SIDES])
{
    CHECK((ret[0] > 0) == (ret[1] > 0), "%s: %s: %d and %d, errors %lx and %lx:%s", p->pair->name, what, ret[0], ret[1],
          error[0], error[1], p->log);
    if (ret[0] <= 0 && ret[1] <= 0) {
        CHECK(strncmp(what, "verifying", 9) == 0 ? (error[0] != 0) == (error[1] != 0) : error[0] == error[1],
              "%s: %s: errors %lx and %lx:%s", p->pair->name, what, error[0], error[1], p->log);
        num_refused++;
    }
    return ret[0] > 0 && ret[1] > 0;
}

static int begin_digest(struct program *p, int side, const OSSL_PARAM *params)
{
    p->ctx[side] = EVP_PKEY_CTX_new_from_pkey(keys_lib, p->pair->key[side], PREFER(side));
    if (p->is_recovery)
        return EVP_PKEY_verify_recover_init_ex(p->ctx[side], params);
    return p->is_verification ? EVP_PKEY_verify_init_ex(p->ctx[side], params)
                              : EVP_PKEY_sign_init_ex(p->ctx[side], params);
}

static int begin_message(struct program *p, int side, const char *digest, const OSSL_PARAM *params)
{
    int ret;

    p->md[side] = EVP_MD_CTX_new();
    ret = p->is_verification ? EVP_DigestVerifyInit_ex(p->md[side], &p->ctx[side], digest, keys_lib, PREFER(side),
                                                       p->pair->key[side], params)
                             : EVP_DigestSignInit_ex(p->md[side], &p->ctx[side], digest, keys_lib, PREFER(side),
                                                     p->pair->key[side], params);
    if (ret <= 0)
        p->ctx[side] = NULL;
    return ret;
}

static int begin(struct program *p)
{
    const char *digest = random_chance(&rnd, 10) ? NULL : draw_digest();
    OSSL_PARAM params[MAX_PARAMS];
    unsigned long error[NUM_SIDES];
    int ret[NUM_SIDES];

    draw_params(params);
    if (random_chance(&rnd, 60))
        params[0] = OSSL_PARAM_construct_end();
    note(p, " %s%s%s %s;", p->is_message ? "digest " : "", p->is_verification ? "verify" : "sign",
         p->is_recovery ? " recover" : "", p->is_message ? digest : "");
    note_params(p, params);
    for (int side = 0; side < NUM_SIDES; side++) {
        ERR_clear_error();
        ret[side] = p->is_message ? begin_message(p, side, digest, params) : begin_digest(p, side, params);
        error[side] = first_error();
    }
    if (!same(p, "beginning", ret, error))
        return 0;
    for (int side = 0; side < NUM_SIDES && getenv("AB_TEST_SELF") == NULL; side++)
        CHECK(strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_CTX_get0_provider(p->ctx[side])), side_names[side]) == 0,
              "%s: not the provider that signs", side_names[side]);
    return 1;
}

static int set_params(struct program *p)
{
    OSSL_PARAM params[MAX_PARAMS];
    unsigned long error[NUM_SIDES];
    int ret[NUM_SIDES];

    draw_params(params);
    note_params(p, params);
    for (int side = 0; side < NUM_SIDES; side++) {
        ERR_clear_error();
        ret[side] = EVP_PKEY_CTX_set_params(p->ctx[side], params);
        error[side] = first_error();
    }
    return same(p, "parameters", ret, error);
}

static void get_params(struct program *p)
{
    for (int side = 0; side < NUM_SIDES; side++)
        tell(p->ctx[side], &p->t[side]);
    CHECK(memcmp(&p->t[0], &p->t[1], sizeof(p->t[0])) == 0, "%s: parameters told: %d %d %s %s %s and %d %d %s %s %s:%s",
          p->pair->name, p->t[0].pad_mode, p->t[0].salt_len, p->t[0].salt, p->t[0].digest, p->t[0].mgf1,
          p->t[1].pad_mode, p->t[1].salt_len, p->t[1].salt, p->t[1].digest, p->t[1].mgf1, p->log);
    for (int side = 0; side < NUM_SIDES; side++) /* by name: later releases list a parameter with two types */
        for (const OSSL_PARAM *param = EVP_PKEY_CTX_settable_params(p->ctx[side]); param->key != NULL; param++)
            CHECK(OSSL_PARAM_locate_const(EVP_PKEY_CTX_settable_params(p->ctx[1 - side]), param->key) != NULL,
                  "settable: %s by %s alone", param->key, side_names[side]);
}

/* Pass a message in one piece or two; in between, parameters may be set and a copy may replace the context. */
static int feed(struct program *p, int side, const uint8_t *data, size_t len)
{
    return p->is_verification ? EVP_DigestVerifyUpdate(p->md[side], data, len)
                              : EVP_DigestSignUpdate(p->md[side], data, len);
}

static void copy_module(struct program *p)
{
    EVP_MD_CTX *copy = EVP_MD_CTX_new();

    CHECK(EVP_MD_CTX_copy_ex(copy, p->md[MODULE]) == 1, "%s: no copy", p->pair->name);
    EVP_MD_CTX_free(p->md[MODULE]);
    p->md[MODULE] = copy;
    p->ctx[MODULE] = EVP_MD_CTX_get_pkey_ctx(copy);
    note(p, " copy;");
}

static int feed_both(struct program *p, const uint8_t *data, size_t len)
{
    size_t cut = random_below(&rnd, (unsigned)len + 1);
    unsigned long error[NUM_SIDES] = { 0, 0 };
    int ret[NUM_SIDES];

    for (int piece = 0; piece < 2; piece++) {
        for (int side = 0; side < NUM_SIDES; side++)
            ret[side] = feed(p, side, piece == 0 ? data : data + cut, piece == 0 ? cut : len - cut);
        if (!same(p, "update", ret, error))
            return 0;
        if (piece == 0 && random_chance(&rnd, 10) && !set_params(p))
            return 0; /* within a message, do not compare what the default provider keeps of a refused list */
        if (piece == 0 && random_chance(&rnd, 10))
            copy_module(p);
    }
    return 1;
}

/* ---- inputs that the default provider makes with the same parameters, for the other direction ---- */

/* Return mostly the length of the digest. */
static size_t digest_len(const struct program *p)
{
    EVP_MD *md = p->t[0].digest[0] == '\0' ? NULL : EVP_MD_fetch(keys_lib, p->t[0].digest, NULL);
    size_t len = md == NULL ? 1 + random_below(&rnd, 150) : (size_t)EVP_MD_get_size(md);

    EVP_MD_free(md);
    if (p->t[0].digest[0] == '\0' && p->t[0].pad_mode == RSA_NO_PADDING && random_chance(&rnd, 90))
        len = (size_t)EVP_PKEY_get_size(p->pair->key[0]);
    return random_chance(&rnd, 5) ? len + 1 : len;
}

static int sign_side(struct program *p, int side, uint8_t *signature, size_t *signature_len, const uint8_t *data,
                     size_t len)
{
    if (p->is_message)
        return EVP_DigestSignFinal(p->md[side], signature, signature_len);
    return EVP_PKEY_sign(p->ctx[side], signature, signature_len, data, len);
}

static int verify_side(struct program *p, int side, const uint8_t *signature, size_t signature_len, const uint8_t *data,
                       size_t len)
{
    if (p->is_message)
        return EVP_DigestVerifyFinal(p->md[side], signature, signature_len);
    return EVP_PKEY_verify(p->ctx[side], signature, signature_len, data, len);
}

static int verify_with(struct program *p, int side, const uint8_t *signature, size_t signature_len, const uint8_t *data,
                       size_t len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, p->pair->key[side], PREFER(side));
    const struct told *t = &p->t[0];
    int mode = t->pad_mode;
    OSSL_PARAM params[] = { OSSL_PARAM_construct_int("pad-mode", &mode), OSSL_PARAM_construct_end(),
                            OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end() };
    int n = 1, salt = t->salt_len, ret;

    if (t->digest[0] != '\0')
        params[n++] = OSSL_PARAM_construct_utf8_string("digest", (char *)t->digest, 0);
    if (mode == RSA_PKCS1_PSS_PADDING && t->mgf1[0] != '\0')
        params[n++] = OSSL_PARAM_construct_utf8_string("mgf1-digest", (char *)t->mgf1, 0);
    if (mode == RSA_PKCS1_PSS_PADDING && salt >= 0)
        params[n++] = OSSL_PARAM_construct_int("saltlen", &salt);
    ret = EVP_PKEY_verify_init_ex(ctx, params) > 0 ? EVP_PKEY_verify(ctx, signature, signature_len, data, len) : CANNOT;
    EVP_PKEY_CTX_free(ctx);
    return ret;
}

static void hash(const char *name, const uint8_t *data, size_t len, uint8_t out[EVP_MAX_MD_SIZE], size_t *out_len)
{
    EVP_MD *md = EVP_MD_fetch(keys_lib, name, NULL);
    unsigned size = 0;

    EVP_Digest(data, len, out, &size, md, NULL);
    *out_len = size;
    EVP_MD_free(md);
}

static void check_signatures(struct program *p, uint8_t signature[NUM_SIDES][MAX_LEN], size_t len, const uint8_t *data,
                             size_t data_len)
{
    uint8_t digest[EVP_MAX_MD_SIZE];

    CHECK(p->t[0].pad_mode == RSA_PKCS1_PSS_PADDING || memcmp(signature[0], signature[1], len) == 0,
          "%s: signatures differ:%s", p->pair->name, p->log);
    if (p->is_message) {
        hash(p->t[0].digest, data, data_len, digest, &data_len);
        data = digest;
    }
    if (verify_with(p, DEFAULT, signature[DEFAULT], len, data, data_len)
        != 1) /* a state that no list of parameters can produce */
        return;
    for (int by = 0; by < NUM_SIDES; by++)
        for (int side = 0; side < NUM_SIDES; side++)
            CHECK(verify_with(p, side, signature[by], len, data, data_len) == 1, "%s: %s's signature is wrong to %s:%s",
                  p->pair->name, side_names[by], side_names[side], p->log);
    num_signed++;
}

static void sign_both(struct program *p, const uint8_t *data, size_t len)
{
    uint8_t signature[NUM_SIDES][MAX_LEN];
    size_t out_len[NUM_SIDES], size = (size_t)EVP_PKEY_get_size(p->pair->key[0]);
    unsigned long error[NUM_SIDES];
    int ret[NUM_SIDES];

    get_params(p);
    if (!p->is_message)
        len = digest_len(p);
    size = random_chance(&rnd, 95) ? MAX_LEN : size - 1;
    for (int side = 0; side < NUM_SIDES; side++) {
        size_t wanted = 0;

        ERR_clear_error();
        if (random_chance(&rnd, 20))
            CHECK(sign_side(p, side, NULL, &wanted, data, len) != 1
                      || wanted == (size_t)EVP_PKEY_get_size(p->pair->key[0]),
                  "%s: %zu bytes wanted", p->pair->name, wanted);
        ERR_clear_error();
        out_len[side] = size;
        ret[side] = sign_side(p, side, signature[side], &out_len[side], data, len);
        error[side] = first_error();
    }
    if (!same(p, "signing", ret, error))
        return;
    CHECK(out_len[0] == out_len[1], "%s: signatures of %zu and %zu bytes", p->pair->name, out_len[0], out_len[1]);
    check_signatures(p, signature, out_len[0], data, len);
}

/* Sign with the default provider and the same parameters, for the verifier; random bytes if it cannot sign so. */
static size_t make_signature(struct program *p, uint8_t *signature, const uint8_t *data, size_t *data_len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, p->pair->key[DEFAULT], BY(DEFAULT));
    const struct told *t = &p->t[0];
    int mode = t->pad_mode, salt = t->salt_len;
    uint8_t digest[EVP_MAX_MD_SIZE];
    size_t len = MAX_LEN, tbs_len = *data_len;
    OSSL_PARAM params[5], *next = params;

    if (p->is_message)
        hash(t->digest, data, *data_len, digest, &tbs_len);
    else
        *data_len = tbs_len = digest_len(p);
    *next++ = OSSL_PARAM_construct_int("pad-mode", &mode);
    if (t->digest[0] != '\0')
        *next++ = OSSL_PARAM_construct_utf8_string("digest", (char *)t->digest, 0);
    if (mode == RSA_PKCS1_PSS_PADDING) {
        if (t->mgf1[0] != '\0')
            *next++ = OSSL_PARAM_construct_utf8_string("mgf1-digest", (char *)t->mgf1, 0);
        *next++ = OSSL_PARAM_construct_int("saltlen", &salt);
    }
    *next = OSSL_PARAM_construct_end();
    if (EVP_PKEY_sign_init_ex(ctx, params) <= 0
        || EVP_PKEY_sign(ctx, signature, &len, p->is_message ? digest : data, tbs_len) <= 0) {
        len = (size_t)EVP_PKEY_get_size(p->pair->key[0]);
        random_bytes(&rnd, signature, len);
        signature[0] &= 0x7f;
    }
    EVP_PKEY_CTX_free(ctx);
    ERR_clear_error();
    return len;
}

/* Flip one bit, change the length, or do neither. */
static void damage(uint8_t *signature, size_t *len, bool *is_damaged)
{
    *is_damaged = true;
    if (*len == 0)
        *is_damaged = false;
    else if (random_chance(&rnd, 25))
        signature[random_below(&rnd, (unsigned)*len)] ^= (uint8_t)(1u << random_below(&rnd, 8));
    else if (random_chance(&rnd, 5))
        *len -= 1;
    else if (random_chance(&rnd, 5))
        memset(signature, 0xff, *len);
    else
        *is_damaged = false;
}

static void verify_both(struct program *p, const uint8_t *data, size_t len)
{
    uint8_t signature[MAX_LEN];
    unsigned long error[NUM_SIDES];
    size_t signature_len;
    int ret[NUM_SIDES];
    bool is_damaged;

    get_params(p);
    signature_len = make_signature(p, signature, data, &len);
    damage(signature, &signature_len, &is_damaged);
    for (int side = 0; side < NUM_SIDES; side++) {
        ERR_clear_error();
        ret[side] = verify_side(p, side, signature, signature_len, data, len);
        error[side] = first_error();
    }
    *(same(p, is_damaged ? "verifying what is damaged" : "verifying", ret, error) ? &num_verified : &num_wrong) += 1;
}

static void recover_both(struct program *p, const uint8_t *data)
{
    uint8_t signature[MAX_LEN], out[NUM_SIDES][MAX_LEN];
    size_t signature_len, len = 0, out_len[NUM_SIDES] = { MAX_LEN, MAX_LEN };
    unsigned long error[NUM_SIDES];
    int ret[NUM_SIDES];
    bool is_damaged;

    get_params(p);
    signature_len = make_signature(p, signature, data, &len);
    damage(signature, &signature_len, &is_damaged);
    for (int side = 0; side < NUM_SIDES; side++) {
        ERR_clear_error();
        ret[side] = EVP_PKEY_verify_recover(p->ctx[side], out[side], &out_len[side], signature, signature_len);
        error[side] = first_error();
    }
    if (same(p, is_damaged ? "verifying and recovering what is damaged" : "verifying and recovering", ret, error))
        CHECK(out_len[0] == out_len[1] && memcmp(out[0], out[1], out_len[0]) == 0, "%s: recovered differs:%s",
              p->pair->name, p->log);
}

static void run_program(void)
{
    struct program p = { .pair = rsa_pairs_draw(&rnd),
                         .is_message = random_chance(&rnd, 50),
                         .is_verification = random_chance(&rnd, 50) };
    uint8_t data[MAX_LEN];
    size_t len = random_below(&rnd, MAX_LEN);

    p.is_recovery = !p.is_message && p.is_verification && random_chance(&rnd, 40);
    random_bytes(&rnd, data, sizeof(data));
    data[0] &= 0x7f;
    if (begin(&p)) {
        for (unsigned i = random_below(&rnd, 3); i > 0; i--)
            set_params(&p);
        if (random_chance(&rnd, 20))
            get_params(&p);
        if (p.is_message && !feed_both(&p, data, len))
            ;
        else if (p.is_recovery)
            recover_both(&p, data);
        else if (p.is_verification)
            verify_both(&p, data, len);
        else
            sign_both(&p, data, len);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        if (p.md[side] != NULL)
            EVP_MD_CTX_free(p.md[side]);
        else
            EVP_PKEY_CTX_free(p.ctx[side]);
    ERR_clear_error();
}

/* ---- signature names that include a digest: 3.4 and later ---- */

#if OPENSSL_VERSION_NUMBER >= 0x30400000L
struct named {
    EVP_SIGNATURE *name;
    EVP_PKEY_CTX *ctx;
};

static int open_named(struct named *n, int side, const char *name, EVP_PKEY *key)
{
    n->name = EVP_SIGNATURE_fetch(keys_lib, name, BY(side));
    n->ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, PREFER(side));
    CHECK(n->name != NULL, "%s: not offered by %s", name, side_names[side]);
    return n->name != NULL;
}

static void close_named(struct named *n)
{
    EVP_SIGNATURE_free(n->name);
    EVP_PKEY_CTX_free(n->ctx);
}

/* how: 0 in one call, 1 in two updates, 2 only the digest, 3 out of order. */
static int sign_named(struct named *n, int how, const uint8_t *data, size_t len, uint8_t *signature,
                      size_t *signature_len)
{
    *signature_len = MAX_LEN;
    if (how == 2)
        return EVP_PKEY_sign_init_ex2(n->ctx, n->name, NULL) == 1
                   ? EVP_PKEY_sign(n->ctx, signature, signature_len, data, 32)
                   : -9;
    if (EVP_PKEY_sign_message_init(n->ctx, n->name, NULL) != 1)
        return -8;
    if (how == 0)
        return EVP_PKEY_sign(n->ctx, signature, signature_len, data, len);
    if (EVP_PKEY_sign_message_update(n->ctx, data, len / 2) != 1
        || EVP_PKEY_sign_message_update(n->ctx, data + len / 2, len - len / 2) != 1)
        return -7;
    if (how == 3)
        return EVP_PKEY_sign(n->ctx, signature, signature_len, data, len);
    return EVP_PKEY_sign_message_final(n->ctx, signature, signature_len);
}

static int verify_named(struct named *n, int how, const uint8_t *data, size_t len, const uint8_t *signature,
                        size_t signature_len)
{
    if (how == 2)
        return EVP_PKEY_verify_init_ex2(n->ctx, n->name, NULL) == 1
                   ? EVP_PKEY_verify(n->ctx, signature, signature_len, data, 32)
                   : -9;
    if (EVP_PKEY_verify_message_init(n->ctx, n->name, NULL) != 1)
        return -8;
    if (how == 0)
        return EVP_PKEY_verify(n->ctx, signature, signature_len, data, len);
    if (EVP_PKEY_CTX_set_signature(n->ctx, signature, signature_len) != 1
        || EVP_PKEY_verify_message_update(n->ctx, data, len) != 1)
        return -7;
    if (how == 3)
        return EVP_PKEY_verify(n->ctx, signature, signature_len, data, len);
    return EVP_PKEY_verify_message_final(n->ctx);
}

static void tell_named(struct named n[NUM_SIDES], const char *name)
{
    struct told t[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        tell(n[side].ctx, &t[side]);
    CHECK(memcmp(&t[0], &t[1], sizeof(t[0])) == 0, "%s: parameters differ: %s and %s", name, t[0].digest, t[1].digest);
}

static void compare_named(const char *name, const struct rsa_pair *pair, int how)
{
    uint8_t data[MAX_LEN], signature[NUM_SIDES][MAX_LEN];
    size_t len = random_below(&rnd, MAX_LEN), signature_len[NUM_SIDES];
    unsigned long error[NUM_SIDES];
    struct named n[NUM_SIDES];
    int ret[NUM_SIDES];

    random_bytes(&rnd, data, sizeof(data));
    for (int side = 0; side < NUM_SIDES; side++) {
        if (!open_named(&n[side], side, name, pair->key[side]))
            return;
        ERR_clear_error();
        ret[side] = sign_named(&n[side], how, data, len, signature[side], &signature_len[side]);
        error[side] = first_error();
    }
    CHECK(ret[0] == ret[1] && (ret[0] > 0 || error[0] == error[1]),
          "%s, %s: signing, way %d: %d and %d, errors %lx and %lx", name, pair->name, how, ret[0], ret[1], error[0],
          error[1]);
    tell_named(n, name);
    if (ret[0] == 1 && ret[1] == 1)
        CHECK(signature_len[0] == signature_len[1] && memcmp(signature[0], signature[1], signature_len[0]) == 0,
              "%s: signatures differ", name);
    for (int wrong = 0; wrong < 2 && ret[0] == 1; wrong++) {
        signature[0][5] ^= (uint8_t)wrong;
        for (int side = 0; side < NUM_SIDES; side++) {
            int verdict = verify_named(&n[side], how, data, len, signature[0], signature_len[0]);

            CHECK(how == 3 ? verdict <= 0 : verdict == !wrong, "%s: verifying, way %d, by %s: %d", name, how,
                  side_names[side], verdict);
        }
    }
    close_named(&n[0]);
    close_named(&n[1]);
    ERR_clear_error();
}

static void check_names(void)
{
    static const char *const names[] = {
        "RSA-RIPEMD160", "RSA-SHA1",       "RSA-SHA224",     "RSA-SHA2-256",          "RSA-SHA384",
        "RSA-SHA512",    "RSA-SHA512-224", "RSA-SHA512-256", "RSA-SHA3-224",          "RSA-SHA3-256",
        "RSA-SHA3-384",  "RSA-SHA3-512",   "RSA-SM3",        "1.2.840.113549.1.1.11",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        for (int how = 0; how < 4; how++) {
            compare_named(names[i], &rsa_pairs[1], how);
            compare_named(names[i], rsa_pairs_draw(&rnd), how);
        }
}
#else
static void check_names(void)
{
}
#endif

int main(int argc, char **argv)
{
    const char *programs = option(argc, argv, "--programs"), *seed = option(argc, argv, "--seed");
    unsigned num_programs = programs == NULL ? PROGRAMS : (unsigned)atoi(programs);
    static struct harness harness;

    keys_open(&harness, "RSA");
    rnd.state += seed == NULL ? 0 : (uint64_t)atoll(seed);
    rsa_pairs_make();
    check_names();
    for (unsigned i = 0; i < num_programs && failures < 20; i++)
        run_program();
    CHECK(num_signed > num_programs / 20 && num_verified > num_programs / 20 && num_wrong > num_programs / 50
              && num_refused > 0,
          "%lu signed, %lu verified, %lu wrong, %lu refused", num_signed, num_verified, num_wrong, num_refused);
    rsa_pairs_free();
    harness_close(&harness);
    return failures != 0;
}

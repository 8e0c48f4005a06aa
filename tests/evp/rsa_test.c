/*
 * RSA keys, encryption and key encapsulation: compare the module with the default provider by the same calls. Both are
 * in one library context, so keys, ciphertexts and encapsulated secrets are also passed from one to the other.
 * Signatures: rsa_signature_test.c.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

#include "rsa_keys.h"

enum { MAX_LEN = 1024, PROGRAMS = 1000 };

static struct random rnd = { 8017 };

/* ---- keys ---- */

static void check_keys(void)
{
    for (unsigned i = 0; i < num_rsa_pairs; i++)
        keys_compare(rsa_pairs[i].name, rsa_pairs[i].key);
}

/* Ask both providers of any two keys whether they are equal: many have the same n, some with another e or none of d. */
static void check_equality(void)
{
    int num_equal = 0;

    for (unsigned i = 0; i < num_rsa_pairs; i++)
        for (unsigned j = 0; j < num_rsa_pairs; j++) {
            const struct rsa_pair *a = &rsa_pairs[i], *b = &rsa_pairs[j];
            int equal[NUM_SIDES];

            for (int side = 0; side < NUM_SIDES; side++)
                equal[side] = EVP_PKEY_eq(a->key[side], b->key[side]);
            CHECK(equal[DEFAULT] == equal[MODULE], "%s and %s: equal %d and %d", a->name, b->name, equal[DEFAULT],
                  equal[MODULE]);
            num_equal += i != j && equal[MODULE] == 1;
        }
    CHECK(num_equal > 0, "no two keys are equal");
    ERR_clear_error();
}

/* Compare the security bits reported for every length. */
static void check_security_bits(void)
{
    uint8_t n[2048] = { 1 }, e = 3;
    int strength[NUM_SIDES];

    for (size_t bits = 512; bits <= 8 * sizeof(n); bits += bits < 2048 ? 7 : 31) {
        OSSL_PARAM params[] = { OSSL_PARAM_BN("n", n, (bits + 7) / 8), OSSL_PARAM_BN("e", &e, 1), OSSL_PARAM_END };

        memset(n + 1, 0, sizeof(n) - 1);
        n[(bits - 1) / 8] |= (uint8_t)(1 << (bits - 1) % 8);
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY *key = key_from_data(side, "RSA", EVP_PKEY_PUBLIC_KEY, params);

            strength[side] = EVP_PKEY_get_security_bits(key);
            EVP_PKEY_free(key);
        }
        CHECK(strength[0] == strength[1], "%zu bits: strength %d and %d", bits, strength[0], strength[1]);
    }
}

static int count_progress(EVP_PKEY_CTX *ctx)
{
    unsigned *seen = EVP_PKEY_CTX_get_app_data(ctx);

    *seen |= 1u << EVP_PKEY_CTX_get_keygen_info(ctx, 0);
    return 1;
}

static int refuse_progress(EVP_PKEY_CTX *ctx)
{
    (void)ctx;
    return 0;
}

static EVP_PKEY *generate_with(int side, EVP_PKEY_gen_cb *callback, unsigned *seen)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(keys_lib, "RSA", BY(side));
    EVP_PKEY *key = NULL;

    EVP_PKEY_CTX_set_cb(ctx, callback);
    EVP_PKEY_CTX_set_app_data(ctx, seen);
    if (EVP_PKEY_keygen_init(ctx) != 1 || EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, 1024) != 1
        || EVP_PKEY_keygen(ctx, &key) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void check_progress(void)
{
    unsigned seen[NUM_SIDES] = { 0, 0 };

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_free(generate_with(side, count_progress, &seen[side]));
        CHECK(generate_with(side, refuse_progress, NULL) == NULL, "%s: a generation that was stopped",
              side_names[side]);
    }
    CHECK((seen[MODULE] & 0xb) == 0xb && (seen[DEFAULT] & 0xb) == 0xb, "progress: stages %x and %x", seen[0], seen[1]);
}

/* Generate with the module: the default provider finds nothing wrong with the key, or both refuse. */
static void check_generation(void)
{
    static uint8_t e_3 = 3, e_even = 4, e_1 = 1, e_long[33] = { [0] = 1, [32] = 1 }, zeros[40] = { 17 };
    static const struct {
        const char *type;
        size_t bits, primes;
        uint8_t *e;
        size_t e_len;
    } wishes[] = {
        { "RSA", 512, 2, NULL, 0 },     { "RSA", 1024, 2, &e_3, 1 },     { "RSA", 1023, 2, NULL, 0 },
        { "RSA", 1031, 2, zeros, 40 },  { "RSA-PSS", 1024, 2, NULL, 0 }, { "RSA", 1536, 2, NULL, 0 },
        { "RSA", 1024, 3, NULL, 0 },    { "RSA", 1024, 1, NULL, 0 },     { "RSA", 511, 2, NULL, 0 },
        { "RSA", 1024, 2, &e_even, 1 }, { "RSA", 1024, 2, &e_1, 1 },     { "RSA", 1024, 2, e_long, 33 },
        { "RSA", 1024, 9, NULL, 0 },
    };

    for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++) {
        size_t bits = wishes[i].bits, primes = wishes[i].primes;
        OSSL_PARAM params[] = { OSSL_PARAM_size_t("bits", &bits), OSSL_PARAM_size_t("primes", &primes),
                                OSSL_PARAM_BN("e", wishes[i].e, wishes[i].e_len), OSSL_PARAM_END };
        EVP_PKEY *key[NUM_SIDES], *moved[NUM_SIDES] = { NULL, NULL };

        if (wishes[i].e_len == 0)
            params[2] = OSSL_PARAM_construct_end();
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate(side, wishes[i].type, params);
        CHECK((key[0] == NULL) == (key[1] == NULL), "generation %zu: %s alone", i, side_names[key[0] == NULL]);
        if (key[MODULE] != NULL) {
            moved[MODULE] = key[MODULE];
            moved[DEFAULT] = key_move(DEFAULT, wishes[i].type, key[MODULE]);
            CHECK(EVP_PKEY_get_bits(key[MODULE]) == (int)bits, "generation %zu: %d bits", i,
                  EVP_PKEY_get_bits(key[MODULE]));
            keys_compare("generated", moved);
            EVP_PKEY_free(moved[DEFAULT]);
        }
        keys_free(key);
    }
    ERR_clear_error();
}

/* ---- encryption ---- */

static const char *pick(const char *const *list, unsigned num)
{
    return list[random_below(&rnd, num)];
}
#define PICK(list) pick(list, sizeof(list) / sizeof((list)[0]))

static void draw_digest(OSSL_PARAM **p, const char *key, const char *properties_key)
{
    static const char *const digests[] = { "SHA1",        "SHA256",   "SHA2-512", "SHA3-256", "MD5",
                                           "BLAKE2B-512", "SHAKE256", "none",     "" };
    static const char *const properties[] = { "", "provider=default", "?provider=afterburner", "no=such" };

    *(*p)++ = OSSL_PARAM_construct_utf8_string(key, (char *)PICK(digests), 0);
    if (random_chance(&rnd, 15))
        *(*p)++ = OSSL_PARAM_construct_utf8_string(properties_key, (char *)PICK(properties), 0);
}

static bool has_label; /* whether a list contained a label */

/* Values live until the next list is drawn. */
static void draw_params(OSSL_PARAM *p)
{
    static const char *const modes[] = { "pkcs1", "oaep", "oaep", "none", "oeap", "x931", "pss", "other" };
    static const int numbers[] = {
        RSA_PKCS1_PADDING, RSA_PKCS1_OAEP_PADDING, RSA_NO_PADDING, RSA_PKCS1_WITH_TLS_PADDING, 0, 6, 99
    };
    static int mode;
    static unsigned versions[2], rejection;
    static uint8_t label[50];

    if (random_chance(&rnd, 40))
        *p++ = OSSL_PARAM_construct_utf8_string("pad-mode", (char *)PICK(modes), 0);
    else if (random_chance(&rnd, 40)) {
        mode = numbers[random_below(&rnd, 7)];
        *p++ = OSSL_PARAM_construct_int("pad-mode", &mode);
    }
    if (random_chance(&rnd, 30))
        draw_digest(&p, "digest", "digest-props");
    if (random_chance(&rnd, 20))
        draw_digest(&p, "mgf1-digest", "mgf1-properties");
    if (random_chance(&rnd, 20)) {
        has_label = true;
        random_bytes(&rnd, label, sizeof(label));
        *p++ = OSSL_PARAM_construct_octet_string("oaep-label", label, random_below(&rnd, sizeof(label)));
    }
    if (random_chance(&rnd, 20)) {
        versions[0] = random_chance(&rnd, 80) ? 0x303 : random_below(&rnd, 2);
        *p++ = OSSL_PARAM_construct_uint("tls-client-version", &versions[0]);
    }
    if (random_chance(&rnd, 10)) {
        versions[1] = 0x302;
        *p++ = OSSL_PARAM_construct_uint("tls-negotiated-version", &versions[1]);
    }
    if (random_chance(&rnd, 10)) {
        rejection = random_below(&rnd, 2);
        *p++ = OSSL_PARAM_construct_uint("implicit-rejection", &rejection);
    }
    *p = OSSL_PARAM_construct_end();
}

/* The parameters that a context returns. */
struct told {
    int ret, pad_mode;
    char pad[16], digest[50], mgf1[50];
    unsigned client, other;
};

static void get_told(EVP_PKEY_CTX *ctx, struct told *t)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_int("pad-mode", &t->pad_mode),
        OSSL_PARAM_utf8_string("digest", t->digest, sizeof(t->digest)),
        OSSL_PARAM_utf8_string("mgf1-digest", t->mgf1, sizeof(t->mgf1)),
        OSSL_PARAM_uint("tls-client-version", &t->client),
        OSSL_PARAM_uint("tls-negotiated-version", &t->other),
        OSSL_PARAM_END,
    };

    memset(t, 0, sizeof(*t));
    t->ret = EVP_PKEY_CTX_get_params(ctx, params);
}

static int pad_mode_of(EVP_PKEY_CTX *ctx)
{
    struct told t;

    get_told(ctx, &t);
    return t.pad_mode;
}

static void compare_told(const char *name, EVP_PKEY_CTX *const ctx[NUM_SIDES])
{
    struct told t[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        get_told(ctx[side], &t[side]);
    CHECK(memcmp(&t[0], &t[1], sizeof(t[0])) == 0, "%s: parameters: %d %d %s %s and %d %d %s %s", name, t[0].ret,
          t[0].pad_mode, t[0].digest, t[0].mgf1, t[1].ret, t[1].pad_mode, t[1].digest, t[1].mgf1);
}

/* Set up both contexts with the same random parameters. Returns 0 if they cannot be used. */
static int begin(EVP_PKEY_CTX *ctx[NUM_SIDES], const struct rsa_pair *pair,
                 int init(EVP_PKEY_CTX *, const OSSL_PARAM *))
{
    int ret[NUM_SIDES];
    OSSL_PARAM params[12];

    has_label = false;
    draw_params(params);
    for (int side = 0; side < NUM_SIDES; side++) {
        ctx[side] = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair->key[side], BY(side));
        ret[side] = init(ctx[side], params);
    }
    CHECK((ret[0] > 0) == (ret[1] > 0), "%s: beginnings %d and %d", pair->name, ret[0], ret[1]);
    for (unsigned i = random_below(&rnd, 3); ret[0] > 0 && ret[1] > 0 && i > 0; i--) {
        draw_params(params);
        for (int side = 0; side < NUM_SIDES; side++)
            ret[side] = EVP_PKEY_CTX_set_params(ctx[side], params);
        CHECK(ret[0] == ret[1], "%s: parameters set: %d and %d", pair->name, ret[0], ret[1]);
        if (random_chance(&rnd, 30))
            compare_told(pair->name, ctx);
        if (!has_label
            && random_chance(&rnd, 20)) { /* in early releases the default provider's copies share their label */
            EVP_PKEY_CTX *copy = EVP_PKEY_CTX_dup(ctx[MODULE]);

            CHECK(copy != NULL, "%s: no copy", pair->name);
            EVP_PKEY_CTX_free(ctx[MODULE]);
            ctx[MODULE] = copy;
        }
        ret[0] = ret[1] = 1; /* continue with the parameters set before */
    }
    return ret[0] > 0 && ret[1] > 0;
}

static unsigned long num_encrypted, num_decrypted, num_refused, num_silent;

/* Returns the reason of the first error, which the algorithm raises. */
static unsigned long first_error(void)
{
    unsigned long code = ERR_peek_error();

    ERR_clear_error();
    return code;
}

/*
 * What one side encrypts the other decrypts with the same parameters, in a copy of each context made with the other
 * key.
 */
static void encrypt_once(const struct rsa_pair *pair)
{
    EVP_PKEY_CTX *ctx[NUM_SIDES];
    uint8_t in[MAX_LEN], out[NUM_SIDES][MAX_LEN];
    size_t size = (size_t)EVP_PKEY_get_size(pair->key[0]), in_len, len[NUM_SIDES] = { sizeof(out[0]), sizeof(out[1]) };
    unsigned long error[NUM_SIDES];
    int ret[NUM_SIDES], mode = 0;

    in_len = random_chance(&rnd, 30) ? size : random_below(&rnd, (unsigned)size + 2);
    random_bytes(&rnd, in, sizeof(in));
    in[0] &= 0x7f;
    if (begin(ctx, pair, EVP_PKEY_encrypt_init_ex)) {
        for (int side = 0; side < NUM_SIDES; side++) {
            ERR_clear_error();
            ret[side] = EVP_PKEY_encrypt(ctx[side], out[side], &len[side], in, in_len);
            error[side] = first_error();
        }
        mode = pad_mode_of(ctx[0]);
        CHECK((ret[0] > 0) == (ret[1] > 0) && (ret[0] <= 0 || len[0] == len[1]),
              "%s: encryption of %zu bytes, mode %d: %d, %d and %zu, %zu, error %lx", pair->name, in_len, mode, ret[0],
              ret[1], len[0], len[1], error[0]);
        CHECK(ret[0] > 0 || error[0] == error[1], "%s: encryption of %zu bytes, mode %d: error %lx and %lx", pair->name,
              in_len, mode, error[0], error[1]);
        if (ret[0] > 0 && mode == RSA_NO_PADDING)
            CHECK(memcmp(out[0], out[1], len[0]) == 0, "%s: without padding", pair->name);
        num_encrypted += ret[0] > 0;
        num_refused += ret[0] <= 0;
    }
    EVP_PKEY_CTX_free(ctx[0]);
    EVP_PKEY_CTX_free(ctx[1]);
    ERR_clear_error();
}

/* Make a ciphertext with one of the two, whole or damaged. Returns its length, or 0. */
static size_t make_ciphertext(const struct rsa_pair *pair, const OSSL_PARAM *params, uint8_t out[MAX_LEN])
{
    int side = (int)random_below(&rnd, 2);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair->key[side], BY(side));
    size_t size = (size_t)EVP_PKEY_get_size(pair->key[side]), len = MAX_LEN,
           in_len = random_below(&rnd, (unsigned)size + 1);
    uint8_t in[MAX_LEN];

    random_bytes(&rnd, in, sizeof(in));
    if (random_chance(&rnd, 50))
        in[0] = in[1] = 3;
    if (EVP_PKEY_encrypt_init(ctx) != 1 || EVP_PKEY_CTX_set_params(ctx, params) != 1
        || EVP_PKEY_encrypt(ctx, out, &len, in, random_chance(&rnd, 30) ? 48 : in_len) != 1) {
        random_bytes(&rnd, out, size);
        out[0] = 0;
        len = size;
    }
    EVP_PKEY_CTX_free(ctx);
    if (len != 0 && random_chance(&rnd, 30))
        out[random_below(&rnd, (unsigned)len)] ^= (uint8_t)(1u << random_below(&rnd, 8));
    if (random_chance(&rnd, 5))
        len += random_below(&rnd, 3) - 1;
    return len;
}

/*
 * For a wrong padding of PKCS#1 v1.5 the module raises no error, since raising one takes time that a right padding does
 * not take. The default provider always raises one and removes it again, by a call that libcrypto keeps to itself; its
 * error is visible only where the module passes the whole operation to it, for parameters that the module does not
 * implement.
 */
static bool is_secret_refusal(int mode, unsigned long error)
{
    return mode == RSA_PKCS1_PADDING && ERR_GET_LIB(error) == ERR_LIB_RSA
           && ERR_GET_REASON(error) == RSA_R_PKCS_DECODING_ERROR;
}

/* No provider raised an error. Since 3.4 libcrypto itself raises one for whatever a provider refuses. */
static bool is_silent(unsigned long error)
{
    return error == 0 || ERR_GET_LIB(error) == ERR_LIB_EVP;
}

static void decrypt_once(const struct rsa_pair *pair)
{
    EVP_PKEY_CTX *ctx[NUM_SIDES];
    uint8_t in[MAX_LEN + 2], out[NUM_SIDES][MAX_LEN] = { { 0 } };
    size_t in_len, len[NUM_SIDES] = { MAX_LEN, MAX_LEN };
    unsigned long error[NUM_SIDES];
    OSSL_PARAM params[12];
    int ret[NUM_SIDES], mode = 0;

    draw_params(params);
    in_len = make_ciphertext(pair, params, in);
    ERR_clear_error();
    if (begin(ctx, pair, EVP_PKEY_decrypt_init_ex)) {
        for (int side = 0; side < NUM_SIDES; side++)
            EVP_PKEY_CTX_set_params(ctx[side], params);
        mode = pad_mode_of(ctx[0]);
        if (random_chance(&rnd, 5))
            len[0] = len[1] = random_below(&rnd, 300);
        for (int side = 0; side < NUM_SIDES; side++) {
            ERR_clear_error();
            ret[side] = EVP_PKEY_decrypt(ctx[side], out[side], &len[side], in, in_len);
            error[side] = first_error();
        }
        CHECK((ret[0] > 0) == (ret[1] > 0), "%s: decryption of %zu bytes, mode %d: %d and %d", pair->name, in_len, mode,
              ret[0], ret[1]);
        CHECK(ret[0] > 0 || error[1] == error[0] || (is_secret_refusal(mode, error[0]) && is_silent(error[1])),
              "%s: decryption of %zu bytes, mode %d: error %lx and %lx", pair->name, in_len, mode, error[0], error[1]);
        num_silent += ret[0] <= 0 && is_secret_refusal(mode, error[0]) && is_silent(error[1]);
        if (ret[0] > 0 && ret[1] > 0)
            CHECK(len[0] == len[1] && (mode == RSA_PKCS1_WITH_TLS_PADDING || memcmp(out[0], out[1], len[0]) == 0),
                  "%s: decryption, mode %d: %zu and %zu bytes, or their values", pair->name, mode, len[0], len[1]);
        num_decrypted += ret[0] > 0;
    }
    EVP_PKEY_CTX_free(ctx[0]);
    EVP_PKEY_CTX_free(ctx[1]);
    ERR_clear_error();
}

/* A valid premaster secret is returned; any other is replaced by random bytes. */
static void check_premaster(const struct rsa_pair *pair)
{
    static const struct {
        size_t len;
        unsigned version;
        int is_given;
    } cases[] = { { 48, 0x303, 1 }, { 48, 0x302, 1 }, { 48, 0x301, 0 }, { 47, 0x303, 0 }, { 49, 0x303, 0 } };
    unsigned offered = 0x303, negotiated = 0x302;
    int mode = RSA_PKCS1_WITH_TLS_PADDING;
    OSSL_PARAM params[] = { OSSL_PARAM_int("pad-mode", &mode), OSSL_PARAM_uint("tls-client-version", &offered),
                            OSSL_PARAM_uint("tls-negotiated-version", &negotiated), OSSL_PARAM_END };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *e = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair->key[1 - side], BY(1 - side));
            EVP_PKEY_CTX *d = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair->key[side], BY(side));
            uint8_t in[49], ciphertext[MAX_LEN], out[48];
            size_t len = sizeof(ciphertext), out_len = sizeof(out);

            random_bytes(&rnd, in, sizeof(in));
            in[0] = (uint8_t)(cases[i].version >> 8);
            in[1] = (uint8_t)cases[i].version;
            CHECK(EVP_PKEY_encrypt_init(e) == 1 && EVP_PKEY_encrypt(e, ciphertext, &len, in, cases[i].len) == 1
                      && EVP_PKEY_decrypt_init_ex(d, params) == 1
                      && EVP_PKEY_decrypt(d, out, &out_len, ciphertext, len) == 1 && out_len == 48,
                  "premaster %zu: refused by %s", i, side_names[side]);
            CHECK((memcmp(in, out, 48) == 0) == cases[i].is_given, "premaster %zu: wrong by %s", i, side_names[side]);
            EVP_PKEY_CTX_free(e);
            EVP_PKEY_CTX_free(d);
        }
}

/* ---- key encapsulation ---- */

static void encapsulate_once(const struct rsa_pair *pair, int by)
{
    EVP_PKEY_CTX *e = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair->key[by], BY(by)), *d[NUM_SIDES];
    uint8_t wrapped[MAX_LEN], secret[MAX_LEN], out[MAX_LEN];
    size_t wrapped_len = sizeof(wrapped), secret_len = sizeof(secret), len;

    CHECK(EVP_PKEY_encapsulate_init(e, NULL) == 1 && EVP_PKEY_CTX_set_kem_op(e, "RSASVE") == 1
              && EVP_PKEY_encapsulate(e, wrapped, &wrapped_len, secret, &secret_len) == 1,
          "%s: encapsulation", pair->name);
    CHECK(wrapped_len == secret_len && secret_len == (size_t)EVP_PKEY_get_size(pair->key[by]), "%s: lengths",
          pair->name);
    for (int side = 0; side < NUM_SIDES; side++) {
        int ret;

        len = sizeof(out);
        d[side] = EVP_PKEY_CTX_new_from_pkey(keys_lib, pair->key[side], BY(side));
        ret = EVP_PKEY_decapsulate_init(d[side], NULL) == 1 && EVP_PKEY_CTX_set_kem_op(d[side], "RSASVE") == 1
                  ? EVP_PKEY_decapsulate(d[side], out, &len, wrapped, wrapped_len)
                  : -9;
        CHECK(ret == 1 && len == secret_len && memcmp(out, secret, len) == 0, "%s: decapsulation by %s: %d", pair->name,
              side_names[side], ret);
    }
    for (int odd = 0; odd < 5; odd++) { /* 0, 1, all ones, too short, too long */
        int ret[NUM_SIDES];

        memset(wrapped, odd == 2 ? 0xff : 0, sizeof(wrapped));
        wrapped[secret_len - 1] = odd == 1;
        for (int side = 0; side < NUM_SIDES; side++) {
            len = sizeof(out);
            ret[side] = EVP_PKEY_decapsulate(d[side], out, &len, wrapped,
                                             odd == 3 ? secret_len - 1 : secret_len + (odd == 4));
        }
        CHECK(ret[0] == ret[1], "%s: odd ciphertext %d: %d and %d", pair->name, odd, ret[0], ret[1]);
    }
    EVP_PKEY_CTX_free(e);
    EVP_PKEY_CTX_free(d[0]);
    EVP_PKEY_CTX_free(d[1]);
    ERR_clear_error();
}

int main(int argc, char **argv)
{
    const char *programs = option(argc, argv, "--programs"), *seed = option(argc, argv, "--seed");
    unsigned num_programs = programs == NULL ? PROGRAMS : (unsigned)atoi(programs);
    static struct harness harness;

    keys_open(&harness, "RSA");
    rnd.state += seed == NULL ? 0 : (uint64_t)atoll(seed);
    rsa_pairs_make();
    check_keys();
    check_equality();
    check_security_bits();
    check_progress();
    check_generation();
    for (unsigned i = 0; i < num_programs; i++) {
        encrypt_once(rsa_pairs_draw(&rnd));
        decrypt_once(rsa_pairs_draw(&rnd));
    }
    CHECK(num_encrypted > num_programs / 10 && num_decrypted > num_programs / 10 && num_refused > 0,
          "%lu encryptions, %lu decryptions, %lu refusals", num_encrypted, num_decrypted, num_refused);
    CHECK(num_silent > 0 || is_release(3, 2), "no wrong padding of PKCS#1 v1.5 was refused without an error");
    for (unsigned i = 0; i < 6; i++) {
        check_premaster(&rsa_pairs[i]);
        encapsulate_once(&rsa_pairs[i], (int)i % 2);
    }
    rsa_pairs_free();
    harness_close(&harness);
    return failures != 0;
}

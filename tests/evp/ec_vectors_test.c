/*
 * ECDSA and ECDH on the module's own curves: run published vectors (convert_ec.py) with the default provider and with
 * the module; vectors of keys and ECDH also run through the C API, with every implementation that this processor can
 * run.
 *
 * usage: evp_ec_vectors FILE...
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/ec.h"
#include "harness.h"
#include "vector.h"

enum { MAX_LINE = 1 << 16, MAX_WORDS = 8 };

static struct harness h;
static unsigned num_done[NUM_SIDES + 1];

/* The words of a line. */
struct words {
    char *at[MAX_WORDS];
    unsigned num;
};

/* ---- by EVP ---- */

static EVP_PKEY *import(int side, const char *curve, const struct bytes *private_key, const struct bytes *point)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(h.lib[side], "EC", NULL);
    OSSL_PARAM params[4], *p = params;
    uint8_t little_endian[AB_EC_MAX_ORDER_LEN + 32];
    EVP_PKEY *key = NULL;

    *p++ = OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0);
    if (private_key != NULL && private_key->len <= sizeof(little_endian)) {
        for (size_t i = 0; i < private_key->len; i++)
            little_endian[i] = private_key->data[private_key->len - 1 - i];
        *p++ = OSSL_PARAM_construct_BN("priv", little_endian, private_key->len);
    }
    if (point != NULL)
        *p++ = OSSL_PARAM_construct_octet_string("pub", point->data, point->len);
    *p = OSSL_PARAM_construct_end();
    if (EVP_PKEY_fromdata_init(ctx) != 1
        || EVP_PKEY_fromdata(ctx, &key, private_key != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static int verifies(int side, EVP_PKEY *key, const char *hash, const struct bytes *message,
                    const struct bytes *signature)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = EVP_DigestVerifyInit_ex(ctx, NULL, hash, h.lib[side], NULL, key, NULL) == 1
             && EVP_DigestVerify(ctx, signature->data, signature->len, message->data, message->len) == 1;

    EVP_MD_CTX_free(ctx);
    return ok;
}

/* Returns the length of the shared secret, 0 if there is none. */
static size_t derive(int side, EVP_PKEY *key, EVP_PKEY *peer, uint8_t secret[AB_EC_MAX_FIELD_LEN])
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(h.lib[side], key, NULL);
    size_t len = AB_EC_MAX_FIELD_LEN;

    if (EVP_PKEY_derive_init(ctx) != 1 || EVP_PKEY_derive_set_peer(ctx, peer) != 1
        || EVP_PKEY_derive(ctx, secret, &len) != 1)
        len = 0;
    EVP_PKEY_CTX_free(ctx);
    return len;
}

static int check_key(int side, EVP_PKEY *key, int is_pair)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(h.lib[side], key, NULL);
    int ok = (is_pair ? EVP_PKEY_pairwise_check(ctx) : EVP_PKEY_public_check(ctx)) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

/* ---- verdicts ---- */

static void judge(const char *by, const char *what, const char *result, const char *id, int ok)
{
    if (strcmp(result, "acceptable") != 0 && ok != (strcmp(result, "valid") == 0))
        fail("%s: %s %s is %s, and was %s", by, what, id, result, ok ? "accepted" : "refused");
}

/* ---- lines ---- */

/* The key for verify lines, on both sides. */
struct verifier {
    EVP_PKEY *key[NUM_SIDES];
    char hash[16];
};

static void free_keys(struct verifier *v)
{
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_free(v->key[side]);
        v->key[side] = NULL;
    }
}

/* key CURVE HASH POINT */
static void set_key(struct verifier *v, const struct words *w)
{
    struct bytes point = vector_decode(w->at[3]);

    free_keys(v);
    snprintf(v->hash, sizeof(v->hash), "%s", w->at[2]);
    for (int side = 0; side < NUM_SIDES; side++)
        v->key[side] = import(side, w->at[1], NULL, &point);
}

/* verify RESULT ID MESSAGE SIGNATURE */
static void check_signature(const struct verifier *v, const struct words *w)
{
    struct bytes message = vector_decode(w->at[3]), signature = vector_decode(w->at[4]);

    for (int side = 0; side < NUM_SIDES; side++) {
        judge(side_names[side], v->hash, w->at[1], w->at[2],
              v->key[side] != NULL && verifies(side, v->key[side], v->hash, &message, &signature));
        num_done[side]++;
    }
}

static enum ab_curve_id id_of(const char *curve)
{
    struct ab_cpu cpu;
    unsigned id = 0;

    ab_cpu_detect(&cpu);
    while (id < AB_NUM_CURVES && strcmp(ab_curve_name(ab_curve_pick((enum ab_curve_id)id, &cpu)), curve) != 0)
        id++;
    return (enum ab_curve_id)id;
}

/* Copy the last len bytes of a number. Returns 0 if a byte before them is not zero. */
static int to_length(uint8_t *out, size_t len, const struct bytes *number)
{
    memset(out, 0, len);
    for (size_t i = 0; i < number->len; i++)
        if (i < len)
            out[len - 1 - i] = number->data[number->len - 1 - i];
        else if (number->data[number->len - 1 - i] != 0)
            return 0;
    return 1;
}

static void exchange_by_api(const struct ab_ec_kernels *c, const struct words *w, const struct bytes *private_key,
                            const struct bytes *point, const struct bytes *secret)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], made[AB_EC_MAX_FIELD_LEN];
    int ok = to_length(key, ab_curve_order_len(c), private_key) && ab_ec_decode(c, xy, point->data, point->len)
             && ab_ecdh(c, made, key, xy);

    judge(ab_curve_level(c), w->at[1], w->at[2], w->at[3], ok);
    if (ok && (secret->len != ab_curve_field_len(c) || memcmp(made, secret->data, secret->len) != 0))
        fail("%s: %s %s: another secret", ab_curve_level(c), w->at[1], w->at[3]);
    num_done[NUM_SIDES]++;
}

/* ecdh CURVE RESULT ID PRIVATE POINT SECRET */
static void check_exchange(const struct words *w)
{
    struct bytes private_key = vector_decode(w->at[4]), point = vector_decode(w->at[5]),
                 secret = vector_decode(w->at[6]);
    struct ab_cpu cpu;

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *key = import(side, w->at[1], &private_key, NULL), *peer = import(side, w->at[1], NULL, &point);
        uint8_t made[AB_EC_MAX_FIELD_LEN];
        size_t len = key == NULL || peer == NULL ? 0 : derive(side, key, peer, made);

        judge(side_names[side], w->at[1], w->at[2], w->at[3], len != 0);
        if (len != 0 && (len != secret.len || memcmp(made, secret.data, len) != 0))
            fail("%s: %s %s: another secret", side_names[side], w->at[1], w->at[3]);
        EVP_PKEY_free(key);
        EVP_PKEY_free(peer);
        num_done[side]++;
    }
    ab_cpu_detect(&cpu);
    for (const struct ab_ec_kernels *const *c = ab_curve_list(id_of(w->at[1])); *c != NULL; c++)
        if (ab_curve_is_usable(*c, &cpu))
            exchange_by_api(*c, w, &private_key, &point, &secret);
}

static void key_by_api(const struct ab_ec_kernels *c, const struct words *w, const struct bytes *private_key,
                       const struct bytes *point)
{
    uint8_t key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], made[AB_EC_MAX_XY_LEN];
    int ok = ab_ec_decode(c, xy, point->data, point->len);

    if (ok && private_key != NULL)
        ok = to_length(key, ab_curve_order_len(c), private_key) && ab_ec_public(c, made, key)
             && memcmp(made, xy, 2 * ab_curve_field_len(c)) == 0;
    judge(ab_curve_level(c), w->at[1], w->at[2], w->at[3], ok);
    num_done[NUM_SIDES]++;
}

/* pair CURVE RESULT ID PRIVATE POINT, or point CURVE RESULT ID POINT */
static void check_key_line(const struct words *w, int is_pair)
{
    struct bytes private_key = is_pair ? vector_decode(w->at[4]) : (struct bytes){ 0 };
    struct bytes point = vector_decode(w->at[is_pair ? 5 : 4]);
    struct ab_cpu cpu;

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *key = import(side, w->at[1], is_pair ? &private_key : NULL, &point);

        judge(side_names[side], w->at[1], w->at[2], w->at[3], key != NULL && check_key(side, key, is_pair));
        EVP_PKEY_free(key);
        num_done[side]++;
    }
    ab_cpu_detect(&cpu);
    for (const struct ab_ec_kernels *const *c = ab_curve_list(id_of(w->at[1])); *c != NULL; c++)
        if (ab_curve_is_usable(*c, &cpu))
            key_by_api(*c, w, is_pair ? &private_key : NULL, &point);
}

static int read_words(struct words *w, char *line)
{
    char *rest = NULL;

    w->num = 0;
    for (char *word = strtok_r(line, " \n", &rest); word != NULL && w->num < MAX_WORDS;
         word = strtok_r(NULL, " \n", &rest)) {
        if (strcmp(word, "-") == 0)
            word[0] = '\0';
        w->at[w->num++] = word;
    }
    return w->num != 0;
}

static int check_line(struct verifier *v, const struct words *w)
{
    static const struct {
        const char *kind;
        unsigned num_words;
    } kinds[] = { { "key", 4 }, { "verify", 5 }, { "ecdh", 7 }, { "pair", 6 }, { "point", 5 } };
    size_t kind = 0;

    while (kind < 5 && (strcmp(w->at[0], kinds[kind].kind) != 0 || w->num != kinds[kind].num_words))
        kind++;
    if (kind == 0)
        set_key(v, w);
    else if (kind == 1)
        check_signature(v, w);
    else if (kind == 2)
        check_exchange(w);
    else if (kind < 5)
        check_key_line(w, kind == 3);
    ERR_clear_error();
    return kind < 5;
}

static void check_file(const char *path)
{
    static char line[MAX_LINE];
    struct verifier v = { 0 };
    FILE *file = fopen(path, "r");
    struct words w;

    if (file == NULL) {
        fail("%s: not there", path);
        return;
    }
    while (fgets(line, sizeof(line), file) != NULL)
        if (!read_words(&w, line) || !check_line(&v, &w))
            fail("%s: a line that is none", path);
    free_keys(&v);
    fclose(file);
}

int main(int argc, char **argv)
{
    harness_open(&h);
    for (int i = 1; i < argc; i++)
        check_file(argv[i]);
    if (num_done[DEFAULT] == 0 || num_done[NUM_SIDES] == 0)
        fail("no vector was tested");
    printf("ec_vectors: %u by the default provider, %u by the module, %u by the C API; %u failures\n",
           num_done[DEFAULT], num_done[MODULE], num_done[NUM_SIDES], failures);
    harness_close(&h);
    return failures != 0;
}

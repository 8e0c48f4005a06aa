/*
 * Import of private keys: the time must not depend on the private numbers, as long as they are passed in the same
 * number of bytes.
 */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/glue/glue.h"

enum { MAX_PARAMS = 16, MAX_BYTES = 1024, RSA_BITS = 512, EC_LEN = 32, X_LEN = 32, SHORT = 8 };

/* A parameter list and the memory that it points to. */
struct told {
    OSSL_PARAM list[MAX_PARAMS];
    uint8_t bytes[MAX_BYTES];
    size_t num, used;
};

static struct told keys[2][GLUE_NUM];
static EVP_PKEY_CTX *ctx;

static void add(struct told *t, const OSSL_PARAM *p)
{
    uint8_t *at = t->bytes + t->used;

    GLUE_MUST(t->num + 1 < MAX_PARAMS && t->used + p->data_size < MAX_BYTES);
    memcpy(at, p->data, p->data_size);
    t->used += (p->data_size + 8) / 8 * 8; /* leaves a zero after a text */
    t->list[t->num] = *p;
    t->list[t->num++].data = at;
    t->list[t->num] = (OSSL_PARAM)OSSL_PARAM_END;
}

static void begin(const char *type)
{
    memset(keys, 0, sizeof(keys));
    ctx = EVP_PKEY_CTX_new_from_name(keys_lib, type, BY(glue_side));
    GLUE_MUST(EVP_PKEY_fromdata_init(ctx) == 1);
}

static void close_import(void)
{
    EVP_PKEY_CTX_free(ctx);
}

/* Import every key from the same memory. */
static double time_one(unsigned class)
{
    static struct told now;
    const struct told *key = &keys[class][glue_any()];
    EVP_PKEY *made = NULL;
    uint64_t start;
    double time;

    memcpy(now.bytes, key->bytes, sizeof(now.bytes));
    for (size_t i = 0; i <= key->num; i++) {
        now.list[i] = key->list[i];
        if (i < key->num)
            now.list[i].data = now.bytes + ((uint8_t *)key->list[i].data - key->bytes);
    }
    start = stopwatch_start();
    GLUE_MUST(EVP_PKEY_fromdata(ctx, &made, EVP_PKEY_KEYPAIR, now.list) == 1);
    time = stopwatch_stop(start, class);
    EVP_PKEY_free(made);
    return time;
}

/* ---- EC: private keys of full length, and short ones ---- */

static void tell_ec(struct told *t, uint8_t number[EC_LEN])
{
    OSSL_PARAM alone[] = {
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 5),
        OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, EC_LEN),
        OSSL_PARAM_END,
    };
    uint8_t point[2 * EC_LEN + 1];
    OSSL_PARAM public_key = OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof(point));
    EC_POINT *p;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *k = BN_lebin2bn(number, EC_LEN, NULL);

    p = EC_POINT_new(group);
    GLUE_MUST(EC_POINT_mul(group, p, k, NULL, NULL, NULL)
              && EC_POINT_point2oct(group, p, POINT_CONVERSION_UNCOMPRESSED, point, sizeof(point), NULL)
                     == sizeof(point));
    add(t, &alone[0]);
    add(t, &alone[1]);
    add(t, &public_key);
    BN_clear_free(k);
    EC_POINT_free(p);
    EC_GROUP_free(group);
}

static bool open_ec(void)
{
    uint8_t number[EC_LEN];

    begin("EC");
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            random_bytes(&glue_random, number, sizeof(number));
            number[EC_LEN - 1] &= 0x7f; /* below the order */
            if (class == 1)
                memset(number + SHORT, 0, EC_LEN - SHORT);
            tell_ec(&keys[class][i], number);
        }
    return true;
}

/* ---- X25519: any private key against one, the public key made of it ---- */

static bool open_x25519(void)
{
    uint8_t number[X_LEN];
    const OSSL_PARAM p = OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, number, sizeof(number));

    begin("X25519");
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            if (class == 1)
                random_bytes(&glue_random, number, sizeof(number));
            else
                memset(number, 0x40, sizeof(number));
            add(&keys[class][i], &p);
        }
    return true;
}

/* ---- RSA: any key against one, among keys whose numbers have the same lengths ---- */

static bool has_lengths_of(const OSSL_PARAM *a, const OSSL_PARAM *b)
{
    for (; a->key != NULL && b->key != NULL; a++, b++)
        if (a->data_size != b->data_size)
            return false;
    return a->key == NULL && b->key == NULL;
}

static OSSL_PARAM *draw_rsa(const OSSL_PARAM *like)
{
    const size_t bits = RSA_BITS;
    const OSSL_PARAM params[] = { OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, (size_t *)&bits), OSSL_PARAM_END };
    OSSL_PARAM *list = NULL;

    for (;;) {
        EVP_PKEY *key = key_generate(glue_side, "RSA", params);

        GLUE_MUST(EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &list) == 1);
        EVP_PKEY_free(key);
        if (like == NULL || has_lengths_of(list, like))
            return list;
        OSSL_PARAM_free(list);
    }
}

static bool open_rsa(void)
{
    OSSL_PARAM *fixed = draw_rsa(NULL);

    begin("RSA");
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            OSSL_PARAM *list = class == 0 ? fixed : draw_rsa(fixed);

            for (const OSSL_PARAM *p = list; p->key != NULL; p++)
                add(&keys[class][i], p);
            if (class == 1)
                OSSL_PARAM_free(list);
        }
    OSSL_PARAM_free(fixed);
    return true;
}

const struct glue_case glue_import_cases[] = {
    { "import of EC", open_ec, { time_one, NULL }, close_import },
    { "import of X25519", open_x25519, { time_one, NULL }, close_import },
    { "import of RSA", open_rsa, { time_one, NULL }, close_import },
    { .name = NULL },
};

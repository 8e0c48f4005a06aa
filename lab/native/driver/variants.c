/* List the sizes and groups of each type of key, and write them as parameters. */
#include "variants.h"

#include <ctype.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* OpenSSL can list its curves, but of sizes and groups it can only tell whether it accepts one. */
static const char *const rsa_sizes[] = { "512", "1024", "2048", "3072", "4096", NULL };
static const char *const rsa_pss_sizes[] = { "1024", "2048", "3072", "4096", NULL };
static const char *const dsa_sizes[] = { "512", "1024", "2048", "3072", NULL };
static const char *const dh_groups[] = { "ffdhe2048", "ffdhe3072", "ffdhe4096", "ffdhe6144", "ffdhe8192", "modp_1536",
                                         "modp_2048", "modp_3072", "modp_4096", "modp_6144", "modp_8192", NULL };
static const char *const dhx_groups[] = { "dh_1024_160", "dh_2048_224", "dh_2048_256", NULL };

static const struct type {
    const char *name, *param;
    const char *const *variants; /* NULL: the built-in curves */
} types[] = {
    { "RSA", OSSL_PKEY_PARAM_RSA_BITS, rsa_sizes },    { "RSA-PSS", OSSL_PKEY_PARAM_RSA_BITS, rsa_pss_sizes },
    { "DSA", OSSL_PKEY_PARAM_FFC_PBITS, dsa_sizes },   { "DH", OSSL_PKEY_PARAM_GROUP_NAME, dh_groups },
    { "DHX", OSSL_PKEY_PARAM_GROUP_NAME, dhx_groups }, { "EC", OSSL_PKEY_PARAM_GROUP_NAME, NULL },
};

static const struct type *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

/*
 * Return whether the variant is in use today. Types without parameters are, except SLH-DSA, which signs software images
 * rarely and slowly.
 */
static int is_common(const char *type, const char *variant)
{
    static const char *const common[] = { "RSA/2048",     "RSA/3072",    "RSA/4096",     "EC/P-256",
                                          "EC/P-384",     "EC/P-521",    "EC/secp256k1", "EC/brainpoolP256r1",
                                          "DH/ffdhe2048", "DH/ffdhe3072" };
    char name[LAB_NAME_LEN];

    if (variant[0] == '\0')
        return strncmp(type, "SLH-DSA", strlen("SLH-DSA")) != 0;
    snprintf(name, sizeof(name), "%s/%s", type, variant);
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        if (strcmp(common[i], name) == 0)
            return 1;
    return 0;
}

static void list_curves(const char *type, lab_variant_fn *found, void *arg)
{
    size_t num = EC_get_builtin_curves(NULL, 0);
    EC_builtin_curve *curves = calloc(num, sizeof(*curves));

    if (curves == NULL)
        return;
    EC_get_builtin_curves(curves, num);
    for (size_t i = 0; i < num; i++) {
        const char *name = EC_curve_nid2nist(curves[i].nid);

        if (name == NULL)
            name = OBJ_nid2sn(curves[i].nid);
        if (curves[i].nid != NID_sm2) /* its keys are a type of their own */
            found(arg, name, is_common(type, name));
    }
    free(curves);
}

static int is_taken(OSSL_LIB_CTX *libctx, const char *type, const char *variant)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(libctx, type, NULL);
    struct lab_variant_params p;
    int ok;

    lab_variant_params(&p, type, variant);
    ok = ctx != NULL && EVP_PKEY_keygen_init(ctx) > 0 && EVP_PKEY_CTX_set_params(ctx, p.params) > 0;
    EVP_PKEY_CTX_free(ctx);
    ERR_clear_error();
    return ok;
}

void lab_variants_list(OSSL_LIB_CTX *libctx, const char *name, lab_variant_fn *found, void *arg)
{
    const struct type *type = find_type(name);

    if (type == NULL) {
        found(arg, "", is_common(name, ""));
    } else if (type->variants == NULL) {
        list_curves(name, found, arg);
    } else {
        for (const char *const *v = type->variants; *v != NULL; v++)
            if (is_taken(libctx, name, *v))
                found(arg, *v, is_common(name, *v));
    }
}

void lab_variant_params(struct lab_variant_params *p, const char *name, const char *variant)
{
    const struct type *type = find_type(name);
    OSSL_PARAM *next = p->params;

    p->bits = (unsigned)strtoul(variant, NULL, 10);
    p->subgroup_bits = p->bits < 2048 ? 160 : 256; /* FIPS 186-4, DSA */
    if (type != NULL && strcmp(type->param, OSSL_PKEY_PARAM_GROUP_NAME) == 0)
        *next++ = OSSL_PARAM_construct_utf8_string(type->param, (char *)variant, 0);
    else if (type != NULL)
        *next++ = OSSL_PARAM_construct_uint(type->param, &p->bits);
    if (lab_variant_wants_parameters(name))
        *next++ = OSSL_PARAM_construct_uint(OSSL_PKEY_PARAM_FFC_QBITS, &p->subgroup_bits);
    *next = OSSL_PARAM_construct_end();
}

int lab_variant_wants_parameters(const char *type)
{
    return strcmp(type, "DSA") == 0;
}

int lab_variant_is_group(const char *variant)
{
    return isalpha((unsigned char)variant[0]);
}

/*
 * Loading keys: what a program pays to read one from memory in a form that files have, and to use it once. The key is
 * freed at once, within the operation. Contexts are not kept: libcrypto makes what it needs for each key.
 */
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

#include "fnv.h"
#include "load_files.h"
#include "pk.h"

struct state {
    struct lab_key_name name;
    EVP_KEYMGMT *keymgmt; /* what the side has for the type */
    OSSL_LIB_CTX *libctx; /* the side's */
    EVP_PKEY *(*read)(const struct state *s);
    unsigned char *file, *public_key; /* what is read; the public key that comes of it, DER */
    size_t file_len, public_len;
    uint64_t keys;
};

/* ---- reading: a key with a reference of the caller's, or NULL ---- */

static BIO *open_file(const struct state *s)
{
    return BIO_new_mem_buf(s->file, (int)s->file_len);
}

/* No file here is encrypted. */
static int no_passphrase(char *buffer, int size, int is_write, void *arg)
{
    (void)buffer, (void)size, (void)is_write, (void)arg;
    return -1;
}

static EVP_PKEY *read_private_pem(const struct state *s)
{
    BIO *in = open_file(s);
    EVP_PKEY *key = in == NULL ? NULL : PEM_read_bio_PrivateKey_ex(in, NULL, no_passphrase, NULL, s->libctx, NULL);

    BIO_free(in);
    return key;
}

static EVP_PKEY *read_private_der(const struct state *s)
{
    const unsigned char *der = s->file;

    return d2i_AutoPrivateKey_ex(NULL, &der, (long)s->file_len, s->libctx, NULL);
}

static EVP_PKEY *read_public_pem(const struct state *s)
{
    BIO *in = open_file(s);
    EVP_PKEY *key = in == NULL ? NULL : PEM_read_bio_PUBKEY_ex(in, NULL, no_passphrase, NULL, s->libctx, NULL);

    BIO_free(in);
    return key;
}

static EVP_PKEY *read_public_der(const struct state *s)
{
    const unsigned char *der = s->file;

    return d2i_PUBKEY_ex(NULL, &der, (long)s->file_len, s->libctx, NULL);
}

static X509 *open_certificate(const struct state *s)
{
    const unsigned char *der = s->file;
    X509 *x = X509_new_ex(s->libctx, NULL);

    return x == NULL ? NULL : d2i_X509(&x, &der, (long)s->file_len); /* frees x if it fails */
}

static EVP_PKEY *read_certificate(const struct state *s)
{
    X509 *x = open_certificate(s);
    EVP_PKEY *key = x == NULL ? NULL : X509_get_pubkey(x);

    X509_free(x);
    return key;
}

static EVP_PKEY *read_and_verify_certificate(const struct state *s)
{
    X509 *x = open_certificate(s);
    EVP_PKEY *key = x == NULL ? NULL : X509_get_pubkey(x);

    if (key != NULL && X509_verify(x, key) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    X509_free(x);
    return key;
}

static EVP_PKEY *read_pkcs12(const struct state *s)
{
    const unsigned char *der = s->file;
    PKCS12 *p = PKCS12_init_ex(NID_pkcs7_data, s->libctx, NULL);
    EVP_PKEY *key = NULL;

    if (p != NULL && d2i_PKCS12(&p, &der, (long)s->file_len) != NULL)
        PKCS12_parse(p, LAB_LOAD_PASSPHRASE, &key, NULL, NULL);
    PKCS12_free(p);
    return key;
}

static int sign_once(const struct state *s, EVP_PKEY *key)
{
    size_t len = (size_t)EVP_PKEY_get_size(key);
    unsigned char *signature = malloc(len);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = signature != NULL && ctx != NULL && EVP_DigestSignInit_ex(ctx, NULL, NULL, s->libctx, NULL, key, NULL) > 0
             && EVP_DigestSign(ctx, signature, &len, lab_pk_message, LAB_PK_MESSAGE) > 0;

    EVP_MD_CTX_free(ctx);
    free(signature);
    return ok;
}

static EVP_PKEY *read_and_sign(const struct state *s)
{
    EVP_PKEY *key = read_private_pem(s);

    if (key == NULL || sign_once(s, key))
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

/* ---- the kind ---- */

static const struct form {
    const char *operation;
    lab_load_write_fn *write;
    EVP_PKEY *(*read)(const struct state *s);
} forms[] = {
    { "pem", lab_load_write_private_pem, read_private_pem },
    { "der", lab_load_write_private_der, read_private_der },
    { "pem-sign", lab_load_write_private_pem, read_and_sign },
    { "public-pem", lab_load_write_public_pem, read_public_pem },
    { "public-der", lab_load_write_public_der, read_public_der },
    { "certificate", lab_load_write_certificate, read_certificate },
    { "certificate-verify", lab_load_write_certificate, read_and_verify_certificate },
    { "pkcs12", lab_load_write_pkcs12, read_pkcs12 },
};

static const struct form *find_form(const char *operation)
{
    const struct form *f = forms;

    while (strcmp(f->operation, operation) != 0) /* lab_kind_find has seen to it that there is one */
        f++;
    return f;
}

static int write_file(struct state *s, const struct form *form, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    BIO *out = BIO_new(BIO_s_mem());
    const unsigned char *data;
    long len;

    if (out == NULL || !form->write(out, key, libctx)) {
        BIO_free(out);
        return 0;
    }
    len = BIO_get_mem_data(out, &data);
    s->file = malloc((size_t)len);
    if (s->file != NULL)
        memcpy(s->file, data, (size_t)len);
    s->file_len = s->file == NULL ? 0 : (size_t)len;
    BIO_free(out);
    return s->file != NULL;
}

/* Read it once, and keep the public key for the comparison of sides. */
static int read_first(struct state *s)
{
    EVP_PKEY *key = s->read(s);
    int len = key == NULL ? 0 : i2d_PUBKEY(key, &s->public_key);

    EVP_PKEY_free(key);
    s->public_len = len > 0 ? (size_t)len : 0;
    return len > 0;
}

static int prepare(const struct lab *lab, const struct lab_side *side, struct state *s, const struct form *form,
                   char *why)
{
    OSSL_LIB_CTX *libctx = NULL;
    EVP_PKEY *key;
    int ok;

    s->keymgmt = EVP_KEYMGMT_fetch(side->libctx, s->name.type, NULL);
    if (s->keymgmt == NULL)
        return lab_refuse(why, "not offered");
    s->libctx = side->libctx;
    s->read = form->read;
    key = lab_key_of_reference(lab, side, &s->name, &libctx);
    s->keys = key == NULL ? 0 : lab_key_tell(LAB_FNV_START, key);
    ok = key != NULL && write_file(s, form, key, libctx) && read_first(s);
    EVP_PKEY_free(key);
    if (!ok)
        lab_why(why, "does not write or read a key of this type in this form");
    ERR_clear_error();
    return ok;
}

static void free_load(void *state)
{
    struct state *s = state;

    EVP_KEYMGMT_free(s->keymgmt);
    free(s->file);
    OPENSSL_free(s->public_key);
    free(s);
}

static void *new_load(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
{
    struct state *s = calloc(1, sizeof(*s));

    ERR_clear_error();
    if (s == NULL) {
        lab_refuse(why, "out of memory");
        return NULL;
    }
    lab_pk_split(request->algorithm, s->name.type, s->name.variant);
    if (prepare(lab, side, s, find_form(request->operation), why))
        return s;
    free_load(s);
    return NULL;
}

static const char *provider_of_load(const void *state)
{
    return OSSL_PROVIDER_get0_name(EVP_KEYMGMT_get0_provider(((const struct state *)state)->keymgmt));
}

static int run_load(void *state, size_t num)
{
    const struct state *s = state;

    for (size_t i = 0; i < num; i++) {
        EVP_PKEY *key = s->read(s);

        EVP_PKEY_free(key);
        if (key == NULL)
            return 0;
    }
    return 1;
}

static void output_of_load(const void *state, const unsigned char **out, size_t *len)
{
    const struct state *s = state;

    *out = s->public_key;
    *len = s->public_len;
}

static uint64_t keys_of_load(const void *state)
{
    return ((const struct state *)state)->keys;
}

static void list_load(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    static const struct {
        const char *type, *algorithm;
        unsigned flags;
    } keys[] = {
        { "RSA", "RSA/2048", 0 },
        { "RSA", "RSA/4096", LAB_UNCOMMON },
        { "EC", "EC/P-256", 0 },
        { "EC", "EC/P-384", LAB_UNCOMMON },
        { "ED25519", "ED25519", LAB_UNCOMMON },
        { "ED448", "ED448", LAB_UNCOMMON },
        { "ML-DSA-44", "ML-DSA-44", LAB_UNCOMMON },
        { "ML-DSA-65", "ML-DSA-65", LAB_UNCOMMON },
        { "ML-DSA-87", "ML-DSA-87", LAB_UNCOMMON },
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        EVP_KEYMGMT *served = EVP_KEYMGMT_fetch(side->libctx, keys[i].type, NULL);

        for (size_t f = 0; served != NULL && f < sizeof(forms) / sizeof(forms[0]); f++)
            found(arg, keys[i].algorithm, forms[f].operation, keys[i].flags,
                  OSSL_PROVIDER_get0_name(EVP_KEYMGMT_get0_provider(served)));
        EVP_KEYMGMT_free(served);
    }
    ERR_clear_error();
}

const struct lab_kind lab_kind_load = {
    .name = "load",
    .operations = { "pem", "der", "pem-sign", "public-pem", "public-der", "certificate", "certificate-verify",
                    "pkcs12" },
    .list = list_load,
    .new = new_load,
    .free = free_load,
    .bytes = lab_pk_bytes,
    .provider = provider_of_load,
    .run = run_load,
    .output = output_of_load,
    .keys = keys_of_load,
};

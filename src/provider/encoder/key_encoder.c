/*
 * Encoders of ML-KEM, ML-DSA and SLH-DSA keys for OpenSSL before 3.5, which has none: SubjectPublicKeyInfo,
 * PrivateKeyInfo and EncryptedPrivateKeyInfo as DER and PEM, and text. One context serves all keys of a scheme and all
 * outputs.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/encoder/encoder.h"
#include "provider/encoder/key_text.h"
#include "provider/encoder/output.h"
#include "provider/encoder/pbes2.h"
#include "provider/error.h"
#include "provider/keymgmt/key_der.h"
#include "provider/keymgmt/key_files.h"
#include "provider/names.h"
#include "provider/param.h"

struct encoder {
    struct ab_provctx *prov;
    const struct ab_key_files *files;
    size_t key_len; /* of the AES that encrypts private keys; 0: they are not encrypted */
};

static void *newctx(void *provctx, const struct ab_key_files *files)
{
    struct encoder *e = ab_alloc_zeros(provctx, sizeof(*e), "encoder");

    if (e == NULL)
        return NULL;
    e->prov = provctx;
    e->files = files;
    return e;
}

static void *mlkem_newctx(void *provctx)
{
    return newctx(provctx, &ab_mlkem_files);
}

static void *mldsa_newctx(void *provctx)
{
    return newctx(provctx, &ab_mldsa_files);
}

static void *slhdsa_newctx(void *provctx)
{
    return newctx(provctx, &ab_slhdsa_files);
}

static void freectx(void *ctx)
{
    free(ctx);
}

/* ---- parameters ---- */

static const OSSL_PARAM *settable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_ENCODER_PARAM_CIPHER, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_ENCODER_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

/* The cipher's properties have no effect, since it is not fetched. A cipher without a name means no encryption. */
static int set_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_ENCODER_PARAM_CIPHER);
    struct encoder *e = ctx;
    const char *name;

    if (p == NULL)
        return 1;
    e->key_len = 0;
    if (p->data == NULL)
        return 1;
    if (!ab_param_get_utf8(p, &name))
        return 0;
    if (ab_names_find_cipher(AB_FAMILY_AES_CBC, name, &e->key_len))
        return 1;
    AB_RAISE_DETAIL(e->prov, AB_R_UNSUPPORTED_CIPHER, "%s; %s keys are encrypted by AES-128-CBC, -192-CBC or -256-CBC",
                    name, e->files->name);
    return 0;
}

/* ---- selections ---- */

/*
 * 1 if an encoder for the parts of `mask` suits the selection: the first of private key, public key and parameters that
 * is selected counts, as in the default provider.
 */
static int suits(int selection, int mask)
{
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0)
        return (mask & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
    if ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0)
        return (mask & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0;
    return selection == 0;
}

static int is_private(void *provctx, int selection)
{
    (void)provctx;
    return suits(selection, OSSL_KEYMGMT_SELECT_PRIVATE_KEY);
}

static int is_public(void *provctx, int selection)
{
    (void)provctx;
    return suits(selection, OSSL_KEYMGMT_SELECT_PUBLIC_KEY);
}

/* ---- structures ---- */

/* A key that is written: its parts, as far as they are selected. */
struct material {
    struct ab_key_set set;
    struct ab_key_parts parts;
    struct ab_key_room room; /* secret */
};

static void collect(const struct encoder *e, const void *keydata, int selection, struct material *m)
{
    m->set = e->files->set_of(keydata);
    e->files->get(keydata, selection, &m->room, &m->parts);
}

/* The first form of the configured list that the key has the parts for. */
static int choose_form(const struct encoder *e, const struct material *m, enum ab_key_form *form)
{
    struct ab_key_forms forms;

    if (ab_key_files_forms(e->prov, e->files->output_formats, &forms))
        for (unsigned i = 0; i < forms.num; i++)
            if (m->parts.seed != NULL || !ab_key_form_has_seed(forms.list[i])) {
                *form = forms.list[i];
                return 1;
            }
    AB_RAISE_DETAIL(e->prov, AB_R_NO_FORMAT, "no matching enabled %s private key output formats", m->set.name);
    return 0;
}

enum { MAX_PASSWORD = 1024, MAX_ENCRYPTED = AB_KEY_DER_MAX + AB_PBES2_OVERHEAD };

static size_t encrypt(const struct encoder *e, const uint8_t *in, size_t len, uint8_t *out,
                      OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    char password[MAX_PASSWORD];
    size_t password_len = 0;

    if (callback == NULL || !callback(password, sizeof(password), &password_len, NULL, arg)) {
        AB_RAISE(e->prov, AB_R_NO_PASSPHRASE);
        len = 0;
    } else {
        len = ab_pbes2_encrypt(e->prov, e->key_len, password, password_len, in, len, out);
    }
    ab_wipe(password, sizeof(password));
    return len;
}

enum output { AS_DER, AS_PEM };

static int output(const struct encoder *e, OSSL_CORE_BIO *out, enum output as, const char *label, const uint8_t *der,
                  size_t len)
{
    return as == AS_DER ? ab_output(e->prov, out, der, len) : ab_output_pem(e->prov, out, label, der, len);
}

static int encode_encrypted(const struct encoder *e, OSSL_CORE_BIO *out, enum output as, const uint8_t *der, size_t len,
                            OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    uint8_t encrypted[MAX_ENCRYPTED];

    len = encrypt(e, der, len, encrypted, callback, arg);
    return len != 0 && output(e, out, as, "ENCRYPTED PRIVATE KEY", encrypted, len);
}

static int encode_private(const struct encoder *e, OSSL_CORE_BIO *out, const struct material *m, enum output as,
                          OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    uint8_t der[AB_KEY_DER_MAX];
    enum ab_key_form form;
    size_t len;
    int ok;

    if (m->parts.private_key == NULL) {
        AB_RAISE_DETAIL(e->prov, AB_R_NOT_A_PRIVATE_KEY, "no %s private key data available", m->set.name);
        return 0;
    }
    if (!choose_form(e, m, &form))
        return 0;
    len = ab_key_der_write_private(&m->set, form, &m->parts, der);
    ok = e->key_len == 0 ? output(e, out, as, "PRIVATE KEY", der, len)
                         : encode_encrypted(e, out, as, der, len, callback, arg);
    ab_wipe(der, sizeof(der));
    return ok;
}

static int encode_public(const struct encoder *e, OSSL_CORE_BIO *out, const struct material *m, enum output as)
{
    uint8_t der[AB_KEY_DER_MAX];

    if (m->parts.public_key == NULL) {
        AB_RAISE_DETAIL(e->prov, AB_R_NOT_A_PUBLIC_KEY, "no %s public key data available", m->set.name);
        return 0;
    }
    return output(e, out, as, "PUBLIC KEY", der, ab_key_der_write_public(&m->set, &m->parts, der));
}

/* ---- the functions of each output; they take keys of ours, not lists of parameters ---- */

static int check_object(const struct encoder *e, const void *keydata, const OSSL_PARAM object[])
{
    if (keydata != NULL && object == NULL)
        return 1;
    AB_RAISE_DETAIL(e->prov, AB_R_INVALID_PARAMETER, "no key object");
    return 0;
}

static int private_to(enum output as, void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[],
                      OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    const struct encoder *e = ctx;
    struct material m;
    int ok;

    if (!check_object(e, keydata, object))
        return 0;
    collect(e, keydata, OSSL_KEYMGMT_SELECT_KEYPAIR, &m);
    ok = encode_private(e, out, &m, as, callback, arg);
    ab_wipe(&m.room, sizeof(m.room));
    return ok;
}

static int to_private_der(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[], int selection,
                          OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    (void)selection;
    return private_to(AS_DER, ctx, out, keydata, object, callback, arg);
}

static int to_private_pem(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[], int selection,
                          OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    (void)selection;
    return private_to(AS_PEM, ctx, out, keydata, object, callback, arg);
}

/* Without a cipher these two decline, and OpenSSL tries the next encoder. */
static int to_encrypted_der(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[],
                            int selection, OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    (void)selection;
    return ((struct encoder *)ctx)->key_len != 0 && private_to(AS_DER, ctx, out, keydata, object, callback, arg);
}

static int to_encrypted_pem(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[],
                            int selection, OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    (void)selection;
    return ((struct encoder *)ctx)->key_len != 0 && private_to(AS_PEM, ctx, out, keydata, object, callback, arg);
}

static int public_to(enum output as, void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[])
{
    const struct encoder *e = ctx;
    struct material m;

    if (!check_object(e, keydata, object))
        return 0;
    collect(e, keydata, OSSL_KEYMGMT_SELECT_PUBLIC_KEY, &m);
    return encode_public(e, out, &m, as);
}

static int to_public_der(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[], int selection,
                         OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    (void)selection, (void)callback, (void)arg;
    return public_to(AS_DER, ctx, out, keydata, object);
}

static int to_public_pem(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[], int selection,
                         OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    (void)selection, (void)callback, (void)arg;
    return public_to(AS_PEM, ctx, out, keydata, object);
}

static int to_text(void *ctx, OSSL_CORE_BIO *out, const void *keydata, const OSSL_PARAM object[], int selection,
                   OSSL_PASSPHRASE_CALLBACK *callback, void *arg)
{
    const struct encoder *e = ctx;
    struct material m;
    int ok;

    (void)callback, (void)arg;
    if (!check_object(e, keydata, object))
        return 0;
    collect(e, keydata, selection | OSSL_KEYMGMT_SELECT_PUBLIC_KEY, &m);
    ok = ab_key_output_text(e->prov, out, e->files, &m.set, &m.parts);
    ab_wipe(&m.room, sizeof(m.room));
    return ok;
}

#define FN(id, function) { OSSL_FUNC_ENCODER_##id, (void (*)(void))function }
#define CONTEXT(scheme) FN(NEWCTX, scheme##_newctx), FN(FREECTX, freectx)
#define PARAMS FN(SET_CTX_PARAMS, set_params), FN(SETTABLE_CTX_PARAMS, settable)
#define TABLE(scheme, does_selection, encode) \
    { CONTEXT(scheme), PARAMS, FN(DOES_SELECTION, does_selection), FN(ENCODE, encode), { 0, NULL } }

const OSSL_DISPATCH ab_mlkem_to_text_functions[] = { CONTEXT(mlkem), FN(ENCODE, to_text), { 0, NULL } };
const OSSL_DISPATCH ab_mldsa_to_text_functions[] = { CONTEXT(mldsa), FN(ENCODE, to_text), { 0, NULL } };
const OSSL_DISPATCH ab_mlkem_to_public_der_functions[] = TABLE(mlkem, is_public, to_public_der);
const OSSL_DISPATCH ab_mlkem_to_public_pem_functions[] = TABLE(mlkem, is_public, to_public_pem);
const OSSL_DISPATCH ab_mlkem_to_private_der_functions[] = TABLE(mlkem, is_private, to_private_der);
const OSSL_DISPATCH ab_mlkem_to_private_pem_functions[] = TABLE(mlkem, is_private, to_private_pem);
const OSSL_DISPATCH ab_mlkem_to_encrypted_der_functions[] = TABLE(mlkem, is_private, to_encrypted_der);
const OSSL_DISPATCH ab_mlkem_to_encrypted_pem_functions[] = TABLE(mlkem, is_private, to_encrypted_pem);
const OSSL_DISPATCH ab_mldsa_to_public_der_functions[] = TABLE(mldsa, is_public, to_public_der);
const OSSL_DISPATCH ab_mldsa_to_public_pem_functions[] = TABLE(mldsa, is_public, to_public_pem);
const OSSL_DISPATCH ab_mldsa_to_private_der_functions[] = TABLE(mldsa, is_private, to_private_der);
const OSSL_DISPATCH ab_mldsa_to_private_pem_functions[] = TABLE(mldsa, is_private, to_private_pem);
const OSSL_DISPATCH ab_mldsa_to_encrypted_der_functions[] = TABLE(mldsa, is_private, to_encrypted_der);
const OSSL_DISPATCH ab_mldsa_to_encrypted_pem_functions[] = TABLE(mldsa, is_private, to_encrypted_pem);
const OSSL_DISPATCH ab_slhdsa_to_text_functions[] = { CONTEXT(slhdsa), FN(ENCODE, to_text), { 0, NULL } };
const OSSL_DISPATCH ab_slhdsa_to_public_der_functions[] = TABLE(slhdsa, is_public, to_public_der);
const OSSL_DISPATCH ab_slhdsa_to_public_pem_functions[] = TABLE(slhdsa, is_public, to_public_pem);
const OSSL_DISPATCH ab_slhdsa_to_private_der_functions[] = TABLE(slhdsa, is_private, to_private_der);
const OSSL_DISPATCH ab_slhdsa_to_private_pem_functions[] = TABLE(slhdsa, is_private, to_private_pem);
const OSSL_DISPATCH ab_slhdsa_to_encrypted_der_functions[] = TABLE(slhdsa, is_private, to_encrypted_der);
const OSSL_DISPATCH ab_slhdsa_to_encrypted_pem_functions[] = TABLE(slhdsa, is_private, to_encrypted_pem);

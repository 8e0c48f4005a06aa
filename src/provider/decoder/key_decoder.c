/*
 * Decoders of ML-KEM, ML-DSA and SLH-DSA keys for OpenSSL before 3.5, which has none: DER of SubjectPublicKeyInfo and
 * PrivateKeyInfo. The default provider's decoders turn PEM and EncryptedPrivateKeyInfo into these. OpenSSL tries the
 * decoders of all keys in turn, so a structure with another key is passed over after its first bytes, without an error.
 */
#include <openssl/core_names.h>
#include <openssl/core_object.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/decoder/decoder.h"
#include "provider/dispatch.h"
#include "provider/error.h"
#include "provider/keymgmt/key_der.h"
#include "provider/keymgmt/key_files.h"

struct decoder {
    struct ab_provctx *prov;
    const struct ab_key_files *files;
    unsigned id; /* of the parameter set */
    struct ab_key_set set;
    int selection; /* of the last call, for an export of its key */
};

static void *newctx(void *provctx, const struct ab_key_files *files, unsigned id)
{
    struct decoder *d = ab_alloc_zeros(provctx, sizeof(*d), "decoder");

    if (d == NULL)
        return NULL;
    d->prov = provctx;
    d->files = files;
    d->id = id;
    d->set = files->set(id);
    return d;
}

static void *mlkem_512_newctx(void *provctx)
{
    return newctx(provctx, &ab_mlkem_files, AB_MLKEM_512);
}

static void *mlkem_768_newctx(void *provctx)
{
    return newctx(provctx, &ab_mlkem_files, AB_MLKEM_768);
}

static void *mlkem_1024_newctx(void *provctx)
{
    return newctx(provctx, &ab_mlkem_files, AB_MLKEM_1024);
}

static void *mldsa_44_newctx(void *provctx)
{
    return newctx(provctx, &ab_mldsa_files, AB_MLDSA_44);
}

static void *mldsa_65_newctx(void *provctx)
{
    return newctx(provctx, &ab_mldsa_files, AB_MLDSA_65);
}

static void *mldsa_87_newctx(void *provctx)
{
    return newctx(provctx, &ab_mldsa_files, AB_MLDSA_87);
}

static void freectx(void *ctx)
{
    free(ctx);
}

/* ---- selections: a private key includes the public one; 0: whatever comes ---- */

static int is_private(void *provctx, int selection)
{
    (void)provctx;
    return selection == 0 || (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
}

static int is_public(void *provctx, int selection)
{
    (void)provctx;
    return selection == 0 || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
}

/* ---- reading ---- */

/* Read len bytes; fewer at the end of the input. Returns their number. */
static size_t read_bytes(const struct decoder *d, OSSL_CORE_BIO *in, uint8_t *out, size_t len)
{
    size_t done = 0, n;

    while (done < len && d->prov->core.bio_read_ex != NULL && d->prov->core.bio_read_ex(in, out + done, len - done, &n)
           && n != 0)
        done += n;
    return done;
}

static void *refuse(const struct decoder *d, const char *why)
{
    AB_RAISE_DETAIL(d->prov, AB_R_BAD_ENCODING, "error parsing %s key: %s", d->set.name, why);
    return NULL;
}

/* Make the key of a whole structure. NULL with an error raised. */
static void *parse(const struct decoder *d, enum ab_key_structure structure, const uint8_t *der, size_t len)
{
    struct ab_key_forms forms;
    struct ab_key_parts parts;

    if (!ab_key_files_forms(d->prov, d->files->input_formats, &forms)) {
        AB_RAISE_DETAIL(d->prov, AB_R_NO_FORMAT, "no %s private key input formats are enabled", d->set.name);
        return NULL;
    }
    if (!ab_key_der_read(&d->set, structure, &forms, der, len, &parts))
        return refuse(d, "malformed, or in a form that is not enabled");
    return d->files->make(d->prov, d->id, &parts);
}

/* The rest of a structure that was recognised by its first bytes. */
static void *read_rest(const struct decoder *d, enum ab_key_structure structure, OSSL_CORE_BIO *in,
                       const uint8_t start[AB_KEY_DER_START], size_t len)
{
    uint8_t der[AB_KEY_DER_MAX];
    void *k;

    if (len < AB_KEY_DER_START || len > sizeof(der))
        return refuse(d, "wrong length");
    memcpy(der, start, AB_KEY_DER_START);
    if (read_bytes(d, in, der + AB_KEY_DER_START, len - AB_KEY_DER_START) == len - AB_KEY_DER_START)
        k = parse(d, structure, der, len);
    else
        k = refuse(d, "truncated");
    ab_wipe(der, sizeof(der));
    return k;
}

/* Hand a key over by reference; its key management takes it (ab_key_load), or nobody does. */
static int pass_on(const struct decoder *d, void *k, OSSL_CALLBACK *callback, void *arg)
{
    int type = OSSL_OBJECT_PKEY, ok;
    OSSL_PARAM params[] = {
        OSSL_PARAM_int(OSSL_OBJECT_PARAM_TYPE, &type),
        OSSL_PARAM_utf8_string(OSSL_OBJECT_PARAM_DATA_TYPE, (char *)d->set.name, strlen(d->set.name)),
        OSSL_PARAM_octet_string(OSSL_OBJECT_PARAM_REFERENCE, &k, sizeof(void *)),
        OSSL_PARAM_END,
    };

    ok = callback(params, arg);
    d->files->free(k);
    return ok;
}

/* Returns 0 if the search is to end: a key of ours that is malformed, or what the callback returns. */
static int decode(struct decoder *d, enum ab_key_structure structure, OSSL_CORE_BIO *in, int selection,
                  OSSL_CALLBACK *callback, void *arg)
{
    uint8_t start[AB_KEY_DER_START];
    size_t len = ab_key_der_recognise(&d->set, structure, start, read_bytes(d, in, start, sizeof(start)));
    void *k;

    d->selection = selection;
    if (len == 0)
        return 1;
    k = read_rest(d, structure, in, start, len);
    return k != NULL && pass_on(d, k, callback, arg);
}

static int decode_private(void *ctx, OSSL_CORE_BIO *in, int selection, OSSL_CALLBACK *callback, void *arg,
                          OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_arg)
{
    (void)passphrase, (void)passphrase_arg;
    return decode(ctx, AB_KEY_PRIVATE_KEY_INFO, in, selection, callback, arg);
}

static int decode_public(void *ctx, OSSL_CORE_BIO *in, int selection, OSSL_CALLBACK *callback, void *arg,
                         OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_arg)
{
    (void)passphrase, (void)passphrase_arg;
    return decode(ctx, AB_KEY_SUBJECT_PUBLIC_KEY_INFO, in, selection, callback, arg);
}

/* For a key management of another provider. */
static int export_object(void *ctx, const void *reference, size_t size, OSSL_CALLBACK *callback, void *arg)
{
    const struct decoder *d = ctx;
    int selection = d->selection == 0 ? OSSL_KEYMGMT_SELECT_ALL : d->selection;

    return size == sizeof(void *) && d->files->export(*(void *const *)reference, selection, callback, arg);
}

#define FN(id, function) { OSSL_FUNC_DECODER_##id, (void (*)(void))function }
#define STRUCTURE(structure)                                                                                     \
    AB_REST(structure##_rest, FN(FREECTX, freectx), FN(DOES_SELECTION, is_##structure),                          \
            FN(DECODE, decode_##structure), FN(EXPORT_OBJECT, export_object))
#define TABLE(id, structure) { FN(NEWCTX, id##_newctx), AB_GO_ON(structure##_rest) }

STRUCTURE(private)
STRUCTURE(public)

const OSSL_DISPATCH ab_private_to_mlkem_512_functions[] = TABLE(mlkem_512, private);
const OSSL_DISPATCH ab_private_to_mlkem_768_functions[] = TABLE(mlkem_768, private);
const OSSL_DISPATCH ab_private_to_mlkem_1024_functions[] = TABLE(mlkem_1024, private);
const OSSL_DISPATCH ab_public_to_mlkem_512_functions[] = TABLE(mlkem_512, public);
const OSSL_DISPATCH ab_public_to_mlkem_768_functions[] = TABLE(mlkem_768, public);
const OSSL_DISPATCH ab_public_to_mlkem_1024_functions[] = TABLE(mlkem_1024, public);
const OSSL_DISPATCH ab_private_to_mldsa_44_functions[] = TABLE(mldsa_44, private);
const OSSL_DISPATCH ab_private_to_mldsa_65_functions[] = TABLE(mldsa_65, private);
const OSSL_DISPATCH ab_private_to_mldsa_87_functions[] = TABLE(mldsa_87, private);
const OSSL_DISPATCH ab_public_to_mldsa_44_functions[] = TABLE(mldsa_44, public);
const OSSL_DISPATCH ab_public_to_mldsa_65_functions[] = TABLE(mldsa_65, public);
const OSSL_DISPATCH ab_public_to_mldsa_87_functions[] = TABLE(mldsa_87, public);

/* A set of SLH-DSA: its contexts and its two tables. */
#define SLHDSA_NEW(name, id) static void *name##_newctx(void *provctx) { return newctx(provctx, &ab_slhdsa_files, id); }
#define SLHDSA(name, id) SLHDSA_NEW(slhdsa_##name, id)                                                           \
    const OSSL_DISPATCH ab_private_to_slhdsa_##name##_functions[] = TABLE(slhdsa_##name, private);               \
    const OSSL_DISPATCH ab_public_to_slhdsa_##name##_functions[] = TABLE(slhdsa_##name, public)

SLHDSA(sha2_128s, AB_SLHDSA_SHA2_128S);
SLHDSA(sha2_128f, AB_SLHDSA_SHA2_128F);
SLHDSA(sha2_192s, AB_SLHDSA_SHA2_192S);
SLHDSA(sha2_192f, AB_SLHDSA_SHA2_192F);
SLHDSA(sha2_256s, AB_SLHDSA_SHA2_256S);
SLHDSA(sha2_256f, AB_SLHDSA_SHA2_256F);
SLHDSA(shake_128s, AB_SLHDSA_SHAKE_128S);
SLHDSA(shake_128f, AB_SLHDSA_SHAKE_128F);
SLHDSA(shake_192s, AB_SLHDSA_SHAKE_192S);
SLHDSA(shake_192f, AB_SLHDSA_SHAKE_192F);
SLHDSA(shake_256s, AB_SLHDSA_SHAKE_256S);
SLHDSA(shake_256f, AB_SLHDSA_SHAKE_256F);

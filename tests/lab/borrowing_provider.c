/*
 * A provider that offers the default provider's public-key operations as its own: what is measured with it names
 * `borrowing`, and uses keys that OpenSSL's decoders made for the default provider and handed over.
 *
 * In its section of openssl.cnf:
 *
 *   faulty = 1     make a bit wrong in each RSA signature, in each X25519 secret and in each secret that ML-KEM-768
 *                  decapsulates; refuse to sign by ECDSA, and reject each of its signatures, if the message is hashed
 *                  here; generate RSA keys with 2048 bits and EC keys on P-521, whatever is requested
 *
 * STRANGER is X25519 under an unknown name, and its keys have no encoder.
 */
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <string.h>

enum { MAX_ALGORITHMS = 128, MAX_FUNCTIONS = 64, MAX_OPERATION = 32 };

static OSSL_LIB_CTX *own;
static OSSL_PROVIDER *lender;
static int faulty;

static OSSL_FUNC_signature_sign_fn *true_sign;
static OSSL_FUNC_keyexch_derive_fn *true_derive;
static OSSL_FUNC_kem_decapsulate_fn *true_decapsulate;
static OSSL_FUNC_keymgmt_gen_set_params_fn *true_set_size, *true_set_curve;
static OSSL_FUNC_signature_sign_fn sign;
static OSSL_FUNC_signature_digest_sign_final_fn *true_sign_final, refuse_to_sign;
static OSSL_FUNC_signature_digest_verify_final_fn *true_verify_final, reject;
static OSSL_FUNC_keyexch_derive_fn derive;
static OSSL_FUNC_kem_decapsulate_fn decapsulate;
static OSSL_FUNC_keymgmt_gen_set_params_fn set_size;
static OSSL_FUNC_keymgmt_gen_set_params_fn set_curve;
static OSSL_FUNC_provider_query_operation_fn query_operation;
static OSSL_FUNC_provider_teardown_fn tear_down;

static int sign(void *ctx, unsigned char *sig, size_t *len, size_t room, const unsigned char *tbs, size_t tbs_len)
{
    int ok = true_sign(ctx, sig, len, room, tbs, tbs_len);

    if (ok && sig != NULL)
        sig[*len / 2] ^= 1;
    return ok;
}

static int refuse_to_sign(void *ctx, unsigned char *sig, size_t *len, size_t room)
{
    return sig == NULL && true_sign_final(ctx, sig, len, room);
}

static int reject(void *ctx, const unsigned char *sig, size_t len)
{
    true_verify_final(ctx, sig, len);
    return 0;
}

static int derive(void *ctx, unsigned char *secret, size_t *len, size_t room)
{
    int ok = true_derive(ctx, secret, len, room);

    if (ok && secret != NULL)
        secret[0] ^= 1;
    return ok;
}

static int decapsulate(void *ctx, unsigned char *secret, size_t *len, const unsigned char *in, size_t in_len)
{
    int ok = true_decapsulate(ctx, secret, len, in, in_len);

    if (ok && secret != NULL)
        secret[0] ^= 1;
    return ok;
}

static int set_size(void *ctx, const OSSL_PARAM params[])
{
    (void)params;
    return true_set_size(ctx, NULL);
}

static int set_curve(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM wrong[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-521", 5),
                                 OSSL_PARAM_END };

    (void)params;
    return true_set_curve(ctx, wrong);
}

/* The faults, each in one function of an algorithm. */
static const struct fault {
    int operation, function;
    const char *name; /* the beginning of the algorithm's names */
    void (*wrong)(void);
    void (**right)(void);
} faults[] = {
    { OSSL_OP_SIGNATURE, OSSL_FUNC_SIGNATURE_SIGN, "RSA:", (void (*)(void))sign, (void (**)(void))&true_sign },
    { OSSL_OP_SIGNATURE, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, "ECDSA", (void (*)(void))refuse_to_sign,
      (void (**)(void))&true_sign_final },
    { OSSL_OP_SIGNATURE, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_FINAL, "ECDSA", (void (*)(void))reject,
      (void (**)(void))&true_verify_final },
    { OSSL_OP_KEYEXCH, OSSL_FUNC_KEYEXCH_DERIVE, "X25519:", (void (*)(void))derive, (void (**)(void))&true_derive },
    { OSSL_OP_KEYMGMT, OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS, "RSA:", (void (*)(void))set_size,
      (void (**)(void))&true_set_size },
    { OSSL_OP_KEYMGMT, OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS, "EC:", (void (*)(void))set_curve,
      (void (**)(void))&true_set_curve },
    { OSSL_OP_KEM, OSSL_FUNC_KEM_DECAPSULATE, "ML-KEM-768:", (void (*)(void))decapsulate,
      (void (**)(void))&true_decapsulate },
};
enum { NUM_FAULTS = sizeof(faults) / sizeof(faults[0]) };

static void spoil(OSSL_ALGORITHM *algorithm, size_t i)
{
    static OSSL_DISPATCH spoilt[NUM_FAULTS][MAX_FUNCTIONS];
    const OSSL_DISPATCH *from = algorithm->implementation; /* which an earlier fault may have spoilt */
    OSSL_DISPATCH *to = spoilt[i];

    for (; from->function_id != 0; from++, to++) {
        *to = *from;
        if (from->function_id == faults[i].function) {
            *faults[i].right = from->function;
            to->function = faults[i].wrong;
        }
    }
    *to = *from;
    algorithm->implementation = spoilt[i];
}

static int is_lent(int operation)
{
    return operation == OSSL_OP_KEYMGMT || operation == OSSL_OP_KEYEXCH || operation == OSSL_OP_SIGNATURE
           || operation == OSSL_OP_ASYM_CIPHER || operation == OSSL_OP_KEM;
}

static const OSSL_ALGORITHM *query_operation(void *provctx, int operation, int *no_cache)
{
    static OSSL_ALGORITHM lent[MAX_OPERATION][MAX_ALGORITHMS];
    const OSSL_ALGORITHM *from = is_lent(operation) ? OSSL_PROVIDER_query_operation(lender, operation, no_cache) : NULL;
    OSSL_ALGORITHM *to = lent[operation];

    (void)provctx;
    if (from == NULL)
        return NULL;
    for (; from->algorithm_names != NULL; from++) {
        *to = *from;
        to->property_definition = "provider=borrowing";
        for (size_t i = 0; faulty && i < NUM_FAULTS; i++)
            if (faults[i].operation == operation
                && strncmp(faults[i].name, from->algorithm_names, strlen(faults[i].name)) == 0)
                spoil(to, i);
        to++;
        if (strncmp(from->algorithm_names, "X25519:", strlen("X25519:")) == 0) {
            *to = to[-1];
            to++->algorithm_names = "STRANGER";
        }
    }
    *to = (OSSL_ALGORITHM){ NULL, NULL, NULL, NULL };
    return lent[operation];
}

static void tear_down(void *provctx)
{
    (void)provctx;
    OSSL_PROVIDER_unload(lender);
    OSSL_LIB_CTX_free(own);
}

static void read_settings(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in)
{
    const char *text = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_ptr("faulty", (char **)&text, 0), OSSL_PARAM_END };

    for (; in->function_id != 0; in++)
        if (in->function_id == OSSL_FUNC_CORE_GET_PARAMS)
            OSSL_FUNC_core_get_params(in)(core, params);
    faulty = text != NULL && text[0] == '1';
}

__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation },
        { OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))tear_down },
        { 0, NULL },
    };

    read_settings(core, in);
    own = OSSL_LIB_CTX_new();
    lender = own == NULL ? NULL : OSSL_PROVIDER_load(own, "default");
    if (lender == NULL)
        return 0;
    *out = functions;
    *provctx = OSSL_PROVIDER_get0_provider_ctx(lender);
    return 1;
}

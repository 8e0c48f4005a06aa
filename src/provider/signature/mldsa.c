/*
 * ML-DSA-44, -65 and -87 (FIPS 204) for OpenSSL: pure signatures, which src/crypto/mldsa/ computes. A message comes in
 * one call or in pieces. (The default provider takes pieces since OpenSSL 3.6.) Before 3.5 EVP_DigestSignUpdate takes
 * pieces as well: the programs of these releases use it for all keys but Ed25519 and Ed448. There is no digest and no
 * fallback, so a context is a struct ab_signature and no struct ab_signing. Only the first operation with a public key
 * allocates memory, to expand the key.
 *
 * As in the default provider, an init resets "mu" and keeps the other parameters.
 */
#include <openssl/params.h>
#include <stdbool.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/keymgmt/mldsa_key.h"
#include "provider/oids.h"
#include "provider/param.h"
#include "provider/signature/pure_signing.h"

/* Names that the headers of OpenSSL 3.0 lack: since 3.4 and 3.5. */
#define PARAM_SIGNATURE "signature"
#define PARAM_MU "mu"

enum progress { NO_MESSAGE, IN_MESSAGE, ENDED };

struct signing {
    struct ab_pure_signing pure; /* its key is a struct ab_mldsa_keydata; `deterministic` other than 1 counts as 0 */
    bool takes_signature;        /* EVP_PKEY_verify_message_init: the signature to verify is a parameter */
    int is_mu;                   /* not 0: the input is mu in place of a message */
    enum progress progress;      /* of a message in pieces */
    struct ab_mldsa_message message;
    size_t signature_len; /* 0: none, or one of a wrong length */
    uint8_t signature[AB_MLDSA_MAX_SIGNATURE_LEN];
};

static struct ab_mldsa_keydata *key_of(const struct signing *s)
{
    return s->pure.base.key;
}

/* ---- contexts ---- */

static void hold_key(void *key)
{
    ab_mldsa_keydata_hold(key);
}

static void free_key(void *key)
{
    ab_mldsa_keydata_free(key);
}

static const struct ab_signature_type type = { sizeof(struct signing), hold_key, free_key };
static const struct ab_signature_scheme schemes[AB_NUM_MLDSA] = { { .type = &type },
                                                                  { .type = &type },
                                                                  { .type = &type } };

/* Nothing is fetched, so properties have no effect. */
static void *mldsa_44_newctx(void *provctx, const char *properties)
{
    (void)properties;
    return ab_pure_signing_new(provctx, &schemes[AB_MLDSA_44]);
}

static void *mldsa_65_newctx(void *provctx, const char *properties)
{
    (void)properties;
    return ab_pure_signing_new(provctx, &schemes[AB_MLDSA_65]);
}

static void *mldsa_87_newctx(void *provctx, const char *properties)
{
    (void)properties;
    return ab_pure_signing_new(provctx, &schemes[AB_MLDSA_87]);
}

/* ---- parameters ---- */

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct ab_mldsa_keydata *key = key_of(ctx);

    return ab_pure_signing_get_params(params, key == NULL ? 0 : (uint8_t)(AB_ARC_MLDSA + key->params->id));
}

/* The signature that the end of a message in pieces verifies. One of a wrong length is refused there. */
static int set_signature(struct signing *s, const OSSL_PARAM *p)
{
    const uint8_t *bytes;
    size_t len;

    s->signature_len = 0;
    if (!ab_param_get_octets(p, &bytes, &len) || bytes == NULL)
        return 0;
    if (len <= sizeof(s->signature)) {
        memcpy(s->signature, bytes, len);
        s->signature_len = len;
    }
    return 1;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *signature = ab_param_locate_const(params, PARAM_SIGNATURE);
    struct signing *s = ctx;

    if (s == NULL || !ab_pure_signing_set_params(&s->pure, params, AB_MLDSA_RANDOM_LEN)
        || !ab_pure_signing_set_int(params, PARAM_MU, &s->is_mu))
        return 0;
    return signature == NULL || !s->takes_signature || set_signature(s, signature);
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(PARAM_SIGNATURE, NULL, 0),
        AB_PURE_SIGNING_SETTABLE,
        OSSL_PARAM_int(PARAM_MU, NULL),
        OSSL_PARAM_END,
    };
    const struct signing *s = ctx;

    (void)provctx;
    return s != NULL && s->takes_signature ? list : list + 1;
}

/* ---- init ---- */

static int begin(struct signing *s, struct ab_mldsa_keydata *key, const OSSL_PARAM params[], bool takes_signature)
{
    if (key != NULL && &schemes[key->params->id] != s->pure.base.scheme) {
        AB_RAISE_DETAIL(s->pure.base.prov, AB_R_NO_KEY_SET, "a key of %s", key->params->name);
        return 0;
    }
    if (!ab_signature_set_key(&s->pure.base, key))
        return 0;
    s->takes_signature = takes_signature;
    s->is_mu = 0;
    s->progress = NO_MESSAGE;
    return set_ctx_params(s, params);
}

static int sign_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, false);
}

static int verify_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, true);
}

/* EVP_DigestSignInit and EVP_DigestVerifyInit. */
static int digest_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    struct signing *s = ctx;

    return ab_pure_signing_check_digest(&s->pure, digest, "ML-DSA") && begin(s, key, params, false);
}

/* ---- signing and verifying ---- */

/* The key of the context, expanded. NULL with an error raised. */
static const struct ab_mldsa_key *find_key(const struct signing *s)
{
    if (key_of(s) != NULL)
        return ab_mldsa_keydata_expand(key_of(s));
    AB_RAISE(s->pure.base.prov, AB_R_NO_KEY_SET);
    return NULL;
}

static int begin_message(const struct signing *s, const struct ab_mldsa_key *key, struct ab_mldsa_message *m)
{
    if (s->pure.is_encoded_here)
        return ab_mldsa_message_init(m, key, s->pure.context, s->pure.context_len);
    ab_mldsa_message_init_encoded(m, key);
    return 1;
}

/* mu of a message in one call, or the input itself. Returns 0 with an error raised. */
static int find_mu(const struct signing *s, const struct ab_mldsa_key *key, uint8_t mu[AB_MLDSA_MU_LEN],
                   const uint8_t *data, size_t len)
{
    struct ab_mldsa_message m;

    if (s->is_mu) {
        if (len == AB_MLDSA_MU_LEN) {
            memcpy(mu, data, AB_MLDSA_MU_LEN);
            return 1;
        }
        AB_RAISE_DETAIL(s->pure.base.prov, AB_R_BAD_LENGTH, "mu of %zu bytes", len);
        return 0;
    }
    if (!begin_message(s, key, &m))
        return 0;
    ab_mldsa_message_update(&m, data, len);
    ab_mldsa_message_final(&m, mu);
    return 1;
}

static int sign_mu(const struct signing *s, const struct ab_mldsa_key *key, uint8_t *signature,
                   const uint8_t mu[AB_MLDSA_MU_LEN])
{
    static const uint8_t zeros[AB_MLDSA_RANDOM_LEN];

    ab_count(s->pure.base.prov, ab_family_of_mldsa(key->params->id), AB_COUNTED_SIGN, 0);
    if (s->pure.entropy_len != 0     ? ab_mldsa_sign_with(key, signature, mu, s->pure.entropy)
        : s->pure.deterministic == 1 ? ab_mldsa_sign_with(key, signature, mu, zeros)
                                     : ab_mldsa_sign(key, signature, mu, &s->pure.base.prov->random))
        return 1;
    AB_RAISE(s->pure.base.prov, AB_R_FAILED_TO_SIGN);
    return 0;
}

static int verify_mu(const struct signing *s, const struct ab_mldsa_key *key, const uint8_t *signature,
                     size_t signature_len, const uint8_t mu[AB_MLDSA_MU_LEN])
{
    ab_count(s->pure.base.prov, ab_family_of_mldsa(key->params->id), AB_COUNTED_VERIFY, 0);
    return ab_mldsa_verify(key, signature, signature_len, mu);
}

/* The private key, if there is room for a signature. Writes its length. NULL with an error raised. */
static const struct ab_mldsa_key *find_signing_key(const struct signing *s, const uint8_t *signature, size_t *len_out,
                                                   size_t size)
{
    const struct ab_mldsa_key *key = key_of(s) == NULL ? NULL : ab_mldsa_keydata_private(key_of(s));

    if (key == NULL) {
        AB_RAISE(s->pure.base.prov, key_of(s) == NULL ? AB_R_NO_KEY_SET : AB_R_NOT_A_PRIVATE_KEY);
        return NULL;
    }
    *len_out = key->params->signature_len;
    if (signature == NULL || size >= *len_out)
        return key;
    AB_RAISE_DETAIL(s->pure.base.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", size);
    return NULL;
}

/* With signature == NULL, return the length only. */
static int sign(void *ctx, unsigned char *signature, size_t *len_out, size_t size, const unsigned char *data,
                size_t len)
{
    const struct signing *s = ctx;
    const struct ab_mldsa_key *key = find_signing_key(s, signature, len_out, size);
    uint8_t mu[AB_MLDSA_MU_LEN];
    int ok;

    if (key == NULL || signature == NULL)
        return key != NULL;
    ok = find_mu(s, key, mu, data, len) && sign_mu(s, key, signature, mu);
    ab_wipe(mu, sizeof(mu));
    return ok;
}

static int verify(void *ctx, const unsigned char *signature, size_t signature_len, const unsigned char *data,
                  size_t len)
{
    const struct signing *s = ctx;
    const struct ab_mldsa_key *key = find_key(s);
    uint8_t mu[AB_MLDSA_MU_LEN];

    return key != NULL && find_mu(s, key, mu, data, len) && verify_mu(s, key, signature, signature_len, mu);
}

/* ---- a message in pieces ---- */

static int message_update(void *ctx, const unsigned char *data, size_t len)
{
    struct signing *s = ctx;
    const struct ab_mldsa_key *key = find_key(s);

    if (key == NULL)
        return 0;
    if (s->is_mu || s->progress == ENDED) {
        AB_RAISE(s->pure.base.prov, AB_R_WRONG_OPERATION_ORDER);
        return 0;
    }
    if (s->progress == NO_MESSAGE && !begin_message(s, key, &s->message))
        return 0;
    s->progress = IN_MESSAGE;
    ab_mldsa_message_update(&s->message, data, len);
    return 1;
}

/* Like the default provider, refuse a message without any update. */
static int end_message(struct signing *s, uint8_t mu[AB_MLDSA_MU_LEN])
{
    if (s->progress != IN_MESSAGE) {
        AB_RAISE(s->pure.base.prov, AB_R_WRONG_OPERATION_ORDER);
        return 0;
    }
    s->progress = ENDED;
    ab_mldsa_message_final(&s->message, mu);
    return 1;
}

/* With signature == NULL, return the length only, and leave the message open. */
static int sign_message_final(void *ctx, unsigned char *signature, size_t *len_out, size_t size)
{
    struct signing *s = ctx;
    const struct ab_mldsa_key *key = find_signing_key(s, signature, len_out, size);
    uint8_t mu[AB_MLDSA_MU_LEN];
    int ok;

    if (key == NULL)
        return 0;
    if (signature == NULL)
        return s->progress != NO_MESSAGE;
    ok = end_message(s, mu) && sign_mu(s, key, signature, mu);
    ab_wipe(mu, sizeof(mu));
    return ok;
}

static int verify_message_final(void *ctx)
{
    struct signing *s = ctx;
    const struct ab_mldsa_key *key = find_key(s);
    uint8_t mu[AB_MLDSA_MU_LEN];

    return key != NULL && end_message(s, mu) && verify_mu(s, key, s->signature, s->signature_len, mu);
}

/* ---- the same by EVP_DigestSignUpdate, which nobody calls for an empty message ---- */

static int digest_sign_final(void *ctx, unsigned char *signature, size_t *len_out, size_t size)
{
    return message_update(ctx, (const unsigned char *)"", 0) && sign_message_final(ctx, signature, len_out, size);
}

static int digest_verify_final(void *ctx, const unsigned char *signature, size_t signature_len)
{
    struct signing *s = ctx;
    const struct ab_mldsa_key *key = find_key(s);
    uint8_t mu[AB_MLDSA_MU_LEN];

    return key != NULL && message_update(s, (const unsigned char *)"", 0) && end_message(s, mu)
           && verify_mu(s, key, signature, signature_len, mu);
}

#define CONTEXTS AB_SIGNATURE_FN(FREECTX, ab_signature_free), AB_SIGNATURE_FN(DUPCTX, ab_signature_dup)
#define PARAMS                                                                                       \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, ab_pure_signing_gettable), \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define DIGESTS                                                                         \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_init), AB_SIGNATURE_FN(DIGEST_SIGN, sign), \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_init), AB_SIGNATURE_FN(DIGEST_VERIFY, verify)
#define MESSAGES                                                                           \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, sign_message_init), AB_SIGNATURE_FN(SIGN, sign), \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, verify_message_init), AB_SIGNATURE_FN(VERIFY, verify)
#define SIGNED_PIECES AB_SIGNATURE_LATER(SIGN_MESSAGE_UPDATE, message_update), \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_FINAL, sign_message_final)
#define VERIFIED_PIECES AB_SIGNATURE_LATER(VERIFY_MESSAGE_UPDATE, message_update), \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_FINAL, verify_message_final)
#define DIGESTS_IN_PIECES                                                                                        \
    AB_SIGNATURE_FN(DIGEST_SIGN_UPDATE, message_update), AB_SIGNATURE_FN(DIGEST_SIGN_FINAL, digest_sign_final),  \
    AB_SIGNATURE_FN(DIGEST_VERIFY_UPDATE, message_update), AB_SIGNATURE_FN(DIGEST_VERIFY_FINAL, digest_verify_final)
#define MESSAGES_IN_PIECES MESSAGES, SIGNED_PIECES, VERIFIED_PIECES
#define TABLE(name, rest) { AB_SIGNATURE_FN(NEWCTX, name##_newctx), AB_GO_ON(rest) }

AB_REST(rest_3_0, CONTEXTS, PARAMS, DIGESTS, DIGESTS_IN_PIECES)
AB_REST(rest_3_4, CONTEXTS, PARAMS, DIGESTS, DIGESTS_IN_PIECES, MESSAGES_IN_PIECES)
AB_REST(rest_3_5, CONTEXTS, PARAMS, DIGESTS, MESSAGES_IN_PIECES)

const OSSL_DISPATCH ab_mldsa_44_signature_3_0_functions[] = TABLE(mldsa_44, rest_3_0);
const OSSL_DISPATCH ab_mldsa_65_signature_3_0_functions[] = TABLE(mldsa_65, rest_3_0);
const OSSL_DISPATCH ab_mldsa_87_signature_3_0_functions[] = TABLE(mldsa_87, rest_3_0);
const OSSL_DISPATCH ab_mldsa_44_signature_3_4_functions[] = TABLE(mldsa_44, rest_3_4);
const OSSL_DISPATCH ab_mldsa_65_signature_3_4_functions[] = TABLE(mldsa_65, rest_3_4);
const OSSL_DISPATCH ab_mldsa_87_signature_3_4_functions[] = TABLE(mldsa_87, rest_3_4);
const OSSL_DISPATCH ab_mldsa_44_signature_functions[] = TABLE(mldsa_44, rest_3_5);
const OSSL_DISPATCH ab_mldsa_65_signature_functions[] = TABLE(mldsa_65, rest_3_5);
const OSSL_DISPATCH ab_mldsa_87_signature_functions[] = TABLE(mldsa_87, rest_3_5);
